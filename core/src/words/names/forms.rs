//! What is built over tiles, in words: `bridge:N-S`, and `bridge:N-S@X,Y` on a tile that was not just placed.

use crate::play::game::Game;
use crate::refuse;
use crate::table::board::PlacedId;
use crate::table::catalogue::TileId;
use crate::table::choice::Choice;
use crate::table::geometry::Rotation;
use crate::table::refusal::Refusal;

impl Game {
    /// Returns what was built over a turned version of a tile: its name, and the sides that it joins.
    pub fn stroke_words(&self, version: TileId, rotation: Rotation) -> String {
        let Some(built) = self.catalogue().tile(version).built else { return String::new() };
        let form = &self.catalogue().forms[built.form as usize];
        format!("{}:{}", form.name, form.stroke_words(built.turned(rotation)))
    }

    /// Returns what makes a version of a placed tile, with its cell if it was not just placed.
    pub fn form_words(&self, on: PlacedId, version: TileId, last: Option<PlacedId>) -> String {
        let placed = self.state().board.tile(on);
        let stroke = self.stroke_words(version, placed.rotation);
        if last == Some(on) { stroke } else { format!("{stroke}@{}", placed.cell) }
    }

    /// Parses the choice to place a tile with something built for it.
    pub(super) fn place_with_choice(&self, words: &[&str]) -> Result<Choice, Refusal> {
        let said = words.join(" ");
        let options = self.decision().into_iter().flat_map(|open| open.options());
        let mut spans = options.filter(|option| matches!(option, Choice::PlaceWith(..)));
        let found = spans.find(|&option| self.choice_words(option) == said);
        found.ok_or_else(|| {
            refuse!("the tile cannot be placed that way; `legal` lists where something can be built for it")
        })
    }
}
