//! The preview of a line: points, remaining figures, the next question. Tries the line on a copy of the game and
//! changes nothing.

use std::time::Duration;

use bastide_core::language::plural;
use bastide_core::leash::Leash;
use bastide_core::{Choice, FigureKindId, Game, PlayerId};

use crate::bot;
use crate::game::assist::Assist;
use crate::game::letters::{Way, lettered};
use crate::game::shorthand;
use crate::io::split;
use crate::line::command::Context;
use crate::line::dispatch;
use crate::tell::{gain, joined, show};

/// The limits for scripts while a person types: too short to notice between two keys.
pub fn leash() -> Leash {
    Leash { steps: Some(250_000), time: Some(Duration::from_millis(25)), stop: None }
}

/// The grey hint after a line: what it would do to the game, or what the command does.
pub fn foresee(context: &Context, line: &str) -> Option<String> {
    let words = split::words(line).ok()?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let first = *words.first()?;
    let told = context.table.as_ref().filter(|table| table.assist == Assist::Full);
    if let Some(game) = told.map(|table| &table.game)
        && let Some(told) = choice(context, game, &words)
    {
        return Some(told);
    }
    context.commands.find(first).filter(|_| words.len() == 1).map(|entry| entry.about())
}

/// What a choice would do, if the words are one.
fn choice(context: &Context, game: &Game, words: &[&str]) -> Option<String> {
    let is_verb = dispatch::is_verb(context, words[0]);
    if !is_verb && context.commands.names().any(|name| name == words[0]) {
        return None;
    }
    let meant = match is_verb {
        true => game.find(words).map(|choice| Some(vec![choice])),
        false => shorthand::shorthand(game, words),
    };
    match meant {
        Ok(choices) => after(game, &choices?).map(|told| format!("{} {told}", context.screen.enter_sign())),
        // An incomplete short form shows what is missing; a full word is still being typed.
        Err(refusal) => (!is_verb).then(|| ways(game, words).unwrap_or_else(|| refusal.to_string())),
    }
}

/// After a letter alone: the rotations in which the tile fits there, with what each brings.
fn ways(game: &Game, words: &[&str]) -> Option<String> {
    let [letters] = words else { return None };
    let cell = lettered(game).into_iter().find(|cell| cell.letters == *letters)?;
    let way = |(way, n): (&Way, usize)| format!("{n} = {} {}", way.label, placing(game, way.choice).join(", "));
    Some(cell.ways.iter().zip(1..).map(way).collect::<Vec<_>>().join("; "))
}

/// What placing a tile brings: the points of the best answer first, because what it joins may be too long.
pub fn placing(game: &Game, choice: Choice) -> Vec<String> {
    let Some((_, place)) = choice.place() else { return Vec::new() };
    let after = bot::glimpse(game, &[choice]).ok().flatten();
    let joined = after.map(|after| joined::joined(game, &after, place.cell));
    let points = gain::points(game, choice).filter(|points| *points != 0);
    points.map(|points| format!("{points:+}")).into_iter().chain(joined).collect()
}

