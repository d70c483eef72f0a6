//! How much a script may do in one stretch. Lua takes a step at each call and each loop iteration. Nothing can stop it
//! between two steps, and an operator on long texts is slow, so the number of operators in a function is limited.

use mlua::{Error, Result};

use super::token::{Token, Tokens};

/// The maximum number of operators in one function, not counting the functions inside it. On the longest texts that can
/// be made between two checks of the meter, they take about 0.2 seconds.
const MAX_OPERATORS: usize = 100;
/// A `for` counts as three operators, because it reads three bounds as numbers before its first iteration.
const OPERATORS_OF_FOR: usize = 3;

/// Refuses a script with a function that does too much in one stretch.
pub(super) fn check(file: &str, text: &str) -> Result<()> {
    let (mut tokens, mut before) = (Tokens::of(text), Token::Sign('\n'));
    // The open functions: how many operators each has, and how many blocks inside it still need an `end`.
    let mut functions = vec![(0, 0)];
    let mut values = 0;
    while let Some(token) = tokens.next() {
        let is_inside = functions.len() > 1;
        let Some((operators, blocks)) = functions.last_mut() else { break };
        match token {
            Token::Word("function") => functions.push((0, 0)),
            // An `if` that is a value has no `end`.
            Token::Word("if") if before.wants_value() || values > 0 && before.is_branch() => values += 1,
            Token::Word("else") if values > 0 => values -= 1,
            Token::Word("if" | "do" | "repeat") => *blocks += 1,
            Token::Word("end" | "until") if *blocks > 0 => *blocks -= 1,
            Token::Word("end") if is_inside => {
                functions.pop();
            }
            Token::Word("for") => *operators += OPERATORS_OF_FOR,
            Token::Sign(sign) if is_operator(sign, before, &tokens) => *operators += 1,
            _ => {}
        }
        if functions.last().is_some_and(|(operators, _)| *operators > MAX_OPERATORS) {
            let message =
                format!("{file}:{}: a function has at most {MAX_OPERATORS} operators: divide it", tokens.line());
            return Err(Error::SyntaxError { message, incomplete_input: false });
        }
        before = token;
    }
    Ok(())
}

/// Whether a sign makes Lua read the values beside it. The sign of a plain number does not.
fn is_operator(sign: char, before: Token<'_>, tokens: &Tokens<'_>) -> bool {
    match sign {
        '-' => !(before.wants_value() && tokens.is_before_digit()),
        // The second dot of `..`.
        '.' => before == Token::Sign('.'),
        sign => "+*/%^<>".contains(sign),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn passes(text: &str) -> bool {
        check("file.lua", text).is_ok()
    }

    #[test]
    fn a_function_has_few_operators() {
        let many = "x = s < t ".repeat(MAX_OPERATORS);
        assert!(passes(&many));
        assert!(!passes(&format!("{many} x = s < t")));
        assert!(passes(&format!("{many} local function f() {many} end")));
        assert!(!passes(&format!("local function f() {many} if x then {many} end end")));
        assert!(!passes(&format!("local function f() local y = if x then 1 else 2 {many} x = s .. t end")));
    }

    #[test]
    fn what_stands_in_texts_and_comments_does_not_count() {
        let signs = "< ".repeat(2 * MAX_OPERATORS);
        assert!(passes(&format!("-- {signs}\nlocal x = '{signs}' .. [[{signs}]]")));
        assert!(passes(&format!("local x = `{signs}`")));
        assert!(passes(&format!("local list = {{ {} }}", "-1, ".repeat(2 * MAX_OPERATORS))));
    }

    #[test]
    fn code_in_a_text_in_backquotes_counts() {
        let many = "{s < t}".repeat(MAX_OPERATORS + 1);
        assert!(!passes(&format!("local x = `it's {many}`")));
        assert!(!passes(&format!("local x = `'` {} local y = `'`", "x = s < t ".repeat(MAX_OPERATORS + 1))));
        assert!(!passes(&format!("local x = `{{f({{1}})}} '` {} y = '`'", "x = s < t ".repeat(MAX_OPERATORS + 1))));
    }

    #[test]
    fn the_error_names_the_line() {
        let error = check("file.lua", &format!("\n\n{}", "x = s + 1 ".repeat(MAX_OPERATORS + 1)));
        assert!(
            error.is_err_and(|error| error.to_string().contains("file.lua:3: a function has at most 100 operators"))
        );
    }
}
