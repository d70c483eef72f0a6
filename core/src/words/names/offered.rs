//! Which of the options of an expansion a text means. Names are compared by meaning, and an option is printed only if
//! nothing else rules it out: a decision can have hundreds.

use crate::play::game::{ChoiceContext, Game};
use crate::table::catalogue::FigureKindId;
use crate::table::choice::{Choice, Spot, Target};
use crate::table::feature::SegmentId;
use crate::table::figure::{PlayerId, Zone};
use crate::table::refusal::Refusal;

impl Game {
    /// Whether a text names the target of an option; names are compared by meaning.
    fn means(&self, target: Target, text: &str) -> bool {
        match target {
            Target::Feature(feature) => {
                self.place_named(text).is_ok_and(|found| self.state().features.of(found) == feature)
            }
            Target::Segment(id) => self.is_on_tile(id, text) && self.place_named(text).is_ok_and(|found| found == id),
            Target::Tile(tile) => text.parse() == Ok(self.state().board.tile(tile).cell),
            Target::Cell(cell) => text.parse() == Ok(cell),
            Target::Corner(corner) => text.parse() == Ok(corner),
            Target::Player(player) => self.player_named(text).is_ok_and(|found| found == player),
            Target::Figure(id) => {
                let figure = self.state().figure(id);
                let (who, place) = text.split_once('@').map_or((text, None), |(who, place)| (who, Some(place)));
                let (owner, kind) = who.split_once(':').map_or((None, who), |(owner, kind)| (Some(owner), kind));
                let same_owner = match owner {
                    Some(owner) => self.player_named(owner).is_ok_and(|found| found == figure.owner),
                    None => figure.owner == PlayerId::NOBODY,
                };
                same_owner && self.is_kind(figure.kind, kind) && self.is_place(figure.zone, place)
            }
            Target::KindAt(kind, spot) => text.split_once('@').is_some_and(|(name, place)| {
                let is_there = || match spot {
                    Spot::Feature(feature) => self.means(Target::Feature(feature), place),
                    spot => self.is_place(spot.zone(), Some(place)),
                };
                self.is_kind(kind, name) && is_there()
            }),
            Target::Loose(loose) => self.is_loose(loose, text),
            Target::Form(tile, version) => {
                let last = self.state().turn.last;
                [None, last].into_iter().any(|last| self.form_words(tile, version, last) == text)
            }
            _ => self.target_words(target, ChoiceContext::default()).is_some_and(|words| words == text),
        }
    }

    fn is_kind(&self, kind: FigureKindId, name: &str) -> bool {
        self.catalogue().figure(kind).name == name
    }

    /// Whether the tile of a segment is the one that the name of a segment is about. Most options are ruled out by this
    /// alone, without printing them.
    fn is_on_tile(&self, segment: SegmentId, name: &str) -> bool {
        let placed = self.state().features.placed(segment);
        match name.split_once('/') {
            Some((cell, _)) => cell.parse() == Ok(self.state().board.tile(placed).cell),
            None => self.state().turn.last == Some(placed),
        }
    }

    fn is_place(&self, zone: Zone, name: Option<&str>) -> bool {
        match name {
            Some(name) if matches!(zone, Zone::Segment(segment) if !self.is_on_tile(segment, name)) => false,
            // As printed, even if a zone has the name of a segment.
            Some(name) if self.zone_words(zone, self.state().turn.last).is_some_and(|words| words == name) => true,
            Some(name) => self.zone_named(name).is_ok_and(|found| found == zone),
            None => zone == Zone::Supply,
        }
    }

    /// Returns the option of an expansion that these words mean.
    pub(super) fn offered(&self, verb: &str, rest: &[&str]) -> Result<Choice, Refusal> {
        let is_meant = |choice: &Choice| match (*choice, rest) {
            (Choice::Do(id, target), _) if self.catalogue().verbs[id.0 as usize].name == verb => match rest {
                [] => target == Target::Nothing,
                [text] => self.means(target, text),
                _ => false,
            },
            _ => false,
        };
        let said = [&[verb], rest].concat().join(" ");
        let listed =
            || self.decision().into_iter().flat_map(|decision| decision.options()).filter(|option| is_meant(option));
        // A feature can be named by any of its segments, so an option that is listed in exactly these words has
        // priority.
        let exact = listed().find(|&option| self.choice_words(option) == said);
        if let Some(found) = exact.or_else(|| listed().next()) {
            return Ok(found);
        }
        match self.state().struck.iter().find(|(choice, _)| is_meant(choice)) {
            Some(&(choice, why)) => Err(self.struck_out(choice, why)),
            None => self.amount_named(verb, rest).unwrap_or_else(|| Err(self.not_offered(verb))),
        }
    }
}
