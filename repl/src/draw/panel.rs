//! The panel beside the board: the turn, the players with points and figures, the tile in hand, the contents of zones.
//! Everything follows from manifests.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::language::plural;
use bastide_core::{Figure, FigureKindId, Game, Holds, KindId, MAX_PLAYERS, PlayerId, Shelf, TileId, Zone, ZoneId};

use crate::draw::looks::Looks;
use crate::draw::sketch::{badge, colours, letter};
use crate::draw::view::{Colour, Line, Look};
use crate::game::assist::Assist;
use crate::io::prose::{cut, widest, width};
use crate::tell::fits::to_come;
use crate::tell::show;
use crate::tell::token_places::{self, Purse};

/// The width of a panel.
pub const WIDTH: usize = 50;
/// The width of a narrow panel.
pub const NARROW: usize = 37;
/// The width of a panel that leaves as much room as possible for the board.
pub const SLIM: usize = 28;
/// Where the figures of a player begin if they have a line of their own.
const NEXT_LINE: usize = 6;
/// A dark background.
const DARK: Colour = Colour::new(0x181818, 234, 0);
/// Dots with less contrast to a dark background are grey.
const MIN_CONTRAST: f32 = 2.2;
/// More figures than this are shown as a number.
const MAX_DOTS: usize = 12;

/// Draws panels for one game.
pub struct Panel<'a> {
    /// The game.
    pub game: &'a Game,
    /// How its things look.
    pub looks: &'a Looks,
    /// How much the terminal shows.
    pub look: Look,
    /// How much help is shown.
    pub assist: Assist,
    /// The available columns.
    pub width: usize,
    /// The points of all players if the game ended now, if they are shown.
    pub now: Option<[i32; MAX_PLAYERS]>,
}

