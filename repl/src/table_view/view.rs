//! What the screen shows and what is pointed at: takes keys, the mouse and reports, and asks the session for what follows.
//! Never draws and never runs a line itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use bastide_core::{Choice, Side};
use ratatui::layout::Size;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::draw::screen::Shown;
use crate::draw::view::Look;
use crate::io::reply::Outcome;
use crate::line::invite::Question;
use crate::table_view::board::Board;
use crate::table_view::layout::Layout;
use crate::table_view::line::Typing;
use crate::table_view::model::{Cursor, Turned};
use crate::table_view::work::{Frame, Report, Request};
use crate::table_view::{list, paint, text};

/// The panels, by the commands whose answers they show.
pub const PANELS: [&str; 4] = ["log", "ledger", "bag", "stats"];
/// An answer with more lines gets the whole screen.
const MAX_NEWS: usize = 2;
/// At most this many lines of an answer can be scrolled through.
const MAX_LINES: usize = 20_000;

/// What a command printed, over the board.
pub struct Drawer {
    /// Its lines.
    pub lines: Vec<Line<'static>>,
    /// The first visible line.
    pub top: usize,
}

/// Everything that the screen shows.
pub struct View {
    /// The available characters and colours.
    pub look: Look,
    /// The size of the screen.
    pub size: Size,
    /// The parts of the screen.
    pub layout: Layout,
    /// The position.
    pub frame: Frame,
    /// The board.
    pub board: Board,
    /// What is pointed at.
    pub cursor: Cursor,
    /// Digits of a number that may go on.
    pub digits: String,
    /// The panel that is shown.
    pub panel: usize,
    /// Its lines.
    pub lines: Vec<Line<'static>>,
    /// Whether a panel was asked for that has no place beside the board.
    opens_panel: bool,
    /// How far it is scrolled.
    pub scroll: isize,
    /// What a command printed.
    pub drawer: Option<Drawer>,
    /// The line being typed.
    pub typing: Option<Typing>,
    /// The question that it answers.
    pub asking: Option<Question>,
    /// What happened last.
    pub news: Vec<Line<'static>>,
    /// Whether a line is being run.
    pub is_busy: bool,
    /// Whether the person goes back to the prompt.
    pub is_left: bool,
    /// Whether the screen has to be drawn from scratch.
    pub redraws: bool,
    /// Whether the program has to be suspended.
    pub suspends: bool,
    /// What the terminal gets after the cells: a real picture.
    pub sequences: String,
    /// The picture that was asked for last, and its number; the number of the last that came.
    pub(super) wanted: Option<Shown>,
    pub(super) pictures: (usize, usize),
    /// Whether the position has changed since then.
    pub(super) is_stale: bool,
    /// Whether the person quits.
    pub quits: bool,
    /// The lines typed before, and those typed here.
    pub history: Vec<String>,
    /// How many of them were there before.
    known: usize,
    turned: Option<Turned>,
    foreseen: Vec<(Choice, Option<String>)>,
    pub(super) requests: Sender<Request>,
    /// How many requests have no answer yet; a request may have several.
    asked: usize,
    cancel: Arc<AtomicBool>,
}

impl View {
    /// A screen that shows nothing yet.
    pub fn new(look: Look, history: &[String], requests: Sender<Request>, cancel: Arc<AtomicBool>) -> View {
        View {
            look,
            size: Size::ZERO,
            layout: Layout::default(),
            frame: Frame::default(),
            board: Board::default(),
            cursor: Cursor::default(),
            digits: String::new(),
            panel: 0,
            lines: Vec::new(),
            opens_panel: false,
            scroll: 0,
            drawer: None,
            typing: None,
            asking: None,
            news: Vec::new(),
            is_busy: false,
            is_left: false,
            redraws: false,
            suspends: false,
            sequences: String::new(),
            wanted: None,
            pictures: (0, 0),
            is_stale: false,
            quits: false,
            known: history.len(),
            history: history.to_vec(),
            turned: None,
            foreseen: Vec::new(),
            requests,
            asked: 0,
            cancel,
        }
    }

