//! The manifests of several expansions, laid over one another and read once, ready to be compiled. Every overlay is
//! tried, active or not, so that a broken manifest never loads partially.

use super::beside::{piles, players, settings, start, zone};
use super::error::ReadResult;
use super::form::form;
use super::kind::{self, is_for_followers};
use super::layers::{Changed, Layer, Layers};
use super::node::Node;
use super::option::Resolved;
use super::order::ordered;
use super::pile::{Heap, Pool, piling, start_tiles};
use super::recipe::{Extent, Portion, Recipe};
use super::refused::RecipeError;
use super::scope::{Game, Scope};
use super::supply::{figure, token};
use super::tree::Tree;
use super::vocabulary::{Names, Vocabulary};
use super::word::Word;
use crate::table::catalogue::{Draft, DraftTile, Holds, MAX_PLAYERS, Piling, Settings, StartTile, Verb, ZoneKind};
use crate::table::tile::{Edge, FIELD, Tile};

/// The keys that say where tiles are.
const LYING: [&str; 6] = ["start", "piles", "aside", "out", "zones", "tiles"];

impl Recipe {
    /// Assembles the declarations of all expansions, and returns the values of all options.
    pub fn draft(&self) -> Result<(Draft, Resolved), RecipeError> {
        self.clone().ordered()?.assemble()
    }

    /// Returns the recipe with its expansions in load order: each after those that it requires or comes after,
    /// otherwise by id.
    pub fn ordered(mut self) -> Result<Recipe, RecipeError> {
        self.check_portions()?;
        self.expansions = ordered(self.expansions)?;
        Ok(self)
    }

    fn assemble(&self) -> Result<(Draft, Resolved), RecipeError> {
        let options = self.declared_options()?;
        let resolved = self.resolve(&options)?;
        let mut words = Vocabulary::new();
        self.expansions.iter().try_for_each(|set| words.add(&set.expansion.manifest, set.extent.rules))?;
        if words.kinds.texts().next() != Some(FIELD) {
            return Err(RecipeError::NoField);
        }
        let game = Game { words: &words, options: &options, resolved: &resolved, players: None };
        let layers = laid(self, &game)?;
        self.check_players(&layers)?;
        let game = Game { players: Some(self.players), ..game };
        let draft = Assembly { layers, game: &game }.draft()?;
        Ok((draft, resolved))
    }

    fn check_players(&self, layers: &Layers<'_>) -> Result<(), RecipeError> {
        let mut ranges = vec![("the table", 1..=MAX_PLAYERS)];
        for (set, part) in self.parts().enumerate() {
            ranges.extend(
                layers.own(set, "players").map(|node| players(&node)).transpose()?.map(|range| (part.id(), range)),
            );
        }
        match ranges.into_iter().find(|(_, range)| !range.contains(&self.players)) {
            Some((name, range)) => Err(RecipeError::Players { name: name.into(), range, players: self.players }),
            None => Ok(()),
        }
    }
}

/// Returns the manifests with the active overlays on top. Each overlay is also tried over the manifests alone.
fn laid<'a>(recipe: &'a Recipe, game: &Game<'_>) -> ReadResult<Layers<'a>> {
    let manifests = Layers::new(recipe);
    let edges = edges(&Assembly { layers: manifests.clone(), game }.draft_beside_tiles()?);
    let mut layers = manifests.clone();
    for (set, part) in recipe.parts().enumerate() {
        for (overlay, tree) in part.overlays() {
            let Some(layer) = Layer::overlay(recipe, set, overlay, tree) else { continue };
            // If a set is in play without its rules, its options are not declared.
            if !layer.extent.rules && !game.options.know(&overlay.when) {
                continue;
            }
            game.options.check(&overlay.when)?;
            Assembly { layers: manifests.clone(), game }.try_layer(layer, edges.clone())?;
            if game.resolved.has(&overlay.when) {
                layers.lay(layer)?;
            }
        }
    }
    Ok(layers)
}

/// Returns the part of a side that each kind takes.
fn edges(draft: &Draft) -> Vec<Edge> {
    draft.kinds.iter().map(|kind| kind.edge).collect()
}

/// Layers that are being read.
struct Assembly<'a, 'g> {
    layers: Layers<'a>,
    game: &'g Game<'g>,
}

