//! Overlays on the board: who owns each field or feature, how many tiles fit where. Adds to a sketch, never draws.

use bastide_core::{Catalogue, FeatureId, Game, KindId};
use clap::ValueEnum;

use crate::draw::sketch::{colours, letter, spot};
use crate::draw::view::{Colour, Glyphs, Note, Sketch, Tint};
use crate::game::assist::Assist;
use crate::tell::features::owners;
use crate::tell::fits::fits;

/// An overlay on the board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Overlay {
    /// Nothing
    #[default]
    Off,
    /// Fields, in the colour of their owner
    Farms,
    /// Everything that can be claimed, in the colour of its owner
    Owners,
    /// How many tiles to come fit each open cell
    Fits,
}

/// Features without an owner are dimmed.
const NOBODY_COLOUR: Colour = Colour::new(0x2b2f28, 236, 8);
/// Few tiles fit.
const SCARCE_COLOUR: Colour = Colour::new(0xf0a030, 214, 11);
/// No tile fits.
const HOLE_COLOUR: Colour = Colour::new(0xff4f43, 203, 9);
/// Tiles enough fit.
const PLENTY_COLOUR: Colour = Colour::new(0x9cc4f2, 117, 14);
/// At most this many fitting tiles count as few.
const SCARCE_TILES: usize = 3;

impl Overlay {
    /// Adds it to a sketch.
    pub fn lay(self, game: &Game, sketch: &mut Sketch, glyphs: Glyphs) {
        match self {
            Overlay::Off => {}
            // The first colour of a part is shown.
            Overlay::Farms | Overlay::Owners => sketch.tints.splice(..0, self.tints(game)).for_each(drop),
            Overlay::Fits => {
                sketch.legal.clear();
                sketch.notes.extend(notes(game, glyphs));
            }
        }
    }

    /// Its name, as a person types it.
    pub fn name(self) -> String {
        self.to_possible_value().map(|value| value.get_name().to_string()).unwrap_or_default()
    }

    /// What it tells that only full assistance shows, if anything.
    pub fn tells(self) -> Option<&'static str> {
        (self == Overlay::Fits).then_some("counts of tiles")
    }

    /// Whether it is shown with this much assistance.
    pub fn is_shown_with(self, assist: Assist) -> bool {
        self.tells().is_none() || assist == Assist::Full
    }

    /// Whether it colours the features of a kind by their owners.
    pub fn colours(self, catalogue: &Catalogue, kind: KindId) -> bool {
        match self {
            Overlay::Off | Overlay::Fits => false,
            Overlay::Farms => kind == KindId::FIELD,
            Overlay::Owners => catalogue.kind(kind).claim,
        }
    }

    /// The features that it is about.
    pub fn features(self, game: &Game) -> Vec<FeatureId> {
        let features = &game.state().features;
        features.all().filter(|feature| self.colours(game.catalogue(), features.kind(*feature))).collect()
    }

    fn tints(self, game: &Game) -> Vec<Tint> {
        let features = &game.state().features;
        let mut tints = Vec::new();
        for feature in self.features(game) {
            let owners = owners(game, feature);
            tints.extend(features.segments(feature).map(|at| {
                let (cell, spot) = spot(game, at);
                // A shared feature gets the colours of all its owners, alternating by tile.
                let turn = (i32::from(cell.x) + i32::from(cell.y)).rem_euclid(owners.len().max(1) as i32) as usize;
                match owners.get(turn) {
                    Some(&owner) => {
                        let letter = Some(letter(game, owner).to_ascii_lowercase());
                        Tint { cell, spot, colour: colours(game, owner).0, letter }
                    }
                    None => Tint { cell, spot, colour: NOBODY_COLOUR, letter: None },
                }
            }));
        }
        tints
    }
}

fn notes(game: &Game, glyphs: Glyphs) -> Vec<Note> {
    let note = |(cell, n): (_, usize)| {
        let (text, colour) = match n {
            0 if glyphs == Glyphs::Ascii => ("x0".into(), HOLE_COLOUR),
            0 => ("✗0".into(), HOLE_COLOUR),
            n => (n.to_string(), if n <= SCARCE_TILES { SCARCE_COLOUR } else { PLENTY_COLOUR }),
        };
        Note { cell, text, colour, below: false }
    };
    fits(game).into_iter().map(|fit| note((fit.cell, fit.count))).collect()
}
