//! Splits a line into words: blanks separate them, quotes keep them together, `#` starts a comment, `;` ends a command.
//! What follows `lua` is code and is not split.

pub use bastide_core::language::quoted;

/// A quote is not closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the quote at column {column} is never closed")]
pub struct Unbalanced {
    /// The column of the quote, in characters from 1.
    pub column: usize,
}

/// The Lua code after the word `lua`, unchanged.
pub fn code(line: &str) -> Option<&str> {
    let code = line.trim_start().strip_prefix("lua")?;
    code.starts_with(char::is_whitespace).then(|| code.trim()).filter(|code| !code.is_empty())
}

/// The option of `lua` that comes before the code.
const AS: &str = "--as";

/// The set and the code in `--as SET CODE`.
fn set_and_code(code: &str) -> Option<(&str, &str)> {
    let rest = code.strip_prefix(AS)?.trim_start_matches('=');
    let (set, code) = rest.trim_start().split_once(char::is_whitespace)?;
    Some((set, code.trim_start()))
}

/// The words of one command; none for a comment.
pub fn words(line: &str) -> Result<Vec<String>, Unbalanced> {
    if let Some(code) = code(line) {
        return Ok(match set_and_code(code) {
            Some((set, code)) => vec!["lua".into(), AS.into(), set.into(), code.into()],
            None => vec!["lua".into(), code.into()],
        });
    }
    cut(line)
}

/// The first command on a line, up to a `;` outside quotes and comments, and the rest.
pub fn first(line: &str) -> (&str, &str) {
    let mut quote = None;
    let mut may_comment = true;
    let mut signs = line.char_indices();
    while let Some((at, sign)) = signs.next() {
        match (quote, sign) {
            (None, ';') => return (&line[..at], &line[at + 1..]),
            (None, '#') if may_comment => break,
            (None, '"' | '\'') => quote = Some(sign),
            (Some('"'), '\\') => drop(signs.next()),
            (Some(open), _) if sign == open => quote = None,
            _ => {}
        }
        may_comment = quote.is_none() && sign.is_whitespace();
    }
    (line, "")
}

/// Words as a line that can be typed, with quotes where needed.
pub fn joined<T: AsRef<str>>(words: &[T]) -> String {
    match words {
        [first, code] if first.as_ref() == "lua" => return format!("lua {}", code.as_ref()),
        [first, with, set, code] if first.as_ref() == "lua" && with.as_ref() == AS => {
            return format!("lua {AS} {} {}", set.as_ref(), code.as_ref());
        }
        _ => {}
    }
    words.iter().map(|word| quoted(word.as_ref())).collect::<Vec<_>>().join(" ")
}

fn cut(line: &str) -> Result<Vec<String>, Unbalanced> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut signs = line.chars().zip(1..);
    while let Some((sign, column)) = signs.next() {
        match sign {
            '"' | '\'' => {
                let word = word.get_or_insert_default();
                loop {
                    match signs.next() {
                        Some((end, _)) if end == sign => break,
                        Some(('\\', _)) if sign == '"' => word.extend(signs.next().map(|(next, _)| next)),
                        Some((inside, _)) => word.push(inside),
                        None => return Err(Unbalanced { column }),
                    }
                }
            }
            '#' if word.is_none() => break,
            blank if blank.is_whitespace() => words.extend(word.take()),
            '\u{feff}' if column == 1 => {}
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotes_hold_together_and_a_comment_ends_the_line() {
        assert_eq!(words("place -1,0 r90   # a comment").unwrap(), ["place", "-1,0", "r90"]);
        assert_eq!(words("a \"b # c\" 'd \\ e'").unwrap(), ["a", "b # c", "d \\ e"]);
        assert_eq!(words(r#"x "q \" \\" """#).unwrap(), ["x", "q \" \\", ""]);
        assert_eq!(words("player#1 x").unwrap(), ["player#1", "x"]);
        assert!(words("  # nothing").unwrap().is_empty());
        assert_eq!(words("a; b").unwrap(), ["a;", "b"]);
    }

    #[test]
    fn an_open_quote_is_named_with_its_column() {
        assert_eq!(words("aß \"b"), Err(Unbalanced { column: 4 }));
        assert_eq!(words("\"b\\"), Err(Unbalanced { column: 1 }));
    }

    #[test]
    fn a_semicolon_ends_a_command_outside_quotes_and_comments() {
        assert_eq!(first("new; ; log"), ("new", " ; log"));
        assert_eq!(first("log \"a;\\\";b\" ';' x;"), ("log \"a;\\\";b\" ';' x", ""));
        assert_eq!(first("new # a; b"), ("new # a; b", ""));
        assert_eq!(first("a#1; b"), ("a#1", " b"));
        assert_eq!(first("log \"a; b"), ("log \"a; b", ""));
    }

    #[test]
    fn what_is_quoted_is_read_back() {
        for word in ["a", "", "a b", "\"", "\\", "#x", "it's", "a;b", "\t"] {
            assert_eq!(words(&quoted(word)).unwrap(), [word], "{word:?}");
        }
    }
}
