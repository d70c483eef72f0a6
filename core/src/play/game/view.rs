//! The table as one player sees it.

use super::Game;
use crate::table::catalogue::Catalogue;
use crate::table::choice::{Choice, Target};
use crate::table::event::Event;
use crate::table::figure::PlayerId;
use crate::table::log::Handover;
use crate::table::stack::{Holder, Shelf};
use crate::table::state::{Phase, State};

impl Game {
    /// Returns the table as a player sees it, and no more: for a table that each player looks at from a place of their
    /// own. Whatever is hidden from the player (the order of the pile, zones that nobody may look into, what others
    /// hold) is dealt again, always in the same way, and neither the log nor the options name it. There is no record
    /// and no seed that would lead to it. So two games that differ only in what the player cannot see look the same.
    pub fn seen_by(&self, viewer: PlayerId) -> Game {
        let mut seen = self.clone();
        let Game { setup, state, .. } = &mut seen;
        let catalogue = setup.catalogue();
        // Asked before anything is dealt again: an option may name a tile that is not there afterwards.
        if state.turn.asked.unwrap_or(state.turn.player) != viewer && names_hidden(state, catalogue, viewer) {
            hide_decision(state);
        }
        state.reshuffle(catalogue, viewer, 0);
        state.forget_seed();
        let with_handover = |handover| hidden_handover(handover, catalogue, viewer);
        state.log.replace(|event| hidden(event, catalogue, viewer), with_handover);
        if let Some(pending) = &mut state.pending {
            // What a handler drew unseen.
            pending.lots.clear();
        }
        seen.record.clear();
        (seen.seed, seen.has_forgotten, seen.viewer) = (0, true, Some(viewer));
        seen
    }
}

/// Returns an event as somebody sees it who may not look everywhere.
fn hidden(event: Event, catalogue: &Catalogue, viewer: PlayerId) -> Event {
    match event {
        Event::Stow(_, to) if !to.is_seen(catalogue, Some(viewer)) => Event::StowUnseen(to),
        seen => seen,
    }
}

/// The same for tokens: which they were is unknown if they went from one place that the viewer may not look into to
/// another.
fn hidden_handover(handover: Handover, catalogue: &Catalogue, viewer: PlayerId) -> Handover {
    let is_held_openly = |at: Holder| !matches!(at, Holder::Shelf(at) if !at.is_seen(catalogue, Some(viewer)));
    let is_seen = is_held_openly(handover.from) || is_held_openly(handover.to);
    Handover { token: handover.token.filter(|_| is_seen), ..handover }
}

/// Whether one of the options names a tile that lies where a player may not look.
fn names_hidden(state: &State, catalogue: &Catalogue, viewer: PlayerId) -> bool {
    let is_seen = |at: Shelf| at.is_seen(catalogue, Some(viewer));
    let places = catalogue.all_zones().filter(|(_, zone)| zone.holds_tiles());
    let owners = || state.players().chain([PlayerId::NOBODY]);
    let shelves = places.flat_map(|(zone, _)| owners().map(move |owner| Shelf { zone, owner }));
    let mut seen: Vec<_> = shelves.filter(|&at| is_seen(at)).flat_map(|at| state.tiles_at(catalogue, at)).collect();
    // A tile that was drawn to be placed at once lies open; hands are filled face down.
    seen.extend(state.turn.drawn.filter(|_| !catalogue.settings.has_hands()));
    state.options.iter().any(|&option| match option {
        Choice::Do(_, Target::Loose(loose)) => !is_seen(loose.at),
        Choice::Discard(tile) => !seen.contains(&tile),
        option => option.tile().is_some_and(|tile| !seen.contains(&tile)),
    })
}

/// Hides what another player decides.
fn hide_decision(state: &mut State) {
    state.options.clear();
    state.struck.clear();
    state.candidates.clear();
    state.vetoed.clear();
    state.found.clear();
    (state.pending, state.free) = (None, 0);
    (state.turn.drawn, state.turn.places, state.turn.listed) = (None, 0, false);
    state.turn.phase = Phase::Hidden;
}
