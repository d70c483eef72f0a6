//! The one grammar of the shell and the prompt: global flags, and every command with its words. Never carries one out.

use std::path::PathBuf;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};

use crate::reply::{Cause, Failure};

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
    /// List what may be chosen, with letters and numbers
    Legal,
    /// Show the points
    Scores,
    /// Show the points; with a feature, score it next
    Score {
        /// A feature
        #[arg(allow_hyphen_values = true)]
        words: Vec<String>,
    },
    /// List every feature that was scored
    Ledger,
    /// Say where points come from
    Why {
        /// A player, a number of the ledger, or X,Y/SEGMENT
        #[arg(allow_hyphen_values = true)]
        what: Option<String>,
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
    /// Show the tiles of a set; in a lab, say what a pile holds
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

/// How a game begins.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct New {
    /// What to play with; NAME*N takes its tiles N times
    #[arg(value_name = "EXPANSION")]
    pub expansions: Vec<String>,
    /// Names of the players, in the order of play
    #[arg(long, value_delimiter = ',')]
    pub players: Option<Vec<String>>,
    /// Bots: KIND for every other seat, or KIND,KIND for the last ones, or NAME=KIND
    #[arg(long, value_delimiter = ',')]
    pub bots: Vec<String>,
    /// How long bots that search think about a choice: 1s, 200ms, or 2000n for so many visits of their tree
    #[arg(long, value_name = "TIME")]
    pub think: Option<String>,
    /// Whose rulebook
    #[arg(long)]
    pub edition: Option<String>,
    /// Set an option
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// What chance begins with
    #[arg(long)]
    pub seed: Option<u64>,
    /// An empty board on which any position can be set up
    #[arg(long)]
    pub lab: bool,
}

/// What to measure.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct Bench {
    /// What to play with
    #[arg(value_name = "EXPANSION")]
    pub expansions: Vec<String>,
    /// The same as a list
    #[arg(long, value_name = "EXPANSION", value_delimiter = ',')]
    pub with: Vec<String>,
    /// How many games
    #[arg(long, default_value_t = 10_000)]
    pub games: u64,
    /// What chance begins with
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// Replay each game and hold it against the laws
    #[arg(long)]
    pub check: bool,
    /// Show where the time of scripts goes, by expansion and hook; counting takes time itself
    #[arg(long)]
    pub profile: bool,
    /// Whose rulebook
    #[arg(long)]
    pub edition: Option<String>,
    /// Set an option
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

/// Who plays against whom, and how often.
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct Match {
    /// One bot
    #[arg(value_name = "BOT")]
    pub one: String,
    /// The other
    #[arg(value_name = "OTHER")]
    pub other: String,
    /// How many games; each seed is played twice, with the seats swapped
    #[arg(long, default_value_t = 100)]
    pub games: u64,
    /// What to play with
    #[arg(long, value_name = "EXPANSION", value_delimiter = ',')]
    pub with: Vec<String>,
    /// How long bots that search think about a choice: 1s, 200ms of a processor, or 2000n for so many visits of their tree
    #[arg(long, value_name = "TIME")]
    pub think: Option<String>,
    /// What chance begins with in the first two games; the next two take the next number
    #[arg(long, default_value_t = 1)]
    pub seed: u64,
    /// How many games are played at a time; each bot thinks on one core
    #[arg(long, value_name = "N")]
    pub threads: Option<usize>,
    /// Keep each result here, and go on from what it holds
    #[arg(long)]
    pub file: Option<PathBuf>,
    /// Whose rulebook
    #[arg(long)]
    pub edition: Option<String>,
    /// Set an option
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
}

/// Reads the words of one command.
pub fn parse<T: AsRef<str>>(words: &[T]) -> Result<Command, Failure> {
    let words = words.iter().map(|word| word.as_ref().to_string());
    let Line { command } = Line::try_parse_from(words).map_err(|error| failure(&error))?;
    Ok(command)
}

/// The names of all commands that have one.
pub fn names() -> Vec<String> {
    let names = Line::command();
    names.get_subcommands().map(|command| command.get_name().to_string()).collect()
}

/// How a command is written, as clap tells it.
pub fn usage(name: &str) -> Option<String> {
    let mut line = Line::command();
    line.build();
    let command = line.find_subcommand_mut(name)?;
    Some(tidy(&command.render_help().to_string()))
}

/// Without the blank that clap leaves where a program's name would be.
fn tidy(text: &str) -> String {
    text.replace("Usage:  ", "Usage: ").trim_end().to_string()
}

/// What clap has to say, on few lines.
pub fn failure(error: &clap::Error) -> Failure {
    if let Some(sentence) = wrong_number(error) {
        return Failure::usage(sentence);
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
    Failure::usage(lines.join("\n  "))
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
mod tests {
    use super::*;
    use crate::split;

    fn read(line: &str) -> Command {
        parse(&split::words(line).unwrap()).unwrap()
    }

    #[test]
    fn the_grammar_is_sound() {
        Cli::command().debug_assert();
        Line::command().debug_assert();
    }

    #[test]
    fn the_shell_takes_flags_before_and_after_a_command() {
        for line in ["bastide --expansions x new base --seed 3", "bastide new base --seed 3 --expansions x"] {
            let Cli { globals, command } = Cli::try_parse_from(line.split(' ')).unwrap();
            let Some(Command::New(new)) = command else { panic!() };
            assert_eq!((globals.folders, new.expansions, new.seed), (vec!["x".into()], vec!["base".into()], Some(3)));
        }
    }

    #[test]
    fn a_cell_is_never_a_flag() {
        assert_eq!(read("why -1,0/field:NL"), Command::Why { what: Some("-1,0/field:NL".into()) });
        assert_eq!(read("place -1,0 r90"), Command::Verb(["place", "-1,0", "r90"].map(String::from).into()));
    }

    #[test]
    fn an_expectation_keeps_the_flags_of_what_it_expects() {
        let Command::Expect { words } = read("expect refused new base --players Red --lab") else { panic!() };
        assert_eq!(words, ["refused", "new", "base", "--players", "Red", "--lab"]);
    }

    #[test]
    fn a_game_is_begun_with_everything_said() {
        let Command::New(new) = read("new base*10 --players A,B --option x=1 --option y=2 --seed 7 --lab") else {
            panic!()
        };
        assert_eq!(new.expansions, ["base*10"]);
        assert_eq!(new.players.unwrap(), ["A", "B"]);
        assert_eq!((new.options.len(), new.seed, new.lab), (2, Some(7), true));
    }

    #[test]
    fn a_slip_in_a_flag_is_a_usage_error_with_a_tip() {
        let failure = parse(&split::words("new --sed 3").unwrap()).unwrap_err();
        assert_eq!(failure.cause, Cause::Usage);
        assert!(failure.message.contains("--seed"), "{failure}");
    }

    #[test]
    fn a_number_that_is_none_is_told_in_a_sentence() {
        for (line, sentence) in [
            ("new --seed x", "--seed takes a whole number, not `x`"),
            ("new --seed 99999999999999999999", "99999999999999999999 is too large for --seed"),
            ("log x", "`x` is no whole number"),
        ] {
            assert_eq!(parse(&split::words(line).unwrap()).unwrap_err().message, sentence);
        }
    }

    #[test]
    fn the_sets_of_a_bench_may_be_a_list() {
        let Command::Bench(bench) = read("bench --with a,b c") else { panic!() };
        assert_eq!((bench.with.join(" "), bench.expansions.join(" ")), ("a b".into(), "c".into()));
    }
}
