//! The scripts of a game as a running handler needs them: who hears of what it causes, and what rules say about places and
//! moves that it asks for.

use std::sync::Arc;

use super::book::Scripted;
use super::desk::{Desk, InPlay};
use super::fields::MOVING;
use super::handle::ObjectKind;
use super::hook::{Context, Hook, Named};
use super::methods::verdict;
use super::reads::Read;
use super::scripts::Scripts;
use super::when::When;
use crate::table::catalogue::{Catalogue, VerbId};
use crate::table::choice::{Choice, Target};
use crate::table::feature::FeatureId;
use crate::table::figure::FigureId;
use crate::table::moment::Moment;
use crate::table::rulebook::{Position, Rulebook};
use crate::table::sheet::ReasonId;
use crate::table::state::State;

impl InPlay for Scripts {
    fn tell(&self, catalogue: &Catalogue, state: &mut State, moment: Moment) {
        self.read.subscriptions.tell(catalogue, state, moment);
    }

    fn handles(&self, verb: VerbId) -> bool {
        self.read.subscriptions.of(Hook::Verb(verb.0)).next().is_some()
    }

    fn note_asked(&self, desk: &Desk, hooks: &[Named], feature: FeatureId) {
        let kind = desk.state.borrow().features.kind(feature);
        let asked = hooks.iter().flat_map(|&named| self.read.subscriptions.of(Hook::Named(named)));
        for (_, subscription) in asked.filter(|(_, subscription)| subscription.when.is_about(kind)) {
            match subscription.when.reads(&desk.state.borrow()) {
                Some(reads) => reads.into_iter().for_each(|read| desk.reads.note_read(read)),
                None => desk.reads.note_more(),
            }
        }
    }

    fn judge_places(&self, desk: &Desk) -> mlua::Result<()> {
        self.strike_out(desk);
        desk.context.set(Context::Pure);
        let places = desk.handle(ObjectKind::List, 0);
        for (handler, subscription) in self.read.subscriptions.of(Hook::Named(Named::CanPlace)) {
            let state = desk.state.borrow();
            let wants = subscription.when.wants_open(Position { catalogue: &desk.catalogue, state: &state });
            drop(state);
            if wants && let Some(run) = desk.judges.borrow().get(&handler) {
                desk.running.set(subscription.source);
                run.call::<()>(places)?;
            }
        }
        Ok(())
    }

    fn judge_deployments(&self, desk: &Desk, choices: Vec<Choice>) -> mlua::Result<Vec<Choice>> {
        let before = std::mem::replace(&mut desk.state.borrow_mut().options, choices);
        let context = desk.context.replace(Context::Pure);
        let judged = self.judge_all(desk);
        desk.context.set(context);
        let choices = std::mem::replace(&mut desk.state.borrow_mut().options, before);
        let allowed = judged?;
        Ok(choices.into_iter().zip(allowed).filter(|(_, allowed)| *allowed).map(|(choice, _)| choice).collect())
    }

    fn judge_move(&self, desk: &Desk, figure: FigureId, cause: ReasonId) -> mlua::Result<Option<ReasonId>> {
        let asked = |when: &When| {
            let state = desk.state.borrow();
            when.wants_cause(cause)
                && when.wants_leaving(Position { catalogue: &desk.catalogue, state: &state }, figure)
        };
        let movers = || self.read.subscriptions.of(Hook::Named(Named::CanMove));
        for (_, mover) in movers().filter(|(_, mover)| mover.when.wants_cause(cause)) {
            match mover.when.looks_further() {
                true => desk.reads.note_more(),
                false => desk.reads.note_read(Read::Figures),
            }
        }
        let movers = movers();
        let called: Vec<u16> = movers.filter(|(_, mover)| asked(&mover.when)).map(|(handler, _)| handler).collect();
        if called.is_empty() {
            return Ok(None);
        }
        let choice = Choice::Do(MOVING, Target::Figure(figure));
        let before = std::mem::replace(&mut desk.state.borrow_mut().options, vec![choice]);
        let (context, moving) = (desk.context.replace(Context::Pure), desk.moving.replace(Some(cause)));
        let mut verdict = Ok(None);
        for handler in called {
            verdict = self.ask_mover(desk, handler, 0);
            if !matches!(verdict, Ok(None)) {
                break;
            }
        }
        desk.context.set(context);
        desk.moving.set(moving);
        desk.state.borrow_mut().options = before;
        verdict
    }

    fn book(self: Arc<Self>) -> Box<dyn Rulebook> {
        Box::new(Scripted(self))
    }
}

impl Scripts {
    /// Returns for each option of the open decision whether the handlers of `can_move` allow it.
    fn judge_all(&self, desk: &Desk) -> mlua::Result<Vec<bool>> {
        let count = desk.state.borrow().options.len();
        let mut allowed = vec![true; count];
        for (handler, mover) in self.read.subscriptions.of(Hook::Named(Named::CanMove)) {
            let state = desk.state.borrow();
            let matching = mover.when.deployments(Position { catalogue: &desk.catalogue, state: &state }, self.deploy);
            drop(state);
            let Some(deployments) = matching else { continue };
            for (place, allowed) in allowed.iter_mut().enumerate().filter(|(_, allowed)| **allowed) {
                let state = desk.state.borrow();
                let position = Position { catalogue: &desk.catalogue, state: &state };
                let choice = state.options[place];
                let is_asked = deployments.include(position, choice);
                drop(state);
                *allowed = !is_asked || self.ask_mover(desk, handler, place as u32)?.is_none();
            }
        }
        Ok(allowed)
    }

    /// Asks a handler of `can_move` about an option.
    fn ask_mover(&self, desk: &Desk, handler: u16, place: u32) -> mlua::Result<Option<ReasonId>> {
        let judges = desk.judges.borrow();
        let Some(run) = judges.get(&handler) else { return Ok(None) };
        let running = desk.running.replace(self.read.subscriptions[handler as usize].source);
        let answer = run.call::<mlua::MultiValue>(desk.handle(ObjectKind::Option, place));
        let verdict = answer.and_then(|answer| verdict(desk, answer, "can_move"));
        desk.running.set(running);
        verdict
    }

    /// Strikes out places by sitings, which need no handler.
    fn strike_out(&self, desk: &Desk) {
        let state = desk.state.borrow();
        let (position, mut vetoes) = (Position { catalogue: &desk.catalogue, state: &state }, desk.vetoes.borrow_mut());
        let Some(tile) = state.turn.drawn else { return };
        let sitings = self.read.sitings.iter().filter(|siting| siting.when.wants_open(position));
        sitings.for_each(|siting| siting.judge(position, tile, &mut vetoes));
    }
}
