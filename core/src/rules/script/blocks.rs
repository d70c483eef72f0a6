//! Blocks and brackets of a script that cannot be parsed: which one was never closed, and where it begins. Lua names the
//! place where it noticed, which is often the end of the file.

use super::token::{Token, Tokens};

/// Returns the line that is to blame for an error of the parser, noticed at a line, and a sentence about it; `None` if
/// Lua's own sentence says as much.
pub(super) fn explained(text: &str, message: &str, noticed: usize) -> Option<(usize, String)> {
    if message.starts_with("Expected <eof>, got 'end'") {
        return Some((noticed, "there is one `end` too many: nothing is open here".into()));
    }
    let got = message.rsplit_once(", got ")?.1.split(';').next()?.trim();
    let seen = match got {
        "<eof>" => "at the end of the file".to_string(),
        got => format!("at `{}` in line {noticed}", got.trim_matches('\'')),
    };
    let (wanted, opener, line) = told(message).or_else(|| found(text, got, noticed))?;
    let sentence = format!("`{wanted}` is missing: nothing closes the `{opener}` of line {line} (noticed {seen})");
    Some((line, sentence))
}

/// What Luau says: what it wanted, what that would close, and the line of that. Its guess by indentation comes last, and
/// is better than what it closed in the end.
fn told(message: &str) -> Option<(&str, &str, usize)> {
    let wanted = message.strip_prefix("Expected '")?.split_once('\'')?.0;
    let opened = message.rsplit_once("to close '")?.1;
    let (opener, rest) = opened.split_once("' at line ")?;
    let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
    Some((wanted, opener, rest[..digits].parse().ok()?))
}

/// The block that is still open at a bracket that closes something around it.
fn found<'a>(text: &'a str, got: &str, noticed: usize) -> Option<(&'static str, &'a str, usize)> {
    let bracket = got.trim_matches('\'').chars().next().filter(|sign| ")]}".contains(*sign))?;
    let mut open: Vec<(&str, usize)> = Vec::new();
    let (mut tokens, mut before, mut values) = (Tokens::of(text), Token::Sign('\n'), 0);
    while let Some(token) = tokens.next() {
        let line = tokens.line();
        match token {
            // An `if` that is a value has no `end`.
            Token::Word("if") if before.wants_value() || values > 0 && before.is_branch() => values += 1,
            Token::Word("else") if values > 0 => values -= 1,
            Token::Word(word @ ("function" | "if" | "do" | "repeat")) => open.push((word, line)),
            Token::Word("end" | "until") => drop(open.pop()),
            Token::Sign('(') => open.push(("(", line)),
            Token::Sign('[') => open.push(("[", line)),
            Token::Sign('{') => open.push(("{", line)),
            Token::Sign(sign @ (')' | ']' | '}')) => match open.pop() {
                Some((word, at)) if !"([{".contains(word) && line == noticed && sign == bracket => {
                    return Some((if word == "repeat" { "until" } else { "end" }, word, at));
                }
                _ => {}
            },
            _ => {}
        }
        before = token;
    }
    None
}

/// Whether a script returns something at its end, not only inside its functions.
pub fn returns(text: &str) -> bool {
    let (mut depth, mut before, mut values) = (0_usize, Token::Sign('\n'), 0);
    for token in Tokens::of(text) {
        match token {
            Token::Word("return") if depth == 0 => return true,
            Token::Word("if") if before.wants_value() || values > 0 && before.is_branch() => values += 1,
            Token::Word("else") if values > 0 => values -= 1,
            Token::Word("function" | "if" | "do" | "repeat") => depth += 1,
            Token::Word("end" | "until") => depth = depth.saturating_sub(1),
            _ => {}
        }
        before = token;
    }
    false
}

/// Returns the names of the files that a script reads with `require` to use what they return.
pub fn required(text: &str) -> Vec<&str> {
    let tokens: Vec<Token<'_>> = Tokens::of(text).collect();
    let used = tokens.windows(4).filter_map(|four| match four {
        [before, Token::Word("require"), Token::Sign('('), Token::Text(name)] if before.wants_value() => Some(*name),
        [_, before, Token::Word("require"), Token::Text(name)] if before.wants_value() => Some(*name),
        _ => None,
    });
    used.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_that_is_not_closed_is_named_with_its_line() {
        let said = |message, text, line| explained(text, message, line).unwrap();
        let luau =
            "Expected 'end' (to close 'function' at line 3), got <eof>; did you forget to close 'then' at line 4?";
        let told = "`end` is missing: nothing closes the `then` of line 4 (noticed at the end of the file)";
        assert_eq!(said(luau, "", 8), (4, told.into()));
        let told = "`}` is missing: nothing closes the `{` of line 4 (noticed at `end` in line 6)";
        assert_eq!(said("Expected '}' (to close '{' at line 4), got 'end'", "", 6), (4, told.into()));
        let vague = "Expected identifier when parsing expression, got '}'";
        let text = "r.x = { run = function(s)\n  if s then f({ 1 }) end\n}\nreturn r";
        let told = "`end` is missing: nothing closes the `function` of line 1 (noticed at `}` in line 3)";
        assert_eq!(said(vague, text, 3), (1, told.into()));
        assert_eq!(said("Expected <eof>, got 'end'", "", 9).0, 9);
        assert_eq!(explained("local x = }", vague, 1), None);
        assert_eq!(explained("x", "Malformed string; did you forget to finish it?", 1), None);
    }

    #[test]
    fn a_file_returns_something_only_outside_of_its_functions() {
        assert!(returns("local t = {}\nfunction t.f() return 1 end\nreturn t"));
        assert!(returns("local x = if a then 1 else 2\nreturn x"));
        assert!(!returns("local t = {}\nfunction t.f() return 1 end\n"));
        assert!(!returns("-- return\nlocal t = 'return'"));
    }

    #[test]
    fn what_is_required_for_its_value_is_listed() {
        assert_eq!(required("local a = require('a')\nlocal b = require \"b\"\nf(require('c').x)"), ["a", "b", "c"]);
        assert_eq!(required("require('a')"), [""; 0]);
    }
}
