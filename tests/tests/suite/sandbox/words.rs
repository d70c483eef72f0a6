//! What a script offers can be named, saved and read again, whatever happens to the game and whenever it is chosen.

use bastide::game::laws;
use bastide_core::{Chance, Game};

use super::asking::is_the_same_everywhere;
use super::table::{expansion, is_told, setup, table, wander};

/// At every decision anything on the table can be pointed at, and figures move by it.
const POINTS: &str = "
    local function all(game)
      local list = {}
      local function add(more) for _, item in ipairs(more) do list[#list + 1] = item end end
      add(game.players) add(game:figures()) add(game:features()) add(game:tiles())
      for _, tile in ipairs(game:tiles()) do add(tile:segments()) end
      for _, player in ipairs(game.players) do list[#list + 1] = game:zone('jail', player) end
      list[#list + 1] = -3
      list[#list + 1] = 'follower'
      return list
    end
    local function about_one_in(game, n) return game:tiles()[1] and #game:tiles() % n == 0 end
    return {
      options = function(decision)
        local game = decision.game
        if about_one_in(game, 2) then decision:offer('wave', all(game), { free = true }) end
        if not decision.placing and about_one_in(game, 3) then decision:offer('pick', all(game)) end
      end,
      verbs = {
        wave = function(game, target)
          local ghost = game:figure('ghost')
          if type(target) ~= 'number' and type(target) ~= 'string' then
            pcall(function() game:move(ghost, target, 'drawn') end)
            pcall(function() if target.owner then game:move(target, game:zone('jail', target.owner), 'jailed') end end)
          end
          game:tell('waved')
        end,
        pick = function(game) game:tell('picked') end,
      },
      on_end = function(event)
        local game = event.game
        game:ask({ player = game.players[2], verb = 'pick', options = all(game), optional = true })
      end,
    }";

#[test]
fn the_record_of_whatever_was_chosen_is_read_again() {
    for seed in 0..3 {
        is_the_same_everywhere(POINTS, seed, 150, 29);
    }
}

#[test]
fn every_option_is_noted_in_the_words_in_which_it_is_listed() {
    let mut game = Game::new(setup(POINTS, false).unwrap(), 7).unwrap();
    let mut chance = Chance::new(7);
    for _ in 0..60 {
        wander(&mut game, &mut chance, 1);
        laws::options(&game, &mut chance).unwrap_or_else(|law| panic!("{law}"));
    }
    laws::history(&game, &mut chance).unwrap_or_else(|law| panic!("{law}"));
    assert!(is_told(&game, "waved") && is_told(&game, "picked"));
}

#[test]
fn what_nobody_owns_goes_home_in_words() {
    let script = "return { on_place = function(event)
        local segments = event.tile:segments()
        event.game:move('ghost', segments[#segments])
        event.game:move('ghost', segments[1], 'haunts')
        if event.game.turn.number % 5 == 0 then event.game:move('ghost', event.game:figure('ghost'):home(), 'tired') end
      end }";
    let mut game = Game::new(setup(script, false).unwrap(), 3).unwrap();
    let mut chance = Chance::new(3);
    // Every step tells the whole log.
    while !game.is_over() {
        assert_eq!(wander(&mut game, &mut chance, 1), 0);
    }
    assert!(is_told(&game, "the ghost goes home from"));
    assert!(is_told(&game, "(tired)"));
}

#[test]
fn a_place_with_the_name_of_a_segment_takes_no_words_from_it() {
    let clash =
        || vec![expansion("clash", "[zones.road]\n[zones.field]\n[zones.cloister]\n", &[("init.lua", "return {}")])];
    let mut game = Game::new(table(clash(), false).unwrap(), 2).unwrap();
    let mut chance = Chance::new(2);
    while !game.is_over() {
        laws::options(&game, &mut chance).unwrap_or_else(|law| panic!("{law}"));
        assert_eq!(wander(&mut game, &mut chance, 1), 0);
    }
    laws::history(&game, &mut chance).unwrap_or_else(|law| panic!("{law}"));
}

#[test]
fn a_tile_and_its_cell_print_the_same_and_are_one_option() {
    let script = "return {
        options = { when = { placing = false }, run = function(decision)
          decision:offer('wave', { decision.tile, decision.tile.cell, decision.tile.cell:neighbours()[1] })
        end },
        verbs = { wave = function() end },
      }";
    let mut game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    game.choose_nth(0).unwrap();
    let options = game.decision().unwrap().options();
    let mut waves: Vec<String> =
        options.map(|option| game.choice_words(option)).filter(|words| words.starts_with("wave")).collect();
    assert_eq!(waves.len(), 2, "{waves:?}");
    waves.dedup();
    assert_eq!(waves.len(), 2, "{waves:?}");
}
