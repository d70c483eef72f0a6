//! Starts a new game from the arguments of `new`.

use std::sync::Arc;

use bastide_core::language::and;
use bastide_core::manifest::{Expansion, Recipe};
use bastide_core::{Game, PlayerId, Setup};

use crate::game::library::{ALWAYS, Library, make_setup};
use crate::game::new::{New, seats, sets};
use crate::game::record;
use crate::game::table::Table;
use crate::io::reply::Failure;

/// Starts a new game.
pub fn begin(library: &mut Library, new: &New, seed: u64) -> Result<Table, Failure> {
    let (players, seats) = seats(new)?;
    let (recipe, setup) = prepare(library, new, players)?;
    match Game::new(setup.clone(), seed) {
        Ok(game) => Ok(Table::new(game, recipe, seats)),
        Err(fault) => Err(Failure {
            record: Some(record::with_lines(&recipe, &setup, seed, Vec::new()).into()),
            ..(*fault).into()
        }),
    }
}

/// Sets up a game for these players.
pub fn prepare(library: &mut Library, new: &New, players: Vec<String>) -> Result<(Recipe, Arc<Setup>), Failure> {
    let mut recipe = library.recipe(&new.expansions)?;
    recipe.edition = new.edition.clone();
    set_options(&mut recipe, &new.options)?;
    check_owners(library, &recipe)?;
    let setup = Arc::new(make_setup(recipe.clone(), players, new.lab)?);
    Ok((recipe, setup))
}

/// Sets options given as `NAME=VALUE`.
pub fn set_options(recipe: &mut Recipe, options: &[String]) -> Result<(), Failure> {
    for option in options {
        let (name, value) =
            option.split_once('=').ok_or_else(|| Failure::usage(format!("`{option}`: write --option NAME=VALUE")))?;
        recipe.options.insert(name.into(), value.into());
    }
    Ok(())
}

/// Refuses an option of a set that is not in play, and names the set.
fn check_owners(library: &mut Library, recipe: &Recipe) -> Result<(), Failure> {
    for name in recipe.options.keys() {
        let has = |set: &Expansion| set.options().iter().any(|option| option.name() == name);
        let known = recipe.expansions.iter().filter(|portion| has(&portion.expansion));
        match known.max_by_key(|portion| portion.extent.rules) {
            Some(portion) if portion.extent.rules => continue,
            Some(portion) => {
                let id = portion.expansion.id();
                let problem = format!("{name} is an option of {id}, of which only the tiles are in play");
                return Err(Failure::refused(problem));
            }
            None => {}
        }
        let ids = library.ids().into_iter();
        let owners: Vec<String> = ids.filter(|id| library.find(id).is_ok_and(|set| has(&set))).collect();
        match &owners[..] {
            [] => {}
            [one] => return Err(Failure::refused(format!("{name} is an option of {one}, which is not in play"))),
            all => return Err(Failure::refused(format!("{name} is an option of {}, which are not in play", and(all)))),
        }
    }
    Ok(())
}

/// The first sentence of a game: who plays, and with which sets.
pub fn announce(table: &Table) -> String {
    let game = &table.game;
    let seat = |player: PlayerId| {
        let bot = table.bot_at(player).map(|kind| format!(" ({kind} bot)")).unwrap_or_default();
        format!("{}{bot}", game.player_name(player))
    };
    let seats: Vec<String> = game.state().players().map(seat).collect();
    let mut facts = vec![match &seats[..] {
        [one, other] => format!("{one} against {other}"),
        several => and(several),
    }];
    let sets = sets(&table.recipe);
    facts.extend((sets != [ALWAYS]).then(|| and(&sets)));
    facts.extend(game.setup().resolved().edition.clone());
    facts.extend(table.recipe.options.iter().map(|(name, value)| format!("{name}={value}")));
    facts.push(format!("seed {}", game.seed()));
    format!("New game: {}.", facts.join(", "))
}
