//! The owners of features as colours over the parts of tiles. A shared field is striped.

use std::collections::BTreeMap;

use bastide_core::{FeatureId, Game, KindId, Placed, PlayerId, SegmentId};

use crate::draw::looks::Looks;
use crate::draw::sketch;
use crate::draw::view::{Colour, Spot};
use crate::tell::features;

/// How much of the owner's colour covers the meadow, in percent.
const SHARE: u8 = 62;
const MEADOW: Colour = Colour::new(0x6d9a44, 64, 2);
/// The colour over fields without an owner.
const SHADE: Colour = Colour::new(0x3c4038, 237, 0);

/// A part of a placed tile with the colours of its owners; a field without an owner is shaded.
#[derive(Debug)]
pub struct Share {
    /// The part.
    pub spot: Spot,
    /// The colours.
    pub colours: Vec<Colour>,
    /// The letters of the owners.
    pub letters: String,
}

impl Share {
    /// The parts of a tile that became another kind, in the colour of that kind.
    pub fn turned(game: &Game, looks: &Looks, placed: &Placed) -> Vec<Share> {
        let parts = sketch::turned(game, looks, placed).into_iter();
        parts.map(|(spot, colour)| Share { spot, colours: vec![colour], letters: String::new() }).collect()
    }
}

/// The owners of features, computed once.
#[derive(Default)]
pub struct Owners(BTreeMap<u16, Vec<PlayerId>>);

impl Owners {
    /// The parts of a tile that are coloured: those of the kinds that are meant.
    pub fn shares(&mut self, game: &Game, placed: &Placed, is_meant: impl Fn(KindId) -> bool) -> Vec<Share> {
        let mut shares = Vec::new();
        for index in 0..game.catalogue().segments(placed.tile) {
            let segment = SegmentId(placed.base + index);
            let kind = game.state().features.kind_at(segment);
            if !is_meant(kind) {
                continue;
            }
            let is_field = kind == KindId::FIELD;
            let owners = self.of(game, game.state().features.of(segment));
            let (_, spot) = sketch::spot(game, segment);
            let colour = |player: &PlayerId| {
                let (colour, _) = sketch::colours(game, *player);
                if is_field { MEADOW.mixed(colour, SHARE) } else { colour }
            };
            let mut colours: Vec<Colour> = owners.iter().map(colour).collect();
            if colours.is_empty() && is_field {
                colours.push(MEADOW.mixed(SHADE, 50));
            }
            let letters = owners.iter().map(|player| sketch::letter(game, *player)).collect();
            if !colours.is_empty() {
                shares.push(Share { spot, colours, letters });
            }
        }
        shares
    }

    fn of(&mut self, game: &Game, feature: FeatureId) -> &[PlayerId] {
        self.0.entry(feature.0).or_insert_with(|| features::owners(game, feature))
    }
}
