//! What can be done, as rows beside the board: first what is pointed at and what it brings, then the options in their groups.
//! The words are those of the stream.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::io::prose::{clip, hung, width};
use crate::table_view::frame::DETAILS;
use crate::table_view::model::{Cursor, Field};
use crate::table_view::text::said;
use crate::table_view::view::View;
use crate::tell::choices::{Group, Numbered};

/// If fewer options would be left visible, there is only the list.
const MIN_OPTIONS: usize = 3;

/// A row of the list, and what it is about.
type Row = (Line<'static>, Option<Cursor>);

/// The rows that are visible.
pub fn rows(view: &View) -> Vec<Row> {
    let high = usize::from(view.layout.list.height);
    let options = option_rows(view);
    let mut rows = if high >= DETAILS + options.len().min(MIN_OPTIONS) { details(view) } else { Vec::new() };
    rows.extend(best(view));
    rows.truncate(high);
    let room = high - rows.len();
    let at = options.iter().position(|row| row.1 == Some(view.cursor)).unwrap_or(0);
    // What is pointed at is always visible, and so is that there is more.
    let is_cut = options.len() > room && room > 1;
    let shown = if is_cut { room - 1 } else { room };
    let top = if at < shown { 0 } else { (at + 1 - shown.max(1)).min(options.len().saturating_sub(shown)) };
    let below = options.iter().skip(top + shown).filter(|row| row.1.is_some()).count();
    rows.extend(options.into_iter().skip(top).take(shown));
    if is_cut {
        let more = if below > 0 { format!("  {below} more: Down or Space") } else { "  Up for the others".into() };
        rows.push((Line::styled(more, view.grey()), None));
    }
    rows
}

/// The places that bring the most, if that is known: on a small board their letters have no room for it.
fn best(view: &View) -> Option<Row> {
    let words = clip(&format!("  {}", view.frame.best()?), view.layout.list.width.into());
    Some((Line::styled(words, view.grey()), None))
}

/// What is pointed at, and what it brings.
fn details(view: &View) -> Vec<Row> {
    let model = &view.frame.model;
    let (head, told) = match view.cursor {
        _ if view.frame.model.field.is_some() => (view.frame.subject_words.clone(), String::new()),
        Cursor::Nowhere => return Vec::new(),
        Cursor::Place(..) => match placed(view) {
            Some(told) => told,
            None => return Vec::new(),
        },
        Cursor::Option(option) => {
            let Some((group, numbered)) = numbered(&view.frame.groups, option) else { return Vec::new() };
            let choice = model.choice(view.cursor).map(|choice| view.brings(choice)).unwrap_or_default();
            let told = [numbered.label.as_deref().unwrap_or_default(), choice, &group.about];
            (numbered.choice.clone(), told.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("; "))
        }
    };
    let columns = usize::from(view.layout.list.width);
    let mark = if matches!(view.cursor, Cursor::Place(..)) { ">" } else { " " };
    let head = Line::styled(format!("{mark} {}", said(&head)), Style::default().add_modifier(Modifier::BOLD));
    let told = hung(&said(&told), 2, Some(columns));
    let mut told: Vec<String> = told.lines().map(|line| format!("  {}", line.trim())).collect();
    if told.len() >= DETAILS {
        // That there is more is seen; `?` shows it.
        told.truncate(DETAILS - 1);
        told.last_mut().into_iter().for_each(|last| *last = clip(&format!("{last} …"), columns));
    }
    let told = told.into_iter().map(|line| Line::styled(line, view.grey()));
    let mut rows: Vec<Row> = [head].into_iter().chain(told).map(|line| (line, None)).collect();
    rows.resize_with(DETAILS, Row::default);
    rows
}

/// The cell that is pointed at and how the tile is turned; what it brings there.
fn placed(view: &View) -> Option<(String, String)> {
    let (place, way) = view.frame.model.way(view.cursor)?;
    let ways = place.ways.len();
    let number = place.ways.iter().position(|other| other == way).map_or(1, |at| at + 1);
    let name = if place.letters.is_empty() { String::new() } else { format!("{} ", place.letters) };
    let head = format!("{name}({}) {}", place.cell, way.label);
    let turns = [format!(", {number} of {ways} ways (r turns)"), format!(", {number} of {ways} (r turns)")];
    let room = usize::from(view.layout.list.width).saturating_sub(2 + width(&head));
    let turns = turns.into_iter().find(|turns| ways > 1 && width(turns) <= room).unwrap_or_default();
    Some((head + &turns, view.brings(way.choice).into()))
}

fn numbered(groups: &[Group], option: usize) -> Option<(&Group, &Numbered)> {
    let all = groups.iter().flat_map(|group| group.options.iter().map(move |numbered| (group, numbered)));
    all.into_iter().find(|(_, numbered)| numbered.at == option)
}

/// The number that is asked for, as far as it is typed.
fn field_row(view: &View, field: &Field) -> Row {
    let typed = Style::default().add_modifier(Modifier::REVERSED);
    let columns = usize::from(view.layout.list.width);
    let verb = format!("  {} ", said(&field.verb));
    let number = format!(" {}_ ", view.digits);
    let range = clip(&format!("  {}", said(&field.range)), columns.saturating_sub(width(&verb) + width(&number)));
    (Line::from(vec![Span::raw(verb), Span::styled(number, typed), Span::styled(range, view.grey())]), None)
}

/// The options in their groups; what a group does stands above it if there are several.
fn option_rows(view: &View) -> Vec<Row> {
    let groups = &view.frame.groups;
    let keys = view.frame.model.options.iter().map(|option| width(&option.key)).max().unwrap_or(0);
    let mut rows: Vec<Row> = view.frame.model.field.iter().map(|field| field_row(view, field)).collect();
    for group in groups {
        if view.frame.has_heads() && !group.head.is_empty() {
            rows.push((head(view, group), None));
        }
        let options = group.options.iter().filter(|option| view.frame.model.is_pointed_at(option.at));
        rows.extend(options.map(|option| option_row(view, option, keys)));
    }
    rows
}

fn head(view: &View, Group { head, about, .. }: &Group) -> Line<'static> {
    let columns = usize::from(view.layout.list.width);
    let about = if about.is_empty() { String::new() } else { format!(": {}", said(about)) };
    let about = clip(&about, columns.saturating_sub(width(head)));
    Line::from(vec![
        Span::styled(said(head), Style::default().add_modifier(Modifier::BOLD)),
        Span::styled(about, view.grey()),
    ])
}

