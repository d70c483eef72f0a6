//! A stranger's script can do no harm: each attack is stopped and reported with expansion, hook, file and line, and the
//! game is as before the choice.

use std::time::Duration;

use bastide_core::{Chance, Fault, Game, Phase};
use cpu_time::ThreadTime;

use super::table::{expansion, is_told, play, play_at, setup, table, wander};

/// The body runs as `on_score` of roads; the answer is what Red has in the end.
fn pass_with(body: &str) -> Result<i32, Box<Fault>> {
    let script =
        format!("return {{ on_score = {{ when = {{ kind = \"road\" }}, run = function(score)\n{body}\nend }} }}");
    play(&script).map(|game| game.scores()[0])
}

/// The body is stopped in time, named, and taken back (as `play` makes sure).
fn stopped(body: &str) -> Fault {
    let start = ThreadTime::now();
    let fault = *pass_with(body).expect_err(body);
    assert!(start.elapsed() < Duration::from_secs(20), "{body} took {:?}", start.elapsed());
    assert_eq!((fault.expansion.as_str(), fault.hook.as_str()), ("evil", "on_score"), "{body}");
    assert_eq!(fault.file, "evil/init.lua", "{body}");
    assert!(!fault.message.is_empty() && fault.message.chars().count() <= 301, "{body}: {}", fault.message);
    assert!(!fault.message.contains(char::is_control), "{body}: {:?}", fault.message);
    fault
}

/// The same, and it is known on which line.
fn stopped_at(line: usize, body: &str) -> Fault {
    let fault = stopped(body);
    assert_eq!(fault.line, line, "{body}: {fault}");
    assert_eq!(fault.source.trim(), body.lines().nth(line - 2).unwrap().trim(), "{body}");
    fault
}

#[test]
fn an_honest_script_is_heard() {
    assert_eq!(pass_with("score:rate('tile', 1, 'x') score:add(10, 'y')"), Ok(16));
    assert_eq!(pass_with("score:void('z') score:rate('tile', 5, 'x')"), Ok(0));
    assert_eq!(pass_with("assert(score.complete and score.kind == 'road' and score:count('tile') == 3)"), Ok(3));
}

#[test]
fn loops_without_end_are_stopped_wherever_they_hide() {
    for body in [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "local function f() pcall(f) while true do pcall(f) end end f()",
        "pcall(pcall, pcall, function() while true do end end)",
        "local t = setmetatable({}, { __index = function(t, k) while true do end end }) return t.x",
        "local t = setmetatable({}, { __eq = function() while true do end end }) return t == setmetatable({}, getmetatable(t))",
        "local t = setmetatable({}, { __tostring = function() while true do end end }) return tostring(t)",
        "table.sort({ 3, 2, 1 }, function() while true do end end)",
        "string.gsub('aaa', 'a', function() while true do end end)",
        "for _ in function() return 1 end do end",
        "local s = string.rep('a', 300) string.find(s, string.rep('a?', 300) .. string.rep('a', 300) .. 'b')",
        "local s = string.rep('a', 20000) for _ = 1, 1000000 do string.find(s, '.-.-.-.-b') end",
        "local s = string.rep('a', 2 ^ 22) return s:gsub('a*b', '')",
        "local co = setmetatable({}, { __call = function(self) return self() end }) return co()",
        "score.features[setmetatable({}, { __tostring = function() while true do end end })] = 1 score:add(1, {})",
    ] {
        stopped(body);
    }
    let fault = stopped_at(3, "local n = 0\nwhile true do n = n + 1 end");
    assert!(fault.message.contains("more than 2000000 steps"), "{fault}");
    assert_eq!(fault.traceback, ["evil/init.lua:3: in function 'run'"]);
}

