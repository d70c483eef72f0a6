//! What words mean: a verb of the game, a lab command, a command of the prompt, or a short form.

use bastide_core::language::{did_you_mean, nearest, or, typed};
use bastide_core::{Game, lab};

use crate::game::letters::lettered;
use crate::game::shorthand::{self, VERBS};
use crate::io::reply::{Cause, Failure, Reply};
use crate::line::command::Context;
use crate::line::play;

/// Finds out what the words mean and runs it. `strict`: only full words, as in a record.
pub fn run(context: &mut Context, words: &[&str], strict: bool) -> Result<Reply, Failure> {
    let Some(&first) = words.first() else { return Ok(Reply::default()) };
    if !strict && let Some(topic) = asked(words) {
        return command(context, &["help", "--", topic]);
    }
    // Without a feature, `score` shows the points.
    let is_score = first == "score" && words.get(1).is_none_or(|word| word.starts_with("--"));
    if is_verb(context, first) && !is_score && first != "expect" {
        return play::verb(context, words, strict);
    }
    if is_lab_verb(context, words) {
        return play::lab(context, words);
    }
    if context.commands.find(first).is_some() {
        return command(context, words);
    }
    if strict {
        return Err(unknown(context, first));
    }
    if let Some(table) = &context.table {
        let game = &table.game;
        // A mistyped letter must not start another game or end this one.
        let is_letter = first.len() == 1 && first.starts_with(char::is_alphabetic);
        if is_letter && let Some(refusal) = shorthand::no_such_cell(game, first) {
            return Err(refusal.into());
        }
        if let Some(choices) = shorthand::shorthand(game, words)? {
            return play::choose(context, &choices);
        }
        if (is_letter || shorthand::is_answer(game, first))
            && let Some(refusal) = shorthand::instead(game)
        {
            return Err(refusal.into());
        }
    }
    let whole = by_prefix(context, first)?.ok_or_else(|| lost(context, first))?;
    let words: Vec<&str> = [whole.as_str()].into_iter().chain(words[1..].iter().copied()).collect();
    run(context, &words, strict)
}

/// Runs a command of the prompt.
pub fn command(context: &mut Context, words: &[&str]) -> Result<Reply, Failure> {
    let commands = context.commands.clone();
    let entry = words.first().and_then(|word| commands.find(word));
    entry.ok_or_else(|| unknown(context, words.first().unwrap_or(&"")))?.run(context, words)
}

/// The topic of a question mark: `place?`, `new ?`, or `?` alone.
fn asked<'a>(words: &[&'a str]) -> Option<&'a str> {
    match words {
        ["?"] => Some(""),
        [word] => word.strip_suffix('?'),
        [word, .., "?"] => Some(word),
        _ => None,
    }
}

/// Whether a word is a verb of the game.
pub fn is_verb(context: &Context, word: &str) -> bool {
    let declared = || context.table.as_ref().and_then(|table| table.game.catalogue().verb_named(word));
    VERBS.contains(&word) || declared().is_some()
}

/// Whether words are a lab command. In a lab, `tiles` is about a pile unless it names a set.
fn is_lab_verb(context: &Context, words: &[&str]) -> bool {
    let known = lab::VERBS.iter().any(|(verb, _)| *verb == words[0]);
    let shared = context.commands.names().any(|name| name == words[0]);
    let in_lab = context.table.as_ref().is_some_and(|table| table.game.setup().is_lab());
    let is_set = |word: &str| context.library.ids().iter().any(|id| id.starts_with(word));
    let is_zone = |word: &str| context.table.as_ref().is_some_and(|table| table.game.shelf_named(word).is_ok());
    let names_set = || words.get(1).is_none_or(|word| !is_zone(word) && is_set(word));
    known && (!shared || in_lab && !names_set())
}

/// The only command or verb that starts with a word, or the one that all others start with.
pub fn by_prefix(context: &Context, word: &str) -> Result<Option<String>, Failure> {
    let found = vocabulary(context).into_iter().filter(|name| name.starts_with(word)).collect();
    let found = context.commands.unyielding(found);
    match found.iter().min_by_key(|name| name.len()) {
        None => Ok(None),
        Some(shortest) if found.iter().all(|name| name.starts_with(shortest)) => Ok(Some(shortest.clone())),
        Some(_) => Err(Failure::new(Cause::Unknown, format!("`{word}` is ambiguous: {}", or(&found))).at(word)),
    }
}

/// Whether a word can start a line, in full or as a prefix.
pub fn begins(context: &Context, word: &str) -> bool {
    let game = context.table.as_ref().map(|table| &table.game);
    let is_short = |game: &Game| {
        let cells = lettered(game);
        word == "-" || shorthand::is_answer(game, word) || cells.iter().any(|cell| cell.letters == word)
    };
    let is_command = || context.commands.find(word).is_some();
    let is_whole = is_verb(context, word) || is_lab_verb(context, &[word]) || word.ends_with('?') || is_command();
    is_whole || game.is_some_and(is_short) || vocabulary(context).iter().any(|name| name.starts_with(word))
}

/// Every word that can start a line now.
pub fn vocabulary(context: &Context) -> Vec<String> {
    let mut names: Vec<String> = context.commands.names().map(String::from).collect();
    if let Some(game) = context.table.as_ref().map(|table| &table.game) {
        let options = game.decision().into_iter().flat_map(|decision| decision.options());
        names.extend(options.map(|choice| game.verb_of(choice).into()));
        if game.setup().is_lab() {
            names.extend(lab::VERBS.iter().map(|(verb, _)| verb.to_string()));
        }
    }
    names.sort();
    names.dedup();
    names
}

/// The command that was probably meant.
fn near(context: &Context, word: &str) -> Option<String> {
    let names = vocabulary(context);
    let all = names.iter().map(String::as_str).chain(VERBS).chain(lab::VERBS.iter().map(|(verb, _)| *verb));
    nearest(word, all).map(String::from)
}

/// The failure for an unknown word: what was probably meant, or what the open decision is.
fn lost(context: &Context, word: &str) -> Failure {
    let waits = context.table.as_ref().filter(|_| near(context, word).is_none()).and_then(|table| {
        let game = &table.game;
        match game.decision()?.tiles().is_empty() {
            false if word.len() > 2 => None,
            false => shorthand::no_such_cell(game, word),
            true => shorthand::instead(game),
        }
    });
    waits.map_or_else(|| unknown(context, word), Failure::from)
}

fn unknown(context: &Context, word: &str) -> Failure {
    let meant = near(context, word).map_or("`help` lists all commands".into(), |near| did_you_mean(&near));
    Failure::new(Cause::Unknown, format!("unknown command {}; {meant}", typed(word))).at(word)
}
