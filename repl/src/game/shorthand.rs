//! Short words for options: a cell's letter, the number of a rotation or an option, the name of a segment, any
//! unambiguous beginning. The choice is the same as in full words.

use bastide_core::language::or;
use bastide_core::{Choice, Game, Refusal, Rotation, Target, Unchosen, refuse};

use crate::game::letters::{Lettered, lettered};

/// The verbs of every game.
pub const VERBS: [&str; 7] = ["place", "discard", "deploy", "pass", "first", "score", "again"];

/// With more numbers than this, a range has no end that a player thinks of.
pub const MAX_RANGE: i32 = 1_000;

/// The choices that short words mean: one, or a place and the answer to the question after it. `None` if they are not a
/// short form.
pub fn shorthand(game: &Game, words: &[&str]) -> Result<Option<Vec<Choice>>, Refusal> {
    let [first, rest @ ..] = words else { return Ok(None) };
    match lettered(game).iter().find(|cell| cell.letters == *first) {
        Some(cell) => place_and(game, cell, rest).map(Some),
        None => Ok(answer(game, words)?.map(|choice| vec![choice])),
    }
}

/// The refusal of a letter that no cell has while a tile has to be placed, so that it is not taken for the beginning of
/// a command.
pub fn no_such_cell(game: &Game, word: &str) -> Option<Refusal> {
    let cells = lettered(game);
    let (first, last) = (&cells.first()?.letters, &cells.last()?.letters);
    if !word.bytes().all(|byte| byte.is_ascii_alphabetic()) || cells.iter().any(|cell| cell.letters == word) {
        return None;
    }
    let range = match cells.len() {
        1 => format!("only {first} does"),
        2 => format!("{first} and {last} do"),
        _ => format!("{first} to {last} do"),
    };
    let letters = if word.len() == 1 { "letter" } else { "letters" };
    Some(refuse!("no cell has the {letters} {word}; {range}"))
}

/// The refusal of a word that does not answer the open decision.
pub fn instead(game: &Game) -> Option<Refusal> {
    let decision = game.decision()?;
    let player = game.player_name(decision.player());
    let tiles: Vec<String> = decision.tiles().iter().map(|&tile| game.catalogue().tile_name(tile)).collect();
    if !tiles.is_empty() {
        let cell = lettered(game).into_iter().next()?;
        let way = cell.ways.first().map(|way| way.label.clone()).filter(|label| !label.contains(' '));
        let cell = format!("{} {}", cell.letters, way.unwrap_or_else(|| "1".into()));
        let others = numbered(game);
        let others = if others.is_empty() { others } else { format!(", or {others}") };
        return Some(refuse!("first place {}, for instance {cell}{others}", or(&tiles)));
    }
    Some(match decision.options().next()? {
        Choice::First(_) => refuse!("choose who starts: {}", numbered(game)),
        Choice::Again => refuse!("{player} may play on: {}", numbered(game)),
        choice => refuse!("it is {player}'s turn to {}: {}", game.verb_of(choice), numbered(game)),
    })
}

/// Whether a word could answer some decision: a number, or a kind of figure or feature.
pub fn is_answer(game: &Game, word: &str) -> bool {
    let name = word.split([':', '@']).next().unwrap_or_default();
    let catalogue = game.catalogue();
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    is_number || catalogue.kind_named(name).is_some() || catalogue.figure_named(name).is_some()
}

/// The option of the open decision that these words mean, in full or short form.
pub fn answer(game: &Game, words: &[&str]) -> Result<Option<Choice>, Refusal> {
    let Some(decision) = game.decision() else { return Ok(None) };
    let places = !decision.tiles().is_empty();
    match words {
        ["-"] => return game.find(&["pass"]).map(Some),
        [number] if !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) => {
            if let Some(amounts) = decision.topic().amounts {
                let verb = &game.catalogue().verbs[amounts.verb.0 as usize].name;
                return game.find(&[verb.as_str(), number]).map(Some);
            }
            let options = options(game);
            let n: usize = number.parse().unwrap_or(usize::MAX);
            match n.checked_sub(1).and_then(|n| options.get(n)) {
                Some(option) => return Ok(Some(*option)),
                None if options.is_empty() => {}
                None => return Err(refuse!("the options are numbered from 1 to {}", options.len())),
            }
        }
        _ => {}
    }
    if game.choice_named(words).is_ok() {
        return game.find(words).map(Some);
    }
    if let [name] = words
        && !places
    {
        let named = by_segment(game, name);
        if !named.is_empty() {
            return one(game, name, &named).map(Some);
        }
    }
    by_beginning(game, words)
}

