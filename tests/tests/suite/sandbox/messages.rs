//! The errors for impossible requests of a script: which method, which argument, what is expected and what was given.

use bastide_core::Game;

use super::table::{evil, refused, setup};

/// What is said of a body that runs as `on_turn`.
fn said(body: &str) -> String {
    let script =
        format!("return {{ on_turn = function(event)\nlocal game, player = event.game, event.player\n{body}\nend }}");
    let fault = Game::new(setup(&script, false).unwrap(), 1).map(drop).expect_err(body);
    assert_eq!((fault.hook.as_str(), fault.line), ("on_turn", 3), "{body}: {fault}");
    fault.message
}

#[test]
fn a_wrong_argument_is_told_with_its_method_and_its_place() {
    for (body, message) in [
        ("game:tell(3)", "argument 1 of `tell`: a reason is a text, not a number"),
        (
            "game:metric('Two words', 1)",
            "argument 1 of `metric`: a metric is named with a-z, 0-9 and _, at most 40 characters",
        ),
        ("game:metric('x', '1')", "argument 2 of `metric`: expected a number, got a text"),
        ("game:metric('x', 0 / 0)", "argument 2 of `metric`: it is not finite"),
        ("game:score(nil, 1, 'x')", "argument 1 of `score`: expected an object of the game, got nil"),
        ("game:score(player, 'many', 'x')", "argument 2 of `score`: expected a whole number, got a text"),
        ("game:score(player, 1.5, 'x')", "argument 2 of `score`: 1.5 is not a whole number that a game can use"),
        ("game:score(player, 1)", "argument 3 of `score`: a reason is a text, not nil"),
        ("game:score(game, 1, 'x')", "`score`: expected a player, got a game"),
        ("game:supply(player, {})", "argument 2 of `supply`: expected a name, got a table"),
        ("game:order(7)", "argument 1 of `order`: expected an object of the game, got a number"),
        ("game:figures('follower')", "argument 1 of `figures`: expected a table, got a text"),
        ("game:figures({ kind = 7 })", "`kind` is the name of a figure, or a list of names"),
        ("game:features({ kind = 7 })", "`kind` is the name of a kind of feature, or a list of names"),
        ("game:tiles({ tag = true })", "`tag` is the name of a tag, or a list of names"),
        ("game:move('ghost')", "argument 2 of `move`: expected an object of the game, got nil"),
        ("game:move(7, game:zone('jail', player))", "argument 1 of `move`: expected a figure, got a number"),
        ("game:zone('jail', 'Red')", "argument 2 of `zone`: expected an object of the game, got a text"),
        ("game:figure(nil)", "argument 1 of `figure`: expected a name, got nil"),
        ("game.tell('x')", "`tell` is called with a colon, as in `game:tell(…)`"),
        ("local host = game host.tell('x')", "`tell` is called with a colon, as in `host:tell(…)`"),
        (
            "local option = { target = player } option:home()",
            "a table has no method `home`; what a labelled option stands for is its `target`",
        ),
        ("total = 3", "`total` is a global, which handlers cannot change; write `local total`"),
        ("game:ask()", "argument 1 of `ask`: expected a table, got nil"),
        ("print('x')", "`print` is not available in rules; `game:tell(text)` writes a line to the log"),
        ("game:draw('jail')", "argument 1 of `draw`: every player has a jail: say game:zone(\"jail\", player)"),
        ("game:draw(game:zone('jail', player))", "argument 1 of `draw`: the jail holds figures, not tiles"),
        ("game:draw(7)", "argument 1 of `draw`: expected a zone, got a number"),
        (
            "game:left('stall')",
            "argument 1 of `left`: unknown zone `stall`; use `jail`, `pile`, `aside`, `out`, `hand` or `bank`",
        ),
        ("game:tiles({ zone = 'pile' })", "nobody may look into the pile; game:left counts"),
        ("game:tiles({ zone = 'hand' })", "every player has a hand: say game:zone(\"hand\", player)"),
        ("game:fits('E')", "argument 1 of `fits`: expected a loose tile, got a text"),
        ("game:fits(game:draw(), 'N')", "argument 2 of `fits`: expected a cell, got a text"),
        ("game:fits(game:draw(), player)", "a player is not a cell"),
        ("game:move(game:draw(), 'pile', { at = 'middle' })", "`at` is \"top\", \"bottom\", \"mixed\" or \"upper\""),
        ("game:move(game:draw(), 'pile', { to = 'top' })", "unknown key `to`; use `at`"),
        ("game:move(game:draw(), game:zone('hand', player))", "nobody holds tiles from turn to turn in this game"),
        ("game:move(game:draw(), player)", "argument 2 of `move`: expected a zone, got a player"),
        ("game:place(player, 1)", "argument 2 of `place`: expected an object of the game, got a number"),
        ("game:place(game:draw(), player)", "`place`: expected a place, got a player"),
        ("game:extra_turn(player)", "extra_turn(player, { draw = true or false, why = \"…\" })"),
        ("game:extra_turn(player, { why = 'x', draw = 1 })", "`draw` is true or false"),
        ("for i = 1, 51 do game:extra_turn(player, { why = 'x' }) end", "there are at most 50 extra turns in a row"),
        ("game:ask({ player = player, options = { 1 } })", "ask: `verb` is a word"),
        ("game:set_aside()", "`set_aside`: no tile is in hand; `on_draw` has one"),
        ("game:score_feature(player)", "`score_feature`: expected a feature, got a player"),
        ("game:score_feature(game:features()[1], { hom = false })", "unknown key `hom`; did you mean `home`?"),
        ("game:score_feature(game:features()[1], { home = 1 })", "`home` is true, false or \"follower\", not a number"),
        ("game:score_feature(game:features()[1], { only = 'Red' })", "`only` is a player, not a text"),
        ("game:score_feature(game:features()[1], { rate = 5000 })", "the rate is too large"),
        (
            "game:score_feature(game:features()[1], { winners = player })",
            "`winners` is a list of players, not an object of the game",
        ),
        ("game:features()[1]:sheet(3)", "argument 1 of `sheet`: expected a table, got a number"),
        ("game:cell(99999, 0)", "no game comes to the cell 99999,0"),
        ("game:cell(1)", "argument 2 of `cell`: expected a whole number, got nil"),
        ("game:cells({ opn = true })", "unknown key `opn`; did you mean `open`?"),
        ("game:cells({ open = 1 })", "`open` is true or false"),
        ("game:tiles()[1]:at('Q')", "`Q` is not a point of a tile; use N, NL, NR, NE, … or one of * a b c d"),
        ("game:tiles()[1]:touches()", "a tile has no method `touches`"),
        ("game:cell(0, 0):at('N')", "a cell has no method `at`"),
        ("game:cell(0, 0):corner('N')", "`N` is not a corner; use NW, NE, SE or SW"),
        ("game:cell(0, 0):corner('NE').tile:home()", "a corner has no `tile`; it has x, y, figures, segments, cells"),
    ] {
        assert_eq!(said(body), message, "{body}");
    }
    let gone = said("local tile = game:draw() game:move(tile, 'out') game:move(tile, 'pile')");
    assert!(gone.starts_with("tile ") && gone.ends_with(" does not lie in the aside any more"), "{gone}");
    let changed = said("game.state.list = { 1 } game.state.list[1] = 2");
    assert!(
        changed.starts_with("this table is readonly; a table in `game.state` is changed by assigning"),
        "{changed}"
    );
}

