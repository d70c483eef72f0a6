//! The commands of a text: one per line, but Lua code continues over several lines until it is complete. Where `;`
//! separates commands, code extends as far as it is valid Lua.

use bastide_core::script;

use crate::io::split;

/// Code that is incomplete after this many lines is given up.
const MAX_LINES: usize = 200;

/// Whether a line starts code that is incomplete, so that more has to follow.
pub fn is_unfinished(line: &str) -> bool {
    split::code(line).is_some_and(|code| code.lines().count() < MAX_LINES && script::is_unfinished(code))
}

/// The commands of a text: one per line, but code takes as many lines as it needs.
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

/// The same for a text in which `;` also separates commands.
pub fn separated(text: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let mut unfinished: Option<String> = None;
    for line in text.lines() {
        let line = unfinished.take().map_or(line.into(), |code| format!("{code}\n{line}"));
        let mut rest = line.as_str();
        while !rest.trim().is_empty() {
            if code_end(rest).is_none() && is_unfinished(rest) {
                unfinished = Some(rest.trim_start().into());
                break;
            }
            let (command, more) = first(rest);
            commands.push(command.trim().to_string());
            rest = more;
        }
    }
    commands.extend(unfinished);
    commands.retain(|command| !split::words(command).is_ok_and(|words| words.is_empty()));
    commands
}

/// The first command of a line, and the rest.
fn first(line: &str) -> (&str, &str) {
    match (split::code(line), code_end(line)) {
        (None, _) => split::first(line),
        (Some(_), Some(end)) => (&line[..end], line[end..].strip_prefix(';').unwrap_or_default()),
        // Invalid Lua is one command, so that its error shows all of it.
        (Some(_), None) => (line, ""),
    }
}

/// The end of the code at the start of a line: Lua has `;` too, so it is the last one before which everything is valid
/// Lua.
fn code_end(line: &str) -> Option<usize> {
    split::code(line)?;
    let ends: Vec<usize> = line.match_indices(';').map(|(at, _)| at).take(MAX_LINES).chain([line.len()]).collect();
    ends.into_iter().rev().find(|end| split::code(&line[..*end]).is_some_and(script::is_whole))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn semicolons_separate_commands_and_leave_code_alone() {
        let commands = |text: &str| separated(text);
        assert_eq!(commands("new; ; log \"a;b\";# c; d"), ["new", "log \"a;b\""]);
        assert_eq!(commands("new; lua #f({ k = \"c;d\" }); log"), ["new", "lua #f({ k = \"c;d\" })", "log"]);
        assert_eq!(commands("lua local x = 1; return x; log"), ["lua local x = 1; return x", "log"]);
        assert_eq!(
            commands("a; lua for i = 1, 2 do\nprint(i); end; b"),
            ["a", "lua for i = 1, 2 do\nprint(i); end", "b"]
        );
        assert_eq!(commands("lua ); log"), ["lua ); log"]);
        assert_eq!(commands("lua 1; lua {\n"), ["lua 1", "lua {"]);
        assert_eq!(commands("a\n# b\nc \"d"), ["a", "c \"d"]);
    }

    #[test]
    fn code_takes_as_many_lines_as_it_needs_and_nothing_else_does() {
        let text = "scores\nlua for i = 1, 2 do\nprint(i)\nend\nlua 1 +\n2\nlua )\nboard";
        let expected = ["scores", "lua for i = 1, 2 do\nprint(i)\nend", "lua 1 +\n2", "lua )", "board"];
        assert_eq!(commands(text), expected);
        assert!(is_unfinished(" lua game:figures({") && is_unfinished("lua {") && !is_unfinished("lua"));
        assert!(is_unfinished(&format!("lua {{{}", "\n1,".repeat(MAX_LINES - 2))));
        assert!(!is_unfinished(&format!("lua {{{}", "\n1,".repeat(MAX_LINES))));
        assert!(!is_unfinished("luau (") && !is_unfinished("say \"lua (\""));
    }
}
