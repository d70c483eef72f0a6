//! Scoring a feature because a rule says so, at any point of a turn: as the table would, or as the rule says.

use super::scoring::{list_standing, note_paid, pay_out, send_listed_home, weigh, winners};
use super::{Rules, finale};
use crate::table::catalogue::{Catalogue, KindId};
use crate::table::event::Event;
use crate::table::fault::FaultResult;
use crate::table::feature::FeatureId;
use crate::table::figure::PlayerId;
use crate::table::majority::{Players, Weights};
use crate::table::sheet::{ReasonId, Sheet};
use crate::table::state::{State, Step};

/// How a rule wants a feature to be paid. `None` means as the table would.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Payment {
    /// Whether it counts as complete. What is paid as incomplete on purpose does not count as scored.
    pub complete: Option<bool>,
    /// The points for each neighbour, if the kind is paid by its neighbours.
    pub rate: Option<i16>,
    /// The winners, regardless of who leads.
    pub winners: Option<Players>,
    /// The only player who is paid, and whose figures go home.
    pub only: Option<PlayerId>,
    /// Which figures go home.
    pub home: Homebound,
}

/// Which figures of a feature go home when a rule has it paid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Homebound {
    /// All of them.
    #[default]
    All,
    /// Followers, and figures that need one.
    Followers,
    /// None.
    Nobody,
}

/// Returns what a feature is worth now, and the weight of each player. Nothing is paid.
pub fn draw_up(state: &mut State, rules: &Rules, feature: FeatureId, how: &Payment) -> FaultResult<(Sheet, Weights)> {
    let weights = weigh(state, rules, feature)?;
    let complete = how.complete.unwrap_or_else(|| state.features.is_complete(feature));
    let mut sheet = Sheet::default();
    sheet.begin(feature, complete, false);
    sheet.paid.push(feature);
    sheet.winners = match how.winners {
        Some(winners) => winners,
        None => winners(state, rules, &[feature], weights.leaders())?,
    };
    if let Some(rule) = rules.catalogue.kind(state.features.kind(feature)).neighbours {
        let neighbours = finale::count_neighbours(state, rules, feature, rule);
        finale::write_neighbours(&mut sheet, (rule, neighbours), how.rate.unwrap_or(rule.rate));
    }
    if let Some(only) = how.only {
        sheet.winners.retain(only);
    }
    rules.book.sheet(&rules.catalogue, state, &mut sheet)?;
    sheet.terms.retain(|term| how.only.is_none() || term.what.player().is_none_or(|player| how.only == Some(player)));
    Ok((sheet, weights))
}

/// Pays a feature now, logs it, and sends those of its figures home that do not stay.
pub fn score_now(state: &mut State, rules: &Rules, feature: FeatureId, how: &Payment) -> FaultResult<Sheet> {
    let (sheet, weights) = draw_up(state, rules, feature, how)?;
    let is_anybody_there = state.features.followers(feature) > 0 || how.winners.is_some();
    if is_anybody_there {
        state.log.begin_sheet(&sheet);
        state.log.add_weights(feature, &weights);
        pay_out(state, &sheet);
        if how.complete != Some(false) {
            note_paid(state, &sheet);
        }
    }
    if how.home != Homebound::Nobody {
        list_standing(state, feature);
        keep_own(state, how.only);
        if how.home == Homebound::Followers {
            keep_followers(state, &rules.catalogue);
        }
        send_listed_home(state, rules);
    }
    Ok(sheet)
}

/// Makes a complete feature one of another kind. If it was about to be scored, it is not.
pub fn turn_into(state: &mut State, feature: FeatureId, (kind, never): (KindId, bool), why: ReasonId) {
    state.features.turn_into(feature, kind, never);
    state.completed.retain(|other| *other != feature);
    state.turn.held |= state.turn.step == Step::Worth(feature);
    state.log.push(Event::Turned(feature, kind, why));
}

/// Removes the figures of all other players from the list of those that go home.
fn keep_own(state: &mut State, only: Option<PlayerId>) {
    let State { figures, scratch, .. } = state;
    let is_own = |owner: PlayerId| only.is_none_or(|only| only == owner);
    scratch.standing.retain(|(figure, _)| is_own(figures[figure.0 as usize].owner));
}

/// Removes figures from the list of those that go home if they are not followers and do not need one.
fn keep_followers(state: &mut State, catalogue: &Catalogue) {
    let State { figures, scratch, .. } = state;
    scratch.standing.retain(|(figure, _)| {
        let kind = catalogue.figure(figures[figure.0 as usize].kind);
        kind.follower || kind.needs
    });
}
