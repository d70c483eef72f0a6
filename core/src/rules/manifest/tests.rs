//! Manifests read as they are shipped, and broken in every way that was thought of, and in thousands that were not.

mod broken;
mod copies;
mod hostile;
mod house;
mod options;
mod order;
mod parts;
mod piles;
mod recipes;
mod shared;
mod supply;

use std::sync::Arc;

use super::*;
use crate::table::catalogue::Draft;

const MANIFEST: &str = include_str!("../../../../expansions/base/expansion.toml");
const TILES: &str = include_str!("../../../../expansions/base/tiles.toml");

fn folder(name: &str, manifest: &str, tiles: &str) -> Folder {
    Folder::from_files(name, [("expansion.toml", manifest), ("tiles.toml", tiles)])
}

fn read(name: &str, manifest: &str, tiles: &str) -> Result<Portion, ManifestError> {
    Expansion::read(&folder(name, manifest, tiles)).map(|expansion| Portion::one(Arc::new(expansion)))
}

fn base() -> Portion {
    read("base", MANIFEST, TILES).unwrap()
}

/// A small expansion with these lines in its manifest.
fn small(id: &str, lines: &str, tiles: &str) -> Portion {
    read(id, &format!("id = \"{id}\"\nname = \"x\"\nversion = \"1.0.0\"\n{lines}"), tiles).unwrap()
}

fn recipe(expansions: &[Portion]) -> Recipe {
    Recipe { expansions: expansions.to_vec(), players: 2, ..Recipe::default() }
}

fn with_options(options: &[(&str, &str)]) -> Recipe {
    let options = options.iter().map(|(name, value)| (name.to_string(), value.to_string())).collect();
    Recipe { options, ..recipe(&[base()]) }
}

fn word(text: &str) -> OptionValue {
    OptionValue::Word(text.into())
}

fn line_of(text: &str, part: &str) -> usize {
    text[..text.find(part).unwrap()].matches('\n').count() + 1
}

/// Returns what is wrong in the manifests of a recipe.
fn manifest_error(recipe: &Recipe) -> ManifestError {
    match recipe.draft() {
        Err(RecipeError::Manifest(error)) => error,
        other => panic!("no manifest is blamed: {:?}", other.map(|(_, resolved)| resolved)),
    }
}

fn draft(recipe: &Recipe) -> Draft {
    recipe.draft().unwrap_or_else(|error| panic!("{error}")).0
}
