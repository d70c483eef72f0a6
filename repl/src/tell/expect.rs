//! Expectations: compared with the game by meaning. Changes nothing.

use std::collections::BTreeMap;

use bastide_core::language::{and, did_you_mean, nearest, plural};
use bastide_core::{Choice, FeatureId, FigureId, Game, PlayerId, TokenId, ZoneId, cell_named};

use crate::game::shorthand::VERBS;
use crate::io::reply::{Cause, Failure};
use crate::tell::token_places;

/// The forms of expectations and how each is written. `refused` is handled by the session, which runs commands.
pub const FORMS: [(&str, &str); 16] = [
    ("points", "expect points PLAYER n"),
    ("score", "expect score PLAYER n"),
    ("supply", "expect supply PLAYER KIND n"),
    ("figure", "expect figure FIGURE [n]"),
    ("feature", "expect feature X,Y/SEGMENT tiles n | open n | complete yes|no | owners A,B|none …"),
    ("tiles", "expect tiles ZONE n, or expect tiles ZONE TILE…"),
    ("tokens", "expect tokens ZONE n, or expect tokens ZONE TOKEN [n]…"),
    ("drawn", "expect drawn TILE"),
    ("decision", "expect decision PLAYER [VERB]"),
    ("over", "expect over"),
    ("legal", "expect legal OPTION"),
    ("illegal", "expect illegal OPTION"),
    ("options", "expect options \"OPTION\"…"),
    ("only", "expect only VERB [TARGET…]"),
    ("log", "expect log \"TEXT\""),
    ("COUNTER", "expect COUNTER X,Y n"),
];

/// `Ok` if the expectation holds.
pub type Verdict = Result<(), Failure>;

/// What is only known when a turn has gone on: points are paid when the player has deployed a figure or passed.
const LATER: [&str; 5] = ["points", "score", "supply", "figure", "log"];

/// Compares an expectation with a game.
pub fn check(game: &Game, words: &[&str]) -> Verdict {
    compared(game, words).map_err(|failure| match words {
        [first, ..] if failure.cause == Cause::Unmet && LATER.contains(first) => {
            Failure { message: failure.message + &still_open(game), ..failure }
        }
        _ => failure,
    })
}

/// Says that a tile was placed and its turn not ended, which is easily forgotten in a scene.
fn still_open(game: &Game) -> String {
    let open = game.decision().filter(|decision| decision.options().any(|choice| matches!(choice, Choice::Pass)));
    let player = open.map(|decision| game.player_name(decision.player()).to_string());
    player.map_or(String::new(), |player| {
        format!(" ({player} has not decided yet: a choice such as `pass` comes before it is scored)")
    })
}

fn compared(game: &Game, words: &[&str]) -> Verdict {
    match words {
        ["points", player, n] => points(game, player, number(n)?),
        ["score", player, n] => score(game, player, number(n)?),
        ["supply", player, kind, n] => supply(game, player, kind, number(n)?),
        ["figure", figure] => figures(game, figure, 1),
        ["figure", figure, n] => figures(game, figure, number(n)?),
        ["feature", place, facts @ ..] if !facts.is_empty() => feature(game, place, facts),
        ["tiles", zone, tiles @ ..] if !tiles.is_empty() => pile(game, zone, tiles),
        ["tokens", zone, named @ ..] if !named.is_empty() => tokens(game, zone, named),
        ["drawn", tile] => drawn(game, tile),
        ["decision", player] => decision(game, player, None),
        ["decision", player, verb] => decision(game, player, Some(verb)),
        ["over"] => met(game.is_over(), "the game to be over", || whose(game)),
        ["legal", option @ ..] if !option.is_empty() => legal(game, option),
        ["illegal", option @ ..] if !option.is_empty() => illegal(game, option),
        ["options", options @ ..] if !options.is_empty() => options_are(game, options),
        ["only", verb, targets @ ..] => only(game, verb, targets),
        ["log", text] => log(game, text),
        [name, place, n] if game.catalogue().counter_named(name).is_some() => counter(game, name, place, number(n)?),
        [first, ..] => Err(misspelt(first)),
        [] => Err(Failure::usage("say what is expected: `help expect` lists it")),
    }
}

