//! What a set offers at decisions, as data: `{ offer = "VERB", tiles = FILTER }`. The targets are found in Rust,
//! without entering Lua.

use mlua::{Error, Result, Table, Value};

use super::alike::{Offers, looks_same};
use super::deploy::DeployFilter;
use super::desk::Desk;
use super::handle::ObjectKind;
use super::search::{FigureFilter, SegmentFilter, TileFilter};
use super::when::When;
use crate::language::unknown;
use crate::table::catalogue::{Catalogue, FigureKindId, VerbId};
use crate::table::choice::{Choice, Spot, Target};
use crate::table::rulebook::{Lack, Position};
use crate::table::state::State;

/// What is offered at every decision that `when` matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub when: When,
    what: What,
    /// The index of its script.
    pub source: u16,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum What {
    /// Deployments beyond the tile just placed.
    Deploy(DeployFilter),
    /// A verb of an expansion.
    Word(VerbId, Targets, Manner),
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Targets {
    Nothing,
    Tiles(Box<TileFilter>),
    Figures(FigureFilter),
    Segments(SegmentFilter),
}

impl Offer {
    /// Reads `{ offer, tiles or figures or segments, how }` or `{ deploy }`.
    pub fn read(desk: &Desk, table: &Table, when: When, source: u16) -> Result<Offer> {
        match table.raw_get("deploy")? {
            Value::Nil => {}
            Value::Table(filter) => {
                not_in_vain(&when, false)?;
                return Ok(Offer { when, what: What::Deploy(DeployFilter::read(Some(filter))?), source });
            }
            _ => return Err(Error::runtime("`deploy` says where, in a table")),
        }
        let verb = table.raw_get::<String>("offer").map_err(|_| Error::runtime("`offer` is a word"))?;
        let verb = desk.words().verb(&verb).map_err(Error::runtime)?;
        let filter = |key: &str| {
            let found = table.raw_get::<Option<Table>>(key);
            found.map_err(|_| Error::runtime(format!("`{key}` says which, in a table")))
        };
        let targets = match (filter("tiles")?, filter("figures")?, filter("segments")?) {
            (None, None, None) => Targets::Nothing,
            (tiles @ Some(_), None, None) => {
                Targets::Tiles(TileFilter::read(desk, tiles)?.settled(&desk.catalogue).into())
            }
            (None, figures @ Some(_), None) => {
                Targets::Figures(FigureFilter::read(desk, (ObjectKind::Game, 0), figures)?)
            }
            (None, None, segments) => Targets::Segments(SegmentFilter::read(desk, segments)?.settled(&desk.catalogue)),
            _ => return Err(Error::runtime("an offer is made of tiles, of figures or of segments, not of several")),
        };
        let manner = filter("how")?.map_or(Ok(Manner::default()), |how| Manner::read(&how))?;
        if manner.followers && !matches!(&targets, Targets::Tiles(filter) if !filter.is_loose()) {
            return Err(Error::runtime("followers go to tiles"));
        }
        if manner.once && verb.0 > 63 {
            return Err(Error::runtime("`once` is for the first 64 verbs in play"));
        }
        not_in_vain(&when, manner.is_free)?;
        Ok(Offer { when, what: What::Word(verb, targets, manner), source })
    }

    /// Returns the verb that it offers; `None` for deployments.
    pub fn verb(&self) -> Option<VerbId> {
        match self.what {
            What::Deploy(_) => None,
            What::Word(verb, ..) => Some(verb),
        }
    }

    /// Returns what the active player lacks for a verb, if that is why it is not offered.
    pub fn lack(&self, position: Position<'_>, verb: VerbId) -> Option<Lack> {
        let Position { catalogue, state } = position;
        match &self.what {
            What::Word(word, _, manner) if *word == verb => {
                let is_done = manner.once && state.turn.done >> verb.0 & 1 == 1;
                let is_alone = manner.followers && ready_followers(catalogue, state).next().is_none();
                let own = is_done.then_some(Lack::Turn).or(is_alone.then_some(Lack::Follower));
                own.or_else(|| self.when.lack(state))
            }
            _ => None,
        }
    }

    /// Adds the options that exist now.
    pub fn list(&self, position: Position<'_>, offers: &mut Offers) {
        let Position { catalogue, state } = position;
        let (verb, targets, manner) = match &self.what {
            What::Deploy(filter) => return filter.list(position, offers),
            What::Word(verb, _, manner) if manner.once && state.turn.done >> verb.0 & 1 == 1 => return,
            What::Word(verb, targets, manner) => (*verb, targets, manner),
        };
        let option = |target: Target| (Choice::Do(verb, target), manner.is_free);
        let before = offers.len();
        if let Targets::Tiles(filter) = targets
            && let Some(loose) = filter.loose(catalogue, state)
        {
            for found in loose.into_iter().map(|loose| option(Target::Loose(loose))) {
                if !offers[before..].contains(&found) {
                    offers.push(found);
                }
            }
            return;
        }
        match targets {
            Targets::Nothing => offers.push(option(Target::Nothing)),
            Targets::Tiles(filter) if manner.followers => {
                if ready_followers(catalogue, state).next().is_none() {
                    return;
                }
                filter.find(catalogue, state).for_each(|tile| {
                    let kinds = ready_followers(catalogue, state);
                    offers.extend(kinds.map(|kind| option(Target::KindAt(kind, Spot::Tile(tile)))));
                });
            }
            // `for_each` goes through all tiles in one loop; `extend` would enter the iterator again for each tile that
            // it finds.
            Targets::Tiles(filter) => {
                filter.find(catalogue, state).for_each(|tile| offers.push(option(Target::Tile(tile))));
            }
            Targets::Segments(filter) => {
                filter.find(catalogue, state).for_each(|at| offers.push(option(Target::Segment(at))));
            }
            Targets::Figures(filter) => {
                for figure in filter.find(state) {
                    let found = option(Target::Figure(figure));
                    if !offers[before..].iter().any(|&(other, _)| looks_same(state, other, found.0)) {
                        offers.push(found);
                    }
                }
            }
        }
    }
}

/// Refuses what would never be offered: while a tile is to be placed, only options that leave that decision open are.
fn not_in_vain(when: &When, is_free: bool) -> Result<()> {
    match when.is_placing() && !is_free {
        true => {
            Err(Error::runtime("while a tile is to be placed only free options are offered: how = { free = true }"))
        }
        false => Ok(()),
    }
}

/// How options are offered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Manner {
    /// Whether they leave the decision open.
    pub is_free: bool,
    /// Whether they are offered only until one of them is chosen in a turn.
    pub once: bool,
    /// Whether each option sends a follower from the supply to its target.
    pub followers: bool,
}

