//! Tests of the screen as a whole, without a terminal: what is drawn, at every size and with every set of colours.

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use cpu_time::ThreadTime;
use crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::buffer::Buffer;
use ratatui::layout::{Rect, Size};
use ratatui::{Terminal, TerminalOptions, Viewport};

use super::frame::DETAILS;
use super::model::Cursor;
use super::paint;
use super::stage::Stage;
use super::view::View;
use super::work::{Report, Request, Worker};
use crate::draw::screen::Screen;
use crate::draw::view::{Depth, Glyphs, Look, Zoom};
use crate::game::library::Library;
use crate::line::command::FullScreen;
use crate::line::invite::Invitation;
use crate::session::Session;

/// A view beside a session, worked by hand: no thread.
struct Desk {
    session: Session,
    view: View,
    requests: Receiver<Request>,
    invitation: Option<Invitation>,
}

impl Desk {
    fn new(lines: &[&str], look: Look, size: (u16, u16)) -> Desk {
        let mut session = Session::new(Library::default(), Screen::new(look, None));
        for line in lines {
            let outcome = session.execute(line);
            assert_eq!(outcome.code, 0, "{line}: {}", outcome.stderr);
        }
        session.context.full_screen = FullScreen::Open;
        let (ask, requests) = channel();
        let view = View::new(look, &[], ask, session.context.cancel.clone());
        let mut desk = Desk { session, view, requests, invitation: None };
        desk.resize(size);
        desk
    }

    fn resize(&mut self, (width, height): (u16, u16)) {
        self.view.arrange(Size { width, height });
        self.work();
    }

    /// Lets the session answer everything.
    fn work(&mut self) {
        let room = self.view.layout.room(self.view.size);
        loop {
            let asked: Vec<Request> = self.requests.try_iter().collect();
            if asked.is_empty() {
                return;
            }
            let (ask, requests) = channel();
            let (report, reports) = channel();
            let _ = ask.send(Request::Frame(room));
            asked.into_iter().for_each(|request| drop(ask.send(request)));
            drop(ask);
            let mut worker = Worker::new(&mut self.session, report);
            worker.invitation = self.invitation.take();
            worker.run(&requests);
            self.invitation = worker.invitation.take();
            // The worker starts again each time, with a frame of its own.
            reports.try_iter().skip(1).collect::<Vec<Report>>().into_iter().for_each(|report| self.view.take(report));
        }
    }

    fn press(&mut self, code: KeyCode) {
        self.view.react(&[Event::Key(KeyEvent::new(code, KeyModifiers::NONE))]);
        self.work();
        self.draw();
    }

    fn mouse(&mut self, kind: MouseEventKind, (column, row): (u16, u16)) {
        self.view.react(&[Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE })]);
        self.work();
        self.draw();
    }

    fn draw(&mut self) -> Buffer {
        let Size { width, height } = self.view.size;
        let mut buffer = Buffer::empty(Rect { x: 0, y: 0, width, height });
        paint::draw(&mut self.view, &mut buffer);
        buffer
    }

    fn text(&mut self) -> String {
        let buffer = self.draw();
        let rows = buffer.content.chunks(usize::from(buffer.area.width).max(1));
        let row = |cells: &[ratatui::buffer::Cell]| cells.iter().map(|cell| cell.symbol()).collect::<String>();
        rows.map(|cells| row(cells).trim_end().to_string() + "\n").collect()
    }

    fn record(&self) -> usize {
        self.session.context.table.as_ref().map_or(0, |table| table.game.record().len())
    }

    /// Where a cell of the board is on the screen.
    fn middle(&mut self, cursor: Cursor) -> (u16, u16) {
        self.draw();
        let chart = self.view.board.chart().unwrap();
        let cell = self.view.frame.model.cell(cursor).unwrap();
        let ((x, y), (wide, high)) = (chart.origin(cell).unwrap(), chart.tile_size());
        let (left, top) = paint::board_origin(&self.view).unwrap();
        (left + (x + wide / 2) as u16, top + (y + high / 2) as u16)
    }
}

