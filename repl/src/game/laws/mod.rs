//! The laws of every game with any sets, checked by `bench --check` and by the tests. Everything is computed
//! independently: features by a flood fill over the printed tiles, legal places by trying every cell.

mod counts;
mod course;
mod ends;
mod flood;
mod map;
mod spans;

use bastide_core::{
    Catalogue, Cell, Chance, Choice, FigureKindId, Game, Phase, Place, Rotation, SegmentId, TileId, Unchosen, lab,
};

use crate::io::split;
pub use ends::imagined_ends;
use map::{Faces, Map};

/// A violated law, as a sentence.
pub type Broken = String;

/// Checks positions of one catalogue; the sides of its tiles are computed once.
pub struct Judge {
    faces: Faces,
}

/// Checks every law that concerns only the position.
pub fn position(game: &Game) -> Result<(), Broken> {
    Judge::new(game.catalogue()).position(game)
}

impl Judge {
    /// A judge for games with these tiles.
    pub fn new(catalogue: &Catalogue) -> Judge {
        Judge { faces: Faces::new(catalogue) }
    }

    /// Checks every law that concerns only the position.
    pub fn position(&self, game: &Game) -> Result<(), Broken> {
        let map = Map::new(game);
        cells_are_known(game, &map)?;
        flood::features_are_joined(game, &self.faces, &map)?;
        counts::tiles_are_conserved(game)?;
        counts::figures_are_conserved(game)?;
        counts::tokens_are_conserved(game)?;
        counts::nobody_stands_alone(game)?;
        counts::figures_are_counted(game)?;
        self.places_are_legal(game, &map)?;
        spans::spans_are_legal(game, &self.faces, &map, false)
    }

    /// Checks that every place where something has to be built is listed, and no other, where no rule forbids any.
    pub fn spans(&self, game: &Game) -> Result<(), Broken> {
        spans::spans_are_legal(game, &self.faces, &Map::new(game), true)
    }

    /// The listed places, with those that a rule vetoed, are exactly those where all edges match and kinds that must
    /// continue do, found by trying every cell beside a tile.
    fn places_are_legal(&self, game: &Game, map: &Map) -> Result<(), Broken> {
        let Some(decision) = game.decision() else { return Ok(()) };
        decision.tiles().into_iter().try_for_each(|tile| self.places_of_tile_are_legal(game, map, tile))
    }

    fn places_of_tile_are_legal(&self, game: &Game, map: &Map, tile: TileId) -> Result<(), Broken> {
        let Some(decision) = game.decision().filter(|decision| decision.phase() == Phase::Place) else { return Ok(()) };
        let mut expected = Vec::new();
        for &cell in &map.open {
            for rotation in game.catalogue().rotations(tile) {
                let agrees = flood::edges_agree(&self.faces, map, tile, cell, rotation);
                let goes_on = || flood::goes_on(game, &self.faces, map, tile, cell, rotation);
                if agrees && goes_on() && course::is_kept(game, &self.faces, map, tile, cell, rotation) {
                    expected.push((cell, rotation));
                }
            }
        }
        let place = |choice: Choice| {
            let (played, Place { cell, rotation }) = choice.place()?;
            played.is_none_or(|played| played == tile).then_some((cell, rotation))
        };
        let mut listed: Vec<(Cell, Rotation)> = decision.options().filter_map(place).collect();
        listed.extend(game.state().struck.iter().filter_map(|(choice, _)| place(*choice)));
        if game.state().turn.listed && game.state().turn.drawn.is_some() {
            listed.extend(game.state().vetoed.iter().map(|(Place { cell, rotation }, _)| (*cell, *rotation)));
        }
        listed.sort();
        if listed == expected { Ok(()) } else { Err(format!("places listed {listed:?}, legal {expected:?}")) }
    }
}

/// The board finds its tiles where they were placed, and its open cells are exactly the empty cells beside tiles.
fn cells_are_known(game: &Game, map: &Map) -> Result<(), Broken> {
    let board = &game.state().board;
    let found = |cell: Cell| board.at(cell).map(|id| id.0);
    if let Some(lost) = map.placed.iter().map(|placed| placed.cell).find(|&cell| found(cell) != map.at(cell)) {
        return Err(format!("the tile at {lost} is not found there"));
    }
    if let Some(taken) = map.open.iter().find(|&&cell| found(cell).is_some()) {
        return Err(format!("a tile is found at {taken}, where none lies"));
    }
    let mut open: Vec<Cell> = board.open_cells().map(|(cell, _)| cell).collect();
    open.sort_unstable();
    if open == map.open { Ok(()) } else { Err(format!("open cells known {open:?}, beside tiles {:?}", map.open)) }
}

/// Checks a finished or interrupted game: its record reproduces it, also in words, and so does going back to any point
/// and playing on.
pub fn history(game: &Game, chance: &mut Chance) -> Result<(), Broken> {
    let same = |other: &Game, law: &str| match (other.log() == game.log(), other.scores() == game.scores()) {
        (true, true) => Ok(()),
        _ => Err(format!("{law} gives a different game")),
    };
    let said = retold(game)?;
    same(&said, "the record in words")?;
    let cut = chance.below(game.record().len() as u32 + 1) as usize;
    let mut taken_back = game.after(cut).map_err(|error| error.to_string())?;
    let mut cloned = taken_back.clone();
    for branch in [&mut taken_back, &mut cloned] {
        for entry in &game.record()[cut..] {
            branch.enter(entry).map_err(|error| format!("after going back, the record is refused: {error}"))?;
        }
    }
    same(&taken_back, "undoing and playing on")?;
    same(&cloned, "playing on in a clone")
}

