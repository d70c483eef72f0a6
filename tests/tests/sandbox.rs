//! A stranger's script can do no harm: each attack is stopped, named by expansion, hook, file and line, and the game stands as
//! it stood before the choice.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bastide_core::fault::Fault;
use bastide_core::game::{Game, Unchosen};
use bastide_core::manifest::{Expansion, Folder, Portion, Recipe};
use bastide_core::setup::{Setup, SetupError};
use bastide_tests::deal::root;

const MANIFEST: &str = "id = \"evil\"\nname = \"Evil\"\nversion = \"1.0.0\"\napi = 1\n";

/// A table with the base game and a stranger's script.
fn setup(script: &str) -> Result<Setup, SetupError> {
    let base = Expansion::read(&Folder::read_dir(root().join("../expansions/base")).unwrap()).unwrap();
    let files = [("expansion.toml", MANIFEST.as_bytes()), ("init.lua", script.as_bytes())];
    let evil = Expansion::read(&Folder::from_files("evil", files)).unwrap();
    let expansions = [base, evil].map(|expansion| Portion::one(Arc::new(expansion))).into();
    Setup::new(Recipe { expansions, ..Recipe::default() }, vec!["Red".into(), "Blue".into()], true)
}

/// A game in which Blue's next choice completes Red's road, so that the script is asked what it is worth.
fn game(script: &str) -> Game {
    let mut game = Game::new(Arc::new(setup(script).expect("the script loads")), 1).expect("the game begins");
    for line in ["put D 0,0 r0", "put W 1,0 r0 Red:follower@road:W", "next W", "turn Blue", "place -1,0 r180"] {
        let words: Vec<&str> = line.split(' ').collect();
        match words[0] {
            "place" => drop(game.choose(game.find(&words).unwrap()).map(|_| ())),
            _ => game.lab(&words).unwrap(),
        }
    }
    game
}

/// Blue passes; the body runs as `on_score` of roads.
fn pass_with(body: &str) -> (Result<i32, Fault>, Game) {
    let mut game = game(&format!(
        "return {{ on_score = {{ when = {{ kind = \"road\" }}, run = function(score)\n{body}\nend }} }}"
    ));
    let pass = game.find(&["pass"]).unwrap();
    let result = match game.choose(pass) {
        Ok(_) => Ok(game.scores()[0]),
        Err(Unchosen::Fault(fault)) => Err(*fault),
        Err(Unchosen::Refused(refusal)) => panic!("{refusal}"),
    };
    (result, game)
}

/// The body is stopped, named, and taken back.
fn stopped(body: &str) -> Fault {
    let start = Instant::now();
    let before = game("return {}");
    let (result, game) = pass_with(body);
    let fault = result.expect_err(body);
    assert!(start.elapsed() < Duration::from_secs(20), "{body} took {:?}", start.elapsed());
    assert_eq!((fault.expansion.as_str(), fault.hook.as_str()), ("evil", "on_score"), "{body}");
    assert!(fault.file.ends_with("init.lua"), "{}", fault.file);
    assert_eq!(game.scores(), before.scores(), "{body}");
    assert_eq!(game.record(), before.record(), "{body}");
    assert_eq!(game.log(), before.log(), "{body}");
    assert!(game.decision().is_some_and(|decision| decision.find("pass").is_ok()), "{body}");
    fault
}

#[test]
fn an_honest_script_is_heard() {
    assert_eq!(pass_with("score:rate('tile', 1, 'x') score:add(10, 'y')").0, Ok(16));
    assert_eq!(pass_with("score:void('z') score:rate('tile', 5, 'x')").0, Ok(0));
    assert_eq!(pass_with("assert(score.complete and score.kind == 'road' and score:count('tile') == 3)").0, Ok(3));
}

#[test]
fn loops_without_end_are_stopped_wherever_they_hide() {
    for body in [
        "while true do end",
        "while true do pcall(function() while true do end end) end",
        "local function f() pcall(f) while true do pcall(f) end end f()",
        "local t = setmetatable({}, { __index = function(t, k) while true do end end }) return t.x",
        "table.sort({ 3, 2, 1 }, function() while true do end end)",
        "string.gsub('aaa', 'a', function() while true do end end)",
        "local s = string.rep('a', 300) string.find(s, string.rep('a?', 300) .. string.rep('a', 300) .. 'b')",
        "local s = string.rep('a', 20000) for _ = 1, 1000000 do string.find(s, '.-.-.-.-b') end",
        "local co = setmetatable({}, { __call = function(self) return self() end }) return co()",
    ] {
        let fault = stopped(body);
        assert!(!fault.message.is_empty(), "{body}");
    }
}