const ASCII: Look = Look { glyphs: Glyphs::Ascii, depth: Depth::Plain, zoom: Zoom::Play };
const BLOCKS: Look = Look { glyphs: Glyphs::Unicode, depth: Depth::True, zoom: Zoom::Play };
const NEW: &str = "new base --players Ann,Ben --seed 5";

#[test]
fn a_turn_is_played_by_keys_and_taken_back() {
    let mut desk = Desk::new(&[NEW], ASCII, (100, 30));
    assert!(desk.text().contains("> a (0,-1) r180, 1 of 2 ways"), "{}", desk.text());
    desk.press(KeyCode::Char('r'));
    assert!(desk.text().contains("> a (0,-1) r270, 2 of 2 ways"));
    desk.press(KeyCode::Down);
    assert!(desk.text().contains("> b (0,1) "), "{}", desk.text());
    desk.press(KeyCode::Up);
    assert!(desk.text().contains("> a (0,-1) r270"), "a tile stays turned");
    desk.press(KeyCode::Enter);
    let text = desk.text();
    assert!(text.contains("  deploy follower@city:S") && text.contains("; leaves 6"), "{text}");
    assert!(text.contains("> 1  city:S") && text.contains("  2  field:"), "{text}");
    desk.press(KeyCode::Down);
    desk.press(KeyCode::Enter);
    assert!(desk.text().contains("Ann deploys a follower as a farmer"), "{}", desk.text());
    assert_eq!(desk.record(), 2);
    desk.press(KeyCode::Char('u'));
    desk.press(KeyCode::Char('-'));
    assert!(desk.text().contains("Ben places E"), "{}", desk.text());
}

#[test]
fn the_mouse_points_turns_lays_and_chooses() {
    let mut desk = Desk::new(&[NEW], BLOCKS, (120, 40));
    let second = desk.middle(Cursor::Place(1, 0));
    desk.mouse(MouseEventKind::Down(MouseButton::Left), second);
    assert_eq!((desk.view.cursor, desk.record()), (Cursor::Place(1, 0), 0), "the first click shows the tile there");
    desk.mouse(MouseEventKind::ScrollDown, second);
    assert_eq!(desk.view.cursor, Cursor::Place(1, 1));
    let first = desk.middle(Cursor::Place(0, 0));
    desk.mouse(MouseEventKind::Moved, first);
    assert!(matches!(desk.view.cursor, Cursor::Place(0, _)));
    desk.mouse(MouseEventKind::Down(MouseButton::Left), first);
    assert_eq!(desk.record(), 1);
    let number = desk.view.board.chart().unwrap().numbers()[0];
    let (left, top) = paint::board_origin(&desk.view).unwrap();
    desk.mouse(MouseEventKind::Down(MouseButton::Left), (left + number.at.0 as u16, top + number.at.1 as u16));
    assert_eq!(desk.record(), 2);
    let list = desk.view.layout.list;
    desk.press(KeyCode::Enter);
    desk.mouse(MouseEventKind::Down(MouseButton::Left), (list.x + 5, list.y + DETAILS as u16));
    assert_eq!(desk.record(), 4, "a row of the list is clicked");
}

#[test]
fn a_line_is_typed_completed_and_answered() {
    let mut desk = Desk::new(&[NEW], ASCII, (100, 30));
    desk.press(KeyCode::Char(':'));
    "led".chars().for_each(|sign| desk.press(KeyCode::Char(sign)));
    desk.press(KeyCode::Tab);
    assert!(desk.text().contains(":ledger"), "{}", desk.text());
    desk.press(KeyCode::Esc);
    desk.press(KeyCode::Char('?'));
    desk.press(KeyCode::End);
    assert!(desk.text().contains("back to the prompt"), "{}", desk.text());
    desk.press(KeyCode::Esc);
    assert!(!desk.view.is_left, "the first Escape closes the help");
    desk.press(KeyCode::Char(':'));
    desk.view.react(&[Event::Paste("place 0,-1 r270".into())]);
    desk.press(KeyCode::Enter);
    assert_eq!(desk.record(), 1);
    assert_eq!(desk.view.typed(), ["place 0,-1 r270"]);
    desk.press(KeyCode::Esc);
    assert!(desk.view.is_left);
}

