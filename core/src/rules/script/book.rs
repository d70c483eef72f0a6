//! The rulebook of a game with scripts: the rules of the manifests, extended and changed by scripts.

use std::ops::Range;
use std::sync::Arc;

use super::desk::InPlay;
use super::handle::ObjectKind;
use super::hook::{Context, Hook, Named, Native};
use super::host::Host;
use super::methods::verdict;
use super::profile::{note_fired, take_fired};
use super::reckoned::Reckoned;
use super::scripts::Scripts;
use super::siting::Siting;
use super::source::Source;
use super::trace::{self, Act, Given};
use super::way_out;
use super::when::When;
use crate::table::catalogue::{Catalogue, Stuck, TileId, VerbId};
use crate::table::choice::Choice;
use crate::table::fault::FaultResult;
use crate::table::feature::FeatureId;
use crate::table::figure::{FigureId, Zone};
use crate::table::leash;
use crate::table::majority::Players;
use crate::table::moment::{Call, Heard, Moment};
use crate::table::rulebook::{Cost, Lack, Position, Progress, Rulebook, printed};
use crate::table::sheet::{ReasonId, Sheet};
use crate::table::state::{Phase, State};
use crate::table::turn::limits::{MAX_FREE_CHOICES, MAX_HANDLERS, MAX_POINTS_DEPTH};

/// The rules of the manifests, extended and changed by scripts.
pub struct Scripted(pub Arc<Scripts>);

impl Scripted {
    /// Returns the handlers of a hook whose filters match.
    fn asked(&self, hook: Hook, wants: impl Fn(&super::when::When) -> bool) -> Vec<usize> {
        let all = self.0.read.subscriptions.of(hook);
        all.filter(|(_, subscription)| wants(&subscription.when)).map(|(place, _)| place as usize).collect()
    }

