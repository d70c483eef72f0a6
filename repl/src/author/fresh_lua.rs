//! Plays a game at two tables at once: one whose Lua has played before, and one with a fresh Lua. A rule that keeps
//! something outside `game.state` answers differently there; the first handler that does is named.

use std::sync::Arc;

use bastide_core::manifest::{Expansion, Recipe};
use bastide_core::script::trace::{self, Traced};
use bastide_core::{Chance, Fault, Game, Setup, Unchosen};

use crate::author::findings::{Finding, Severity, word_in_scripts};
use crate::tell::calls;

/// The seed of the games.
const SEED: u64 = 7;

/// A game and what its handlers did in the last choice.
type PlayedGame = (Game, Vec<Traced>);

/// Plays a game twice, and returns the first difference. With `at_every_decision`, a fresh Lua also replays the game up
/// to each of its decisions.
pub fn differs(recipe: &Recipe, setup: &Arc<Setup>, expansion: &Expansion, at_every_decision: bool) -> Option<Finding> {
    let players = setup.players().to_vec();
    let fresh = || Setup::new(recipe.clone(), players.clone(), false).ok().map(Arc::new);
    let mut one = begun(setup)?;
    let mut two = begun(&fresh()?)?;
    let mut chance = Chance::new(SEED);
    loop {
        if let Some((hook, what)) = difference(&one, &two) {
            return Some(finding(expansion, &one.0, &hook, &what));
        }
        if at_every_decision && let Some((hook, what)) = replayed(&fresh()?, &one) {
            return Some(finding(expansion, &one.0, &hook, &what));
        }
        let decision = one.0.decision()?;
        let pick = chance.below(decision.len() as u32) as usize;
        // A script error is found by the games that are checked.
        (one, two) = (chosen(one.0, pick).ok()?, chosen(two.0, pick).ok()?);
    }
}

fn begun(setup: &Arc<Setup>) -> Option<PlayedGame> {
    let (game, calls) = trace::recorded(|| Game::new(setup.clone(), SEED).map_err(|fault: Box<Fault>| fault));
    Some((game.ok()?, calls))
}

fn chosen(mut game: Game, pick: usize) -> Result<PlayedGame, Unchosen> {
    let (done, calls) = trace::recorded(|| game.choose_nth(pick).map(drop));
    done.map(|()| (game, calls))
}

/// Replays a game in a fresh Lua, and compares its last choice.
fn replayed(fresh: &Arc<Setup>, (game, calls): &PlayedGame) -> Option<(String, String)> {
    let (last, before) = game.record().split_last()?;
    let mut again = Game::new(fresh.clone(), SEED).ok()?;
    for entry in before {
        again.enter(entry).ok()?;
    }
    let (done, calls_again) = trace::recorded(|| again.enter(last));
    done.ok()?;
    difference(&(game.clone(), calls.clone()), &(again, calls_again))
}

/// The first handler that did something else, and what it did; or what else is different.
fn difference((one, calls): &PlayedGame, (two, again): &PlayedGame) -> Option<(String, String)> {
    let words = |game: &Game, calls: &[Traced]| -> Vec<(String, String)> {
        calls.iter().map(|call| (call.hook.clone(), calls::words(game, call))).collect()
    };
    let (calls, again) = (words(one, calls), words(two, again));
    let nothing = || ("no handler".to_string(), "nothing was called".to_string());
    for at in 0..calls.len().max(again.len()) {
        let (first, second) = (calls.get(at).cloned(), again.get(at).cloned());
        if first != second {
            let ((hook, was), (_, is)) = (first.unwrap_or_else(nothing), second.unwrap_or_else(nothing));
            return Some((hook, format!("“{was}”, and in a fresh Lua “{is}”")));
        }
    }
    let told = |game: &Game| {
        let options = game.decision().into_iter().flat_map(|decision| decision.options());
        let options: Vec<String> = options.map(|choice| game.choice_words(choice)).collect();
        (game.log_lines(0).into_iter().map(|line| line.text).collect::<Vec<_>>(), options)
    };
    let is_same = told(one) == told(two);
    (!is_same).then(|| ("a rule".to_string(), "the log or the options differ".to_string()))
}

fn finding(expansion: &Expansion, game: &Game, hook: &str, what: &str) -> Finding {
    let turn = game.state().turn.number;
    let sentence = format!("the same game is different in a fresh Lua: in turn {turn}, {hook} did {what}");
    let help = "keep what a rule remembers in `game.state`: locals of a file are shared by games, copies and replays";
    let word = hook.rsplit(['.', '"']).find(|part| part.len() > 1).unwrap_or(hook);
    Finding::new(Severity::Error, "not-repeatable", sentence, help).at(word_in_scripts(expansion, word))
}
