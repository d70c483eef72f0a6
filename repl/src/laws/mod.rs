//! The laws that hold in every game of every set: checked by `bench --check` and by the tests. What is judged is counted
//! afresh: features are joined by a flood fill over what is printed on the tiles, places are found by looking at every cell.

mod flood;

use bastide_core::board::{Place, PlacedId};
use bastide_core::catalogue::{TileId, TokenId};
use bastide_core::choice::Choice;
use bastide_core::feature::SegmentId;
use bastide_core::figure::{Figure, PlayerId, Zone};
use bastide_core::game::{Entry, Game, Unchosen};
use bastide_core::geometry::{Cell, Rotation, Side};
use bastide_core::stack::Chance;

/// A law that does not hold, in a sentence.
pub type Broken = String;

/// The position obeys every law that can be seen without knowing how it came about.
pub fn position(game: &Game) -> Result<(), Broken> {
    flood::features_are_joined(game)?;
    tiles_are_conserved(game)?;
    figures_are_conserved(game)?;
    tokens_are_conserved(game)?;
    nobody_stands_alone(game)?;
    figures_are_counted(game)?;
    places_are_legal(game)
}

/// A finished (or broken off) game obeys every law about how games come about.
pub fn history(game: &Game, chance: &mut Chance) -> Result<(), Broken> {
    let lines = game.record().len();
    let same = |other: &Game, law: &str| match (other.log() == game.log(), other.scores() == game.scores()) {
        (true, true) => Ok(()),
        _ => Err(format!("{law} gives another game")),
    };
    let replayed = game.after(lines).map_err(|error| format!("the record is refused: {error}"))?;
    same(&replayed, "the record")?;
    same(&told(game)?, "the record in words")?;
    let cut = chance.below(lines as u32 + 1) as usize;
    let mut taken_back = game.after(cut).map_err(|error| error.to_string())?;
    let mut cloned = taken_back.clone();
    for branch in [&mut taken_back, &mut cloned] {
        for entry in &game.record()[cut..] {
            branch.enter(entry).map_err(|error| format!("after going back the record is refused: {error}"))?;
        }
    }
    same(&taken_back, "undoing and playing on")?;
    same(&cloned, "playing on in a clone")
}

/// The game as its record tells it in words, which is how it is saved.
fn told(game: &Game) -> Result<Game, Broken> {
    let mut told = game.after(0).map_err(|error| error.to_string())?;
    for (entry, line) in game.record().iter().zip(game.record_lines()) {
        let entered = match entry {
            Entry::Choice(..) => {
                let found = told.find(&line.split(' ').collect::<Vec<_>>());
                found.map_err(Unchosen::from).and_then(|choice| told.choose(choice).map(drop))
            }
            Entry::Lab(_) => told.enter(entry),
        };
        entered.map_err(|error| format!("`{line}` of the record is refused: {error}"))?;
    }
    Ok(told)
}

/// Every listed option is accepted, in its words too, and a sample of others is refused and changes nothing.
pub fn options(game: &Game, chance: &mut Chance) -> Result<(), Broken> {
    let Some(decision) = game.decision() else { return Ok(()) };
    if decision.len() == 0 {
        return Err("a decision has no option".into());
    }
    let listed: Vec<Choice> = decision.options().collect();
    for &choice in &listed {
        let words = game.choice_words(choice);
        let found = game.find(&words.split(' ').collect::<Vec<_>>());
        if found.as_ref() != Ok(&choice) {
            return Err(format!("`{words}` is listed and read as {found:?}"));
        }
        let mut after = game.clone();
        after.choose(choice).map_err(|_| format!("`{words}` is listed and refused"))?;
        let noted = after.record().last().map(|entry| after.entry_words(entry));
        if noted.as_ref() != Some(&words) {
            return Err(format!("`{words}` is listed and noted as {noted:?}"));
        }
    }
    for _ in 0..4 {
        let choice = any_choice(game, chance);
        let meant = decision.accepts(choice);
        if let Some(meant) = meant
            && !listed.contains(&meant)
        {
            return Err(format!("`{}` is accepted and not listed", game.choice_words(choice)));
        }
        let mut other = game.clone();
        let refused = other.choose(choice).is_err();
        if refused != meant.is_none() || refused && (other.log() != game.log() || other.record() != game.record()) {
            return Err(format!("`{}` is refused by halves", game.choice_words(choice)));
        }
    }
    Ok(())
}

/// Any choice that can be said about this board, legal or not.
fn any_choice(game: &Game, chance: &mut Chance) -> Choice {
    let state = game.state();
    let near = state.board.placed()[chance.below(state.board.placed().len() as u32) as usize].cell;
    match chance.below(4) {
        0 => Choice::Pass,
        1 => {
            let kind = chance.below(game.catalogue().figures.len() as u32) as u8;
            let segment = SegmentId(chance.below(state.features.len() as u32) as u16);
            Choice::Deploy(bastide_core::catalogue::FigureKindId(kind), segment)
        }
        _ => {
            let cell = Cell::new(near.x + chance.below(5) as i16 - 2, near.y + chance.below(5) as i16 - 2);
            Choice::Place(Place { cell, rotation: Rotation::from_index(chance.below(4) as usize) })
        }
    }
}