    /// Returns the handlers that want to edit the sheet of a feature, and whose filters look further than it.
    fn further<'a>(
        &'a self,
        position: Position<'a>,
        feature: FeatureId,
        complete: bool,
    ) -> impl Iterator<Item = u16> + 'a {
        let wants = move |when: &When| !when.is_local() && when.wants_feature(position, &[feature], complete);
        let all = self.0.read.subscriptions.of(Hook::Named(Named::Score));
        all.filter(move |(_, it)| wants(&it.when)).map(|(handler, _)| handler)
    }

    /// Whether rules weigh the figures on a feature, or name its winners.
    fn is_judged(&self, position: Position<'_>, feature: FeatureId) -> bool {
        let of = |named: Named| self.0.read.subscriptions.of(Hook::Named(named)).map(|(_, it)| &it.when);
        let weighs = |when: &When| {
            let mut kinds = position.state.figures_on(feature).map(|(id, _)| position.state.figure(id).kind);
            kinds.any(|kind| when.wants_weight(position, kind, feature))
        };
        let wins = |when: &When| when.wants_winners(position, &[feature], printed::leaders(position, feature));
        of(Named::Weight).any(weighs) || of(Named::Winners).any(wins)
    }

    /// Adds what scripts offer, after the printed options and before `pass`. Options that leave the decision open come
    /// last.
    fn offer(&self, catalogue: &Catalogue, state: &mut State) -> FaultResult<()> {
        let scripts = &self.0;
        let host = scripts.host()?;
        let mut offers = host.desk.offers.borrow_mut();
        offers.clear();
        host.desk.seen.borrow_mut().clear();
        let position = Position { catalogue, state };
        for offer in scripts.read.offers.iter().filter(|offer| offer.when.wants_open(position)) {
            offer.list(position, &mut offers);
        }
        drop(offers);
        let called = self.asked(Hook::Named(Named::Options), |when| when.wants_open(position));
        if !called.is_empty() {
            host.lend(state, Context::Pure, |host| {
                let decision = host.object(ObjectKind::Decision, 0);
                called.iter().try_for_each(|&handler| host.call::<()>(scripts, handler, decision))
            })?;
        }
        let offers = host.desk.offers.borrow();
        let is_placing = state.turn.phase == Phase::Place;
        let pass = state.options.pop_if(|last| *last == Choice::Pass);
        if !is_placing {
            state.options.extend(offers.iter().filter(|(_, is_free)| !is_free).map(|(offer, _)| offer));
        }
        let before = state.options.len();
        let free = offers.iter().filter(|(_, is_free)| *is_free).map(|(offer, _)| *offer);
        match state.turn.freely < MAX_FREE_CHOICES {
            true => state.options.extend(free),
            false => state.struck.extend(free.map(|offer| (offer, way_out::too_often(&self.0, offer)))),
        }
        state.free += (state.options.len() - before) as u16;
        state.options.extend(pass);
        Ok(())
    }

    /// Counts one more handler of this turn. If these and the waiting ones are too many, the next one gets the fault.
    fn count(&self, state: &mut State, call: Call) -> FaultResult<()> {
        if state.turn.handled as usize + state.calls.len() >= MAX_HANDLERS as usize {
            let message =
                format!("more than {MAX_HANDLERS} handlers in one turn: they give each other reason to be called");
            return Err(self.0.host()?.complain(&self.0, call.handler as usize, state.turn.number, &message));
        }
        state.turn.handled += 1;
        Ok(())
    }

    /// Stops handlers that give points for points for ever.
    fn limit_depth(&self, state: &State, call: Call) -> FaultResult<()> {
        match call.moment {
            Moment::Points { depth, .. } if depth > MAX_POINTS_DEPTH => {
                let message = format!("points for points, more than {MAX_POINTS_DEPTH} times in a row");
                Err(self.0.host()?.complain(&self.0, call.handler as usize, state.turn.number, &message))
            }
            _ => Ok(()),
        }
    }

    /// Runs a handler that acts: its deed, or its function.
    fn perform(&self, catalogue: &Catalogue, state: &mut State, call: Call) -> FaultResult<Progress> {
        if let Some(deed) = &self.0.read.subscriptions[call.handler as usize].deed {
            note_fired(self.0.read.subscriptions[call.handler as usize].source);
            self.0.profile.count(call.handler as usize, || deed.act(catalogue, self, state, call.moment));
            return Ok(Progress::Done);
        }
        let host = self.0.host()?;
        match state.turn.imagined && matches!(call.moment, Moment::Phase(_) | Moment::End) {
            true => self.run_phase(&host, catalogue, state, call),
            false => host.run(&self.0, state, call),
        }
    }

    /// Runs a phase of an imagined end, unless it is known what it does.
    fn run_phase(&self, host: &Host, catalogue: &Catalogue, state: &mut State, call: Call) -> FaultResult<Progress> {
        let key = Reckoned::phase_key(state, call.handler);
        if let Some((awards, steps)) = host.reckoned.borrow_mut().recall_phase(Position { catalogue, state }, key) {
            self.0.profile.count_known(call.handler as usize);
            leash::count(steps);
            awards.iter().for_each(|&(player, points, why)| state.award(player, points, why));
            return Ok(Progress::Done);
        }
        host.desk.reads.begin();
        let done = host.run(&self.0, state, call);
        if let (Some(done), Ok(_)) = (host.desk.reads.end(), &done) {
            let steps = host.steps();
            host.reckoned.borrow_mut().keep_phase(Position { catalogue, state }, key, done, steps);
        }
        done
    }

    /// Strikes out the options that scripts do not allow. Options that leave the decision open are not judged.
    fn strike_out(&self, catalogue: &Catalogue, state: &mut State) -> FaultResult<()> {
        if state.turn.phase == Phase::Place {
            return Ok(());
        }
        for restraint in &self.0.read.restraints {
            if restraint.when.wants_open(Position { catalogue, state }) && restraint.binds(&state.options) {
                let State { options, struck, free, .. } = state;
                let kept = free_options(options, *free);
                let mut place = 0;
                options.retain(|&option| {
                    let is_left = restraint.allows(option) || kept.contains(&place);
                    place += 1;
                    struck.extend((!is_left).then_some((option, restraint.why)));
                    is_left
                });
            }
        }
        let judged = self.judged(Position { catalogue, state });
        if judged.is_empty() {
            return Ok(());
        }
        let scripts = &self.0;
        let host = scripts.host()?;
        let mut verdicts: Vec<Option<ReasonId>> = vec![None; state.options.len()];
        host.lend(state, Context::Pure, |host| {
            let decision = host.object(ObjectKind::Decision, 0);
            for (place, handler) in judged {
                if verdicts[place].is_some() {
                    continue;
                }
                let option = host.object(ObjectKind::Option, place as u32);
                let subscription = &scripts.read.subscriptions[handler];
                let answer = match subscription.hook {
                    Hook::Named(Named::CanMove) => host.call(scripts, handler, option)?,
                    _ => host.call(scripts, handler, (decision, option))?,
                };
                let verdict = verdict(&host.desk, answer, &subscription.name);
                verdicts[place] = verdict.map_err(|error| host.fault(scripts, handler, &error))?;
                trace::judged(host.desk.state.borrow().options[place], verdicts[place].is_some());
                if verdicts[place].is_some() {
                    note_fired(subscription.source);
                }
            }
            Ok::<(), Box<crate::table::fault::Fault>>(())
        })?;
        let mut place = 0;
        let State { options, struck, .. } = state;
        options.retain(|&option| {
            let veto = verdicts[place];
            place += 1;
            struck.extend(veto.map(|why| (option, why)));
            veto.is_none()
        });
        Ok(())
    }

    /// Returns which option is judged by which handler, as pairs of indexes.
    fn judged(&self, position: Position<'_>) -> Vec<(usize, usize)> {
        let scripts = &self.0;
        let state = position.state;
        let movers = scripts.read.subscriptions.of(Hook::Named(Named::CanMove));
        let choosers = scripts
            .read
            .subscriptions
            .of(Hook::Named(Named::CanChoose))
            .filter(|(_, chooser)| chooser.when.wants_open(position));
        let free = &free_options(&state.options, state.free);
        let all = || state.options.iter().enumerate().filter(move |(place, _)| !free.contains(place));
        let mut judged = Vec::new();
        for (handler, mover) in movers {
            let Some(deployments) = mover.when.deployments(position, scripts.deploy) else { continue };
            let wanted = all().filter(|(_, choice)| deployments.include(position, **choice));
            judged.extend(wanted.map(|(place, _)| (place, handler as usize)));
        }
        for (handler, _) in choosers {
            judged.extend(all().map(|(place, _)| (place, handler as usize)));
        }
        judged
    }
}

