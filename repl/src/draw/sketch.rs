//! Turns a game into the plain description that boards are drawn from: tiles, figures with letters and colours, legal
//! cells.

use std::collections::BTreeMap;

use bastide_core::{
    Cell, Choice, Corner, CounterId, Event, FeatureId, FigureId, FigureKindId, Game, Holder, Link, Mark, Placed,
    PlacedId, PlayerId, Rotation, SegmentId, Target, TileId, Zone, ZoneId,
};

use crate::draw::looks::Looks;
use crate::draw::view::{Colour, Figure, Glyphs, Legal, Note, Sketch, Spot, TileArt, Tint};
use crate::game::letters::{Lettered, lettered};
use crate::game::shorthand::options;
use crate::tell::gain;

/// The colours of players, the text colours on them, and the names that select one. They differ in lightness too, so
/// that they differ for everybody; the tests measure this.
pub(crate) const COLOURS: [(&str, Colour, Colour); 6] = [
    ("red", Colour::new(0xd71518, 196, 1), WHITE),
    ("blue", Colour::new(0x1d3e84, 18, 4), WHITE),
    ("yellow", Colour::new(0xf7e21d, 220, 11), BLACK),
    ("green", Colour::new(0x17a67f, 36, 6), BLACK),
    ("black", Colour::new(0x111111, 16, 0), WHITE),
    ("pink", Colour::new(0xf58de6, 213, 13), BLACK),
];
const WHITE: Colour = Colour::new(0xffffff, 231, 15);
const BLACK: Colour = Colour::new(0x141414, 16, 0);

#[cfg(test)]
mod tests;

/// The art of rotated tiles, computed once.
pub type Arts = BTreeMap<(TileId, Rotation), TileArt>;

/// Computes the art of tiles that a game shows and that are not known yet.
pub fn gather(game: &Game, looks: &Looks, arts: &mut Arts) {
    for placed in game.state().board.placed() {
        let key = (placed.tile, placed.rotation);
        arts.entry(key).or_insert_with(|| looks.art(game.catalogue(), placed.tile, placed.rotation));
    }
}

/// The board of a game.
pub fn sketch<'a>(game: &Game, arts: &'a Arts, looks: &Looks, glyphs: Glyphs) -> Sketch<'a> {
    let state = game.state();
    let placed = state.board.placed();
    let tiles = placed.iter().filter_map(|tile| Some((tile.cell, arts.get(&(tile.tile, tile.rotation))?))).collect();
    let last = placed.last().filter(|_| state.turn.number > 0).map(|tile| tile.cell);
    // What comes first gets the room on a small tile.
    let signs = [counters(game, looks, glyphs), marks(game, looks, glyphs), links(game, glyphs)].concat();
    let figures = [figures(game, looks, glyphs), signs].concat();
    let numbers = numbers(game);
    let is_open = |cell: Cell| state.board.pattern(cell).is_some();
    // On a cell without a tile, the number of a choice is shown like a letter.
    let places = places(game);
    let is_lettered = |cell: Cell| places.iter().any(|legal| legal.cell == cell);
    let open = numbers.iter().filter(|(cell, ..)| is_open(*cell) && !is_lettered(*cell));
    let open = open.map(|&(cell, _, digit)| Legal { cell, letters: digit.to_string(), ways: 1, ..Legal::default() });
    let notes = waiting(game, looks, glyphs);
    let (recent, tints) = (recent(game), turned_parts(game, looks));
    let legal = places.iter().cloned().chain(open).collect();
    Sketch { tiles, figures, legal, last, recent, numbers, notes, tints, names: names(game), ..Sketch::default() }
}

/// The cells where the tile in hand can be placed.
pub fn places(game: &Game) -> Vec<Legal> {
    let legal = |cell: Lettered| Legal {
        cell: cell.cell,
        letters: cell.letters,
        ways: cell.ways.len().min(u8::MAX as usize) as u8,
        ..Legal::default()
    };
    lettered(game).into_iter().map(legal).collect()
}

/// The cells of the tiles that were laid since the player who decides laid one; or of that one.
fn recent(game: &Game) -> Vec<Cell> {
    let decides = game.decision().map(|decision| decision.player());
    let (mut laid, mut own, mut turn) = (Vec::new(), None, None);
    for event in game.log().iter() {
        match *event {
            Event::Turn(player) => turn = Some(player),
            Event::Place(at) | Event::Lay(at) if turn == decides => (laid, own) = (Vec::new(), Some(at)),
            Event::Place(at) | Event::Lay(at) => laid.push(at),
            _ => {}
        }
    }
    if laid.is_empty() {
        laid.extend(own);
    }
    laid.into_iter().map(|at| game.state().board.tile(at).cell).collect()
}

