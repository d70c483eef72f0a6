//! What may come next on a line: commands, cells, options, sets, players, files, each with a few words. Knows the grammar and
//! the table, never the terminal.

use std::fs;
use std::path::Path;

use bastide_core::choice::Choice;
use bastide_core::game::Game;
use bastide_core::lab;
use bastide_core::manifest::Extent;
use clap::{Arg, ValueHint};

use crate::bot;
use crate::game::letters::{Lettered, Way, lettered};
use crate::game::library::ALWAYS;
use crate::game::shorthand;
use crate::io::split;
use crate::line::{cli, foresee, help};
use crate::session::Session;

/// One thing that may come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What is typed.
    pub text: String,
    /// What it is, in a few words.
    pub about: String,
}

impl Candidate {
    /// A thing and what it is.
    pub fn new(text: impl Into<String>, about: impl Into<String>) -> Candidate {
        Candidate { text: text.into(), about: about.into() }
    }
}

/// How many options are tried out to say what they bring.
const TRIED: usize = 12;
/// The most options of a decision that are offered.
const MOST: usize = 500;

/// What may stand at the end of a line up to the cursor, and where that begins.
pub fn complete(session: &mut Session, typed: &str) -> (usize, Vec<Candidate>) {
    let blank = |(at, sign): (usize, char)| sign.is_whitespace().then_some(at + sign.len_utf8());
    let start = typed.char_indices().rev().find_map(blank).unwrap_or(0);
    let before: Vec<&str> = typed[..start].split_whitespace().collect();
    let (all, lists) = match before[..] {
        [] => (first(session), false),
        [verb, ref rest @ ..] => after(session, verb, rest, &typed[start..]),
    };
    // In a list, only what follows the last comma is being typed.
    let start = if lists { start + typed[start..].rfind(',').map_or(0, |comma| comma + 1) } else { start };
    let word = typed[start..].to_lowercase();
    let mut found: Vec<Candidate> =
        all.into_iter().filter(|candidate| candidate.text.to_lowercase().starts_with(&word)).collect();
    let mut seen = std::collections::BTreeSet::new();
    found.retain(|candidate| seen.insert(candidate.text.clone()));
    (start, found)
}

/// What may begin a line: what the table waits for, then commands.
fn first(session: &Session) -> Vec<Candidate> {
    let mut all = Vec::new();
    if let Some(table) = &session.table {
        let game = &table.game;
        all.extend(lettered(game).iter().map(cell));
        all.extend(answers(game));
        let options = game.decision().into_iter().flat_map(|decision| decision.options());
        let mut verbs: Vec<&str> = options.take(MOST).map(|choice| game.verb_of(choice)).collect();
        verbs.sort_unstable();
        verbs.dedup();
        all.extend(verbs.into_iter().map(|verb| Candidate::new(verb, verb_about(game, verb))));
        if game.setup().is_lab() {
            all.extend(lab::VERBS.iter().map(|(verb, usage)| Candidate::new(*verb, *usage)));
        }
    }
    all.extend(cli::commands());
    all
}

fn cell(cell: &Lettered) -> Candidate {
    let ways = match cell.ways.len() {
        1 => "1 rotation".into(),
        n if cell.ways.iter().any(|way| way.label.contains(' ')) => format!("{n} ways"),
        n => format!("{n} rotations"),
    };
    Candidate::new(&*cell.letters, format!("{}  {ways}", cell.cell))
}

/// The options that have numbers, with what they are and bring.
fn answers(game: &Game) -> Vec<Candidate> {
    let options = shorthand::options(game);
    let is_tried = options.len() <= TRIED;
    let about = |choice: Choice| {
        let brings = is_tried.then(|| foresee::after(game, &[choice])).flatten();
        [Some(game.choice_words(choice)), brings].into_iter().flatten().collect::<Vec<_>>().join("  ")
    };
    let number = |(choice, n): (Choice, usize)| match choice {
        Choice::Pass => Candidate::new("-", about(choice)),
        _ => Candidate::new(n.to_string(), about(choice)),
    };
    options.into_iter().take(MOST).zip(1..).map(number).collect()
}