/// Returns the indexes of the options that leave the decision open: the last ones before `pass`.
fn free_options(options: &[Choice], free: u16) -> Range<usize> {
    let end = options.len() - (options.last() == Some(&Choice::Pass)) as usize;
    end - free as usize..end
}

impl Rulebook for Scripted {
    fn heard(&self) -> Heard {
        self.0.heard
    }

    fn tell(&self, catalogue: &Catalogue, state: &mut State, moment: Moment) {
        self.0.tell(catalogue, state, moment);
    }

    fn run(&self, catalogue: &Catalogue, state: &mut State, call: Call) -> FaultResult<Progress> {
        if !self.0.read.subscriptions.still_wants(Position { catalogue, state }, call) {
            return Ok(Progress::Done);
        }
        self.count(state, call)?;
        self.limit_depth(state, call)?;
        let act = Act::begin(state.log.len());
        let done = self.perform(catalogue, state, call);
        act.end(&self.0, call.handler, Given::Moment(call.moment), state.log.len(), &done);
        done
    }

    fn answer(&self, _: &Catalogue, state: &mut State, option: u16) -> FaultResult<Progress> {
        let Some(call) = state.pending.as_ref().map(|pending| pending.call) else { return Ok(Progress::Done) };
        self.count(state, call)?;
        let act = Act::begin(state.log.len());
        let done = self.0.host().and_then(|host| host.answer(&self.0, state, option));
        act.end(&self.0, call.handler, Given::Answer(call.moment), state.log.len(), &done);
        done
    }

