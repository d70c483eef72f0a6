//! Words as arguments: what clap reads from them, and its errors in a few lines. Knows no command.

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args};

use crate::io::reply::{Cause, Failure};

/// The grammar of a command with this name.
pub fn grammar<A: Args>(name: &'static str) -> clap::Command {
    A::augment_args(clap::Command::new(name).no_binary_name(true))
}

/// Parses the words after the first one.
pub fn matches<T: AsRef<str>>(grammar: &clap::Command, words: &[T]) -> Result<ArgMatches, Failure> {
    let words = words.iter().skip(1).map(|word| word.as_ref().to_string());
    grammar.clone().try_get_matches_from(words).map_err(|error| failure(&error))
}

/// The same, as a struct.
pub fn read<A: Args, T: AsRef<str>>(name: &'static str, words: &[T]) -> Result<A, Failure> {
    from_matches(&matches(&grammar::<A>(name), words)?)
}

/// Builds the struct from parsed arguments.
pub fn from_matches<A: Args>(matches: &ArgMatches) -> Result<A, Failure> {
    A::from_arg_matches(matches).map_err(|error| failure(&error))
}

/// The usage of a command.
pub fn usage(grammar: &clap::Command) -> String {
    grammar.clone().render_help().to_string().trim_end().to_string()
}

/// A clap error as a failure of a few lines.
pub fn failure(error: &clap::Error) -> Failure {
    if let Some(sentence) = wrong_number(error) {
        return about_word(Failure::usage(sentence), error);
    }
    let text = error.to_string();
    if !error.use_stderr() {
        // Help that was asked for is not an error; the caller prints it.
        let mut help = Failure::new(Cause::Usage, text.trim_end());
        help.data.insert("help".into(), true.into());
        return help;
    }
    let lines =
        text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with("For more information"));
    let lines: Vec<&str> = lines.map(|line| line.trim_start_matches("error: ")).collect();
    about_word(Failure::usage(lines.join("\n  ")), error)
}

/// Adds the word that clap complained about.
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

/// Numbers are the only parsed values, so a wrong value is a wrong number.
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
        None => format!("`{value}` is not a whole number"),
    })
}
