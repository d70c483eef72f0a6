//! No single step of a script is long: every library call is charged for its work in advance, what it makes is bounded,
//! and a leash takes effect soon.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bastide_core::leash::{Leash, held, is_taut};
use bastide_core::{Chance, Choice, Fault, Game, Unchosen};
use cpu_time::ThreadTime;

use super::table::{play, setup, snapshot, wander};

/// The longest work that could be found for each function: what it is given is made first, as large as it can be.
const CALLS: [&str; 52] = [
    // Patterns: a class or a set for every character, captures, balances, frontiers, backtracking.
    "local n = 8e4 return string.match(('b'):rep(n), '[' .. ('a'):rep(n) .. 'b]*')",
    "local n = 5e6 return string.match(('b'):rep(n), '[' .. ('a'):rep(n) .. 'b]*')",
    "local n = 8000 return string.match(('b'):rep(n), '[' .. ('a'):rep(n) .. 'b]*')",
    "local n = 2000 return string.match(('b'):rep(n), ('[' .. ('a'):rep(n) .. 'b]*'):rep(4) .. 'c')",
    "return string.find(('a'):rep(4e6), '.-.-.-b')",
    "return string.find(('a'):rep(4e6), 'a-b')",
    "return string.find(('a'):rep(3e5), ('%b()'):rep(50))",
    "return string.find(('('):rep(3e5), '%b()')",
    "return string.match(('a'):rep(1e5), '^(a*)' .. ('%1'):rep(100) .. 'b')",
    "return string.match(('a'):rep(1e5), ('%f[' .. ('b'):rep(500) .. 'a]'):rep(10) .. 'c')",
    "return string.gsub(('a'):rep(4e6), 'a*b', '')",
    "return string.gsub(('a'):rep(1e6), '', ('x'):rep(1e6))",
    "return string.gsub(('a'):rep(1e6), '.', string.upper)",
    "return string.gsub(('a'):rep(2e5), 'a', setmetatable({}, { __index = function() pcall(error) end }))",
    "return string.gsub(('ab'):rep(2e5), '[' .. ('c'):rep(100) .. 'a]', function() pcall(error) end)",
    "for word in string.gmatch(('a'):rep(1e6), '[' .. ('b'):rep(60) .. 'a]-c') do end",
    "for word in string.gmatch(('a'):rep(1e6), '.') do pcall(error) end",
    "return ('a'):rep(4e6):split('')",
    "return (','):rep(4e6):split(',')",
    "return ('a'):rep(8e3):find(('a'):rep(8e3) .. 'b', 1, true)",
    "local s, p = ('a'):rep(16e3), ('a'):rep(4e3) .. 'b' while true do s:find(p, 1, true) end",
    // Texts: made, turned, cut, compared.
    "local s = ('a'):rep(4e6) while true do s:lower() end",
    "local s = ('a'):rep(4e6) while true do s:reverse() end",
    "local s = ('a'):rep(4e6) while true do s:sub(2) end",
    "while true do ('a'):rep(4e6) end",
    "local s = ('a'):rep(4e6) while true do local t = s .. 'b' end",
    "local s, n = ('a'):rep(1e5), 0 while true do s = s .. n n = n + 1 end",
    "local s = ('a'):rep(3e6) local a, b = s .. 'a', s .. 'b' while a < b do end",
    "local s = ('%d'):rep(1e6) return s:format(1)",
    "local s = ('a'):rep(1e6) while true do local t = ('%s%s%q'):format(s, s, s) end",
    "local s = ('a'):rep(1e6) while true do local t = `{s}{s}` end",
    "return string.char(('a'):rep(4e6):byte(1, -1))",
    "return string.packsize(('i'):rep(4e6))",
    "return string.pack('c2147483647', 'x')",
    "return string.pack(('b'):rep(4e6), 1)",
    "return string.unpack(('b'):rep(4e6), ('x'):rep(4e6))",
    "local s = ('1'):rep(4e6) while true do tonumber(s) end",
    "local s = ('1'):rep(4e6) while true do local n = s + 1 end",
    "local s = ('\u{e4}'):rep(2e6) while true do utf8.len(s) end",
    "local s = ('\u{e4}'):rep(2e6) while true do utf8.offset(s, -2e6) end",
    "return utf8.codepoint(('\u{e4}'):rep(2e6), 1, -1)",
    // Lists: sorted, moved, joined, copied.
    "local p = ('x'):rep(2e6) local a, b = p .. 'a', p .. 'b'
     local t = table.create(3e5, a) for i = 1, 3e5, 2 do t[i] = b end table.sort(t)",
    "local t = table.create(2e6, 1) table.sort(t, function() return false end)",
    "local t = table.create(2e6, 1) table.sort(t, rawequal)",
    "local t = table.create(2e6, 1) while true do table.insert(t, 1, 1) table.remove(t, 1) end",
    "local t = {} for i = 1, 1e5 do t[i] = ('x'):rep(100) .. i end while true do table.concat(t) end",
    "return table.concat(table.create(1e6, ''), ('x'):rep(1e6))",
    "local t = table.create(1e6, 1) while true do table.move(t, 1, 999999, 2) end",
    "local t = table.create(1e6, 1) while true do table.clone(t) table.find(t, 2) end",
    "local t = table.create(4e6) while true do table.clear(t) next(t) end",
    "local t = table.create(1e6, 1) local function f(...) return select('#', ...) end while true do f(table.unpack(t)) end",
    "local t = table.create(1e6, 1) while true do table.foreachi(t, rawequal) table.maxn(t) end",
];

