//! Target `chaos`: a house rule whose hooks call any function with any values, played for some turns with some sets.
//! The result must be script errors or play; the laws hold, and the game saves and loads.

use std::cell::RefCell;
use std::sync::Arc;
use std::time::Duration;

use bastide::bot::{Bot, Random};
use bastide::game::laws;
use bastide::game::library::Library;
use bastide::io::split;
use bastide_core::manifest::{Expansion, Folder, Portion};
use bastide_core::script::Sort;
use bastide_core::{Chance, Game, Setup, Unchosen};
use cpu_time::ThreadTime;
use proptest::prelude::*;

use super::Target;
use super::soup::{known, noise, number, word};
use crate::api::{filter_keys, names};
use crate::sets;

pub const TARGET: Target = Target { name: "chaos", inputs, attempt, budget: Duration::from_secs(20), share: 100 };

/// Says which sets are played and from which seed.
const PLAY: &str = "-- play ";
const CHOICES: usize = 10;
/// No more choices follow when this much CPU time is used up: the budget of an input is for one choice and its replays, not
/// for ten choices that each use up what the program lets handlers take.
const ENOUGH: Duration = Duration::from_secs(2);
/// The CPU time that one choice may take: a little more than the program lets its handlers take.
const MAX_CHOICE: Duration = Duration::from_secs(5);
const HEAD: &str = "--[=[
id = \"chaos\"
name = \"Chaos\"
version = \"1.0.0\"
[verbs]
wave = \"wave at\"
poke = \"poke\"
[tokens.pebble]
count = 5
[counters.rise]
[zones.cellar]
owned = true
[figures.ghost]
count = 1
neutral = true
[figures.page]
count = 2
on = [\"city\", \"road\"]
follower = true
]=]
";
/// Several sets that meet.
const TOGETHER: &str = "base princess-and-dragon tower count inns-and-cathedrals";
/// What every handler begins with: the objects that can be had, in a list of its own.
const GATHER: &str = "local function gather(this)
  local found, game = {}, nil
  pcall(function() game = this.game or this end)
  local function note(thing)
    if type(thing) == 'table' then for _, one in ipairs(thing) do note(one) end
    elseif thing ~= nil and #found < 60 then found[#found + 1] = thing end
  end
  for _, name in ipairs({ 'turn', 'player', 'tile', 'feature', 'figure', 'segment', 'features', 'winners', 'players', 'from' }) do
    pcall(function() note(this[name]) end)
  end
  pcall(function() note(game:figures()) end)
  pcall(function() note(game:features()) note(game:tiles()) end)
  pcall(function() note(game:zone('cellar', game.players[1])) end)
  pcall(function() note(game.turn.tile:segments()) end)
  pcall(function() note(game:cell(0, 0)) note(game:cell(0, 0):corner('SE')) end)
  return function(n) return found[n % (#found > 0 and #found or 1) + 1] end, game
end
";
/// Names that no object has, among those that some have.
const UNKNOWN: [&str; 2] = ["deploy", "nothing"];
const JUNK: [&str; 34] = [
    "nil",
    "true",
    "false",
    "1.5",
    "-1e6",
    "1e9",
    "0 / 0",
    "1 / 0",
    "2 ^ 53",
    "''",
    "'x'",
    "'road'",
    "'city'",
    "'field'",
    "'follower'",
    "'ghost'",
    "'page'",
    "'pebble'",
    "'cellar'",
    "'rise'",
    "'wave'",
    "'poke'",
    "'tile'",
    "'supply'",
    "'deploy'",
    "'active'",
    "'chaos'",
    "{}",
    "{ 1, 2 }",
    "{ 'x' }",
    "function() end",
    "('x'):rep(5000)",
    "'\\xff\\0'",
    "setmetatable({}, { __index = function() return 1 end })",
];
/// Keys of other tables than filters.
const KEYS: [&str; 7] = ["at", "free", "home", "only", "rate", "winners", "neighbour"];
/// Calls as an honest script makes them: they reach further than chance does.
const HONEST: [&str; 31] = [
    "game:score_feature(object(A), { home = A % 2 == 0 })",
    "game:score_feature(object(A), { winners = { game.turn.player }, complete = true })",
    "for _, one in ipairs(game:features()) do if one:sheet().total > A then game:score_feature(one, { only = game.turn.player }) end end",
    "this:offer('poke', game:cells({ open = true, taken = A % 3 }), { free = true })",
    "game:ask({ player = game.turn.player, verb = 'wave', options = game:cell(A - B, B):around(), optional = true })",
    "game:move(object(A), object(B), 'chaos')",
    "for _, one in ipairs(game:figures()) do pcall(function() game:move(one, object(A), 'chaos') end) end",
    "game:move(game:figure('ghost'), object(A), 'chaos')",
    "game:move(game:ready(game.turn.player, 'page'), object(A), 'chaos')",
    "game:move(object(A), object(A):home(), 'chaos')",
    "game:score(game.turn.player, A - B, 'chaos')",
    "game:give(game.turn.player, 'pebble', A - B)",
    "game:raise(game.turn.tile, 'rise', A - B)",
    "game:ask({ player = game.turn.player, verb = 'poke', options = { object(A), object(B) }, optional = true })",
    "game:ask({ player = game:after(game.turn.player), verb = 'wave', options = function() return { A, object(B), 'x' } end })",
    "game.state.a = (game.state.a or 0) + game:roll(6)",
    "game.state.b = { A, B, { x = object(A) } }",
    "game:extra_part('chaos', true)",
    "game:set_aside()",
    "game:merge()",
    "game:move(game:draw(), 'pile', { at = A % 2 == 0 and 'mixed' or 'upper' })",
    "game:move(game:tiles({ zone = 'aside' })[1], 'pile', { at = B % 2 == 0 and 'top' or 'bottom' })",
    "local t = game:draw() local p = game:fits(t) if #p > 0 then game:place(t, p[A % #p + 1]) end",
    "local t = game:draw() local p = game:ask({ player = game:after(game.turn.player), options = game:fits(t), optional = true }) if p then game:place(t, p) end",
    "game:extra_turn(game:after(game.turn.player), { draw = A % 2 == 0, why = 'chaos' })",
    "game:tell('A' .. game:left() .. #game:fits(object(B)))",
    "game:tell('A' .. tostring(object(B)))",
    "this:offer('poke', { object(A), object(B) }, { free = true })",
    "this:offer('wave', game:figures(), { free = A % 2 == 0 })",
    "for i, place in this:each() do if i % 2 == 0 then this:veto(i, 'chaos') end end",
    "this:deploy({ elsewhere = true })",
];

thread_local! {
    static LIBRARY: RefCell<Library> = RefCell::default();
}

/// A method or field that some object has, or none.
fn name(sort: Sort) -> BoxedStrategy<String> {
    word([&names(sort)[..], &UNKNOWN].concat())
}

/// A key of a filter, or of another table that scripts give.
fn key() -> BoxedStrategy<String> {
    word([&filter_keys()[..], &KEYS].concat())
}

fn object() -> BoxedStrategy<String> {
    prop_oneof![
        1 => Just("this".to_string()),
        2 => Just("game".to_string()),
        4 => (0u8..60).prop_map(|n| format!("object({n})")),
        1 => name(Sort::Field).prop_map(|field| format!("this.{field}")),
    ]
    .boxed()
}

fn value() -> BoxedStrategy<String> {
    let plain = prop_oneof![4 => word(&JUNK), 2 => number()].boxed();
    let question = (object(), object(), word(&["wave", "poke", "x"])).prop_map(|(player, option, verb)| {
        format!("{{ player = {player}, verb = '{verb}', options = {{ {option}, 1 }} }}")
    });
    let filter = (key(), plain.clone(), key(), object())
        .prop_map(|(key, value, other, object)| format!("{{ {key} = {value}, {other} = {object} }}"));
    prop_oneof![4 => object(), 3 => plain, 1 => question, 2 => filter].boxed()
}

fn line() -> BoxedStrategy<String> {
    let call = (object(), name(Sort::Method), prop::collection::vec(value(), 0..4))
        .prop_map(|(object, method, arguments)| format!("{object}:{method}({})", arguments.join(", ")));
    let honest = (word(&HONEST), 0u8..60, 0u8..60)
        .prop_map(|(call, a, b)| call.replace('A', &a.to_string()).replace('B', &b.to_string()));
    prop_oneof![
        5 => call,
        5 => honest,
        1 => (object(), name(Sort::Field), value()).prop_map(|(object, field, value)| format!("{object}.{field} = {value}")),
        1 => (name(Sort::Field), value()).prop_map(|(field, value)| format!("game.state.{field} = {value}")),
        1 => object().prop_map(|object| format!("game:tell(tostring({object}) .. #{object})")),
        1 => noise().prop_map(|text| format!("game:tell({:?})", text.escape_debug().to_string())),
    ]
    .boxed()
}

/// A handler; each line is caught, but for one now and then, and it may answer something.
fn handler() -> BoxedStrategy<String> {
    let line = (line(), 0u8..30).prop_map(|(line, bare)| match bare {
        29 => format!("  {line}\n"),
        _ => format!("  pcall(function() {line} end)\n"),
    });
    let answer = prop_oneof![4 => Just(String::new()), 1 => value().prop_map(|value| format!("  do return {value} end\n")), 1 => Just("  do return false, 'chaos' end\n".to_string())];
    (prop::collection::vec(line, 1..8), answer)
        .prop_map(|(lines, answer)| {
            format!("function(this, more)\n  local object, game = gather(this)\n{}{answer}end", lines.concat())
        })
        .boxed()
}

/// Each set beside the base game, and some together.
fn tables() -> Vec<String> {
    let others = sets::ALL.iter().filter(|set| *set != "base").map(|set| format!("base {set}"));
    others.chain([TOGETHER.into()]).collect()
}

fn inputs() -> BoxedStrategy<Vec<u8>> {
    let hook = (word(names(Sort::Hook)), handler()).prop_map(|(hook, handler)| format!("chaos.{hook} = {handler}\n"));
    let verb =
        (word(&["wave", "poke"]), handler()).prop_map(|(verb, handler)| format!("chaos.verbs.{verb} = {handler}\n"));
    let rule = handler().prop_map(|handler| format!("chaos.rules = {{ chaos = {handler} }}\n"));
    let part = prop_oneof![8 => hook, 2 => verb, 1 => rule];
    // A table with one script is set far faster.
    let sets = prop_oneof![2 => Just("base".to_string()), 1 => known(tables())];
    (sets, 0u16..1000, prop::collection::vec(part, 1..5))
        .prop_map(|(sets, seed, parts)| {
            let start = "local chaos = { verbs = { wave = function() end, poke = function() end } }\n";
            format!("{HEAD}{PLAY}{sets} seed {seed}\n{GATHER}{start}{}return chaos\n", parts.concat()).into_bytes()
        })
        .boxed()
}

/// The table that an input is played at, and the seed.
fn set_up(input: &[u8]) -> Option<(Arc<Setup>, u64)> {
    let text = String::from_utf8_lossy(input);
    let play = text.lines().find_map(|line| line.strip_prefix(PLAY))?;
    let (sets, seed) = play.split_once(" seed ")?;
    let names: Vec<String> = sets.split(' ').map(String::from).collect();
    let mut recipe = LIBRARY.with_borrow_mut(|library| library.recipe(&names)).ok()?;
    let rule = Expansion::read_house(&Folder::from_files("fuzz", [("chaos.lua", input)])).ok()?;
    recipe.expansions.push(Portion::one(Arc::new(rule)));
    let setup = Setup::new(recipe, vec!["Ann".into(), "Ben".into()], false).ok()?;
    Some((Arc::new(setup), seed.trim().parse().ok()?))
}

fn attempt(input: &[u8]) -> Result<(), String> {
    let Some((setup, seed)) = set_up(input) else { return Ok(()) };
    let Ok(mut game) = Game::new(setup.clone(), seed) else { return Ok(()) };
    let mut chance = Chance::new(seed);
    let mut bot = Random::new(Chance::new(seed + 1));
    let start = ThreadTime::now();
    for _ in 0..CHOICES {
        let begun = start.elapsed();
        if begun > ENOUGH {
            break;
        }
        let Some(choice) = bot.choose(&game) else { break };
        let before = game.log().len();
        let chosen = game.choose(choice).map(drop);
        let spent = start.elapsed().saturating_sub(begun);
        if spent > MAX_CHOICE {
            return Err(format!("one choice took {spent:.1?} of CPU time"));
        }
        match chosen {
            Err(Unchosen::Refused(refusal)) => return Err(format!("a listed choice is refused: {refusal}")),
            Err(Unchosen::Fault(_)) if game.log().len() != before => {
                return Err("a failed choice leaves a trace".into());
            }
            Err(Unchosen::Fault(_)) | Ok(()) => {}
        }
    }
    if !game.is_over() && game.decision().is_some_and(|decision| decision.len() == 0) {
        return Err("a decision has no option".into());
    }
    laws::position(&game).map_err(|law| format!("a law is broken: {law}"))?;
    laws::history(&game, &mut chance).map_err(|law| format!("a law is broken: {law}"))?;
    game.projected();
    drop(game.log_lines(0));
    game.accounts().iter().for_each(|account| drop(game.account_sentence(account)));
    loads(&game, setup)
}

/// What is saved of the game, in words, plays it again.
fn loads(game: &Game, setup: Arc<Setup>) -> Result<(), String> {
    let mut again = Game::new(setup, game.seed()).map_err(|fault| fault.to_string())?;
    for line in game.record_lines() {
        let words = split::words(&line).map_err(|error| format!("a saved line is not read: `{line}`: {error}"))?;
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let choice = again.find(&words).map_err(|why| format!("a saved line is refused: `{line}`: {why}"))?;
        again.choose(choice).map_err(|why| format!("a saved line fails: `{line}`: {why}"))?;
    }
    let same = again.log() == game.log() && again.scores() == game.scores();
    if same { Ok(()) } else { Err("what was saved loads as another game".into()) }
}