/// Adds to legal cells what they bring at once, if that is found out quickly.
pub fn add_gains(game: &Game, legal: &mut [Legal]) {
    let cells = lettered(game);
    let Some(gains) = gain::gains(game, &cells) else { return };
    let best = gains.iter().map(|(gain, _)| *gain).max().unwrap_or(0);
    for (cell, (gain, way)) in cells.iter().zip(gains) {
        for legal in legal.iter_mut().filter(|legal| legal.cell == cell.cell) {
            (legal.gain, legal.is_best, legal.best_way) = (gain, gain == best && best > 0, way);
        }
    }
}

/// The counters on tiles, as small signs in their middle.
fn counters(game: &Game, looks: &Looks, glyphs: Glyphs) -> Vec<Figure> {
    let (catalogue, state) = (game.catalogue(), game.state());
    let mut signs = Vec::new();
    for (name, id) in catalogue.counters.iter().zip(0..) {
        let mark = looks.counter(name);
        let sign = if glyphs == Glyphs::Ascii { mark.ascii } else { mark.glyph };
        for (placed, at) in state.board.placed().iter().zip(0..) {
            let n = state.counter(catalogue, PlacedId(at), CounterId(id));
            if n > 0 {
                let text = if n < 10 { format!("{sign}{n}") } else { n.to_string() };
                signs.push(Figure {
                    cell: placed.cell,
                    spot: Spot::Tile,
                    text,
                    colour: mark.bg,
                    ink: mark.fg,
                    is_owned: true,
                });
            }
        }
    }
    signs
}

/// The tokens on the board, as small signs where they lie.
fn marks(game: &Game, looks: &Looks, glyphs: Glyphs) -> Vec<Figure> {
    let sign = |mark: &Mark| {
        let (cell, spot) = lies_at(game, mark.on)?;
        let look = looks.token(&game.catalogue().tokens[mark.token.0 as usize].name);
        let sign = if glyphs == Glyphs::Ascii { look.ascii } else { look.glyph };
        let text = if mark.n == 1 { sign.to_string() } else { format!("{sign}{}", mark.n) };
        Some(Figure { cell, spot, text, colour: look.bg, ink: look.fg, is_owned: true })
    };
    game.state().marks().iter().filter_map(sign).collect()
}

/// The ends of what rules joined, as small signs; those of a link between two tiles have its number.
fn links(game: &Game, glyphs: Glyphs) -> Vec<Figure> {
    let sign = |((cell, spot), number): ((Cell, Spot), Option<usize>)| {
        let sign = if glyphs == Glyphs::Ascii { '%' } else { '⇄' };
        let text = number.map_or(sign.to_string(), |number| format!("{sign}{number}"));
        Figure { cell, spot, text, colour: BLACK, ink: WHITE, is_owned: true }
    };
    link_ends(game).into_iter().map(sign).collect()
}

/// Where the ends of what rules joined are drawn. Tokens at both ends show it already.
pub fn link_ends(game: &Game) -> Vec<((Cell, Spot), Option<usize>)> {
    let (state, features) = (game.state(), &game.state().features);
    let is_marked = |end: SegmentId| state.marks().iter().any(|mark| mark.on == Holder::Segment(end));
    let (mut ends, mut far) = (Vec::new(), 0);
    for &Link(a, b) in state.links().iter().filter(|Link(a, b)| !is_marked(*a) || !is_marked(*b)) {
        let is_far = features.placed(a) != features.placed(b);
        far += is_far as usize;
        ends.extend([a, b].map(|end| (spot(game, end), is_far.then_some(far))));
    }
    ends
}

/// The parts of a placed tile that became another kind, which has no look but a colour.
pub fn turned(game: &Game, looks: &Looks, placed: &Placed) -> Vec<(Spot, Colour)> {
    let (catalogue, features) = (game.catalogue(), &game.state().features);
    let colour = |index: u16| {
        let at = SegmentId(placed.base + index);
        let kind = features.kind_at(at);
        let is_turned = catalogue.tile(placed.tile).segments[index as usize].kind != kind;
        let colour = looks.turned(&catalogue.kind(kind).name).filter(|_| is_turned)?;
        Some((spot(game, at).1, colour))
    };
    match looks.has_turned() {
        true => (0..catalogue.segments(placed.tile)).filter_map(colour).collect(),
        false => Vec::new(),
    }
}

