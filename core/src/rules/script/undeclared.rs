//! Finds names in a script that nothing declares: misspelt locals and globals that scripts do not have. It reads the
//! text only, and where it cannot tell, it says nothing: a local counts in its whole file.

use std::collections::BTreeSet;
use std::ops::Range;

use super::token::{Token, Tokens};

/// Words of the language, with those of Luau that are names elsewhere.
const KEYWORDS: [&str; 23] = [
    "and", "break", "continue", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local",
    "nil", "not", "or", "repeat", "return", "then", "true", "until", "while",
];

/// A name that is used as a global.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Undeclared {
    /// The name.
    pub name: String,
    /// Its bytes in the text.
    pub span: Range<usize>,
    /// Whether a value is assigned to it.
    pub is_assigned: bool,
}

/// A token with its bytes.
type Placed<'a> = (Token<'a>, Range<usize>);

/// Returns the names that are used as globals and that the file does not declare, in their order.
pub fn undeclared(text: &str) -> Vec<Undeclared> {
    let tokens = placed(text);
    let declared = declared(&tokens);
    let mut brackets = Vec::new();
    let mut found = Vec::new();
    for (at, (token, span)) in tokens.iter().enumerate() {
        match token {
            Token::Sign(open @ ('{' | '(' | '[')) => brackets.push(*open),
            Token::Sign('}' | ')' | ']') => drop(brackets.pop()),
            Token::Word(word) if is_name(word) && !declared.contains(word) => {
                let is_in_table = brackets.last() == Some(&'{');
                if let Some(is_assigned) = used(&tokens, at, is_in_table) {
                    found.push(Undeclared { name: word.to_string(), span: span.clone(), is_assigned });
                }
            }
            _ => {}
        }
    }
    found
}

/// Returns all words and texts of a script.
pub fn words(text: &str) -> BTreeSet<String> {
    let word = |token| match token {
        Token::Word(word) | Token::Text(word) => Some(word.to_string()),
        Token::Sign(_) => None,
    };
    Tokens::of(text).filter_map(word).collect()
}

fn placed(text: &str) -> Vec<Placed<'_>> {
    let mut tokens = Tokens::of(text);
    let mut placed = Vec::new();
    while let Some(token) = tokens.next() {
        let end = text.len() - tokens.bytes_left();
        let length = if let Token::Word(word) = token { word.len() } else { 0 };
        placed.push((token, end - length..end));
    }
    placed
}

/// Whether a word can be the name of a variable.
fn is_name(word: &str) -> bool {
    !KEYWORDS.contains(&word) && !word.starts_with(|c: char| c.is_ascii_digit())
}

fn sign(tokens: &[Placed<'_>], at: Option<usize>) -> Option<char> {
    match tokens.get(at?) {
        Some((Token::Sign(sign), _)) => Some(*sign),
        _ => None,
    }
}

/// Whether the word is a variable, and then whether a value is assigned to it; `None` for a field, a method, a key of a
/// table or a type.
fn used(tokens: &[Placed<'_>], at: usize, is_in_table: bool) -> Option<bool> {
    let (before, two_before) = (at.checked_sub(1), at.checked_sub(2));
    let is_defined = sign(tokens, Some(at + 1)) == Some('=');
    match sign(tokens, before) {
        // `a.b`, but not the `..` of `a .. b`.
        Some('.') if sign(tokens, two_before) != Some('.') => None,
        Some(':') => None,
        Some('{' | ',' | ';') if is_in_table && is_defined => None,
        _ if before.is_some_and(|before| matches!(tokens[before].0, Token::Word("type" | "goto"))) => None,
        // `type Name = …` declares a type; `type(x)` calls a function.
        _ if tokens[at].0 == Token::Word("type") && matches!(tokens.get(at + 1), Some((Token::Word(_), _))) => None,
        _ if is_type(tokens, at) => None,
        _ => Some(is_defined && !is_in_table),
    }
}

/// Whether `name: type` stands here, not a call of a method.
fn is_type(tokens: &[Placed<'_>], at: usize) -> bool {
    sign(tokens, Some(at + 1)) == Some(':')
        && !matches!(tokens.get(at + 3), Some((Token::Sign('(' | '{') | Token::Text(_), _)))
}

/// Returns all names that the file declares as locals, parameters or functions.
fn declared<'a>(tokens: &[Placed<'a>]) -> BTreeSet<&'a str> {
    let mut names = BTreeSet::from(["self"]);
    for (at, (token, _)) in tokens.iter().enumerate() {
        let rest = tokens[at + 1..].iter().map(|(token, _)| *token);
        match token {
            Token::Word("local") => names.extend(listed(rest)),
            Token::Word("for") => {
                names.extend(words_until(rest, |token| matches!(token, Token::Word("in") | Token::Sign('='))))
            }
            // The parameters, with their types if they have any.
            Token::Word("function") => {
                let inside = rest.skip_while(|token| *token != Token::Sign('('));
                names.extend(words_until(inside, |token| token == Token::Sign(')')));
            }
            _ => {}
        }
    }
    names
}

