//! Deployments beyond the tile just placed, as data: `{ deploy = { group = "follower", complete = false } }`.

use mlua::{Error, Result, Table};

use super::alike::Offers;
use super::filter::{each, is};
use super::surface::DEPLOY_FILTER;
use crate::table::catalogue::FigureKindId;
use crate::table::choice::Choice;
use crate::table::feature::SegmentId;
use crate::table::figure::PlayerId;
use crate::table::rulebook::{Position, printed};

/// Which figures can be deployed beyond the tile just placed, and where.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct DeployFilter {
    followers: bool,
    complete: Option<bool>,
    elsewhere: Option<bool>,
}

impl DeployFilter {
    pub fn read(filter: Option<Table>) -> Result<DeployFilter> {
        let mut found = DeployFilter::default();
        each(filter, |key, value| {
            match key {
                "group" if is(value, "follower") => found.followers = true,
                "group" => return Err(Error::runtime("the only group is \"follower\"")),
                "complete" => found.complete = value.as_boolean(),
                "elsewhere" => found.elsewhere = Some(value.as_boolean().unwrap_or(true)),
                _ => return Err(DEPLOY_FILTER.lacks(key)),
            }
            Ok(())
        })?;
        Ok(found)
    }

    /// Adds the deployments that are not yet among the options.
    pub fn list(&self, position: Position<'_>, offers: &mut Offers) {
        let offered = self.all(position, position.state.turn.player);
        offers.extend(offered.filter(|offer| !position.state.options.contains(offer)).map(|offer| (offer, false)));
    }

    /// Returns the deployments of a player.
    pub fn all<'a>(&'a self, position: Position<'a>, player: PlayerId) -> impl Iterator<Item = Choice> + 'a {
        let Position { catalogue, state } = position;
        let kinds = catalogue.figure_kinds().filter(move |&kind| self.takes(position, kind, player));
        kinds.flat_map(move |kind| {
            let segments = (0..state.features.len() as u16).map(SegmentId).filter(|&it| state.features.is_laid(it));
            let free = segments.filter(move |&segment| self.allows(position, kind, segment, player));
            free.map(move |segment| Choice::Deploy(kind, segment))
        })
    }

    /// Whether the filter includes a kind of figure, and the player has one in the supply.
    fn takes(&self, Position { catalogue, state }: Position<'_>, kind: FigureKindId, player: PlayerId) -> bool {
        let figure = catalogue.figure(kind);
        state.supply(player, kind) > 0 && !figure.neutral && (!self.followers || figure.follower)
    }

    /// Whether a figure can be deployed on a segment, by the same rules as on the tile just placed and by the filter.
    fn allows(&self, position: Position<'_>, kind: FigureKindId, segment: SegmentId, player: PlayerId) -> bool {
        let Position { catalogue, state } = position;
        let figure = catalogue.figure(kind);
        let graph = &state.features;
        // Most segments are of another kind, so that their feature need not be found.
        if !figure.may_stand_on(graph.kind_at(segment)) {
            return false;
        }
        let feature = graph.of(segment);
        (!figure.follower || graph.followers(feature) == 0)
            && (!figure.needs || printed::has_follower(position, feature, player))
            && self.complete.is_none_or(|complete| graph.is_complete(feature) == complete)
            && self.elsewhere.is_none_or(|elsewhere| elsewhere != (Some(graph.placed(segment)) == state.turn.last))
    }
}