fn misspelt(word: &str) -> Failure {
    if let Some((_, form)) = FORMS.iter().find(|(name, _)| *name == word) {
        return Failure::usage(format!("write {form}"));
    }
    let near = nearest(word, FORMS.iter().map(|(name, _)| *name).chain(["refused"]));
    let meant = near.map(|near| format!("; {}", did_you_mean(&format!("expect {near}")))).unwrap_or_default();
    Failure::new(Cause::Unknown, format!("nothing in play counts `{word}`{meant}"))
}

fn met(holds: bool, expected: impl Into<String>, found: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(Failure::unmet(expected, found())) }
}

/// The same, with the words after `expect` that would hold.
fn met_or(holds: bool, expected: impl Into<String>, found: impl FnOnce() -> String, words: &[&str]) -> Verdict {
    met(holds, expected, found).map_err(|failure| failure.blessed(words.iter().map(ToString::to_string).collect()))
}

fn number(word: &str) -> Result<i64, Failure> {
    word.parse().map_err(|_| Failure::usage(format!("`{word}` is not a number")))
}

fn points(game: &Game, player: &str, n: i64) -> Verdict {
    let id = game.player_named(player)?;
    let found = game.points_since(id) as i64;
    let words = ["points", player, &found.to_string()];
    met_or(found == n, format!("{player} {n:+}"), || format!("{found:+}"), &words)
}

fn score(game: &Game, player: &str, n: i64) -> Verdict {
    let id = game.player_named(player)?;
    let found = game.scores()[id.0 as usize] as i64;
    let words = ["score", player, &found.to_string()];
    met_or(found == n, format!("a score of {n} for {player}"), || found.to_string(), &words)
}

fn supply(game: &Game, player: &str, kind: &str, n: i64) -> Verdict {
    let owner = game.player_named(player)?;
    let found = match game.catalogue().token_named(kind) {
        Some(token) => game.state().tokens(owner, token) as i64,
        None => game.state().supply(owner, game.figure_kind_named(kind)?) as i64,
    };
    let words = ["supply", player, kind, &found.to_string()];
    met_or(found == n, format!("{n} {} with {player}", plural(kind, n)), || found.to_string(), &words)
}