/// Every event has a sentence, and the ledger has every point.
pub fn log(game: &Game) -> Result<(), Broken> {
    let empty = |text: &str| text.trim().is_empty();
    match game.log_lines(0).iter().position(|line| empty(&line.text)) {
        Some(at) => Err(format!("sentence {at} of the log is empty")),
        None => ledger(game),
    }
}

/// Players who are paid for a feature get its total, plus what was added for them alone, or only the latter; all of it
/// adds up to the score.
fn ledger(game: &Game) -> Result<(), Broken> {
    let mut sums = vec![0i32; game.scores().len()];
    for account in game.accounts() {
        for &(player, points) in &account.points {
            let own = account.own(player);
            if account.feature.is_some() && points != own && points != account.total().saturating_add(own) {
                return Err(format!("{} gets {points} for {}", game.player_name(player), game.account_title(&account)));
            }
            let sum = &mut sums[player.0 as usize];
            *sum = sum.saturating_add(points);
        }
    }
    let is_set = game.setup().is_lab();
    match is_set || sums == game.scores() {
        true => Ok(()),
        false => Err(format!("the ledger comes to {sums:?}, the scores are {:?}", game.scores())),
    }
}

/// Replays the game's record line by line, in words; the result has the same record.
fn retold(game: &Game) -> Result<Game, Broken> {
    let lines = game.record_lines();
    let mut said = game.after(0).map_err(|error| error.to_string())?;
    for line in &lines {
        enter(&mut said, line).map_err(|error| format!("`{line}` of the record is refused: {error}"))?;
    }
    if said.record_lines() == lines { Ok(said) } else { Err("the record changes when read and written".into()) }
}

/// Plays one line of a record as it is written.
fn enter(game: &mut Game, line: &str) -> Result<(), String> {
    let words = split::words(line).map_err(|error| error.to_string())?;
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let is_lab = game.setup().is_lab() && lab::VERBS.iter().any(|(verb, _)| words.first() == Some(verb));
    let entered = match is_lab {
        true => game.lab(&words),
        false => game.find(&words).map_err(Unchosen::from).and_then(|choice| game.choose(choice).map(drop)),
    };
    entered.map_err(|why| why.to_string())
}

/// Every listed option is accepted, also in words; a sample of other choices is refused and changes nothing.
pub fn options(game: &Game, chance: &mut Chance) -> Result<(), Broken> {
    some_options(game, chance, usize::MAX).map(drop)
}

/// The same, but with only about `most` of the options. Returns how many were tried.
pub fn some_options(game: &Game, chance: &mut Chance, most: usize) -> Result<u64, Broken> {
    let Some(decision) = game.decision() else { return Ok(0) };
    if decision.len() == 0 {
        return Err("a decision has no option".into());
    }
    let listed: Vec<Choice> = decision.options().collect();
    // One copy for all attempts: cloning each time would cost more than the attempt.
    let mut copy = game.clone();
    let (mut is_touched, mut tried) = (false, 0);
    let mut fresh = |copy: &mut Game| {
        if std::mem::replace(&mut is_touched, true) {
            copy.clone_from(game);
        }
    };
    for &choice in &listed {
        if listed.len() > most && chance.below(listed.len() as u32) as usize >= most {
            continue;
        }
        let words = game.choice_words(choice);
        let found = game.find(&words.split(' ').collect::<Vec<_>>());
        if found.as_ref() != Ok(&choice) {
            return Err(format!("`{words}` is listed but read as {found:?}"));
        }
        tried += 1;
        fresh(&mut copy);
        copy.choose(choice).map_err(|_| format!("`{words}` is listed but refused"))?;
        let noted = copy.record().last().map(|entry| copy.entry_words(entry));
        if noted.as_ref() != Some(&words) {
            return Err(format!("`{words}` is listed but noted as {noted:?}"));
        }
    }
    for _ in 0..4 {
        let choice = any_choice(game, chance);
        let meant = decision.accepts(choice);
        if let Some(meant) = meant
            && !listed.contains(&meant)
        {
            return Err(format!("`{}` is accepted but not listed", game.choice_words(choice)));
        }
        fresh(&mut copy);
        let refused = copy.choose(choice).is_err();
        if refused != meant.is_none() || refused && (copy.log() != game.log() || copy.record() != game.record()) {
            return Err(format!("`{}` is refused but changes the game", game.choice_words(choice)));
        }
    }
    Ok(tried)
}

/// A random choice on this board, legal or not.
fn any_choice(game: &Game, chance: &mut Chance) -> Choice {
    let state = game.state();
    let placed = state.board.placed();
    if placed.is_empty() {
        return Choice::Pass;
    }
    let near = placed[chance.below(placed.len() as u32) as usize].cell;
    match chance.below(4) {
        0 => Choice::Pass,
        1 => {
            let kind = chance.below(game.catalogue().figures.len() as u32) as u8;
            let segment = SegmentId(chance.below(state.features.len() as u32) as u16);
            if state.features.is_laid(segment) { Choice::Deploy(FigureKindId(kind), segment) } else { Choice::Pass }
        }
        _ => {
            let cell = Cell::new(near.x + chance.below(5) as i16 - 2, near.y + chance.below(5) as i16 - 2);
            Choice::Place(Place { cell, rotation: Rotation::from_index(chance.below(4) as usize) })
        }
    }
}
