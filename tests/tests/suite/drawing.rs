//! The whole screen: every picture fits its terminal, with any sets, and is drawn fast enough.

use std::collections::BTreeSet;

use bastide::bot::{Bot, Random};
use bastide::draw::overlay::Overlay;
use bastide::draw::screen::Screen;
use bastide::draw::view::{Depth, Glyphs, Look, Zoom, columns};
use bastide::game::letters::{Lettered, lettered};
use bastide::game::library::Library;
use bastide::game::shorthand::options;
use bastide::session::Session;
use bastide_core::{Chance, Choice, Game};
use bastide_tests::program::Home;
use bastide_tests::sets;
use rexpect::process::WaitStatus;

use super::pty::{EXE, Terminal};

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
        let mut session = played(&sets::first(), "Ann,Ben,Cleo", turns, looks[0], None);
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
fn what_was_printed_above_stays_in_view_where_the_board_need_not_shrink() {
    let look = look(Glyphs::Ascii, Depth::Plain);
    for turns in [1, 6, 20, 60] {
        let mut session = played("base", "Ann,Ben", turns, look, Some((80, 24)));
        let mut seen = |above: usize| {
            session.context.screen.above = above;
            let lines = turn(&mut session).lines().count();
            (session.context.screen.places.unwrap().tile, lines)
        };
        let (without, with) = (seen(0), seen(4));
        assert!(with.0 == without.0 && with.1 <= without.1, "turn {turns}: {without:?}, {with:?}");
        assert!(turns > 1 || with.1 + 4 < 24, "{with:?}");
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
  0   (cx3)  -------------. . .   (d)      . field  # city  - road  _R_ lies on a field
             . ._R_. .. .R+ . .            + large  b builder  p pig
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
    assert!(whole.contains('…') && whole.contains('▌'), "the last tile is in it, and it is cut: {whole}");
    let mut views = vec![whole.clone()];
    for line in ["pan E", "pan S", "pan W", "zoom in"] {
        say(&mut session, line);
        let view = say(&mut session, "board");
        assert!(widest(&view) <= size.0 && view.lines().count() <= size.1, "{line}: {view}");
        assert_ne!(Some(&view), views.last(), "{line}");
        views.push(view);
    }
    say(&mut session, "zoom auto");
    assert_eq!(say(&mut session, "board"), whole);
}

/// The letters that lines such as `north: a b c   east: k-m` name.
fn named(text: &str, all: &[Lettered]) -> Vec<String> {
    let number = |letters: &str| all.iter().position(|cell| cell.letters == letters);
    let mut found = Vec::new();
    let sides = ["north:", "north-east:", "east:", "south-east:", "south:", "south-west:", "west:", "north-west:"];
    for line in text.lines().filter(|line| sides.iter().any(|side| line.starts_with(side))) {
        for word in line.split_whitespace().filter(|word| !sides.contains(word)) {
            let (first, last) = word.split_once('-').unwrap_or((word, word));
            if let (Some(first), Some(last)) = (number(first), number(last)) {
                found.extend(all[first..=last].iter().map(|cell| cell.letters.clone()));
            }
        }
    }
    found
}

/// Checks that every letter is drawn on its cell or named with its direction, and that the whole fits the terminal.
fn check_view(screen: &mut Screen, game: &Game, what: &str) {
    let text = screen.turn(game);
    let shown = || format!("{what}\n{text}");
    if let Some((_, lines)) = screen.size {
        assert!(game.is_over() || text.lines().count() < lines, "{} lines: {}", text.lines().count(), shown());
    }
    let deployed = options(game).into_iter().take(9).filter_map(|option| match option {
        Choice::Deploy(_, at) => Some(at),
        _ => None,
    });
    let is_small = screen.places.is_some_and(|places| places.tile.1 < 5);
    if let (true, [.., last]) = (is_small && deployed.collect::<BTreeSet<_>>().len() > 1, game.state().board.placed()) {
        assert!(text.contains(&last.cell.to_string()), "the tile is not shown large: {}", shown());
    }
    let rows: Vec<Vec<char>> = text.lines().map(|line| line.chars().collect()).collect();
    let all = lettered(game);
    let named = named(&text, &all);
    for Lettered { letters, cell, .. } in &all {
        let Some((column, row)) = screen.places.and_then(|places| places.of(*cell)) else {
            assert!(named.contains(letters), "{letters} at {cell} is neither shown nor named: {}", shown());
            continue;
        };
        let (wide, high) = screen.places.map(|places| places.tile).unwrap_or_default();
        let area = rows[row..row + high].iter().map(|row| row.iter().skip(column).take(wide).collect::<String>());
        assert!(area.collect::<Vec<_>>().iter().any(|line| line.contains(letters)), "{letters} at {cell}: {}", shown());
    }
}

/// Plays a random game and checks what is shown at every placement and every few other decisions.
fn check_game(sets: &str, seed: u64, sizes: &[(usize, usize)]) {
    let mut session = Session::new(Library::default(), Screen::default());
    say(&mut session, &format!("new {sets} --players Ann,Ben,Cleo --seed {seed}"));
    let mut game = session.context.table.take().unwrap().game;
    let mut bot = Random::new(Chance::new(seed));
    let mut screen = Screen::new(look(Glyphs::Ascii, Depth::Plain), None);
    screen.prepare(game.setup()).unwrap();
    let mut number = 0;
    while let Some(choice) = bot.choose(&game) {
        number += 1;
        for &size in sizes {
            for glyphs in [Glyphs::Unicode, Glyphs::Ascii] {
                (screen.size, screen.look.glyphs) = (Some(size), glyphs);
                check_view(&mut screen, &game, &format!("{sets}, seed {seed}, choice {number}, {size:?}"));
            }
        }
        game.choose(choice).unwrap();
    }
}

#[test]
fn every_legal_cell_of_a_base_game_is_shown_or_named() {
    for seed in 1..=3 {
        check_game("", seed, &[(80, 24), (120, 40), (200, 60)]);
    }
}

#[test]
fn every_legal_cell_of_a_game_of_seven_sets_is_shown_or_named() {
    check_game(&sets::first(), 5, &[(80, 24), (120, 40), (200, 60)]);
}

#[test]
fn a_terminal_of_any_size_is_drawn_on() {
    let mut session = played(&sets::first(), "Ann,Ben,Cleo", 60, look(Glyphs::Unicode, Depth::True), None);
    for columns in [0, 1, 5, 20, 41] {
        for lines in [0, 1, 3, 6, 9] {
            session.context.screen.size = Some((columns, lines));
            turn(&mut session);
            say(&mut session, "board");
        }
    }
}

#[test]
fn after_the_end_the_board_still_shows_the_figures_of_the_last_position() {
    let mut session = played("", "Ann,Ben", 0, look(Glyphs::Ascii, Depth::Plain), Some((200, 60)));
    say(&mut session, "run");
    let game = &session.context.table.as_ref().unwrap().game;
    assert!(game.is_over());
    let board = session.context.screen.plain(game);
    assert!(board.contains('A') || board.contains('B'), "{board}");
}

#[test]
fn an_arrow_key_with_alt_or_shift_moves_the_view_and_keeps_the_typed_line() {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
    terminal.until("bastide> ");
    // There is nothing to move yet.
    terminal.press("\x1b[1;3A");
    terminal.until("bastide> ");
    terminal.say("new base --players Ann,Ben --bots random,random --seed 5");
    terminal.until("Ann place M> ");
    terminal.say("run 30");
    terminal.until("turn 31");
    terminal.until("Ann place ");
    terminal.say("zoom in");
    terminal.until("Ann place ");
    terminal.say("zoom in");
    terminal.until("Ann place ");
    terminal.press("sco");
    terminal.until("sco");
    for key in ["\x1b[1;3A", "\x1b[1;2B", "\x1b[1;3C", "\x1b[1;2D"] {
        terminal.press(key);
        terminal.until("turn 31");
        terminal.until("> sco");
    }
    terminal.press("res\r");
    terminal.until("Ben");
    terminal.until("Ann place ");
    let (seen, status) = terminal.leave();
    assert!(matches!(status, WaitStatus::Exited(_, 0)), "{status:?}");
    assert!(seen.contains("south: ") || seen.contains("north: "), "what lies outside is named: {seen}");
}
