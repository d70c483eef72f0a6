//! The declarations of several expansions laid over one another, ready to be compiled. Every overlay is tried, in
//! force or not, so that a broken manifest never loads by halves.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::error::{ManifestError, Place};
use super::expansion::{Expansion, Overlay};
use super::guess::list;
use super::kind::KindLines;
use super::layer::{Layer, SettingLines, StartLine};
use super::node::{Read, Word};
use super::option::Options;
use super::pile::{Heap, Pool, piling, start_tiles};
use super::recipe::{Extent, Recipe, RecipeError, Resolved};
use super::supply::{FigureLines, Measure, TokenLines};
use super::tiles::{Redrawing, TileLines};
use super::vocabulary::{Vocabulary, twice};
use crate::catalogue::{Draft, DraftTile, Holds, Verb, ZoneKind};
use crate::tile::{Edge, FIELD, Tile};

/// All that is declared for one game.
pub(super) struct Assembly<'a> {
    recipe: &'a Recipe,
    measure: Measure<'a>,
    words: Vocabulary,
    lines: Lines<'a>,
}

/// What is said about everything that has a name, in the order of the vocabulary.
#[derive(Clone)]
struct Lines<'a> {
    recipe: &'a Recipe,
    kinds: Vec<KindLines>,
    figures: Vec<FigureLines>,
    tokens: Vec<TokenLines>,
    settings: SettingLines,
    /// For how many players each expansion is.
    players: Vec<Option<RangeInclusive<usize>>>,
    start: Option<(&'a Expansion, &'a [StartLine])>,
    /// What each expansion says about the pile.
    heaps: Vec<(&'a Expansion, Heap<'a>)>,
    /// The tiles that look otherwise than in their file.
    redrawn: BTreeMap<Spot, TileLines>,
    /// Copies of tiles that are changed.
    changed: Vec<Changed<'a>>,
}

/// A tile: the places of its expansion and in its file.
type Spot = (usize, usize);

/// Some copies of a tile that an overlay changes.
#[derive(Clone)]
struct Changed<'a> {
    tile: Spot,
    name: String,
    number: u16,
    over: &'a Redrawing,
}

impl<'a> Assembly<'a> {
    /// Merges the declarations and lays over them what the options ask for.
    pub fn new(
        recipe: &'a Recipe,
        options: &'a Options<'a>,
        resolved: &'a Resolved,
    ) -> Result<Assembly<'a>, RecipeError> {
        let measure = Measure { players: None, options, resolved };
        let words = vocabulary(recipe)?;
        if words.kinds.first().is_none_or(|kind| kind.text != FIELD) {
            return Err(RecipeError::NoField);
        }
        let mut declared = Lines::new(recipe, &words);
        for (i, portion) in recipe.expansions.iter().enumerate() {
            // Tiles are drawn with the kinds of their set.
            declared.lay_kinds(&portion.expansion.layer, &words)?;
            declared.lay(i, &portion.expansion.layer, portion.extent, &words)?;
        }
        declared.finish(&words, measure)?;
        let mut lines = declared.clone();
        for (i, portion) in recipe.expansions.iter().enumerate() {
            // What is said for a game with other sets may use their words.
            for overlay in &portion.expansion.overlays {
                let Some(extent) = overlay.extent(portion, recipe) else { continue };
                // Where a set is in play without its rules, nobody declares its options.
                if !extent.rules && !options.know(&overlay.when) {
                    continue;
                }
                options.check(&overlay.when)?;
                let mut tried = declared.clone();
                tried.lay_overlay(i, &overlay.layer, extent, &words)?;
                let edges = edges(&tried.finish(&words, measure)?);
                tried.redrawn.values().try_for_each(|tile| tile.draw(&words, &edges).map(|_| ()))?;
                tried.changed_tiles().try_for_each(|tile| tile?.draw(&words, &edges).map(|_| ()))?;
                if holds(overlay, resolved) {
                    lines.lay_overlay(i, &overlay.layer, extent, &words)?;
                }
            }
        }
        let measure = Measure { players: Some(recipe.players), ..measure };
        Ok(Assembly { recipe, measure, words, lines })
    }

    /// The expansions that are not for any number of players, and the numbers that each is for.
    pub fn players(&self) -> impl Iterator<Item = (&Expansion, &RangeInclusive<usize>)> {
        self.recipe.parts().zip(&self.lines.players).filter_map(|(part, players)| Some((part, players.as_ref()?)))
    }

    /// The declarations as they are compiled.
    pub fn draft(&self) -> Result<Draft, RecipeError> {
        let mut draft = self.lines.finish(&self.words, self.measure)?;
        (draft.zones, draft.verbs) = (zones(self.recipe), verbs(self.recipe));
        let edges = edges(&draft);
        for tile in self.lines.tiles() {
            let tile = tile?;
            let (face, tags) = tile.draw(&self.words, &edges)?;
            let Printing { expansion, id, number, .. } = tile;
            draft.tiles.push(DraftTile { id, expansion: expansion.into(), count: number, face, tags });
        }
        for extra in &self.recipe.extra_tiles {
            if draft.tiles.iter().any(|tile| tile.id == extra.id && tile.expansion == extra.expansion) {
                return Err(RecipeError::TileTwice(extra.id.clone()));
            }
            draft.tiles.push(extra.clone());
        }
        Ok(draft)
    }
}

