//! `game.state`: an expansion's own plain data, copied in, read out frozen, and part of the game.

use bastide_core::{Chance, Game};

use super::table::{expansion, is_told, play, setup, snapshot, table, wander};

/// Runs a body when the first turn begins.
fn on_turn(body: &str) -> Result<(), String> {
    let script =
        format!("return {{ on_turn = function(event) local game, state = event.game, event.game.state\n{body}\nend }}");
    play(&script).map(drop).map_err(|fault| fault.to_string())
}

#[test]
fn what_is_remembered_is_read_as_it_was_written() {
    for body in [
        "state.x = 5 assert(state.x == 5)",
        "state.x = 'text' assert(state.x == 'text')",
        "state.x = false assert(state.x == false)",
        "assert(state.nothing == nil)",
        "state.x = 1 state.x = nil assert(state.x == nil)",
        "state.x = { 1, 2, 3 } assert(#state.x == 3 and state.x[2] == 2)",
        "state.x = { 1 } local old = state.x state.x = { 2 } assert(old[1] == 1 and state.x[1] == 2)",
        "state.x = { 1 } for i = 1, 20 do state[tostring(i)] = { i } assert(state[tostring(i)][1] == i) end \
         for i = 1, 20 do assert(state[tostring(i)][1] == i) end assert(state.x[1] == 1)",
        "state.x = { 1 } local old = state.x state.y = old assert(state.y[1] == 1 and not pcall(rawset, state.y, 1, 2))",
        "state.x = { a = { b = { 'deep' } } } assert(state.x.a.b[1] == 'deep')",
        "state.x = { 5, 6 } local sum = 0 for i, n in ipairs(state.x) do sum = sum + i * n end assert(sum == 17)",
        "state.x = { a = 1, b = 2 } local sum = 0 for _, n in pairs(state.x) do sum = sum + n end assert(sum == 3)",
        "state.x = { 5, 6 } local sum = 0 for _, n in state.x do sum = sum + n end assert(sum == 11)",
        "state.x = { [1.5] = 'a', [-1] = 'b' } assert(state.x[1.5] == 'a' and state.x[-1] == 'b')",
        "state.x = 1 / 0 assert(state.x == 1 / 0)",
        "state['odd key'] = 1 assert(state['odd key'] == 1)",
        // Copied in: what is done to the original later is not seen.
        "local t = { 1 } state.x = t t[1] = 2 assert(state.x[1] == 1)",
        "local shared = { 1 } state.x = { shared, shared } assert(state.x[1][1] == 1 and state.x[2][1] == 1)",
        // A copy of what is read can be changed and put back.
        "state.x = { 1 } local t = table.clone(state.x) t[2] = 2 state.x = t assert(#state.x == 2)",
        "state.x = table.freeze({ 1 }) assert(state.x[1] == 1)",
        "state.count, state.after = 1, 2 assert(state.count == 1 and state.after == 2)",
        "state.x = ('x'):rep(1000) assert(#state.x == 1000)",
    ] {
        assert_eq!(on_turn(body), Ok(()), "{body}");
    }
}

#[test]
fn what_is_no_plain_data_is_refused_at_the_assignment() {
    let plain = "cannot be kept in `state`: it takes plain data";
    for (body, sentence) in [
        ("state.x = function() end", plain),
        ("state.x = print or pcall", plain),
        ("state.x = game", plain),
        ("state.x = event.player", plain),
        ("state.x = state", plain),
        ("state.x = setmetatable({ 1 }, { __index = function() error('x') end })", plain),
        ("rawset(state, 'x', 1)", "readonly"),
        ("state.x = { deep = { event } }", plain),
        ("state.x = { [event.player] = 1 }", plain),
        ("state.x = { [{}] = 1 }", plain),
        ("state.x = { [true] = 1 }", plain),
        ("state.x = 0 / 0", plain),
        ("state.x = { 0 / 0 }", plain),
        ("local t = {} t.t = t state.x = t", plain),
        ("local t, u = {}, {} t.u, u.t = u, t state.x = t", plain),
        ("local t = {} for _ = 1, 50 do t = { t } end state.x = t", plain),
        ("state.x = ('x'):rep(1001)", plain),
        ("state[('x'):rep(1001)] = 1", plain),
        ("state.x = '\\xff'", "not UTF-8"),
        ("state[1] = 1", "has a name"),
        ("state[event] = 1", "has a name"),
        ("state.x = table.create(10001, 1)", "at most 10000 values"),
        ("for i = 1, 10001 do state['k' .. i] = i end", "at most 10000 values"),
        ("game.state = {}", "a game cannot be written to"),
        ("state.x = { 1 } state.x[1] = 2", "readonly"),
        ("state.x = { 1 } rawset(state.x, 1, 2)", "readonly"),
        ("state.x = { 1 } table.insert(state.x, 2)", "readonly"),
        ("state.x = { 1 } table.sort(state.x)", "readonly"),
        ("state.x = { 1 } setmetatable(state.x, {})", "readonly"),
        ("state.x = { { 1 } } state.x[1][1] = 2", "readonly"),
        ("state.x.y = 1", "nil"),
    ] {
        let why = on_turn(body).expect_err(body);
        assert!(why.contains(sentence) && why.contains("evil/init.lua:2"), "{body}: {why}");
    }
}