impl Panel<'_> {
    fn pick(&self, unicode: char, ascii: char) -> char {
        if self.look.is_ascii() { ascii } else { unicode }
    }

    /// The number of the turn, and how many tiles are left.
    pub fn head(&self) -> Line {
        let left = self.game.state().pile.len() + self.game.state().next.len();
        let tiles = format!(" {} {left} {} left", self.pick('·', '-'), plural("tile", left as i64));
        match self.game.decision() {
            Some(_) => Line::default().bold(&format!("turn {}", show::number(self.game))).ink(&tiles, self.grey()),
            None => Line::default().bold(&show::status(self.game)),
        }
    }

    fn grey(&self) -> Colour {
        self.looks.palette().grey
    }

    /// A row for each player: points, projected points, figures, tokens.
    pub fn players(&self) -> Vec<Line> {
        let game = self.game;
        let is_narrow = self.width < WIDTH;
        let longest = if is_narrow { 7 } else { 16 };
        let names = widest(game.setup().players()).clamp(6, longest);
        let projected = &self.now;
        let (word, wide) = if is_narrow { ("pts", 4) } else { ("points", 7) };
        let (points, wide_now) = (6 + names + wide, if is_narrow { 5 } else { 6 });
        let now = points + if projected.is_some() { wide_now } else { 0 };
        let figures = now + if is_narrow { 1 } else { 3 };
        let right = |line: Line, column: usize, text: &str| line.to(column - text.len()).ink(text, self.grey());
        let mut head = right(Line::new("      ").ink("player", self.grey()), points, word);
        if projected.is_some() {
            head = right(head, now, "+now");
        }
        let word = if self.width < NARROW { "left" } else { "figures" };
        let mut lines = vec![head.to(figures).ink(word, self.grey())];
        let turn = game.decision().map(|decision| decision.player());
        for player in game.state().players() {
            let (colour, ink) = colours(game, player);
            let is_next = turn == Some(player);
            let arrow = if is_next { format!("{} ", self.pick('▸', '>')) } else { "  ".into() };
            let name = cut(game.player_name(player), names);
            let row = Line::new(&arrow).badge(&format!(" {} ", letter(game, player)), ink, colour).plain(" ");
            let row = if is_next { row.bold(&name) } else { row.plain(&name) };
            let score = game.scores()[player.0 as usize];
            let mut row = row.to(6 + names).bold(&format!("{score:wide$}"));
            if let Some(projected) = projected {
                let more = projected[player.0 as usize] - score;
                row = row.ink(&format!("{more:>+wide_now$}"), self.grey());
            }
            let row = row.to(figures);
            let told = [false, true].map(|is_short| self.figures(row.clone(), player, is_short));
            match told.into_iter().find(|told| told.width() <= self.width) {
                Some(told) => lines.push(told),
                None => lines.extend([row, self.figures(Line::default().to(NEXT_LINE), player, false)]),
            }
            let Some(tokens) = self.tokens(player) else { continue };
            match lines.last_mut() {
                Some(row) if row.width() + 2 + tokens.width() <= self.width => {
                    *row = row.clone().plain("  ").and(tokens);
                }
                _ => lines.push(Line::default().to(figures.min(self.width.saturating_sub(tokens.width()))).and(tokens)),
            }
        }
        lines
    }

    /// The figures of a player: filled dots for those in the supply, hollow ones for the others.
    /// If they have to be short, those of the first kind are only counted.
    fn figures(&self, mut row: Line, player: PlayerId, is_short: bool) -> Line {
        let (game, colour) = (self.game, colours(self.game, player).0);
        // Dark dots would be invisible on a dark background.
        let colour = if colour.contrast(DARK) < MIN_CONTRAST { self.grey() } else { colour };
        let gap = if self.width < NARROW || is_short { "" } else { " " };
        let [full, hollow] = [self.pick('●', '*'), self.pick('○', 'o')];
        for kind in game.catalogue().figure_kinds() {
            let own = |figure: &&Figure| figure.owner == player && figure.kind == kind;
            let (all, held) = (game.state().figures.iter().filter(own).count(), game.state().supply(player, kind));
            if game.catalogue().figure(kind).neutral || all == 0 {
                continue;
            }
            if kind == FigureKindId(0) {
                row = match all {
                    0..=MAX_DOTS if self.width >= NARROW && !is_short => row
                        .ink(&full.to_string().repeat(held), colour)
                        .ink(&hollow.to_string().repeat(all.saturating_sub(held)), self.grey()),
                    _ => row.plain(&format!("{held}/{all}{}", if is_short { " " } else { "" })),
                };
                continue;
            }
            let sign = self.looks.figure(&game.catalogue().figure(kind).name).letter.unwrap_or('?');
            row = match (held, all) {
                (0, _) => row.plain(gap).ink(&self.pick('·', '-').to_string(), self.grey()),
                (1, 1) => row.plain(gap).ink(&sign.to_string(), colour),
                _ => row.plain(gap).ink(&format!("{sign}{held}"), colour),
            };
        }
        row
    }

    /// The tokens of a player; `None` if there are none.
    fn tokens(&self, player: PlayerId) -> Option<Line> {
        let line = self.purse(Line::default(), Shelf::supply(player));
        (line.width() > 0).then_some(line)
    }

    /// The tokens at a place.
    fn purse(&self, mut line: Line, at: Shelf) -> Line {
        let catalogue = self.game.catalogue();
        for (kind, n) in self.game.state().purse(catalogue, at) {
            let mark = self.looks.token(&catalogue.tokens[kind.0 as usize].name);
            let sign = self.pick(mark.glyph, mark.ascii);
            line = line.badge(&sign.to_string(), mark.fg, mark.bg).plain(&format!("{n} "));
        }
        line
    }

    /// The places that contain tokens; only the number if nobody may look into it.
    fn purses(&self) -> impl Iterator<Item = Line> {
        let lie = token_places::all(self.game).into_iter().filter(|(_, n)| *n > 0);
        lie.map(|(at, _)| {
            let head = self.heading(at);
            match token_places::is_seen(self.game, at) {
                true => self.purse(head, at),
                false => head.plain(&Purse::at(self.game, at).to_string()),
            }
        })
    }

    /// The name of a place beside the board, at the start of its line.
    fn heading(&self, Shelf { zone, owner }: Shelf) -> Line {
        let name = &self.game.catalogue().zone(zone).name;
        let whose = match owner {
            PlayerId::NOBODY => String::new(),
            owner => format!(" of {}", self.game.player_name(owner)),
        };
        Line::default().ink(&format!("{name}{whose} "), self.grey())
    }

    /// What is beside the board, zone by zone, on as few lines as possible.
    pub fn zones(&self) -> Vec<Line> {
        self.packed(self.all_zones())
    }

    fn all_zones(&self) -> Vec<Line> {
        let game = self.game;
        let mut lines = Vec::new();
        for (zone, id) in game.catalogue().zones.iter().zip(0..) {
            let owners: Vec<PlayerId> =
                if zone.owned { game.state().players().collect() } else { vec![PlayerId::NOBODY] };
            for owner in owners {
                let here = |figure: &&Figure| figure.zone == Zone::Beside(ZoneId(id), owner);
                let figures: Vec<&Figure> = game.state().figures.iter().filter(here).collect();
                // Places for everybody are named even while nobody is there: they can be chosen.
                if figures.is_empty() && (zone.owned || zone.holds != Holds::Figures) {
                    continue;
                }
                let mut line = self.heading(Shelf { zone: ZoneId(id), owner });
                if figures.is_empty() {
                    line = line.ink(&self.pick('·', '-').to_string(), self.grey());
                }
                let badges: Vec<_> =
                    figures.iter().map(|figure| badge(game, self.looks, self.look.glyphs, figure)).collect();
                for alike in badges.chunk_by(|one, other| one == other) {
                    let (text, colour, ink) = &alike[0];
                    let many = if alike.len() > 1 { alike.len().to_string() } else { String::new() };
                    line = line.badge(&format!(" {text} "), *ink, *colour).plain(&format!("{many} "));
                }
                lines.push(line);
            }
        }
        lines.extend(self.purses());
        lines.extend(show::held_tiles(game).into_iter().map(|(at, tiles)| {
            let name = &game.catalogue().zone(at.zone).name;
            let named: Vec<&str> = tiles.iter().map(String::as_str).filter(|tile| tile != name).collect();
            self.heading(at).plain(&named.join(" "))
        }));
        lines
    }

    /// Entries side by side.
    fn packed(&self, entries: Vec<Line>) -> Vec<Line> {
        let mut lines: Vec<Line> = Vec::new();
        for entry in entries {
            match lines.pop() {
                Some(line) if line.width() + 2 + entry.width() <= self.width => lines.push(line.plain("  ").and(entry)),
                full => lines.extend(full.into_iter().chain([entry])),
            }
        }
        lines
    }

    fn swatch(&self, colour: Colour, name: &str) -> Line {
        Line::default().badge("  ", colour, colour).ink(&format!(" {name}"), self.grey())
    }

    /// What the colours and signs on the board mean.
    pub fn legend(&self) -> Vec<Line> {
        let catalogue = self.game.catalogue();
        let hand = self.game.decision().map(|decision| decision.tiles()).unwrap_or_default();
        let tiles: BTreeSet<TileId> =
            self.game.state().board.placed().iter().map(|placed| placed.tile).chain(hand).collect();
        let green = self.looks.palette().field[0];
        let grounds: BTreeMap<&str, Colour> = self.looks.kinds().map(|(name, style)| (name, style.colour)).collect();
        let (mut kinds, mut tags) = (BTreeSet::new(), BTreeMap::new());
        for tile in tiles.into_iter().map(|tile| catalogue.tile(tile)) {
            let whole = tile.tags.iter().map(|tag| &catalogue.tags[tag.0 as usize]);
            tags.extend(whole.chain(tile.face.fields.iter().flat_map(|f| &f.tags)).map(|tag| (tag.as_str(), green)));
            for segment in &tile.face.segments {
                kinds.insert(segment.kind.as_str());
                let ground = grounds.get(segment.kind.as_str()).copied().unwrap_or(green);
                tags.extend(segment.tags.iter().map(|tag| (tag.as_str(), ground)));
            }
        }
        let field = &catalogue.kind(KindId::FIELD).name;
        let mut entries: Vec<Line> = vec![match self.look.is_blocks() {
            true => self.swatch(self.looks.palette().field[0], field),
            false => Line::new(&self.pick('·', '.').to_string()).ink(&format!(" {field}"), self.grey()),
        }];
        for (name, style) in self.looks.kinds().filter(|(name, _)| kinds.contains(name)) {
            let glyphs = if self.look.is_ascii() { &style.ascii } else { &style.mono };
            let glyph = glyphs.first().and_then(|row| row.chars().nth(row.chars().count() / 2)).unwrap_or('?');
            entries.push(match self.look.is_blocks() {
                true => self.swatch(style.colour, name),
                false => Line::new(&glyph.to_string()).ink(&format!(" {name}"), self.grey()),
            });
        }
        for (name, mark) in self.looks.tags() {
            let Some(&ground) = tags.get(name) else { continue };
            let sign = self.pick(mark.glyph, mark.ascii).to_string();
            let line = Line::default().badge(&sign, mark.ink_on(ground), ground);
            entries.push(line.ink(&format!(" {name}"), self.grey()));
        }
        entries.extend(self.lying());
        entries.extend(self.figure_signs());
        entries.extend(self.token_signs(|name| tags.contains_key(name)));
        self.packed(entries)
    }

    /// What is written on the cells where a tile can be placed, in sentences.
    pub fn cells(&self) -> Vec<String> {
        let times = self.pick('×', 'x');
        let all = [
            "a: a cell where the tile in hand fits".to_string(),
            format!("a{times}2: it fits there in two ways"),
            "+4: points at once, with the best answer after it".to_string(),
            "a letter like a number: no cell earns more at once".to_string(),
        ];
        all.into_iter().map(|line| cut(&line, self.width)).collect()
    }

    /// How a figure on a field looks, if there is one.
    fn lying(&self) -> Option<Line> {
        let is_on_field = |figure: &&Figure| match figure.zone {
            Zone::Segment(at) => self.game.state().features.kind_at(at) == KindId::FIELD,
            _ => false,
        };
        let figure = self.game.state().figures.iter().find(is_on_field)?;
        let (text, colour, ink) = badge(self.game, self.looks, self.look.glyphs, figure);
        let side = self.pick('▂', '_');
        let field = &self.game.catalogue().kind(KindId::FIELD).name;
        // On the smallest tiles a line below the letter says so.
        let line = match self.look.tile_size().1 {
            1 if self.look.is_blocks() => Line::default().badge(&text, ink, colour).underlined(),
            1 => Line::default().badge(&format!("{side}{text}"), ink, colour),
            _ => Line::default().badge(&format!("{side}{text}{side}"), ink, colour),
        };
        Some(line.ink(&format!(" lies on a {field}"), self.grey()))
    }

    /// The kinds of figures in play whose sign does not explain itself.
    fn figure_signs(&self) -> impl Iterator<Item = Line> {
        let figures = &self.game.state().figures;
        let kinds = self.game.catalogue().figure_kinds().filter(|kind| *kind != FigureKindId(0));
        kinds.filter_map(|kind| {
            let figure = figures.iter().find(|figure| figure.kind == kind)?;
            let name = &self.game.catalogue().figure(kind).name;
            let line = match figure.owner {
                PlayerId::NOBODY => {
                    let (text, colour, ink) = badge(self.game, self.looks, self.look.glyphs, figure);
                    Line::default().badge(&text, ink, colour)
                }
                _ => Line::default().bold(&self.looks.figure(name).letter.unwrap_or('?').to_string()),
            };
            Some(line.ink(&format!(" {name}"), self.grey()))
        })
    }

    /// The tokens that somebody has or that lie beside the board, except those that a mark of this name explains.
    fn token_signs(&self, is_marked: impl Fn(&str) -> bool) -> Vec<Line> {
        let catalogue = self.game.catalogue();
        let supplies = self.game.state().players().map(Shelf::supply);
        let places = supplies.chain(token_places::all(self.game).into_iter().map(|(at, _)| at));
        let seen = places.filter(|at| token_places::is_seen(self.game, *at));
        let kinds: BTreeSet<_> = seen
            .flat_map(|at| self.game.state().purse(catalogue, at).map(|(kind, _)| kind).collect::<Vec<_>>())
            .collect();
        let line = |name: &str| {
            let mark = self.looks.token(name);
            let sign = self.pick(mark.glyph, mark.ascii).to_string();
            Line::default().badge(&sign, mark.fg, mark.bg).ink(&format!(" {name}"), self.grey())
        };
        let same = |name: &str| {
            let mut tags = self.looks.tags();
            let (token, tag) = (self.looks.token(name), tags.find(|tag| tag.0 == name && is_marked(name)));
            tag.is_some_and(|(_, tag)| self.pick(tag.glyph, tag.ascii) == self.pick(token.glyph, token.ascii))
        };
        let names = kinds.into_iter().map(|kind| catalogue.tokens[kind.0 as usize].name.as_str());
        names.filter(|name| !same(name)).map(line).collect()
    }

    /// The tile in hand, and how many of its kind there are.
    pub fn hand(&self) -> Option<Line> {
        self.hand_in(self.width)
    }

    /// The same in this many columns.
    pub fn hand_in(&self, columns: usize) -> Option<Line> {
        if let Some(hand) = show::hand(self.game) {
            return Some(Line::default().ink("in hand ", self.grey()).bold(&hand.join(" ")));
        }
        let tile = self.game.decision()?.tile()?;
        let name = self.game.catalogue().tile_name(tile);
        let line = Line::default().ink("in hand ", self.grey()).bold(&name);
        let left = to_come(self.game).get(&tile).copied().unwrap_or(1).saturating_sub(1);
        let more = match left {
            0 => "no other like it".to_string(),
            n => format!("{n} more to come"),
        };
        let more = format!("  ({more})");
        let is_told = self.assist == Assist::Full && line.width() + width(&more) <= columns;
        Some(if is_told { line.ink(&more, self.grey()) } else { line })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::screen::Screen;
    use crate::game::library::Library;
    use crate::session::Session;

    #[test]
    fn a_slim_panel_leaves_out_no_figure() {
        let mut session = Session::new(Library::default(), Screen::default());
        let line = "new inns-and-cathedrals traders-and-builders tower --players Me,Bot --seed 1";
        assert_eq!(session.execute(line).code, 0);
        let (screen, table) = (&session.context.screen, session.context.table.as_ref().unwrap());
        for (width, now) in [(SLIM, None), (SLIM, Some([0; MAX_PLAYERS])), (NARROW, Some([0; MAX_PLAYERS]))] {
            let panel =
                Panel { game: &table.game, looks: &screen.looks, look: screen.look, assist: Assist::Full, width, now };
            let lines: Vec<String> =
                panel.players().into_iter().map(|line| line.cut(width).text(screen.look).replace(' ', "")).collect();
            assert_eq!(lines.iter().filter(|line| line.contains("+bp")).count(), 2, "{width}: {lines:?}");
        }
    }
}