#[test]
fn a_new_game_is_asked_for_question_by_question() {
    let mut desk = Desk::new(&[], ASCII, (100, 30));
    let types = |desk: &mut Desk, text: &str| text.chars().for_each(|sign| desk.press(KeyCode::Char(sign)));
    types(&mut desk, ":new");
    desk.press(KeyCode::Enter);
    assert!(desk.text().contains("Who plays?") && desk.text().contains("Players [Red,Blue]:"), "{}", desk.text());
    types(&mut desk, "9");
    desk.press(KeyCode::Enter);
    assert!(desk.text().contains("Who plays?") && desk.text().contains("2 to 6"), "{}", desk.text());
    types(&mut desk, "Ann,Ben");
    desk.press(KeyCode::Enter);
    desk.press(KeyCode::Enter);
    types(&mut desk, "riv");
    desk.press(KeyCode::Tab);
    assert!(desk.text().contains("Sets [none]: river"), "{}", desk.text());
    desk.press(KeyCode::Enter);
    desk.press(KeyCode::Enter);
    assert!(desk.text().contains("Ann places"), "{}", desk.text());
    types(&mut desk, ":new");
    desk.press(KeyCode::Enter);
    desk.press(KeyCode::Esc);
    assert!(desk.text().contains("No game was started.") && !desk.view.is_left, "{}", desk.text());
}

#[test]
fn places_say_what_they_bring_and_the_best_stand_out() {
    let lab = ["put W -1,0 r0", "put D 0,0 r0", "put U 1,0 r0 Red:follower@road:E", "next W E", "turn Red"];
    let lines = [&["new base --players Red,Blue --lab"][..], &lab].concat();
    let desk = Desk::new(&lines, ASCII, (100, 30));
    let best: Vec<_> = desk.view.frame.legal.iter().filter(|legal| legal.is_best).collect();
    assert!(best.len() == 1 && best[0].gain == 4, "{:?}", desk.view.frame.legal);
}

#[test]
fn without_help_all_free_cells_can_be_pointed_at_and_a_tile_that_does_not_fit_is_refused() {
    let mut desk = Desk::new(&[NEW, "assist none"], ASCII, (100, 30));
    let places = desk.view.frame.model.places.len();
    assert_eq!(places, 4, "around the first tile");
    assert!(desk.text().contains("> (0,-1) r0, 1 of 4 ways"), "{}", desk.text());
    desk.press(KeyCode::Enter);
    assert!(desk.text().contains("does not fit") && desk.record() == 0, "{}", desk.text());
}

#[test]
fn a_pasted_poem_does_nothing() {
    let mut desk = Desk::new(&[NEW], ASCII, (100, 30));
    let poem = "Tyger Tyger, burning bright,\nIn the forests of the night;\nq\n";
    desk.view.react(&[Event::Paste(poem.into())]);
    let key = |sign: char| match sign {
        '\n' => KeyCode::Enter,
        other => KeyCode::Char(other),
    };
    let keys: Vec<Event> = poem.chars().map(|sign| Event::Key(KeyEvent::new(key(sign), KeyModifiers::NONE))).collect();
    desk.view.react(&keys);
    desk.work();
    assert!(!desk.view.is_left && desk.record() == 0 && desk.text().contains("pasted text does nothing here"));
}

/// Seven sets with many tiles, on a big screen.
const SEVEN: &str = "new base inns-and-cathedrals traders-and-builders princess-and-dragon tower abbot count \
                     --players Ann,Ben --bots random,random --seed 3";

