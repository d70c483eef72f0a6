//! What is checked before Lua is entered: the keys of `when`, and rules of `can_place` that are data.

use bastide_core::Game;

use super::table::{is_told, play, setup};

/// Whether a handler with this `when` is called in the small game.
fn is_called(hook: &str, when: &str) -> bool {
    let script = format!(
        "return {{ on_turn = {{ {{ run = function(e) e.game.state.known = 1 end }}, \
         {{ when = {{ state = 'lost' }}, run = function(e) e.game:tell('lost') end }} }}, \
         {hook} = {{ when = {{ {when} }}, run = function(e) (e.game or e):tell('called') end }} }}"
    );
    let game = play(&script).unwrap_or_else(|fault| panic!("{script}: {fault}"));
    assert!(!is_told(&game, "lost"), "nothing is remembered under that name");
    is_told(&game, "called")
}

#[test]
fn near_is_the_tile_just_placed_or_one_at_its_sides() {
    // W is placed at the side of D, which has a city; nobody has a cloister.
    for (near, expected) in [
        ("near = { kind = 'city' }", true),
        ("near = { id = 'W' }", true),
        ("near = { kind = 'cloister' }", false),
        ("near = { kind = { 'cloister', 'city' } }", true),
        ("near = { tag = 'pennant' }", false),
        ("near = { kind = 'city', with = { on = 'road' } }", false),
        ("near = { without = { on = 'road' } }", true),
    ] {
        assert_eq!(is_called("on_place", near), expected, "{near}");
    }
}

#[test]
fn a_tile_is_told_by_its_name() {
    for (id, expected) in
        [("id = 'W'", true), ("id = 'D'", false), ("id = { 'D', 'W' }", true), ("id = 'in no box'", false)]
    {
        for hook in ["on_place", "on_draw"] {
            assert_eq!(is_called(hook, id), expected, "{hook}: {id}");
        }
    }
}

#[test]
fn a_tile_points_to_the_north_and_turns() {
    // W is placed at the west of D, turned by 180: it points to a free cell, and D to another.
    for (when, expected) in [
        ("astray = { id = 'W' }", true),
        ("astray = { id = 'D' }", false),
        ("aims = { id = 'W' }", false),
        ("aims = { id = { 'D', 'W' } }", false),
    ] {
        assert_eq!(is_called("on_place", when), expected, "{when}");
    }
}

#[test]
fn a_feature_is_told_only_where_there_is_such_a_figure() {
    for (filter, expected) in [("{ zone = 'supply', owner = 'active' }", true), ("{ zone = 'jail' }", false)] {
        let when = format!("kind = 'road', figures = {filter}");
        assert_eq!(is_called("on_scored", &when), expected, "{when}");
    }
}

#[test]
fn words_of_sets_that_are_not_in_play_need_not_be_known() {
    let of = |plays: &str| format!("return {{ on_scored = {{ when = {{ zone = 'moon', {plays} }}, run = print }} }}");
    assert!(setup(&of("plays = { nowhere = true }").replace("print", "function() end"), true).is_ok());
    assert!(setup(&of("plays = { evil = true }").replace("print", "function() end"), true).is_err());
}

#[test]
fn state_is_what_the_expansion_remembers() {
    for (when, expected) in
        [("state = 'known'", true), ("state = 'unknown'", false), ("state = { 'unknown', 'known' }", true)]
    {
        for hook in ["on_place", "on_scored", "on_end"] {
            assert_eq!(is_called(hook, when), expected, "{hook}: {when}");
        }
    }
}

#[test]
fn state_can_ask_that_nothing_is_remembered() {
    for (when, expected) in [
        ("state = { unknown = false }", true),
        ("state = { known = false }", false),
        ("state = { known = true, unknown = false }", true),
        ("state = { known = true, unknown = true }", false),
    ] {
        assert_eq!(is_called("on_place", when), expected, "{when}");
    }
    for wrong in ["state = {}", "state = { known = 'no' }"] {
        let script = format!("return {{ on_place = {{ when = {{ {wrong} }}, run = function() end }} }}");
        assert!(setup(&script, true).is_err(), "{wrong}");
    }
}

