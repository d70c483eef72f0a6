//! Tests of the model: everything that a decision offers can be pointed at.

use std::collections::BTreeSet;

use bastide_core::{Chance, Game};

use super::*;
use crate::bot::{Bot, Random};
use crate::draw::screen::Screen;
use crate::game::library::Library;
use crate::session::Session;

fn game(line: &str) -> Game {
    let mut session = Session::new(Library::default(), Screen::default());
    let outcome = session.execute(line);
    assert_eq!(outcome.code, 0, "{line}: {}", outcome.stderr);
    session.context.table.unwrap().game
}

/// Somewhere on the board, by its cell alone.
fn at(model: &Model, cursor: Cursor) -> Option<(i32, i32)> {
    model.cell(cursor).map(|cell| (10 * i32::from(cell.x), 5 * i32::from(cell.y)))
}

/// Every option is at one place of the model, once; what is on no cell is in the list.
fn is_complete(game: &Game) {
    let model = Model::of(game);
    let mut offered: Vec<String> = game.decision().unwrap().options().map(|choice| game.choice_words(choice)).collect();
    let ways = model.places.iter().flat_map(|place| place.ways.iter().map(|way| game.choice_words(way.choice)));
    let mut shown: Vec<String> = ways.chain(model.options.iter().map(|option| option.words.clone())).collect();
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
    let mut cursor = model.start(None);
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

#[test]
fn every_option_of_every_set_can_be_pointed_at() {
    let library = Library::default();
    let mut lines: Vec<String> =
        library.ids().iter().map(|id| format!("new {id} --players Ann,Ben --seed 5")).collect();
    lines
        .extend((0..3).map(|seed| {
            format!("new base river inns traders dragon tower count --players Ann,Ben,Cleo --seed {seed}")
        }));
    for line in lines {
        let mut game = game(&line);
        let mut bot = Random::new(Chance::new(3));
        while let Some(choice) = bot.choose(&game) {
            is_complete(&game);
            if game.record().len() % 7 == 0 {
                is_reachable(&Model::of(&game));
            }
            game.choose(choice).unwrap();
        }
        assert_eq!(Model::of(&game), Model::default());
    }
}

#[test]
fn a_tile_stays_turned_where_it_fits_so() {
    let model = Model::of(&game("new base --players Ann,Ben --seed 5"));
    let Some(place) = model.places.iter().position(|place| place.ways.len() > 1) else { panic!("one way everywhere") };
    let turned = model.turned(Cursor::Place(place, 0), false);
    assert_eq!(turned, Cursor::Place(place, 1));
    let how = model.way(turned).map(|(_, way)| Turned::of(way));
    assert_eq!(model.place(place, how), turned);
    assert_eq!(model.turned(turned, true), Cursor::Place(place, 0));
}
