//! The points at once of options and places, by the best rotation and answer. Looks ahead in copies, with little effort;
//! sees no hidden tile.

use std::time::Duration;

use bastide_core::language::or;
use bastide_core::leash::{self, Leash};
use bastide_core::{Choice, Figure, Game, Phase, Target, Zone};

use crate::bot;
use crate::game::letters::Lettered;
use crate::game::shorthand::options;

/// The maximum number of choices tried for all places together.
const MAX_TRIED: usize = 2_000;
/// The maximum number of figures that are named for an option.
const MAX_NAMED: usize = 3;

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
    /// Whether the choice that was tried last can be made.
    is_made: bool,
}

/// What an option brings.
pub struct Brings {
    /// The points at once, with the best answer to the question after it.
    pub points: i32,
    /// Whose figures the question after it is about: `then capture Bot's follower at 2,3`.
    pub then: Option<String>,
}

impl Tries {
    /// `None` if no decision is open.
    pub fn new(game: &Game) -> Option<Tries> {
        game.decision()?;
        let base = bot::glimpse(game, &[]).ok().flatten()?;
        Some(Tries { placed: base.clone(), answered: base.clone(), base, left: MAX_TRIED, is_made: false })
    }

    fn spend(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1).filter(|_| !leash::is_out())?;
        Some(())
    }

    /// The points at once of a choice and the best answer to the question after it; `None` if there is no time left.
    pub fn best(&mut self, choice: Choice) -> Option<i32> {
        self.spend()?;
        self.is_made = follow(&self.base, &mut self.placed, choice);
        if !self.is_made {
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

    /// The figures that the question after a choice offers, in words, if the choice is about a tile.
    fn then(&self, choice: Choice) -> Option<String> {
        let is_asked = self.is_made && is_asked(&self.base, &self.placed);
        if !is_asked || !matches!(choice, Choice::Do(_, Target::Tile(_))) {
            return None;
        }
        let options = options(&self.placed);
        let verb = self.placed.verb_of(*options.first()?).to_string();
        let figure = |choice: &Choice| match choice {
            Choice::Do(_, Target::Figure(figure)) => Some(self.placed.state().figure(*figure)),
            _ => None,
        };
        let figures: Vec<String> =
            options.iter().filter_map(figure).map(|figure| stood(&self.placed, figure)).collect();
        let more = figures.len().saturating_sub(MAX_NAMED);
        let more = (more > 0).then(|| format!("{more} more"));
        let named: Vec<String> = figures.into_iter().take(MAX_NAMED).chain(more).collect();
        (!named.is_empty()).then(|| format!("then {verb} {}", or(&named)))
    }
}

/// A figure and the tile that it is on.
fn stood(game: &Game, figure: &Figure) -> String {
    let (state, whose) = (game.state(), game.figure_with_owner(figure));
    match figure.zone {
        Zone::Segment(at) => format!("{whose} at {}", state.board.tile(state.features.placed(at)).cell),
        zone => format!("{whose} at {}", game.place_words(zone)),
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

/// Whether the same player answers another question in the same part of the turn. After a free option the same one is
/// still open; what it offers is not brought by that option.
fn is_asked(before: &Game, after: &Game) -> bool {
    let part = |game: &Game| (game.state().turn.number, game.state().turn.part);
    let asked = |game: &Game| game.decision().map(|decision| (decision.player(), decision.phase()));
    let (Some((player, phase)), Some((next, then))) = (asked(before), asked(after)) else { return false };
    let places = after.decision().is_some_and(|decision| !decision.tiles().is_empty());
    let is_same = phase == then && phase != Phase::Ask;
    part(before) == part(after) && player == next && !places && !is_same
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

/// What each of these options brings; `None` if it would take too long.
pub fn each(game: &Game, choices: &[Choice]) -> Option<Vec<Brings>> {
    leash::held(leash(), || {
        let mut tries = Tries::new(game)?;
        let brings = |choice: &Choice| Some(Brings { points: tries.best(*choice)?, then: tries.then(*choice) });
        choices.iter().map(brings).collect()
    })
}

/// The points at once of a choice and the best answer after it; `None` if it would take too long.
pub fn points(game: &Game, choice: Choice) -> Option<i32> {
    leash::held(leash(), || Tries::new(game)?.best(choice))
}
