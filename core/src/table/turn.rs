//! The turn loop: from the draw to the next player, and the end of the game. Each step is data in the state, so the
//! loop can stop at any question and continue from a copy. It asks the rulebook and knows no rule itself.
//!
//! The steps are here; what they do is in files, each of which uses only files above it. `tests/tests/suite/tidy` checks
//! this.
//!
//! | file | holds |
//! |---|---|
//! | `limits`, `moves`, `pile`, `points` | limits on a turn; moving figures; the pile and what is put away; points as handlers hear of them |
//! | `ways`, `spans` | in how many ways a tile can be placed, and where; the same if something is built for it |
//! | `scoring`, `reckoning` | one feature is scored; what features were worth in imagined ends |
//! | `finale`, `payment` | the end of the game; features that are paid because a rule says so |
//! | `hands`, `places` | tiles that players hold; the places that a decision offers |
//! | `lab` | the table after it was changed by hand |

mod finale;
mod hands;
mod lab;
pub mod limits;
mod moves;
mod payment;
mod pile;
mod places;
mod points;
mod reckoning;
mod scoring;
mod spans;
mod ways;

use std::sync::Arc;

use crate::table::board::Place;
use crate::table::catalogue::{Catalogue, First, ScoringOrder};
use crate::table::choice::Choice;
use crate::table::event::Event;
use crate::table::fault::FaultResult;
use crate::table::feature::FeatureId;
use crate::table::figure::{PlayerId, Zone};
use crate::table::moment::{Heard, Moment, Point, phase};
use crate::table::rulebook::{Position, Progress, Rulebook, printed};
use crate::table::sheet::ReasonId;
use crate::table::state::{Again, Dealt, Phase, State, Step};

use places::{find_places, offer_places};

pub use finale::finish;
pub use lab::{offer_again, settle};
pub use moves::relocate;
pub use payment::{Homebound, Payment, draw_up, score_now, turn_into};
pub use pile::fill as fill_pile;
pub use places::{join, lay_beside, lay_instead, part};
pub use scoring::{owners, worth_complete};
pub use spans::{build_span, is_uncovered, list_spans};
pub use ways::list_places;

/// What a game is played with.
pub struct Rules {
    /// What the manifests declare.
    pub catalogue: Arc<Catalogue>,
    /// What the table asks about its rules.
    pub book: Box<dyn Rulebook>,
    /// What the rulebook wants to hear about.
    pub heard: Heard,
    /// The reasons for what the table itself does.
    pub causes: Causes,
}

/// Why figures move if no rule of an expansion moves them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Causes {
    /// A player deployed it.
    pub deploy: ReasonId,
    /// The feature that it stood on was scored.
    pub score: ReasonId,
}

impl Rules {
    /// Whether no rule wants to hear about anything that happens in a turn.
    #[inline]
    pub(crate) fn is_heard_by_nobody(&self) -> bool {
        self.heard == Heard::default()
    }

    /// Queues the handlers for a moment, if there are any.
    #[inline]
    fn tell(&self, state: &mut State, heard: Heard, moment: Moment) {
        if self.heard.any(heard) {
            self.book.tell(&self.catalogue, state, moment);
        }
    }

    /// Queues the phases that were inserted at a point.
    #[inline]
    fn pass(&self, state: &mut State, point: Point) {
        self.tell(state, Heard::point(point), Moment::Phase(point));
    }

    /// Queues the phases that were inserted between two phases.
    #[inline]
    fn between(&self, state: &mut State, before: u8, after: u8) {
        self.pass(state, Point::after(before));
        self.pass(state, Point::before(after));
    }
}

/// Lays the start position and starts the game, or only lays it, for a lab.
pub fn lay_start(state: &mut State, rules: &Rules, begins: bool) -> FaultResult<()> {
    for start in &rules.catalogue.start {
        state.pile.take(start.tile);
        let id = state.lay(&rules.catalogue, start.tile, start.cell, start.rotation);
        state.log.push(Event::Place(id));
    }
    state.turn.step = if begins { Step::Begin } else { Step::Wait };
    if rules.catalogue.settings.has_hands() {
        state.turn.step = Step::Deal(PlayerId(0), Dealt::Start { begins });
    }
    rules.tell(state, Heard::SETUP, Moment::Setup);
    advance(state, rules)
}

/// Starts the first turn, or asks whose it is.
fn begin(state: &mut State, rules: &Rules) -> FaultResult<()> {
    match rules.catalogue.settings.first {
        First::Seat => open_turn(state, rules, PlayerId(0)),
        First::Random => {
            let first = state.chance.below(state.player_count() as u32) as u8;
            open_turn(state, rules, PlayerId(first))
        }
        First::Ask => {
            state.options.clear();
            state.options.extend(state.players().map(Choice::First));
            wait(state, Phase::First);
            Ok(())
        }
    }
}

