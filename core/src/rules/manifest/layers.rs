//! The manifests of a game and the overlays on top of them, lowest first. Knows which half of a set a key belongs to
//! and which tiles are changed, never what a key means.

use std::collections::BTreeMap;

use super::error::{ManifestError, Place, ReadResult};
use super::expansion::{Expansion, Overlay};
use super::node::Node;
use super::option::twice;
use super::recipe::{Extent, Portion, Recipe};
use super::tiles::{Redrawing, TileLines};
use super::tree::Tree;
use super::word::Word;
use crate::language::list;

/// The layers of a game.
#[derive(Clone)]
pub(super) struct Layers<'a> {
    pub recipe: &'a Recipe,
    list: Vec<Layer<'a>>,
    /// The overlays of tiles that change all copies.
    pub redrawn: BTreeMap<Spot, Vec<&'a Tree>>,
    /// Changed copies of tiles.
    pub changed: Vec<Changed<'a>>,
}

/// A manifest or an overlay of an expansion, as far as it is in play.
#[derive(Clone, Copy)]
pub(super) struct Layer<'a> {
    /// The index of the expansion.
    set: usize,
    pub extent: Extent,
    is_overlay: bool,
    tree: &'a Tree,
}

/// A tile: the indexes of its expansion and in its file.
pub(super) type Spot = (usize, usize);

/// Some copies of a tile that an overlay changes.
#[derive(Clone)]
pub(super) struct Changed<'a> {
    pub tile: Spot,
    pub name: String,
    pub number: u16,
    pub over: Redrawing<'a>,
}

impl<'a> Layer<'a> {
    /// Returns the layer of an overlay if all sets in its condition are in play: with its rules if these sets have
    /// theirs in play, and the same for its tiles.
    pub fn overlay(recipe: &Recipe, set: usize, overlay: &Overlay, tree: &'a Tree) -> Option<Layer<'a>> {
        let mut others = overlay.with.iter().map(|other| recipe.extent_of(&other.text));
        let extent = others.try_fold(recipe.expansions[set].extent, |own, other| Some(own.and(other?)))?;
        Some(Layer { set, extent, is_overlay: true, tree })
    }

    /// Returns the value of a key, if the key belongs to a half that is in play.
    pub fn get(self, key: &str) -> Option<&'a Tree> {
        let is_said = match key {
            // Tiles are drawn with the kinds of their set.
            "kinds" => self.extent.rules || !self.is_overlay,
            "start" | "piles" | "aside" | "out" | "tiles" => self.extent.tiles,
            // The contents of zones are read by both halves.
            "zones" => true,
            _ => self.extent.rules,
        };
        if is_said { self.tree.get(key) } else { None }
    }

    /// Returns the lines of a table.
    pub fn section(self, key: &str) -> &'a [(Word, Tree)] {
        self.get(key).map_or(&[], Tree::lines)
    }
}

impl<'a> Layers<'a> {
    /// Makes layers of the manifests alone.
    pub fn new(recipe: &'a Recipe) -> Layers<'a> {
        let sets = recipe.expansions.iter().enumerate();
        let layer = |(set, Portion { expansion, extent, .. }): (usize, &'a Portion)| Layer {
            set,
            extent: *extent,
            is_overlay: false,
            tree: &expansion.manifest,
        };
        Layers { recipe, list: sets.map(layer).collect(), redrawn: BTreeMap::new(), changed: Vec::new() }
    }

    /// Adds a layer on top of all others.
    pub fn lay(&mut self, layer: Layer<'a>) -> ReadResult<()> {
        self.list.push(layer);
        layer.section("tiles").iter().try_for_each(|(id, lines)| self.redraw(layer.set, Redrawing::read(id, lines)?))
    }

    /// Returns what all layers say at a key.
    pub fn all(&self, key: &str) -> Option<Node<'a>> {
        Node::laid(self.list.iter().filter_map(|layer| layer.get(key)))
    }

