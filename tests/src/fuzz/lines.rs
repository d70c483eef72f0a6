//! Target `lines`: the first line starts a game; the others are typed as at the prompt, with Tab and grey hints.
//! Nothing may panic, and the final game must save and load.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use bastide::draw::screen::{Screen, ViewSettings};
use bastide::draw::view::{Depth, Glyphs, Look, Zoom};
use bastide::game::library::Library;
use bastide::game::table::Table;
use bastide::game::{load, record};
use bastide::io::split;
use bastide::line::complete::complete;
use bastide::line::foresee::foresee;
use bastide::line::lines;
use bastide::session::Session;
use bastide_core::{Game, lab};
use proptest::prelude::*;

use super::Target;
use super::soup::{known, noise, number, word};
use crate::sets;

pub const TARGET: Target = Target { name: "lines", inputs, attempt, budget: Duration::from_secs(5), share: 400 };

/// How things are drawn.
const LOOK: Look = Look { glyphs: Glyphs::Unicode, depth: Depth::Ansi256, zoom: Zoom::Play };
/// How games begin, and how often.
const NEW: [(&str, usize); 7] = [
    ("new base --players Ann,Ben --seed 5", 12),
    ("new base --players Ann,Ben --bots Ben=random --seed 3", 8),
    ("new base --players Red,Blue --lab", 8),
    ("new base --players Ann,Ben,Cem --edition rgg-2000 --option first_player=youngest --seed 2", 4),
    ("new inns-and-cathedrals river --players Ann,Ben --bots Ben=random --seed 4", 3),
    ("new count --players Red,Blue --lab", 2),
    ("new princess-and-dragon tower count --players Ann,Ben --bots Ben=random --seed 8", 1),
];
/// Commands that answer at once.
const QUICK: &[&str] = &[
    "board",
    "look",
    "info",
    "farms",
    "owners",
    "fits",
    "bag",
    "display",
    "zoom",
    "plain",
    "pan",
    "stats",
    "assist",
    "legal",
    "scores",
    "score",
    "ledger",
    "why",
    "log",
    "state",
    "supply",
    "undo",
    "redo",
    "bots",
    "run",
    "tiles",
    "editions",
    "options",
    "expect",
    "help",
    "paths",
    "expect refused",
    "resume",
    "save",
    "load",
    "export",
    "replay",
    "trace",
    "trace all",
    "trace off",
    "break",
    "break on",
    "step",
    "events",
    "watch",
    "act",
    "hook",
    "quit",
    "exit",
];
/// Commands that take their time: seldom, and with words that bound them.
const SLOW: &[&str] = &[
    "hint 2",
    "tutorial",
    "tutorial next",
    "tutorial 2",
    "tutorial leave",
    "expansions",
    "bots Ann greedy",
    "run 1",
    "reload",
    "man",
    "completions bash",
    "new base --players A,B --seed 1",
    "new --lab",
    "bench base --games 1",
    "match random random --games 2",
    "simulate base --bots random --games 2",
    "compare base inns --bots random --games 2",
    "merge",
    "act \"game:score(game.players[1], 1, 'x')\"",
    "hook \"on_turn = function(turn) turn.game:score(turn.player, 1, 'x') end\"",
    "new inns --players A,B,C,D,E,F --bots random --seed 3",
    "reload --without river",
    "new base*2 --players Ann,Ben",
];
const LUA: &[&str] = &[
    "lua 1 + 1",
    "lua game:features()",
    "lua game:figures({ owner = game.turn.player })",
    "lua game.players[1].points",
    "lua error('x')",
    "lua game:score(game.players[1], 5, 'x')",
    "lua (",
    "lua return function() end",
    "lua for i = 1, 10 do print(i) end",
    "lua setmetatable({}, { __tostring = function() error('y') end })",
    "lua string.rep('ab', 1000)",
    "lua -1",
    "lua {}",
];
const WORDS: &[&str] = &[
    "a",
    "b",
    "c",
    "z",
    "-",
    "1",
    "2",
    "a 1",
    "a 1 1",
    "b 2 -",
    "pass",
    "place",
    "deploy",
    "0,0",
    "1,0",
    "0,-1",
    "-1,0",
    "9,9",
    "32767,0",
    "-32768,-32768",
    "r0",
    "r90",
    "r180",
    "r270",
    "r45",
    "city:N",
    "road:W",
    "field:NL",
    "0,0/city:N",
    "0,0/1",
    "follower@road:W",
    "Ann:follower@0,0/road:W",
    "Red:follower@city:N",
    "dragon@0,0",
    "Ann",
    "Ben",
    "Red",
    "Blue",
    "follower",
    "large",
    "builder",
    "pig",
    "dragon",
    "fairy",
    "piece",
    "home",
    "N",
    "E",
    "S",
    "W",
    "owners",
    "farms",
    "none",
    "some",
    "full",
    "off",
    "on",
    "random",
    "turn",
    "--final",
    "--ascii",
    "--to",
    "--html",
    "--format",
    "json",
    "--format=json",
    "--plain",
    "--keep-going",
    "--help",
    "-h",
    "--",
    "?",
    "city",
    "road",
    "field",
    "D",
    "W",
    "X",
    "V",
    "E",
    "points",
    "option",
    "farmers",
    "tiny_city",
    "pile",
    "aside",
    "out",
    "only",
    "supply",
    "log",
    "hole",
    "refused",
    "over",
    "\"",
    "'",
    "\\",
    "#",
    ";",
    "missing/x.txt",
    "x*9",
];