#[test]
fn features_are_those_of_the_tile_just_placed_and_segments_those_of_the_board() {
    // W is placed at the side of D: its road goes on there, where nobody stands. Only D has a city.
    for (when, expected) in [
        ("features = { kind = 'road' }", true),
        ("features = { kind = 'city' }", false),
        ("features = { kind = { 'city', 'road' } }", true),
        ("features = { kind = { 'city', 'cloister' } }", false),
        ("features = { kind = 'road', occupied = false }", true),
        ("features = { kind = 'road', tag = 'pennant' }", false),
    ] {
        assert_eq!(is_called("on_place", when), expected, "{when}");
    }
    for (when, expected) in [
        ("segments = { kind = 'city' }", true),
        ("segments = { kind = 'cloister' }", false),
        ("segments = { kind = { 'cloister', 'city' } }", true),
        ("segments = { kind = 'city', tag = { 'pennant' } }", false),
        ("segments = { kind = 'city', linked = false, bare = true }", true),
        ("segments = { kind = 'city', linked = true }", false),
        ("segments = { kind = 'city', bare = false }", false),
        ("segments = { kind = 'city', tag = 'pennant' }", false),
    ] {
        assert_eq!(is_called("on_turn", when), expected, "{when}");
    }
    for wrong in ["segments = { bare = 3 }", "segments = { owner = 'active' }", "segments = 'road'"] {
        let script = format!("return {{ on_turn = {{ when = {{ {wrong} }}, run = function() end }} }}");
        assert!(setup(&script, true).is_err(), "{wrong}");
    }
}