    /// Returns what the layers of one expansion say at a key.
    pub fn own(&self, set: usize, key: &str) -> Option<Node<'a>> {
        self.own_half(set, key, |_| true)
    }

    /// Returns what the layers of one expansion say at a key, limited to a half of it that is in play.
    pub fn own_half(&self, set: usize, key: &str, is_half: fn(Extent) -> bool) -> Option<Node<'a>> {
        let own = self.list.iter().filter(|layer| layer.set == set && is_half(layer.extent));
        Node::laid(own.filter_map(|layer| layer.get(key)))
    }

    /// Returns what the uppermost layer says at a key, and its expansion.
    pub fn last(&self, key: &str) -> Option<(&'a Expansion, Node<'a>)> {
        let said =
            |layer: &Layer<'a>| Some((&*self.recipe.expansions[layer.set].expansion, Node::new(layer.get(key)?)));
        self.list.iter().rev().find_map(said)
    }

    /// Changes a tile, or some copies of it.
    fn redraw(&mut self, set: usize, over: Redrawing<'a>) -> ReadResult<()> {
        // A set that is in play without its tiles has nothing to change.
        let Some(tile) = self.spot(set, over.id)? else { return Ok(()) };
        match over.copies {
            Some((copies, place)) => self.change(tile, copies, place, over),
            None => {
                self.redrawn.entry(tile).or_default().push(over.lines);
                Ok(())
            }
        }
    }

    /// Returns the tile that a word of an expansion names.
    fn spot(&self, set: usize, word: &Word) -> ReadResult<Option<Spot>> {
        let portions = &self.recipe.expansions;
        let (set, id) = word.text.split_once(':').unwrap_or((portions[set].expansion.id(), &word.text));
        let Some(set_at) = portions.iter().position(|portion| portion.expansion.id() == set) else {
            let sets = portions.iter().map(|portion| portion.expansion.id());
            let help = format!("{set} is not in play; in play are {}", list(sets));
            return Err(word.unknown("tile", []).with_help(help));
        };
        let tiles = &portions[set_at].expansion.tiles;
        let at = tiles.iter().position(|tile| tile.id.text == id);
        let at = at.ok_or_else(|| unknown_tile(word, id, tiles))?;
        Ok(portions[set_at].extent.tiles.then_some((set_at, at)))
    }

    /// Moves copies of a tile from the unchanged to the changed ones. Each further box of the set has the same number
    /// again.
    fn change(&mut self, tile: Spot, copies: u16, at: &Place, over: Redrawing<'a>) -> ReadResult<()> {
        let (id, times) = (&self.tile(tile).id.text, self.recipe.expansions[tile.0].times);
        let name = over.name(id);
        if let Some(first) = self.changed.iter().find(|other| other.tile == tile && other.name == name) {
            return Err(twice("tile", &Word { text: name, place: over.id.place.clone() }, &first.over.id.place));
        }
        let (wanted, left) = (copies as usize * times as usize, self.unchanged(tile));
        if wanted > left {
            let boxes = if times == 1 { String::new() } else { format!(" with {times} boxes") };
            let message = format!("more copies of `{id}` are changed ({wanted}{boxes}) than are left ({left})");
            return Err(at.error(message));
        }
        // At most the number of tiles in a game.
        self.changed.push(Changed { tile, name, number: wanted as u16, over });
        Ok(())
    }

    /// Returns how many copies of a tile are not changed.
    pub fn unchanged(&self, tile: Spot) -> usize {
        let all = self.tile(tile).count as usize * self.recipe.expansions[tile.0].times as usize;
        let changed = self.changed.iter().filter(|other| other.tile == tile).map(|other| other.number as usize);
        all.saturating_sub(changed.sum())
    }

    /// Returns a tile as its file declares it.
    pub fn tile(&self, (set, at): Spot) -> &'a TileLines {
        &self.recipe.expansions[set].expansion.tiles[at]
    }

    /// Returns all tiles in play, with their sets.
    pub fn tiles(&self) -> impl Iterator<Item = (&'a str, Spot)> {
        let sets = self.recipe.expansions.iter().enumerate();
        sets.flat_map(|(at, set)| (0..set.tiles().len()).map(move |tile| (set.expansion.id(), (at, tile))))
    }
}

fn unknown_tile(word: &Word, id: &str, tiles: &[TileLines]) -> ManifestError {
    let prefix = word.text.strip_suffix(id).unwrap_or_default();
    let names: Vec<String> = tiles.iter().map(|tile| format!("{prefix}{}", tile.id.text)).collect();
    word.unknown("tile", names.iter().map(String::as_str))
}