fn verb_about(game: &Game, verb: &str) -> String {
    let declared = game.catalogue().verb_named(verb).map(|id| game.catalogue().verbs[id.0 as usize].about.clone());
    declared.or_else(|| help::verb_line(verb)).unwrap_or_default()
}

/// What may follow the first word; and whether it is one of a list with commas.
fn after(session: &mut Session, verb: &str, rest: &[&str], word: &str) -> (Vec<Candidate>, bool) {
    if let Some(game) = session.table.as_ref().map(|table| &table.game) {
        if let Some(cell) = lettered(game).into_iter().find(|cell| cell.letters == verb) {
            return (after_cell(game, &cell, rest), false);
        }
        if session.is_verb(verb) {
            return (next_word(game, &[&[verb], rest].concat()), false);
        }
        // Where the table waits for an answer, a lone letter is never the beginning of a command.
        if verb.len() == 1 && shorthand::instead(game).is_some() {
            return (Vec::new(), false);
        }
    }
    let whole = match session.by_prefix(verb) {
        Ok(Some(whole)) => whole,
        _ => verb.to_string(),
    };
    let Some(grammar) = cli::grammar(&whole) else { return (Vec::new(), false) };
    let flag = rest.last().and_then(|word| word.strip_prefix("--"));
    let valued = |arg: &&Arg| arg.get_long() == flag && arg.get_action().takes_values();
    let argument = match flag.and_then(|_| grammar.get_arguments().find(valued)) {
        Some(argument) => argument,
        None if word.starts_with('-') => return (flags(&grammar), false),
        None => match grammar.get_positionals().nth(position(&grammar, rest)).or(grammar.get_positionals().last()) {
            Some(argument) => argument,
            None => return (flags(&grammar), false),
        },
    };
    let mut all = values(session, argument, rest, word);
    if argument.is_positional() {
        all.extend(flags(&grammar).into_iter().filter(|_| word.is_empty()));
    }
    (all, argument.get_value_delimiter() == Some(','))
}

/// Which positional argument comes after these words.
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

