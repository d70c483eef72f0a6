//! Tiles beside the board and in hands: who may see them, what rules do with them, and that games with them obey the
//! laws.

use std::sync::Arc;

use bastide::game::laws;
use bastide_core::{Chance, Choice, Event, Game, Phase, PlayerId, Setup, Shelf, TileId};

use super::table::{expansion, setup, table, wander};

fn hands_of(tiles: usize) -> Arc<Setup> {
    table(vec![expansion("hands", &format!("[settings]\nhand = {tiles}\n"), &[])], false).unwrap()
}

fn held(game: &Game, player: PlayerId) -> Vec<TileId> {
    game.state().tiles_at(game.catalogue(), Shelf::hand(player))
}

fn options(game: &Game) -> Vec<Choice> {
    game.decision().into_iter().flat_map(|decision| decision.options()).collect()
}

#[test]
fn what_others_hold_is_dealt_anew_and_what_one_sees_is_not() {
    let (setup, mut changed) = (hands_of(3), 0);
    for seed in 0..30 {
        let mut game = Game::new(setup.clone(), seed).unwrap();
        wander(&mut game, &mut Chance::new(seed), 2 * seed as usize);
        let player = game.decision().unwrap().player();
        let other = game.state().after(player);
        let mut mixed = game.clone();
        mixed.reshuffle(seed);
        assert_eq!((held(&mixed, player), options(&mixed)), (held(&game, player), options(&game)), "seed {seed}");
        changed += (held(&mixed, other) != held(&game, other)) as usize;
        laws::position(&mixed).unwrap();
        // Whoever decides now: the copy was made for one player.
        wander(&mut mixed, &mut Chance::new(seed), 3);
        let before = held(&mixed, player);
        mixed.reshuffle(seed + 1);
        assert_eq!(held(&mixed, player), before, "seed {seed}");
    }
    assert!(changed > 20, "{changed}");
}

#[test]
fn everybody_holds_as_many_tiles_as_are_said_until_the_pile_is_empty() {
    for tiles in 2..=5 {
        let mut game = Game::new(hands_of(tiles), tiles as u64).unwrap();
        let mut chance = Chance::new(tiles as u64);
        while let Some(decision) = game.decision() {
            let (player, phase) = (decision.player(), decision.phase());
            let begins = phase == Phase::Place && game.state().turn.part == 1;
            if begins && !game.state().pile.is_empty() {
                assert_eq!(held(&game, player).len(), tiles, "turn {}", game.state().turn.number);
            }
            wander(&mut game, &mut chance, 1);
        }
        let left: usize = game.state().players().map(|player| held(&game, player).len()).sum();
        assert!(game.state().pile.is_empty(), "all tiles are drawn");
        assert_eq!(game.state().board.placed().len() + game.state().out.len() + left, 72);
        laws::history(&game, &mut chance).unwrap();
    }
}

/// After the tile of a turn another one is drawn, and the next player is asked where it lies.
const FOUND: &str = "return { on_place = function(placed)
    local game = placed.game
    if placed.tile ~= placed.turn.tile then return end
    local tile = game:draw()
    if not tile then return end
    local place = game:ask({ player = game:after(placed.player), about = tile, options = game:fits(tile), optional = true })
    if place then game:place(tile, place) else game:move(tile, 'pile', { at = 'mixed' }) end
end }";

#[test]
fn a_tile_drawn_before_a_question_is_the_same_in_every_copy() {
    let mut asked = 0;
    for seed in 0..20 {
        let mut game = Game::new(setup(FOUND, false).unwrap(), seed).unwrap();
        let mut chance = Chance::new(seed);
        while game.decision().is_some_and(|decision| decision.phase() != Phase::Ask) {
            wander(&mut game, &mut chance, 1);
        }
        let tile = *game.state().aside.tiles().last().unwrap();
        let Some(place) = options(&game).into_iter().find(|choice| choice.place().is_some()) else { continue };
        for mixing in 0..5 {
            let mut copy = game.clone();
            copy.reshuffle(mixing);
            assert_eq!(options(&copy), options(&game));
            copy.choose(place).unwrap();
            assert_eq!(copy.state().board.placed().last().unwrap().tile, tile, "seed {seed}");
            laws::position(&copy).unwrap();
        }
        asked += 1;
    }
    assert!(asked > 10, "{asked}");
}

#[test]
fn games_in_which_rules_lay_tiles_keep_the_laws() {
    for seed in 0..6 {
        let mut game = Game::new(setup(FOUND, false).unwrap(), seed).unwrap();
        let mut chance = Chance::new(seed);
        while game.decision().is_some() {
            assert_eq!(wander(&mut game, &mut chance, 7), 0);
            laws::position(&game).unwrap_or_else(|law| panic!("seed {seed}: {law}"));
        }
        laws::history(&game, &mut chance).unwrap_or_else(|law| panic!("seed {seed}: {law}"));
    }
}

#[test]
fn an_extra_turn_comes_before_that_of_the_next_seat() {
    let script = "return { on_turn = function(event)
        if event.turn.number == 1 then
            event.game:extra_turn(event.player, { draw = false, why = 'again' })
            event.game:extra_turn(event.player, { why = 'and again' })
        end
    end }";
    let mut game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    wander(&mut game, &mut Chance::new(1), 12);
    let turns = game.log().iter().filter_map(|event| match event {
        Event::Turn(player) => Some(player.0),
        _ => None,
    });
    assert_eq!(turns.take(5).collect::<Vec<_>>(), [0, 0, 0, 1, 0]);
    let told: Vec<String> = game.log_lines(0).into_iter().map(|line| line.text).collect();
    assert!(told.contains(&"Red has an extra turn (again)".to_string()), "{told:?}");
    laws::history(&game, &mut Chance::new(1)).unwrap();
}

#[test]
fn in_an_extra_turn_without_a_draw_the_tile_that_a_rule_lays_is_that_of_the_turn() {
    let script = "return { on_turn = function(event)
        local game = event.game
        if event.turn.number == 1 then game:extra_turn(game.players[2], { draw = false, why = 'gift' }) end
        if not event.turn.draws then
            local tile = game:draw()
            game:place(tile, game:fits(tile)[1])
        end
    end }";
    let mut game = Game::new(setup(script, false).unwrap(), 3).unwrap();
    let mut chance = Chance::new(3);
    while game.state().turn.number < 2 {
        wander(&mut game, &mut chance, 1);
    }
    let decision = game.decision().unwrap();
    assert_eq!((decision.player(), decision.phase()), (PlayerId(1), Phase::Deploy));
    let last = game.state().turn.last.unwrap();
    assert_eq!(last.0 as usize, game.state().board.placed().len() - 1);
}