/// The number of tokens in a zone, or exactly which.
fn tokens(game: &Game, zone: &str, tokens: &[&str]) -> Verdict {
    let (state, catalogue, at) = (game.state(), game.catalogue(), game.holder_named(zone)?);
    if let [Ok(n)] = tokens.iter().map(|word| word.parse::<usize>()).collect::<Vec<_>>()[..] {
        let found = state.tokens_held(catalogue, at).iter().map(|(_, n)| *n as usize).sum::<usize>();
        let (words, said) = (["tokens", zone, &found.to_string()], plural("token", n as i64));
        return met_or(found == n, format!("{n} {said} in {zone}"), || found.to_string(), &words);
    }
    let mut wanted: BTreeMap<TokenId, u16> = BTreeMap::new();
    game.tokens_named(tokens)?.into_iter().for_each(|(kind, n)| *wanted.entry(kind).or_default() += n);
    wanted.retain(|_, n| *n > 0);
    let found: BTreeMap<TokenId, u16> = state.tokens_held(catalogue, at).into_iter().collect();
    let name = |kind: TokenId| game.catalogue().tokens[kind.0 as usize].name.clone();
    let there = found.iter().flat_map(|(kind, n)| [name(*kind), n.to_string()]);
    let mut words: Vec<String> = ["tokens", zone].map(String::from).into_iter().chain(there).collect();
    if found.is_empty() {
        words.push("0".into());
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (holds, expected) = (found == wanted, format!("{} in {zone}", token_places::counted(game, wanted)));
    met_or(holds, expected, || token_places::counted(game, found), &words)
}

fn counter(game: &Game, name: &str, place: &str, n: i64) -> Verdict {
    let tile = game.placed_at(cell_named(place)?)?;
    let counter = game.catalogue().counter_named(name);
    let found = counter.map_or(0, |counter| game.state().counter(game.catalogue(), tile, counter)) as i64;
    let words = [name, place, &found.to_string()];
    met_or(found == n, format!("{name} {n} at {place}"), || found.to_string(), &words)
}

fn figures(game: &Game, figure: &str, n: i64) -> Verdict {
    let name = game.figure_named(figure)?;
    let found = game.count_figures(&name) as i64;
    let told = || {
        let there: Vec<String> = game.figures_at(name.at).map(|id| figure_words(game, id)).collect();
        if there.is_empty() { format!("{found}") } else { format!("{found}: {} stand there", and(&there)) }
    };
    met_or(found == n, format!("{n} of {figure}"), told, &["figure", figure, &found.to_string()])
}

fn figure_words(game: &Game, id: FigureId) -> String {
    let figure = game.state().figure(id);
    let kind = &game.catalogue().figure(figure.kind).name;
    match figure.owner {
        PlayerId::NOBODY => kind.clone(),
        owner => format!("{}:{kind}", game.player_name(owner)),
    }
}

fn feature(game: &Game, place: &str, facts: &[&str]) -> Verdict {
    let feature = game.state().features.of(game.place_named(place)?);
    let (pairs, rest) = facts.as_chunks::<2>();
    if let [lonely] = rest {
        return Err(Failure::usage(format!("`{lonely}` needs a value: write {}", FORMS[4].1)));
    }
    let mut wrong: Vec<(String, String)> = Vec::new();
    let mut words = vec!["feature".to_string(), place.into()];
    for [fact, value] in pairs {
        let (expected, found) = fact_of(game, feature, fact, value)?;
        words.extend([fact.to_string(), found.clone()]);
        if expected != found {
            wrong.push((format!("{fact} {expected}"), format!("{fact} {found}")));
        }
    }
    let (expected, found): (Vec<String>, Vec<String>) = wrong.into_iter().unzip();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    met_or(expected.is_empty(), format!("{place} with {}", expected.join(" ")), || found.join(" "), &words)
}

/// The expected and the actual value of one fact, written in the same way.
fn fact_of(game: &Game, feature: FeatureId, fact: &str, value: &str) -> Result<(String, String), Failure> {
    let features = &game.state().features;
    Ok(match fact {
        "tiles" => (number(value)?.to_string(), features.tiles(feature).to_string()),
        "open" => {
            (number(value)?.to_string(), features.open(game.catalogue(), &game.state().board, feature).to_string())
        }
        "complete" if ["yes", "no"].contains(&value) => {
            let complete = features.is_complete(feature);
            (value.into(), if complete { "yes".into() } else { "no".into() })
        }
        "complete" => return Err(Failure::usage(format!("complete is yes or no, not `{value}`"))),
        "owners" => (owners_named(game, value)?, owners(game, feature)),
        _ => {
            return Err(Failure::usage(format!(
                "`{fact}` is not a fact of a feature; use tiles, open, complete or owners"
            )));
        }
    })
}

fn owners_named(game: &Game, value: &str) -> Result<String, Failure> {
    if value == "none" {
        return Ok("none".into());
    }
    let ids = value.split(',').map(|name| game.player_named(name)).collect::<Result<Vec<_>, _>>()?;
    let mut ids = ids;
    ids.sort();
    Ok(ids.iter().map(|id| game.player_name(*id)).collect::<Vec<_>>().join(","))
}

/// The players who would score a feature now.
fn owners(game: &Game, feature: FeatureId) -> String {
    let names: Vec<&str> = game.owners(feature).iter().map(|player| game.player_name(player)).collect();
    if names.is_empty() { "none".into() } else { names.join(",") }
}

fn pile(game: &Game, zone: &str, words: &[&str]) -> Verdict {
    let shelf = game.shelf_named(zone)?;
    let tiles = match shelf.zone {
        // Without the tiles that a lab has set to be drawn next.
        ZoneId::PILE => game.state().pile.tiles().to_vec(),
        _ => game.state().tiles_at(game.catalogue(), shelf),
    };
    let mut found: Vec<String> = tiles.into_iter().map(|tile| game.catalogue().tile_name(tile)).collect();
    if let [n] = words
        && let Ok(n) = n.parse::<usize>()
        && game.tile_named(words[0]).is_err()
    {
        let there = found.len().to_string();
        let expected = format!("{n} {} in {zone}", plural("tile", n as i64));
        return met_or(found.len() == n, expected, || there.clone(), &["tiles", zone, &there]);
    }
    let named = words.iter().map(|name| Ok(game.catalogue().tile_name(game.tile_named(name)?)));
    let mut named = named.collect::<Result<Vec<_>, Failure>>()?;
    let expected = format!("{zone} to hold {}", named.join(" "));
    named.sort();
    found.sort();
    if named == found {
        return Ok(());
    }
    let words = ["tiles", zone].map(String::from).into_iter();
    let words = if found.is_empty() { words.chain(vec!["0".into()]) } else { words.chain(found.clone()) };
    let told = if found.is_empty() { "none".into() } else { found.join(" ") };
    let lists = [without(&named, &found), without(&found, &named)].map(|list| counted(&list));
    Err(Failure::differs(zone, expected, told, lists).blessed(words.collect()))
}

/// What a sorted list has beyond another.
fn without(list: &[String], other: &[String]) -> Vec<String> {
    let mut other = other.to_vec();
    let is_more = |thing: &&String| match other.iter().position(|there| there == *thing) {
        Some(place) => {
            other.remove(place);
            false
        }
        None => true,
    };
    list.iter().filter(is_more).cloned().collect()
}

/// Equal neighbours as one line: `V ×3`.
fn counted(list: &[String]) -> Vec<String> {
    let line = |equal: &[String]| match equal {
        [one] => one.clone(),
        several => format!("{} ×{}", several[0], several.len()),
    };
    list.chunk_by(|one, next| one == next).map(line).collect()
}

fn drawn(game: &Game, tile: &str) -> Verdict {
    let expected = game.tile_named(tile)?;
    let found = game.decision().and_then(|decision| decision.tile()).or(game.state().turn.drawn);
    met(found == Some(expected), format!("{tile} drawn"), || match found {
        Some(found) => game.catalogue().tile_name(found),
        None => "no tile".into(),
    })
}

fn decision(game: &Game, player: &str, verb: Option<&str>) -> Verdict {
    let id = game.player_named(player)?;
    let holds = game.decision().is_some_and(|decision| {
        let has_verb = |verb| decision.options().any(|choice| game.verb_of(choice) == verb);
        decision.player() == id && verb.is_none_or(has_verb)
    });
    let verb = verb.map(|verb| format!(" {verb}")).unwrap_or_default();
    met(holds, format!("decision {player}{verb}"), || whose(game))
}

/// Whose decision it is, with its verbs.
fn whose(game: &Game) -> String {
    let Some(decision) = game.decision() else {
        return if game.is_over() { "the game over".into() } else { "no turn begun".into() };
    };
    let mut verbs: Vec<&str> = Vec::new();
    for verb in decision.options().map(|choice| game.verb_of(choice)) {
        if !verbs.contains(&verb) {
            verbs.push(verb);
        }
    }
    format!("decision {} {}", game.player_name(decision.player()), verbs.join(", "))
}

fn options(game: &Game) -> Vec<Choice> {
    game.decision().map(|decision| decision.options().collect()).unwrap_or_default()
}

fn listed(game: &Game, options: &[Choice]) -> String {
    let words: Vec<String> = options.iter().map(|choice| format!("\"{}\"", game.choice_words(*choice))).collect();
    if words.is_empty() { "no options".into() } else { words.join(" ") }
}

/// An expected option, if it is among the options.
fn among(game: &Game, words: &[&str]) -> Result<Option<Choice>, Failure> {
    let choice = game.choice_named(words)?;
    Ok(game.decision().and_then(|decision| decision.accepts(choice)))
}

fn legal(game: &Game, option: &[&str]) -> Verdict {
    let option = split(option);
    met(among(game, &option)?.is_some(), format!("{} to be legal", option.join(" ")), || game_says(game, &option))
}

fn game_says(game: &Game, option: &[&str]) -> String {
    game.find(option).err().map_or(String::new(), |refusal| refusal.to_string())
}

fn illegal(game: &Game, option: &[&str]) -> Verdict {
    let option = split(option);
    // A choice that cannot even be named here is not among the options either.
    let found = among(game, &option).unwrap_or(None);
    met(found.is_none(), format!("{} to be illegal", option.join(" ")), || "it among the options".into())
}

/// The words of an option, whether or not it came in quotes.
fn split<'a>(words: &[&'a str]) -> Vec<&'a str> {
    words.iter().flat_map(|word| word.split_whitespace()).collect()
}

