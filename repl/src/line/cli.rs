//! The one grammar of the shell and the prompt: global flags, and every command with its words. Never carries one out.

use std::path::PathBuf;
use std::sync::LazyLock;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::commands::seeing::{Step, Switch};
use crate::draw::overlay::Overlay;
use crate::game::assist::Assist;
use crate::io::reply::{Cause, Failure};
use crate::line::complete::Candidate;

mod arguments;

pub use arguments::{Bench, Export, Match, New};

/// A scriptable Carcassonne at a prompt.
#[derive(Debug, Parser)]
#[command(name = "bastide", version, disable_help_subcommand = true, args_conflicts_with_subcommands = false)]
#[command(
    after_help = "Without a command, a file or a pipe it opens the prompt. `bastide help` is one screen of examples."
)]
pub struct Cli {
    /// What holds for every command.
    #[command(flatten)]
    pub globals: Globals,
    /// One command; the prompt if there is none.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// What holds for every command.
#[derive(Clone, Debug, Default, Args)]
pub struct Globals {
    /// Carry out these commands, parted by `;`
    #[arg(short = 'c', value_name = "COMMANDS", allow_hyphen_values = true, conflicts_with = "file")]
    pub commands: Option<String>,
    /// Carry out the commands of a file, one a line
    #[arg(short = 'f', value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Look for expansions in this folder first; may be given several times
    #[arg(id = "folders", long = "expansions", value_name = "DIR", global = true)]
    pub folders: Vec<PathBuf>,
    /// Print for people, or one JSON object a line
    #[arg(long, value_enum, global = true)]
    pub format: Option<Format>,
    /// When to print colours
    #[arg(long, value_enum, global = true)]
    pub color: Option<When>,
    /// Which characters to draw with
    #[arg(long, value_enum, global = true)]
    pub glyphs: Option<Characters>,
    /// Read settings from this file instead of the user's
    #[arg(long, value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,
    /// Sentences in place of pictures, one fact a line: for screen readers
    #[arg(long, global = true)]
    pub plain: bool,
    /// Write no file, whatever the commands say
    #[arg(long, global = true)]
    pub read_only: bool,
    /// With -f: also write below this folder; may be given several times
    #[arg(long, value_name = "DIR", global = true)]
    pub allow_write: Vec<PathBuf>,
    /// With -f: replace files that exist
    #[arg(long, global = true)]
    pub overwrite: bool,
    /// Go on after an error in a script
    #[arg(long, global = true)]
    pub keep_going: bool,
    /// Print each command of a script before its answer
    #[arg(long, global = true)]
    pub echo: bool,
}

/// For whom answers are printed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    #[default]
    Human,
    /// One JSON object a line.
    Json,
}

/// When to print colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// As the terminal has it.
    #[default]
    Auto,
    /// Even into a file.
    Always,
    /// Never.
    Never,
}

/// Which characters to draw with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Characters {
    /// As the locale has it.
    #[default]
    Auto,
    /// Half-blocks, boxes and shades.
    Unicode,
    /// Nothing beyond ASCII.
    Ascii,
}

/// One line at the prompt.
#[derive(Debug, Parser)]
#[command(multicall = true, disable_help_subcommand = true, disable_version_flag = true)]
struct Line {
    #[command(subcommand)]
    command: Command,
}