    fn places(&self, catalogue: &Catalogue, state: &mut State) -> FaultResult<()> {
        let scripts = &self.0;
        let Some(tile) = state.turn.drawn else { return Ok(()) };
        let called = self.asked(Hook::Named(Named::CanPlace), |when| when.wants_open(Position { catalogue, state }));
        let sitings =
            scripts.read.sitings.iter().filter(|siting| siting.when.wants_open(Position { catalogue, state }));
        let sitings: Vec<&Siting> = sitings.collect();
        if called.is_empty() && sitings.is_empty() {
            return Ok(());
        }
        let host = scripts.host()?;
        let mut candidates = std::mem::take(&mut state.candidates);
        if !state.turn.listed {
            candidates.clear();
            candidates.extend((0..state.turn.places as usize).filter_map(|n| state.board.place(catalogue, tile, n)));
        }
        let mut vetoes = vec![None; candidates.len()];
        state.candidates = candidates;
        sitings.iter().for_each(|siting| siting.judge(Position { catalogue, state }, tile, &mut vetoes));
        *host.desk.vetoes.borrow_mut() = vetoes;
        if !called.is_empty() {
            host.lend(state, Context::Pure, |host| {
                let list = host.object(ObjectKind::List, 0);
                called.iter().try_for_each(|&handler| host.call::<()>(scripts, handler, list))
            })?;
        }
        let vetoes = host.desk.vetoes.borrow();
        let State { candidates, vetoed, turn, .. } = state;
        vetoed.clear();
        vetoed.extend(candidates.iter().zip(&*vetoes).filter_map(|(place, why)| Some((*place, (*why)?))));
        let mut place = 0;
        candidates.retain(|_| {
            place += 1;
            vetoes[place - 1].is_none()
        });
        (turn.listed, turn.places) = (true, candidates.len() as u32);
        Ok(())
    }

    fn options(&self, catalogue: &Catalogue, state: &mut State) -> FaultResult<()> {
        state.struck.clear();
        self.offer(catalogue, state)?;
        self.strike_out(catalogue, state)?;
        way_out::check(&self.0, catalogue, state)
    }

    fn lack(&self, position: Position<'_>, verb: VerbId) -> Option<Lack> {
        self.0.read.offers.iter().find_map(|offer| offer.lack(position, verb))
    }

    fn stuck(&self, catalogue: &Catalogue, state: &mut State, tile: TileId) -> FaultResult<Stuck> {
        let scripts = &self.0;
        let called = self.asked(Hook::Rule(Native::Stuck), |_| true);
        let Some(&handler) = called.first() else { return Ok(catalogue.settings.stuck) };
        let host = scripts.host()?;
        host.lend(state, Context::Pure, |host| {
            let game = host.object(ObjectKind::Game, 0);
            let answer: mlua::Value = host.call(scripts, handler, (game, catalogue.tile(tile).id.as_str()))?;
            match answer.as_string().map(|word| word.to_string_lossy()).as_deref() {
                Some("discard") => Ok(Stuck::Discard),
                Some("return") => Ok(Stuck::Return),
                _ => {
                    let error = mlua::Error::runtime("place.stuck answers \"discard\" or \"return\"");
                    Err(host.fault(scripts, handler, &error))
                }
            }
        })
    }

    fn weight(&self, catalogue: &Catalogue, state: &mut State, figure: FigureId) -> FaultResult<u16> {
        let scripts = &self.0;
        let weight = printed::weight(Position { catalogue, state }, figure);
        let found = *state.figure(figure);
        let Zone::Segment(at) = found.zone else { return Ok(weight) };
        let feature = state.features.of(at);
        let called = self.asked(Hook::Named(Named::Weight), |when| {
            when.wants_weight(Position { catalogue, state }, found.kind, feature)
        });
        if called.is_empty() {
            return Ok(weight);
        }
        let host = scripts.host()?;
        host.desk.weighed.set((figure, weight as i32));
        host.lend(state, Context::Fold, |host| {
            let object = host.object(ObjectKind::Weight, host.desk.serial());
            called.iter().try_for_each(|&handler| host.call::<()>(scripts, handler, object))
        })?;
        Ok(host.desk.weighed.get().1.clamp(0, 1_000) as u16)
    }

    fn winners(
        &self,
        catalogue: &Catalogue,
        state: &mut State,
        features: &[FeatureId],
        leaders: Players,
    ) -> FaultResult<Players> {
        let scripts = &self.0;
        let called = self.asked(Hook::Named(Named::Winners), |when| {
            when.wants_winners(Position { catalogue, state }, features, leaders)
        });
        if called.is_empty() {
            return Ok(leaders);
        }
        let host = scripts.host()?;
        *host.desk.contested.borrow_mut() = (features.to_vec(), leaders, Players::default());
        host.lend(state, Context::Fold, |host| {
            let object = host.object(ObjectKind::Winners, host.desk.serial());
            called.iter().try_for_each(|&handler| host.call::<()>(scripts, handler, object))
        })?;
        let (_, mut winners, excluded) = host.desk.contested.take();
        excluded.iter().for_each(|player| winners.remove(player));
        Ok(winners)
    }

