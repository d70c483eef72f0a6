//! Real pictures at terminals that show them: terminals that answer like kitty, iTerm2, xterm with sixels and tmux get the
//! board, which is decoded here and compared; all others get none. Where there is a real xterm, it is tried too.

mod decode;

use std::process::Command;

use bastide::draw::overlay::Overlay;
use bastide::draw::picture::live::Pointed;
use bastide::draw::screen::{Screen, Shown};
use bastide::draw::sketch::places;
use bastide::draw::view::{Depth, Glyphs, Look, Zoom, columns};
use bastide::game::letters::lettered;
use bastide::game::library::Library;
use bastide::io::ability::{Graphics, Protocol};
use bastide::io::door;
use bastide::session::Session;
use bastide_core::Cell;
use bastide_tests::deal::root;
use bastide_tests::program::Home;
use bastide_tests::sets;

use super::pty::{EXE, Terminal};
use decode::{Pixels, iterm, kitty, sixel, untmuxed};

/// What is typed before the board is compared.
const GAME: &str = "new --players Ann,Ben --seed 5";
const CELL: (usize, usize) = (9, 18);
const COLOURED: [(&str, &str); 2] = [("TERM", "xterm-256color"), ("COLORTERM", "truecolor")];

/// The stream of a terminal that gives these answers, until the choices below the board.
fn stream(variables: &[(&str, &str)], flags: &[&str], attributes: &str, answers: &str) -> String {
    let home = Home::new(EXE);
    let mut terminal = Terminal::open(&home, flags, &[&COLOURED, variables].concat());
    terminal.until("\x1b[c");
    terminal.press(attributes);
    terminal.until("\x1b[c");
    terminal.press(&format!("{answers}{attributes}"));
    terminal.until("bastide");
    terminal.until_listening();
    terminal.say(GAME);
    terminal.until("fits at ");
    // The pty is read byte by byte.
    let bytes: Vec<u8> = terminal.seen.chars().map(|sign| sign as u8).collect();
    let seen = String::from_utf8_lossy(&bytes).into_owned();
    let (_, status) = terminal.leave();
    assert!(matches!(status, rexpect::process::WaitStatus::Exited(_, 0)), "{status:?}");
    seen
}

#[test]
fn a_real_xterm_shows_the_board() {
    // None of these needs a screen to say its version.
    let tools = [("xterm", "-version"), ("Xvfb", "-help"), ("import", "-version"), ("convert", "-version")];
    let is_here = |(tool, asked): (&str, &str)| Command::new(tool).arg(asked).output().is_ok();
    if let Some((missing, _)) = tools.into_iter().find(|tool| !is_here(*tool)) {
        eprintln!("skipped: there is no {missing} on this machine");
        return;
    }
    let home = Home::new(EXE);
    let script = root().join("xterm.sh");
    let seen = Command::new("bash").arg(script).arg(EXE).arg(home.path("board.png")).output().unwrap();
    let told = String::from_utf8_lossy(&seen.stdout).into_owned() + &String::from_utf8_lossy(&seen.stderr);
    assert!(seen.status.success(), "{told}");
}

const SIZE: &str = "\x1b[6;18;9t";

fn in_kitty() -> Pixels {
    let seen = stream(&[], &[], "\x1b[?62;c", &format!("\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.32)\x1b\\{SIZE}"));
    assert!(seen.contains("c=") && seen.contains("C=1") && !seen.contains("\x1bPtmux;"));
    kitty(&seen)
}

/// A terminal that answers like a kitty; `typed` is typed between its answers.
fn kitty_with(home: &Home, typed: [&str; 2]) -> Terminal {
    let mut terminal = Terminal::open(home, &[], &COLOURED);
    terminal.until("\x1b[c");
    terminal.press(&format!("{}\x1b[?62;c", typed[0]));
    terminal.until("\x1b[c");
    terminal.press(&format!("{}\x1b_Gi=31;OK\x1b\\\x1bP>|kitty(0.32)\x1b\\{SIZE}\x1b[?62;c", typed[1]));
    terminal
}