#[test]
fn every_size_and_every_look_is_drawn() {
    let looks = [Depth::Plain, Depth::Mono, Depth::Ansi16, Depth::Ansi256, Depth::True]
        .into_iter()
        .flat_map(|depth| [Glyphs::Ascii, Glyphs::Unicode].map(|glyphs| Look { glyphs, depth, zoom: Zoom::Play }));
    for look in looks {
        let mut desk = Desk::new(&[SEVEN, "run 40"], look, (0, 0));
        for size in [(1, 1), (3, 2), (20, 6), (30, 11), (40, 12), (80, 16), (80, 24), (93, 30), (200, 60), (20, 6)] {
            desk.resize(size);
            for key in [KeyCode::Down, KeyCode::Char(' '), KeyCode::Tab, KeyCode::Char('r'), KeyCode::Esc] {
                desk.view.is_left = false;
                desk.press(key);
            }
            let text = desk.text();
            assert!(!look.is_ascii() || text.is_ascii(), "{text}");
            assert!(size.0 < 20 || text.contains("Turn") || text.contains(" Ann "), "{size:?} {text}");
        }
    }
}

#[test]
fn a_panel_that_has_no_place_is_opened_only_when_it_is_asked_for() {
    let mut desk = Desk::new(&[NEW], ASCII, (100, 30));
    desk.resize((20, 6));
    assert!(desk.view.drawer.is_none());
    desk.press(KeyCode::Tab);
    assert!(desk.view.drawer.is_some());
    desk.press(KeyCode::Esc);
    assert!(desk.view.drawer.is_none() && !desk.view.is_left);
}

#[test]
fn no_text_can_paint() {
    let mut desk = Desk::new(&[NEW], ASCII, (100, 30));
    desk.view.frame.sentence = "A\x1b[31m\u{202e}n".into();
    desk.view.tell("\x1b]0;title\x07");
    let text = desk.text();
    assert!(text.contains("A\\u{1b}[31m") && text.contains("\\u{1b}]0;title"), "{text}");
    assert!(!text.contains(['\x1b', '\u{202e}', '\x07']), "{text}");
}

/// What `cargo test -- drawn_again --nocapture` prints is how long a frame takes: the bar of 5 ms is one for a release.
#[test]
fn a_game_that_stands_still_is_drawn_again_as_it_was() {
    let mut desk = Desk::new(&[SEVEN, "run 180"], BLOCKS, (200, 60));
    let viewport = Viewport::Fixed(Rect { x: 0, y: 0, width: 200, height: 60 });
    let mut terminal = Terminal::with_options(Stage::new(Depth::True), TerminalOptions { viewport }).unwrap();
    let mut frame = || {
        let start = ThreadTime::now();
        desk.view.next(false);
        let mut shown = Buffer::default();
        let _ = terminal.draw(|frame| {
            paint::draw(&mut desk.view, frame.buffer_mut());
            shown = frame.buffer_mut().clone();
        });
        (start.elapsed(), shown)
    };
    let (time, first) = frame();
    println!("first {time:?}");
    let mut times: Vec<Duration> =
        (0..100).map(|_| frame()).inspect(|(_, next)| assert_eq!(*next, first)).map(|next| next.0).collect();
    times.sort();
    println!("at 200x60: median {:?}, 95th percentile {:?}", times[50], times[95]);
}

/// A crossing with two kinds of followers: eighteen options and `pass`.
const CROSSING: [&str; 5] =
    ["new inns-and-cathedrals --players Red,Blue --lab", "put U 0,0 r90", "next X U", "turn Red", "place 0,1 r0"];

#[test]
fn a_number_that_may_go_on_is_shown_and_waits() {
    let mut desk = Desk::new(&CROSSING, ASCII, (120, 40));
    assert!(desk.view.frame.model.options.len() > 11, "{}", desk.text());
    let before = desk.record();
    desk.press(KeyCode::Char('1'));
    let text = desk.text();
    assert!(text.contains("> 1_  ") && text.contains("number 1_  Enter chooses it"), "{text}");
    desk.press(KeyCode::Down);
    assert!(!desk.text().contains("1_"), "another key drops it: {}", desk.text());
    desk.press(KeyCode::Char('2'));
    assert_eq!(desk.record(), before + 1, "no longer number begins with 2");
    desk.press(KeyCode::Char('u'));
    desk.press(KeyCode::Char('1'));
    desk.press(KeyCode::Backspace);
    assert!(!desk.text().contains("1_") && desk.record() == before, "{}", desk.text());
    desk.press(KeyCode::Char('1'));
    desk.press(KeyCode::Enter);
    assert_eq!(desk.record(), before + 1);
}