/// Starts a player's turn and continues to the first decision.
pub fn begin_turn(state: &mut State, rules: &Rules, player: PlayerId) -> FaultResult<()> {
    state.extra.clear();
    (state.turn.draws, state.turn.extra_after, state.turn.back, state.turn.idle) = (true, None, None, 0);
    (state.turn.draws_later, state.turn.has_own) = (false, false);
    open_turn(state, rules, player)?;
    advance(state, rules)
}

#[inline(always)]
fn open_turn(state: &mut State, rules: &Rules, player: PlayerId) -> FaultResult<()> {
    let turn = &mut state.turn;
    turn.number = turn.number.saturating_add(1);
    (turn.player, turn.last, turn.done) = (player, None, 0);
    (turn.freely, turn.handled) = (0, 0);
    state.options.clear();
    state.log.push(Event::Turn(player));
    if rules.is_heard_by_nobody() {
        state.turn.part = 1;
        state.forget_earned();
        return draw(state, rules);
    }
    (state.turn.part, state.turn.again) = (0, None);
    state.found.clear();
    rules.pass(state, Point::before(phase::BEGIN));
    rules.tell(state, Heard::TURN, Moment::Turn);
    rules.pass(state, Point::after(phase::BEGIN));
    state.turn.step = Step::Part;
    Ok(())
}

/// Runs handlers and takes steps until a decision is open or the game is over.
#[inline(never)]
fn advance(state: &mut State, rules: &Rules) -> FaultResult<()> {
    loop {
        if state.has_calls() && run_calls(state, rules)? == Progress::Asked {
            return Ok(());
        }
        match state.turn.step {
            Step::Wait => return Ok(()),
            Step::Begin => begin(state, rules)?,
            Step::Part => begin_part(state, rules)?,
            Step::Deal(player, then) => hands::deal(state, rules, player, then)?,
            Step::Draw => draw(state, rules)?,
            Step::Drawn => find_places(state, rules)?,
            Step::Place => offer_places(state, rules)?,
            Step::Offer => offer(state, rules)?,
            Step::Complete => complete(state, rules)?,
            Step::Feature => score_next(state, rules)?,
            Step::Worth(feature) => scoring::pay_completed(state, rules, feature)?,
            Step::Home(feature) => scoring::leave(state, rules, feature),
            Step::Close => close(state, rules)?,
            Step::Parted => part_again(state, rules)?,
            Step::End => end_turn(state, rules)?,
            Step::Final => hands::end_game(state, rules)?,
            Step::Features => finale::features(state, rules)?,
            Step::LastFeature => finale::last_feature(state, rules)?,
            Step::LastHome(feature) => finale::last_home(state, rules, feature),
            Step::Fields => finale::fields(state, rules)?,
            Step::Rest => finale::rest(state, rules),
            Step::Over => finale::close(state, rules),
        }
        points::announce(state, rules, None);
    }
}

fn run_calls(state: &mut State, rules: &Rules) -> FaultResult<Progress> {
    while let Some(call) = state.next_call() {
        if rules.book.run(&rules.catalogue, state, call)? == Progress::Asked {
            return Ok(Progress::Asked);
        }
        points::announce(state, rules, Some(call));
    }
    Ok(Progress::Done)
}

/// Whether the loop has to come round before a step is taken, because handlers are called first. If there are none, the
/// step can be taken at once.
#[inline(always)]
fn pauses(state: &mut State, rules: &Rules, step: Step, tell: impl FnOnce(&mut State)) -> bool {
    if rules.is_heard_by_nobody() {
        return false;
    }
    state.turn.step = step;
    tell(state);
    true
}

/// Continues with the features that the tile completed.
#[inline(always)]
fn go_on(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if pauses(state, rules, Step::Complete, |_| {}) {
        return Ok(());
    }
    complete(state, rules)
}

/// Opens a decision with the current options.
fn wait(state: &mut State, phase: Phase) {
    state.turn.phase = phase;
    state.turn.step = Step::Wait;
}

fn begin_part(state: &mut State, rules: &Rules) -> FaultResult<()> {
    state.turn.part = state.turn.part.saturating_add(1);
    state.turn.again = None;
    state.forget_earned();
    state.turn.step = Step::Draw;
    rules.pass(state, Point::before(phase::DRAW));
    Ok(())
}

