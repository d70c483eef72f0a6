//! The screen as cells: every part in its place. Draws what the view holds and changes nothing but the picture of the
//! board.

use ratatui::buffer::{Buffer, Cell};
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use crate::draw::view::{Colour, Depth, Glyph};
use crate::io::prose::{clip, cut, width};
use crate::table_view::choosing::MAX_INSTANT;
use crate::table_view::layout::PANELS;
use crate::table_view::list;
use crate::table_view::model::Cursor;
use crate::table_view::text::{self, colour, said};
use crate::table_view::title::title_lines;
use crate::table_view::view::View;

/// The most lines of completions.
const MAX_OFFERS: usize = 8;
/// How much a ghost fades, in percent.
const GHOST_PERCENT: u8 = 35;
/// What a ghost fades to.
const GHOST_COLOUR: Colour = Colour::new(0x202020, 234, 8);

/// Draws everything. Returns where the cursor blinks, if a line is typed.
pub fn draw(view: &mut View, buffer: &mut Buffer) -> Option<Position> {
    let room = (usize::from(view.layout.board.width), usize::from(view.layout.board.height));
    if view.drawer.is_none() {
        let beside = usize::from(view.layout.exhibit.width);
        view.board.draw(&view.frame, view.cursor, view.look, room, beside);
    }
    let view: &View = view;
    title(view, buffer);
    match &view.drawer {
        Some(drawer) => lines(buffer, view.layout.drawer, drawer.lines.iter().skip(drawer.top)),
        None => table(view, buffer),
    }
    let typing = bar(view, buffer);
    if view.look.is_ascii() {
        buffer.content.iter_mut().filter(|cell| !cell.symbol().is_ascii()).for_each(in_ascii);
    }
    typing
}

/// A cell in the characters that every terminal has.
fn in_ascii(cell: &mut Cell) {
    let sign = match cell.symbol() {
        "×" => 'x',
        "…" => '.',
        _ => '?',
    };
    cell.set_char(sign);
}

fn table(view: &View, buffer: &mut Buffer) {
    board(view, buffer);
    let players: Vec<Line> = view.frame.panel.iter().map(|line| text::one(line)).collect();
    lines(buffer, view.layout.players, players.iter());
    lines(buffer, view.layout.list, list::rows(view).iter().map(|row| &row.0));
    tabs(view, buffer);
    lines(buffer, view.layout.panel, view.lines.iter().skip(view.panel_top()));
    let more = view.news.len().saturating_sub(usize::from(view.layout.news.height));
    lines(buffer, view.layout.news, view.news.iter().skip(more));
    lines(buffer, view.layout.exhibit, text::rows(view.board.exhibit()).iter());
    outside(view, buffer);
}

/// What lies outside the picture is named below it.
fn outside(view: &View, buffer: &mut Buffer) {
    let outside: Vec<Line> = view.board.outside().iter().map(|line| Line::styled(said(line), view.grey())).collect();
    let (board, high) = (view.layout.board, outside.len().min(view.layout.board.height.into()) as u16);
    lines(buffer, Rect { y: board.bottom() - high, height: high, ..board }, outside.iter());
}

/// Lines from the top of a part, as many as fit.
fn lines<'l>(buffer: &mut Buffer, part: Rect, lines: impl Iterator<Item = &'l Line<'l>>) {
    for (line, y) in lines.zip(part.top()..part.bottom()) {
        buffer.set_line(part.x, y, line, part.width);
    }
}

fn title(view: &View, buffer: &mut Buffer) {
    lines(buffer, view.layout.title, title_lines(&view.frame, view.look.depth, view.size.width.into()).iter());
}

/// Where the board begins on the screen: it stands in the middle of its part.
pub fn board_origin(view: &View) -> Option<(u16, u16)> {
    if let Some(picture) = &view.board.picture {
        return Some((u16::try_from(picture.at.0).ok()?, u16::try_from(picture.at.1).ok()?));
    }
    let (wide, high) = view.board.chart()?.size();
    let part = view.layout.board;
    let spare = |room: u16, size: usize| room.saturating_sub(size.min(usize::from(u16::MAX)) as u16) / 2;
    let outside = view.board.outside().len().min(part.height.into()) as u16;
    Some((part.x + spare(part.width, wide), part.y + spare(part.height - outside, high)))
}

fn board(view: &View, buffer: &mut Buffer) {
    let (Some(chart), Some((left, top))) = (view.board.chart(), board_origin(view)) else { return };
    let part = view.layout.board;
    let ghost = view.frame.model.way(view.cursor).and_then(|(place, _)| chart.origin(place.cell));
    let (wide, high) = chart.tile_size();
    let is_ghost = |column: usize, row: usize| {
        ghost.is_some_and(|(x, y)| (x..x + wide).contains(&column) && (y..y + high).contains(&row))
    };
    for (y, row) in (top..part.bottom()).zip(0..) {
        for (x, column) in (left..part.right()).zip(0..) {
            let Some(glyph) = chart.glyph(column, row) else { break };
            let glyph = if is_ghost(column, row) { faded(*glyph) } else { *glyph };
            put(view, buffer, (x, y), &glyph);
        }
    }
    marked(view, buffer, (left, top));
}