#[test]
fn a_caught_error_names_the_method_too() {
    let script = "return { on_turn = function(event)
        local ok, why = pcall(function() event.game:tell(3) end)
        assert(not ok and why == 'argument 1 of `tell`: a reason is a text, not a number', why)
    end }";
    Game::new(setup(script, false).unwrap(), 1).map(drop).unwrap();
}

#[test]
fn a_filter_of_figures_takes_one_kind_or_a_list() {
    let offers =
        "return { options = { offer = 'wave', when = { placing = false }, figures = { on = { 'road', 'city' } } },
        verbs = { wave = function() end } }";
    setup(offers, false).unwrap();
    for (filter, message) in [
        ("on = {}", "`on` is the name of a kind of feature, or a list of names"),
        ("on = { 'road', 'cty' }", "unknown kind of feature `cty`; did you mean `city`?"),
        ("on = 7", "`on` is the name of a kind of feature, or a list of names"),
    ] {
        let script = format!("return {{ options = {{ offer = 'wave', figures = {{ {filter} }} }} }}");
        assert_eq!(refused(vec![evil(&script)]).message, message);
    }
}

#[test]
fn what_would_never_be_offered_or_never_happen_is_an_error() {
    let unhandled = "`wave` is offered, but no set in play has `verbs.wave`: nothing would happen";
    let fault = refused(vec![evil("return {\n options = { offer = 'wave' } }")]);
    assert_eq!((fault.message.as_str(), fault.line), (unhandled, 2));
    let placing =
        "return { options = { offer = 'wave', when = { placing = true } }, verbs = { wave = function() end } }";
    let fault = refused(vec![evil(placing)]);
    assert!(fault.message.starts_with("while a tile is to be placed only free options are offered"), "{fault}");
    let started = |script: &str| Game::new(setup(script, false).unwrap(), 1).map(drop);
    let free = "return { options = function(decision) decision:offer('wave', nil, { free = true }) end }";
    assert_eq!(started(free).unwrap_err().message, unhandled);
    for offer in ["offer('wave')", "offer('wave', {})"] {
        let script = format!(
            "return {{ options = function(decision) decision:{offer} end, verbs = {{ wave = function() end }} }}"
        );
        let fault = started(&script).unwrap_err();
        assert!(
            fault.message.contains("while a tile is to be placed only free options are offered"),
            "{offer}: {fault}"
        );
    }
    let honest = "return { options = function(decision) if not decision.placing then decision:offer('wave') end end,
        verbs = { wave = function() end } }";
    started(honest).unwrap();
}