impl Manner {
    pub fn read(how: &Table) -> Result<Manner> {
        let mut found = Manner::default();
        for pair in how.pairs::<String, Value>() {
            let (key, value) = pair?;
            match (key.as_str(), &value) {
                ("free", Value::Boolean(is_free)) => found.is_free = *is_free,
                ("once", Value::Boolean(once)) => found.once = *once,
                ("once", _) => return Err(Error::runtime("`once` is true or false")),
                ("free", _) => return Err(Error::runtime("`free` is true or false")),
                ("figures", Value::String(group)) if *group == "follower" => found.followers = true,
                ("figures", _) => return Err(Error::runtime("the only group is \"follower\"")),
                _ => return Err(Error::runtime(unknown("key", &key, ["free", "figures", "once"]))),
            }
        }
        Ok(found)
    }
}

/// Returns the kinds of followers that the active player has in the supply and that can stand anywhere.
pub(super) fn ready_followers<'a>(
    catalogue: &'a Catalogue,
    state: &'a State,
) -> impl Iterator<Item = FigureKindId> + 'a {
    let ready = |kind: &FigureKindId| {
        let figure = catalogue.figure(*kind);
        figure.follower && !figure.bound && state.supply(state.turn.player, *kind) > 0
    };
    catalogue.figure_kinds().filter(ready)
}