fn option_row(view: &View, option: &Numbered, keys: usize) -> Row {
    let cursor = Cursor::Option(option.at);
    let is_here = cursor == view.cursor;
    let style = if is_here { Style::default().add_modifier(Modifier::REVERSED) } else { Style::default() };
    let mark = if is_here { ">" } else { " " };
    let key = view.frame.model.options.get(option.at).map_or("", |item| &item.key);
    // A number that may go on is seen as it is typed.
    let is_typed = is_here && !view.digits.is_empty() && view.frame.model.field.is_none();
    let key = if is_typed { format!("{}_", view.digits) } else { key.to_string() };
    let words = format!("{mark} {key:>keys$}  {}", said(&option.rest));
    let columns = usize::from(view.layout.list.width);
    let room = columns.saturating_sub(width(&words) + 2);
    let brings = said(&option.brings());
    // Points come first and are not cut.
    let points = option.points.filter(|points| *points != 0).map(|points| format!("{points:+}")).unwrap_or_default();
    let (words, brings) = match room >= width(&points) {
        true => (words, clip(&brings, room)),
        false => (clip(&words, columns.saturating_sub(width(&points) + 2)), points),
    };
    let brings = if brings.is_empty() { brings } else { format!("  {brings}") };
    (Line::from(vec![Span::styled(words, style), Span::styled(brings, view.grey())]), Some(cursor))
}

/// What a row of the list is about.
pub fn at(view: &View, row: usize) -> Option<Cursor> {
    rows(view).get(row)?.1
}