    /// The style of what matters less.
    pub fn grey(&self) -> Style {
        Style::default().fg(text::colour(self.board.palette().grey, self.look.depth))
    }

    /// The lines that were typed here.
    pub fn typed(&self) -> &[String] {
        &self.history[self.known..]
    }

    /// Asks the session. If it is gone, the screen is left.
    pub fn ask(&mut self, request: Request) {
        self.asked += 1;
        self.is_left |= self.requests.send(request).is_err();
    }

    /// Arranges the screen for a size.
    pub fn arrange(&mut self, size: Size) {
        let title = paint::title_lines(self, size.width.into()).len();
        let layout = Layout::of(size, title, self.frame.panel.len(), list::lines(self));
        let (before, room) = (self.layout.room(self.size), layout.room(size));
        (self.size, self.layout) = (size, layout);
        // How high the panel is matters little, and changes with every decision.
        if (before.size, before.panel.0) != (room.size, room.panel.0) {
            self.ask(Request::Frame(room));
            self.ask_panel();
        }
    }

    fn ask_panel(&mut self) {
        if self.layout.panel.height > 0 && self.frame.game.is_some() {
            self.ask(Request::Panel(PANELS[self.panel]));
        }
    }

    /// Takes a report from the session.
    pub fn take(&mut self, report: Report) {
        // After what is said there is always a frame; pictures are counted by themselves.
        let is_answer = !matches!(report, Report::Said { .. } | Report::Picture(..));
        self.asked = self.asked.saturating_sub(usize::from(is_answer));
        match report {
            Report::Frame(frame) => self.renew(*frame),
            Report::Said { outcome, notes, is_typed } => self.said(&outcome, &notes, is_typed),
            Report::Foreseen(choice, told) => {
                self.foreseen
                    .iter_mut()
                    .filter(|(other, _)| *other == choice)
                    .for_each(|(_, it)| *it = Some(told.clone()));
            }
            Report::Previewed(line, told) => {
                if let Some(typing) = self.typing.as_mut().filter(|typing| typing.text() == line) {
                    typing.preview = told;
                }
            }
            Report::Completed(line, start, found) => {
                if let Some(typing) = &mut self.typing {
                    typing.offer(&line, start, found);
                }
            }
            Report::Panel(name, text) if name == PANELS[self.panel] => match self.layout.panel.height {
                0 if std::mem::take(&mut self.opens_panel) => self.open(&text),
                0 => {}
                _ => self.lines = text::wrapped(&text, self.layout.panel.width.into()),
            },
            Report::Panel(..) => {}
            Report::Asked(question, wrong) => self.asked(question, wrong),
            Report::Picture(number, before, picture) => self.hang(number, &before, picture.map(|picture| *picture)),
        }
    }

    /// A question about a new game: what is typed next answers it.
    fn asked(&mut self, question: Question, wrong: Option<String>) {
        self.is_busy = false;
        self.drawer = None;
        self.news = wrong.iter().chain([&question.sentence]).map(|line| text::one(line)).collect();
        (self.typing, self.asking) = (Some(Typing::default()), Some(question));
    }

    /// Another position, or the same one for another size.
    fn renew(&mut self, frame: Frame) {
        let is_same = frame.model == self.frame.model && frame.game.is_some() == self.frame.game.is_some();
        let at = self.frame.model.cell(self.cursor);
        let is_over = |frame: &Frame| frame.game.as_ref().is_some_and(|game| game.is_over());
        let ends = is_over(&frame) && self.frame.game.is_some() && !is_over(&self.frame);
        self.frame = frame;
        self.is_stale = true;
        if !is_same {
            let last = self.frame.game.as_ref().and_then(|game| game.state().board.placed().last().map(|it| it.cell));
            let best = self.frame.legal.iter().filter(|legal| legal.is_best).map(|legal| legal.cell).collect();
            self.cursor = self.frame.model.start(at.or(last), best);
            self.turned = None;
            self.digits.clear();
            self.foreseen.clear();
            self.board.follow();
            self.foresee_here();
        }
        self.arrange(self.size);
        match ends {
            // At the end everyone wants to see how it came about.
            true => self.show_panel(PANELS.len() - 1),
            false => self.ask_panel(),
        }
    }