fn faded(glyph: Glyph) -> Glyph {
    let fade = |colour: Option<Colour>| {
        // Where colours are few, a mix would be the other colour.
        colour.map(|colour| Colour { rgb: colour.mixed(GHOST_COLOUR, GHOST_PERCENT).rgb, ..colour })
    };
    Glyph { fg: fade(glyph.fg), bg: fade(glyph.bg), ..glyph }
}

fn put(view: &View, buffer: &mut Buffer, at: (u16, u16), glyph: &Glyph) {
    let depth = view.look.depth;
    let Some(cell) = buffer.cell_mut(at) else { return };
    // The second half of a wide character.
    if glyph.symbol == '\0' {
        return;
    }
    cell.set_char(glyph.symbol);
    cell.fg = glyph.fg.map_or(Color::Reset, |fg| colour(fg, depth));
    cell.bg = glyph.bg.map_or(Color::Reset, |bg| colour(bg, depth));
    let mut modifier = Modifier::empty();
    modifier.set(Modifier::BOLD, glyph.is_bold_in(depth));
    modifier.set(Modifier::REVERSED, glyph.is_badge && depth == Depth::Mono);
    modifier.set(Modifier::UNDERLINED, glyph.is_underlined);
    cell.modifier = modifier;
}

/// Marks what is pointed at: corners around its cell, and its number.
fn marked(view: &View, buffer: &mut Buffer, (left, top): (u16, u16)) {
    let Some(chart) = view.board.chart() else { return };
    let Some((column, row)) = view.frame.model.cell(view.cursor).and_then(|cell| chart.origin(cell)) else { return };
    let (wide, high) = chart.tile_size();
    let [ink, ground] = view.board.palette().number;
    let depth = view.look.depth;
    let style = Style::default().fg(colour(ink, depth)).bg(colour(ground, depth)).add_modifier(Modifier::BOLD);
    // A number or a figure stays legible: a corner would hide it.
    let is_badge = |(right, down): (usize, usize)| {
        chart.glyph(column + right, row + down).is_some_and(|glyph| glyph.is_badge || glyph.symbol == '\0')
    };
    let corners = cursor_signs((wide, high), view.look.is_ascii());
    let mut on = |column: usize, row: usize, symbol: Option<char>, style: Style| {
        let at = (left.saturating_add(column as u16), top.saturating_add(row as u16));
        if let Some(cell) = buffer.cell_mut(at).filter(|_| view.layout.board.contains(at.into())) {
            if let Some(symbol) = symbol {
                cell.set_char(symbol);
            }
            cell.set_style(style);
        }
    };
    for ((right, down), symbol) in corners {
        on(column + right, row + down, symbol.filter(|_| !is_badge((right, down))), style);
    }
    let Cursor::Option(option) = view.cursor else { return };
    let at = view.frame.model.options.get(option).and_then(|option| option.at);
    let number = chart.numbers().iter().find(|number| Some((number.cell, number.spot)) == at);
    if let Some(number) = number {
        let [ink, ground] = [Colour::new(0xffffff, 231, 15), Colour::new(0xc2185b, 161, 5)];
        let style = Style::default().fg(colour(ink, depth)).bg(colour(ground, depth)).add_modifier(Modifier::BOLD);
        on(number.at.0, number.at.1, None, style);
    }
}

/// What marks a tile of this size: its corners. A tile of one line has none: its colours change and its signs stay.
fn cursor_signs((wide, high): (usize, usize), is_ascii: bool) -> Vec<((usize, usize), Option<char>)> {
    let signs = if is_ascii { ['/', '\\', '\\', '/'] } else { ['┏', '┓', '┗', '┛'] };
    let places = [(0, 0), (wide - 1, 0), (0, high - 1), (wide - 1, high - 1)];
    match high {
        0 | 1 => (0..wide).map(|right| ((right, 0), None)).collect(),
        _ => places.into_iter().zip(signs.map(Some)).collect(),
    }
}

fn tabs(view: &View, buffer: &mut Buffer) {
    let mut line = Line::default();
    for (number, name) in PANELS.iter().enumerate() {
        let is_shown = number == view.panel;
        let style = if is_shown { Style::default().add_modifier(Modifier::BOLD) } else { view.grey() };
        let text = if is_shown { format!("[{name}]") } else { format!(" {name} ") };
        line.push_span(Span::styled(text, style));
    }
    line.push_span(Span::styled("  Tab", view.grey()));
    lines(buffer, view.layout.tabs, [line].iter());
}

/// The panel whose name is at a column.
pub fn tab_at(column: u16) -> Option<usize> {
    let ends = PANELS.iter().scan(0, |end, name| {
        *end += name.len() + 2;
        Some(*end)
    });
    ends.into_iter().position(|end| usize::from(column) < end)
}

