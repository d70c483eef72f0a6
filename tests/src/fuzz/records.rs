//! Target `records`: saved games with changes, mostly with a corrected checksum. Whatever loads must save and load
//! again as the same game.

use std::cell::RefCell;
use std::path::Path;
use std::sync::LazyLock;
use std::time::Duration;

use bastide::draw::screen::Screen;
use bastide::game::library::Library;
use bastide::game::{load, record};
use bastide::session::Session;
use proptest::prelude::*;

use super::Target;
use super::soup::{edited, edits, known, noise, number, word};

pub const TARGET: Target = Target { name: "records", inputs, attempt, budget: Duration::from_secs(2), share: 300 };

const CHECK: &[u8] = b"# check ";
/// Sessions whose games are saved: short ones, so that many can be read.
const GAMES: [&[&str]; 9] = [
    &["new --players Ann,Ben --seed 5", "a 1 1", "b 2 -"],
    &["new base --players Ann,Ben --bots random,random --seed 3", "run 6"],
    &[
        "new base --players Ann,Ben,Cem --edition rgg-2000 --option first_player=youngest --seed 7",
        "first Ben",
        "assist some",
    ],
    &["new base --players Ann,Ben --bots random,random --seed 4 --option scoring_order=active-player", "run 14"],
    &["new inns-and-cathedrals --players Ann,Ben --bots random,random --seed 8", "run 8"],
    &["new traders-and-builders river --players Ann,Ben --bots random,random --seed 2", "run 12"],
    &["new princess-and-dragon tower --players Ann,Ben --bots random,random --seed 6", "run 12"],
    &[
        "new base --players Red,Blue --lab",
        "put D 0,0 r0",
        "put W 1,0 r0 Red:follower@road:W",
        "next W",
        "turn Blue",
        "place -1,0 r180",
        "pass",
    ],
    &[
        "new count --players Red,Blue --lab",
        "start",
        "give Red follower 1",
        "set points Blue 12",
        "tile mine city N road S-*",
        "next mine",
        "turn Red",
    ],
];
const WORDS: [&str; 44] = [
    "new",
    "place",
    "deploy",
    "pass",
    "score",
    "first",
    "join",
    "return",
    "put",
    "give",
    "take",
    "set",
    "next",
    "tiles",
    "roll",
    "tile",
    "turn",
    "finish",
    "start",
    "bots",
    "assist",
    "none",
    "full",
    "undo",
    "load",
    "quit",
    "Ann",
    "Ben",
    "Red",
    "Blue",
    "follower",
    "large",
    "dragon",
    "random",
    "search",
    "--lab",
    "--seed",
    "--option",
    "--players",
    "base*2",
    "0,0",
    "1,0",
    "r90",
    "follower@city:N",
];

static SAVED: LazyLock<Vec<String>> = LazyLock::new(|| GAMES.iter().map(|lines| saved(lines)).collect());

thread_local! {
    static LIBRARY: RefCell<Library> = RefCell::new(Library::default());
}

fn saved(lines: &[&str]) -> String {
    let mut session = Session::new(Library::default(), Screen::default());
    for line in lines {
        let said = session.execute(line);
        assert_eq!(said.code, 0, "{line}: {}", said.stderr);
    }
    record::text(session.context.table.as_ref().expect("a game"))
}

fn inputs() -> BoxedStrategy<Vec<u8>> {
    let seen = SAVED.iter().flat_map(|text| text.lines().map(String::from)).collect::<Vec<_>>();
    let seen_words = seen.iter().flat_map(|line| line.split(' ').map(String::from)).collect::<Vec<_>>();
    let words = prop_oneof![4 => known(seen_words), 2 => word(&WORDS), 2 => number(), 1 => noise()].boxed();
    let lines = prop_oneof![4 => known(seen), 2 => prop::collection::vec(words.clone(), 0..5).prop_map(|words| words.join(" ")), 1 => noise()].boxed();
    // Tables without scripts are set many times faster.
    let light = known(SAVED.iter().filter(|text| !text.contains("-and-")).cloned().collect());
    let saved = prop_oneof![5 => light, 1 => known(SAVED.clone())];
    (saved, edits(words, lines), 0u8..8)
        .prop_map(|(text, edits, damaged)| {
            let changed = edited(text.as_bytes(), &edits);
            if damaged == 7 { changed } else { sealed(&changed) }
        })
        .boxed()
}

/// The record with a check that is right.
fn sealed(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().filter(|line| !line.as_bytes().starts_with(CHECK)).collect();
    let body: String = lines.iter().map(|line| format!("{line}\n")).collect();
    [body.as_bytes(), CHECK, record::fingerprint(&body).as_bytes(), b"\n"].concat()
}

fn attempt(input: &[u8]) -> Result<(), String> {
    LIBRARY.with_borrow_mut(|library| {
        let Ok((table, _)) = load::read(library, Path::new("fuzz"), input) else { return Ok(()) };
        let text = record::text(&table);
        let (again, _) = load::read(library, Path::new("again"), text.as_bytes())
            .map_err(|failure| format!("what loaded does not load again: {}\n{text}", failure.message))?;
        let same = again.game.log() == table.game.log() && again.game.scores() == table.game.scores();
        if same && record::text(&again) == text {
            Ok(())
        } else {
            Err(format!("it loads again as another game\n{text}"))
        }
    })
}