/// The same for the whole board. The colour has no letter: tokens on a feature say what it is.
fn turned_parts(game: &Game, looks: &Looks) -> Vec<Tint> {
    let placed = game.state().board.placed().iter();
    let tint = |cell: Cell, (spot, colour): (Spot, Colour)| Tint { cell, spot, colour, letter: None };
    placed.flat_map(|at| turned(game, looks, at).into_iter().map(|part| tint(at.cell, part))).collect()
}

/// Where tokens on the board are drawn: those of a figure on its tile.
pub fn lies_at(game: &Game, on: Holder) -> Option<(Cell, Spot)> {
    let state = game.state();
    match on {
        Holder::Tile(tile) => Some((state.board.tile(tile).cell, Spot::Tile)),
        Holder::Segment(segment) => Some(spot(game, segment)),
        Holder::Figure(figure) => Some((state.board.tile(state.tile_of(state.figure(figure).zone)?).cell, Spot::Tile)),
        Holder::Shelf(_) => None,
    }
}

/// The figures on the board, with the letters and colours of their owners.
fn figures(game: &Game, looks: &Looks, glyphs: Glyphs) -> Vec<Figure> {
    let at_the_end = last_stood(game);
    let figures = game.state().figures.iter().zip(0..);
    let standing =
        figures.filter_map(|(figure, id)| match at_the_end.get(&FigureId(id)).copied().unwrap_or(figure.zone) {
            Zone::Segment(at) => Some((figure, spot(game, at))),
            Zone::Tile(at) => Some((figure, (game.state().board.tile(at).cell, Spot::Tile))),
            Zone::Corner(at) => Some((figure, corner(game, at)?)),
            Zone::Beside(zone, _) => Some((figure, shown_at(game, zone)?)),
            _ => None,
        });
    let drawn = standing.map(|(figure, (cell, spot))| {
        let (text, colour, ink) = badge(game, looks, glyphs, figure);
        Figure { cell, spot, text, colour, ink, is_owned: figure.owner != PlayerId::NOBODY }
    });
    drawn.collect()
}

/// Where the figures stood that went home in the final scoring, so that the board still shows who had what.
fn last_stood(game: &Game) -> BTreeMap<FigureId, Zone> {
    let mut stood = BTreeMap::new();
    if game.is_over() {
        let events = game.log().iter().skip_while(|event| **event != Event::Final);
        for event in events {
            if let Event::Recall(figure, at, _) = *event {
                stood.entry(figure).or_insert(Zone::Segment(at));
            }
        }
    }
    stood
}

/// The figures on cells without a tile, as notes, one per cell.
fn waiting(game: &Game, looks: &Looks, glyphs: Glyphs) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    for figure in &game.state().figures {
        let Zone::Cell(cell) = figure.zone else { continue };
        let (text, colour, _) = badge(game, looks, glyphs, figure);
        match notes.iter_mut().find(|note| note.cell == cell) {
            Some(note) => note.text += &format!(" {text}"),
            None => notes.push(Note { cell, text, colour, below: true }),
        }
    }
    notes
}

/// Where a place beside the board is drawn: on the tile that shows it.
pub fn shown_at(game: &Game, zone: ZoneId) -> Option<(Cell, Spot)> {
    let cell = game.catalogue().zone(zone).at.filter(|cell| game.state().board.at(*cell).is_some());
    cell.map(|cell| (cell, Spot::Tile))
}

/// The names on tiles that show a place beside the board.
pub fn names(game: &Game) -> Vec<(Cell, String)> {
    let zones = game.catalogue().zones.iter().zip((0..).map(ZoneId));
    zones.filter_map(|(zone, id)| Some((shown_at(game, id)?.0, zone.name.clone()))).collect()
}

/// Where a corner is drawn: on the first of its tiles.
fn corner(game: &Game, corner: Corner) -> Option<(Cell, Spot)> {
    let mut cells = corner.cells().into_iter().filter(|(cell, _)| game.state().board.at(*cell).is_some());
    cells.next().map(|(cell, side)| (cell, Spot::Corner(side)))
}

/// A figure as one or two characters, in the colours of its owner, or its own if it has none.
pub fn badge(game: &Game, looks: &Looks, glyphs: Glyphs, figure: &bastide_core::Figure) -> (String, Colour, Colour) {
    let name = &game.catalogue().figure(figure.kind).name;
    let sign = looks.figure(name);
    if figure.owner == PlayerId::NOBODY {
        let colour = sign.colour.unwrap_or(WHITE);
        let glyph = sign.glyph.filter(|_| glyphs == Glyphs::Unicode);
        let first = sign.letter.map(|letter| letter.to_ascii_uppercase());
        let text = first.into_iter().chain(glyph.or(name.chars().nth(1))).collect();
        return (text, colour, colour.ink());
    }
    let (colour, ink) = colours(game, figure.owner);
    let mut text = letter(game, figure.owner).to_string();
    text.extend(sign.letter.filter(|_| figure.kind != FigureKindId(0)));
    (text, colour, ink)
}