/// What each kind takes of a side.
fn edges(draft: &Draft) -> Vec<Edge> {
    draft.kinds.iter().map(|kind| kind.edge).collect()
}

fn vocabulary(recipe: &Recipe) -> Read<Vocabulary> {
    let mut words = Vocabulary::default();
    recipe.expansions.iter().try_for_each(|set| words.add(&set.expansion.layer, set.extent.rules))?;
    Ok(words)
}

fn holds(overlay: &Overlay, resolved: &Resolved) -> bool {
    overlay.when.iter().all(|(option, value)| resolved.options.get(&option.text) == Some(&value.text))
}

/// Tiles that look the same, ready to be drawn.
struct Printing<'a> {
    expansion: &'a str,
    id: String,
    number: u16,
    lines: Cow<'a, TileLines>,
    /// What changed them, if anything did.
    over: Option<&'a Redrawing>,
}

impl Printing<'_> {
    /// What is printed on them, and the names of their tags.
    fn draw(&self, words: &Vocabulary, edges: &[Edge]) -> Read<(Tile, Vec<String>)> {
        let drawn = self.lines.draw(words, edges);
        drawn.map_err(|error| self.over.map_or(error.clone(), |over| over.blamed(error)))
    }
}

impl<'a> Lines<'a> {
    fn new(recipe: &'a Recipe, words: &Vocabulary) -> Lines<'a> {
        Lines {
            recipe,
            kinds: vec![KindLines::default(); words.kinds.len()],
            figures: vec![FigureLines::default(); words.figures.len()],
            tokens: vec![TokenLines::default(); words.tokens.len()],
            settings: SettingLines::default(),
            players: vec![None; recipe.expansions.len()],
            start: None,
            heaps: recipe.parts().map(|part| (part, Heap::default())).collect(),
            redrawn: BTreeMap::new(),
            changed: Vec::new(),
        }
    }

    fn lay_kinds(&mut self, layer: &Layer, words: &Vocabulary) -> Read<()> {
        for (name, lines) in &layer.kinds {
            self.kinds[words.kind(name)?.0 as usize].lay(lines);
        }
        Ok(())
    }

    /// Lays an overlay of an expansion, or the part of it that is said.
    fn lay_overlay(&mut self, place: usize, layer: &'a Layer, extent: Extent, words: &Vocabulary) -> Read<()> {
        if extent.rules {
            self.lay_kinds(layer, words)?;
        }
        self.lay(place, layer, extent, words)
    }

    /// Replaces line by line what a layer of an expansion says beside its kinds.
    fn lay(&mut self, place: usize, layer: &'a Layer, extent: Extent, words: &Vocabulary) -> Read<()> {
        if extent.rules {
            self.lay_rules(place, layer, words)?;
        }
        if extent.tiles {
            self.lay_tiles(place, layer)?;
        }
        Ok(())
    }

    fn lay_rules(&mut self, place: usize, layer: &'a Layer, words: &Vocabulary) -> Read<()> {
        for (name, lines) in &layer.figures {
            self.figures[words.figure(name)?].lay(lines);
        }
        for (name, lines) in &layer.tokens {
            self.tokens[words.token(name)?].lay(lines);
        }
        self.settings.lay(&layer.settings);
        if layer.players.is_some() {
            self.players[place].clone_from(&layer.players);
        }
        self.heaps[place].1.lay_tokens(&layer.piling);
        Ok(())
    }

    fn lay_tiles(&mut self, place: usize, layer: &'a Layer) -> Read<()> {
        if let Some(start) = &layer.start {
            self.start = Some((&self.recipe.expansions[place].expansion, start));
        }
        self.heaps[place].1.lay(&layer.piling);
        // Where its rules are not in play, there are no places of its own: what would lie there is drawn.
        if !self.recipe.expansions[place].extent.rules {
            self.heaps[place].1.store_nothing();
        }
        layer.tiles.iter().try_for_each(|over| self.redraw(place, over))
    }

    /// Changes a tile, or some copies of it.
    fn redraw(&mut self, place: usize, over: &'a Redrawing) -> Read<()> {
        // Of a set that is in play without its tiles there is nothing to change.
        let Some(tile) = self.spot(place, &over.id)? else { return Ok(()) };
        if let Some((copies, place)) = &over.copies {
            return self.change(tile, *copies, place, over);
        }
        let redrawn = self.lines(tile).redrawn(over)?;
        self.redrawn.insert(tile, redrawn);
        Ok(())
    }

    /// The tile that a word of an expansion names.
    fn spot(&self, place: usize, word: &Word) -> Read<Option<Spot>> {
        let portions = &self.recipe.expansions;
        let (set, id) = word.text.split_once(':').unwrap_or((portions[place].expansion.id(), &word.text));
        let Some(place) = portions.iter().position(|portion| portion.expansion.id() == set) else {
            let sets = portions.iter().map(|portion| portion.expansion.id());
            return Err(word
                .unknown("tile", [])
                .with_help(format!("{set} is not in play; in play are {}", list(sets))));
        };
        let tiles = &portions[place].expansion.tiles;
        let at = tiles.iter().position(|tile| tile.id.text == id);
        let at = at.ok_or_else(|| unknown_tile(word, id, tiles))?;
        Ok(portions[place].extent.tiles.then_some((place, at)))
    }

    /// What is drawn on a tile, as far as all its copies are changed.
    fn lines(&self, (place, at): Spot) -> &TileLines {
        self.redrawn.get(&(place, at)).unwrap_or(&self.recipe.expansions[place].expansion.tiles[at])
    }

    /// Takes copies of a tile that are changed from those that are not. With each further box of the set there are as many again.
    fn change(&mut self, tile: Spot, copies: u16, at: &Place, over: &'a Redrawing) -> Read<()> {
        let portion = &self.recipe.expansions[tile.0];
        let id = &portion.expansion.tiles[tile.1].id.text;
        let name = over.name(id);
        if let Some(first) = self.changed.iter().find(|other| other.tile == tile && other.name == name) {
            return Err(twice("tile", &Word { text: name, place: over.id.place.clone() }, &first.over.id.place));
        }
        let (wanted, left) = (copies as usize * portion.times as usize, self.unchanged(tile));
        if wanted > left {
            let boxes = if portion.times == 1 { String::new() } else { format!(" with {} boxes", portion.times) };
            let message = format!("more copies of `{id}` are changed ({wanted}{boxes}) than are left ({left})");
            return Err(at.error(message));
        }
        // No more than there are tiles in a game.
        self.changed.push(Changed { tile, name, number: wanted as u16, over });
        Ok(())
    }

    /// How many copies of a tile are not changed.
    fn unchanged(&self, tile: Spot) -> usize {
        let portion = &self.recipe.expansions[tile.0];
        let all = portion.expansion.tiles[tile.1].count as usize * portion.times as usize;
        let changed = self.changed.iter().filter(|other| other.tile == tile).map(|other| other.number as usize);
        all.saturating_sub(changed.sum())
    }

    /// All tiles in the order in which they are drafted: those of the sets, then the changed copies.
    fn tiles(&self) -> impl Iterator<Item = Read<Printing<'_>>> {
        let sets = self.recipe.expansions.iter().enumerate();
        let spots = sets.flat_map(|(place, set)| (0..set.tiles().len()).map(move |at| (place, at)));
        let printed = spots.map(|tile| {
            let lines = self.lines(tile);
            let (id, number) = (lines.id.text.clone(), self.unchanged(tile) as u16);
            Ok(Printing { expansion: self.set(tile), id, number, lines: Cow::Borrowed(lines), over: None })
        });
        printed.chain(self.changed_tiles())
    }