#[test]
fn corners_are_those_where_four_tiles_meet() {
    // Two tiles lie side by side, so that nowhere four meet.
    let script = |when: &str| {
        let offer = format!("options = {{ offer = 'wave', when = {{ placing = false, {when} }} }}");
        format!("return {{ {offer}, verbs = {{ wave = function() end }} }}")
    };
    for (when, expected) in [("corners = 'field'", false), ("kind = 'field'", true)] {
        let mut game = Game::new(setup(&script(when), true).unwrap_or_else(|error| panic!("{error}")), 1).unwrap();
        for line in ["put D 0,0 r0", "next W", "turn Blue"] {
            game.lab(&line.split(' ').collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{line}: {error:?}"));
        }
        let place = game.find(&["place", "-1,0", "r180"]).unwrap();
        game.choose(place).unwrap();
        assert_eq!(game.find(&["wave"]).is_ok(), expected, "{when}");
    }
}

#[test]
fn a_figure_meets_those_on_its_feature_and_at_a_corner_of_it() {
    // The southern field of D goes on over W, which is placed at its side. The ghost stands on it, or at its corner.
    let left = |place: &str, when: &str| {
        let haunt =
            format!("on_turn = function(e) local d = e.game:cell(0, 0).tile e.game:move('ghost', {place}, 'x') end");
        let veto = format!("can_move = {{ when = {{ {when} }}, run = function() return false, 'no' end }}");
        let script = format!("return {{ {haunt}, {veto} }}");
        let mut game = Game::new(setup(&script, true).unwrap_or_else(|error| panic!("{error}")), 1).unwrap();
        for line in ["put D 0,0 r0", "next W", "turn Blue"] {
            game.lab(&line.split(' ').collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{line}: {error:?}"));
        }
        game.choose(game.find(&["place", "-1,0", "r180"]).unwrap()).unwrap();
        game.decision().unwrap().options().count()
    };
    for place in ["d:at('S')", "d.cell:corner('SW')"] {
        let all = left(place, "kind = 'city', meets = 'ghost'");
        assert_eq!(left(place, "meets = 'ghost'"), all - 1, "{place}");
        assert_eq!(left(place, "kind = 'field', meets = 'ghost'"), all - 1, "{place}");
        assert_eq!(left(place, "kind = 'field', meets = 'follower'"), all, "{place}");
    }
    assert_eq!(left("d", "meets = 'ghost'"), left("d", "kind = 'city'"), "it stands on the tile as a whole");
}

#[test]
fn a_phase_knows_whether_its_player_acted() {
    // Blue places W, and passes.
    for (when, expected) in [("acted = false", true), ("acted = true", false)] {
        let run = "run = function(game) game:tell('called') end";
        let phase = format!("late = {{ chain = 'part', after = 'deploy', when = {{ {when} }}, {run} }}");
        let game = play(&format!("return {{ phases = {{ {phase} }} }}")).unwrap_or_else(|fault| panic!("{fault}"));
        assert_eq!(is_told(&game, "called"), expected, "{when}");
    }
}

#[test]
fn a_note_is_how_many_tokens_the_player_has() {
    let script = "return { on_turn = { { run = function(e) e.game:give(e.player, 'coin', 2) end }, \
                  { note = 'coin', under = 'coins' }, { run = function(e) \
                  assert(e.game.state.coins == e.game:tokens(e.player, 'coin')) e.game:tell('the same') end } } }";
    let game = play(script).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(is_told(&game, "the same"));
}

#[test]
fn a_road_goes_on_beyond_the_sides_of_its_tile() {
    // W lies at both sides of D.
    let script = "return { on_end = function(e) local road = e.game:cell(0, 0).tile:at('E') \
                  for _, next in ipairs(road:beyond()) do e.game:tell(next.kind .. ' at ' .. next.tile.x) end end }";
    let game = play(script).unwrap_or_else(|fault| panic!("{fault}"));
    assert!(is_told(&game, "road at 1") && is_told(&game, "road at -1"));
}

#[test]
fn sets_in_play_and_labs_are_looked_at_once() {
    for (when, expected) in [
        ("plays = { evil = true }", true),
        ("plays = { evil = false }", false),
        ("plays = { base = true, nowhere = false }", true),
        ("plays = { nowhere = true }", false),
        ("lab = true", true),
        ("lab = false", false),
        // Each of them must hold, in whatever order they are read.
        ("lab = true, plays = { evil = false }, option = { spooky = false }", false),
        ("lab = true, plays = { evil = true }, option = { spooky = true }", false),
    ] {
        assert_eq!(is_called("on_turn", when), expected, "{when}");
    }
}

#[test]
fn figures_are_told_by_the_marks_of_their_feature() {
    assert!(is_called("on_place", "state = 'known'"));
    for (filter, expected) in [("{ on = 'road' }", true), ("{ on = 'road', tag = 'pennant' }", false)] {
        let when = format!("figures = {filter}");
        assert_eq!(is_called("on_turn", &when), expected, "{when}");
    }
}

/// A lab with D at 0,0 where Blue has W in hand, and what a script says of where it may lie.
fn in_hand(can_place: &str) -> Game {
    let count = "on_turn = function(e) local w = e.game:draw() \
                 e.game:tell('fits ' .. #e.game:fits(w)) e.game:move(w, 'pile') end";
    let script = format!("return {{ {count}, can_place = {can_place} }}");
    let mut game = Game::new(setup(&script, true).unwrap_or_else(|error| panic!("{error}")), 1).unwrap();
    for line in ["put D 0,0 r0", "next W", "turn Blue"] {
        game.lab(&line.split(' ').collect::<Vec<_>>()).unwrap_or_else(|error| panic!("{line}: {error:?}"));
    }
    game
}

#[test]
fn where_a_tile_may_lie_can_be_data() {
    let places = |can_place: &str| {
        let game = in_hand(can_place);
        let len = game.decision().unwrap().len();
        assert!(is_told(&game, &format!("fits {len}")), "`game:fits` judges as the table does: {can_place}");
        len
    };
    let all = places("function() end");
    let joined = places("{ only = { joins = 'road' }, why = 'roads go on' }");
    let apart = places("{ never = { joins = 'road' }, why = 'roads end' }");
    assert!(joined > 0 && apart > 0 && joined + apart == all, "{joined} and {apart} of {all}");
    // No place of W meets anything with a city, so that there is nothing to prefer and nothing to strike out.
    assert_eq!(places("{ only = { joins = 'city' }, why = 'x' }"), all);
    assert_eq!(places("{ never = { joins = 'city' }, why = 'x' }"), all);
    // What is data is for the tiles that `when` names, as any other handler.
    assert_eq!(places("{ when = { kind = 'cloister' }, never = { joins = 'road' }, why = 'x' }"), all);
}

#[test]
fn a_place_that_data_strikes_out_is_refused_with_its_reason() {
    let game = in_hand("{ never = { joins = 'road' }, why = 'roads end' }");
    let refusal = game.find(&["place", "-1,0", "r180"]).unwrap_err();
    assert!(refusal.to_string().contains("roads end"), "{refusal}");
}

#[test]
fn the_tiles_beside_a_tile_are_told_by_a_filter() {
    // W is placed at -1,0: D lies at its side, and the other W two cells away.
    let script = "return { on_place = function(e) local t = e.tile \
        assert(#t:neighbours() == 1 and #t:around() == 1) \
        assert(#t:neighbours({ kind = 'city' }) == 1 and #t:around({ id = { 'D', 'W' } }) == 1) \
        assert(#t:neighbours({ id = 'W' }) == 0 and #t:around({ kind = 'cloister' }) == 0) \
        assert(not pcall(t.around, t, { zone = 'aside' }) and not pcall(t.neighbours, t, 'city')) \
        e.game:tell('counted') end }";
    assert!(is_told(&play(script).unwrap_or_else(|fault| panic!("{fault}")), "counted"));
}
