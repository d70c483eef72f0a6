//! A turn always ends: whatever could go on forever is stopped, and the report names who is to blame.

use bastide_core::{Fault, Game, Setup, Unchosen};
use std::sync::Arc;

use super::table::{expansion, is_told, play, setup, table};

fn begin(setup: Arc<Setup>) -> Game {
    Game::new(setup, 1).unwrap_or_else(|fault| panic!("{fault}"))
}

fn choose(game: &mut Game, line: &str) -> Result<(), Unchosen> {
    let choice = game.find(&line.split(' ').collect::<Vec<_>>())?;
    game.choose(choice).map(drop)
}

/// Chooses the first option: for a tile in hand the first place.
fn place(game: &mut Game) -> Result<(), Unchosen> {
    let first = game.decision().and_then(|decision| decision.get(0)).expect("a place");
    game.choose(first).map(drop)
}

fn fault(result: Result<(), Unchosen>) -> Fault {
    match result {
        Err(Unchosen::Fault(fault)) => *fault,
        other => panic!("no fault: {other:?}"),
    }
}

/// The fault that ends the small game.
fn fails(script: &str) -> Box<Fault> {
    play(script).err().expect("a fault")
}

#[test]
fn a_decision_that_only_free_options_lead_out_of_names_who_struck_out_the_rest() {
    let mean = "return {
        options = function(d) if not d.placing then d:offer('wave', { 1, 2, 3 }, { free = true }) end end,
        can_choose = function(d, o) if o.verb == 'deploy' then return false, 'nobody goes there' end end,
        verbs = { wave = function() end } }";
    let meaner =
        "return { can_choose = function(d, o) if o.verb == 'pass' then return false, 'nobody leaves' end end }";
    let sets = || {
        let mean = expansion("mean", "[verbs]\nwave = \"wave at\"\n", &[("init.lua", mean)]);
        vec![mean, expansion("meaner", "", &[("init.lua", meaner)])]
    };
    let mut game = begin(table(sets(), false).unwrap());
    let before = game.record_lines();
    let fault = fault(place(&mut game));
    assert_eq!((fault.expansion.as_str(), fault.hook.as_str(), fault.turn), ("meaner", "can_choose", 1));
    assert_eq!(
        fault.message,
        "the turn cannot end: only what leaves the decision open is left (`wave`); removed: `pass` by meaner (nobody leaves), \
         `deploy` by mean (nobody goes there)"
    );
    assert_eq!(game.record_lines(), before, "the choice is taken back");
}

#[test]
fn where_everything_is_struck_out_the_turn_goes_on() {
    let mut game = begin(setup("return { can_choose = function() return false, 'no' end }", false).unwrap());
    while !game.is_over() {
        place(&mut game).unwrap();
    }
    // A lab that changes the table under a decision leaves an option too.
    let strikes = "return { can_choose = function(d) if #d.game:tiles() > 2 then return false, 'no' end end }";
    let mut game = begin(setup(strikes, true).unwrap());
    for line in ["put D 0,0 r0", "next W W", "turn Blue"] {
        game.lab(&line.split(' ').collect::<Vec<_>>()).unwrap();
    }
    choose(&mut game, "place 1,0 r0").unwrap();
    game.lab(&["put", "W", "-1,0", "r180"]).unwrap();
    let options: Vec<_> = game.decision().unwrap().options().map(|choice| game.choice_words(choice)).collect();
    assert_eq!(options, ["pass"]);
}

#[test]
fn free_options_come_to_an_end_in_each_turn() {
    let script = "return { options = function(d) d:offer('wave', { 1 }, { free = true }) end, verbs = { wave = function() end } }";
    let mut game = begin(setup(script, false).unwrap());
    for _ in 0..2 {
        for _ in 0..100 {
            choose(&mut game, "wave 1").unwrap();
        }
        let refused = choose(&mut game, "wave 1").unwrap_err().to_string();
        assert!(
            refused.starts_with(
                "wave 1 is not possible now: a turn has at most 100 choices that leave it open; evil offers more"
            ),
            "{refused}"
        );
        place(&mut game).unwrap();
        assert!(choose(&mut game, "wave 1").is_err(), "the same turn");
        choose(&mut game, "pass").unwrap();
    }
}

