//! The board as a real picture: asked for when something else is shown, taken down while something covers it. Knows no
//! sequences.

use crate::draw::screen::Shown;
use crate::table_view::view::View;
use crate::table_view::work::Request;

impl View {
    /// Asks for a real picture of what is shown now, if it is another than before; nothing may lie over it.
    pub fn picture(&mut self) {
        let is_covered = self.drawer.is_some() || self.typing.as_ref().is_some_and(|typing| !typing.offers.is_empty());
        let is_possible = self.frame.has_pictures && self.frame.game.is_some() && !self.layout.board.is_empty();
        let shown = self.board.shown(&self.frame, self.cursor, self.layout.board);
        let shown = Some(shown).filter(|_| is_possible && !is_covered);
        if shown.is_none() && self.board.picture.is_some() {
            self.take_down();
        }
        let is_same = |one: &Shown, other: &Shown| Shown { is_new: one.is_new, ..other.clone() } == *one;
        let is_known = match (&shown, &self.wanted) {
            (Some(shown), Some(wanted)) => is_same(shown, wanted) && !self.is_stale,
            (shown, wanted) => shown.is_none() && wanted.is_none(),
        };
        if !is_known {
            self.wanted.clone_from(&shown);
            self.is_stale = false;
            self.pictures.0 += 1;
            self.is_left |= self.requests.send(Request::Picture(self.pictures.0, shown.map(Box::new))).is_err();
        }
    }

    /// Draws everything from scratch.
    pub fn redraw(&mut self) {
        self.take_down();
        self.wanted = None;
    }
}