fn tiles_are_conserved(game: &Game) -> Result<(), Broken> {
    let state = game.state();
    for (i, tile) in game.catalogue().tiles.iter().enumerate() {
        let id = TileId(i as u16);
        let lying = state.board.placed().iter().filter(|placed| placed.tile == id).count();
        let stacks = [&state.pile, &state.next, &state.out, &state.aside, &state.returned];
        let waiting = stacks.iter().flat_map(|stack| stack.tiles()).filter(|other| **other == id).count();
        let drawn = (state.turn.drawn == Some(id)) as usize;
        if lying + waiting + drawn != tile.count as usize {
            return Err(format!("of tile {} there are {} and not {}", tile.id, lying + waiting + drawn, tile.count));
        }
    }
    Ok(())
}

/// What the players and the bank have together is what was declared.
fn tokens_are_conserved(game: &Game) -> Result<(), Broken> {
    let state = game.state();
    for (i, token) in game.catalogue().tokens.iter().enumerate() {
        let id = TokenId(i as u8);
        let held: usize = state.players().map(|player| state.tokens(player, id) as usize).sum();
        let declared = token.count as usize + token.each as usize * state.player_count();
        if held + state.banked(id) as usize != declared {
            return Err(format!("of {} there are {held} and {} in the bank", token.name, state.banked(id)));
        }
    }
    Ok(())
}

/// A figure that needs a follower of its owner stands beside one.
fn nobody_stands_alone(game: &Game) -> Result<(), Broken> {
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

/// In the supplies, on the board, beside it and out of play there are together as many figures as were declared.
fn figures_are_conserved(game: &Game) -> Result<(), Broken> {
    let (catalogue, state) = (game.catalogue(), game.state());
    for owner in state.players().chain([PlayerId::NOBODY]) {
        let kinds = catalogue.figure_kinds();
        for kind in kinds.filter(|&kind| catalogue.figure(kind).neutral == (owner == PlayerId::NOBODY)) {
            let own = state.figures.iter().filter(|figure| figure.owner == owner && figure.kind == kind);
            let (ready, away): (Vec<&Figure>, Vec<&Figure>) = own.partition(|figure| figure.zone == Zone::Supply);
            let figure = catalogue.figure(kind);
            let whose = if owner == PlayerId::NOBODY { "nobody" } else { game.player_name(owner) };
            let (supply, elsewhere, declared) = (state.supply(owner, kind), away.len(), figure.count as usize);
            if supply + elsewhere != declared || supply != ready.len() {
                return Err(format!(
                    "{whose} has {supply} of {} ready and {elsewhere} elsewhere, not {declared}",
                    figure.name
                ));
            }
            if away.into_iter().any(|figure| !is_a_place(game, figure.zone)) {
                return Err(format!("{whose} has {} where there is no place", figure.name));
            }
        }
    }
    Ok(())
}

/// Whether there is such a place: on the board as far as tiles lie, beside it one of its owner's if players own it.
fn is_a_place(game: &Game, zone: Zone) -> bool {
    let state = game.state();
    match zone {
        Zone::Supply | Zone::Out => true,
        Zone::Segment(SegmentId(at)) => (at as usize) < state.features.len(),
        Zone::Tile(PlacedId(tile)) => (tile as usize) < state.board.placed().len(),
        Zone::Beside(zone, owner) => {
            let of_player = state.players().any(|player| player == owner);
            let declared = game.catalogue().zones.get(zone.0 as usize);
            declared.is_some_and(|zone| zone.owned == of_player && (of_player || owner == PlayerId::NOBODY))
        }
    }
}

/// As many figures and followers stand on each feature as are counted there.
fn figures_are_counted(game: &Game) -> Result<(), Broken> {
    let state = game.state();
    for feature in state.features.all() {
        let here = |figure: &&Figure| matches!(figure.zone, Zone::Segment(at) if state.features.of(at) == feature);
        let standing: Vec<&Figure> = state.figures.iter().filter(here).collect();
        let followers = standing.iter().filter(|figure| game.catalogue().figure(figure.kind).follower).count();
        let counted = (state.features.figures(feature) as usize, state.features.followers(feature) as usize);
        if (standing.len(), followers) != counted {
            let name = game.feature_name(feature);
            return Err(format!(
                "{} figures stand on {name}, {followers} of them followers, not {counted:?}",
                standing.len()
            ));
        }
    }
    Ok(())
}

/// The places that are listed, with those that a rule struck out, are those at which every edge agrees and what must go on does,
/// found by looking at every cell beside a tile.
fn places_are_legal(game: &Game) -> Result<(), Broken> {
    let Some(tile) = game.decision().and_then(|decision| decision.tile()) else { return Ok(()) };
    let state = game.state();
    let mut expected = Vec::new();
    let mut beside: Vec<Cell> =
        state.board.placed().iter().flat_map(|placed| Side::ALL.map(|side| placed.cell.step(side))).collect();
    beside.sort();
    beside.dedup();
    for cell in beside.into_iter().filter(|&cell| state.board.at(cell).is_none()) {
        for rotation in game.catalogue().rotations(tile) {
            if flood::edges_agree(game, tile, cell, rotation) && flood::goes_on(game, tile, cell, rotation) {
                expected.push((cell, rotation));
            }
        }
    }
    let mut listed: Vec<(Cell, Rotation)> = game
        .decision()
        .into_iter()
        .flat_map(|decision| decision.options())
        .filter_map(|choice| match choice {
            Choice::Place(Place { cell, rotation }) => Some((cell, rotation)),
            _ => None,
        })
        .collect();
    if state.turn.listed {
        listed.extend(state.vetoed.iter().map(|(Place { cell, rotation }, _)| (*cell, *rotation)));
    }
    listed.sort();
    if listed == expected { Ok(()) } else { Err(format!("places listed {listed:?}, legal {expected:?}")) }
}