/// Draws a tile. If there is none left, this was the last turn.
#[inline(always)]
fn draw(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if rules.catalogue.settings.has_hands() || !state.turn.draws {
        return hands::draw(state, rules);
    }
    if state.turn.looks_ahead {
        return hide(state);
    }
    let Some(tile) = state.next.draw().or_else(|| state.pile.draw()) else {
        pile::give_back(state);
        end_parts(state, rules)?;
        state.turn.step = Step::Final;
        return Ok(());
    };
    state.log.push(Event::Draw(tile));
    state.turn.drawn = Some(tile);
    if pauses(state, rules, Step::Drawn, |state| rules.tell(state, Heard::DRAW, Moment::Draw(tile))) {
        return Ok(());
    }
    find_places(state, rules)
}

/// Stops a copy that looks ahead.
#[cold]
fn hide(state: &mut State) -> FaultResult<()> {
    state.options.clear();
    wait(state, Phase::Hidden);
    Ok(())
}

/// Carries out one of the options, and continues to the next decision or to the end.
pub fn carry_out(state: &mut State, rules: &Rules, choice: Choice) -> FaultResult<()> {
    if state.turn.phase == Phase::Ask {
        let option = state.answer_index(choice);
        let call = state.pending.as_ref().map(|pending| pending.call);
        return match rules.book.answer(&rules.catalogue, state, option)? {
            Progress::Asked => Ok(()),
            Progress::Done => {
                points::announce(state, rules, call);
                advance(state, rules)
            }
        };
    }
    state.struck.clear();
    match choice {
        Choice::Place(place) => place_tile(state, rules, place)?,
        Choice::Play(tile, place) => hands::play(state, rules, tile, place)?,
        Choice::PlaceWith(tile, place, span) => spans::place(state, rules, (tile, place), span)?,
        Choice::Discard(tile) if state.turn.drawn == Some(tile) => places::exchange(state, rules, tile)?,
        Choice::Discard(tile) => hands::discard(state, rules, tile)?,
        Choice::Deploy(kind, segment) => {
            if let Some(figure) = state.in_supply(state.turn.player, kind) {
                state.move_figure(&rules.catalogue, figure, Zone::Segment(segment));
                state.log.push(Event::Deploy(figure, segment));
                state.turn.acted = true;
                let cause = rules.causes.deploy;
                rules.tell(state, Heard::MOVE, Moment::Move { figure, from: Zone::Supply, cause });
            }
            go_on(state, rules)?;
        }
        Choice::Pass if state.turn.phase == Phase::Again => end_parts(state, rules)?,
        Choice::Pass => go_on(state, rules)?,
        Choice::First(player) => open_turn(state, rules, player)?,
        Choice::Score(feature) => {
            state.completed.retain(|&other| other != feature);
            score(state, rules, feature)?;
        }
        Choice::Again => play_again(state),
        Choice::Do(verb, target) => {
            let place = state.options.iter().position(|&other| other == choice).unwrap_or(0);
            let pass = (state.options.last() == Some(&Choice::Pass)) as usize;
            let is_free = place + pass + state.free as usize >= state.options.len();
            state.turn.acted |= !is_free;
            state.turn.freely = state.turn.freely.saturating_add(is_free as u16);
            state.turn.note(verb);
            state.turn.step = match (is_free, state.turn.phase) {
                (true, Phase::Place) => Step::Place,
                (true, _) => Step::Offer,
                (false, _) => Step::Complete,
            };
            rules.book.tell(&rules.catalogue, state, Moment::Verb(verb, target));
        }
    }
    // Usually the next decision is open already.
    if state.turn.step == Step::Wait && !state.has_calls() {
        return Ok(());
    }
    advance(state, rules)
}

/// Lays the tile in hand.
#[inline(always)]
fn place_tile(state: &mut State, rules: &Rules, place: Place) -> FaultResult<()> {
    let Some(tile) = state.turn.drawn.take() else { return Ok(()) };
    let id = state.lay(&rules.catalogue, tile, place.cell, place.rotation);
    (state.turn.last, state.turn.acted) = (Some(id), false);
    state.log.push(Event::Place(id));
    let tell = |state: &mut State| {
        rules.tell(state, Heard::PLACE, Moment::Place(id));
        rules.between(state, phase::PLACE, phase::DEPLOY);
    };
    if pauses(state, rules, Step::Offer, tell) {
        return Ok(());
    }
    offer(state, rules)
}

/// After placing: offers what can be done with the tile, if there is anything.
#[inline(always)]
fn offer(state: &mut State, rules: &Rules) -> FaultResult<()> {
    list_options(state, rules)?;
    if state.options.len() > 1 || state.options.first().is_some_and(|option| !matches!(option, Choice::Pass)) {
        wait(state, Phase::Deploy);
        return Ok(());
    }
    go_on(state, rules)
}

