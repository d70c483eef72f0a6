//! What the screen shows and what is pointed at: takes keys, the mouse and reports, and asks the session for what follows.
//! Never draws and never runs a line itself.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use bastide_core::Choice;
use ratatui::layout::Size;
use ratatui::style::Style;
use ratatui::text::Line;

use crate::draw::screen::{BoardPicture, Shown};
use crate::draw::view::{Look, Zoom};
use crate::io::reply::Outcome;
use crate::line::invite::Question;
use crate::table_view::board::{Board, EXHIBIT_LINES};
use crate::table_view::frame::Frame;
use crate::table_view::layout::{Layout, PANELS, Wants};
use crate::table_view::line::Typing;
use crate::table_view::model::{Cursor, Turned};
use crate::table_view::text;
use crate::table_view::title::title_lines;
use crate::table_view::work::{Report, Request};

/// The panel that is shown when a game ends.
const STATS: usize = 3;
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
    pub(super) turned: Option<Turned>,
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
        let layout = self.laid_out(size);
        let (before, room) = (self.layout.room(self.size), layout.room(size));
        (self.size, self.layout) = (size, layout);
        // How high the panel is matters little, and changes with every decision.
        if (before.size, before.panel.0) != (room.size, room.panel.0) {
            self.ask(Request::Frame(room));
            self.ask_panel();
        }
    }

    /// The parts of a screen of this size. The panel is narrow if the board gains by it, and what the board shows too
    /// small is drawn beside it.
    fn laid_out(&mut self, size: Size) -> Layout {
        let title = title_lines(&self.frame, self.look.depth, size.width.into()).len();
        let mut wants =
            Wants { title, players: self.frame.panel.len(), options: self.frame.list_lines(), ..Wants::default() };
        let wide = Layout::of(size, wants);
        if wide.players.width == 0 {
            return wide;
        }
        let View { board, frame, cursor, look, .. } = self;
        let mut fit = |narrower: usize| {
            let room = Layout::of(size, Wants { narrower, ..wants }).board;
            let fit = board.fitting(frame, *cursor, *look, (room.width.into(), room.height.into()));
            (fit.unwrap_or_default(), narrower)
        };
        let fits = (0..=Layout::steps(size.width)).map(&mut fit);
        // The first of equals: the widest panel.
        let best = fits.reduce(|wide, narrow| if narrow.0 > wide.0 { narrow } else { wide });
        let (shown, narrower) = best.unwrap_or_default();
        (wants.narrower, wants.is_below) = (narrower, shown.has_room);
        let is_small = shown.zoom < Some(Zoom::Play) && !self.frame.has_pictures;
        let is_shown = is_small && self.frame.model.all().next().is_some() || self.frame.subject.is_some();
        wants.exhibit = if is_shown { EXHIBIT_LINES } else { 0 };
        Layout::of(size, wants)
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
            Report::Explained(text) => self.open(&text),
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

    /// Takes a picture of the board.
    fn hang(&mut self, number: usize, before: &str, picture: Option<BoardPicture>) {
        self.pictures.1 = number;
        self.sequences.push_str(before);
        let place = |picture: &BoardPicture| (picture.at, picture.layout.size);
        match picture {
            // Meanwhile something else covers the board, and the next picture is a new one.
            Some(_) if self.wanted.is_none() => {}
            Some(picture) => {
                // What was there in characters, or as a picture in another place, goes away first.
                self.redraws |= self.board.picture.as_ref().map(place) != Some(place(&picture));
                self.sequences.push_str(&picture.sequence);
                self.board.picture = Some(picture);
            }
            None if self.board.picture.is_some() => self.take_down(),
            None => {}
        }
    }

    /// The picture was taken off the screen.
    pub(super) fn take_down(&mut self) {
        (self.board.picture, self.redraws) = (None, true);
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
            let options = || self.frame.groups.iter().flat_map(|group| &group.options);
            let points = |at: usize| options().find(|option| option.at == at).and_then(|option| option.points);
            let start = self.frame.model.start(at.or(last), best, |at| points(at).unwrap_or(0));
            self.cursor = match start {
                Cursor::Place(place, _) => Cursor::Place(place, self.frame.best_way(place)),
                other => other,
            };
            self.turned = None;
            self.digits.clear();
            self.foreseen.clear();
            self.board.follow();
            self.foresee_here();
        }
        self.arrange(self.size);
        match ends {
            // At the end everyone wants to see how it came about.
            true => self.show_panel(STATS),
            false => self.ask_panel(),
        }
    }

    fn foresee(&mut self, choice: Choice) {
        if !self.foreseen.iter().any(|(other, _)| *other == choice) {
            self.foreseen.push((choice, None));
            self.ask(Request::Foresee(choice));
        }
    }

    pub(super) fn foresee_here(&mut self) {
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

    /// Runs a line.
    pub fn run(&mut self, line: &str) {
        if self.is_busy {
            return self.tell("a command is still running; Ctrl-C stops it");
        }
        self.is_busy = true;
        // `zoom in` starts from what is seen.
        if let Some(zoom) = self.board.zoom() {
            self.is_left |= self.requests.send(Request::Seen(zoom)).is_err();
        }
        self.ask(Request::Line(line.to_string()));
    }

    /// Draws the board larger or smaller.
    pub fn zoom(&mut self, is_larger: bool) {
        self.run(if is_larger { "zoom in" } else { "zoom out" });
    }

    /// Explains the open decision and the keys.
    pub fn explain(&mut self) {
        self.ask(Request::Explain);
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

    /// Whether what a command printed goes on below the screen.
    pub fn has_more(&self) -> bool {
        let high = usize::from(self.layout.drawer.height);
        self.drawer.as_ref().is_some_and(|drawer| drawer.top + high < drawer.lines.len())
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
                let (low, high) = if self.opens_at_end() { (-most, 0) } else { (0, most) };
                self.scroll = self.scroll.saturating_add(by).clamp(low, high);
            }
        }
    }

    /// Whether the end of the panel matters most: of what happened, the latest.
    fn opens_at_end(&self) -> bool {
        matches!(PANELS[self.panel], "log" | "ledger")
    }

    /// The first visible line of the panel.
    pub fn panel_top(&self) -> usize {
        let most = self.lines.len().saturating_sub(usize::from(self.layout.panel.height));
        let start = if self.opens_at_end() { most } else { 0 };
        start.saturating_add_signed(self.scroll).min(most)
    }
}
