//! What `help SET` shows about an expansion or a house rule: its features, marks, figures, tokens, verbs and options, and
//! its rules from the comments of its script. Knows the syntax of Lua comments, never what they say.

use bastide_core::Setup;
use bastide_core::language::{and, plural};
use bastide_core::manifest::{Expansion, GameOption};
use serde::Serialize;

use crate::io::prose::{hung, pad, widest};
use crate::io::reply::{Answer, Reply};
use crate::tell::kinds;
use crate::tell::sets::SetFacts;

/// The help on a set.
#[derive(Serialize)]
pub struct SetHelp {
    expansion: SetFacts,
    /// The kinds of features that it declares.
    pub features: Vec<Entry>,
    /// The marks that it declares.
    pub marks: Vec<Entry>,
    /// The figures that it declares.
    pub figures: Vec<Entry>,
    /// The tokens that it declares.
    pub tokens: Vec<Entry>,
    /// The verbs that it adds.
    pub words: Vec<Entry>,
    /// Its rules, a sentence or more each.
    pub rules: Vec<String>,
    /// Its options with their values.
    pub options: Vec<Entry>,
    /// The options that it sets.
    #[serde(skip)]
    sets: Vec<String>,
    /// What to type next.
    #[serde(skip)]
    hint: String,
    #[serde(skip)]
    columns: Option<usize>,
}

/// A name and a sentence about it.
#[derive(Serialize)]
pub struct Entry {
    /// The name.
    pub name: String,
    /// The sentence.
    pub about: String,
}

/// The help on a set, which is typed as `word`; `plays` if the setup is the one of the current game.
pub fn told(expansion: &Expansion, word: &str, setup: &Setup, plays: bool, columns: Option<usize>) -> SetHelp {
    let known = setup.catalogue();
    let feature = |name: &str| known.kind_named(name).map(|id| kinds::kind(known, id));
    let mark = |name: &str| known.tag_named(name).map(|_| kinds::mark(known, name, expansion.id()));
    let figure = |name: &str| known.figure_named(name).map(|id| kinds::figure(known.figure(id), known));
    let token = |name: &str| known.token_named(name).map(|id| kinds::token(&known.tokens[id.0 as usize]));
    SetHelp {
        expansion: SetFacts::of(expansion),
        features: entries(expansion.declared("kinds"), feature),
        marks: entries(expansion.declared("tags"), mark),
        figures: entries(expansion.declared("figures"), figure),
        tokens: entries(expansion.declared("tokens"), token),
        words: expansion.verbs().map(|(verb, about)| Entry { name: verb.into(), about: about.into() }).collect(),
        rules: expansion.script().map_or(Vec::new(), |(_, text)| comments(text)),
        options: expansion.options().iter().map(|option| option_entry(option, setup, plays)).collect(),
        sets: expansion.sets().map(|(option, value)| format!("{option}={value}")).collect(),
        hint: hint(expansion, word, plays),
        columns,
    }
}

impl Answer for SetHelp {
    fn lines(&self) -> Vec<String> {
        let SetFacts { id, name, version, summary, .. } = &self.expansion;
        let mut lines = vec![format!("{name} ({id} {version})"), hung(summary, 0, self.columns)];
        lines.extend(self.facts());
        for (heading, entries) in self.sections().iter().filter(|(_, entries)| !entries.is_empty()) {
            lines.push(format!("\n{heading}"));
            let width = widest(entries.iter().map(|(name, _)| name));
            lines.extend(entries.iter().map(|(name, sentence)| match width {
                0 => format!("  {}", hung(sentence, 4, self.columns)),
                _ => format!("  {}  {}", pad(name, width), hung(sentence, width + 4, self.columns)),
            }));
        }
        lines.push(format!("\n{}", hung(&self.hint, 0, self.columns)));
        lines
    }
}

impl SetHelp {
    /// The help as an answer, with its text among the data.
    pub fn reply(&self) -> Reply {
        let text = self.lines().join("\n");
        Reply::text(text.clone()).with("help", text).and(self)
    }

