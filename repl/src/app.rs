//! The program: reads the command line, chooses between one command, a script and the prompt, and writes to the streams.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, IsTerminal};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::error::ErrorKind;
use clap::{Parser, ValueEnum};

use crate::draw::screen::Screen;
use crate::draw::view::{ColourChoice, Glyphs, Look, Zoom, choose_depth, choose_glyphs};
use crate::game::begin::Defaults;
use crate::game::library::Library;
use crate::io::config::{self, Config};
use crate::io::door;
use crate::io::files;
use crate::io::pen::Pen;
use crate::io::reply::{Failure, Outcome};
use crate::io::split;
use crate::io::terminal;
use crate::line::cli::{self, Characters, Cli, Command, Format, Globals, When};
use crate::line::flags;
use crate::prompt;
use crate::reader::{self, Manner};
use crate::session::Session;

/// Runs the program with these arguments, the first of which is its name. The answer is the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    // A fault of ours is told in a sentence, not as a trace.
    if files::variable("BASTIDE_TRACE").is_none() {
        std::panic::set_hook(Box::new(|_| {}));
    }
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    catch_unwind(|| begin(&arguments)).unwrap_or_else(|_| {
        door::warn("a fault in Bastide stopped it");
        1
    })
}

fn begin(arguments: &[OsString]) -> u8 {
    let (flags, words) = flags::apart(arguments);
    let name = arguments.first().cloned();
    let started = match Cli::try_parse_from(name.into_iter().chain(flags.clone()).chain(words.clone())) {
        Ok(cli) => start(cli, &words),
        Err(error) => misread(&error, flags::ask_for_json(&flags)),
    };
    // Whoever reads may stop listening; that is no error.
    started.unwrap_or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { 0 } else { 4 })
}

/// What is said of a command line that cannot be read, or that asks for help.
fn misread(error: &clap::Error, json: bool) -> io::Result<u8> {
    let mut session = Session::new(Library::default(), Screen::default());
    session.format = if json { Format::Json } else { Format::Human };
    if json || error.kind() == ErrorKind::ValueValidation {
        let outcome = session.failed(cli::failure(error));
        emit(&outcome)?;
        return Ok(outcome.code);
    }
    // As plain text: it repeats words of the command line.
    let text = error.render().to_string();
    match error.use_stderr() {
        true => door::write_aside(&text).map(|()| 2),
        false => door::write(&text).map(|()| 0),
    }
}

fn start(cli: Cli, words: &[OsString]) -> io::Result<u8> {
    let globals = &cli.globals;
    let mut session = session(globals);
    for fault in &session.config.faults {
        door::warn(fault);
    }
    let manner = Manner { keep_going: globals.keep_going, echo: globals.echo };
    let is_talk = cli.command.is_none() && globals.commands.is_none() && globals.file.is_none();
    let is_prompt = is_talk && io::stdin().is_terminal() && door::is_terminal();
    // What plays many games tells what it has when it is interrupted.
    let tells = matches!(&cli.command, Some(Command::Match(_)))
        || matches!(&cli.command, Some(Command::Bench(bench)) if bench.check);
    listen_for_interrupts(&session, is_prompt || tells);
    // Progress is for somebody who watches; in a file it would only be noise.
    session.progress = door::is_watched().then_some(door::warn);
    session.pen = pen(globals);
    if cli.command.is_some() {
        let words: Vec<String> = words.iter().map(|word| word.to_string_lossy().into_owned()).collect();
        let outcome = session.execute_words(&words);
        emit(&outcome)?;
        return Ok(outcome.code);
    }
    if let Some(commands) = &globals.commands {
        return reader::run_text(&mut session, commands, manner, &mut emit);
    }
    if let Some(path) = &globals.file {
        let name = path.display().to_string();
        return match File::open(path) {
            Ok(file) => reader::run(&mut session, &name, BufReader::new(file), manner, &mut emit),
            Err(error) => {
                let outcome = session.failed(Failure::io(format!("{name} cannot be read: {error}")));
                emit(&outcome)?;
                Ok(outcome.code)
            }
        };
    }
    if is_prompt {
        session.seeds = Some(seed_of_the_moment);
        session.defaults = defaults(&session.config);
        begin_with(&mut session)?;
        terminal::listen();
        return prompt::run(&mut session, &mut emit);
    }
    reader::run(&mut session, "stdin", io::stdin().lock(), manner, &mut emit)
}

