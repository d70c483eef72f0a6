//! The whole screen: every picture fits its terminal, with any sets, and is drawn fast enough.

use bastide::draw::overlay::Overlay;
use bastide::draw::screen::Screen;
use bastide::draw::view::{Depth, Glyphs, Look, Zoom, columns};
use bastide::game::library::Library;
use bastide::session::Session;

const ALL: &str = "river inns-and-cathedrals traders-and-builders princess-and-dragon tower count";

fn look(glyphs: Glyphs, depth: Depth) -> Look {
    Look { glyphs, depth, zoom: Zoom::Play }
}

/// A session in which random bots have played so many turns.
fn played(sets: &str, players: &str, turns: usize, look: Look, size: Option<(usize, usize)>) -> Session {
    let mut session = Session::new(Library::default(), Screen::new(look, size));
    let bots = vec!["random"; players.split(',').count()].join(",");
    say(&mut session, &format!("new {sets} --players {players} --bots {bots} --seed 7"));
    if turns > 0 {
        say(&mut session, &format!("run {turns}"));
    }
    session
}

fn say(session: &mut Session, line: &str) -> String {
    let outcome = session.execute(line);
    assert_eq!(outcome.code, 0, "{line}: {}", outcome.stderr);
    outcome.stdout
}

fn turn(session: &mut Session) -> String {
    let table = session.context.table.as_ref().unwrap();
    session.context.screen.turn(&table.game)
}

fn widest(text: &str) -> usize {
    text.lines().map(columns).max().unwrap_or(0)
}

#[test]
fn what_is_shown_after_a_turn_keeps_within_the_terminal() {
    let sizes = [(80, 24), (100, 40), (128, 40), (200, 60)];
    let looks = [
        look(Glyphs::Unicode, Depth::True),
        look(Glyphs::Unicode, Depth::Ansi16),
        look(Glyphs::Unicode, Depth::Mono),
        look(Glyphs::Ascii, Depth::Plain),
    ];
    for turns in [0, 9, 80] {
        let mut session = played(ALL, "Ann,Ben,Cleo", turns, looks[0], None);
        for look in looks {
            for size in sizes {
                for overlay in [Overlay::Off, Overlay::Farms, Overlay::Owners, Overlay::Fits] {
                    (session.context.screen.look, session.context.screen.size) = (look, Some(size));
                    session.context.screen.settings.overlay = overlay;
                    let text = turn(&mut session);
                    let shown = format!("{turns} turns, {size:?}, {look:?}, {overlay:?}\n{text}");
                    // What may be chosen is a line that a terminal breaks where it must.
                    let drawn = text.lines().filter(|line| !line.starts_with("fits at") && !line.starts_with("1 "));
                    let drawn = drawn.collect::<Vec<_>>().join("\n");
                    assert!(widest(&drawn) <= size.0, "{} columns: {shown}", widest(&drawn));
                    assert!(size.1 < 40 || text.lines().count() < size.1, "{} lines: {shown}", text.lines().count());
                }
            }
        }
    }
}

#[test]
fn the_board_and_its_panel_in_ascii() {
    let expected = "\
\u{20}      -1        0        1        2
             .       .                     turn 1 - 109 tiles left

 -2             (a)                              player points  +now   figures
                                           >  R  Red         0    +2   ******o - b p
             '       '                        B  Blue        0    +1   ******o + b p
    .       .. . . . .+#######+
             . . . . .. .###B##            in hand W  (3 more to come)
 -1    (b)   . . . . .. . .####            . . . .   . .|. .   . .|. .   . .|. .
             . . . . .. . . .##            ---o---   ---o. .   ---o---   . .o---
    '       '.#######.+ . . . +            . .|. .   . .|. .   . . . .   . .|. .
    .       ..#######.. . . . ..       .     r0        r90      r180      r270
             . . . . .. . . . .
  0   (cx3)  -------------. . .   (d)      . field  # city  - road
             . . R . .. .R+ . .
    '       '. . . . .. . | . .'       '
             .       ..       .

  1             (e)     (fx3)

             '       ''       '
fits at a b cx3 d e fx3   (c 1 = r0, c 2 = r180, c 3 = r270)";
    let mut session = Session::new(Library::default(), Screen::new(look(Glyphs::Ascii, Depth::Plain), Some((100, 40))));
    for line in [
        "new inns-and-cathedrals traders-and-builders --players Red,Blue --lab",
        "put D 0,0 r0 Red:follower@field:ER",
        "put E 0,-1 r180",
        "put V 1,0 r0 Red:large@road:W",
        "put N 1,-1 r90 Blue:follower@city:N",
        "next W U",
        "turn Red",
    ] {
        say(&mut session, line);
    }
    assert_eq!(turn(&mut session), expected);
}

#[test]
fn of_thousands_of_tiles_a_window_is_shown_that_can_be_moved() {
    let size = (100, 40);
    let mut session = played("base*100", "Ann,Ben", 2000, look(Glyphs::Unicode, Depth::True), Some(size));
    let whole = say(&mut session, "board");
    assert!(widest(&whole) <= size.0 && whole.lines().count() <= size.1, "{whole}");
    assert!(whole.contains('…') && whole.contains('┏'), "the last tile is in it, and it is cut: {whole}");
    let mut views = vec![whole.clone()];
    for line in ["pan E", "pan N", "pan W", "zoom in"] {
        say(&mut session, line);
        let view = say(&mut session, "board");
        assert!(widest(&view) <= size.0 && view.lines().count() <= size.1, "{line}: {view}");
        assert_ne!(Some(&view), views.last(), "{line}");
        views.push(view);
    }
    say(&mut session, "zoom auto");
    assert_eq!(say(&mut session, "board"), whole);
}