    fn changed_tiles(&self) -> impl Iterator<Item = Read<Printing<'_>>> {
        self.changed.iter().map(|Changed { tile, name, number, over }| {
            let lines = Cow::Owned(self.lines(*tile).redrawn(over)?);
            let (id, number) = (name.clone(), *number);
            Ok(Printing { expansion: self.set(*tile), id, number, lines, over: Some(over) })
        })
    }

    fn set(&self, tile: Spot) -> &'a str {
        self.recipe.expansions[tile.0].expansion.id()
    }

    /// The tiles as what is said about the pile names them.
    fn pool(&self) -> Pool<'a> {
        let mut pool = Pool::default();
        let portions = self.recipe.expansions.iter().enumerate();
        for (tile, lines) in portions
            .flat_map(|(place, set)| set.tiles().iter().enumerate().map(move |(at, lines)| ((place, at), lines)))
        {
            pool.add(self.set(tile), &lines.id.text, self.unchanged(tile));
        }
        for Changed { tile, number, .. } in &self.changed {
            let id = &self.recipe.expansions[tile.0].expansion.tiles[tile.1].id.text;
            pool.add_changed(self.set(*tile), id, *number as usize);
        }
        pool
    }

    /// What is declared, without the tiles.
    fn finish(&self, words: &Vocabulary, measure: Measure<'_>) -> Read<Draft> {
        let pool = &self.pool();
        let kinds = words.kinds.iter().zip(&self.kinds).map(|(name, lines)| lines.finish(name, words));
        let for_followers = self.kinds.iter().enumerate().filter(|(_, kind)| kind.is_for_followers());
        let for_followers = for_followers.fold(0, |bits, (i, _)| bits | 1 << i);
        let figures = words.figures.iter().zip(&self.figures);
        let figures = figures.map(|(name, lines)| lines.finish(name, words, for_followers, measure));
        let tokens = words.tokens.iter().zip(&self.tokens).map(|(name, lines)| lines.finish(name, measure));
        let start = self.start.map_or(Ok(Vec::new()), |(part, start)| start_tiles(part, start, pool))?;
        Ok(Draft {
            kinds: kinds.collect::<Read<_>>()?,
            tags: words.tags.iter().map(|tag| tag.text.clone()).collect(),
            turning: turning(self.recipe, words),
            figures: figures.collect::<Read<_>>()?,
            tokens: tokens.collect::<Read<_>>()?,
            counters: words.counters.iter().map(|counter| counter.text.clone()).collect(),
            tiles: Vec::new(),
            piling: piling(&self.heaps, &start, pool, words)?,
            start,
            settings: self.settings.finish(measure)?,
            ..Draft::default()
        })
    }
}

