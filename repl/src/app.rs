//! The program: reads the command line, chooses between one command, a script and the prompt, and writes to the streams.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal};
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use clap::ValueEnum;
use clap::error::ErrorKind;
use rand::RngExt;
use rand::rand_core::UnwrapErr;
use rand::rngs::SysRng;

use crate::commands;
use crate::draw::screen::Screen;
use crate::draw::view::{ColourChoice, Depth, Glyphs, Look, Zoom, choose_depth, choose_glyphs};
use crate::game::library::Library;
use crate::game::load;
use crate::game::new::Defaults;
use crate::io::config::{self, Config};
use crate::io::pen::Pen;
use crate::io::reply::{Failure, Outcome};
use crate::io::{ability, arguments, door, files, split, terminal};
use crate::line::shell::{self, Characters, Format, Globals, When};
use crate::prompt;
use crate::reader::{self, ScriptOptions};
use crate::session::Session;

/// How much of a file is looked at to see which sets it was made with.
const HEAD: usize = 1 << 16;

/// Runs the program with these arguments, the first of which is its name. The answer is the exit code.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> u8 {
    // A panic is reported in one sentence, not as a backtrace.
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
    let (flags, words) = shell::apart(arguments);
    let ordered: Vec<OsString> = arguments.iter().take(1).chain(&flags).chain(&words).cloned().collect();
    let commands = commands::all();
    let started = match shell::read(&commands, &ordered) {
        Ok((globals, command)) => {
            let entry = command.as_ref().and_then(|(name, matches)| Some((commands.find(name)?, matches)));
            let order = Order {
                words: words.iter().map(|word| word.to_string_lossy().into_owned()).collect(),
                reports: entry.is_some_and(|(entry, matches)| entry.reports_on_stop(matches)),
                begins: entry.is_some_and(|(entry, _)| entry.begins),
            };
            start(&globals, command.map(|_| order))
        }
        Err(error) => misread(&error, shell::ask_for_json(&flags)),
    };
    // The reader of the output may close the pipe; that is not an error.
    started.unwrap_or_else(|error| if error.kind() == io::ErrorKind::BrokenPipe { 0 } else { 4 })
}