    /// The headings with their entries; rules have no names.
    fn sections(&self) -> [(&'static str, Vec<(&str, &str)>); 7] {
        [
            ("Features", named(&self.features)),
            ("Marks", named(&self.marks)),
            ("Figures", named(&self.figures)),
            ("Tokens", named(&self.tokens)),
            ("Words", named(&self.words)),
            ("Rules", self.rules.iter().map(|rule| ("", &**rule)).collect()),
            ("Options", named(&self.options)),
        ]
    }

    /// The facts on one line: tiles, required sets, options that it sets.
    fn facts(&self) -> Option<String> {
        let SetFacts { house, tiles, requires, .. } = &self.expansion;
        let mut facts: Vec<String> = Vec::new();
        facts.extend(house.then(|| "a house rule".to_string()));
        facts.extend((*tiles > 0).then(|| format!("{tiles} {}", plural("tile", *tiles as i64))));
        facts.extend((!requires.is_empty()).then(|| format!("needs {}", and(requires))));
        facts.extend((!self.sets.is_empty()).then(|| format!("sets {}", and(&self.sets))));
        (!facts.is_empty()).then(|| facts.join("; "))
    }
}

/// What to type next.
fn hint(expansion: &Expansion, word: &str, plays: bool) -> String {
    let tiles = expansion.tiles().next().map(|_| format!("`tiles {word}` shows its tiles"));
    let play = if plays { "It is in play.".to_string() } else { format!("`new {word}` plays it.") };
    tiles.map_or(String::new(), |tiles| format!("{tiles}. ")) + &play
}

fn named(entries: &[Entry]) -> Vec<(&str, &str)> {
    entries.iter().map(|entry| (&*entry.name, &*entry.about)).collect()
}

/// The entries for what an expansion declares and the game knows: `find` returns its sentence.
fn entries<'a>(names: impl Iterator<Item = &'a str>, find: impl Fn(&str) -> Option<String>) -> Vec<Entry> {
    names.filter_map(|name| Some(Entry { name: name.to_string(), about: find(name)? })).collect()
}

fn option_entry(option: &GameOption, setup: &Setup, plays: bool) -> Entry {
    let value = setup.resolved().options.get(option.name()).filter(|_| plays);
    let now = value.map(|value| format!(", now {value}")).unwrap_or_default();
    let values = format!("{}; default: {}{now}", option.values_in_words(), option.default());
    Entry { name: option.name().into(), about: format!("{} ({values})", option.about()) }
}

/// The comments above the rules of a script. The first comment is about the file, or is the manifest of a house rule;
/// comments above helper functions are only for readers of the script.
fn comments(text: &str) -> Vec<String> {
    let mut rules: Vec<String> = Vec::new();
    let mut found: Vec<String> = Vec::new();
    let (mut goes_on, mut block) = (false, None::<String>);
    let mut lines = text.lines().peekable();
    match lines.peek().and_then(|line| block_end(line)) {
        Some(end) => drop(lines.by_ref().find(|line| line.contains(&end))),
        None => while lines.next_if(|line| line.starts_with("--")).is_some() {},
    }
    for whole in lines {
        let line = whole.trim();
        let (comment, ends) = match (&block, block_end(line)) {
            (Some(end), _) => (Some(line.split(end.as_str()).next().unwrap_or_default()), line.contains(end.as_str())),
            (None, Some(end)) => {
                let inside =
                    line.split_once("[").and_then(|(_, rest)| rest.split_once('[')).map_or("", |(_, rest)| rest);
                let ends = inside.contains(&end);
                let comment = inside.split(&end).next().unwrap_or_default();
                block = Some(end.clone());
                (Some(comment), ends)
            }
            (None, None) => (line.strip_prefix("--"), false),
        };
        if ends {
            block = None;
        }
        let comment = comment.map(|comment| match is_heading(comment) {
            true => "",
            false => comment.trim_matches(|c: char| c == '-' || c.is_whitespace()),
        });
        match (comment, found.last_mut()) {
            (Some(""), _) => {}
            (Some(more), Some(rule)) if goes_on => *rule += &format!(" {more}"),
            (Some(rule), _) => found.push(rule.into()),
            (None, _) if line.is_empty() => {}
            (None, _) if is_rule(whole, text) => rules.append(&mut found),
            (None, _) => found.clear(),
        }
        goes_on = comment.is_some_and(|comment| goes_on || !comment.is_empty());
    }
    rules.append(&mut found);
    rules
}

/// Whether a comment is a heading between two lines of dashes, which tells nothing of a rule.
fn is_heading(comment: &str) -> bool {
    let comment = comment.trim();
    comment.starts_with("--") && comment.ends_with("--")
}

