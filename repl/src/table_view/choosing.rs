//! Pointing and choosing: what is pointed at, the number being typed, and what is sent to the session. Knows no keys and
//! no drawing.

use bastide_core::{Choice, Side};

use crate::table_view::model::{Cursor, Turned};
use crate::table_view::view::View;
use crate::table_view::work::Request;

/// With more options than this a number may have two digits, and Enter chooses.
pub const MAX_INSTANT: usize = 9;

impl View {
    /// Points at something.
    pub fn point(&mut self, cursor: Cursor) {
        self.digits.clear();
        let cursor = match (cursor, self.cursor) {
            (Cursor::Place(to, _), Cursor::Place(from, _)) if to == from => self.cursor,
            (Cursor::Place(to, _), _) => match self.turned {
                Some(turned) => self.frame.model.place(to, Some(turned)),
                None => Cursor::Place(to, self.frame.best_way(to)),
            },
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

    /// Chooses what is pointed at, or the number that was typed.
    pub fn choose(&mut self) {
        let model = &self.frame.model;
        let words = match (&self.frame.game, &model.field, model.choice(self.cursor)) {
            _ if self.is_busy => return,
            (Some(_), Some(field), _) if !self.digits.is_empty() => match field.words(&self.digits) {
                Some(words) => words,
                None => return self.wrong_number(),
            },
            (Some(game), _, Some(choice)) => game.choice_words(choice),
            (Some(_), Some(field), None) => {
                let asked = format!("type a number: {}", field.range);
                return self.tell(&asked);
            }
            _ => return,
        };
        self.digits.clear();
        self.is_busy = true;
        self.ask(Request::Choose(words));
    }

    /// Takes a digit of a number: an amount, an option, or a way to turn the tile.
    pub fn digit(&mut self, digit: char) {
        let typed = format!("{}{digit}", self.digits);
        if let Some(field) = &self.frame.model.field {
            match field.may_become(&typed) {
                true => self.digits = typed,
                false => self.wrong_number(),
            }
            return;
        }
        if self.frame.model.options.is_empty() {
            return self.turn_to(digit);
        }
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
        // While a tile is in hand, a number is seen on the board first: Enter lays the tile.
        match goes_on || !self.frame.model.places.is_empty() {
            false => self.choose(),
            true => self.digits = if goes_on { typed } else { String::new() },
        }
    }

    /// Turns the tile to the way with this number.
    fn turn_to(&mut self, digit: char) {
        let way = digit.to_digit(10).and_then(|digit| digit.checked_sub(1)).unwrap_or(0) as usize;
        let Cursor::Place(place, _) = self.cursor else { return };
        let turned = Cursor::Place(place, way);
        if let Some((_, way)) = self.frame.model.way(turned) {
            self.turned = Some(Turned::of(way));
            self.cursor = turned;
            self.foresee_here();
        }
    }

    /// Forgets the last digit. Returns whether there was one.
    pub fn drop_digit(&mut self) -> bool {
        self.digits.pop().is_some()
    }

    fn wrong_number(&mut self) {
        let range = self.frame.model.field.as_ref().map(|field| field.range.clone()).unwrap_or_default();
        self.tell(&format!("type a number: {range}"));
    }

    /// Passes, if that is an option.
    pub fn pass(&mut self) {
        match self.frame.model.options.iter().position(|option| option.choice == Choice::Pass) {
            Some(pass) => {
                self.point(Cursor::Option(pass));
                self.choose();
            }
            None => self.tell("you cannot pass here"),
        }
    }
}