#[test]
fn keys_typed_while_the_terminal_is_asked_are_not_lost() {
    let home = Home::new(EXE);
    let mut terminal = kitty_with(&home, ["hel", "p score\rsco"]);
    terminal.until("Show the points");
    terminal.until_listening();
    terminal.say("re");
    terminal.until("no game");
    terminal.leave();
}

#[test]
fn the_table_view_shows_a_picture_and_redraws_only_what_changed() {
    let home = Home::new(EXE);
    let mut terminal = kitty_with(&home, ["", ""]);
    terminal.until("bastide");
    terminal.until_listening();
    terminal.say(GAME);
    terminal.until("fits at ");
    terminal.until_listening();
    terminal.say("table");
    let (whole, part) = ("i=763168,p=1", "i=763169,p=1");
    terminal.until(whole);
    terminal.press("r");
    terminal.until(part);
    terminal.press("?");
    terminal.until("a=d,d=I,i=763168");
    terminal.press("\x1b");
    terminal.until(whole);
    terminal.press("\x1b");
    terminal.until("\x1b[?1049l");
    terminal.until_listening();
    terminal.leave();
}

#[test]
fn every_way_shows_the_same_board() {
    let board = in_kitty();
    assert_eq!((board.width % CELL.0, board.height % CELL.1), (0, 0), "whole characters");
    let iterm_seen = stream(&[], &[], "\x1b[?62;4c", &format!("\x1bP>|iTerm2 3.5.0\x1b\\{SIZE}"));
    assert!(iterm(&iterm_seen) == board, "iTerm2 by its name");
    let named = stream(&[("LC_TERMINAL", "iTerm2")], &[], "\x1b[?62;4c", SIZE);
    assert!(iterm(&named) == board, "iTerm2 by the environment");
    let tmux = [("TMUX", "/tmp/tmux-0/default,1,0")];
    let outside = format!("{SIZE}\x1b_Gi=31;OK\x1b\\");
    let tmux_seen = stream(&tmux, &[], "\x1b[?1;2c", &outside);
    assert!(tmux_seen.contains("\x1bPtmux;\x1b\x1b_Ga=T") && tmux_seen.contains("\u{10eeee}\u{305}\u{305}"));
    assert!(kitty(&untmuxed(&tmux_seen)) == board, "kitty outside tmux");
    for (colours, most) in [(256, 4.0), (16, 12.0)] {
        let answers = format!("\x1b[?1;0;{colours}S\x1bP>|XTerm(379)\x1b\\{SIZE}");
        let seen = sixel(&stream(&[], &[], "\x1b[?63;1;4c", &answers));
        let apart = seen.distance(&board);
        assert!(apart < most, "xterm in {colours} colours is {apart:.2} away");
    }
    let inside = sixel(&stream(&tmux, &[], "\x1b[?1;2;4c", SIZE));
    assert!(inside.distance(&board) < 12.0, "tmux that shows sixels itself");
}

/// The board of `export --legal`, and its first cell.
fn exported() -> (Pixels, Cell) {
    let home = Home::new(EXE);
    let told = home.run(&["-c", &format!("{GAME}; export board.png --legal")], "");
    assert_eq!(told.code, Some(0), "{}", told.err);
    let session = played(GAME);
    let game = &session.context.table.as_ref().unwrap().game;
    let cells = game.state().board.placed().iter().map(|placed| placed.cell);
    let cells: Vec<Cell> = cells.chain(lettered(game).iter().map(|cell| cell.cell)).collect();
    let of = |axis: fn(&Cell) -> i16| cells.iter().map(axis).min().unwrap();
    (Pixels::of_png(&std::fs::read(home.path("board.png")).unwrap()), Cell::new(of(|cell| cell.x), of(|cell| cell.y)))
}