/// The tags that point somewhere, one bit each.
fn turning(recipe: &Recipe, words: &Vocabulary) -> u64 {
    let is_turning = |tag: &Word| recipe.parts().any(|part| part.layer.turning.contains(&tag.text));
    words.tags.iter().enumerate().filter(|(_, tag)| is_turning(tag)).fold(0, |bits, (at, _)| bits | 1 << at)
}

fn unknown_tile(word: &Word, id: &str, tiles: &[TileLines]) -> ManifestError {
    let prefix = word.text.strip_suffix(id).unwrap_or_default();
    let names: Vec<String> = tiles.iter().map(|tile| format!("{prefix}{}", tile.id.text)).collect();
    word.unknown("tile", names.iter().map(String::as_str))
}

/// All places beside the board, in the order of the vocabulary.
fn zones(recipe: &Recipe) -> Vec<ZoneKind> {
    let (mut tiles, mut tokens) = (0, 0);
    let all = recipe.ruling().flat_map(|part| &part.layer.zones);
    let numbered = all.map(|(_, zone)| {
        let next = |shelf: &mut u8| {
            *shelf += 1;
            *shelf
        };
        let shelf = match zone.holds {
            Holds::Figures => 0,
            Holds::Tiles => next(&mut tiles),
            Holds::Tokens => next(&mut tokens),
        };
        ZoneKind { shelf, ..zone.clone() }
    });
    numbered.collect()
}

/// All words that options begin with, in the order of the vocabulary; of those with one name the first.
fn verbs(recipe: &Recipe) -> Vec<Verb> {
    let mut verbs: Vec<Verb> = Vec::new();
    for (_, verb) in recipe.ruling().flat_map(|part| &part.layer.verbs) {
        if !verbs.iter().any(|first| first.name == verb.name) {
            verbs.push(verb.clone());
        }
    }
    verbs
}
