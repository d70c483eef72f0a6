//! Tests of the model: everything that a decision offers can be pointed at.

use std::collections::BTreeSet;

use bastide_core::{Chance, Game};

use super::*;
use crate::bot::{Bot, Random};
use crate::draw::screen::Screen;
use crate::game::library::Library;
use crate::session::Session;

/// A game; `None` if this set needs another.
fn begun(line: &str) -> Option<Game> {
    let mut session = Session::new(Library::default(), Screen::default());
    session.execute(line);
    session.context.table.map(|table| table.game)
}

const MANY: &str = "river inns-and-cathedrals traders-and-builders princess-and-dragon tower count abbot";

/// Somewhere on the board, by its cell alone.
fn at(model: &Model, cursor: Cursor) -> Option<(i32, i32)> {
    model.cell(cursor).map(|cell| (10 * i32::from(cell.x), 5 * i32::from(cell.y)))
}

/// Every option is at one place of the model, once; what is on no cell is in the list.
fn is_complete(game: &Game) {
    let model = Model::of(game, Assist::Full);
    let mut offered: Vec<String> = game.decision().unwrap().options().map(|choice| game.choice_words(choice)).collect();
    let ways = model.places.iter().flat_map(|place| place.ways.iter().map(|way| game.choice_words(way.choice)));
    let mut shown: Vec<String> =
        ways.chain(model.options.iter().map(|option| game.choice_words(option.choice))).collect();
    offered.sort();
    shown.sort();
    assert_eq!(offered, shown);
    let signs = model.signs('+');
    let are_signed = model.options.iter().filter_map(|option| option.at);
    let lost: Vec<_> = are_signed.filter(|at| !signs.iter().any(|sign| (sign.0, sign.1) == *at)).collect();
    assert!(lost.is_empty(), "no sign at {lost:?}");
}

/// Going on from thing to thing passes all of them; arrow keys never lead out.
fn is_reachable(model: &Model) {
    let all: BTreeSet<String> = model.all().map(|cursor| format!("{cursor:?}")).collect();
    let mut cursor = model.start(None, Vec::new(), |_| 0);
    let mut seen = BTreeSet::new();
    for _ in 0..all.len() {
        seen.insert(format!("{cursor:?}"));
        cursor = model.next(cursor, false);
        for side in Side::ALL {
            assert!(model.choice(model.beside(cursor, side, |cursor| at(model, cursor))).is_some());
        }
    }
    assert_eq!(all, seen);
}

/// Arrow keys alone lead to everything.
fn is_reached_by_arrows(model: &Model) {
    let mut waiting = vec![model.start(None, Vec::new(), |_| 0)];
    let mut seen = BTreeSet::new();
    while let Some(cursor) = waiting.pop() {
        if seen.insert(format!("{:?}", Model::whole(cursor))) {
            waiting.extend(Side::ALL.map(|side| model.beside(cursor, side, |cursor| at(model, cursor))));
        }
    }
    let lost: Vec<Cursor> = model.all().filter(|cursor| !seen.contains(&format!("{cursor:?}"))).collect();
    assert!(lost.is_empty(), "{lost:?} of {model:?}");
}

#[test]
fn every_option_of_every_set_can_be_pointed_at() {
    let ids = Library::default().ids();
    let alone = ids.iter().map(|id| format!("new {id} --players Ann,Ben --seed 5"));
    let mixed = (0..3).map(|seed| format!("new {MANY} --players Ann,Ben,Cleo --seed {seed}"));
    let games: Vec<Game> = alone.chain(mixed).filter_map(|line| begun(&line)).collect();
    assert!(games.len() > ids.len() / 2 + 3, "{} games", games.len());
    for mut game in games {
        let mut bot = Random::new(Chance::new(3));
        while let Some(choice) = bot.choose(&game) {
            is_complete(&game);
            if game.record().len() % 7 == 0 {
                is_reachable(&Model::of(&game, Assist::Full));
                is_reached_by_arrows(&Model::of(&game, Assist::Full));
            }
            game.choose(choice).unwrap();
        }
        assert_eq!(Model::of(&game, Assist::Full), Model::default());
    }
}

#[test]
fn a_tile_stays_turned_where_it_fits_so() {
    let model = Model::of(&begun("new base --players Ann,Ben --seed 5").unwrap(), Assist::Full);
    let Some(place) = model.places.iter().position(|place| place.ways.len() > 1) else { panic!("one way everywhere") };
    let turned = model.turned(Cursor::Place(place, 0), false);
    assert_eq!(turned, Cursor::Place(place, 1));
    let how = model.way(turned).map(|(_, way)| Turned::of(way));
    assert_eq!(model.place(place, how), turned);
    assert_eq!(model.turned(turned, true), Cursor::Place(place, 0));
}