#[test]
fn a_turn_has_a_ceiling_of_parts() {
    let script = "return { on_place = function(e) e.game:extra_part('more') end }";
    let mut game = begin(setup(script, false).unwrap());
    let mut failed = None;
    while failed.is_none() {
        failed = place(&mut game).err();
        while failed.is_none() && game.decision().is_some_and(|decision| decision.tile().is_none()) {
            choose(&mut game, "pass").unwrap();
        }
    }
    let fault = fault(Err(failed.unwrap()));
    assert_eq!((fault.expansion.as_str(), fault.message.as_str()), ("evil", "a turn has at most 50 parts"));
    assert_eq!(game.state().turn.part, 50);
}

#[test]
fn handlers_that_call_each_other_for_ever_are_stopped() {
    let script = "return {
        on_place = function(e) e.game:move('ghost', e.tile) end,
        on_move = function(e)
          local game = e.game
          if e.figure.kind == 'ghost' then game:move('ghost', e.figure.zone == e.figure:home() and game.turn.tile or e.figure:home()) end
        end }";
    let fault = fails(script);
    assert_eq!((fault.expansion.as_str(), fault.hook.as_str()), ("evil", "on_move"));
    assert_eq!(fault.message, "more than 10000 handlers in one turn: they give each other reason to be called");
    // One that gives reason for very many at once is stopped before they pile up.
    let script = "return {
        on_place = function(e) for _ = 1, 6000 do e.game:move('ghost', e.tile) e.game:move('ghost', e.game:figure('ghost'):home()) end end,
        on_move = function() end }";
    assert_eq!(fails(script).hook, "on_move");
}

#[test]
fn a_tile_that_is_set_aside_and_mixed_in_for_ever_is_stopped() {
    let fault = fails("return { on_draw = function(e) e.game:set_aside() e.game:merge() end }");
    assert_eq!(fault.hook, "on_draw");
}

#[test]
fn a_handler_that_asks_for_ever_is_stopped() {
    let script = "return { on_place = function(e)
        while true do e.game:ask{ player = e.player, verb = 'wave', options = { 1, 2 } } end
      end }";
    let fault = fails(script);
    assert_eq!(fault.message, "ask: a handler asks at most 1000 questions");
    // So are handlers that ask once each and call each other.
    let script = "return {
        on_place = function(e) e.game:move('ghost', e.tile) end,
        on_move = function(e)
          local game = e.game
          if e.figure.kind ~= 'ghost' then return end
          game:ask{ player = game.turn.player, verb = 'wave', options = { 1, 2 } }
          game:move('ghost', e.figure.zone == e.figure:home() and game.turn.tile or e.figure:home())
        end }";
    let mut game = begin(setup(script, false).unwrap());
    let failed = (0..20_000).find_map(|_| place(&mut game).err());
    assert!(failed.unwrap().to_string().contains("more than 10000 handlers in one turn"));
}

#[test]
fn nobody_hears_of_a_tile_that_is_no_longer_in_hand() {
    let sets = || {
        let first = "local seen = 0 return { on_draw = function(e)
            if not e.game.state.done then e.game.state.done = true e.game:set_aside() e.game:tell('aside ' .. e.id) end end }";
        let second = "return { on_draw = function(e) e.game:tell('hears ' .. e.id) end }";
        vec![expansion("first", "", &[("init.lua", first)]), expansion("second", "", &[("init.lua", second)])]
    };
    let game = begin(table(sets(), false).unwrap());
    let told: Vec<String> = game.log_lines(0).into_iter().map(|line| line.text).collect();
    assert!(is_told(&game, "aside "), "{told:?}");
    assert_eq!(told.iter().filter(|text| text.starts_with("hears ")).count(), 1, "{told:?}");
}