    fn is_plain(&self, position: Position<'_>, feature: FeatureId, complete: bool) -> bool {
        !self.is_judged(position, feature) && self.further(position, feature, complete).next().is_none()
    }

    fn beyond(&self, position: Position<'_>, feature: FeatureId, complete: bool) -> Option<u64> {
        let host = self.0.host().ok().filter(|_| !self.is_judged(position, feature))?;
        let reckoned = host.reckoned.borrow();
        reckoned.beyond(position, feature, self.further(position, feature, complete))
    }

    fn sheet(&self, catalogue: &Catalogue, state: &mut State, sheet: &mut Sheet) -> FaultResult<Option<u64>> {
        let scripts = &self.0;
        printed::sheet(Position { catalogue, state }, sheet);
        let wants = |when: &When| when.wants_feature(Position { catalogue, state }, &sheet.paid, sheet.complete);
        let called = self.asked(Hook::Named(Named::Score), wants);
        if called.is_empty() {
            return Ok(Some(0));
        }
        let host = scripts.host()?;
        // A handler that is called by another one shares its budget, so its steps are really taken.
        if !state.turn.imagined || host.desk.context.get() != Context::Nothing {
            return host.score(scripts, state, sheet, &called).map(|_| None);
        }
        let is_further = |handler: &usize| !scripts.read.subscriptions[*handler].when.is_local();
        let further = || called.iter().filter(|&handler| is_further(handler)).map(|&handler| handler as u16);
        let key = Reckoned::key(Position { catalogue, state }, &called, sheet);
        let mut reckoned = host.reckoned.borrow_mut();
        if let Some(steps) = reckoned.recall(Position { catalogue, state }, key, sheet) {
            called.iter().for_each(|&handler| scripts.profile.count_known(handler));
            leash::count(steps);
            return Ok(reckoned.note_beyond(Position { catalogue, state }, key, sheet, further()));
        }
        drop(reckoned);
        host.desk.reads.begin();
        let steps = host.score(scripts, state, sheet, &called);
        let mut beyond = None;
        if let (Some((reads, _)), &Ok(steps)) = (host.desk.reads.end(), &steps) {
            let mut reckoned = host.reckoned.borrow_mut();
            reckoned.keep(Position { catalogue, state }, key, reads, sheet, steps);
            beyond = reckoned.note_beyond(Position { catalogue, state }, key, sheet, further());
        }
        steps.map(|_| beyond)
    }

    fn forget(&self) {
        if let Ok(host) = self.0.host() {
            host.reckoned.borrow_mut().clear();
            host.runs.borrow_mut().clear();
        }
    }

    fn fired(&self) -> Vec<(String, u32)> {
        let fired = take_fired();
        let by = |(place, source): (usize, &Source)| (source.expansion.clone(), fired.get(place).copied().unwrap_or(0));
        self.0.sources.iter().enumerate().map(by).collect()
    }

    fn profile(&self, on: bool) -> Vec<Cost> {
        let scripts = &self.0;
        if on {
            scripts.profile.switch_on();
        }
        let mut costs: Vec<Cost> = Vec::new();
        for (i, subscription) in scripts.read.subscriptions.all().iter().enumerate() {
            let counted = scripts.profile.of(i);
            let expansion = &scripts.sources[subscription.source as usize].expansion;
            match costs.iter_mut().find(|cost| cost.expansion == *expansion && cost.hook == subscription.name) {
                Some(cost) => cost.add(&counted),
                None => {
                    let (expansion, hook) = (expansion.clone(), subscription.name.clone());
                    costs.push(Cost { expansion, hook, ..counted });
                }
            }
        }
        costs.extend(scripts.read.without_handlers().map(|(named, why)| {
            let expansion = scripts.setting.reasons.expansion(why).unwrap_or_default().to_string();
            Cost { expansion, hook: named.row().name.into(), ..Cost::default() }
        }));
        costs.extend(scripts.read.replaced.iter().map(|(hook, source)| {
            let expansion = scripts.sources[*source as usize].expansion.clone();
            Cost { expansion, hook: hook.clone(), ..Cost::default() }
        }));
        costs
    }
}
