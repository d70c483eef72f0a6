//! The declarations of several expansions laid over one another, ready to be compiled. Every overlay is tried, in
//! force or not, so that a broken manifest never loads by halves.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::expansion::{Expansion, Overlay};
use super::kind::KindLines;
use super::layer::{Layer, StartLine};
use super::node::Read;
use super::option::Options;
use super::pile::{Heap, Pool, piling, start_tiles};
use super::recipe::{Portion, Recipe, RecipeError, Resolved};
use super::supply::{FigureLines, Measure, TokenLines};
use super::tiles::TileLines;
use super::vocabulary::Vocabulary;
use crate::catalogue::{Draft, DraftTile, Settings, Verb, ZoneKind};
use crate::tile::{Edge, FIELD};

/// All that is declared for one game.
pub(super) struct Assembly<'a> {
    recipe: &'a Recipe,
    measure: Measure<'a>,
    words: Vocabulary,
    pool: Pool<'a>,
    lines: Lines<'a>,
}

/// What is said about everything that has a name, in the order of the vocabulary.
#[derive(Clone)]
struct Lines<'a> {
    kinds: Vec<KindLines>,
    figures: Vec<FigureLines>,
    tokens: Vec<TokenLines>,
    settings: Settings,
    /// For how many players each expansion is.
    players: Vec<Option<RangeInclusive<usize>>>,
    start: Option<(&'a Expansion, &'a [StartLine])>,
    /// What each expansion says about the pile.
    heaps: Vec<(&'a Expansion, Heap<'a>)>,
    /// The tiles that look otherwise than in their file, by the places of their expansion and in their file.
    redrawn: BTreeMap<(usize, usize), TileLines>,
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
        let pool = Pool::new(recipe);
        let mut declared = Lines::new(recipe, &words);
        for (i, part) in recipe.parts().enumerate() {
            declared.lay(i, part, &part.layer, &words)?;
        }
        declared.finish(&words, &pool, measure)?;
        let mut lines = declared.clone();
        for (i, part) in recipe.parts().enumerate() {
            // What is said for a game with other sets may use their words.
            for overlay in part.overlays.iter().filter(|overlay| overlay.is_for(recipe)) {
                options.check(&overlay.when)?;
                let mut tried = declared.clone();
                tried.lay(i, part, &overlay.layer, &words)?;
                let edges = edges(&tried.finish(&words, &pool, measure)?);
                tried.redrawn.values().try_for_each(|tile| tile.draw(&words, &edges).map(|_| ()))?;
                if holds(overlay, resolved) {
                    lines.lay(i, part, &overlay.layer, &words)?;
                }
            }
        }
        let measure = Measure { players: Some(recipe.players), ..measure };
        Ok(Assembly { recipe, measure, words, pool, lines })
    }

    /// The expansions that are not for any number of players, and the numbers that each is for.
    pub fn players(&self) -> impl Iterator<Item = (&Expansion, &RangeInclusive<usize>)> {
        self.recipe.parts().zip(&self.lines.players).filter_map(|(part, players)| Some((part, players.as_ref()?)))
    }

    /// The declarations as they are compiled.
    pub fn draft(&self) -> Result<Draft, RecipeError> {
        let mut draft = self.lines.finish(&self.words, &self.pool, self.measure)?;
        (draft.zones, draft.verbs) = (zones(self.recipe), verbs(self.recipe));
        let edges = edges(&draft);
        for (place, Portion { expansion, times }) in self.recipe.expansions.iter().enumerate() {
            for (at, tile) in expansion.tiles.iter().enumerate() {
                let tile = self.lines.redrawn.get(&(place, at)).unwrap_or(tile);
                let (face, tags) = tile.draw(&self.words, &edges)?;
                let (id, expansion) = (tile.id.text.clone(), expansion.id().to_string());
                draft.tiles.push(DraftTile { id, expansion, count: tile.count * times, face, tags });
            }
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
    recipe.parts().try_for_each(|part| words.add(&part.layer))?;
    Ok(words)
}

fn holds(overlay: &Overlay, resolved: &Resolved) -> bool {
    overlay.when.iter().all(|(option, value)| resolved.options.get(&option.text) == Some(&value.text))
}

impl<'a> Lines<'a> {
    fn new(recipe: &'a Recipe, words: &Vocabulary) -> Lines<'a> {
        Lines {
            kinds: vec![KindLines::default(); words.kinds.len()],
            figures: vec![FigureLines::default(); words.figures.len()],
            tokens: vec![TokenLines::default(); words.tokens.len()],
            settings: Settings::default(),
            players: vec![None; recipe.expansions.len()],
            start: None,
            heaps: recipe.parts().map(|part| (part, Heap::default())).collect(),
            redrawn: BTreeMap::new(),
        }
    }

    /// Replaces line by line what a layer of an expansion says.
    fn lay(&mut self, place: usize, part: &'a Expansion, layer: &'a Layer, words: &Vocabulary) -> Read<()> {
        for (name, lines) in &layer.kinds {
            self.kinds[words.kind(name)?.0 as usize].lay(lines);
        }
        for (name, lines) in &layer.figures {
            self.figures[words.figure(name)?].lay(lines);
        }
        for (name, lines) in &layer.tokens {
            self.tokens[words.token(name)?].lay(lines);
        }
        layer.settings.lay_over(&mut self.settings);
        if layer.players.is_some() {
            self.players[place].clone_from(&layer.players);
        }
        if let Some(start) = &layer.start {
            self.start = Some((part, start));
        }
        self.heaps[place].1.lay(&layer.piling);
        for redrawing in &layer.tiles {
            let found = part.tiles.iter().position(|tile| tile.id.text == redrawing.id.text);
            let at = found.ok_or_else(|| redrawing.id.unknown("tile", part.tiles.iter().map(|tile| &*tile.id.text)))?;
            let tile = self.redrawn.get(&(place, at)).unwrap_or(&part.tiles[at]).redrawn(redrawing)?;
            self.redrawn.insert((place, at), tile);
        }
        Ok(())
    }

    /// What is declared, without the tiles.
    fn finish(&self, words: &Vocabulary, pool: &Pool<'_>, measure: Measure<'_>) -> Read<Draft> {
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
            figures: figures.collect::<Read<_>>()?,
            tokens: tokens.collect::<Read<_>>()?,
            counters: words.counters.iter().map(|counter| counter.text.clone()).collect(),
            tiles: Vec::new(),
            piling: piling(&self.heaps, &start, pool)?,
            start,
            settings: self.settings,
            ..Draft::default()
        })
    }
}

/// All places beside the board, in the order of the vocabulary.
fn zones(recipe: &Recipe) -> Vec<ZoneKind> {
    recipe.parts().flat_map(|part| &part.layer.zones).map(|(_, zone)| zone.clone()).collect()
}

/// All words that options begin with, in the order of the vocabulary; of those with one name the first.
fn verbs(recipe: &Recipe) -> Vec<Verb> {
    let mut verbs: Vec<Verb> = Vec::new();
    for (_, verb) in recipe.parts().flat_map(|part| &part.layer.verbs) {
        if !verbs.iter().any(|first| first.name == verb.name) {
            verbs.push(verb.clone());
        }
    }
    verbs
}