#[test]
fn steps_that_take_long_are_refused_or_timed() {
    let long = "local s, p = ('a'):rep(2 ^ 20), ('a'):rep(2 ^ 19) .. 'b' ";
    for body in ["return s:find(p, 1, true)", "return s:find(p)", "return s:split(p)"] {
        assert!(stopped(&format!("{long}{body}")).message.contains("too long to search"), "{body}");
    }
    assert!(stopped("table.move({}, 1, 1e9, 2)").message.contains("too many to be moved"));
    let fault = stopped("local t = table.create(2e6, 1) while true do table.insert(t, 1, 1) table.remove(t, 1) end");
    assert!(fault.message.contains("it takes more than 2000000 steps"), "what is moved is counted: {fault}");
    let fault = stopped("local t = table.create(4e6) while true do next(t) end");
    assert!(fault.message.contains("it takes too long"), "{fault}");
}

#[test]
fn hunger_for_memory_is_stopped() {
    for body in [
        "local s = 'x' while true do s = s .. s end",
        "local s = string.rep('x', 2 ^ 30)",
        "local t = {} while true do t[#t + 1] = string.rep('x', 1000000) .. #t end",
        "local t = {} while true do t = { t, t } t[#t + 1] = {} end",
        "return table.create(2 ^ 30, 0)",
        "return table.create(2 ^ 23, 0)",
        "local t = {} for i = 1, 1e9 do t[i] = i end return table.concat(t)",
        "local t = table.create(1e5, string.rep('x', 1e5)) return table.concat(t)",
        "return table.unpack({}, 1, 1e8)",
        "return table.move({ 1 }, 1, 1e9, 2)",
        "local t = {} while true do t[#t + 1] = score.features end",
        "local t = {} while true do t[#t + 1] = function() return t end end",
    ] {
        stopped(body);
    }
    // A length past 31 bits wraps round in Luau: nothing is made, so that nothing has to be stopped.
    assert_eq!(pass_with("assert(#string.rep('x', 2 ^ 31) == 0)"), Ok(3));
    // The next game of the same thread has its memory again.
    assert_eq!(pass_with("score:add(1, 'x')"), Ok(4));
}

#[test]
fn a_lack_of_memory_cannot_be_caught() {
    for body in [
        "pcall(string.rep, 'x', 2 ^ 30)",
        "pcall(pcall, string.rep, 'x', 2 ^ 30)",
        "pcall(function() local s = 'x' while true do s = s .. s end end)",
        "pcall(function() local t = {} while true do t[#t + 1] = score.features end end)",
        "while true do pcall(function() local s = 'x' while true do s = s .. s end end) end",
    ] {
        let fault = stopped(&format!("{body}\nscore:add(1, 'went on')"));
        assert!(fault.message.contains("more memory than scripts may have"), "{body}: {fault}");
    }
}

#[test]
fn what_one_handler_left_in_memory_is_no_fault_of_the_next() {
    // Far more than there is room for, were the garbage of one call to count against the next.
    let script = "return { on_turn = function() local t = table.create(2.5e6, 1) return #t end }";
    let mut game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    assert_eq!(wander(&mut game, &mut Chance::new(1), 60), 0);
    // After a trip there is room again for those who behave.
    let script = "return { on_move = { when = { cause = 'deploy' }, run = function()
                    local s = 'x' while true do s = s .. s end end },
                  on_turn = function() return #table.create(1e6, 1) end }";
    let mut game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    assert!(wander(&mut game, &mut Chance::new(1), 200) > 3, "figures are deployed");
    assert!(game.state().turn.number > 10, "and yet the game goes on: {}", game.state().turn.number);
}