/// Whether a line of a script begins a rule: it sets a field of the module (`rules.on_turn = …`, `function
/// rules.on_turn`), is an entry of a table (`{ when = …`, `name = function`), or is a function that is assigned by
/// name.
fn is_rule(line: &str, script: &str) -> bool {
    let is_inside = line.starts_with(char::is_whitespace);
    let line = line.trim();
    if let Some(function) = line.strip_prefix("local function ") {
        return !is_inside && is_given(word(function), script);
    }
    if let Some(function) = line.strip_prefix("function ") {
        return !is_inside && function[word(function).len()..].starts_with(['.', ':', '[']);
    }
    let after = line[word(line).len()..].trim_start();
    let is_entry = after.strip_prefix('=').is_some_and(|value| value.trim_start().starts_with(['{', 'f']));
    match is_inside {
        true => line.starts_with(['{', '[']) || is_entry,
        false => !word(line).is_empty() && after.starts_with(['.', '[']) || line.starts_with("return {"),
    }
}

/// Whether a function is assigned to something, as in `run = NAME`.
fn is_given(name: &str, script: &str) -> bool {
    let mut values = script.match_indices("= ").map(|(at, equals)| &script[at + equals.len()..]);
    let calls = |rest: &str| rest.trim_start().starts_with(['(', '.', ':', '[', '{', '"']);
    values.any(|value| word(value) == name && !calls(&value[name.len()..]))
}

/// The name at the start of a text.
fn word(text: &str) -> &str {
    let is_part = |sign: char| sign.is_ascii_alphanumeric() || sign == '_';
    &text[..text.find(|sign| !is_part(sign)).unwrap_or(text.len())]
}

/// The end of a block comment that starts here.
fn block_end(line: &str) -> Option<String> {
    let rest = line.trim_start().strip_prefix("--[")?;
    let level = rest.bytes().take_while(|byte| *byte == b'=').count();
    rest[level..].starts_with('[').then(|| format!("]{}]", "=".repeat(level)))
}

#[cfg(test)]
mod tests {
    use super::comments;

    #[test]
    fn what_stands_above_a_rule_is_told_and_what_stands_above_the_file_is_not() {
        let script =
            "-- A set.\n-- More of it.\nlocal t = {}\n\n-- One rule\n-- on two lines.\nt.a = 1\n  -- Another.\n";
        assert_eq!(comments(script), ["One rule on two lines.", "Another."]);
    }

    #[test]
    fn what_stands_above_a_helper_or_inside_one_is_not_told() {
        let script = "local t = {}\n\n-- A helper.\nlocal function near(x)\n  -- Inside.\n  if x then return end\nend\n\
            -- A constant.\nlocal three = 3\n-- Global.\nfunction far() end\n\
            -- Given by name.\nlocal function fly() near(1) end\nt.on_turn = { run = fly }\n\
            -- A method.\nfunction t.on_place()\n  -- More inside.\n  local x = near(2)\nend\n\
            t.options = {\n  -- An entry.\n  { offer = \"x\" },\n}\n\
            t.verbs = {\n  -- A verb.\n  go = function() end,\n  -- A rule.\n  [\"a.b\"] = fly,\n}\n\
            -- Replaced.\nt.overrides[\"a\"] = fly\n-- All.\nreturn { on_end = fly }\n";
        let told = ["Given by name.", "A method.", "An entry.", "A verb.", "A rule.", "Replaced.", "All."];
        assert_eq!(comments(script), told);
    }

    #[test]
    fn the_manifest_of_a_house_rule_is_no_text() {
        for (open, close) in [("--[[", "]]"), ("--[=[", "]=]")] {
            let script = format!("{open}\nid = \"x\"\n# [[a]] comment\n{close}\n\n-- The rule.\nreturn {{}}\n");
            assert_eq!(comments(&script.replace("[[a]]", "a")), ["The rule."], "{open}");
        }
        assert!(comments("--[[\nid = 1\n]]\nreturn {}").is_empty());
    }

    #[test]
    fn a_long_comment_is_told_as_one() {
        assert_eq!(
            comments("local t\n--[[ A rule\n  that goes on. ]]\nt.x = 1\n--[[]]\n--[["),
            ["A rule that goes on."]
        );
        assert_eq!(comments("return {}\n-----\n-- Ruled off.\n"), ["Ruled off."]);
        assert_eq!(comments("local t\n-- ---- Part ------\n\n-- A rule.\nt.x = 1\n"), ["A rule."]);
    }
}
