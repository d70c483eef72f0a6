//! Completions of a line: commands, cells, options, sets, players and files, each with a description. Knows the grammar
//! and the table, never the terminal.

use bastide_core::{Choice, Game, lab};
use clap::builder::PossibleValue;
use clap::{Arg, ValueHint};

use crate::bot;
use crate::game::assist::Assist;
use crate::game::letters::{Lettered, Way, lettered};
use crate::game::shorthand;
use crate::line::command::{Candidate, Context, Entry, Typed};
use crate::line::{candidates, dispatch, foresee, verbs};
use crate::tell::joined::{self, Place};
use crate::tell::whereabouts;

/// With more options than this, their results are not computed.
const MAX_TRIED: usize = 12;
/// The maximum number of options that are offered.
const MAX_OPTIONS: usize = 500;

/// The completions at the end of a line up to the cursor, and where the completed text starts.
pub fn complete(context: &mut Context, typed: &str) -> (usize, Vec<Candidate>) {
    let blank = |(at, sign): (usize, char)| sign.is_whitespace().then_some(at + sign.len_utf8());
    let start = typed.char_indices().rev().find_map(blank).unwrap_or(0);
    let before: Vec<&str> = typed[..start].split_whitespace().collect();
    let (all, lists) = match before[..] {
        [] => (first(context), false),
        [verb, ref rest @ ..] => after(context, verb, rest, &typed[start..]),
    };
    // In a list, only the part after the last comma is completed.
    let start = if lists { start + typed[start..].rfind(',').map_or(0, |comma| comma + 1) } else { start };
    let word = typed[start..].to_lowercase();
    let mut found: Vec<Candidate> =
        all.into_iter().filter(|candidate| candidate.text.to_lowercase().starts_with(&word)).collect();
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|candidate| seen.insert(candidate.text.clone()));
    (start, found)
}

/// Completions at the start of a line: answers to the open decision, then commands.
fn first(context: &Context) -> Vec<Candidate> {
    let mut all = Vec::new();
    if let Some(table) = &context.table {
        let game = &table.game;
        all.extend(cells(game, table.assist == Assist::Full));
        all.extend(answers(game));
        let options = game.decision().into_iter().flat_map(|decision| decision.options());
        let mut verbs: Vec<&str> = options.take(MAX_OPTIONS).map(|choice| game.verb_of(choice)).collect();
        verbs.sort_unstable();
        verbs.dedup();
        all.extend(verbs.into_iter().map(|verb| Candidate::new(verb, verb_about(game, verb))));
        if game.setup().is_lab() {
            all.extend(lab::VERBS.iter().map(|(verb, usage)| Candidate::new(*verb, *usage)));
        }
    }
    let shown = context.commands.all().filter(|entry| !entry.grammar.is_hide_set());
    all.extend(shown.map(|entry| Candidate::new(entry.name(), entry.about())));
    all
}

/// The cells with letters: where they are, and what the best rotation brings.
fn cells(game: &Game, is_told: bool) -> Vec<Candidate> {
    let places = if is_told { joined::places(game) } else { Vec::new() };
    let cell = |cell: &Lettered| {
        let ways = match cell.ways.len() {
            1 => cell.ways[0].label.clone(),
            n if cell.ways.iter().any(|way| way.label.contains(' ')) => format!("{n} ways"),
            n => format!("{n} rotations"),
        };
        let brings = places.iter().find(|place| place.cell.cell == cell.cell).map(Place::words);
        let about = [Some(cell.cell.to_string()), Some(ways), brings].into_iter().flatten();
        Candidate::new(&*cell.letters, about.collect::<Vec<_>>().join("  "))
    };
    lettered(game).iter().map(cell).collect()
}

/// The numbered options, with what they are and what they bring.
fn answers(game: &Game) -> Vec<Candidate> {
    let options = shorthand::with_numbers(game);
    let is_tried = options.len() <= MAX_TRIED;
    let about = |choice: Choice| {
        let brings = is_tried.then(|| foresee::after(game, &[choice])).flatten();
        let lies = match choice {
            Choice::Deploy(_, at) => whereabouts::beyond_name(game, at),
            _ => None,
        };
        [Some(game.choice_words(choice)), lies, brings].into_iter().flatten().collect::<Vec<_>>().join("  ")
    };
    let number = |(choice, n): (Choice, usize)| match choice {
        Choice::Pass => Candidate::new("-", about(choice)),
        _ => Candidate::new(n.to_string(), about(choice)),
    };
    options.into_iter().take(MAX_OPTIONS).map(number).collect()
}

fn verb_about(game: &Game, verb: &str) -> String {
    let declared = game.catalogue().verb_named(verb).map(|id| game.catalogue().verbs[id.0 as usize].about.clone());
    declared.or_else(|| verbs::line(verb)).unwrap_or_default()
}