#[test]
fn after_every_sort_of_trip_the_game_goes_on_to_its_end() {
    for attack in [
        "while true do end",
        "pcall(function() while true do end end)",
        "local s = 'x' while true do s = s .. s end",
        "local function f() return 1 + f() end f()",
        "error('no')",
        "error({})",
        "local x = event.game.nothing",
        "event.game:score(event.player, 0.5, 'x')",
        "event.game:score(event.player, 50, 'x') error('after it acted')",
        "event.game.state.x = 1 event.game:give(event.player, 'coin', 5) math.random() error('after it acted')",
    ] {
        // Only in the first turns: a whole game of this would take a while.
        let script = format!(
            "return {{ on_move = {{ when = {{ cause = 'deploy' }}, run = function(event)
               if event.turn.number < 5 then {attack} end end }} }}"
        );
        let mut game = Game::new(setup(&script, false).unwrap(), 1).unwrap();
        let (mut chance, mut failed) = (Chance::new(1), 0);
        let mut scores = vec![0, 0];
        while !game.is_over() {
            failed += wander(&mut game, &mut chance, 1);
            if game.state().turn.number < 5 {
                scores = game.scores().to_vec();
            }
        }
        assert!(failed > 0, "{attack}");
        assert!(game.state().memory.is_empty() && scores.iter().all(|&n| n < 50), "{attack} leaves nothing behind");
    }
}

#[test]
fn a_handler_that_asks_and_then_fails_is_left_by_taking_back_what_led_to_it() {
    let script = "return { on_move = { when = { cause = 'deploy' }, run = function(event)
        event.game:ask{ player = event.player, verb = 'wave', options = { 1, 2 } }
        error('after it asked')
      end } }";
    let mut game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    let mut chance = Chance::new(1);
    while game.state().turn.phase != Phase::Ask {
        wander(&mut game, &mut chance, 1);
    }
    assert_eq!(wander(&mut game, &mut chance, 5), 5, "no answer helps");
    let mut before = game.after(game.record().len() - 1).unwrap();
    before.choose(before.find(&["pass"]).unwrap()).unwrap();
    assert_eq!(before.state().turn.number, game.state().turn.number + 1);
}

#[test]
fn depth_is_stopped() {
    for body in [
        "local function f() return 1 + f() end return f()",
        "local t = {} for _ = 1, 1e6 do t = setmetatable({}, { __index = t }) end return t.x.y",
        "local function f() pcall(f) error('x') end f()",
        "local t = {} setmetatable(t, { __index = function(_, k) return t[k .. 'x'] end }) return t.x",
        "local t = {} setmetatable(t, { __tostring = function(o) return tostring(o) end }) return tostring(t)",
        "local function f(s) return (s:gsub('.', f)) end f('aa')",
        "local t = { 1, 2 } local function f() table.sort({ 2, 1 }, f) return false end f()",
        "local function f() return score.game:rule('deep') end f()",
    ] {
        stopped(body);
    }
    let script = "return { rules = { deep = function(game) return 1 + game:rule('deep') end },
                  on_turn = function(event) event.game:rule('deep') end }";
    assert!(
        play(script).map(drop).unwrap_err().message.contains("stack overflow"),
        "{}",
        play(script).map(drop).unwrap_err()
    );
}

#[test]
fn deep_sources_are_refused_and_not_followed_into_the_ground() {
    let many = 140_000;
    for source in [
        format!("return {}1{}", "(".repeat(many), ")".repeat(many)),
        format!("return {}{}", "{".repeat(many), "}".repeat(many)),
        format!("return {}1", "-".repeat(many).replace("--", "- -")),
        format!("return {}1", "not ".repeat(many)),
        format!("return 1{}", " + 1".repeat(many)),
        format!("return 'x'{}", " .. 'x'".repeat(many)),
        format!("return x{}", ".x".repeat(many)),
        format!("return x{}", "()".repeat(many)),
        format!("{}{}", "do ".repeat(many), "end ".repeat(many)),
        format!("{}{}", "function f() ".repeat(many / 4), "end ".repeat(many / 4)),
        format!("if x then {} end", "elseif x then ".repeat(many / 8)),
        format!("local x: {}number{}", "(".repeat(many), ")".repeat(many)),
        format!("return {}x{}", "`{".repeat(many), "}`".repeat(many)),
    ] {
        // A thread has less room than the program itself.
        let refused = std::thread::spawn(move || setup(&source, false).err().map(|error| error.to_string()).unwrap());
        assert!(refused.join().unwrap().len() < 1_000);
    }
}

