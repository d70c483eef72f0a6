//! The command line of the shell: global flags, accepted anywhere, and all commands. Never runs one.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::LazyLock;

use clap::{ArgMatches, Args, FromArgMatches, ValueEnum};

use crate::io::reply::Failure;
use crate::line::command::Commands;

/// The global flags.
#[derive(Clone, Debug, Default, Args)]
pub struct Globals {
    /// Run these commands, separated by `;`
    #[arg(short = 'c', value_name = "COMMANDS", allow_hyphen_values = true, conflicts_with = "file")]
    pub commands: Option<String>,
    /// Run the commands in this file, one per line
    #[arg(short = 'f', value_name = "FILE")]
    pub file: Option<PathBuf>,
    /// Look for expansions in this folder first (repeatable)
    #[arg(id = "folders", long = "expansions", value_name = "DIR", global = true)]
    pub folders: Vec<PathBuf>,
    /// Print text for people, or one JSON object per line
    #[arg(long, value_enum, global = true)]
    pub format: Option<Format>,
    /// When to print colours
    #[arg(long, value_enum, global = true)]
    pub color: Option<When>,
    /// What to draw with: pictures where the terminal shows them, or characters
    #[arg(long, value_enum, global = true)]
    pub glyphs: Option<Characters>,
    /// Read settings from this file instead of the user's own
    #[arg(long, value_name = "FILE", global = true)]
    pub config: Option<PathBuf>,
    /// Print sentences instead of pictures, one fact per line, for screen readers
    #[arg(long, global = true)]
    pub plain: bool,
    /// Never write a file, whatever the commands say
    #[arg(long, global = true)]
    pub read_only: bool,
    /// With -f: also allow writing below this folder (repeatable)
    #[arg(long, value_name = "DIR", global = true)]
    pub allow_write: Vec<PathBuf>,
    /// With -f: allow replacing existing files
    #[arg(long, global = true)]
    pub overwrite: bool,
    /// Continue after an error in a script
    #[arg(long, global = true)]
    pub keep_going: bool,
    /// Print each command of a script before its answer
    #[arg(long, global = true)]
    pub echo: bool,
}

/// The format of answers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text for people.
    #[default]
    Human,
    /// One JSON object per line.
    Json,
}

/// When to print colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum When {
    /// If the terminal has them.
    #[default]
    Auto,
    /// Always, even into a file.
    Always,
    /// Never.
    Never,
}

/// What to draw with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Characters {
    /// Pictures if the terminal says that it shows them, else characters as the locale says
    #[default]
    Auto,
    /// The same, but say so if the terminal shows no pictures
    Pictures,
    /// Half-blocks, boxes and shades
    Unicode,
    /// ASCII only
    Ascii,
}

impl Characters {
    /// Whether the board may be a picture, on a terminal with colours or without.
    pub fn may_be_pictures(self, has_colours: bool) -> bool {
        self == Characters::Pictures || self == Characters::Auto && has_colours
    }
}

/// The grammar of the shell.
pub fn grammar(commands: &Commands) -> clap::Command {
    // Any other word is a verb of the game or of the lab.
    let program = clap::Command::new("bastide").version(env!("CARGO_PKG_VERSION")).allow_external_subcommands(true);
    let named = commands.all().map(|entry| entry.grammar.clone().no_binary_name(false));
    Globals::augment_args(program)
        .subcommands(named)
        .disable_help_subcommand(true)
        .about("A scriptable Carcassonne at a prompt")
        .after_help(
            "Without a command, a file or a pipe it opens the prompt. `bastide help` is one screen of examples.",
        )
}

/// Parses a command line: the global flags, and the command with its arguments.
pub fn read(
    commands: &Commands,
    arguments: &[OsString],
) -> Result<(Globals, Option<(String, ArgMatches)>), clap::Error> {
    let mut matches = grammar(commands).try_get_matches_from(arguments)?;
    let globals = Globals::from_arg_matches(&matches)?;
    Ok((globals, matches.remove_subcommand()))
}

/// The global flags; `-c` and `-f` have no long name.
static FLAGS: LazyLock<clap::Command> = LazyLock::new(|| Globals::augment_args(clap::Command::new("")));
const FORMAT: &str = "--format";