/// Where a segment is drawn.
pub fn spot(game: &Game, segment: SegmentId) -> (Cell, Spot) {
    let placed = game.state().board.tile(game.state().features.placed(segment));
    let index = (segment.0 - placed.base) as usize;
    let face = &game.catalogue().tile(placed.tile).face;
    let strokes = face.segments.len();
    let spot = match face.stroke(index) {
        Some(_) => Spot::Segment(index.min(strokes)),
        None => Spot::Field(index - strokes),
    };
    (placed.cell, spot)
}

/// The parts of the board that options are about, by the numbers of the options, up to 9.
fn numbers(game: &Game) -> Vec<(Cell, Spot, char)> {
    let mut numbers: Vec<(Cell, Spot, char)> = Vec::new();
    for (choice, digit) in options(game).into_iter().zip('1'..='9') {
        if let Some((cell, spot)) = aims_at(game, choice)
            && !numbers.iter().any(|(other, there, _)| (*other, *there) == (cell, spot))
        {
            numbers.push((cell, spot, digit));
        }
    }
    numbers
}

/// The part of the board that an option is about.
pub fn aims_at(game: &Game, choice: Choice) -> Option<(Cell, Spot)> {
    let segment = |at: SegmentId| Some(spot(game, at));
    let tile = |at: PlacedId| Some((game.state().board.tile(at).cell, Spot::Tile));
    let zone = |zone: Zone| match zone {
        Zone::Segment(at) => segment(at),
        Zone::Tile(at) => tile(at),
        Zone::Cell(cell) => Some((cell, Spot::Tile)),
        Zone::Corner(at) => corner(game, at),
        Zone::Beside(zone, _) => shown_at(game, zone),
        _ => None,
    };
    match choice {
        Choice::Deploy(_, at) => segment(at),
        Choice::Score(FeatureId(oldest)) => segment(SegmentId(oldest)),
        Choice::PlaceWith(_, place, _) => Some((place.cell, Spot::Tile)),
        Choice::Do(_, target) => match target {
            Target::Segment(at) => segment(at),
            Target::Tile(at) => tile(at),
            Target::Cell(cell) => Some((cell, Spot::Tile)),
            Target::Corner(at) => corner(game, at),
            Target::Figure(figure) => zone(game.state().figure(figure).zone),
            Target::KindAt(_, spot) => zone(spot.zone()),
            Target::Feature(FeatureId(oldest)) => segment(SegmentId(oldest)),
            Target::Zone(zone, _) => shown_at(game, zone),
            _ => None,
        },
        _ => None,
    }
}

/// The letter of a player: the first of the name that no player before has, or the number of the seat.
pub fn letter(game: &Game, PlayerId(seat): PlayerId) -> char {
    let mut taken: Vec<char> = Vec::new();
    for (i, name) in game.setup().players().iter().enumerate() {
        let upper = name.chars().filter_map(|sign| sign.to_uppercase().next());
        let own = upper.filter(|sign| sign.is_ascii_alphabetic()).find(|sign| !taken.contains(sign));
        let own = own.unwrap_or_else(|| char::from_digit(i as u32 + 1, 10).unwrap_or('?'));
        if i == seat as usize {
            return own;
        }
        taken.push(own);
    }
    '?'
}

/// The colour of a player and the text colour on it: by name, or the first that no name selects.
pub fn colours(game: &Game, PlayerId(seat): PlayerId) -> (Colour, Colour) {
    let named = |name: &String| COLOURS.iter().position(|(colour, ..)| name.to_lowercase() == *colour);
    let players = game.setup().players();
    let asked: Vec<Option<usize>> = players.iter().map(named).collect();
    let free: Vec<usize> = (0..COLOURS.len()).filter(|i| !asked.contains(&Some(*i))).collect();
    let before = asked.iter().take(seat as usize).filter(|asked| asked.is_none()).count();
    let own = asked.get(seat as usize).copied().flatten();
    let index = own.or_else(|| free.get(before).copied()).unwrap_or(seat as usize % COLOURS.len());
    let (_, colour, ink) = COLOURS[index];
    (colour, ink)
}