#[test]
fn nothing_of_the_machine_is_within_reach() {
    let gone = "collectgarbage coroutine debug gcinfo getfenv io load loadfile dofile loadstring newproxy os package print \
                setfenv _VERSION buffer vector xpcall typeof raw_pcall";
    for name in gone.split_whitespace() {
        assert_eq!(pass_with(&format!("assert({name} == nil, '{name}')")), Ok(3), "{name}");
    }
    assert_eq!(pass_with("for name in pairs(_G) do assert(name ~= 'os' and name ~= 'io') end"), Ok(3));
}

#[test]
fn shared_libraries_cannot_be_poisoned() {
    for body in [
        "string.format = function() return 'evil' end",
        "table.insert = nil",
        "math.floor = function() return 0 end",
        "getmetatable('').__index = { upper = function() return 'evil' end }",
        "getmetatable('').__add = function() return 1 end",
        "getmetatable('').__metatable = 1",
        "rawset(string, 'rep', nil)",
        "rawset(math, 'floor', nil)",
        "setmetatable(string, {})",
        "setmetatable(getmetatable(''), {})",
        "table.clear(string)",
        "setmetatable(_G, { __index = function() return 1 end })",
        "rawset(_G, 'x', 1)",
        "x = 1",
        "score.complete = false",
        "score.rate = function() end",
        "rawset(score, 'complete', false)",
        "setmetatable(score, {})",
        "getmetatable(score).__index = nil",
        "score.game.players.x.y = 1",
        "score.feature.kind = 'city'",
        "score.winners[1].points = 100",
    ] {
        stopped(body);
    }
    assert_eq!(pass_with("assert(getmetatable(score) == 'locked' and getmetatable(score.game) == 'locked')"), Ok(3));
    // What is given out as a list is a copy.
    assert_eq!(pass_with("table.clear(score.game.players) assert(#score.game.players == 2)"), Ok(3));
}

#[test]
fn what_one_expansion_does_at_load_is_not_seen_by_another() {
    let first = "string_of = 'mine' _G.shared = 1
                 for _, poison in ipairs({ function() string.rep = nil end, function() table.sort = nil end,
                   function() getmetatable('').__index = {} end, function() setmetatable(_G, { __index = function() return 7 end }) end,
                   function() pairs = nil tostring = nil end, function() rawset(bit32, 'band', nil) end }) do pcall(poison) end
                 return {}";
    let second = "assert(string_of == nil and shared == nil and anything == nil)
                  assert(('x'):rep(2) == 'xx' and table.sort and pairs and tostring(1) == '1' and bit32.band(3, 1) == 1)
                  return { on_turn = function(event) event.game:tell('all is well') end }";
    let first = expansion("a-first", "", &[("init.lua", first)]);
    let second = expansion("b-second", "", &[("init.lua", second)]);
    let game = play_at(table(vec![first, second], true).unwrap_or_else(|error| panic!("{error}"))).unwrap();
    assert!(is_told(&game, "all is well"));
}

#[test]
fn what_is_shown_never_tells_an_address() {
    let shown = "local function plain(s) assert(not s:find('0x'), s) end \
                 plain(tostring({})) plain(tostring(print)) plain(tostring(score)) plain(string.format('%s', {})) \
                 plain(string.format('%s %s', score, function() end)) plain(string.format('%*', {})) plain(`{ {} } {score}`) \
                 plain(tostring(setmetatable({}, { __metatable = { __tostring = true } }))) \
                 plain(tostring(setmetatable({}, { __metatable = 'locked' }))) \
                 local ok, e = pcall(function() error({}) end) plain(tostring(e)) \
                 local ok, e = pcall(function() return {} .. 'x' end) plain(tostring(e)) \
                 local ok, e = pcall(function() return score.nothing end) plain(tostring(e)) \
                 local ok, e = pcall(function() score:add({}, {}) end) plain(tostring(e))";
    assert_eq!(pass_with(shown), Ok(3));
    assert_eq!(pass_with("assert(tostring(score) == 'score' and tostring(score.game) == 'game')"), Ok(3));
    for body in ["error({})", "error(score)", "error(function() end)", "assert(false, {})", "error(pcall)"] {
        let fault = stopped(body);
        assert!(!fault.render().contains("0x"), "{}", fault.render());
    }
}

