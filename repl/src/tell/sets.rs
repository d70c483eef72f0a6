//! Sets and their tiles, on their own or in the current game. Reads manifests, never a running game.

use std::collections::BTreeSet;
use std::sync::Arc;

use bastide_core::manifest::Expansion;
use bastide_core::{Setup, TileId, TileKind};
use serde::Serialize;

use crate::game::library::{ALWAYS, Library, make_setup};
use crate::game::table::Table;
use crate::io::reply::Failure;

/// The tiles of a set: as they are in the current game if it is in play, otherwise on their own. For a set that only
/// changes tiles of others, the changed copies.
pub fn of_set(library: &mut Library, table: Option<&Table>, id: &str) -> Result<(Arc<Setup>, Vec<TileId>), Failure> {
    let table = table.map(|table| table.game.setup().clone());
    let has = |setup: &Arc<Setup>| setup.catalogue().tiles.iter().any(|tile| tile.expansion == id);
    let setup = match table.filter(has) {
        Some(setup) => setup,
        None => Arc::new(tried(library, id)?),
    };
    let changes = !has(&setup);
    let is_shown = |tile: &TileKind| match changes {
        true => tile.is_changed(),
        false => tile.expansion == id && tile.count > 0,
    };
    let tiles = setup.catalogue().printed().filter(|(_, tile)| is_shown(tile));
    let tiles = tiles.map(|(id, _)| id).collect();
    Ok((setup, tiles))
}

/// A setup with one set and everything it requires, for the minimum number of players.
pub fn tried(library: &mut Library, id: &str) -> Result<Setup, Failure> {
    let recipe = library.recipe_around(id)?;
    let least = recipe.expansions.iter().filter_map(|portion| Some(*portion.expansion.players()?.start())).max();
    let players = (1..=least.unwrap_or(1)).map(|n| n.to_string()).collect();
    make_setup(recipe, players, false)
}

/// The hooks that a set listens to in a game, by name.
pub fn hooks(setup: &Setup, id: &str) -> Vec<String> {
    let handlers = setup.profile(false);
    let own = handlers.into_iter().filter(|handler| handler.expansion == id);
    own.map(|handler| handler.hook).collect::<BTreeSet<String>>().into_iter().collect()
}

/// What is said of every set, wherever it is shown.
#[derive(Serialize)]
pub struct SetFacts {
    /// Its id.
    pub id: String,
    /// Whether it is a house rule.
    pub house: bool,
    /// The name on its box.
    pub name: String,
    /// Its version.
    pub version: String,
    /// A sentence about it.
    pub summary: String,
    hash: String,
    /// The sets that it requires.
    pub requires: Vec<String>,
    /// How many tiles it has.
    pub tiles: u64,
}

impl SetFacts {
    /// Reads them from its manifest.
    pub fn of(expansion: &Expansion) -> SetFacts {
        SetFacts {
            id: expansion.id().into(),
            house: expansion.is_house(),
            name: expansion.name().into(),
            version: expansion.version().into(),
            summary: expansion.summary().into(),
            hash: expansion.hash().into(),
            requires: expansion.requires().map(|(id, _)| id.into()).collect(),
            tiles: expansion.tiles().map(|(_, n)| u64::from(n)).sum(),
        }
    }
}

/// The expansions whose rules are in play, or only the one that always is.
pub fn in_play(library: &mut Library, table: Option<&Table>) -> Result<Vec<Arc<Expansion>>, Failure> {
    match table {
        Some(table) => {
            let ruling = table.recipe.expansions.iter().filter(|portion| portion.extent.rules);
            Ok(ruling.map(|portion| portion.expansion.clone()).collect())
        }
        None => Ok(vec![library.find(ALWAYS)?]),
    }
}