fn words_until<'a>(
    tokens: impl Iterator<Item = Token<'a>>,
    is_end: impl Fn(Token<'a>) -> bool,
) -> impl Iterator<Item = &'a str> {
    tokens.take_while(move |token| !is_end(*token)).filter_map(word)
}

fn word(token: Token<'_>) -> Option<&str> {
    if let Token::Word(word) = token { Some(word) } else { None }
}

/// Returns the names after `local`: one of a function, or several with commas between them.
fn listed<'a>(tokens: impl Iterator<Item = Token<'a>>) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut is_due = true;
    for token in tokens {
        match token {
            Token::Word("function") => {}
            Token::Word(name) if is_due => {
                names.push(name);
                is_due = false;
            }
            Token::Sign(',') => is_due = true,
            // A type or an attribute, whose words do no harm.
            Token::Sign(':' | '<' | '>' | '?') => is_due = true,
            _ => break,
        }
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Vec<(String, bool)> {
        undeclared(text).into_iter().map(|name| (name.name, name.is_assigned)).collect()
    }

    #[test]
    fn what_is_declared_anywhere_in_the_file_is_no_stray() {
        let text = "local a, b = 1, 2\nlocal function c(d, ...) return a .. b, d end\n\
            for e, f in pairs(c) do e.g = f end\nfor h = 1, 2 do h = h end\nlocal i <const> = { j = a, k = b }\n\
            function i.l(m) return self, m end\nreturn i";
        assert_eq!(names(text), [("pairs".into(), false)]);
    }

    #[test]
    fn a_misspelt_name_is_found_where_it_stands() {
        let text = "local score = 1\nreturn scroe + score.scroe";
        assert_eq!(undeclared(text), [Undeclared { name: "scroe".into(), span: 23..28, is_assigned: false }]);
        assert_eq!(
            names("x = 1\nlocal t = { x = x, y }"),
            [("x".into(), true), ("x".into(), false), ("y".into(), false)]
        );
        assert_eq!(names("local a = 'b' .. b"), [("b".into(), false)]);
        assert_eq!(names("gaem:tell('x')"), [("gaem".into(), false)]);
    }

    #[test]
    fn types_fields_methods_and_numbers_are_no_variables() {
        assert!(names("local a: number, b: { c: string } = 0x1f, 1.5e3\nreturn a:d(b.e) == b.f").is_empty());
        assert!(names("type Thing = { a: number }").is_empty());
        assert_eq!(names("return type(1)"), [("type".into(), false)]);
    }

    #[test]
    fn any_text_is_read_without_a_panic() {
        for text in ["local", "function", "for", "function(", "local ,", "}}}", "é = ü", "[[", "a.", "a..", ":"] {
            undeclared(text);
        }
    }
}
