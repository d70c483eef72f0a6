//! The declarations of several expansions laid over one another, ready to be compiled. Every overlay is tried, in
//! force or not, so that a broken manifest never loads by halves.

use std::ops::RangeInclusive;

use super::expansion::{Expansion, Overlay};
use super::kind::KindLines;
use super::layer::{Layer, StartLine};
use super::node::{Read, Word};
use super::option::Options;
use super::recipe::{Portion, Recipe, RecipeError, Resolved};
use super::supply::{FigureLines, TokenLines};
use super::vocabulary::Vocabulary;
use crate::catalogue::{Draft, DraftTile, Settings, StartTile, TileId, Verb, ZoneKind};
use crate::tile::{Edge, FIELD};

/// All that is declared for one game.
pub(super) struct Assembly<'a> {
    recipe: &'a Recipe,
    words: Vocabulary,
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
}

impl<'a> Assembly<'a> {
    /// Merges the declarations and lays over them what the options ask for.
    pub fn new(recipe: &'a Recipe, options: &Options<'_>, resolved: &Resolved) -> Result<Assembly<'a>, RecipeError> {
        let words = vocabulary(recipe)?;
        if words.kinds.first().is_none_or(|kind| kind.text != FIELD) {
            return Err(RecipeError::NoField);
        }
        let mut declared = Lines::new(recipe, &words);
        for (i, part) in recipe.parts().enumerate() {
            declared.lay(i, part, &part.layer, &words)?;
        }
        declared.finish(&words, recipe, None)?;
        let mut lines = declared.clone();
        for (i, part) in recipe.parts().enumerate() {
            for overlay in &part.overlays {
                options.check(&overlay.when)?;
                let mut tried = declared.clone();
                tried.lay(i, part, &overlay.layer, &words)?;
                tried.finish(&words, recipe, None)?;
                if holds(overlay, resolved) {
                    lines.lay(i, part, &overlay.layer, &words)?;
                }
            }
        }
        Ok(Assembly { recipe, words, lines })
    }

    /// The expansions that are not for any number of players, and the numbers that each is for.
    pub fn players(&self) -> impl Iterator<Item = (&Expansion, &RangeInclusive<usize>)> {
        self.recipe.parts().zip(&self.lines.players).filter_map(|(part, players)| Some((part, players.as_ref()?)))
    }

    /// The declarations as they are compiled.
    pub fn draft(&self) -> Result<Draft, RecipeError> {
        let mut draft = self.lines.finish(&self.words, self.recipe, Some(self.recipe.players))?;
        (draft.zones, draft.verbs) = (zones(self.recipe), verbs(self.recipe));
        let edges: Vec<Edge> = draft.kinds.iter().map(|kind| kind.edge).collect();
        for Portion { expansion, times } in &self.recipe.expansions {
            for tile in &expansion.tiles {
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

fn vocabulary(recipe: &Recipe) -> Read<Vocabulary> {
    let mut words = Vocabulary::default();
    recipe.parts().try_for_each(|part| words.add(&part.layer))?;
    Ok(words)
}

fn holds(overlay: &Overlay, resolved: &Resolved) -> bool {
    overlay.when.iter().all(|(option, value)| resolved.options.get(&option.text) == Some(&value.text))
}

impl<'a> Lines<'a> {
    fn new(recipe: &Recipe, words: &Vocabulary) -> Lines<'a> {
        Lines {
            kinds: vec![KindLines::default(); words.kinds.len()],
            figures: vec![FigureLines::default(); words.figures.len()],
            tokens: vec![TokenLines::default(); words.tokens.len()],
            settings: Settings::default(),
            players: vec![None; recipe.expansions.len()],
            start: None,
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
        Ok(())
    }

    /// What is declared, without the tiles, for so many players, or for any number where it is only tried.
    fn finish(&self, words: &Vocabulary, recipe: &Recipe, players: Option<usize>) -> Read<Draft> {
        let kinds = words.kinds.iter().zip(&self.kinds).map(|(name, lines)| lines.finish(name, words));
        let figures = words.figures.iter().zip(&self.figures).map(|(name, lines)| lines.finish(name, words, players));
        let tokens = words.tokens.iter().zip(&self.tokens).map(|(name, lines)| lines.finish(name, players));
        Ok(Draft {
            kinds: kinds.collect::<Read<_>>()?,
            tags: words.tags.iter().map(|tag| tag.text.clone()).collect(),
            figures: figures.collect::<Read<_>>()?,
            tokens: tokens.collect::<Read<_>>()?,
            tiles: Vec::new(),
            start: self.start.map_or(Ok(Vec::new()), |(part, start)| start_tiles(part, start, recipe))?,
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

/// The start position, if there are as many of its tiles as it takes.
fn start_tiles(part: &Expansion, lines: &[StartLine], recipe: &Recipe) -> Read<Vec<StartTile>> {
    let mut start: Vec<StartTile> = Vec::new();
    for line in lines {
        let (tile, count) = find_tile(&line.tile, part, recipe)?;
        if start.iter().filter(|other| other.tile == tile).count() == count {
            let (tiles, are) = if count == 1 { ("tile", "is") } else { ("tiles", "are") };
            let message =
                format!("the start takes more than the {count} {tiles} `{}` that there {are}", line.tile.text);
            return Err(line.tile.place.error(message));
        }
        start.push(StartTile { tile, cell: line.cell, rotation: line.rotation });
    }
    Ok(start)
}

/// The tile that a word names, `ID` in the expansion's own set or `EXPANSION:ID`, and how many there are.
fn find_tile(word: &Word, part: &Expansion, recipe: &Recipe) -> Read<(TileId, usize)> {
    let (set, id) = word.text.split_once(':').unwrap_or((part.id(), &word.text));
    let tiles = recipe.expansions.iter().flat_map(|Portion { expansion, times }| {
        expansion.tiles().map(move |(id, count)| (expansion.id(), id, count as usize * *times as usize))
    });
    let tiles: Vec<(&str, &str, usize)> = tiles.collect();
    let Some(at) = tiles.iter().position(|(in_set, name, _)| *in_set == set && *name == id) else {
        let names = tiles.iter().filter(|(in_set, ..)| *in_set == set).map(|(_, name, _)| *name);
        return Err(word.unknown("tile", names));
    };
    Ok((TileId(at as u16), tiles[at].2))
}