/// The options with numbers: all but places, which have letters.
pub fn options(game: &Game) -> Vec<Choice> {
    let options = game.decision().into_iter().flat_map(|decision| decision.options());
    options.filter(|choice| choice.place().is_none()).collect()
}

/// The options with their numbers: their places in the list, or the amount itself where a question asks for one.
pub fn with_numbers(game: &Game) -> Vec<(Choice, usize)> {
    let amounts = game.decision().and_then(|decision| decision.topic().amounts);
    let number = |(choice, n): (Choice, usize)| match choice {
        Choice::Do(_, Target::Number(amount)) if amounts.is_some_and(|amounts| amounts.has(choice)) => {
            (choice, usize::try_from(amount).unwrap_or(n))
        }
        _ => (choice, n),
    };
    options(game).into_iter().zip(1..).map(number).collect()
}

/// What is typed for an option with a number. Where numbers are amounts, passing has none.
pub fn key(game: &Game, (choice, number): (Choice, usize)) -> String {
    let are_amounts = game.decision().is_some_and(|decision| decision.topic().amounts.is_some());
    if are_amounts && choice == Choice::Pass { "-".into() } else { number.to_string() }
}

/// The options that deploy on the segment with this name.
fn by_segment(game: &Game, name: &str) -> Vec<Choice> {
    let Some(decision) = game.decision() else { return Vec::new() };
    let Ok(segment) = game.place_named(name) else { return Vec::new() };
    decision.options().filter(|choice| matches!(choice, Choice::Deploy(_, at) if *at == segment)).collect()
}

/// The option that starts with these words: as a whole, after its verb, or at its place.
fn by_beginning(game: &Game, words: &[&str]) -> Result<Option<Choice>, Refusal> {
    let Some(decision) = game.decision() else { return Ok(None) };
    let typed = words.join(" ").to_lowercase();
    // A lone digit while a tile has to be placed is a typing error, not the beginning of a cell.
    let whole_only = !decision.tiles().is_empty() && !typed.contains(',');
    let begins = |choice: &Choice| {
        let text = game.choice_words(*choice).to_lowercase();
        let target = text.split_once(' ').map_or("", |(_, target)| target);
        let place = target.split_once('@').map_or("", |(_, place)| place);
        text.starts_with(&typed) || !whole_only && [target, place].iter().any(|text| text.starts_with(&typed))
    };
    let found: Vec<Choice> = decision.options().filter(begins).collect();
    if found.is_empty() { Ok(None) } else { one(game, &words.join(" "), &found).map(Some) }
}

fn one(game: &Game, typed: &str, found: &[Choice]) -> Result<Choice, Refusal> {
    match found {
        [only] => Ok(*only),
        several => {
            let shown = several.iter().take(6).map(|choice| game.choice_words(*choice));
            let more = several.len().saturating_sub(6);
            let more = (more > 0).then(|| format!("{more} more"));
            let names: Vec<String> = shown.chain(more).collect();
            Err(refuse!("`{typed}` fits several options: {}", or(&names)))
        }
    }
}

