//! The phases of a turn, from the draw to the next player, and the end of the game. The one room that changes a state;
//! it asks the rulebook and knows no rule itself.

mod finale;

use crate::board::Place;
use crate::catalogue::{Catalogue, First, ScoringOrder, Stuck};
use crate::choice::Choice;
use crate::event::Event;
use crate::fault::Risky;
use crate::feature::{FeatureId, SegmentId};
use crate::figure::{FigureId, PlayerId, Zone};
use crate::majority::{Players, Weights};
use crate::rulebook::{Position, Rulebook};
use crate::sheet::{ReasonId, Sheet};
use crate::state::{Phase, State};

/// What a game is played by.
#[derive(Clone, Copy)]
pub struct Rules<'a> {
    /// What was declared.
    pub catalogue: &'a Catalogue,
    /// What the table asks.
    pub book: &'a dyn Rulebook,
}

impl<'a> Rules<'a> {
    fn position(self, state: &'a State) -> Position<'a> {
        Position { catalogue: self.catalogue, state }
    }
}

/// Fills the pile with all tiles and mixes it.
pub fn fill_pile(state: &mut State, rules: Rules<'_>) {
    state.pile.copy_from(rules.catalogue.bag());
    let State { pile, chance, .. } = state;
    pile.shuffle(chance);
}

/// Lays the start position.
pub fn lay_start(state: &mut State, rules: Rules<'_>) {
    for start in &rules.catalogue.start {
        state.pile.take(start.tile);
        let id = state.lay(rules.catalogue, start.tile, start.cell, start.rotation);
        state.log.push(Event::Place(id));
    }
}

/// Begins the first turn, or asks whose it is.
pub fn begin(state: &mut State, rules: Rules<'_>) -> Risky<()> {
    match rules.catalogue.settings.first {
        First::Seat => begin_turn(state, rules, PlayerId(0)),
        First::Random => {
            let first = state.chance.below(state.player_count() as u32) as u8;
            begin_turn(state, rules, PlayerId(first))
        }
        First::Ask => {
            state.turn.phase = Phase::First;
            state.options.clear();
            state.options.extend(state.players().map(Choice::First));
            Ok(())
        }
    }
}

/// Begins a player's turn and draws.
pub fn begin_turn(state: &mut State, rules: Rules<'_>, player: PlayerId) -> Risky<()> {
    state.turn.number = state.turn.number.saturating_add(1);
    state.turn.player = player;
    state.turn.last = None;
    state.options.clear();
    state.log.push(Event::Turn(player));
    draw(state, rules)
}

/// Draws until a tile can be placed; without one the game ends.
fn draw(state: &mut State, rules: Rules<'_>) -> Risky<()> {
    let mut returned = std::mem::take(&mut state.scratch.tiles);
    returned.clear();
    state.turn.drawn = None;
    while let Some(tile) = state.next.draw().or_else(|| state.pile.draw()) {
        state.log.push(Event::Draw(tile));
        state.turn.places = state.board.count_places(rules.catalogue, tile) as u32;
        if state.turn.places > 0 {
            state.turn.drawn = Some(tile);
            break;
        }
        match rules.catalogue.settings.stuck {
            Stuck::Discard => {
                state.log.push(Event::Discard(tile));
                state.out.push(tile);
            }
            Stuck::Return => {
                state.log.push(Event::Return(tile));
                returned.push(tile);
            }
        }
    }
    if !returned.is_empty() {
        returned.iter().for_each(|&tile| state.pile.push(tile));
        let State { pile, chance, .. } = state;
        pile.shuffle(chance);
    }
    state.scratch.tiles = returned;
    if state.turn.drawn.is_none() {
        return finale::finish(state, rules);
    }
    state.turn.phase = Phase::Place;
    Ok(())
}

/// Carries out a choice that is among the options, and goes on to the next decision or to the end.
pub fn carry_out(state: &mut State, rules: Rules<'_>, choice: Choice) -> Risky<()> {
    match choice {
        Choice::Place(place) => place_tile(state, rules, place),
        Choice::Deploy(kind, segment) => {
            if let Some(figure) = state.in_supply(state.turn.player, kind) {
                state.move_figure(rules.catalogue, figure, Zone::Segment(segment));
                state.log.push(Event::Deploy(figure, segment));
            }
            complete(state, rules)
        }
        Choice::Pass => complete(state, rules),
        Choice::First(player) => begin_turn(state, rules, player),
        Choice::Score(feature) => {
            state.completed.retain(|&other| other != feature);
            score_completed(state, rules, feature)?;
            score_next(state, rules)
        }
    }
}

/// Lays the tile in hand and offers what may be done with it.
fn place_tile(state: &mut State, rules: Rules<'_>, place: Place) -> Risky<()> {
    let Some(tile) = state.turn.drawn.take() else { return Ok(()) };
    let id = state.lay(rules.catalogue, tile, place.cell, place.rotation);
    state.turn.last = Some(id);
    state.log.push(Event::Place(id));
    offer(state, rules)
}

/// After placing: what may be done with the tile, unless it is nothing.
fn offer(state: &mut State, rules: Rules<'_>) -> Risky<()> {
    let mut options = std::mem::take(&mut state.options);
    options.clear();
    rules.book.deployments(rules.position(state), &mut options);
    let asked = !options.is_empty();
    if asked {
        options.push(Choice::Pass);
        state.turn.phase = Phase::Deploy;
    }
    state.options = options;
    if asked { Ok(()) } else { complete(state, rules) }
}

/// Puts what the tile completed in the order in which it is scored, and scores it.
fn complete(state: &mut State, rules: Rules<'_>) -> Risky<()> {
    if state.completed.len() > 1 {
        let (features, catalogue) = (&state.features, rules.catalogue);
        state.completed.sort_unstable_by_key(|&feature| (catalogue.kind(features.kind(feature)).order, feature));
    }
    score_next(state, rules)
}

/// Scores the completed features one after the other, asking for the order where the table says so.
fn score_next(state: &mut State, rules: Rules<'_>) -> Risky<()> {
    let asks = rules.catalogue.settings.order == ScoringOrder::Ask;
    if asks && !state.completed.is_empty() {
        state.turn.phase = Phase::Score;
        state.options.clear();
        state.options.extend(state.completed.iter().copied().map(Choice::Score));
        return Ok(());
    }
    for i in 0..state.completed.len() {
        score_completed(state, rules, state.completed[i])?;
    }
    state.completed.clear();
    end_turn(state, rules)
}

fn score_completed(state: &mut State, rules: Rules<'_>, feature: FeatureId) -> Risky<()> {
    state.log.push(Event::Complete(feature));
    match state.features.followers(feature) {
        0 => Ok(()),
        _ => score_feature(state, rules, feature, true),
    }
}

/// Pays whoever leads a feature what it is worth, and sends its figures home.
fn score_feature(state: &mut State, rules: Rules<'_>, feature: FeatureId, complete: bool) -> Risky<()> {
    let mut standing = std::mem::take(&mut state.scratch.standing);
    standing.clear();
    standing.extend(state.figures_on(feature));
    let weights = weigh(state, rules, &standing);
    let mut sheet = std::mem::take(&mut state.scratch.sheet);
    sheet.begin(feature, complete, false);
    rules.book.sheet(rules.catalogue, state, &mut sheet)?;
    pay(state, &sheet, &weights, weights.leaders());
    state.scratch.sheet = sheet;
    for &(figure, at) in &standing {
        send_home(state, rules.catalogue, figure, at);
    }
    state.scratch.standing = standing;
    Ok(())
}

/// Writes a sheet and its majority into the ledger and gives its points to the winners.
fn pay(state: &mut State, sheet: &Sheet, weights: &Weights, winners: Players) {
    note_sheet(state, sheet);
    note_weights(state, weights);
    pay_out(state, sheet.total(), winners);
}

/// Writes the lines of a sheet into the ledger.
fn note_sheet(state: &mut State, sheet: &Sheet) {
    let Sheet { feature, complete, as_neighbour, .. } = *sheet;
    state.log.push(Event::Sheet { feature, complete, as_neighbour });
    for entry in &sheet.entries {
        state.log.push(Event::Line { line: entry.line, count: entry.count, rate: entry.rate });
        because(state, entry.why);
    }
    for &(points, why) in &sheet.added {
        state.log.push(Event::Added(points));
        because(state, why);
    }
    if let Some(why) = sheet.voided {
        state.log.push(Event::Void);
        because(state, why);
    }
}

fn note_weights(state: &mut State, weights: &Weights) {
    for (player, weight) in weights.present() {
        state.log.push(Event::Weight(player, weight));
    }
}

fn pay_out(state: &mut State, total: i32, winners: Players) {
    for player in winners.iter() {
        state.score(player, total);
    }
}

/// Notes why the last line is there, unless it is the feature's own worth.
fn because(state: &mut State, why: ReasonId) {
    if why != ReasonId::default() {
        state.log.push(Event::Why(why));
    }
}

/// What each player weighs with these figures.
fn weigh(state: &State, rules: Rules<'_>, standing: &[(FigureId, SegmentId)]) -> Weights {
    let mut weights = Weights::default();
    for &(id, _) in standing {
        let figure = state.figure(id);
        if rules.catalogue.figure(figure.kind).follower {
            weights.add(figure.owner, rules.book.weight(rules.position(state), id));
        }
    }
    weights
}

/// A figure goes back to its owner.
fn send_home(state: &mut State, catalogue: &Catalogue, figure: FigureId, from: SegmentId) {
    state.move_figure(catalogue, figure, Zone::Supply);
    state.log.push(Event::Recall(figure, from));
}

/// The turn is over: the game with it if no tile is left, else the next player goes on.
fn end_turn(state: &mut State, rules: Rules<'_>) -> Risky<()> {
    if state.pile.is_empty() && state.next.is_empty() {
        finale::finish(state, rules)
    } else {
        let next = state.after(state.turn.player);
        begin_turn(state, rules, next)
    }
}

/// Offers the open decision anew, after a lab changed the table under it; it stays open even if only `pass` is left.
pub fn offer_anew(state: &mut State, rules: Rules<'_>) -> Risky<()> {
    match state.turn.drawn {
        Some(tile) => {
            state.turn.places = state.board.count_places(rules.catalogue, tile) as u32;
            if state.turn.places > 0 {
                return Ok(());
            }
            state.next.push(tile);
            draw(state, rules)
        }
        None => {
            let mut options = std::mem::take(&mut state.options);
            options.clear();
            rules.book.deployments(rules.position(state), &mut options);
            options.push(Choice::Pass);
            state.options = options;
            Ok(())
        }
    }
}

/// Ends the game here: an open decision is dropped and what stands on the board is scored.
pub fn finish(state: &mut State, rules: Rules<'_>) -> Risky<()> {
    finale::finish(state, rules)
}