/// A handler with a body, where a road is closed.
fn script(body: &str) -> String {
    format!("return {{ on_score = {{ when = {{ kind = 'road' }}, run = function(score)\n{body}\nend }} }}")
}

fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let begun = ThreadTime::now();
    let done = work();
    (done, begun.elapsed())
}

/// A game in which somebody places with a script that does something then, and what is chosen.
fn about_to_place(body: &str) -> (Game, Choice) {
    let script = format!("return {{ on_place = function(event)\n{body}\nend }}");
    let game = Game::new(setup(&script, false).unwrap_or_else(|error| panic!("{body}\n{error}")), 3).unwrap();
    let choice = game.decision().unwrap().get(0).unwrap();
    (game, choice)
}

fn fault_of(game: &mut Game, choice: Choice) -> Option<Box<Fault>> {
    match game.choose(choice).map(drop) {
        Ok(()) => None,
        Err(Unchosen::Fault(fault)) => Some(fault),
        Err(Unchosen::Refused(refusal)) => panic!("{refusal}"),
    }
}

#[test]
fn no_call_of_a_library_outlasts_its_budget() {
    for body in CALLS {
        let (result, spent) = timed(|| play(&script(body)));
        println!("{:6} ms  {body}", spent.as_millis());
        // Endless loops of calls that are long may take what a handler may take in all, and no more.
        let most = if body.contains("while") { 6_500 } else { 1_000 };
        assert!(spent.as_millis() < most, "{body} took {spent:?}");
        if let Err(fault) = result {
            assert_eq!((fault.expansion.as_str(), fault.halted), ("evil", false), "{body}: {fault}");
            // Lua does not say where it ran out of memory.
            let least = if fault.message.contains("memory") { 1 } else { 2 };
            assert!(fault.line >= least && !fault.message.contains("prelude"), "{body}: {fault}");
        }
    }
}

/// Operators on texts as long as they can be made, as many as a function may have, with no step between them.
fn stretches() -> Vec<String> {
    let made = "local s, n = ('1'):rep(1.8e6), 0 local t, u = s .. '2', s .. '3'";
    let straight = |one: &str| format!("{made} while true do {} end", one.repeat(95));
    ["n = s + 1 ", "n = t < u ", "n = -s ", "n = s .. t "].map(straight).into()
}

#[test]
fn operators_between_two_steps_do_not_outlast_the_budget() {
    for body in stretches() {
        let (result, spent) = timed(|| play(&script(&body)));
        println!("{:6} ms  {:.90}", spent.as_millis(), body);
        assert!(spent.as_millis() < 6_500, "{body} took {spent:?}");
        assert!(result.is_err(), "{body}");
    }
}

