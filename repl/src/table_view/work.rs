//! The session beside the screen, on a thread of its own: runs lines, lets bots play turn by turn, says what a choice would
//! bring. The screen gets plain data and never waits. Knows no keys and no terminal.

use std::sync::mpsc::{Receiver, Sender, TryRecvError};
use std::time::Duration;

use bastide_core::leash::{self, Leash};
use bastide_core::{Choice, Game};

use crate::draw::overlay::Overlay;
use crate::draw::panel::Panel;
use crate::draw::screen::{BoardPicture, Shown};
use crate::draw::sketch::{self, colours};
use crate::draw::view::{Line, Note, Sketch, Tint, Zoom};
use crate::game::assist::Assist;
use crate::io::reply::Outcome;
use crate::io::{ability, split};
use crate::line::command::{Candidate, Context};
use crate::line::complete::complete;
use crate::line::invite::{Invitation, Question};
use crate::line::{dispatch, foresee};
use crate::session::Session;
use crate::table_view::frame::Frame;
use crate::table_view::layout::{KEY, Room};
use crate::table_view::model::Model;
use crate::tell::choices::{explanation, groups, subject};
use crate::tell::{describe, show};

/// Time limit for scripts while a frame is made.
const FRAME_TIME_LIMIT: Duration = Duration::from_secs(1);