#[test]
fn hunger_for_memory_is_stopped() {
    for body in [
        "local s = 'x' while true do s = s .. s end",
        "local s = string.rep('x', 2 ^ 30)",
        "local t = {} while true do t[#t + 1] = string.rep('x', 1000000) .. #t end",
        "local t = {} while true do t = { t, t } t[#t + 1] = {} end",
        "return table.create(2 ^ 30, 0)",
        "local t = {} for i = 1, 1e9 do t[i] = i end return table.concat(t)",
        "return table.unpack({}, 1, 1e8)",
        "return table.move({ 1 }, 1, 1e9, 2)",
    ] {
        stopped(body);
    }
    // A length past 31 bits wraps round in Luau: nothing is made, so that nothing has to be stopped.
    assert_eq!(pass_with("assert(#string.rep('x', 2 ^ 31) == 0)").0, Ok(3));
    // The next game of the same thread has its memory again.
    assert_eq!(pass_with("score:add(1, 'x')").0, Ok(4));
}

#[test]
fn depth_is_stopped() {
    stopped("local function f() return 1 + f() end return f()");
    stopped("local t = {} for _ = 1, 1e6 do t = setmetatable({}, { __index = t }) end return t.x.y");
}

#[test]
fn nothing_of_the_machine_is_within_reach() {
    let gone = "collectgarbage coroutine debug gcinfo getfenv io load loadfile dofile loadstring newproxy os package print \
                require setfenv _VERSION";
    for name in gone.split_whitespace() {
        assert_eq!(pass_with(&format!("assert({name} == nil, '{name}')")).0, Ok(3), "{name}");
    }
    assert_eq!(pass_with("for name in pairs(_G) do assert(name ~= 'os' and name ~= 'io') end").0, Ok(3));
}

#[test]
fn shared_libraries_cannot_be_poisoned() {
    for body in [
        "string.format = function() return 'evil' end",
        "table.insert = nil",
        "math.floor = function() return 0 end",
        "getmetatable('').__index = { upper = function() return 'evil' end }",
        "getmetatable('').__add = function() return 1 end",
        "rawset(string, 'rep', nil)",
        "setmetatable(string, {})",
        "score.complete = false",
        "getmetatable(score).__index = nil",
    ] {
        stopped(body);
    }
}

#[test]
fn what_is_shown_never_tells_an_address() {
    let shown = "local function plain(s) assert(not s:find('0x'), s) end \
                 plain(tostring({})) plain(tostring(print)) plain(tostring(score)) plain(string.format('%s', {})) \
                 plain(string.format('%s %s', score, function() end)) \
                 local ok, e = pcall(function() error({}) end) plain(tostring(e)) \
                 local ok, e = pcall(function() return {} .. 'x' end) plain(tostring(e))";
    assert_eq!(pass_with(shown).0, Ok(3));
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
        "score:nothing()",
        "error('on purpose')",
        "error()",
        "local x = nil + 1",
    ] {
        stopped(body);
    }
    let fault = stopped("local a = 1\nlocal b = a.b.c");
    assert_eq!((fault.line, fault.source.as_str()), (3, "local b = a.b.c"), "{}", fault.message);
    assert!(stopped("score:rate('tils', 1, 'x')").message.contains("did you mean `tile`?"));
}

#[test]
fn a_module_that_cannot_be_loaded_is_named_with_its_line() {
    let refused = |script: &str| match setup(script) {
        Err(SetupError::Script(fault)) => *fault,
        Err(other) => panic!("{script}: {other}"),
        Ok(_) => panic!("{script} loads"),
    };
    assert_eq!(refused("return {\n  on_score = function(\n}").line, 3);
    assert!(refused("return 7").message.contains("no table"));
    assert!(refused("return { on_scoer = function() end }").message.contains("did you mean `on_score`?"));
    assert!(refused("return { on_score = 7 }").message.contains("a function"));
    let fault = refused("return { on_score = {\n when = { kind = 'rod' },\n run = function() end } }");
    assert!(fault.message.contains("did you mean `road`?"), "{}", fault.message);
    assert_eq!(fault.line, 3);
    assert!(
        refused("return { on_score = { wen = {}, run = function() end } }").message.contains("did you mean `when`?")
    );
    let fault = refused("return { on_score = { when = { tag = 'x' }, run = function() end } }");
    assert!(fault.message.contains("there are pennant"), "{}", fault.message);
    assert!(refused("while true do end").message.contains("steps"));
    assert!(refused("\x1bLua").message.len() > 3, "bytecode is no text");
    assert!(refused("error('at load')").message.contains("at load"));
}