#[test]
fn what_is_caught_is_a_sentence_and_no_way_out() {
    let body = "local ok, why = pcall(function() return score.nothing end) \
                assert(not ok and type(why) == 'string' and why:find('a score has no `nothing`', 1, true), why) \
                local ok, why = pcall(score.rate, score) assert(type(why) == 'string' and #why < 200) \
                assert(getmetatable(why).__index == string)";
    assert_eq!(pass_with(body), Ok(3));
    // What a script throws itself comes back as it was.
    assert_eq!(pass_with("local t = {} local ok, why = pcall(error, t) assert(why == t)"), Ok(3));
}

#[test]
fn errors_of_any_kind_are_told_in_a_few_words() {
    for body in [
        "error(('x'):rep(1e6))",
        "error('\\27[2J\\7\\nnext line\\0')",
        "error('\\nstack traceback:\\nforged.lua:1: in function')",
        "error(setmetatable({}, { __tostring = function() while true do end end }))",
        "error(setmetatable({}, { __tostring = function() error('again') end }))",
        "error(setmetatable({}, { __tostring = function() return {} end }))",
        "error(setmetatable({}, { __tostring = function() return ('x'):rep(1e7) end }))",
        "error('\\xff\\xfe')",
        "error(nil)",
        "error(0 / 0)",
        "error()",
    ] {
        let fault = stopped(body);
        assert!(fault.render().len() < 5_000, "{body}: {} bytes", fault.render().len());
        assert!(!fault.render().contains(|c: char| c.is_control() && c != '\n'), "{body}: {:?}", fault.render());
    }
}

#[test]
fn what_is_told_at_the_table_is_one_short_line() {
    for text in ["'\\27[2J'", "('x'):rep(101)", "'a\\nb'", "''", "'  '", "7", "nil", "{}"] {
        for call in ["game:tell(TEXT)", "game:score(event.player, 1, TEXT)", "game:extra_part(TEXT)"] {
            let call = call.replace("TEXT", text);
            let script = format!("return {{ on_turn = function(event) local game = event.game {call} end }}");
            assert!(play(&script).map(drop).unwrap_err().message.contains("a reason"), "{call}");
        }
    }
}

#[test]
fn what_the_host_keeps_for_scripts_is_bounded() {
    for (body, sentence) in [
        ("for i = 1, 1e6 do score:add(1, 'x') end", "a sheet has at most 100 lines"),
        ("for i = 1, 1e6 do score:rate('tile', 1, 'x') end", "a sheet has at most 100 lines"),
        ("score:rate('tile', 1001, 'x')", "the rate is too large"),
    ] {
        assert!(stopped(body).message.contains(sentence), "{body}");
    }
    let script = "return { on_turn = function(event) for i = 1, 2e6 do event.game:tell('x') end end }";
    assert!(play(script).is_err());
    let script = "return { options = function(decision) decision:offer('wave', table.create(1e6, 1)) end }";
    assert!(play(script).map(drop).unwrap_err().message.contains("a decision has at most 20000 lines"));
}

#[test]
fn hooks_that_cause_each_other_without_end_are_stopped() {
    for script in [
        // Each move is told, and each time it is told the figure moves again.
        "return { on_move = function(event) local game, figure = event.game, event.figure
           game:move(figure, figure.zone == figure:home() and game:zone('jail', figure.owner) or figure:home()) end }",
        // Each tile that is drawn is put back.
        "return { on_draw = function(event) event.game:set_aside() event.game:merge() end }",
    ] {
        let start = ThreadTime::now();
        let fault = play(script).map(drop).unwrap_err();
        assert!(start.elapsed() < Duration::from_secs(20), "{script} took {:?}", start.elapsed());
        assert!(fault.message.contains("handlers in one turn") && fault.line > 0, "{script}: {fault}");
    }
}