/// Prints clap's message: an error in the command line, or the help that was asked for.
fn misread(error: &clap::Error, json: bool) -> io::Result<u8> {
    let mut session = Session::new(Library::default(), Screen::default());
    session.format = if json { Format::Json } else { Format::Human };
    if json || error.kind() == ErrorKind::ValueValidation {
        let outcome = session.failed(arguments::failure(error));
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

/// A command of the shell.
struct Order {
    words: Vec<String>,
    /// An interrupt only stops it, and it reports what it has so far.
    reports: bool,
    /// It puts a game on the table.
    begins: bool,
}

impl Order {
    /// The line that is typed at the prompt for it, if it begins a game that someone at a terminal wants to play.
    fn at_prompt(&self) -> Option<String> {
        Some(split::joined(&self.words)).filter(|line| self.begins && !line.contains('\n'))
    }
}

fn start(globals: &Globals, order: Option<Order>) -> io::Result<u8> {
    let mut session = session(globals);
    for fault in &session.context.config.faults {
        door::warn(fault);
    }
    for folder in globals.folders.iter().filter(|folder| !folder.is_dir()) {
        door::warn(&format!("--expansions {}: there is no such folder", folder.display()));
    }
    let options = ScriptOptions { keep_going: globals.keep_going, echo: globals.echo };
    let is_watched = io::stdin().is_terminal() && door::is_terminal();
    let is_talk = is_watched && globals.commands.is_none() && globals.file.is_none();
    // A game that a command of the shell begins is played at the prompt.
    let line = order.as_ref().and_then(Order::at_prompt).filter(|_| is_talk && session.format == Format::Human);
    let order = order.filter(|_| line.is_none());
    let is_prompt = is_talk && order.is_none();
    listen_for_interrupts(&session, is_prompt || order.as_ref().is_some_and(|order| order.reports));
    // Progress is for someone who watches a terminal; in a file it would be noise.
    session.context.progress = door::is_watched().then_some(door::progress);
    session.context.news = door::is_watched().then_some(door::warn);
    session.context.pen = pen(globals);
    let is_asked = is_watched && (order.is_some() || is_prompt) && session.format == Format::Human;
    session.context.ask = is_asked.then_some(door::confirm);
    if let Some(order) = order {
        let outcome = session.execute_words(&order.words);
        emit(&outcome)?;
        return Ok(outcome.code);
    }
    if let Some(commands) = &globals.commands {
        return reader::run_text(&mut session, commands, options, &mut emit);
    }
    if let Some(path) = &globals.file {
        return run_file(&mut session, path, options);
    }
    if is_prompt {
        session.context.seeds = Some(new_seed);
        session.context.defaults = defaults(&session.context.config);
        terminal::listen();
        let ahead = ask_for_pictures(&mut session, globals);
        begin_with(&mut session)?;
        let first = line.map(|line| line + "\n").unwrap_or_default();
        return prompt::run(&mut session, &(first + &ahead), &mut emit);
    }
    reader::run(&mut session, "stdin", io::stdin().lock(), options, &mut emit)
}

/// Runs a file of commands. A record of a game is only run with the sets that it was saved with, or with `--keep-going`.
fn run_file(session: &mut Session, path: &Path, options: ScriptOptions) -> io::Result<u8> {
    let name = path.display().to_string();
    let failure = match File::open(path).map(|file| BufReader::with_capacity(HEAD, file)) {
        Ok(mut file) => {
            let head = String::from_utf8_lossy(file.fill_buf().unwrap_or_default()).into_owned();
            let told = load::differences(&mut session.context.library, &head);
            if options.keep_going || told.is_empty() {
                told.iter().for_each(|note| door::warn(note));
                return reader::run(session, &name, file, options, &mut emit);
            }
            let sentence = "with --keep-going it is played with the sets at hand";
            Failure::refused(format!("{name}: {}\n  {sentence}", told.join("\n  ")))
        }
        Err(error) => Failure::io(format!("{name} cannot be read: {error}")),
    };
    let outcome = session.failed(failure);
    emit(&outcome)?;
    Ok(outcome.code)
}

fn session(globals: &Globals) -> Session {
    let config = Config::read(files::variable, Path::new(config::PROJECT), globals.config.clone());
    let set = |key: &str| config.one(key).map(String::from);
    let color = globals.color.or_else(|| When::from_str(&set("color")?, true).ok());
    let glyphs = characters(globals, &config);
    let mut places = globals.folders.clone();
    places.push(PathBuf::from("expansions"));
    places.extend(files::data_folder(files::variable).map(|folder| folder.join("expansions")));
    let terminal = door::is_terminal();
    let colour = match color.unwrap_or_default() {
        When::Auto => ColourChoice::Auto,
        When::Always => ColourChoice::Always,
        When::Never => ColourChoice::Never,
    };
    let glyphs = match glyphs {
        Characters::Auto | Characters::Pictures => None,
        Characters::Unicode => Some(Glyphs::Unicode),
        Characters::Ascii => Some(Glyphs::Ascii),
    };
    let depth = choose_depth(colour, terminal, files::variable);
    let look = Look { glyphs: choose_glyphs(glyphs, files::variable), depth, zoom: Zoom::Play };
    let mut session = Session::new(Library::new(places), Screen::new(look, None));
    session.context.screen.settings.plain = globals.plain;
    session.format = globals.format.unwrap_or_default();
    session.context.folders = globals.folders.clone();
    session.context.config = config;
    session
}

/// What to draw with, as a flag or a setting says.
fn characters(globals: &Globals, config: &Config) -> Characters {
    let set = || Characters::from_str(config.one("glyphs")?, true).ok();
    globals.glyphs.or_else(set).unwrap_or_default()
}

/// Asks the terminal whether it shows pictures, unless the person wants none.
/// Returns what the person typed meanwhile.
fn ask_for_pictures(session: &mut Session, globals: &Globals) -> String {
    let asked = characters(globals, &session.context.config);
    let (depth, is_text) = (session.context.screen.look.depth, session.format == Format::Human && !globals.plain);
    if is_text && depth > Depth::Plain && asked.may_be_pictures(depth >= Depth::Ansi16) {
        let (graphics, typed) = ability::ask(files::variable);
        session.context.screen.pictures.graphics = graphics;
        if asked == Characters::Pictures && session.context.screen.pictures.graphics.is_none() {
            door::warn("this terminal does not say that it shows pictures; the board is drawn in characters");
        }
        return typed;
    }
    String::new()
}

/// What `new` means at the prompt if the person leaves something out. Scripts get no defaults: they must mean the same
/// everywhere.
fn defaults(config: &Config) -> Defaults {
    let list = |key: &str| config.list(key).map(<[String]>::to_vec);
    Defaults {
        expansions: list("expansions").unwrap_or_default(),
        players: list("players"),
        bots: list("bots").unwrap_or_default(),
        edition: config.one("edition").map(String::from),
    }
}

/// Runs the settings that are commands when the prompt opens. Errors are reported with the place of the setting.
fn begin_with(session: &mut Session) -> io::Result<()> {
    for setting in
        session.context.config.settings.clone().iter().filter(|setting| config::COMMANDS.contains(&setting.key))
    {
        let outcome = session.execute(&format!("{} {}", setting.key, split::joined(&setting.words)));
        if outcome.code != 0 {
            door::write_aside(&format!("{}: {}", setting.origin, outcome.stderr))?;
        }
    }
    Ok(())
}

/// With `only_stops`, an interrupt stops the current computation; otherwise it ends the program.
fn listen_for_interrupts(session: &Session, only_stops: bool) {
    let cancel = session.context.cancel.clone();
    let _ = ctrlc::set_handler(move || match only_stops {
        true => cancel.store(true, Ordering::Relaxed),
        false => std::process::exit(130),
    });
}

/// What may be written: commands that a person types write anywhere, a file of commands may come from a stranger.
fn pen(globals: &Globals) -> Pen {
    match &globals.file {
        _ if globals.read_only => Pen::none(),
        Some(_) => Pen::below([PathBuf::from(".")].into_iter().chain(globals.allow_write.clone()), globals.overwrite),
        None => Pen::default(),
    }
}

/// An unpredictable seed, short enough to type again.
fn new_seed() -> u64 {
    UnwrapErr(SysRng).random_range(0..1_000_000)
}

/// Writes the output of a command.
fn emit(outcome: &Outcome) -> io::Result<()> {
    door::write(&outcome.stdout)?;
    door::write_aside(&outcome.stderr)
}