/// The keys; or the line being typed, and where its cursor is.
fn bar(view: &View, buffer: &mut Buffer) -> Option<Position> {
    let part = view.layout.bar;
    let Some(typing) = &view.typing else {
        let keys = clip(&keys(view, part.width.into()), part.width.into());
        lines(buffer, part, [Line::styled(keys, view.grey())].iter());
        return None;
    };
    offers(view, buffer);
    // A long line is moved to the left, so that the cursor stays visible.
    let before = said(&typing.before());
    let prompt = view.asking.as_ref().map_or(":".into(), |asking| cut(&said(&asking.prompt), 30) + ": ");
    let room = usize::from(part.width).saturating_sub(width(&prompt) + 2);
    let hidden = width(&before).saturating_sub(room);
    let typed = said(&typing.text());
    let from = typed.char_indices().scan(0, |column, (at, sign)| {
        *column += width(sign.encode_utf8(&mut [0; 4]));
        Some((*column, at + sign.len_utf8()))
    });
    let from = if hidden == 0 { 0 } else { from.into_iter().find(|end| end.0 >= hidden).map_or(0, |end| end.1) };
    let column = width(&prompt) + width(before.get(from.min(before.len())..).unwrap_or_default());
    let mut line = Line::from(vec![Span::raw(prompt), Span::raw(typed.get(from..).unwrap_or_default().to_string())]);
    if !typing.preview.is_empty() {
        line.push_span(Span::styled(format!("   {}", said(&typing.preview)), view.grey()));
    }
    lines(buffer, part, [line].iter());
    let x = part.x.saturating_add(column.min(usize::from(part.width.saturating_sub(1))) as u16);
    (part.height > 0).then_some(Position { x, y: part.y })
}

/// The completions above the line being typed.
fn offers(view: &View, buffer: &mut Buffer) {
    let Some(typing) = view.typing.as_ref().filter(|typing| !typing.offers.is_empty()) else { return };
    let bar = view.layout.bar;
    let high = typing.offers.len().min(MAX_OFFERS).min(usize::from(bar.y.saturating_sub(1)));
    let part = Rect { x: 0, y: bar.y - high as u16, width: bar.width, height: high as u16 };
    let taken = typing.offered();
    let top = if taken < typing.offers.len() { (taken + 1).saturating_sub(high) } else { 0 };
    let names = typing.offers.iter().map(|offer| width(&offer.text)).max().unwrap_or(0).min(30);
    let mut rows = Vec::new();
    for (number, offer) in typing.offers.iter().enumerate().skip(top).take(high) {
        let style = if number == taken { Style::default().add_modifier(Modifier::REVERSED) } else { Style::default() };
        let name = cut(&said(&offer.text), 30);
        let fill = " ".repeat(names.saturating_sub(width(&name)));
        let about = Span::styled(format!("{fill}  {}", said(&offer.about)), view.grey());
        rows.push(Line::from(vec![Span::styled(format!(" {name}"), style), about]));
    }
    for y in part.top()..part.bottom() {
        (part.left()..part.right()).filter_map(|x| buffer.cell_mut((x, y)).map(|cell| cell.reset())).for_each(drop);
    }
    lines(buffer, part, rows.iter());
}

/// The keys that matter now, as many as have room; the most important come first.
fn keys(view: &View, columns: usize) -> String {
    let model = &view.frame.model;
    let passes = if model.options.iter().any(|option| option.key == "-") { "- passes" } else { "" };
    let numbers = model.options.iter().filter(|option| option.key != "-").count();
    let number = match numbers {
        0 => String::new(),
        1 => "1".into(),
        numbers => format!("1-{numbers}"),
    };
    let usual = ["u undo", "z Z zoom", "Tab panels", ": line", "? help", "Esc prompt"];
    let first: Vec<String> = match (view.cursor, &view.drawer) {
        (_, Some(_)) => return "Up/Down scroll  : line  any other key closes".into(),
        _ if view.frame.is_bots => {
            return "(a bot is thinking; Ctrl-C stops it)  Tab panels  : line  ? help  Esc prompt".into();
        }
        _ if view.is_busy => return "(working; Ctrl-C stops it)".into(),
        _ if !view.digits.is_empty() => {
            return format!("number {}_  Enter chooses it  Backspace deletes  another key drops it", view.digits);
        }
        _ if model.field.is_some() => vec!["type a number and Enter".into(), passes.into()],
        (Cursor::Place(..), _) => {
            let options = if number.is_empty() { number } else { format!("{number} options") };
            ["arrows move".into(), "r turns".into(), "Enter lays".into(), options, passes.into()].to_vec()
        }
        (Cursor::Option(_), _) if numbers > MAX_INSTANT || !model.places.is_empty() => {
            ["arrows or number".into(), "Enter chooses".into(), passes.into()].to_vec()
        }
        (Cursor::Option(_), _) => {
            let at_once = if number.is_empty() { number } else { format!("{number} chooses at once") };
            ["arrows".into(), "Enter chooses".into(), at_once, passes.into()].to_vec()
        }
        (Cursor::Nowhere, _) => Vec::new(),
    };
    let mut line = String::new();
    for part in first.iter().map(String::as_str).chain(usual).filter(|part| !part.is_empty()) {
        let gap = if line.is_empty() { "" } else { "  " };
        if width(&line) + gap.len() + width(part) <= columns {
            line += &format!("{gap}{part}");
        }
    }
    line
}
