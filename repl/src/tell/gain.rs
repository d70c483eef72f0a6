//! The points at once of options and places, by the best rotation and answer. Looks ahead in copies, with little effort;
//! sees no hidden tile.

use std::time::Duration;

use bastide_core::leash::{self, Leash};
use bastide_core::{Choice, Game};

use crate::bot;
use crate::game::letters::Lettered;
use crate::game::shorthand::options;

/// The maximum number of choices tried for all places together.
const MAX_TRIED: usize = 2_000;

/// The limits for scripts: a redraw must not wait for this. Steps come first, because they are the same on every machine and
/// on a busy one; time is the last resort.
pub(super) fn leash() -> Leash {
    Leash { steps: Some(60_000), time: Some(Duration::from_millis(20)), stop: None }
}

/// Tries choices in copies of a game.
pub(super) struct Tries {
    base: Game,
    /// The game after the choice that was tried last.
    pub placed: Game,
    answered: Game,
    left: usize,
}

impl Tries {
    /// `None` if no decision is open.
    pub fn new(game: &Game) -> Option<Tries> {
        game.decision()?;
        let base = bot::glimpse(game, &[]).ok().flatten()?;
        Some(Tries { placed: base.clone(), answered: base.clone(), base, left: MAX_TRIED })
    }

    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1).filter(|_| !leash::is_out())?;
        Some(())
    }

    /// The points at once of a choice and the best answer to the question after it; `None` if there is no time left.
    pub fn best(&mut self, choice: Choice) -> Option<i32> {
        self.spend()?;
        if !follow(&self.base, &mut self.placed, choice) {
            return Some(0);
        }
        let mut best = gained(&self.base, &self.placed);
        if is_asked(&self.base, &self.placed) {
            for answer in options(&self.placed) {
                self.spend()?;
                if follow(&self.placed, &mut self.answered, answer) {
                    best = best.max(gained(&self.base, &self.answered));
                }
            }
        }
        (!leash::is_out()).then_some(best)
    }
}

/// Makes a choice in a copy. A script error is reported when the choice is really made.
fn follow(from: &Game, copy: &mut Game, choice: Choice) -> bool {
    copy.clone_from(from);
    copy.choose(choice).is_ok()
}

/// The points that the deciding player gains.
fn gained(before: &Game, after: &Game) -> i32 {
    let seat = before.decision().map_or(0, |decision| decision.player().0 as usize);
    after.scores()[seat] - before.scores()[seat]
}

/// Whether the same player answers another question in the same part of the turn.
fn is_asked(before: &Game, after: &Game) -> bool {
    let part = |game: &Game| (game.state().turn.number, game.state().turn.part);
    let player = |game: &Game| game.decision().map(|decision| decision.player());
    let places = after.decision().is_some_and(|decision| !decision.tiles().is_empty());
    part(before) == part(after) && player(before) == player(after) && !places
}

/// The points at once of the best rotation and answer, for each of these cells, and which rotation that is; `None` if it
/// would take too long.
pub fn gains(game: &Game, cells: &[Lettered]) -> Option<Vec<(i32, usize)>> {
    leash::held(leash(), || {
        let mut tries = Tries::new(game)?;
        let mut best = |cell: &Lettered| {
            cell.ways.iter().enumerate().try_fold((i32::MIN, 0), |best: (i32, usize), (number, way)| {
                let points = tries.best(way.choice)?;
                Some(if points > best.0 { (points, number) } else { best })
            })
        };
        cells.iter().map(&mut best).collect()
    })
}

/// The same for each of these options; `None` if it would take too long.
pub fn each(game: &Game, choices: &[Choice]) -> Option<Vec<i32>> {
    leash::held(leash(), || {
        let mut tries = Tries::new(game)?;
        choices.iter().map(|choice| tries.best(*choice)).collect()
    })
}

/// The points at once of a choice and the best answer after it; `None` if it would take too long.
pub fn points(game: &Game, choice: Choice) -> Option<i32> {
    leash::held(leash(), || Tries::new(game)?.best(choice))
}
