//! Finds the functions that may ask a player: those that name `ask`, or name something that may ask. Only they need a
//! coroutine and a copy of the table, so this is decided from the source text when scripts are loaded. It errs on the
//! safe side: where things cannot be told apart, all of them count as asking.

use std::collections::BTreeSet;

use mlua::Function;

use super::source::Source;
use super::token::{Token, Tokens};

/// The name of the method that asks a player.
const ASK: &str = "ask";

/// A function or an assigned value of a script, with the words in it.
#[derive(Debug, Default)]
struct Definition {
    /// The name that other code uses for it; `None` for a function that is only passed on.
    name: Option<String>,
    /// The line on which a function begins; 0 for a value.
    line: usize,
    words: BTreeSet<String>,
}

/// The definitions in one file of a set.
struct Defined<'a> {
    set: &'a str,
    file: &'a str,
    definitions: Vec<Definition>,
}

impl<'a> Defined<'a> {
    fn read(set: &'a str, file: &'a str, text: &str) -> Defined<'a> {
        Defined { set, file, definitions: Reader::default().read(text) }
    }
}

/// Returns for each function whether it may ask, by the file and line where it begins.
pub(super) fn find(sources: &[Source], functions: &[Function]) -> Vec<bool> {
    let mut files = Vec::new();
    for source in sources {
        files.push(Defined::read(&source.expansion, &source.file, &source.text));
        files.extend(source.others.iter().map(|(_, file, text)| Defined::read(&source.expansion, file, text)));
    }
    let lines = lines(&files);
    // The function of a handler that is data comes from Rust: it has no such file, and never asks.
    let is_one = |function: &Function| {
        let info = function.info();
        let file = info.source.unwrap_or_default();
        lines.contains(&(file.trim_start_matches('@'), info.line_defined.unwrap_or(0)))
    };
    functions.iter().map(is_one).collect()
}