#[test]
fn whoever_catches_a_refusal_has_not_written() {
    let body = "if event.turn.number > 1 then return end
                for i = 1, 100 do pcall(function() state['k' .. i] = table.create(5000, i) end) end
                assert(state.k1 and not state.k3 and not state.k100)
                state.k1 = table.create(4000, 1) state.k100 = table.create(4000, 1)
                pcall(function() state.k100 = table.create(9000, 2) end) assert(#state.k100 == 4000)";
    assert_eq!(on_turn(body), Ok(()));
}

#[test]
fn one_expansion_does_not_see_what_another_remembers() {
    let first = "return { rules = {
            ['first.secret'] = function(game) return game.state.secret end,
            ['first.fail'] = function(game) game.state.secret = 'failing' error('on purpose') end,
            ['first.state'] = function(game) return game.state end,
            ['first.ask'] = function(game, player)
              game:ask{ player = player, verb = 'wave', options = { 1, 2 } }
              return game.state.secret
            end },
          on_setup = function(event) event.game.state.secret = 'mine' end }";
    let second = "return { on_turn = function(event)
            local game = event.game
            assert(game.state.secret == nil)
            game.state.secret = 'yours'
            assert(game:rule('first.secret') == 'mine' and game.state.secret == 'yours')
            -- A rule that fails is left again.
            assert(not pcall(function() game:rule('first.fail') end))
            assert(game.state.secret == 'yours')
            local ok, why = pcall(function() return game:rule('first.state').secret end)
            assert(not ok and why:find('another expansion', 1, true), tostring(why))
            local ok, why = pcall(function() game:rule('first.state').secret = 1 end)
            assert(not ok and why:find('another expansion', 1, true), tostring(why))
            -- A rule that waits goes on as its own expansion.
            assert(game:rule('first.ask', event.player) == 'failing')
            assert(game.state.secret == 'yours')
            game:tell('all is well')
          end }";
    let first = expansion("a-first", "[verbs]\nwave = \"wave at\"\n", &[("init.lua", first)]);
    let second = expansion("b-second", "", &[("init.lua", second)]);
    let setup = table(vec![first, second], false).unwrap_or_else(|error| panic!("{error}"));
    let game = Game::new(setup, 1).unwrap();
    let mut live = game.clone();
    assert_eq!(wander(&mut live, &mut Chance::new(1), 1), 0);
    assert!(is_told(&live, "all is well"));
    // The same from a copy, where the handler is run again.
    let mut copy = game.clone();
    assert_eq!(wander(&mut copy, &mut Chance::new(1), 1), 0);
    assert_eq!(snapshot(&copy), snapshot(&live));
}

#[test]
fn what_is_remembered_goes_with_the_game() {
    let script = "return { on_turn = function(event)
        local state = event.game.state
        state.turns = (state.turns or 0) + 1
        local list = table.clone(state.list or {})
        list[#list + 1] = math.random(1000)
        state.list = list
      end }";
    let mut game = Game::new(setup(script, false).unwrap(), 7).unwrap();
    let mut past = vec![(game.clone(), snapshot(&game))];
    let mut chance = Chance::new(7);
    for _ in 0..40 {
        assert_eq!(wander(&mut game, &mut chance, 1), 0);
        past.push((game.clone(), snapshot(&game)));
    }
    assert!(format!("{:?}", game.state().memory).contains("turns"));
    for (lines, (copy, seen)) in past.iter().enumerate() {
        assert_eq!(snapshot(copy), *seen, "a copy is not changed by what the original does");
        assert_eq!(snapshot(&game.after(lines).unwrap()), *seen, "undo");
    }
    let mut into = past[3].0.clone();
    into.clone_from(&game);
    assert_eq!(snapshot(&into), snapshot(&game));
    // A new game remembers nothing of the last.
    game.restart(7).unwrap();
    assert_eq!(snapshot(&game), past[0].1);
}