#[test]
fn a_tile_looks_as_in_an_exported_picture() {
    let (board, (picture, first)) = (in_kitty(), exported());
    let mut session = played(GAME);
    let game = &session.context.table.as_ref().unwrap().game;
    let layout = {
        let shown = Shown { legal: places(game), ..shown((0, 0), (60, 35)) };
        session.context.screen.board_picture(game, &shown).unwrap().layout
    };
    let (x, y) = layout.corner(Cell::new(0, 0)).unwrap();
    let shown = board.part(x, y, layout.side, layout.side);
    // An exported tile has 150 pixels, behind a ruler of 66.
    let along = |first: i16| 66 + 150 * usize::try_from(-first).unwrap();
    let tile = picture.part(along(first.x), along(first.y), 150, 150).scaled(layout.side, layout.side);
    let apart = shown.distance(&tile);
    assert!(layout.side == 88 && apart < 8.0, "{} pixels, {apart:.2} away", layout.side);
}

/// A picture in this place of a full screen.
fn shown(corner: (usize, usize), size: (usize, usize)) -> Shown {
    Shown { place: (corner, size), ..Shown::default() }
}

#[test]
fn a_full_screen_gets_only_the_part_that_changed() {
    for protocol in [Protocol::Kitty, Protocol::Iterm, Protocol::Sixel { colours: 256 }] {
        let mut session = played_with_seven("run 30");
        session.context.screen.pictures.graphics = Some(Graphics { protocol, cell: CELL, most: None });
        let game = session.context.table.as_ref().unwrap().game.clone();
        let screen = &mut session.context.screen;
        let mut drawn = |shown: &Shown| screen.board_picture(&game, shown).unwrap().sequence.len();
        let first = shown((0, 0), (60, 35));
        let whole = drawn(&first);
        let pointed = Pointed { cell: Some(Cell::new(0, 0)), ..Pointed::default() };
        let part = drawn(&Shown { pointed, ..first.clone() });
        assert!(part > 0 && part < whole / 2, "{protocol:?}: {part} of {whole} bytes");
        assert!(drawn(&Shown { pointed, is_new: true, ..first.clone() }) > whole / 2, "{protocol:?}");
    }
}

/// A session at a terminal that shows pictures.
fn played(line: &str) -> Session {
    let look = Look { glyphs: Glyphs::Unicode, depth: Depth::True, zoom: Zoom::Play };
    let mut session = Session::new(Library::default(), Screen::new(look, Some((120, 40))));
    session.context.screen.pictures.graphics = Some(Graphics { protocol: Protocol::Kitty, cell: CELL, most: None });
    for line in line.split("; ") {
        let outcome = session.execute(line);
        assert_eq!(outcome.code, 0, "{line}: {}", outcome.stderr);
    }
    session
}

fn turn(session: &mut Session) -> String {
    let table = session.context.table.as_ref().unwrap();
    door::shown(&session.context.screen.turn(&table.game)).into_owned()
}

/// A session in which seven sets are played, and these lines were typed.
fn played_with_seven(lines: &str) -> Session {
    let sets = sets::first_typed();
    played(&format!("new {sets} --players Ann,Ben,Cleo --bots random,random,random --seed 7; {lines}"))
}

#[test]
fn a_picture_covers_blank_lines_of_its_own_text() {
    let mut session = played_with_seven("run 30");
    for size in [(80, 24), (120, 40), (200, 60), (20, 6), (60, 24), (1, 1)] {
        for overlay in [Overlay::Off, Overlay::Farms, Overlay::Owners, Overlay::Fits] {
            session.context.screen.size = Some(size);
            session.context.screen.settings.overlay = overlay;
            let shown = turn(&mut session);
            let Some((before, after)) = shown.split_once("\x1bD\x1b[A\x1b7\r") else { continue };
            let up: usize = after.strip_prefix("\x1b[").unwrap().split_once('A').unwrap().0.parse().unwrap();
            let lines: Vec<&str> = before.lines().collect();
            assert_eq!(up + 1, lines.len(), "{size:?}");
            assert!(lines.len() < size.1 && lines.iter().all(|line| columns(line) <= size.0), "{size:?}");
            let (across, down) = (number(after, "c="), number(after, "r="));
            assert!(down <= lines.len() && lines[..down].iter().all(|line| line.starts_with(&" ".repeat(across))));
        }
    }
    assert!(session.execute("board --ascii").stdout.contains('\n'));
    let plain = session.execute("board --ascii").stdout;
    assert!(!door::shown(&plain).contains("\x1b_G"), "characters were asked for");
    session.context.screen.settings.plain = true;
    assert!(!turn(&mut session).contains('\x1b'), "sentences were asked for");
}