/// Whether this is a global flag, and if so, whether it takes a value.
fn flag(word: &str) -> Option<bool> {
    let named = |arg: &&clap::Arg| match word.strip_prefix("--") {
        Some(long) => arg.get_long() == Some(long),
        None => arg.get_short().is_some_and(|short| word == format!("-{short}")),
    };
    FLAGS.get_arguments().find(named).map(|arg| arg.get_action().takes_values())
}

/// The global flags of a command line, and its other words, both in order and without the program's name.
pub fn apart(arguments: &[OsString]) -> (Vec<OsString>, Vec<OsString>) {
    let (mut flags, mut words) = (Vec::new(), Vec::new());
    let mut rest = arguments.iter().skip(1).cloned().peekable();
    while let Some(word) = rest.next() {
        let text = word.to_string_lossy().into_owned();
        let (name, value) = text.split_once('=').map_or((&*text, None), |(name, value)| (name, Some(value)));
        // After a command, -c and -f belong to it.
        let known = flag(name).filter(|_| words.is_empty() || name.starts_with("--"));
        match (known, value) {
            (Some(true), None) if rest.peek().is_some() => {
                flags.extend([Some(word), rest.next()].into_iter().flatten())
            }
            (Some(true), Some(_)) | (Some(false), None) => flags.push(word),
            _ => words.push(word),
        }
    }
    (flags, words)
}

/// Whether flags ask for JSON, before they are parsed.
pub fn ask_for_json(flags: &[OsString]) -> bool {
    let words: Vec<String> = flags.iter().map(|flag| flag.to_string_lossy().into_owned()).collect();
    matches!(split(&words), Ok((_, Some(Format::Json))))
}

/// The words of one line and the format that it asks for. Other global flags are refused in a line.
pub fn of_line(words: &[String]) -> Result<(Vec<String>, Option<Format>), Failure> {
    let (words, format) = split(words)?;
    let is_flag = |word: &&String| {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        name.starts_with("--") && flag(name).is_some()
    };
    match words.iter().find(is_flag) {
        Some(flag) => {
            Err(Failure::usage(format!("{flag} applies to the whole session; pass it when you start bastide")))
        }
        None => Ok((words, format)),
    }
}

fn split(words: &[String]) -> Result<(Vec<String>, Option<Format>), Failure> {
    let (mut rest, mut format) = (Vec::new(), None);
    let mut words = words.iter();
    while let Some(word) = words.next() {
        let value = match word.strip_prefix(FORMAT) {
            Some("") => words.next().map_or("", String::as_str),
            Some(value) if value.starts_with('=') => &value[1..],
            _ => {
                rest.push(word.clone());
                continue;
            }
        };
        let wrong = |_| Failure::usage(format!("{FORMAT} is human or json, not `{value}`"));
        format = Some(Format::from_str(value, true).map_err(wrong)?);
    }
    Ok((rest, format))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split_flags(line: &str) -> (String, String) {
        let (flags, words) = apart(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        let joined = |list: Vec<OsString>| list.join(&OsString::from(" ")).into_string().unwrap();
        (joined(flags), joined(words))
    }

    #[test]
    fn flags_are_found_before_and_after_a_command() {
        for line in ["b --glyphs ascii --echo tiles x", "b tiles --echo x --glyphs ascii", "b tiles x --glyphs=ascii"] {
            let (flags, words) = split_flags(line);
            assert!(flags.contains("--glyphs") && words == "tiles x", "{line}: {flags} | {words}");
        }
        assert_eq!(split_flags("b -c scores --echo"), ("-c scores --echo".into(), "".into()));
        assert_eq!(
            split_flags("b why --format"),
            ("".into(), "why --format".into()),
            "a flag without its value is a word"
        );
    }

    #[test]
    fn a_line_may_ask_for_a_format_and_for_nothing_else() {
        let line = |words: &str| of_line(&words.split(' ').map(String::from).collect::<Vec<_>>());
        assert_eq!(line("scores --format json").unwrap(), (vec!["scores".to_string()], Some(Format::Json)));
        assert!(
            line("why --glyphs ascii").is_err() && line("expect over --echo").is_err() && line("x --format y").is_err()
        );
    }
}