fn options_are(game: &Game, expected: &[&str]) -> Verdict {
    let expected: Vec<Vec<&str>> = expected.iter().map(|option| split(&[option])).collect();
    let found = options(game);
    let words = found.iter().map(|choice| game.choice_words(*choice));
    let words = ["options".to_string()].into_iter().chain(words).collect();
    same(game, &expected, &found, "options").map_err(|failure| failure.blessed(words))
}

fn only(game: &Game, verb: &str, targets: &[&str]) -> Verdict {
    let mut expected: Vec<Vec<&str>> = targets.iter().map(|target| split(&[verb, *target])).collect();
    if targets.is_empty() && game.choice_named(&[verb]).is_ok() {
        expected.push(vec![verb]);
    }
    let found: Vec<Choice> = options(game).into_iter().filter(|&choice| game.verb_of(choice) == verb).collect();
    if !VERBS.contains(&verb) && game.catalogue().verb_named(verb).is_none() {
        // The expectation could never fail, so it would test nothing.
        return Err(Failure::new(Cause::Unknown, format!("nothing in play has the verb `{verb}`")).at(verb));
    }
    let target = |choice: &Choice| {
        let words = game.choice_words(*choice);
        words.strip_prefix(verb).map(|target| target.trim().to_string()).filter(|target| !target.is_empty())
    };
    let words = ["only", verb].map(String::from).into_iter().chain(found.iter().filter_map(target)).collect();
    let verdict = match expected.is_empty() {
        true => met(found.is_empty(), format!("no option with {verb}"), || listed(game, &found)),
        false => same(game, &expected, &found, "only"),
    };
    verdict.map_err(|failure| failure.blessed(words))
}