#[inline(always)]
fn list_options(state: &mut State, rules: &Rules) -> FaultResult<()> {
    let mut options = std::mem::take(&mut state.options);
    options.clear();
    printed::deployments(Position { catalogue: &rules.catalogue, state }, &mut options);
    options.push(Choice::Pass);
    state.options = options;
    state.free = 0;
    state.turn.phase = Phase::Deploy;
    if rules.heard.any(Heard::OPTIONS) {
        rules.book.options(&rules.catalogue, state)?;
        // If rules left no option at all the turn continues; a decision that a lab holds open still gets one option.
        if state.options.is_empty() {
            state.options.push(Choice::Pass);
        }
    }
    Ok(())
}

/// Puts the features that the tile completed in scoring order.
#[inline(never)]
fn complete(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if state.completed.len() > 1 {
        let (features, catalogue) = (&state.features, &rules.catalogue);
        state.completed.sort_unstable_by_key(|&feature| (catalogue.kind(features.kind(feature)).order, feature));
    }
    if pauses(state, rules, Step::Feature, |state| rules.between(state, phase::DEPLOY, phase::SCORE)) {
        return Ok(());
    }
    score_next(state, rules)
}

/// Scores the next completed feature, and asks which one if the settings say so.
#[inline(always)]
fn score_next(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if state.completed.is_empty() {
        if rules.is_heard_by_nobody() {
            return end_turn(state, rules);
        }
        if let Some(step) = state.turn.back.take() {
            state.turn.step = step;
            return Ok(());
        }
        state.turn.step = Step::Close;
        rules.between(state, phase::SCORE, phase::CLOSE);
        return Ok(());
    }
    score_first(state, rules)
}

#[inline(never)]
fn score_first(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if rules.catalogue.settings.order == ScoringOrder::Ask {
        state.options.clear();
        state.options.extend(state.completed.iter().copied().map(Choice::Score));
        wait(state, Phase::Score);
        return Ok(());
    }
    let feature = state.completed.remove(0);
    score(state, rules, feature)
}

/// Starts to score one feature: complete, questions, majority, worth, points, and figures go home.
fn score(state: &mut State, rules: &Rules, feature: FeatureId) -> FaultResult<()> {
    state.log.push(Event::Complete(feature));
    let tell = |state: &mut State| rules.tell(state, Heard::COMPLETE, Moment::Complete(feature));
    if pauses(state, rules, Step::Worth(feature), tell) {
        return Ok(());
    }
    scoring::pay_completed(state, rules, feature)
}

fn close(state: &mut State, rules: &Rules) -> FaultResult<()> {
    state.turn.step = Step::Parted;
    state.turn.draws |= state.turn.draws_later;
    (state.turn.draws_later, state.turn.has_own) = (false, false);
    rules.pass(state, Point::after(phase::CLOSE));
    Ok(())
}

/// Starts another part of the turn if one was earned and a tile is left; otherwise ends the turn.
fn part_again(state: &mut State, rules: &Rules) -> FaultResult<()> {
    let is_left = state.is_left() || state.holds_any();
    match state.turn.again.filter(|again| is_left || again.bare) {
        Some(Again { optional: true, .. }) => {
            state.options.clear();
            state.options.extend([Choice::Again, Choice::Pass]);
            wait(state, Phase::Again);
        }
        Some(_) => play_again(state),
        None => return end_parts(state, rules),
    }
    Ok(())
}

fn play_again(state: &mut State) {
    if let Some(again) = state.turn.again.take() {
        state.log.push(Event::Again(again.why));
        if state.turn.draws && !(again.draws && (state.is_left() || state.holds_any())) {
            (state.turn.draws, state.turn.draws_later) = (false, true);
        }
    }
    state.turn.step = Step::Part;
}

fn end_parts(state: &mut State, rules: &Rules) -> FaultResult<()> {
    rules.pass(state, Point::before(phase::END));
    rules.pass(state, Point::after(phase::END));
    state.turn.step = Step::End;
    Ok(())
}

/// Ends the turn, and the game if no tile is left; otherwise the next player follows.
#[inline(always)]
fn end_turn(state: &mut State, rules: &Rules) -> FaultResult<()> {
    if state.turn.looks_ahead {
        return hide(state);
    }
    if rules.catalogue.settings.has_hands() || !state.extra.is_empty() || state.turn.extra_after.is_some() {
        return hands::end_turn(state, rules);
    }
    if state.pile.is_empty() && state.next.is_empty() {
        finale::begin(state, rules);
        return Ok(());
    }
    let next = state.after(state.turn.player);
    open_turn(state, rules, next)
}
