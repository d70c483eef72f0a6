//! Splits a script into words, texts and signs, for files that read it before it runs. Knows the syntax of Lua, not its
//! meaning.

/// A word, the content of a text, or a sign.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Token<'a> {
    Word(&'a str),
    Text(&'a str),
    Sign(char),
}

impl Token<'_> {
    /// Whether a value has to follow.
    pub fn wants_value(self) -> bool {
        match self {
            Token::Sign(sign) => "=({[,+-*/%^<>.~".contains(sign),
            Token::Word(word) => ["return", "and", "or", "not", "in"].contains(&word),
            Token::Text(_) => false,
        }
    }

    /// Whether an operand can end with it.
    pub fn ends_operand(self) -> bool {
        match self {
            Token::Sign(sign) => ")]}".contains(sign),
            Token::Word(word) => !["and", "or", "not", "return", "in", "else", "then", "local"].contains(&word),
            Token::Text(_) => true,
        }
    }

    /// Whether a statement can begin with it after an operand.
    pub fn begins_statement(self) -> bool {
        matches!(self, Token::Word(word) if word != "and" && word != "or")
    }

    pub fn is_branch(self) -> bool {
        matches!(self, Token::Word("then" | "else" | "elseif"))
    }
}

/// The tokens of a text, without comments.
pub(super) struct Tokens<'a> {
    rest: &'a str,
    line: usize,
    /// For each open text in backquotes, the number of open braces in the code inside it.
    inside: Vec<usize>,
}

impl<'a> Tokens<'a> {
    pub fn of(text: &'a str) -> Tokens<'a> {
        Tokens { rest: text, line: 1, inside: Vec::new() }
    }

    /// Returns the current line.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns how many bytes of the text are left.
    pub fn bytes_left(&self) -> usize {
        self.rest.len()
    }

    /// Whether a digit follows immediately.
    pub fn is_before_digit(&self) -> bool {
        self.rest.starts_with(|c: char| c.is_ascii_digit())
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.bytes().filter(|byte| *byte == b'\n').count();
        self.rest = rest;
        taken
    }

    /// Takes characters as long as the condition holds.
    fn take_while(&mut self, is: impl Fn(char) -> bool) -> &'a str {
        self.take(self.rest.find(|c| !is(c)).unwrap_or(self.rest.len()))
    }

    /// Whether a value is assigned to what was just read.
    pub fn is_definition(&self) -> bool {
        self.rest.trim_start().strip_prefix('=').is_some_and(|rest| !rest.starts_with('='))
    }

    /// Whether what was just read is called.
    pub fn is_call(&self) -> bool {
        self.rest.trim_start().starts_with(['(', '{', '"', '\''])
    }

    /// Takes the text in long brackets, `[[ … ]]` or `[=[ … ]=]`; `None` if none begins here.
    fn long_text(&mut self) -> Option<&'a str> {
        let inner = self.rest.strip_prefix('[')?.trim_start_matches('=');
        let level = self.rest.len() - inner.len() - 1;
        let close = format!("]{}]", "=".repeat(level));
        inner.strip_prefix('[')?;
        self.take(level + 2);
        let end = self.rest.find(&close).unwrap_or(self.rest.len());
        let text = self.take(end);
        self.take(close.len().min(self.rest.len()));
        Some(text)
    }

    /// Takes the text up to the closing quote.
    fn short_text(&mut self, quote: char) -> &'a str {
        let mut escaped = false;
        let end = self.rest.find(|c| {
            let ends = c == quote && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let text = self.take(end.unwrap_or(self.rest.len()));
        self.take(self.rest.len().min(1));
        text
    }

    /// Takes the text up to the next backquote, or up to the code inside it, which is read like all code.
    fn backquoted(&mut self) -> &'a str {
        let mut escaped = false;
        let end = self.rest.find(|c| {
            let ends = (c == '`' || c == '{') && !escaped;
            escaped = c == '\\' && !escaped;
            ends
        });
        let text = self.take(end.unwrap_or(self.rest.len()));
        if self.take(self.rest.len().min(1)) == "{" {
            self.inside.push(0);
        }
        text
    }

    /// Returns the name after `function`, the last part of `a.b:c`; `None` if there is none.
    pub fn name_of_function(&mut self) -> Option<String> {
        let name = self.rest.trim_start();
        let path = &name[..name.find('(')?];
        let last = path.rsplit(['.', ':']).next()?.trim();
        let is_name = !last.is_empty() && last.chars().all(|c| c.is_alphanumeric() || c == '_');
        is_name.then(|| last.to_string())
    }
}

impl<'a> Iterator for Tokens<'a> {
    type Item = Token<'a>;

    fn next(&mut self) -> Option<Token<'a>> {
        loop {
            self.take_while(char::is_whitespace);
            let first = self.rest.chars().next()?;
            if self.rest.starts_with("--") {
                self.take(2);
                if self.long_text().is_none() {
                    self.take_while(|c| c != '\n');
                }
                continue;
            }
            if let Some(text) = self.long_text() {
                return Some(Token::Text(text));
            }
            return Some(match first {
                '"' | '\'' => {
                    self.take(1);
                    Token::Text(self.short_text(first))
                }
                // Two characters that are one sign, and not an assignment.
                '=' | '~' | '<' | '>' | '!' if self.rest[1..].starts_with('=') => {
                    self.take(2);
                    Token::Sign(if "<>".contains(first) { first } else { '~' })
                }
                '`' => {
                    self.take(1);
                    Token::Text(self.backquoted())
                }
                // The code inside a text in backquotes ends, and the text continues.
                '}' if self.inside.last() == Some(&0) => {
                    self.inside.pop();
                    self.take(1);
                    Token::Text(self.backquoted())
                }
                _ if first.is_alphanumeric() || first == '_' => {
                    Token::Word(self.take_while(|c| c.is_alphanumeric() || c == '_'))
                }
                _ => {
                    self.take(first.len_utf8());
                    if let ('{' | '}', Some(braces)) = (first, self.inside.last_mut()) {
                        *braces = if first == '{' { *braces + 1 } else { *braces - 1 };
                    }
                    Token::Sign(first)
                }
            });
        }
    }
}