/// What the screen asks for.
pub enum Request {
    /// Everything again, for a screen with this room.
    Frame(Room),
    /// Choose an option, by its words.
    Choose(String),
    /// Run a line that a person typed.
    Line(String),
    /// Undo the last choice.
    Undo,
    /// What a choice would bring.
    Foresee(Choice),
    /// What a line would do.
    Preview(String),
    /// The completions of a line.
    Complete(String),
    /// The text of a panel: the answer of the command with this name.
    Panel(&'static str),
    /// The open decision and the keys, explained.
    Explain,
    /// The board is seen at this zoom.
    Seen(Zoom),
    /// Answer the question about a new game.
    Answer(String),
    /// Start no new game.
    Decline,
    /// A real picture of the board, by its number; or take the one on the screen away.
    Picture(usize, Option<Box<Shown>>),
    /// Let the bots wait.
    Halt,
}

/// What the screen is told.
pub enum Report {
    /// The table has changed.
    Frame(Box<Frame>),
    /// The answer of a line. `is_typed`: a person typed it.
    Said {
        /// The answer.
        outcome: Outcome,
        /// Messages besides.
        notes: Vec<String>,
        /// Whether a person typed it.
        is_typed: bool,
    },
    /// What a choice would bring.
    Foreseen(Choice, String),
    /// What a line would do.
    Previewed(String, String),
    /// The completions of a line: where the completed text starts, and the candidates.
    Completed(String, usize, Vec<Candidate>),
    /// The text of a panel.
    Panel(&'static str, String),
    /// The open decision and the keys, explained.
    Explained(String),
    /// A real picture of the board, by its number, or `None` if there can be none; before it, a sequence for the terminal.
    Picture(usize, String, Option<Box<BoardPicture>>),
    /// A question about a new game, and what is wrong with the answer before.
    Asked(Question, Option<String>),
}

/// The session at work.
pub struct Worker<'a> {
    session: &'a mut Session,
    reports: Sender<Report>,
    room: Room,
    /// So many turns the bots play on by themselves.
    turns: usize,
    /// The picture to draw when there is nothing else to do: of several, only the last is seen.
    wanted: Option<(usize, Option<Box<Shown>>)>,
    /// The questions about a new game, while they are asked.
    pub(super) invitation: Option<Invitation>,
}

impl<'a> Worker<'a> {
    /// A worker that reports here.
    pub fn new(session: &'a mut Session, reports: Sender<Report>) -> Worker<'a> {
        let turns = if goes_on(session) { usize::MAX } else { 0 };
        Worker { session, reports, room: Room::default(), turns, wanted: None, invitation: None }
    }

    /// Works until nobody asks any more.
    pub fn run(&mut self, requests: &Receiver<Request>) {
        loop {
            let asked = match self.bots_play() || self.wanted.is_some() {
                true => requests.try_recv(),
                false => requests.recv().map_err(|_| TryRecvError::Disconnected),
            };
            match asked {
                Ok(Request::Picture(number, shown)) => self.wanted = Some((number, shown)),
                Ok(request) => self.answer(request),
                Err(TryRecvError::Empty) => match self.wanted.take() {
                    Some((number, shown)) => self.draw(number, shown.as_deref()),
                    None => self.let_bot_play(),
                },
                Err(TryRecvError::Disconnected) => return,
            }
        }
    }

    /// Whether bots play on by themselves now.
    fn bots_play(&self) -> bool {
        let table = self.session.context.table.as_ref();
        self.turns > 0 && table.is_some_and(|table| table.bot_to_decide().is_some())
    }

    /// Draws a real picture of the board, or takes it away.
    fn draw(&mut self, number: usize, shown: Option<&Shown>) {
        let Context { screen, table, .. } = &mut self.session.context;
        let picture = shown.zip(table.as_ref()).and_then(|(shown, table)| screen.board_picture(&table.game, shown));
        let before = if picture.is_none() { screen.pictures.taken_down() } else { String::new() };
        let _ = self.reports.send(Report::Picture(number, before, picture.map(Box::new)));
    }

    fn answer(&mut self, request: Request) {
        match request {
            Request::Frame(room) => {
                self.room = room;
                self.session.context.screen.size = Some(room.size);
                self.session.context.screen.pictures.measure(ability::cell_size());
                self.show();
            }
            Request::Choose(words) => {
                let words: Vec<String> = words.split(' ').map(String::from).collect();
                let outcome = self.session.execute_words(&words);
                self.said(outcome, false);
            }
            Request::Undo => {
                let outcome = self.session.execute("undo");
                self.turns = 0;
                self.told(outcome, false);
            }
            Request::Line(line) => self.line(&line),
            Request::Answer(answer) => self.take_answer(&answer),
            Request::Decline => {
                self.invitation = None;
                self.show();
            }
            Request::Seen(zoom) => self.session.context.screen.was_shown(zoom),
            Request::Halt => {
                self.turns = 0;
                self.show();
            }
            other => self.look(other),
        }
    }

    /// Answers what changes nothing. Scripts must not delay a key for long.
    fn look(&mut self, request: Request) {
        let context = &mut self.session.context;
        let report = match request {
            Request::Foresee(choice) => {
                let game = context.table.as_ref().filter(|table| table.assist == Assist::Full).map(|table| &table.game);
                let told = game.map(|game| leash::held(foresee::leash(), || brings(game, choice)));
                Report::Foreseen(choice, told.unwrap_or_default())
            }
            Request::Preview(line) => {
                let told = leash::held(foresee::leash(), || foresee::foresee(context, &line));
                Report::Previewed(line, told.unwrap_or_default())
            }
            Request::Complete(line) => {
                let (start, found) = leash::held(foresee::leash(), || complete(context, &line));
                Report::Completed(line, start, found)
            }
            Request::Panel(KEY) => Report::Panel(KEY, self.key()),
            Request::Explain => Report::Explained(self.explained()),
            Request::Panel(name) => {
                context.screen.size = Some(self.room.panel);
                let reply = dispatch::command(context, &[name]);
                context.screen.size = Some(self.room.size);
                Report::Panel(name, reply.map_or_else(|failure| failure.message, |reply| reply.text))
            }
            _ => return,
        };
        // If nobody listens any more, the screen is gone.
        let _ = self.reports.send(report);
    }

    /// Asks the next question about a new game, or starts it.
    fn invite(&mut self, wrong: Option<String>) {
        let Some(invitation) = &self.invitation else { return };
        match invitation.question(&mut self.session.context) {
            Some(question) => drop(self.reports.send(Report::Asked(question, wrong))),
            None => {
                let line = invitation.line();
                self.invitation = None;
                let outcome = self.session.execute(&line);
                self.said(outcome, true);
            }
        }
    }

    fn take_answer(&mut self, answer: &str) {
        let Some(invitation) = &mut self.invitation else { return self.show() };
        let wrong = invitation.answer(&mut self.session.context, answer).err();
        self.invite(wrong.map(|failure| failure.message));
    }

    fn line(&mut self, line: &str) {
        if split::words(line).is_ok_and(|words| words == ["new"]) {
            self.invitation = Some(Invitation::new());
            return self.invite(None);
        }
        // Bots that a person lets play are seen playing, turn by turn.
        if let Some(turns) = turns(line).filter(|_| self.session.context.table.is_some()) {
            self.turns = turns;
            self.show();
            if !self.bots_play() {
                let outcome = self.session.execute(line);
                self.told(outcome, true);
            }
            return;
        }
        let outcome = self.session.execute(line);
        self.said(outcome, true);
    }

    /// One turn of a bot.
    fn let_bot_play(&mut self) {
        self.turns = self.turns.saturating_sub(1);
        let outcome = self.session.execute("run 1");
        if outcome.code != 0 {
            self.turns = 0;
        }
        self.told(outcome, false);
    }

    /// Reports an answer; bots answer what was chosen.
    fn said(&mut self, outcome: Outcome, is_typed: bool) {
        if outcome.changed {
            self.turns = if goes_on(self.session) { usize::MAX } else { 0 };
        }
        self.told(outcome, is_typed);
    }

    fn told(&mut self, outcome: Outcome, is_typed: bool) {
        // The game is saved before anything is shown: what a person has seen is never lost.
        let notes = if outcome.changed { self.session.keep() } else { Vec::new() };
        let _ = self.reports.send(Report::Said { outcome, notes, is_typed });
        self.show();
    }

    fn show(&mut self) {
        let stop = Some(self.session.context.cancel.clone());
        let leash = Leash { time: Some(FRAME_TIME_LIMIT), stop, ..Leash::default() };
        let frame = leash::held(leash, || self.frame());
        let _ = self.reports.send(Report::Frame(Box::new(frame)));
    }

    fn frame(&self) -> Frame {
        let context = &self.session.context;
        let settings = context.screen.settings;
        let Some(table) = &context.table else {
            let sentence = "No game is running: type :new to start one.".into();
            return Frame { sentence, settings, ..Frame::default() };
        };
        let game = &table.game;
        let is_bots = self.bots_play();
        let player = game.decision().map(|decision| decision.player()).map(|player| {
            let (ground, ink) = colours(game, player);
            (game.player_name(player).to_string(), ink, ground)
        });
        let subject = subject(game).filter(|_| !is_bots);
        let mut legal = if is_bots { Vec::new() } else { sketch::places(game) };
        settings.mark(game, &mut legal);
        Frame {
            model: if is_bots { Model::default() } else { Model::of(game, settings.assist) },
            legal,
            groups: if is_bots { Vec::new() } else { groups(game, settings.assist == Assist::Full) },
            player,
            sentence: show::status(game),
            panel: self.panel(game),
            overlay: self.overlay(game, settings.overlay, settings.assist),
            subject,
            subject_words: subject.map(|tile| describe::tile_words(game, tile)).unwrap_or_default(),
            is_bots,
            has_pictures: context.screen.pictures.graphics.is_some(),
            settings,
            game: Some(game.clone()),
        }
    }

    /// The players and what is beside the board.
    fn panel(&self, game: &Game) -> Vec<String> {
        let screen = &self.session.context.screen;
        let width = self.room.panel.0;
        let assist = screen.settings.assist;
        let now = (assist == Assist::Full && !game.is_over()).then(|| crate::bot::projected(game));
        let panel = Panel { game, looks: &screen.looks, look: screen.look, assist, width, now };
        let zones = panel.zones();
        let lines = panel.players().into_iter().chain(zones).chain(panel.hand());
        lines.map(|line: Line| line.cut(width).text(screen.look)).collect()
    }

    /// What the signs on the board mean.
    fn key(&self) -> String {
        let Context { screen, table, .. } = &self.session.context;
        let Some(table) = table else { return String::new() };
        let (width, assist) = (self.room.panel.0, screen.settings.assist);
        let look = screen.shown_look();
        let panel = Panel { game: &table.game, looks: &screen.looks, look, assist, width, now: None };
        let legend = panel.legend().into_iter().map(|line| line.cut(width).text(screen.look));
        legend.chain(panel.cells()).collect::<Vec<String>>().join("\n")
    }

    /// The open decision, with what every option does in full; then the keys.
    fn explained(&mut self) -> String {
        let context = &mut self.session.context;
        let decision = context.table.as_ref().map(|table| explanation(&table.game)).unwrap_or_default();
        let keys = dispatch::command(context, &["help", "table"]);
        let keys = keys.map_or_else(|failure| failure.message, |reply| reply.text);
        if decision.is_empty() { keys } else { format!("{decision}\n\n{keys}") }
    }

    fn overlay(&self, game: &Game, overlay: Overlay, assist: Assist) -> (Vec<Tint>, Vec<Note>) {
        let mut sketch = Sketch::default();
        if overlay.is_shown_with(assist) {
            overlay.lay(game, &mut sketch, self.session.context.screen.look.glyphs);
        }
        (sketch.tints, sketch.notes)
    }
}

/// What a choice brings: a place what it joins, anything else all that follows.
fn brings(game: &Game, choice: Choice) -> String {
    match choice.place() {
        Some(_) => foresee::placing(game, choice).join(", "),
        None => foresee::after(game, &[choice]).unwrap_or_default(),
    }
}

/// Whether bots answer by themselves in the game at hand.
fn goes_on(session: &Session) -> bool {
    session.context.table.as_ref().is_some_and(|table| table.goes_on())
}

/// How many turns a line lets the bots play, if that is what it does.
fn turns(line: &str) -> Option<usize> {
    let words = split::words(line).ok()?;
    match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["run"] => Some(usize::MAX),
        ["run", n] => n.parse().ok(),
        _ => None,
    }
}
