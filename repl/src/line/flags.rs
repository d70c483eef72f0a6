//! Flags that hold for every command: taken out of a command line wherever they stand, so that a command that takes any
//! words does not swallow them.

use std::ffi::OsString;

use clap::ValueEnum;

use crate::io::reply::Failure;
use crate::line::cli::Format;

const FORMAT: &str = "--format";
/// Flags that a value follows.
const VALUED: [&str; 6] = [FORMAT, "--expansions", "--color", "--glyphs", "--config", "--allow-write"];
/// Flags that stand alone.
const ALONE: [&str; 5] = ["--keep-going", "--echo", "--plain", "--read-only", "--overwrite"];
/// Flags that say where commands come from; a value follows them.
const SOURCES: [&str; 2] = ["-c", "-f"];

/// The flags of a command line, and its other words, each in their order. The program's name is among neither.
pub fn apart(arguments: &[OsString]) -> (Vec<OsString>, Vec<OsString>) {
    let (mut flags, mut words) = (Vec::new(), Vec::new());
    let mut rest = arguments.iter().skip(1).cloned().peekable();
    while let Some(word) = rest.next() {
        let text = word.to_string_lossy().into_owned();
        let name = text.split_once('=').map_or(&*text, |(name, _)| name);
        // After a command, -c and -f are words of it.
        let takes_value = VALUED.contains(&&*text) || words.is_empty() && SOURCES.contains(&&*text);
        if takes_value && rest.peek().is_some() {
            flags.push(word);
            flags.extend(rest.next());
        } else if ALONE.contains(&&*text) || VALUED.contains(&name) && name != text {
            flags.push(word);
        } else {
            words.push(word);
        }
    }
    (flags, words)
}

/// Whether flags ask for JSON, before they are read in earnest.
pub fn ask_for_json(flags: &[OsString]) -> bool {
    let words: Vec<String> = flags.iter().map(|flag| flag.to_string_lossy().into_owned()).collect();
    matches!(split(&words), Ok((_, Some(Format::Json))))
}

/// The words of one line and the format that it asks for. A flag of the whole session has no place in a line.
pub fn of_line(words: &[String]) -> Result<(Vec<String>, Option<Format>), Failure> {
    let (words, format) = split(words)?;
    let is_flag = |word: &&String| {
        let name = word.split_once('=').map_or(word.as_str(), |(name, _)| name);
        VALUED.contains(&name) || ALONE.contains(&name)
    };
    match words.iter().find(is_flag) {
        Some(flag) => Err(Failure::usage(format!("{flag} holds for a whole session: say it where bastide is started"))),
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

    fn parted(line: &str) -> (String, String) {
        let (flags, words) = apart(&line.split(' ').map(OsString::from).collect::<Vec<_>>());
        let joined = |list: Vec<OsString>| list.join(&OsString::from(" ")).into_string().unwrap();
        (joined(flags), joined(words))
    }

    #[test]
    fn flags_are_found_before_and_after_a_command() {
        for line in ["b --glyphs ascii --echo tiles x", "b tiles --echo x --glyphs ascii", "b tiles x --glyphs=ascii"] {
            let (flags, words) = parted(line);
            assert!(flags.contains("--glyphs") && words == "tiles x", "{line}: {flags} | {words}");
        }
        assert_eq!(parted("b -c scores --echo"), ("-c scores --echo".into(), "".into()));
        assert_eq!(parted("b why --format"), ("".into(), "why --format".into()), "a flag without its value is a word");
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