#[test]
fn a_function_with_too_many_operators_is_not_loaded() {
    let error = setup(&script(&"\nlocal n = 1 + 1".repeat(101)), false).map(drop).unwrap_err();
    let told = error.to_string();
    assert!(told.contains("a function has at most 100 operators: divide it") && told.contains("103"), "{told}");
}

#[test]
fn a_short_leash_is_short_whatever_runs_on_it() {
    let leash = || Leash { steps: Some(250_000), time: Some(Duration::from_millis(25)), stop: None };
    let endless = ["while true do end", "while true do pcall(function() while true do end end) end"];
    let straight = stretches();
    for body in CALLS.into_iter().chain(endless).chain(straight.iter().map(String::as_str)) {
        let (mut game, choice) = about_to_place(body);
        game.reshuffle(1);
        let (fault, spent) = timed(|| held(leash(), || fault_of(&mut game, choice)));
        println!("{:6} ms  {body}", spent.as_millis());
        assert!(spent < Duration::from_millis(400), "{body} took {spent:?}");
        assert!(fault.is_some() || !body.contains("while"), "{body}");
    }
}

#[test]
fn what_is_stopped_is_taken_back_and_goes_on_without_a_leash() {
    let (mut game, choice) = about_to_place("for i = 1, 300000 do end event.game:tell('done')");
    let before = snapshot(&game);
    let fault = held(Leash { steps: Some(100_000), ..Leash::default() }, || {
        let fault = fault_of(&mut game, choice).expect("it is too long");
        assert!(is_taut());
        fault
    });
    assert!(fault.halted && fault.message.contains("too long here"), "{fault}");
    assert_eq!(snapshot(&game), before);
    let stop = Some(Arc::new(AtomicBool::new(true)));
    let fault = held(Leash { stop, ..Leash::default() }, || fault_of(&mut game, choice)).expect("it is stopped");
    assert!(fault.halted && fault.message.contains("it was stopped"), "{fault}");
    assert_eq!(snapshot(&game), before);
    assert!(fault_of(&mut game, choice).is_none(), "it is not too long for a handler");
}

#[test]
fn a_leash_spans_many_handlers() {
    let script = "return { on_turn = function() for i = 1, 10000 do end end }";
    let mut game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    let turns = held(Leash { steps: Some(205_000), ..Leash::default() }, || {
        let from = game.state().turn.number;
        assert!(wander(&mut game, &mut Chance::new(1), 100) > 0);
        game.state().turn.number - from
    });
    assert_eq!(turns, 20);
}

#[test]
fn honest_use_of_the_libraries_is_as_it_was() {
    for (code, value) in [
        ("string.find('a.b', '.', 1, true)", "2"),
        ("string.find('hello', 'l+')", "3"),
        ("string.match('key = 12', '(%w+) = (%d+)')", "key"),
        ("string.gsub('abc', '%w', { a = '1' })", "1bc"),
        ("string.gsub(('a'):rep(5000), 'a', { a = 'b' })", &"b".repeat(5000)),
        ("string.gsub(('a'):rep(5000), 'a', function() return 'c' end)", &"c".repeat(5000)),
        ("#string.split('a,b,c')", "3"),
        ("string.sub('hello', 2, 3)", "el"),
        ("string.byte('A')", "65"),
        ("select('#', string.byte('ABC', 1, -1))", "3"),
        ("string.rep('ab', 3)", "ababab"),
        ("string.format('%5.1f %s %d', 1.25, 'x', 3)", "  1.2 x 3"),
        ("table.concat({ 1, 2, 3 }, '-')", "1-2-3"),
        ("table.concat({ 'a', 'b', 'c' }, '', 2, 3)", "bc"),
        ("(function() local t = { 3, 1, 2 } table.sort(t) return table.concat(t) end)()", "123"),
        (
            "(function() local t = { 3, 1, 2 } table.sort(t, function(a, b) return a > b end) return table.concat(t) end)()",
            "321",
        ),
        (
            "(function() local t = { 1, 3 } table.insert(t, 2, 2) table.insert(t, 4) return table.concat(t) end)()",
            "1234",
        ),
        ("(function() local t = { 1, 2, 3 } return table.remove(t, 1) .. table.remove(t) .. #t end)()", "131"),
        ("select('#', table.unpack({ 1, nil, 3 }, 1, 3))", "3"),
        ("table.concat(table.move({ 1, 2, 3 }, 2, 3, 1))", "233"),
        ("table.find({ 'a', 'b' }, 'b')", "2"),
        ("#table.create(3, 0)", "3"),
        ("table.clone({ 7 })[1]", "7"),
        ("utf8.len('äö')", "2"),
        ("tonumber('ff', 16)", "255"),
        ("tonumber('12')", "12"),
        ("string.unpack('z', string.pack('z', 'hi'))", "hi"),
        ("(function() local n = 0 for a in string.gmatch('a b c', '%a') do n = n + 1 end return n end)()", "3"),
        (
            "(function() local n = 0 for a in string.gmatch(('a '):rep(3000), '%a') do n = n + 1 end return n end)()",
            "3000",
        ),
        ("select(2, pcall(string.rep))", "missing argument #1 to 'rep' (string expected)"),
        ("select(2, pcall(table.concat, { {} }))", "invalid value (table) at index 1 in table for 'concat'"),
    ] {
        let body = format!("local value = ({code})\nif tostring(value) ~= {value:?} then error(tostring(value)) end");
        if let Err(fault) = play(&script(&body)) {
            panic!("{code}: {fault}");
        }
    }
}