impl<'a, 'g> Assembly<'a, 'g> {
    /// Returns the declarations for the compiler.
    fn draft(&self) -> Result<Draft, RecipeError> {
        let mut draft = self.draft_beside_tiles()?;
        let edges = edges(&draft);
        for (set, spot) in self.layers.tiles() {
            let (tile, over) = (self.layers.tile(spot), self.layers.redrawn.get(&spot));
            let drawn = tile.draw(over.into_iter().flatten().copied(), self.game.words, &edges)?;
            draft.tiles.push(drafted(set, &tile.id.text, self.layers.unchanged(spot) as u16, drawn));
        }
        for changed in &self.layers.changed {
            let set = self.layers.recipe.expansions[changed.tile.0].expansion.id();
            draft.tiles.push(drafted(set, &changed.name, changed.number, self.draw_changed(changed, &edges)?));
        }
        for extra in &self.layers.recipe.extra_tiles {
            if draft.tiles.iter().any(|tile| tile.id == extra.id && tile.expansion == extra.expansion) {
                return Err(RecipeError::TileTwice(extra.id.clone()));
            }
            draft.tiles.push(extra.clone());
        }
        Ok(draft)
    }

    /// Returns what is printed on the changed copies of a tile.
    fn draw_changed(
        &self,
        Changed { tile, over, .. }: &Changed<'a>,
        edges: &[Edge],
    ) -> ReadResult<(Tile, Vec<String>)> {
        let layers = self.layers.redrawn.get(tile).into_iter().flatten().copied().chain([over.lines]);
        self.layers.tile(*tile).draw(layers, self.game.words, edges).map_err(|error| over.blamed(error))
    }

    /// Returns the declarations, without the tiles.
    fn draft_beside_tiles(&self) -> ReadResult<Draft> {
        let words = self.game.words;
        let (start, piling) = self.lying()?;
        let mut figures = self.read("figures", &words.figures, None, figure)?;
        let for_followers = self.kinds_for_followers();
        figures.iter_mut().filter(|figure| figure.follower && !figure.bound).for_each(|it| it.on |= for_followers);
        Ok(Draft {
            kinds: self.read("kinds", &words.kinds, None, kind::read)?,
            tags: words.tags.texts().map(String::from).collect(),
            turning: self.tags_with("turns"),
            openings: self.tags_with("open"),
            figures,
            tokens: self.read("tokens", &words.tokens, None, token)?,
            zones: numbered(zones(words.zones.declared())?),
            counters: words.counters.texts().map(String::from).collect(),
            forms: self.read("forms", &words.forms, None, form)?,
            verbs: verbs(&words.verbs)?,
            settings: self.settings()?,
            start,
            piling,
            tiles: Vec::new(),
        })
    }

    /// Lays one more layer over the others and reads what it changes.
    fn try_layer(&mut self, layer: Layer<'a>, mut edges: Vec<Edge>) -> ReadResult<()> {
        let words = self.game.words;
        self.layers.lay(layer)?;
        for kind in self.read("kinds", &words.kinds, Some(layer), kind::read)? {
            words.kinds.place(&kind.name).into_iter().for_each(|at| edges[at] = kind.edge);
        }
        self.read("figures", &words.figures, Some(layer), figure)?;
        self.read("tokens", &words.tokens, Some(layer), token)?;
        self.settings()?;
        if LYING.iter().any(|key| layer.get(key).is_some()) {
            self.lying()?;
        }
        for (spot, over) in &self.layers.redrawn {
            self.layers.tile(*spot).draw(over.iter().copied(), words, &edges)?;
        }
        self.layers.changed.iter().try_for_each(|changed| self.draw_changed(changed, &edges).map(drop))
    }

    /// Reads all declarations of one sort, or only those that a layer mentions.
    fn read<T>(
        &self,
        section: &str,
        names: &Names<'_>,
        only: Option<Layer<'a>>,
        read: fn(&Word, &Node<'_>, Scope<'_>) -> ReadResult<T>,
    ) -> ReadResult<Vec<T>> {
        let known = |(name, tree): &'a (Word, Tree)| names.find(name).and(Ok((name, tree)));
        let entries: Vec<(&Word, &Tree)> = match only {
            None => names.declared().collect(),
            Some(layer) => layer.section(section).iter().map(known).collect::<ReadResult<_>>()?,
        };
        let all = self.layers.all(section);
        let said = |name: &Word| all.as_ref().and_then(|all| all.get(&name.text));
        let entries = entries.into_iter().map(|(name, tree)| (name, said(name).unwrap_or_else(|| Node::new(tree))));
        entries.map(|(name, node)| read(name, &node, Scope::Game(self.game))).collect()
    }

    /// Returns the kinds for followers that do not say where they stand, one bit each.
    fn kinds_for_followers(&self) -> u32 {
        let all = self.layers.all("kinds");
        let is_one =
            |kind: &str| all.as_ref().and_then(|all| all.get(kind)).is_some_and(|kind| is_for_followers(&kind));
        bits(self.game.words.kinds.texts().map(is_one)) as u32
    }

    fn settings(&self) -> ReadResult<Settings> {
        let said = self.layers.all("settings");
        said.map_or(Ok(Settings::default()), |node| settings(&node, Scope::Game(self.game)))
    }