#[test]
fn what_follows_the_key_that_leaves_is_not_obeyed() {
    let mut desk = Desk::new(&[NEW], ASCII, (100, 30));
    desk.press(KeyCode::Enter);
    desk.press(KeyCode::Char('-'));
    assert_eq!(desk.record(), 2);
    let keys = "quit\r".chars().map(|sign| if sign == '\r' { KeyCode::Enter } else { KeyCode::Char(sign) });
    let keys: Vec<Event> = keys.map(|code| Event::Key(KeyEvent::new(code, KeyModifiers::NONE))).collect();
    desk.view.react(&keys);
    desk.work();
    assert!(desk.view.is_left);
    assert_eq!(desk.record(), 2, "`u` after `q` undoes nothing");
}

#[test]
fn zoom_goes_by_one_step_from_what_is_seen() {
    let mut desk = Desk::new(&[SEVEN, "run 90"], BLOCKS, (120, 40));
    desk.text();
    let auto = desk.view.board.zoom().unwrap();
    assert!(auto < Zoom::Play, "{auto:?}");
    for (key, larger) in [('z', true), ('Z', false), ('+', true), ('z', true), ('_', false)] {
        let before = desk.view.board.zoom().unwrap();
        desk.press(KeyCode::Char(key));
        assert_eq!(desk.view.board.zoom(), Some(before.stepped(larger)), "{key}");
    }
}

/// The text of a part of the screen.
fn part(desk: &mut Desk, part: Rect) -> String {
    let buffer = desk.draw();
    let row = |y: u16| (part.left()..part.right()).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (part.top()..part.bottom()).map(|y| row(y) + "\n").collect()
}

#[test]
fn on_a_small_board_the_numbers_are_on_a_large_tile_beside_it_and_no_cursor_hides_them() {
    let mut desk = Desk::new(&CROSSING, BLOCKS, (80, 24));
    for key in ['Z', 'Z', 'Z'] {
        desk.press(KeyCode::Char(key));
    }
    assert_eq!(desk.view.board.zoom(), Some(Zoom::Map));
    let exhibit = desk.view.layout.exhibit;
    let shown = part(&mut desk, exhibit);
    assert!(('1'..='8').all(|digit| shown.contains(digit)), "{shown}\n{}", desk.text());
    assert!(shown.contains("0,1"), "{shown}");
    assert!(desk.text().contains("> ") && desk.view.layout.list.height > 8, "the options have room: {}", desk.text());
    let board = desk.view.layout.board;
    let shown = part(&mut desk, board);
    assert!(!shown.contains(['┗', '┛']), "{shown}");
}

#[test]
fn what_lies_outside_the_view_is_named_by_direction() {
    let mut desk =
        Desk::new(&[NEW, "bots Ann random", "bots Ben random", "run 50", "zoom in", "zoom in"], BLOCKS, (80, 24));
    desk.press(KeyCode::Char('z'));
    desk.press(KeyCode::Char('z'));
    let board = desk.view.layout.board;
    let shown = part(&mut desk, board);
    let named = shown.lines().rev().take_while(|line| line.contains(": ")).collect::<Vec<_>>().join(" ");
    let chart = desk.view.board.chart().unwrap();
    let legal = &desk.view.frame.legal;
    let hidden: Vec<&str> =
        legal.iter().filter(|legal| chart.origin(legal.cell).is_none()).map(|legal| legal.letters.as_str()).collect();
    assert!(!hidden.is_empty(), "everything is visible:\n{shown}");
    let (first, last) = (hidden[0], hidden[hidden.len() - 1]);
    assert!(named.contains(&format!(" {first}")) && named.contains(last), "{hidden:?} {named}");
}

/// An auction: Blue has bid 4, and Red, with nine points, may bid more.
const AUCTION: [&str; 11] = [
    "new bridges-castles-and-bazaars --players Red,Blue --option bazaar_auction=true --option bazaar_debt=false --lab",
    "put D 0,0 r0",
    "set points Blue 40",
    "set points Red 9",
    "next field-bazaar U V",
    "turn Red",
    "place 0,1 r0",
    "pass",
    "offer U@bazaar",
    "bid 4",
    "zoom auto",
];

