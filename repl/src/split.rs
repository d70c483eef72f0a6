//! A line of input cut into words: blanks part them, quotes hold them together, `#` begins a comment, `;` ends a command
//! where several stand on one line. What follows `lua` is code and is not cut.

/// A quote was opened and not closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the quote at column {column} is never closed")]
pub struct Unbalanced {
    /// Where the quote is, in characters from 1.
    pub column: usize,
}

/// The Lua that follows the word `lua`, as it stands: its quotes and blanks are its own.
pub fn code(line: &str) -> Option<&str> {
    let code = line.trim_start().strip_prefix("lua")?;
    code.starts_with(char::is_whitespace).then(|| code.trim()).filter(|code| !code.is_empty())
}

/// The words of one command. A comment has none.
pub fn words(line: &str) -> Result<Vec<String>, Unbalanced> {
    if let Some(code) = code(line) {
        return Ok(vec!["lua".into(), code.into()]);
    }
    Ok(cut(line, false)?.pop().unwrap_or_default())
}

/// The commands on a line, parted by `;`, as words.
pub fn commands(line: &str) -> Result<Vec<Vec<String>>, Unbalanced> {
    if code(line).is_some() {
        return words(line).map(|words| vec![words]);
    }
    let mut commands = cut(line, true)?;
    commands.retain(|words| !words.is_empty());
    Ok(commands)
}

/// A word as it is typed: in quotes if it would fall apart without them.
pub fn quoted(word: &str) -> String {
    let parts = |c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '\\' | '#' | ';');
    if !word.is_empty() && !word.contains(parts) {
        return word.into();
    }
    format!("\"{}\"", word.replace('\\', "\\\\").replace('"', "\\\""))
}

/// Words as they are typed.
pub fn joined<T: AsRef<str>>(words: &[T]) -> String {
    if let [first, code] = words
        && first.as_ref() == "lua"
    {
        return format!("lua {}", code.as_ref());
    }
    words.iter().map(|word| quoted(word.as_ref())).collect::<Vec<_>>().join(" ")
}

fn cut(line: &str, semicolons: bool) -> Result<Vec<Vec<String>>, Unbalanced> {
    let mut commands = vec![Vec::new()];
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
            ';' if semicolons => {
                finish(&mut word, &mut commands);
                commands.push(Vec::new());
            }
            blank if blank.is_whitespace() => finish(&mut word, &mut commands),
            '\u{feff}' if column == 1 => {}
            other => word.get_or_insert_default().push(other),
        }
    }
    finish(&mut word, &mut commands);
    Ok(commands)
}

fn finish(word: &mut Option<String>, commands: &mut [Vec<String>]) {
    if let (Some(word), Some(command)) = (word.take(), commands.last_mut()) {
        command.push(word);
    }
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
    fn semicolons_part_commands_outside_quotes() {
        assert_eq!(commands("new; ; log \"a;b\";").unwrap(), [vec!["new"], vec!["log", "a;b"]]);
    }

    #[test]
    fn what_is_quoted_is_read_back() {
        for word in ["a", "", "a b", "\"", "\\", "#x", "it's", "a;b", "\t"] {
            assert_eq!(words(&quoted(word)).unwrap(), [word], "{word:?}");
        }
    }
}
