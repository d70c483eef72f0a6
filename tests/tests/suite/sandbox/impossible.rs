//! What a rule cannot do at the table: the error says why in the words of the docs, and the whole choice is taken back.

use bastide_core::{Game, Unchosen};

use super::table::{expansion, play_through, table};

/// A form, a place for tiles and a verb, for rules that try too much.
const MORE: &str = "[verbs]\nwave = \"wave at\"\n[zones.stall]\nholds = \"tiles\"\n[forms.plank]\nkind = \"road\"\nstrokes = [\"N-S\", \"W-E\"]\n";

/// Blue's cloister stands alone, and Blue's road is complete and Red's.
const STEPS: [&str; 8] = [
    "put D 0,0 r0",
    "put W 1,0 r0 Red:follower@road:W",
    "put B 0,1 r0",
    "tiles pile E E E E",
    "next W",
    "turn Blue",
    "place -1,0 r180",
    "pass",
];

/// What is said of a body that runs in a hook when Blue's tile is placed or scored. That the choice is taken back is
/// checked on the way.
fn said(hook: &str, body: &str) -> String {
    let script = format!(
        "return {{ {hook} = function(event)\nlocal game, tile = event.game, event.turn.tile\n\
         game:score(event.player, 1, 'before')\n{body}\nend }}"
    );
    let setup = table(vec![expansion("evil", MORE, &[("init.lua", &script)])], true).unwrap();
    let fault = play_through(setup, &STEPS).map(drop).expect_err(body);
    assert_eq!(fault.hook, hook, "{body}: {fault}");
    fault.message
}

#[test]
fn what_cannot_be_done_is_an_error_and_the_choice_is_taken_back() {
    let road = "local road = tile:segments({ kind = 'road' })[1]\n";
    let two = "local a, b = game:draw(), game:draw()\nlocal place = game:fits(a)[1]\n";
    for (hook, body, message) in [
        // Joins what cannot be joined.
        ("on_place", format!("{road}game:join(road, road, 'x')"), "a segment cannot be joined with itself"),
        (
            "on_place",
            format!("{road}game:join(road, tile:segments({{ kind = 'field' }})[1], 'x')"),
            "only segments of one kind can be joined",
        ),
        (
            "on_place",
            format!("{road}local other = game:cell(1, 0).tile:at('E')\ngame:join(road, other, 'x')\ngame:join(other, road, 'x')"),
            "these two segments are joined already",
        ),
        (
            "on_scored",
            "game:join(event.feature:segments()[1], game:cell(1, 0).tile:at('E'), 'x')".into(),
            "a feature that was scored cannot be joined",
        ),
        // Draws where something lies.
        (
            "on_place",
            "local form = game:cell(0, 1).tile:forms('plank')[1]\ngame:build(form)\ngame:build(form)".into(),
            "this can no longer be built here",
        ),
        (
            "on_place",
            "local form = game:cell(0, 1).tile:forms('plank')[1]\nlocal tile = game:draw()\n\
             for _, place in ipairs(game:fits(tile, { x = -1, y = 1 })) do game:place(tile, place) break end\ngame:build(form)"
                .into(),
            "this can no longer be built here",
        ),
        // Places what does not fit.
        (
            "on_place",
            format!("{two}game:place(a, place)\ngame:place(b, place)"),
            "tile E does not fit at 0,-1 any more",
        ),
        // Moves a tile that is not there.
        (
            "on_place",
            "local a = game:draw()\ngame:move(a, 'stall')\ngame:move(a, 'out')".into(),
            "tile E does not lie in the aside any more",
        ),
        (
            "on_place",
            "local a = game:draw()\nlocal place = game:fits(a)[1]\ngame:move(a, 'out')\ngame:place(a, place)".into(),
            "tile E does not lie in the aside any more",
        ),
        // Asks without options.
        (
            "on_place",
            "game:ask({ player = event.player, verb = 'wave', options = {} })".into(),
            "ask: there are no options to choose from",
        ),
        (
            "on_place",
            "game:ask({ player = event.player, verb = 'wave', range = { 3, 2 } })".into(),
            "ask: there are no options to choose from",
        ),
        // Scores a feature twice.
        ("on_scored", "game:score_feature(event.feature)".into(), "a complete feature is scored only once"),
        // Makes something else of what is not complete.
        (
            "on_place",
            "game:turn_into(game:features({ kind = 'cloister' })[1], 'city', 'x')".into(),
            "only a complete feature can become one of another kind",
        ),
    ] {
        assert_eq!(said(hook, &body), message, "{body}");
    }
}

#[test]
fn a_range_is_two_whole_numbers_in_place_of_options() {
    let bad = "ask: `range` is two whole numbers from 0 to 32767, the least and the most";
    for (question, message) in [
        ("range = 7", bad),
        ("range = { 1 }", bad),
        ("range = { 1, 2, 3 }", bad),
        ("range = { -1, 4 }", bad),
        ("range = { -4, -5 }", bad),
        ("range = { 1, -3 }", "ask: there are no options to choose from"),
        ("range = { 1, 40000 }", bad),
        ("range = { 1, 2.5 }", bad),
        ("range = { 1, 2 }, options = { 1 }", "ask: a question has `options` or a `range`, not both"),
    ] {
        let body = format!("game:ask({{ player = event.player, verb = 'wave', {question} }})");
        assert_eq!(said("on_place", &body), message, "{question}");
    }
}

#[test]
fn an_amount_can_be_any_number_of_the_range_and_survives_save_and_undo() {
    let script = "return { on_place = function(event)
        local n = event.game:ask({ player = event.player, verb = 'wave', range = { 1, 500 } })
        event.game:score(event.player, n, 'gift')
    end }";
    let setup = table(vec![expansion("evil", MORE, &[("init.lua", script)])], true).unwrap();
    let mut game = Game::new(setup, 1).unwrap();
    for line in &STEPS[..6] {
        game.lab(&line.split(' ').collect::<Vec<_>>()).unwrap();
    }
    let choose = |game: &mut Game, line: &str| -> Result<(), Unchosen> {
        let choice = game.find(&line.split(' ').collect::<Vec<_>>())?;
        game.choose(choice).map(drop)
    };
    choose(&mut game, "place -1,0 r180").unwrap();
    assert_eq!(game.decision().unwrap().len(), 30, "the lowest numbers are listed");
    for refused in ["wave 0", "wave 501", "wave x", "wave 99999999"] {
        assert!(choose(&mut game, refused).is_err(), "{refused}");
    }
    let copy = game.clone();
    choose(&mut game, "wave 321").unwrap();
    assert_eq!(game.scores(), [0, 321]);
    assert!(game.record_lines().iter().any(|line| line == "wave 321"), "{:?}", game.record_lines());
    // A copy answers the question for itself, and a listed number means what it says.
    let mut other = copy;
    choose(&mut other, "wave 7").unwrap();
    assert_eq!(other.scores(), [0, 7]);
}