#[test]
fn an_object_is_of_no_use_after_its_turn() {
    let script = "local kept = {}
        local function use(event)
          for name, object in pairs(kept) do
            local ok, why = pcall(function() return object.kind or object.x or object.name or object.points end)
            assert(not ok and why:find('kept after its turn', 1, true), name .. ': ' .. tostring(why))
          end
          event.game:tell('all are over')
        end
        return { on_place = function(event)
          kept.game, kept.event, kept.turn, kept.player, kept.tile = event.game, event, event.turn, event.player, event.tile
          kept.figure, kept.feature = event.game:figures()[1], event.game:features()[1]
        end, on_turn = use }";
    let mut game = Game::new(setup(script, false).unwrap(), 3).unwrap();
    assert_eq!(wander(&mut game, &mut Chance::new(3), 20), 0);
    assert!(is_told(&game, "all are over"));
    // Neither in another game.
    let other = Game::new(game.setup().clone(), 4).unwrap();
    assert!(is_told(&other, "all are over"));
}

#[test]
fn what_is_remembered_is_of_the_game_at_hand() {
    // `state` may be kept: it is what the game remembers whose hook runs, never what another one does.
    let script = "local kept
        return { on_turn = function(event)
          kept = kept or event.game.state
          assert(kept.turn == event.game.state.turn and (kept.turn or 0) == event.turn.number - 1)
          kept.turn = event.turn.number
        end }";
    let mut game = Game::new(setup(script, false).unwrap(), 3).unwrap();
    assert_eq!(wander(&mut game, &mut Chance::new(3), 20), 0);
    let mut other = Game::new(game.setup().clone(), 4).unwrap();
    assert_eq!(wander(&mut other, &mut Chance::new(3), 9), 0);
    assert_eq!(wander(&mut game, &mut Chance::new(3), 9), 0);
}

#[test]
fn an_object_that_was_taken_back_with_its_game_is_an_error_and_no_other_thing() {
    // Of the same turn of the same game, played otherwise: there are fewer tiles than when the object was kept.
    let script = "local kept
        return { on_place = function(event)
          if kept and #event.game:features() < kept.count then
            for _, use in ipairs({ 'x', 'figures', 'neighbours', 'features' }) do
              local ok, why = pcall(function() return use == 'x' and kept.tile.x or kept.tile[use](kept.tile) end)
              assert(not ok and why:find('is not on the table', 1, true), tostring(why))
            end
            event.game:tell('it is gone')
          end
          kept = { tile = event.tile, count = #event.game:features() }
          if event.turn.part == 1 then event.game:extra_part('more') end
        end }";
    let mut game = Game::new(setup(script, false).unwrap(), 5).unwrap();
    while game.state().turn.part != 2 || game.state().turn.drawn.is_some() {
        assert_eq!(wander(&mut game, &mut Chance::new(5), 1), 0);
    }
    let mut before = game.after(0).unwrap();
    assert_eq!(wander(&mut before, &mut Chance::new(5), 1), 0);
    assert!(is_told(&before, "it is gone"));
}

#[test]
fn nonsense_is_a_fault_and_not_a_score() {
    for body in [
        "score:rate('tiles', 1, 'x')",
        "score:rate('tile', 1.5, 'x')",
        "score:rate('tile', 1e9, 'x')",
        "score:add('many', 'x')",
        "score:add(0 / 0, 'x')",
        "score.rate('tile', 1, 'x')",
        "score.rate(score.game, 'tile', 1, 'x')",
        "score:nothing()",
        "error('on purpose')",
        "error()",
        "local x = nil + 1",
    ] {
        stopped(body);
    }
    stopped_at(3, "local a = 1\nlocal b = a.b.c");
    stopped_at(4, "local a = 1\n\nscore:rate('tile', a / 2, 'x')");
    stopped_at(3, "local function inner()\nreturn score.nothing\nend\ninner()");
    assert!(stopped("score:rate('tils', 1, 'x')").message.contains("did you mean `tile`?"));
}