/// Every command but the verbs of the game and the lab, which its rules name.
#[derive(Clone, Debug, PartialEq, Eq, Subcommand)]
pub enum Command {
    /// Begin a game
    New(New),
    /// Draw the board
    Board {
        /// Nothing beyond ASCII
        #[arg(long)]
        ascii: bool,
    },
    /// Tell the whole table in sentences
    Look,
    /// Tell all of a cell, a feature, a figure, a player, a kind
    Info {
        /// X,Y or a letter, X,Y/SEGMENT, OWNER:KIND@PLACE, or a name; the last tile if not said
        #[arg(allow_hyphen_values = true)]
        what: Option<String>,
    },
    /// Show whose each field is
    Farms,
    /// Show whose each feature is
    Owners,
    /// Show how many of the tiles to come fit each open cell
    Fits {
        /// Only this one, X,Y or a letter
        #[arg(allow_hyphen_values = true)]
        cell: Option<String>,
    },
    /// Show the tiles that are still to come
    Bag,
    /// Keep something laid over the board
    Display {
        /// What
        what: Option<Overlay>,
    },
    /// Draw the board larger or smaller
    Zoom {
        /// Which way
        how: Option<Step>,
    },
    /// Tell the table in sentences from now on, for screen readers
    Plain {
        /// Or draw it again
        on: Option<Switch>,
    },
    /// Move the part of the board that is shown
    Pan {
        /// N, E, S, W, a cell X,Y, or home
        #[arg(allow_hyphen_values = true)]
        to: Option<String>,
    },
    /// Name the best moves and what each is worth
    Hint {
        /// So many
        #[arg(default_value_t = 3)]
        n: usize,
    },
    /// Tell how the game went: points by source, the lead, the largest features
    Stats,
    /// Say how much is told: points to come, counts, hints, letters
    Assist {
        /// How much
        level: Option<Assist>,
    },
    /// List what may be chosen, with letters and numbers
    Legal,
    /// Show the points
    Scores {
        /// What each would have if the game ended now, by source
        #[arg(long = "final")]
        end: bool,
    },
    /// Show the points; with a feature, score it next
    Score {
        /// A feature
        #[arg(allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// List every feature that was scored
    Ledger,
    /// Say where points come from, or why a move is not allowed
    Why {
        /// A player, a number of the ledger, X,Y/SEGMENT, or a move
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        what: Vec<String>,
    },
    /// Tell what happened
    Log {
        /// Only the last so many lines
        n: Option<usize>,
    },
    /// Show the whole table
    State,
    /// Show what the players have left, and the pile
    Supply,
    /// Take back the last choice, or n of them, or the turn
    Undo {
        /// How many choices, or `turn`
        what: Option<String>,
    },
    /// Do again what was taken back
    Redo {
        /// How many choices
        n: Option<usize>,
    },
    /// Write the game to a file
    Save {
        /// Where; the last file, or the usual folder, if not said
        file: Option<PathBuf>,
    },
    /// Read a game from a file
    Load {
        /// Where from
        file: PathBuf,
    },
    /// Show who is a bot, or make one
    Bots {
        /// Which player
        player: Option<String>,
        /// Which bot, or `off`
        kind: Option<String>,
        /// Do not let it move before the next choice or `run`
        #[arg(long)]
        wait: bool,
    },
    /// Go on with the game that was left unfinished
    Resume,
    /// Learn the game in five lessons
    Tutorial {
        /// `next`, `back`, `leave`, or a lesson by number or name
        lesson: Option<String>,
    },
    /// Draw the board into a file
    Export(Export),
    /// Draw all tiles of a set into a file
    Sheet {
        /// Which set
        set: String,
        /// FILE.svg or FILE.png; the set's name with .svg if not said
        file: Option<PathBuf>,
        /// With the names and numbers of the segments
        #[arg(long)]
        spots: bool,
    },
    /// Show a game at a turn, or write it as a page
    Replay {
        /// The file of the game; the one at the table if not said
        game: Option<PathBuf>,
        /// After this turn; at its end if not said
        #[arg(long, value_name = "TURN")]
        to: Option<usize>,
        /// Write the whole game as a page to this file
        #[arg(long, value_name = "FILE", conflicts_with = "to")]
        html: Option<PathBuf>,
    },
    /// Run Lua that reads the game and changes nothing
    Lua {
        /// What to run
        #[arg(allow_hyphen_values = true)]
        code: String,
    },
    /// Let bots play on
    Run {
        /// So many turns; to the end if not said
        n: Option<usize>,
    },
    /// Take up changed scripts and manifests in the running game
    Reload {
        /// Drop this set from the game, if its record fits without it
        #[arg(long, value_name = "SET")]
        without: Option<String>,
    },
    /// Show the tiles of a set; in a lab, set what a pile holds
    Tiles {
        /// A set, or a pile and its tiles
        #[arg(allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// List the expansions that there are
    Expansions,
    /// List the editions
    Editions,
    /// List the options and their values
    Options,
    /// Run scenes
    Test {
        /// Files, or folders of them
        #[arg(required = true)]
        paths: Vec<PathBuf>,
    },
    /// Say what should be so
    #[command(hide = true)]
    Expect {
        /// The expectation
        #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// Play random games and measure
    Bench(Bench),
    /// Show where files lie and what is set
    Paths,
    /// Print what makes a shell complete these commands
    Completions {
        /// Which shell
        #[arg(value_enum)]
        shell: Shell,
    },
    /// Print the manual page
    Man,
    /// Let two bots play many games against each other
    Match(Match),
    /// Help, also on one command
    Help {
        /// On what
        topic: Vec<String>,
    },
    /// Leave
    #[command(alias = "exit")]
    Quit,
    /// A verb of the game or of the lab
    #[command(external_subcommand)]
    Verb(Vec<String>),
}

/// Reads the words of one command.
pub fn parse<T: AsRef<str>>(words: &[T]) -> Result<Command, Failure> {
    let words = words.iter().map(|word| word.as_ref().to_string());
    let Line { command } = Line::try_parse_from(words).map_err(|error| failure(&error))?;
    Ok(command)
}

/// The names of all commands that have one.
pub fn names() -> Vec<String> {
    // The whole grammar is made to name its parts, and names are asked for several times a line.
    static NAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
        let line = Line::command();
        line.get_subcommands().map(|command| command.get_name().to_string()).collect()
    });
    NAMES.clone()
}

/// How a command is written, as clap tells it.
pub fn usage(name: &str) -> Option<String> {
    let mut line = Line::command();
    line.build();
    let command = line.find_subcommand_mut(name)?;
    Some(tidy(&command.render_help().to_string()))
}

/// All commands, with what they do.
pub fn commands() -> Vec<Candidate> {
    let line = Line::command();
    let shown = line.get_subcommands().filter(|command| !command.is_hide_set());
    let about = |command: &clap::Command| command.get_about().map(ToString::to_string).unwrap_or_default();
    shown.map(|command| Candidate::new(command.get_name(), about(command))).collect()
}

/// What a command does, in a few words.
pub fn about(name: &str) -> Option<String> {
    let line = Line::command();
    Some(line.find_subcommand(name)?.get_about()?.to_string())
}

/// The grammar of one command, for whoever wants to know what may come next.
pub fn grammar(name: &str) -> Option<clap::Command> {
    Line::command().find_subcommand(name).cloned()
}

/// The grammar of the shell.
pub fn shell() -> clap::Command {
    Cli::command()
}

/// Without the blank that clap leaves where a program's name would be.
fn tidy(text: &str) -> String {
    text.replace("Usage:  ", "Usage: ").trim_end().to_string()
}

/// What clap has to say, on few lines.
pub fn failure(error: &clap::Error) -> Failure {
    if let Some(sentence) = wrong_number(error) {
        return about_word(Failure::usage(sentence), error);
    }
    let text = tidy(&error.to_string());
    if !error.use_stderr() {
        // Asked for, so it is no error; the caller prints it.
        let mut help = Failure::new(Cause::Usage, text);
        help.data.insert("help".into(), true.into());
        return help;
    }
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let lines: Vec<&str> = lines.map(|line| line.trim_start_matches("error: ")).collect();
    about_word(Failure::usage(lines.join("\n  ")), error)
}

/// A failure with the word that clap stumbled over.
fn about_word(failure: Failure, error: &clap::Error) -> Failure {
    let said = [ContextKind::InvalidValue, ContextKind::InvalidArg, ContextKind::InvalidSubcommand];
    let mut words = said.into_iter().filter_map(|kind| match error.get(kind) {
        Some(ContextValue::String(word)) if !word.is_empty() => Some(word.as_str()),
        _ => None,
    });
    match words.next() {
        Some(word) => failure.at(word),
        None => failure,
    }
}

/// The only values that are read and can be wrong are numbers.
fn wrong_number(error: &clap::Error) -> Option<String> {
    let text = |kind: ContextKind| match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.as_str()),
        _ => None,
    };
    if error.kind() != ErrorKind::ValueValidation {
        return None;
    }
    let (argument, value) = (text(ContextKind::InvalidArg)?, text(ContextKind::InvalidValue)?);
    let is_number = !value.is_empty() && value.bytes().all(|byte| byte.is_ascii_digit());
    Some(match argument.split_once(' ').filter(|(name, _)| name.starts_with("--")) {
        Some((name, _)) if is_number => format!("{value} is too large for {name}"),
        Some((name, _)) => format!("{name} takes a whole number, not `{value}`"),
        None if is_number => format!("{value} is too large"),
        None => format!("`{value}` is no whole number"),
    })
}

#[cfg(test)]
mod tests;