#[test]
fn reasons_are_bounded_and_never_shared() {
    let body = "for i = 1, 70000 do event.game:tell('reason ' .. i) end";
    let (mut game, choice) = about_to_place(body);
    let (fault, spent) = timed(|| fault_of(&mut game, choice).expect("there are too many"));
    assert!(fault.message.contains("at most 65535 different reasons"), "{fault}");
    assert!(spent < Duration::from_secs(3), "{spent:?}");
}

#[test]
fn many_offers_are_made_at_once() {
    let script = "return { options = function(decision)
        if decision.placing then return end
        local numbers = {}
        for i = 1, 19000 do numbers[i] = i % 18000 end
        decision:offer('pick', numbers)
        decision:offer('wave', decision.game:figures())
        for i = 1, 500 do decision:offer('pick', { i }) end
      end, verbs = { pick = function() end, wave = function() end } }";
    let mut game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    let ((), spent) = timed(|| assert_eq!(wander(&mut game, &mut Chance::new(1), 1), 0));
    assert!(spent < Duration::from_secs(1), "{spent:?}");
    let words: Vec<String> = game.decision().unwrap().options().map(|option| game.choice_words(option)).collect();
    assert_eq!(words.iter().filter(|words| words.starts_with("pick")).count(), 18_000, "each number once");
    // The followers in a supply look the same; so do those of the other player.
    let waves = words.iter().filter(|words| words.starts_with("wave")).count();
    assert!((2..=6).contains(&waves), "{waves}");
    let endless =
        "return { options = function(decision) while true do decision:offer('pick', nil, { free = true }) end end,
                   verbs = { pick = function() end } }";
    let fault = Game::new(setup(endless, false).unwrap(), 1).map(drop).unwrap_err();
    assert!(fault.message.contains("a decision has at most 20000 lines"), "{fault}");
}

#[test]
fn handlers_that_call_each_other_share_what_a_choice_may_take() {
    let script = "return { on_move = function(event)
        for i = 1, 1900000 do end
        local segment = event.game.turn.tile:segments()[1]
        for _, figure in ipairs(event.game:figures()) do
          pcall(function() event.game:move(figure, segment, 'chaos') end)
        end
      end }";
    let mut game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    let (fault, spent) = timed(|| {
        loop {
            let choices: Vec<_> = game.decision().unwrap().options().collect();
            let choice = *choices.iter().find(|choice| matches!(choice, Choice::Deploy(..))).unwrap_or(&choices[0]);
            match game.choose(choice) {
                Ok(_) => {}
                Err(Unchosen::Fault(fault)) => break fault,
                Err(refused) => panic!("{refused}"),
            }
        }
    });
    assert!(fault.message.contains("one choice take more than 10000000 steps") && !fault.halted, "{fault}");
    assert!(spent < Duration::from_secs(10), "{spent:?}");
}