fn session(globals: &Globals) -> Session {
    let config = Config::read(files::variable, Path::new(config::PROJECT), globals.config.clone());
    let set = |key: &str| config.one(key).map(String::from);
    let color = globals.color.or_else(|| When::from_str(&set("color")?, true).ok());
    let glyphs = globals.glyphs.or_else(|| Characters::from_str(&set("glyphs")?, true).ok());
    let mut places = globals.folders.clone();
    places.push(PathBuf::from("expansions"));
    places.extend(files::data_folder(files::variable).map(|folder| folder.join("expansions")));
    let terminal = door::is_terminal();
    let colour = match color.unwrap_or_default() {
        When::Auto => ColourChoice::Auto,
        When::Always => ColourChoice::Always,
        When::Never => ColourChoice::Never,
    };
    let glyphs = match glyphs.unwrap_or_default() {
        Characters::Auto => None,
        Characters::Unicode => Some(Glyphs::Unicode),
        Characters::Ascii => Some(Glyphs::Ascii),
    };
    let depth = choose_depth(colour, terminal, files::variable);
    let look = Look { glyphs: choose_glyphs(glyphs, files::variable), depth, zoom: Zoom::Play };
    let mut session = Session::new(Library::new(places), Screen::new(look, None));
    session.screen.manner.plain = globals.plain;
    session.format = globals.format.unwrap_or_default();
    session.folders = globals.folders.clone();
    session.config = config;
    session
}

/// What a person who begins a game is taken to mean. Scripts mean the same everywhere, so nothing of it holds for them.
fn defaults(config: &Config) -> Defaults {
    let list = |key: &str| config.list(key).map(<[String]>::to_vec);
    Defaults {
        expansions: list("expansions").unwrap_or_default(),
        players: list("players"),
        bots: list("bots").unwrap_or_default(),
        edition: config.one("edition").map(String::from),
    }
}

/// Carries out what is set to be done when the prompt opens. What goes wrong is told with where it is set.
fn begin_with(session: &mut Session) -> io::Result<()> {
    for setting in session.config.settings.clone().iter().filter(|setting| config::COMMANDS.contains(&setting.key)) {
        let outcome = session.execute(&format!("{} {}", setting.key, split::joined(&setting.words)));
        if outcome.code != 0 {
            door::write_aside(&format!("{}: {}", setting.origin, outcome.stderr))?;
        }
    }
    Ok(())
}

/// At the prompt an interrupt stops what is being computed; elsewhere it ends the program.
fn listen_for_interrupts(session: &Session, only_stops: bool) {
    let cancel = session.cancel.clone();
    let _ = ctrlc::set_handler(move || match only_stops {
        true => cancel.store(true, Ordering::Relaxed),
        false => std::process::exit(130),
    });
}

/// What may be written: a person's own words write where they say, a file of commands may be a stranger's.
fn pen(globals: &Globals) -> Pen {
    match &globals.file {
        _ if globals.read_only => Pen::none(),
        Some(_) => Pen::below([PathBuf::from(".")].into_iter().chain(globals.allow_write.clone()), globals.overwrite),
        None => Pen::default(),
    }
}

fn seed_of_the_moment() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_millis() as u64 % 1_000_000
}

/// Writes what a command gives.
fn emit(outcome: &Outcome) -> io::Result<()> {
    door::write(&outcome.stdout)?;
    door::write_aside(&outcome.stderr)
}