/// Whether the expected options are exactly those found.
fn same(game: &Game, expected: &[Vec<&str>], found: &[Choice], what: &str) -> Verdict {
    let mut left = found.to_vec();
    let mut missing = Vec::new();
    let mut seen = Vec::new();
    for words in expected {
        match among(game, words)? {
            Some(choice) if seen.contains(&choice) => {}
            Some(choice) if left.contains(&choice) => {
                left.retain(|other| *other != choice);
                seen.push(choice);
            }
            _ => missing.push(words.join(" ")),
        }
    }
    if missing.is_empty() && left.is_empty() {
        return Ok(());
    }
    let all: Vec<String> = expected.iter().map(|words| format!("\"{}\"", words.join(" "))).collect();
    let unexpected = left.iter().map(|choice| game.choice_words(*choice)).collect();
    let title = if what == "only" { "what the verb can do" } else { "the list of options" };
    let expected = format!("{what} {}", all.join(" "));
    Err(Failure::differs(title, expected, listed(game, found), [missing, unexpected]))
}

fn log(game: &Game, text: &str) -> Verdict {
    let lines = game.log_lines(game.log_since());
    met(lines.iter().any(|line| line.text.contains(text)), format!("a log line with \"{text}\""), || {
        let lines: Vec<&str> = lines.iter().map(|line| line.text.as_str()).collect();
        if lines.is_empty() { "no line".into() } else { lines.join(" | ") }
    })
}