    /// Returns the start position, and where all other tiles are.
    fn lying(&self) -> ReadResult<(Vec<StartTile>, Piling)> {
        let pool = &self.pool();
        let start = match self.layers.last("start") {
            Some((part, node)) => start_tiles(part, &start(&node)?, pool)?,
            None => Vec::new(),
        };
        let sets = 0..self.layers.recipe.expansions.len();
        let heaps = sets.map(|set| self.heap(set)).collect::<ReadResult<Vec<_>>>()?;
        let declared = self.layers.recipe.parts().flat_map(|part| part.manifest.section("zones"));
        let zones = zones(declared.map(|(name, tree)| (name, tree)))?;
        let piling = piling(&heaps, &start, pool, &zones, self.game.words)?;
        Ok((start, piling))
    }

    /// Returns what an expansion says about the pile.
    fn heap(&self, set: usize) -> ReadResult<Heap<'a>> {
        let words = |key| self.layers.own(set, key).map_or(Ok(Vec::new()), |node| Ok(node.sum()?.words));
        let Portion { expansion, extent, .. } = &self.layers.recipe.expansions[set];
        Ok(Heap {
            set: expansion,
            piles: self.layers.own(set, "piles").map_or(Ok(Vec::new()), |node| piles(&node))?,
            aside: words("aside")?,
            out: words("out")?,
            // Without its rules a set has no zones of its own: tiles that would start there are drawn.
            stored: if extent.rules { self.in_zones(set, |extent| extent.tiles)? } else { Vec::new() },
            pursed: self.in_zones(set, |extent| extent.rules)?,
        })
    }

    /// Returns what zones contain at the start.
    fn in_zones(&self, set: usize, is_half: fn(Extent) -> bool) -> ReadResult<Vec<(&'a Word, Vec<&'a Word>)>> {
        let Some(zones) = self.layers.own_half(set, "zones", is_half) else { return Ok(Vec::new()) };
        let zones = zones.table()?.rest();
        let starts = zones.iter().filter_map(|(zone, node)| Some((*zone, node.get("start")?)));
        starts.map(|(zone, node)| Ok((zone, node.sum()?.words))).collect()
    }

    /// Returns the tiles by the names that are used for the pile, in the order in which they are drafted.
    fn pool(&self) -> Pool<'a> {
        let mut pool = Pool::default();
        for (set, spot) in self.layers.tiles() {
            pool.add(set, &self.layers.tile(spot).id.text, self.layers.unchanged(spot));
        }
        for Changed { tile, number, .. } in &self.layers.changed {
            let set = self.layers.recipe.expansions[tile.0].expansion.id();
            pool.add_changed(set, &self.layers.tile(*tile).id.text, *number as usize);
        }
        pool
    }

    /// Returns the tags for which a key is true, one bit each.
    fn tags_with(&self, key: &str) -> u64 {
        let is_on = |manifest: &Tree, tag: &str| manifest.get("tags")?.get(tag).map(|tree| tree.is_on(key));
        let is_any = |tag: &str| self.layers.recipe.parts().any(|part| is_on(&part.manifest, tag) == Some(true));
        bits(self.game.words.tags.texts().map(is_any))
    }
}

/// Sets one bit for each `true`.
fn bits(are: impl Iterator<Item = bool>) -> u64 {
    are.enumerate().fold(0, |bits, (at, is)| bits | (is as u64) << at)
}

fn zones<'a>(declared: impl Iterator<Item = (&'a Word, &'a Tree)>) -> ReadResult<Vec<ZoneKind>> {
    declared.map(|(name, tree)| zone(name, &Node::new(tree), Scope::Manifest)).collect()
}

fn drafted(set: &str, id: &str, count: u16, (face, tags): (Tile, Vec<String>)) -> DraftTile {
    DraftTile { id: id.into(), expansion: set.into(), count, face, tags }
}

/// Numbers zones among those that hold the same.
fn numbered(mut zones: Vec<ZoneKind>) -> Vec<ZoneKind> {
    let (mut tiles, mut tokens) = (0, 0);
    for zone in &mut zones {
        let shelf = match zone.holds {
            Holds::Figures => continue,
            Holds::Tiles => &mut tiles,
            Holds::Tokens => &mut tokens,
        };
        *shelf += 1;
        zone.shelf = *shelf;
    }
    zones
}

/// Returns all verbs.
fn verbs(names: &Names<'_>) -> ReadResult<Vec<Verb>> {
    let verb = |(name, tree): (&Word, &Tree)| Ok(Verb { name: name.text.clone(), about: Node::new(tree).sentence()? });
    names.declared().map(verb).collect()
}
