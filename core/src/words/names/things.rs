//! Things in words: figures in sentences, what a question is about, what Lua came to.

use crate::play::game::{Game, Then};
use crate::rules::script::Thing;
use crate::table::choice::Target;
use crate::table::fault::Fault;
use crate::table::figure::{Figure, PlayerId};
use crate::table::state::About;

impl Game {
    /// Runs Lua that reads the table and changes nothing; gives what it printed and what it came to, a line each.
    pub fn evaluate(&self, code: &str) -> Result<Vec<String>, Box<Fault>> {
        self.setup().evaluate(&mut self.state().clone(), code, &|thing| self.thing_words(thing))
    }

    /// A figure in a sentence, with whoever owns it: `Red's follower`; `the` and its kind if nobody does.
    pub fn figure_with_owner(&self, figure: &Figure) -> String {
        let kind = &self.catalogue().figure(figure.kind).name;
        match figure.owner {
            PlayerId::NOBODY => format!("the {kind}"),
            owner => format!("{}'s {kind}", self.player_name(owner)),
        }
    }

    /// What the open question is about, in words: a feature, tile or figure goes by its name.
    pub fn about_words(&self) -> Option<String> {
        let about = self.decision()?.about()?;
        Some(match about {
            About::Feature(feature) => self.feature_name(feature),
            About::Tile(tile) => self.state().board.tile(tile).cell.to_string(),
            About::Figure(figure) => self.target_words(Target::Figure(figure), Then::default())?,
            About::Loose(loose) => self.loose_words(loose),
            About::Player(player) => self.player_name(player).into(),
            About::Text(text) => self.setup().reason(text)?.to_string(),
        })
    }

    /// What an object of the game is called that Lua came to.
    fn thing_words(&self, thing: Thing) -> String {
        match thing {
            Thing::Player(PlayerId::NOBODY) => "nobody".into(),
            Thing::Player(player) => self.player_name(player).into(),
            Thing::Figure(figure) => {
                let figure = self.state().figure(figure);
                format!("{} on {}", self.figure_with_owner(figure), self.place_words(figure.zone))
            }
            Thing::Feature(segment) => self.feature_name(self.state().features.of(segment)),
            Thing::Segment(segment) => self.far_name(segment),
            Thing::Tile(tile) => {
                let placed = self.state().board.tile(tile);
                format!("{} at {} {}", self.catalogue().tile_name(placed.tile), placed.cell, placed.rotation)
            }
            Thing::Loose(loose) => self.loose_words(loose),
            Thing::Cell(cell) => cell.to_string(),
            Thing::Corner(corner) => corner.to_string(),
            Thing::Other(kind) => kind.into(),
        }
    }
}
