//! What Lua came to, in words.

use crate::fault::Fault;
use crate::figure::PlayerId;
use crate::game::Game;
use crate::script::Thing;

impl Game {
    /// Runs Lua that reads the table and changes nothing; gives what it printed and what it came to, a line each.
    pub fn evaluate(&self, code: &str) -> Result<Vec<String>, Box<Fault>> {
        self.setup().evaluate(&mut self.state().clone(), code, &|thing| self.thing_words(thing))
    }

    /// What an object of the game is called that Lua came to.
    fn thing_words(&self, thing: Thing) -> String {
        match thing {
            Thing::Player(PlayerId::NOBODY) => "nobody".into(),
            Thing::Player(player) => self.player_name(player).into(),
            Thing::Figure(figure) => {
                let figure = self.state().figure(figure);
                let (kind, place) = (&self.catalogue().figure(figure.kind).name, self.place_words(figure.zone));
                match figure.owner {
                    PlayerId::NOBODY => format!("{kind} on {place}"),
                    owner => format!("{}'s {kind} on {place}", self.player_name(owner)),
                }
            }
            Thing::Feature(segment) => self.feature_name(self.state().features.of(segment)),
            Thing::Segment(segment) => self.far_name(segment),
            Thing::Tile(tile) => {
                let placed = self.state().board.tile(tile);
                format!("{} at {} {}", self.catalogue().tile_name(placed.tile), placed.cell, placed.rotation)
            }
            Thing::Other(kind) => kind.into(),
        }
    }
}
