//! The panel beside the board: whose turn it is, points, supplies, tokens, and the figures in places beside the board.

use bastide_core::language::plural;
use bastide_core::{Figure, FigureKindId, Game, Holds, PlayerId, Shelf, TokenId, Zone, ZoneId};

use super::stage::{Stage, small};
use super::tile::{NOBODY, mark_svg};
use crate::draw::looks::Looks;
use crate::draw::vector::{
    path::short,
    svg::{Align, GREY, Hand, INK},
};
use crate::io::prose::hung;
use crate::tell::show;
use crate::tell::token_places::Purse;

/// The width of the panel.
pub const WIDTH: f32 = 290.0;
/// Characters per line of small text.
const COLUMNS: usize = 42;
const SMALL: f32 = 9.5;

/// The panel while it is being built, from top to bottom.
struct Panel<'a> {
    game: &'a Game,
    looks: &'a Looks,
    stage: &'a mut Stage,
    svg: String,
    y: f32,
}

/// The panel with its upper left corner at 0,0, and its height.
pub fn panel(game: &Game, looks: &Looks, stage: &mut Stage) -> (String, f32) {
    let mut panel = Panel { game, looks, stage, svg: String::new(), y: 0.0 };
    panel.lines(&show::status(game), INK);
    panel.y += 8.0;
    for player in game.state().players() {
        panel.player(player);
    }
    panel.zones();
    (panel.svg, panel.y)
}

impl Panel<'_> {
    fn lines(&mut self, text: &str, colour: &str) {
        for line in hung(text, 0, Some(COLUMNS)).lines() {
            self.y += 16.0;
            self.svg += &Hand::plain(SMALL + 0.5, colour).within((0.0, self.y), line, WIDTH);
        }
    }

    fn player(&mut self, player: PlayerId) {
        let game = self.game;
        let top = self.y;
        let symbol = self.stage.figure_of(game, FigureKindId(0), player, false);
        let points = game.scores()[player.0 as usize].to_string();
        self.svg +=
            &format!("<path d=\"M0 {0}H{1}\" stroke=\"#d8cfba\" stroke-width=\"1\"/>", short(top + 4.0), short(WIDTH));
        self.svg += &small(symbol, (17.0, top + 27.0), 32.0);
        let points_hand = Hand::plain(15.0, INK).bold().aligned(Align::Right);
        self.svg += &points_hand.write((WIDTH, top + 30.0), &points);
        let room = WIDTH - 55.0 - points_hand.width(&points);
        self.svg += &Hand::plain(12.5, INK).bold().within((42.0, top + 29.0), game.player_name(player), room);
        self.y = top + 32.0;
        for line in hung(&show::left(game, player), 0, Some(COLUMNS)).lines() {
            self.y += 14.0;
            self.svg += &Hand::plain(SMALL - 1.0, GREY).within((42.0, self.y), line, WIDTH - 42.0);
        }
        self.tokens(player);
        for (number, zone) in game.catalogue().zones.iter().enumerate().filter(|(_, zone)| zone.owned) {
            self.zone(&zone.name, Shelf { zone: ZoneId(number as u8), owner: player }, 42.0, false);
        }
        self.y += 12.0;
    }

    /// The tokens of a player, each with its mark.
    fn tokens(&mut self, player: PlayerId) {
        let game = self.game;
        let held = game
            .catalogue()
            .tokens
            .iter()
            .zip(0..)
            .map(|(token, id)| (&token.name, game.state().tokens(player, TokenId(id))));
        let held: Vec<(&String, u16)> = held.filter(|(_, n)| *n > 0).collect();
        if held.is_empty() {
            return;
        }
        self.y += 18.0;
        let (mut x, hand) = (42.0, Hand::plain(SMALL - 1.0, GREY));
        for (name, n) in held {
            let has_mark = self.mark(name, (0.0, 0.0)).is_some();
            let words = if has_mark { n.to_string() } else { format!("{n} {}", plural(name, i64::from(n))) };
            let before = if has_mark { 18.0 } else { 0.0 };
            let wide = before + hand.width(&words);
            // What does not fit into the line goes to the next one.
            if x + wide > WIDTH && x > 42.0 {
                (x, self.y) = (42.0, self.y + 18.0);
            }
            self.svg += &self.mark(name, (x + 7.0, self.y - 4.0)).unwrap_or_default();
            self.svg += &hand.write((x + before, self.y), &words);
            x += wide + 12.0;
        }
    }

    /// The mark of a token: its own drawing, or the mark of the tag with the same name.
    fn mark(&self, name: &str, at: (f32, f32)) -> Option<String> {
        let own = self.looks.drawing("tokens", name).filter(|drawing| !drawing.art.is_empty());
        let drawing = own.or_else(|| self.looks.drawing("tags", name))?;
        let mark = self.looks.mark(name);
        match (drawing.art.is_empty(), mark) {
            (false, _) => Some(drawing.art.svg((at.0 - 8.0, at.1 - 8.0), 16.0, NOBODY)),
            (true, Some(mark)) => Some(mark_svg(mark, &drawing.art, at, 18.0)),
            (true, None) => None,
        }
    }

    /// Places beside the board that nobody owns, and neutral figures that are not on the board.
    fn zones(&mut self) {
        let zones = &self.game.catalogue().zones;
        if zones.iter().any(|zone| !zone.owned && !zone.holds_tiles()) {
            self.y += 8.0;
        }
        for (number, zone) in zones.iter().enumerate().filter(|(_, zone)| !zone.owned) {
            self.zone(&zone.name, Shelf::common(ZoneId(number as u8)), 0.0, true);
        }
        let waiting = |figure: &&Figure| figure.owner == PlayerId::NOBODY && figure.zone == Zone::Supply;
        let figures: Vec<Figure> = self.game.state().figures.iter().filter(waiting).copied().collect();
        if !figures.is_empty() {
            self.row("beside the board", &figures, 0.0);
        }
    }

    fn zone(&mut self, name: &str, at: Shelf, x: f32, even_empty: bool) {
        let zone = Zone::Beside(at.zone, at.owner);
        match self.game.catalogue().zone(at.zone).holds {
            Holds::Figures => {}
            Holds::Tiles => return,
            Holds::Tokens => {
                self.y += 26.0;
                let words = format!("{name}: {}", Purse::at(self.game, at));
                self.svg += &Hand::plain(SMALL, GREY).within((x, self.y), &words, WIDTH - x);
                return;
            }
        }
        let there = self.game.state().figures.iter().filter(|figure| figure.zone == zone);
        let there: Vec<Figure> = there.copied().collect();
        if even_empty || !there.is_empty() {
            self.row(name, &there, x);
        }
    }

    fn row(&mut self, name: &str, figures: &[Figure], x: f32) {
        self.y += 26.0;
        let hand = Hand::plain(SMALL, GREY);
        self.svg += &hand.write((x, self.y), name);
        let mut along = x + hand.width(name) + 20.0;
        if figures.is_empty() {
            self.svg += &hand.write((along - 10.0, self.y), "–");
        }
        for figure in figures {
            let symbol = self.stage.figure(self.game, figure);
            self.svg += &small(symbol, (along, self.y - 5.0), 20.0);
            along += 22.0;
        }
    }
}