/// A letter, optionally with the number of a rotation, optionally with the answer to the next question.
fn place_and(game: &Game, cell: &Lettered, rest: &[&str]) -> Result<Vec<Choice>, Refusal> {
    let (place, rest) = turned(game, cell, rest)?;
    if rest.is_empty() {
        return Ok(vec![place]);
    }
    let mut after = game.clone();
    match after.choose(place) {
        Ok(_) => {}
        Err(Unchosen::Refused(refusal)) => return Err(refusal),
        // It will fail again when it is really played, and is then reported in full.
        Err(Unchosen::Fault(_)) => return Ok(vec![place]),
    }
    let (before, turn) = (&game.state().turn, &after.state().turn);
    let asked = (turn.number, turn.part) == (before.number, before.part) && !after.is_over();
    // Players who deploy nobody have not declined another part of the turn.
    let asked = asked && !(rest == ["-"] && options(&after).contains(&Choice::Again));
    if !asked {
        return match rest {
            ["-"] => Ok(vec![place]),
            _ => Err(refuse!("no choice follows {}, so `{}` does not apply", words_of(game, place), rest.join(" "))),
        };
    }
    match answer(&after, rest)? {
        Some(choice) => Ok(vec![place, choice]),
        None => Err(refuse!("`{}` is not an option there; {}", rest.join(" "), numbered(&after))),
    }
}

/// The way that is given, or the only one.
pub fn turned<'a, 'b>(game: &Game, cell: &Lettered, rest: &'a [&'b str]) -> Result<(Choice, &'a [&'b str]), Refusal> {
    let ways = cell.ways.len();
    if let [word, rest @ ..] = rest {
        if let Ok(n) = word.parse::<usize>() {
            let found = n.checked_sub(1).and_then(|n| cell.ways.get(n));
            let found =
                found.ok_or_else(|| refuse!("the tile fits at {} in {}: {}", cell.letters, times(ways), ways_at(cell)));
            return found.map(|way| (way.choice, rest));
        }
        if let Ok(rotation) = word.parse::<Rotation>() {
            let place = game.find(&["place", &cell.cell.to_string(), &rotation.to_string()])?;
            return Ok((place, rest));
        }
    }
    match &cell.ways[..] {
        [only] => Ok((only.choice, rest)),
        _ => Err(refuse!("the tile fits at {} in {}: write {}", cell.letters, times(ways), ways_at(cell))),
    }
}

fn times(ways: usize) -> String {
    if ways == 1 { "one way".into() } else { format!("{ways} ways") }
}

fn ways_at(cell: &Lettered) -> String {
    or(&cell.ways.iter().zip(1..).map(|(way, n)| format!("{} {n} = {}", cell.letters, way.label)).collect::<Vec<_>>())
}

fn words_of(game: &Game, choice: Choice) -> String {
    game.choice_words(choice)
}

/// The options of the open decision with their numbers, in short form.
pub fn numbered(game: &Game) -> String {
    if let Some(amounts) = game.decision().and_then(|decision| decision.topic().amounts) {
        let verb = &game.catalogue().verbs[amounts.verb.0 as usize].name;
        let pass = if options(game).contains(&Choice::Pass) { "  - pass" } else { "" };
        let (least, most) = (amounts.least, amounts.most);
        // Nobody thinks of an end that is so far away.
        let range = match i32::from(most) - i32::from(least) > MAX_RANGE {
            true => format!("{least} or more"),
            false => format!("from {least} to {most}"),
        };
        return format!("{verb} a number {range}{pass}");
    }
    let option = |(choice, n): (Choice, usize)| match choice {
        Choice::Pass => "- pass".to_string(),
        Choice::Deploy(kind, _) if !is_default(game, kind) => format!("{n} {}", target(game, choice)),
        Choice::Deploy(..) => {
            let target = target(game, choice);
            format!("{n} {}", target.split_once('@').map_or(&target[..], |(_, place)| place))
        }
        _ => format!("{n} {}", game.choice_words(choice)),
    };
    with_numbers(game).into_iter().map(option).collect::<Vec<_>>().join("  ")
}

/// Whether figures of this kind are the only ones that can be deployed, so that the kind can be left out.
fn is_default(game: &Game, kind: bastide_core::FigureKindId) -> bool {
    let other = |choice: Choice| matches!(choice, Choice::Deploy(other, _) if other != kind);
    !game.decision().is_some_and(|decision| decision.options().any(other))
}

fn target(game: &Game, choice: Choice) -> String {
    let words = game.choice_words(choice);
    words.split_once(' ').map_or(words.clone(), |(_, target)| target.to_string())
}