#[test]
fn an_amount_is_typed_into_a_field_and_its_tile_is_drawn() {
    let mut desk = Desk::new(&AUCTION, ASCII, (120, 40));
    let text = desk.text();
    assert!(text.contains("bid  _   5 to 9: Red has 9 points"), "{text}");
    assert!(text.contains("U: road") && !text.contains("leaves"), "{text}");
    let exhibit = desk.view.layout.exhibit;
    assert!(!part(&mut desk, exhibit).trim().is_empty(), "{}", desk.text());
    let before = desk.record();
    desk.press(KeyCode::Char('9'));
    desk.press(KeyCode::Char('9'));
    assert!(desk.text().contains("type a number: 5 to 9") && desk.text().contains("bid  9_ "), "{}", desk.text());
    desk.press(KeyCode::Backspace);
    desk.press(KeyCode::Char('7'));
    assert_eq!(desk.record(), before, "nothing is bid before Enter");
    desk.press(KeyCode::Enter);
    assert!(desk.record() == before + 1 && desk.text().contains("Red pays 7"), "{}", desk.text());
}

#[test]
fn the_best_row_is_pointed_at_and_what_can_be_spent_is_not() {
    let lab = ["put W -1,0 r0", "put D 0,0 r0", "put U 1,0 r0", "next W E", "turn Red", "place 2,0 r0"];
    let lines = [&["new base --players Red,Blue --lab"][..], &lab].concat();
    let desk = Desk::new(&lines, ASCII, (100, 30));
    let options = || desk.view.frame.groups.iter().flat_map(|group| &group.options);
    let most = options().filter_map(|option| option.points).max();
    let Cursor::Option(at) = desk.view.cursor else { panic!("{:?}", desk.view.cursor) };
    assert!(most > Some(0) && options().find(|option| option.at == at).unwrap().points == most, "{most:?}");
    let lab = ["put W -1,0 r0", "put D 0,0 r0", "put U 1,0 r0 Red:follower@road:E", "next W E", "turn Red"];
    let lines = [&["new base --players Red,Blue --lab"][..], &lab].concat();
    let mut desk = Desk::new(&lines, ASCII, (100, 30));
    assert!(desk.text().contains("best now: "), "{}", desk.text());
    desk.press(KeyCode::Enter);
    desk.press(KeyCode::Enter);
    let promised = desk.session.context.table.as_ref().unwrap().game.scores()[0];
    assert!(promised > 0, "two times Enter brings what is promised: {}", desk.text());
    let abbey =
        ["put U 0,0 r90 Red:follower@road", "put B -1,-1 r0", "put B 1,-1 r0", "put B 0,-2 r0", "next U", "turn Red"];
    let lines = [&["new abbey-and-mayor --players Red,Blue --lab"][..], &abbey].concat();
    let mut desk = Desk::new(&lines, ASCII, (120, 40));
    let text = desk.text();
    assert_eq!(desk.view.frame.model.choice(desk.view.cursor), Some(bastide_core::Choice::Pass), "{text}");
    assert!(text.contains("Red places abbey, or passes") && text.contains("abbey of Red"), "{text}");
}

#[test]
fn the_signs_have_a_key_and_the_decision_an_explanation() {
    let mut desk = Desk::new(&CROSSING, ASCII, (120, 40));
    desk.press(KeyCode::BackTab);
    assert!(desk.text().contains("[key]") && desk.text().contains("points at once"), "{}", desk.text());
    desk.press(KeyCode::Char('?'));
    let text = desk.text();
    assert!(text.contains("deploy large: a follower that counts as two") && text.contains("  16  field:SR"), "{text}");
    desk.press(KeyCode::End);
    assert!(desk.text().contains("back to the prompt"), "{}", desk.text());
    desk.press(KeyCode::Char(' '));
    assert!(desk.view.drawer.is_none());
}