/// Returns the files and lines of all functions that may ask. A name is valid in all files of its set; the name of a
/// rule, which contains a dot, is valid in all sets.
fn lines<'a>(files: &'a [Defined<'a>]) -> BTreeSet<(&'a str, usize)> {
    let mut asking: BTreeSet<(&str, &str)> = BTreeSet::new();
    let all = || files.iter().flat_map(|file| file.definitions.iter().map(move |definition| (file, definition)));
    loop {
        let asks = |set: &str, word: &str| word == ASK || ["", set].iter().any(|set| asking.contains(&(*set, word)));
        let found = all().filter(|(file, found)| found.words.iter().any(|word| asks(file.set, word)));
        let found: Vec<(&Defined<'_>, &Definition)> = found.collect();
        let scope = |file: &Defined<'a>, name: &str| if name.contains('.') { "" } else { file.set };
        let named =
            found.iter().filter_map(|(file, found)| found.name.as_deref().map(|name| (scope(file, name), name)));
        let named: Vec<(&str, &str)> = named.filter(|name| !asking.contains(name)).collect();
        if named.is_empty() {
            return found.into_iter().map(|(file, found)| (file.file, found.line)).collect();
        }
        asking.extend(named);
    }
}

/// Reads a text token by token, and keeps track of what is open.
#[derive(Default)]
struct Reader {
    open: Vec<Open>,
    done: Vec<Definition>,
    /// The last word or text, which becomes the name of the value if `=` follows.
    last: Option<String>,
    /// The open brackets of tables, calls and indexes.
    brackets: Vec<char>,
}

/// Something that is open: a block or a function, until its `end` or `until`, or the value after `=`.
enum Open {
    Block,
    Function(Definition),
    /// With the number of brackets that are open around it.
    Value(Definition, usize),
}

impl Reader {
    fn read(mut self, text: &str) -> Vec<Definition> {
        let mut tokens = Tokens::of(text);
        let mut before = Token::Sign('\n');
        // The number of open `if` expressions, which have no `end`.
        let mut values = 0;
        while let Some(token) = tokens.next() {
            // Two operands in a row: a statement ended between them, and with it the value after `=`.
            if values == 0 && before.ends_operand() && token.begins_statement() {
                self.end_values(self.brackets.len());
            }
            match token {
                Token::Word("function") => {
                    let name = tokens.name_of_function().or_else(|| self.name_of_value());
                    self.open.push(Open::Function(Definition { name, line: tokens.line(), ..Definition::default() }));
                }
                Token::Word("if") if before.wants_value() || values > 0 && before.is_branch() => values += 1,
                Token::Word("else") if values > 0 => values -= 1,
                Token::Word("if" | "do" | "repeat") => self.open.push(Open::Block),
                Token::Word("end" | "until") => self.close(),
                Token::Word("local" | "return") => self.end_values(self.brackets.len()),
                // A number is not a name.
                Token::Word(word) if word.starts_with(|c: char| c.is_ascii_digit()) => self.last = None,
                Token::Word(word) if tokens.is_definition() => self.last = Some(word.into()),
                Token::Word(word) => self.note(word, tokens.is_call()),
                // A text is a name only if it is a key or the name of a rule.
                Token::Text(text) if before == Token::Sign('[') || text.contains('.') => self.note(text, false),
                Token::Text(_) => {}
                Token::Sign(bracket @ ('{' | '(' | '[')) => self.brackets.push(bracket),
                Token::Sign('}' | ')' | ']') => {
                    self.brackets.pop();
                    self.end_values(self.brackets.len() + 1);
                }
                Token::Sign('=') => self.begin_value(),
                // In a table the value ends here; anywhere else, another value of the same assignment follows.
                Token::Sign(',' | ';') if self.brackets.last() == Some(&'{') => self.end_values(self.brackets.len()),
                Token::Sign(_) => {}
            }
            before = token;
        }
        while !self.open.is_empty() {
            self.close();
        }
        self.done
    }

    /// Adds a word to everything that is open. The result of a call does not ask, so a word that is called is not added
    /// to the values inside the innermost function.
    fn note(&mut self, word: &str, is_call: bool) {
        let inner = self.open.iter().rposition(|open| matches!(open, Open::Function(_)));
        let end = if is_call { inner.map_or(0, |inner| inner + 1) } else { self.open.len() };
        for open in &mut self.open[..end] {
            if let Open::Function(definition) | Open::Value(definition, _) = open {
                definition.words.insert(word.into());
            }
        }
        self.last = Some(word.into());
    }

    fn name_of_value(&self) -> Option<String> {
        match self.open.last() {
            Some(Open::Value(definition, _)) => definition.name.clone(),
            _ => None,
        }
    }

    /// Begins the value after `=`, named by the word before it. It ends at the latest with the next name at the same
    /// depth.
    fn begin_value(&mut self) {
        // A key in brackets is one bracket deeper than its value.
        self.end_values(self.brackets.len());
        let name = self.last.take();
        self.open.push(Open::Value(Definition { name, ..Definition::default() }, self.brackets.len()));
    }

    /// Ends the innermost values that have at least `depth` brackets around them, up to the nearest open block.
    fn end_values(&mut self, depth: usize) {
        while matches!(self.open.last(), Some(Open::Value(_, at)) if *at >= depth) {
            self.finish();
        }
    }

    /// Closes the innermost block or function, and the values in it.
    fn close(&mut self) {
        while matches!(self.open.last(), Some(Open::Value(..))) {
            self.finish();
        }
        self.finish();
    }

    fn finish(&mut self) {
        if let Some(Open::Function(definition) | Open::Value(definition, _)) = self.open.pop() {
            self.done.push(definition);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the lines of the functions that ask.
    fn asking(texts: &[&str]) -> Vec<usize> {
        let files: Vec<Defined<'_>> =
            ["a", "b"].iter().zip(texts).map(|(set, text)| Defined::read(set, set, text)).collect();
        lines(&files).into_iter().map(|(_, line)| line).filter(|line| *line > 0).collect()
    }

    #[test]
    fn a_value_ends_with_its_statement() {
        let text = "local place = spot(x) game:ask({})\nlocal function far() return place end";
        assert_eq!(asking(&[text]), []);
        let text = "local place = if x then spot else game.ask\nlocal function far() return place end";
        assert_eq!(asking(&[text]), [2]);
        let text = "local all = { run = function(game) game:ask({}) end } x = 1\nlocal function far() return all end";
        assert_eq!(asking(&[text]), [1, 2]);
    }

    #[test]
    fn what_a_call_gives_does_not_ask() {
        let text = "local function pick(game) local kind = game:ask({ x }) return kind end\n\
                    local function far(figure) return figure.kind end";
        assert_eq!(asking(&[text]), [1]);
        let text = "local pick = with(function(game) game:ask({}) end)\nlocal function far(game) pick(game) end";
        assert_eq!(asking(&[text]), [1, 2]);
    }

    #[test]
    fn a_text_names_something_only_as_a_key_or_a_rule() {
        let words = "local verbs = { tower = function(game) game:ask({}) end }\n";
        assert_eq!(asking(&[&format!("{words}local function far(game) game:give(\"tower\", 1) end")]), [1]);
        assert_eq!(asking(&[&format!("{words}local function far(game) verbs[\"tower\"](game) end")]), [1, 2]);
    }

    #[test]
    fn a_function_asks_if_it_or_what_it_calls_names_ask() {
        let text = "local set = {}
local function choose(game) return game:ask({ options = { 1 } }) end
local function quiet(game) return game.turn end -- ask nobody
function set.on_place(placed) return choose(placed.game) end
set.on_turn = { when = { state = 'x' }, run = function(event)
  if quiet(event.game) then return end
  for _, p in ipairs(event.game.players) do choose(p) end
end }
set.on_draw = function(event) return quiet(event.game) end
return set";
        assert_eq!(asking(&[text]), [2, 4, 5]);
    }

    #[test]
    fn a_name_may_be_given_by_a_table_a_text_or_another_file() {
        let rules = "local set = { rules = {} }
set.rules['dragon.step'] = function(game, player)
  return game:ask({ player = player, options = {} })
end
local table = { go = function(game) game:rule('dragon.step') end, stay = function() end }
local again = table.go
set.on_end = function(event) again(event.game) end
set.on_turn = function(event) table.stay() end
return set";
        assert_eq!(asking(&[rules]), [2, 5, 7, 8], "what else the table holds cannot be told apart");
        let other = "return { on_end = function(event)\n event.game:rule(\"dragon.step\") end }";
        assert_eq!(asking(&[rules, other]), [2, 5, 7, 8, 1]);
    }

    #[test]
    fn blocks_texts_and_comments_do_not_end_a_function_too_early() {
        let text = "local function a(game)
  --[[ end end ]] local s = \"end \\\" end\" .. [==[ end ]==]
  repeat local x = if s then 1 elseif game then 2 else 3 until x == 1
  while true do if x ~= 2 then break else do end end end
  local y = (if x then if s then 1 else 2 else 3)
  return game:ask({})
end
local function b(game) return game <= 1 end";
        assert_eq!(asking(&[text]), [1]);
    }

    #[test]
    fn any_text_is_read_without_a_panic() {
        for text in
            ["end end )", "function", "function (", "= = {", "[[", "--[==[", "\"\\", "'", "if if else", "é=é(", "x[=["]
        {
            asking(&[text]);
        }
    }
}