thread_local! {
    static LIBRARY: Library = Library::default();
    /// Sessions in which nothing was typed yet, with the game that a line began: to draw its tiles anew would cost the most.
    static FRESH: RefCell<BTreeMap<String, (Session, Option<Table>)>> = RefCell::default();
}

/// How games begin, as often as they should: those above, each set once, and the first seven at once.
fn beginnings() -> Vec<String> {
    let listed = NEW.iter().flat_map(|(line, times)| vec![line.to_string(); *times]);
    let each = (1..).zip(sets::ALL.iter()).map(|(seed, set)| format!("new {set} --players Ann,Ben --seed {seed}"));
    let seven = format!("new {} hole-bonus --players Ann,Ben --seed 8", sets::first());
    listed.chain(each).chain([seven]).collect()
}

fn inputs() -> BoxedStrategy<Vec<u8>> {
    let lab: Vec<String> = lab::VERBS.iter().map(|(verb, _)| verb.to_string()).collect();
    let verbs = word(&[
        "fairy", "dragon", "sendhome", "tower", "capture", "guard", "ransom", "enter", "count", "join", "first",
        "portal",
    ]);
    let first = prop_oneof![5 => word(QUICK), 3 => known(lab), 1 => verbs, 1 => noise(), 4 => word(WORDS)];
    let rest = prop_oneof![16 => word(WORDS), 4 => number(), 2 => noise(), 1 => known(sets::ALL.clone())];
    let said =
        (first, prop::collection::vec(rest, 0..5)).prop_map(|(first, rest)| [vec![first], rest].concat().join(" "));
    let moves = word(&[
        "a 1 1",
        "a 1 -",
        "b 1 1",
        "a 2",
        "b 1",
        "1",
        "2",
        "-",
        "pass",
        "c 1 2",
        "d 3 1",
        "a",
        "start",
        "turn Red",
        "next D W V",
        "put D 0,0 r0",
    ]);
    let line = prop_oneof![
        160 => said.prop_map(|line| line.replace('\n', " ")),
        120 => moves,
        4 => word(LUA),
        1 => word(SLOW),
    ];
    (known(beginnings()), prop::collection::vec(line, 1..6))
        .prop_map(|(begun, lines)| format!("{begun}\n{}\n", lines.join("\n")).into_bytes())
        .boxed()
}