/// Completions after the first word; and whether it is a list with commas.
fn after(context: &mut Context, verb: &str, rest: &[&str], word: &str) -> (Vec<Candidate>, bool) {
    if let Some(game) = context.table.as_ref().map(|table| &table.game) {
        if let Some(cell) = lettered(game).into_iter().find(|cell| cell.letters == verb) {
            return (after_cell(game, &cell, rest), false);
        }
        if dispatch::is_verb(context, verb) {
            return (next_word(game, &[&[verb], rest].concat()), false);
        }
        // While a decision is open, a lone letter is never the beginning of a command.
        if verb.len() == 1 && shorthand::instead(game).is_some() {
            return (Vec::new(), false);
        }
    }
    let whole = match dispatch::by_prefix(context, verb) {
        Ok(Some(whole)) => whole,
        _ => verb.to_string(),
    };
    let commands = context.commands.clone();
    let Some(entry) = commands.find(&whole) else { return (Vec::new(), false) };
    let grammar = &entry.grammar;
    let flag = rest.last().and_then(|word| word.strip_prefix("--"));
    let valued = |arg: &&Arg| arg.get_long() == flag && arg.get_action().takes_values();
    let argument = match flag.and_then(|_| grammar.get_arguments().find(valued)) {
        Some(argument) => argument,
        None if word.starts_with('-') => return (flags(grammar), false),
        None => match grammar.get_positionals().nth(position(grammar, rest)).or(grammar.get_positionals().last()) {
            Some(argument) => argument,
            None => return (flags(grammar), false),
        },
    };
    let mut all = values(context, entry, argument, &Typed { rest, word });
    if argument.is_positional() {
        all.extend(flags(grammar).into_iter().filter(|_| word.is_empty()));
    }
    (all, argument.get_value_delimiter() == Some(','))
}

/// The index of the positional argument after these words.
fn position(grammar: &clap::Command, rest: &[&str]) -> usize {
    let takes = |word: &str| {
        let flag = word.strip_prefix("--");
        flag.is_some() && grammar.get_arguments().any(|arg| arg.get_long() == flag && arg.get_action().takes_values())
    };
    let is_value = |at: usize| at.checked_sub(1).is_some_and(|before| takes(rest[before]));
    (0..rest.len()).filter(|at| !rest[*at].starts_with("--") && !is_value(*at)).count()
}

fn flags(grammar: &clap::Command) -> Vec<Candidate> {
    let about = |arg: &Arg| arg.get_help().map(ToString::to_string).unwrap_or_default();
    let named = grammar.get_arguments().filter(|arg| !arg.is_hide_set());
    named.filter_map(|arg| Some(Candidate::new(format!("--{}", arg.get_long()?), about(arg)))).collect()
}

/// Completions after a cell's letter: the rotation, then the answer to the next question.
fn after_cell(game: &Game, cell: &Lettered, rest: &[&str]) -> Vec<Candidate> {
    match rest {
        [] => {
            let way = |(way, n): (&Way, usize)| {
                let brings = foresee::placing(game, way.choice).join(", ");
                Candidate::new(n.to_string(), format!("= {}  {brings}", way.label))
            };
            cell.ways.iter().zip(1..).map(way).collect()
        }
        [turned] => {
            let Ok((choice, _)) = shorthand::turned(game, cell, &[turned]) else { return Vec::new() };
            let copy = bot::glimpse(game, &[choice]).ok().flatten();
            copy.map(|copy| answers(&copy)).unwrap_or_default()
        }
        _ => Vec::new(),
    }
}

/// The next words of the options that start with these words.
fn next_word(game: &Game, before: &[&str]) -> Vec<Candidate> {
    let options = game.decision().into_iter().flat_map(|decision| decision.options()).take(MAX_OPTIONS);
    let mut found: Vec<(String, Vec<Choice>)> = Vec::new();
    for choice in options {
        let words = game.choice_words(choice);
        let words: Vec<&str> = words.split(' ').collect();
        let Some(next) = words.get(before.len()).filter(|_| words[..before.len()] == *before) else { continue };
        match found.iter_mut().find(|(text, _)| text == next) {
            Some((_, choices)) => choices.push(choice),
            None => found.push((next.to_string(), vec![choice])),
        }
    }
    let is_tried = found.len() <= MAX_TRIED;
    let about = |choices: &[Choice]| match choices {
        [only] if is_tried => foresee::after(game, &[*only]).unwrap_or_default(),
        [_] => String::new(),
        several => format!("{} ways", several.len()),
    };
    found.into_iter().map(|(text, choices)| Candidate::new(text, about(&choices))).collect()
}

/// The values of an argument: from the command's completer, its allowed values, or files.
fn values(context: &mut Context, entry: &Entry, argument: &Arg, typed: &Typed) -> Vec<Candidate> {
    if let Some(completer) = entry.completer(argument.get_id().as_str()) {
        return completer(context, typed);
    }
    let about = |value: &PossibleValue| value.get_help().map(ToString::to_string).unwrap_or_default();
    let possible = argument.get_possible_values();
    match argument.get_value_hint() {
        ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath => candidates::paths(typed.word),
        _ => possible.iter().map(|value| Candidate::new(value.get_name(), about(value))).collect(),
    }
}

#[cfg(test)]
mod tests;