    fn foresee(&mut self, choice: Choice) {
        if !self.foreseen.iter().any(|(other, _)| *other == choice) {
            self.foreseen.push((choice, None));
            self.ask(Request::Foresee(choice));
        }
    }

    fn foresee_here(&mut self) {
        if let Some(choice) = self.frame.model.choice(self.cursor) {
            self.foresee(choice);
        }
    }

    /// Whether an answer of the session is still to come.
    pub fn waits(&self) -> bool {
        self.asked > 0 || self.pictures.0 > self.pictures.1
    }

    /// What a choice would bring, if that is known.
    pub fn brings(&self, choice: Choice) -> &str {
        let told = self.foreseen.iter().find(|(other, _)| *other == choice);
        told.and_then(|(_, told)| told.as_deref()).unwrap_or_default()
    }

    fn said(&mut self, outcome: &Outcome, notes: &[String], is_typed: bool) {
        self.is_busy = false;
        self.quits |= outcome.quits;
        self.is_left |= outcome.quits;
        let is_lesson = !outcome.changed;
        let (told, wrong) = (self.wrapped(&outcome.stdout), self.wrapped(&outcome.stderr));
        if told.len() > MAX_NEWS && (is_typed || is_lesson) {
            self.open(&outcome.stdout);
        } else if !told.is_empty() || outcome.changed {
            // The log tells long news completely.
            self.news =
                if told.len() > MAX_NEWS { text::clipped(&outcome.stdout, self.size.width.into()) } else { told };
            self.news.truncate(MAX_LINES);
        }
        if wrong.len() > MAX_NEWS {
            self.open(&outcome.stderr);
        } else if !wrong.is_empty() {
            self.news = wrong;
        }
        self.news.extend(notes.iter().map(|note| text::one(note)));
    }