/// What a letter is followed by: the rotation, then the answer to what is asked.
fn after_cell(game: &Game, cell: &Lettered, rest: &[&str]) -> Vec<Candidate> {
    match rest {
        [] => {
            let way = |(way, n): (&Way, usize)| {
                let brings = foresee::after(game, &[way.choice]).unwrap_or_default();
                Candidate::new(n.to_string(), format!("{}  {brings}", way.label))
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

/// The words of options that begin with these, and then come.
fn next_word(game: &Game, before: &[&str]) -> Vec<Candidate> {
    let options = game.decision().into_iter().flat_map(|decision| decision.options()).take(MOST);
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
    let is_tried = found.len() <= TRIED;
    let about = |choices: &[Choice]| match choices {
        [only] if is_tried => foresee::after(game, &[*only]).unwrap_or_default(),
        [_] => String::new(),
        several => format!("{} ways", several.len()),
    };
    found.into_iter().map(|(text, choices)| Candidate::new(text, about(&choices))).collect()
}

/// What an argument can be.
fn values(session: &mut Session, argument: &Arg, rest: &[&str], word: &str) -> Vec<Candidate> {
    let possible = argument.get_possible_values();
    if !possible.is_empty() {
        let about =
            |value: &clap::builder::PossibleValue| value.get_help().map(ToString::to_string).unwrap_or_default();
        return possible.iter().map(|value| Candidate::new(value.get_name(), about(value))).collect();
    }
    match argument.get_id().as_str() {
        "expansions" | "with" if word.contains(':') => parts(session, word),
        "expansions" | "with" | "without" | "set" => sets(session),
        "edition" => editions(session),
        "options" => options(session, rest),
        "player" | "players" => players(session),
        "kind" => [bots(), vec![Candidate::new("off", "a person sits there")]].concat(),
        "bots" => seats(session, rest),
        "topic" => [help::topics_with_lines(), sets(session)].concat(),
        "words" | "what" if argument.is_positional() => [players(session), sets(session)].concat(),
        _ if matches!(argument.get_value_hint(), ValueHint::AnyPath | ValueHint::FilePath | ValueHint::DirPath) => {
            paths(word)
        }
        _ => Vec::new(),
    }
}

/// The sets that there are.
pub fn sets(session: &mut Session) -> Vec<Candidate> {
    let ids = session.library.ids().into_iter();
    let about = |library: &mut crate::game::library::Library, id: &str| match library.find(id) {
        Ok(expansion) => expansion.summary().to_string(),
        Err(_) => "cannot be loaded".into(),
    };
    ids.map(|id| Candidate::new(&*id, about(&mut session.library, &id))).collect()
}

/// The parts of the sets that begin with a word: `SET:PART`.
fn parts(session: &mut Session, word: &str) -> Vec<Candidate> {
    let begin = word.split(':').next().unwrap_or_default();
    let ids = session.library.ids().into_iter().filter(|id| id.starts_with(begin) && id != ALWAYS);
    let with_tiles: Vec<String> =
        ids.filter(|id| session.library.find(id).is_ok_and(|expansion| expansion.tiles().next().is_some())).collect();
    let about = |part: &str| if part == "tiles" { "without its rules" } else { "without its tiles" };
    let part = |id: &String| Extent::PARTS.map(|(part, _)| Candidate::new(format!("{id}:{part}"), about(part)));
    with_tiles.iter().flat_map(part).collect()
}

/// The editions that there are.
pub fn editions(session: &mut Session) -> Vec<Candidate> {
    let Ok(base) = session.library.find(ALWAYS) else { return Vec::new() };
    let list = base.editions().map(|editions| editions.list()).unwrap_or_default();
    list.iter().map(|edition| Candidate::new(edition.name(), edition.about())).collect()
}

/// The bots that there are.
pub fn bots() -> Vec<Candidate> {
    bot::Kind::ALL.iter().map(|kind| Candidate::new(kind.name(), kind.about())).collect()
}

/// The options of the sets on the line, with their values.
fn options(session: &mut Session, rest: &[&str]) -> Vec<Candidate> {
    let names: Vec<String> = rest.iter().map(|word| word.to_string()).collect();
    let mut sets = vec![ALWAYS.to_string()];
    let ruling = names.iter().map(|word| word.strip_suffix(":rules").unwrap_or(word)).filter(|word| !word.is_empty());
    sets.extend(ruling.filter(|word| session.library.ids().iter().any(|id| id.starts_with(word))).map(String::from));
    let found = sets.iter().filter_map(|set| session.library.find(set).ok()).collect::<Vec<_>>();
    let options = found.iter().flat_map(|set| set.options());
    let one = |option: &bastide_core::manifest::GameOption| {
        let value = |value: &String| Candidate::new(format!("{}={value}", option.name()), option.about());
        option.values().iter().map(value).collect::<Vec<_>>()
    };
    options.flat_map(one).collect()
}

fn players(session: &Session) -> Vec<Candidate> {
    let names = session.table.iter().flat_map(|table| table.game.setup().players());
    names.map(|name| Candidate::new(&**name, "a player")).collect()
}

/// Who may be which bot: kinds, and the players that the line names.
fn seats(session: &Session, rest: &[&str]) -> Vec<Candidate> {
    let named = rest.windows(2).find(|pair| pair[0] == "--players").map(|pair| pair[1].split(',').collect::<Vec<_>>());
    let own = players(session);
    let named = named.unwrap_or_else(|| own.iter().map(|player| player.text.as_str()).collect());
    let kinds = bots();
    let pairs = named.iter().flat_map(|name| {
        kinds.iter().map(move |kind| Candidate::new(format!("{name}={}", kind.text), kind.about.clone()))
    });
    kinds.iter().cloned().chain(pairs).collect()
}

/// The files and folders that begin with a word.
fn paths(word: &str) -> Vec<Candidate> {
    let (folder, _) = word.rfind('/').map_or(("", word), |slash| word.split_at(slash + 1));
    let entries = fs::read_dir(if folder.is_empty() { Path::new(".") } else { Path::new(folder) });
    let mut found: Vec<Candidate> = entries
        .into_iter()
        .flatten()
        .flatten()
        .take(2_000)
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
            let is_folder = entry.path().is_dir();
            let text = split::quoted(&format!("{folder}{name}{}", if is_folder { "/" } else { "" }));
            Some(Candidate::new(text, if is_folder { "a folder" } else { "" }))
        })
        .collect();
    found.sort_by(|one, other| one.text.cmp(&other.text));
    found
}

#[cfg(test)]
mod tests;
