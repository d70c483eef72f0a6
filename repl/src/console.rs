//! Lua at the prompt: `lua CODE` reads the table of the running game and changes nothing. Code goes on over several lines until it
//! is whole.

use bastide_core::script;

use crate::reply::{Cause, Failure, Reply};
use crate::session::Session;
use crate::split;

/// Runs code on the game at hand and shows what it printed and what it came to.
pub fn lua(session: &Session, code: &str) -> Result<Reply, Failure> {
    let lines = session.table()?.game.evaluate(code).map_err(|fault| {
        let place = if fault.line > 0 { format!("lua:{}", fault.line) } else { fault.file };
        Failure::new(Cause::Manifest, format!("{place}: {}", fault.message))
    })?;
    Ok(Reply::text(lines.join("\n")).with("lines", lines))
}

/// Code that is not whole after so many lines never will be.
const MOST_LINES: usize = 200;

/// Whether a line begins code that is not whole yet, so that more has to follow.
pub fn is_unfinished(line: &str) -> bool {
    split::code(line).is_some_and(|code| code.lines().count() < MOST_LINES && script::is_unfinished(code))
}

/// The commands of a text: its lines, except that code takes as many as it needs.
pub fn commands(text: &str) -> Vec<String> {
    let mut commands: Vec<String> = Vec::new();
    for line in text.lines() {
        match commands.last_mut().filter(|last| is_unfinished(last)) {
            Some(last) => *last = format!("{last}\n{line}"),
            None => commands.push(line.into()),
        }
    }
    commands
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn code_takes_as_many_lines_as_it_needs_and_nothing_else_does() {
        let text = "scores\nlua for i = 1, 2 do\nprint(i)\nend\nlua 1 +\n2\nlua )\nboard";
        let expected = ["scores", "lua for i = 1, 2 do\nprint(i)\nend", "lua 1 +\n2", "lua )", "board"];
        assert_eq!(commands(text), expected);
        assert!(is_unfinished(" lua game:figures({") && is_unfinished("lua {") && !is_unfinished("lua"));
        assert!(is_unfinished(&format!("lua {{{}", "\n1,".repeat(MOST_LINES - 2))));
        assert!(!is_unfinished(&format!("lua {{{}", "\n1,".repeat(MOST_LINES))));
        assert!(!is_unfinished("luau (") && !is_unfinished("say \"lua (\""));
    }
}