/// The result of these choices: the next question, or points and what is left.
pub fn after(game: &Game, choices: &[Choice]) -> Option<String> {
    let player = game.decision()?.player();
    let copy = bot::glimpse(game, choices).ok().flatten()?;
    let points = points(game, &copy, player);
    let turn = |game: &Game| (game.state().turn.number, game.state().turn.part);
    let is_asked = turn(game) == turn(&copy) && copy.decision().is_some_and(|decision| decision.player() == player);
    if is_asked {
        let points = match choices {
            [only] if only.place().is_some() => placing(game, *only),
            _ => points,
        };
        let next = match copy.decision().is_some_and(|decision| !decision.tiles().is_empty()) {
            true => show::verb(&copy).map_or(String::new(), |(verb, _)| verb.to_string()),
            false => shorthand::numbered(&copy),
        };
        return Some([points, vec![format!("then {next}")]].concat().join(", "));
    }
    let joined = choices.iter().filter_map(|choice| choice.place()).filter(|_| choices.len() == 1);
    let joined: Vec<String> = joined.map(|(_, place)| joined::joined(game, &copy, place.cell)).collect();
    // How many figures are left matters if some go or come.
    let deploys = choices.iter().any(|choice| matches!(choice, Choice::Deploy(..)));
    let left = (deploys || held(game, player) != held(&copy, player)).then(|| left(&copy, player));
    let is_last = copy.decision().is_none() && copy.state().pile.is_empty() && copy.state().next.is_empty();
    let end = is_last.then(|| "and the game ends".to_string());
    let parts = [points, joined, left.into_iter().collect(), end.into_iter().collect()].concat();
    Some(if parts.is_empty() { "no points".into() } else { parts.join(", ") })
}

/// Who gains how many points; the player comes first, without a name.
fn points(before: &Game, after: &Game, player: PlayerId) -> Vec<String> {
    let gain = |player: PlayerId| after.scores()[player.0 as usize] - before.scores()[player.0 as usize];
    let own = Some(gain(player)).filter(|gain| *gain != 0).map(|gain| format!("{gain:+}"));
    let others = before.state().players().filter(|other| *other != player && gain(*other) != 0);
    own.into_iter().chain(others.map(|other| format!("{} {:+}", before.player_name(other), gain(other)))).collect()
}

/// The kinds of figures that players deploy.
fn kinds(game: &Game) -> Vec<FigureKindId> {
    let catalogue = game.catalogue();
    catalogue.figure_kinds().filter(|kind| !catalogue.figure(*kind).neutral).collect()
}

/// How many figures a player has in hand.
fn held(game: &Game, player: PlayerId) -> usize {
    kinds(game).into_iter().map(|kind| game.state().supply(player, kind)).sum()
}

/// What a player has left to deploy.
fn left(game: &Game, player: PlayerId) -> String {
    let (catalogue, held) = (game.catalogue(), held(game, player));
    let noun = match kinds(game)[..] {
        [only] => &catalogue.figure(only).name,
        _ => "figure",
    };
    format!("leaves {held} {}", plural(noun, held as i64))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::screen::Screen;
    use crate::game::library::Library;
    use crate::session::Session;

    fn context(lines: &[&str]) -> Context {
        let mut session = Session::new(Library::default(), Screen::default());
        for line in lines {
            let outcome = session.execute(line);
            assert_eq!(outcome.code, 0, "{line}: {}", outcome.stderr);
        }
        session.context
    }

    #[test]
    fn a_line_is_told_with_what_it_brings_and_nothing_changes() {
        let setup = ["new base --players Ann,Ben --lab", "put D 0,0 r0", "put W 1,0 r0", "next W E", "turn Ann"];
        let context = context(&setup);
        let told = |line: &str| foresee(&context, line);
        let before = context.table.as_ref().unwrap().game.record().len();
        assert_eq!(
            told("place -1,0 r180").unwrap(),
            "Enter: +3, completes a road of 3, then 1 road:W  2 road:N  3 road:E  4 field:ER  5 field:NL  6 field:NR  - pass"
        );
        assert_eq!(context.table.as_ref().unwrap().game.record().len(), before);
        let cells = crate::game::letters::lettered(&context.table.as_ref().unwrap().game);
        let letter = &cells.iter().find(|cell| cell.cell.to_string() == "-1,0").unwrap().letters;
        assert_eq!(told(&format!("{letter} r180 road:E")).unwrap(), "Enter: +3, leaves 7 followers");
        assert_eq!(told(&format!("{letter} r180 -")).unwrap(), "Enter: no points");
        assert_eq!(told("sco"), None);
        assert_eq!(told("scores").unwrap(), "Show the points");
        assert_eq!(told("\""), None);
    }
}
