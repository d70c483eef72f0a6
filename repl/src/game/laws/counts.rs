//! Conservation: there are as many tiles, figures and tokens as were declared, wherever they are.

use bastide_core::{Figure, Game, PlacedId, PlayerId, SegmentId, Shelf, TokenId, Zone, ZoneId};

use super::Broken;

pub(super) fn tiles_are_conserved(game: &Game) -> Result<(), Broken> {
    let state = game.state();
    let mut found = vec![0; game.catalogue().tiles.len()];
    let stacks = [&state.pile, &state.next, &state.out, &state.aside, &state.returned];
    let waiting = stacks.into_iter().chain(state.shelves()).flat_map(|stack| stack.tiles()).copied();
    let lying = state.board.placed().iter().map(|placed| placed.tile);
    let plain = |id| game.catalogue().plain(id);
    lying.chain(waiting).chain(state.turn.drawn).map(plain).for_each(|id| found[id.0 as usize] += 1);
    for (tile, &found) in game.catalogue().tiles.iter().zip(&found) {
        if found != tile.count as usize {
            return Err(format!("there are {found} of tile {}, not {}", tile.id, tile.count));
        }
    }
    Ok(())
}

/// All token places together contain what was declared, and no token is in a place that does not exist.
pub(super) fn tokens_are_conserved(game: &Game) -> Result<(), Broken> {
    let state = game.state();
    for (i, token) in game.catalogue().tokens.iter().enumerate() {
        let id = TokenId(i as u8);
        let declared = token.count as usize + token.each as usize * state.player_count();
        let found = state.all_tokens(id);
        if found != declared {
            return Err(format!("there are {found} of token {}, not {declared}", token.name));
        }
    }
    let declared = game.catalogue().all_zones().filter(|(id, zone)| zone.holds_tokens() && *id != ZoneId::BANK);
    for (zone, kind) in declared {
        let wrong =
            state.players().chain([PlayerId::NOBODY]).filter(|owner| kind.owned == (*owner == PlayerId::NOBODY));
        let lies = |owner: PlayerId| state.count_tokens(game.catalogue(), Shelf { zone, owner }) > 0;
        if wrong.into_iter().any(lies) {
            return Err(format!("tokens lie in a `{}` that does not exist", kind.name));
        }
    }
    Ok(())
}

/// A figure that needs a follower of its owner stands beside one.
pub(super) fn nobody_stands_alone(game: &Game) -> Result<(), Broken> {
    let state = game.state();
    for figure in state.figures.iter().filter(|figure| game.catalogue().figure(figure.kind).needs) {
        let Zone::Segment(at) = figure.zone else { continue };
        let helps = |other: &Figure| {
            let is_there = matches!(other.zone, Zone::Segment(own) if state.features.of(own) == state.features.of(at));
            is_there && other.owner == figure.owner && game.catalogue().figure(other.kind).follower
        };
        if !state.figures.iter().any(helps) {
            return Err(format!("{} stands alone at {}", game.catalogue().figure(figure.kind).name, game.far_name(at)));
        }
    }
    Ok(())
}

/// The supplies, the board, the places beside it and the figures out of play add up to the declared figures.
pub(super) fn figures_are_conserved(game: &Game) -> Result<(), Broken> {
    let (catalogue, state) = (game.catalogue(), game.state());
    let (players, kinds) = (state.player_count(), catalogue.figures.len());
    // For each owner (neutral figures last) and kind: how many are in the supply, and how many elsewhere.
    let mut found = vec![(0, 0); (players + 1) * kinds];
    for figure in &state.figures {
        let whose = &mut found[(figure.owner.0 as usize).min(players) * kinds + figure.kind.0 as usize];
        match figure.zone {
            Zone::Supply => whose.0 += 1,
            _ => whose.1 += 1,
        }
        if !is_a_place(game, figure.zone) {
            return Err(format!("{} stands at a place that does not exist", catalogue.figure(figure.kind).name));
        }
    }
    for (seat, owner) in state.players().chain([PlayerId::NOBODY]).enumerate() {
        for kind in catalogue.figure_kinds() {
            let figure = catalogue.figure(kind);
            let is_whose = figure.neutral == (owner == PlayerId::NOBODY);
            let declared = if is_whose { figure.count as usize } else { 0 };
            let (ready, elsewhere) = found[seat * kinds + kind.0 as usize];
            let supply = if is_whose { state.supply(owner, kind) } else { 0 };
            if ready + elsewhere != declared || supply != ready {
                let whose = if owner == PlayerId::NOBODY { "nobody" } else { game.player_name(owner) };
                let name = &figure.name;
                return Err(format!(
                    "{whose} has {ready} of {name} in the supply, counted as {supply}, and {elsewhere} elsewhere, not {declared}"
                ));
            }
        }
    }
    Ok(())
}

/// Whether a place exists: on a placed tile, or beside the board with an owner if players own such places.
fn is_a_place(game: &Game, zone: Zone) -> bool {
    let state = game.state();
    match zone {
        Zone::Supply | Zone::Out => true,
        Zone::Segment(SegmentId(at)) => (at as usize) < state.features.len(),
        Zone::Tile(PlacedId(tile)) => (tile as usize) < state.board.placed().len(),
        Zone::Cell(cell) => state.board.at(cell).is_none() && state.is_on_table(zone),
        Zone::Corner(_) => state.is_on_table(zone),
        Zone::Beside(zone, owner) => {
            let of_player = state.players().any(|player| player == owner);
            let declared = game.catalogue().zones.get(zone.0 as usize);
            declared.is_some_and(|zone| {
                zone.holds_figures() && zone.owned == of_player && (of_player || owner == PlayerId::NOBODY)
            })
        }
    }
}

/// The counts of figures and followers on each feature are correct.
pub(super) fn figures_are_counted(game: &Game) -> Result<(), Broken> {
    let features = &game.state().features;
    let mut found = vec![(0, 0); features.len()];
    for figure in &game.state().figures {
        if let Zone::Segment(at) = figure.zone {
            let there = &mut found[features.of(at).0 as usize];
            there.0 += 1;
            there.1 += game.catalogue().figure(figure.kind).follower as u8;
        }
    }
    for feature in features.all() {
        let (figures, followers) = found[feature.0 as usize];
        let counted = (features.figures(feature), features.followers(feature));
        if (figures, followers) != counted {
            let name = game.feature_name(feature);
            return Err(format!("{figures} figures stand on {name}, {followers} of them followers, not {counted:?}"));
        }
    }
    Ok(())
}
