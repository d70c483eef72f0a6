//! A position, ready to be drawn: plain data that the session makes and the screen shows.

use bastide_core::{Game, TileId};

use crate::draw::screen::ViewSettings;
use crate::draw::view::{Colour, Legal, Note, Tint};
use crate::table_view::model::Model;
use crate::tell::choices::{Group, are_several};

/// Lines about what is pointed at.
pub const DETAILS: usize = 3;

/// A position, ready to be drawn.
#[derive(Clone, Default)]
pub struct Frame {
    /// A copy of the game.
    pub game: Option<Game>,
    /// What can be pointed at.
    pub model: Model,
    /// The cells for the tile in hand, with what they bring.
    pub legal: Vec<Legal>,
    /// The options in words, with what each brings.
    pub groups: Vec<Group>,
    /// Who decides, with the colours of the name: the text's, then the ground's.
    pub player: Option<(String, Colour, Colour)>,
    /// What is decided.
    pub sentence: String,
    /// The players and what is beside the board, with colours.
    pub panel: Vec<String>,
    /// What an overlay adds to the board.
    pub overlay: (Vec<Tint>, Vec<Note>),
    /// The tile beside the board that the question is about.
    pub subject: Option<TileId>,
    /// The same tile in words.
    pub subject_words: String,
    /// Whether bots are playing.
    pub is_bots: bool,
    /// Whether the terminal shows real pictures.
    pub has_pictures: bool,
    /// What the person asked to see.
    pub settings: ViewSettings,
}

impl Frame {
    /// The way to place the tile on a cell that earns the most at once.
    pub fn best_way(&self, place: usize) -> usize {
        let cell = self.model.places.get(place).map(|place| place.cell);
        self.legal.iter().find(|legal| Some(legal.cell) == cell).map_or(0, |legal| legal.best_way)
    }

    /// Whether the options stand under heads that say what a group of them does.
    pub fn has_heads(&self) -> bool {
        are_several(&self.groups, !self.model.places.is_empty())
    }

    /// The places that bring the most, if that is known.
    pub fn best(&self) -> Option<String> {
        Legal::best_now(&self.legal)
    }

    /// How many lines a list of what can be done takes at most.
    pub fn list_lines(&self) -> usize {
        let heads = if self.has_heads() { self.groups.len() } else { 0 };
        match self.model.all().next().is_some() || self.model.field.is_some() {
            false => 0,
            true => DETAILS + usize::from(self.best().is_some()) + heads + self.option_lines(),
        }
    }

    /// How many rows the options take: a number that is typed takes one.
    fn option_lines(&self) -> usize {
        let model = &self.model;
        let rows = (0..model.options.len()).filter(|option| model.is_pointed_at(*option)).count();
        rows + usize::from(model.field.is_some())
    }
}