/// A session in which this line was typed, and the game that it began.
fn begun(line: &str) -> (Session, Option<Table>) {
    if let Some(fresh) = FRESH.with_borrow_mut(|fresh| fresh.remove(line)) {
        return fresh;
    }
    let mut session = Session::new(LIBRARY.with(Library::clone), Screen::new(LOOK, Some((100, 40))));
    // Writes no file, whatever is typed.
    session.context.in_scene = true;
    session.execute(line);
    session.context.begun = 0;
    let table = session.context.table.clone();
    (session, table)
}

/// Keeps a session for the next game, as if nothing had been typed.
fn wipe(line: &str, mut session: Session, table: Option<Table>) {
    session.context.table = table.clone();
    session.context.file = None;
    (session.context.screen.look, session.context.screen.settings) = (LOOK, ViewSettings::default());
    FRESH.with_borrow_mut(|fresh| fresh.insert(line.into(), (session, table)));
}

fn attempt(input: &[u8]) -> Result<(), String> {
    let text = String::from_utf8_lossy(input);
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let (mut session, table) = begun(first);
    for line in rest.lines() {
        if typed(&mut session, line)? {
            break;
        }
    }
    // Whether the game is played with what the first line says.
    let is_another = session.context.begun > 0 || ["tutorial", "reload"].iter().any(|word| rest.contains(word));
    if let Some(left) = &session.context.table {
        // To draw the table and to read a record whole cost more than all that was typed.
        if input.len().is_multiple_of(4) {
            session.context.screen.turn(&left.game);
        }
        match &table {
            Some(table) if !is_another && !input.len().is_multiple_of(32) => plays_again(left, table)?,
            _ => loads(left)?,
        }
    }
    if !is_another {
        wipe(first, session, table);
    }
    Ok(())
}

/// Types a line as at the prompt. The answer is whether it was the last.
fn typed(session: &mut Session, text: &str) -> Result<bool, String> {
    for line in lines::commands(text) {
        // What helps while it is typed costs more than the line itself.
        if line.len() % 3 == 0 {
            let half = line.char_indices().nth(line.chars().count() / 2).map_or(0, |(at, _)| at);
            complete(&mut session.context, &line[..half]);
            foresee(&session.context, &line);
        }
        let said = session.execute(&line);
        if let Some(fault) = [&said.stdout, &said.stderr].into_iter().find(|said| said.contains("a fault in Bastide")) {
            return Err(format!("a fault: {fault}"));
        }
        if said.quits {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What is saved of a game plays it again, at the table that is set already.
fn plays_again(left: &Table, begun: &Table) -> Result<(), String> {
    let game = Game::new(begun.game.setup().clone(), begun.game.seed()).map_err(|fault| fault.to_string())?;
    let mut again = Table::new(game, begun.recipe.clone(), begun.seats.clone());
    for line in left.game.record_lines() {
        let words = split::words(&line).map_err(|error| format!("the saved line `{line}` is not read: {error}"))?;
        load::enter(&mut again, &words).map_err(|why| format!("a saved line is refused: `{line}`: {}", why.message))?;
    }
    same(left, &again)
}

fn loads(left: &Table) -> Result<(), String> {
    let text = record::text(left);
    let mut library = LIBRARY.with(Library::clone);
    let (again, _) = load::read(&mut library, Path::new("fuzz"), text.as_bytes())
        .map_err(|failure| format!("what was saved does not load: {}\n{text}", failure.message))?;
    same(left, &again)
}

fn same(left: &Table, again: &Table) -> Result<(), String> {
    let (left, again) = (&left.game, &again.game);
    // Reasons are numbered as they come up: what was typed and taken back before may have given them other numbers.
    let same_log = left.log() == again.log() || left.log_lines(0) == again.log_lines(0);
    let same = same_log && left.scores() == again.scores() && left.record_lines() == again.record_lines();
    if same { Ok(()) } else { Err("what was saved loads as another game".into()) }
}