/// The number after a key of kitty's.
fn number(text: &str, key: &str) -> usize {
    let rest = text.split_once(&format!(",{key}")).unwrap().1;
    rest.split([',', ';']).next().unwrap().parse().unwrap()
}

#[test]
fn a_zoom_shows_a_part_and_a_board_that_cannot_fit_is_drawn_in_characters() {
    let mut session = played_with_seven("run 30; zoom in");
    let game = session.context.table.as_ref().unwrap().game.clone();
    let layout = session.context.screen.board_picture(&game, &shown((3, 2), (70, 34))).unwrap().layout;
    assert!(!layout.is_whole && layout.size.0 <= 70 && layout.size.1 <= 34, "{layout:?}");
    session.context.screen.settings.zoom = None;
    assert!(session.context.screen.board_picture(&game, &shown((0, 0), (12, 4))).is_none());
    let whole = session.context.screen.board_picture(&game, &shown((3, 2), (70, 34))).unwrap();
    let shown = door::shown(&whole.sequence).into_owned();
    let there = format!("\x1b7\x1b[{};{}H", whole.at.1 + 1, whole.at.0 + 1);
    assert!(whole.layout.is_whole && shown.contains(&there) && shown.ends_with("\x1b8"));
}

#[test]
fn terminals_that_do_not_answer_and_people_who_want_none_get_no_picture() {
    let quiet = |flags: &[&str], variables: &[(&str, &str)]| {
        let home = Home::new(EXE);
        let mut terminal = Terminal::open(&home, flags, &[&COLOURED, variables].concat());
        terminal.until("bastide");
        terminal.until_listening();
        terminal.say(GAME);
        terminal.until(if flags.contains(&"--plain") { "In hand, not turned" } else { "fits at" });
        terminal.until_listening();
        terminal.leave().0
    };
    let flags = [["--glyphs", "unicode"], ["--glyphs", "ascii"], ["--color", "never"], ["--plain", "--echo"]];
    let variables = [[("NO_COLOR", "1")], [("BASTIDE_GLYPHS", "unicode")]];
    let by_flags = flags.iter().map(|flags| quiet(flags, &[]));
    for seen in by_flags.chain(variables.iter().map(|variables| quiet(&[], variables))) {
        assert!(!seen.contains("\x1b[c") && !seen.contains("\x1b_G"), "{seen}");
    }
    let seen = quiet(&["--glyphs", "pictures"], &[]);
    assert!(seen.contains("does not say that it shows pictures") && seen.matches("\x1b[c").count() == 1, "{seen}");
    let said = Home::new(EXE).run(&["--glyphs", "pictures", "--color", "always", "-c", &format!("{GAME}; board")], "");
    assert!(said.code == Some(0) && !said.out.contains("\x1b_G") && !said.out.contains("\x1b[c"), "{}", said.out);
}

#[test]
fn a_turn_of_seven_sets_needs_few_new_drawings() {
    for protocol in [Protocol::Kitty, Protocol::Sixel { colours: 256 }] {
        let mut session = played_with_seven("run 160");
        session.context.screen.size = Some((200, 60));
        session.context.screen.pictures.graphics = Some(Graphics { protocol, cell: CELL, most: None });
        let drawings = |session: &mut Session| {
            let game = session.context.table.as_ref().unwrap().game.clone();
            assert!(!session.context.screen.board(&game, false).is_empty());
            session.context.screen.pictures.drawings()
        };
        let first = drawings(&mut session);
        assert_eq!(drawings(&mut session), first);
        assert_eq!(session.execute("run 1").code, 0);
        let second = drawings(&mut session);
        // A tile, its figures, and marks where the next one fits.
        assert!(first > 80 && second - first < first / 4, "{protocol:?}: {first} drawings, then {second}");
    }
}
