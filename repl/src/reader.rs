//! Scripts: lines from a pipe or a file. Every error names its line, and an invalid line does not affect the next.
//! Knows no command.

use std::io::{self, BufRead, Read};

use crate::io::reply::{Failure, Outcome};
use crate::line::lines;
use crate::line::shell::Format;
use crate::session::Session;

/// The maximum length of a line.
const MAX_LINE_BYTES: usize = 1 << 20;

/// How a script is run.
#[derive(Clone, Copy, Debug, Default)]
pub struct ScriptOptions {
    /// Whether it continues after an error.
    pub keep_going: bool,
    /// Whether each command is printed before its answer.
    pub echo: bool,
}

/// Runs a script; `emit` prints the output of each line. Returns the exit code.
pub fn run(
    session: &mut Session,
    name: &str,
    mut input: impl BufRead,
    options: ScriptOptions,
    emit: &mut dyn FnMut(&Outcome) -> io::Result<()>,
) -> io::Result<u8> {
    let mut code = 0;
    let (mut number, mut offset) = (0, 0);
    loop {
        number += 1;
        session.place = Some((name.into(), number));
        let line = match next_line(&mut input, &mut offset) {
            Ok(Some(line)) => line,
            Ok(None) => break,
            Err(LineError::Line(failure)) => {
                let outcome = session.failed(failure);
                emit(&outcome)?;
                code = if code == 0 { outcome.code } else { code };
                if options.keep_going {
                    continue;
                }
                break;
            }
            Err(LineError::Input(error)) => {
                let outcome = session.failed(Failure::io(format!("cannot be read: {error}")));
                emit(&outcome)?;
                return Ok(outcome.code);
            }
        };
        let line = match code_from(&mut input, line, &mut number, &mut offset) {
            Ok(line) => line,
            Err(failure) => {
                let outcome = session.failed(failure);
                emit(&outcome)?;
                return Ok(outcome.code);
            }
        };
        if one(session, &line, options, &mut code, emit)? {
            break;
        }
    }
    session.place = None;
    Ok(code)
}

/// A line and the lines after it that belong to the same Lua code.
fn code_from(
    input: &mut impl BufRead,
    mut line: String,
    number: &mut usize,
    offset: &mut u64,
) -> Result<String, Failure> {
    while lines::is_unfinished(&line) {
        match next_line(input, offset) {
            Ok(Some(more)) if line.len() + more.len() < MAX_LINE_BYTES => line = format!("{line}\n{more}"),
            Ok(Some(_)) => return Err(Failure::usage(format!("the code is longer than {MAX_LINE_BYTES} bytes"))),
            Ok(None) => return Err(Failure::usage("unfinished input: the code that starts here does not end")),
            Err(LineError::Line(failure)) => return Err(failure),
            Err(LineError::Input(error)) => return Err(Failure::io(format!("cannot be read: {error}"))),
        }
        *number += 1;
    }
    Ok(line)
}

/// Runs commands that were given in one text, separated by `;` and by line ends.
pub fn run_text(
    session: &mut Session,
    text: &str,
    options: ScriptOptions,
    emit: &mut dyn FnMut(&Outcome) -> io::Result<()>,
) -> io::Result<u8> {
    let mut code = 0;
    for (command, number) in lines::separated(text).iter().zip(1..) {
        session.place = Some(("-c".into(), number));
        if one(session, command, options, &mut code, emit)? {
            return Ok(code);
        }
    }
    session.place = None;
    Ok(code)
}

/// Runs one line. Returns whether the script ends here.
fn one(
    session: &mut Session,
    line: &str,
    options: ScriptOptions,
    code: &mut u8,
    emit: &mut dyn FnMut(&Outcome) -> io::Result<()>,
) -> io::Result<bool> {
    if options.echo && session.format == Format::Human && !line.trim().is_empty() {
        let echo: String = line.lines().map(|line| format!("> {line}\n")).collect();
        emit(&Outcome { stdout: echo, ..Outcome::default() })?;
    }
    let outcome = session.execute(line);
    emit(&outcome)?;
    if *code == 0 {
        *code = outcome.code;
    }
    Ok(outcome.quits || outcome.stops && !options.keep_going)
}

enum LineError {
    Line(Failure),
    Input(io::Error),
}

/// The next line without its line break. An error in one line does not affect the next.
fn next_line(input: &mut impl BufRead, offset: &mut u64) -> Result<Option<String>, LineError> {
    let mut bytes = Vec::new();
    let most = MAX_LINE_BYTES as u64 + 2;
    let read = input.by_ref().take(most).read_until(b'\n', &mut bytes).map_err(LineError::Input)?;
    if read == 0 {
        return Ok(None);
    }
    let start = *offset;
    *offset += read as u64;
    let ended = bytes.last() == Some(&b'\n');
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    if !ended && read as u64 == most {
        *offset += skip_line(input).map_err(LineError::Input)?;
    }
    if bytes.len() > MAX_LINE_BYTES {
        return Err(LineError::Line(Failure::usage(format!("the line is longer than {MAX_LINE_BYTES} bytes"))));
    }
    String::from_utf8(bytes).map(Some).map_err(|error| {
        let at = start + error.utf8_error().valid_up_to() as u64;
        LineError::Line(Failure::usage(format!("byte {at} of the input is not UTF-8")))
    })
}

/// Skips to the end of a line without storing it.
fn skip_line(input: &mut impl BufRead) -> io::Result<u64> {
    let mut skipped = 0;
    loop {
        let buffer = input.fill_buf()?;
        if buffer.is_empty() {
            return Ok(skipped);
        }
        let end = buffer.iter().position(|byte| *byte == b'\n');
        let used = end.map_or(buffer.len(), |end| end + 1);
        input.consume(used);
        skipped += used as u64;
        if end.is_some() {
            return Ok(skipped);
        }
    }
}