    /// The lines of a text as they fit the screen, not too many.
    fn wrapped(&self, text: &str) -> Vec<Line<'static>> {
        let mut lines = text::wrapped(text, self.size.width.into());
        lines.truncate(MAX_LINES);
        lines
    }

    fn open(&mut self, text: &str) {
        self.drawer = Some(Drawer { lines: self.wrapped(text), top: 0 });
    }

    /// Says something besides the game.
    pub fn tell(&mut self, words: &str) {
        self.news = vec![text::one(words)];
    }

    /// Points at something.
    pub fn point(&mut self, cursor: Cursor) {
        self.digits.clear();
        let cursor = match (cursor, self.cursor) {
            (Cursor::Place(to, _), Cursor::Place(from, _)) if to == from => self.cursor,
            (Cursor::Place(to, _), _) => self.frame.model.place(to, self.turned),
            (other, _) => other,
        };
        if self.frame.model.choice(cursor).is_some() {
            self.cursor = cursor;
            self.board.follow();
            self.foresee_here();
        }
    }

    /// Turns the tile.
    pub fn turn(&mut self, is_back: bool) {
        self.cursor = self.frame.model.turned(self.cursor, is_back);
        self.turned = self.frame.model.way(self.cursor).map(|(_, way)| Turned::of(way));
        self.foresee_here();
    }

    /// Moves to what lies in a direction.
    pub fn step(&mut self, side: Side) {
        let View { frame, board, cursor, .. } = self;
        let next = frame.model.beside(*cursor, side, |cursor| board.place(&frame.model, cursor));
        self.point(next);
    }

    /// Moves to the next thing in order.
    pub fn next(&mut self, is_back: bool) {
        self.point(self.frame.model.next(self.cursor, is_back));
    }

    /// Chooses what is pointed at.
    pub fn choose(&mut self) {
        let words = match (&self.frame.game, self.frame.model.choice(self.cursor)) {
            (Some(game), Some(choice)) if !self.is_busy => game.choice_words(choice),
            _ => return,
        };
        self.is_busy = true;
        self.ask(Request::Choose(words));
    }

    /// Takes a digit of a number: an option, or a way to turn the tile.
    pub fn digit(&mut self, digit: char) {
        if self.frame.model.options.is_empty() {
            let way = digit.to_digit(10).and_then(|digit| digit.checked_sub(1)).unwrap_or(0) as usize;
            if let Cursor::Place(place, _) = self.cursor {
                let turned = Cursor::Place(place, way);
                if let Some((_, way)) = self.frame.model.way(turned) {
                    self.turned = Some(Turned::of(way));
                    self.cursor = turned;
                    self.foresee_here();
                }
            }
            return;
        }
        let typed = format!("{}{digit}", self.digits);
        let keys = || self.frame.model.options.iter().map(|option| option.key.as_str());
        let found = keys().position(|key| key == typed);
        let goes_on = keys().any(|key| key.len() > typed.len() && key.starts_with(&typed));
        if found.is_none() && !goes_on {
            self.digits.clear();
            return self.tell(&format!("no option has the number {typed}"));
        }
        if let Some(found) = found {
            self.point(Cursor::Option(found));
        }
        // Another digit could follow: then Enter chooses.
        match goes_on {
            false => self.choose(),
            true => self.digits = typed,
        }
    }

    /// Passes, if that is an option.
    pub fn pass(&mut self) {
        match self.frame.model.options.iter().position(|option| option.choice == Choice::Pass) {
            Some(pass) => {
                self.point(Cursor::Option(pass));
                self.choose();
            }
            None => self.tell("to pass is not an option here"),
        }
    }

    /// Runs a line.
    pub fn run(&mut self, line: &str) {
        if self.is_busy {
            return self.tell("a command is still running; Ctrl-C stops it");
        }
        self.is_busy = true;
        self.ask(Request::Line(line.to_string()));
    }

    /// Undoes the last choice.
    pub fn undo(&mut self) {
        if !self.is_busy {
            self.is_busy = true;
            self.ask(Request::Undo);
        }
    }

    /// Stops bots and commands.
    pub fn stop(&mut self) {
        if self.is_busy || self.frame.is_bots {
            self.cancel.store(true, Ordering::Relaxed);
            self.ask(Request::Halt);
            self.tell("stopped; `:run` lets the bots play on");
        } else {
            self.tell("Esc returns to the prompt");
        }
    }

    /// Shows another panel.
    pub fn turn_page(&mut self, is_back: bool) {
        let step = if is_back { PANELS.len() - 1 } else { 1 };
        self.show_panel((self.panel + step) % PANELS.len());
    }

    /// Shows a panel.
    pub fn show_panel(&mut self, panel: usize) {
        (self.panel, self.scroll) = (panel.min(PANELS.len() - 1), 0);
        if self.frame.game.is_some() {
            self.opens_panel = self.layout.panel.height == 0;
            self.ask(Request::Panel(PANELS[self.panel]));
        }
    }

    /// Scrolls what a command printed, or the panel.
    pub fn scroll(&mut self, by: isize) {
        match &mut self.drawer {
            Some(drawer) => {
                let most = drawer.lines.len().saturating_sub(usize::from(self.layout.drawer.height));
                drawer.top = drawer.top.saturating_add_signed(by).min(most);
            }
            None => {
                let most = self.lines.len().saturating_sub(usize::from(self.layout.panel.height)) as isize;
                // The end of the log matters most, the beginning of everything else.
                let (low, high) = if self.panel == 0 { (-most, 0) } else { (0, most) };
                self.scroll = self.scroll.saturating_add(by).clamp(low, high);
            }
        }
    }

    /// The first visible line of the panel.
    pub fn panel_top(&self) -> usize {
        let most = self.lines.len().saturating_sub(usize::from(self.layout.panel.height));
        let start = if self.panel == 0 { most } else { 0 };
        start.saturating_add_signed(self.scroll).min(most)
    }
}
