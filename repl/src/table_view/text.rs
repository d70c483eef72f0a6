//! Text for the cells of a screen: what commands print becomes lines with colours. Only colours that the program itself
//! wrote count; everything else that is invisible is escaped.

use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};

use crate::draw::view::{Colour, Depth};
use crate::io::door;
use crate::io::prose::{clip, hung, width};

/// How far the rest of a wrapped line is indented.
const HANGING: usize = 5;

/// The lines of a text.
pub fn rows(text: &str) -> Vec<Line<'static>> {
    let shown = door::shown(text);
    let mut style = Style::default();
    shown.lines().map(|line| row(line, &mut style)).collect()
}

/// The same with long lines wrapped. Lines with colours are pictures and stay as they are.
pub fn wrapped(text: &str, columns: usize) -> Vec<Line<'static>> {
    let wrap = |line: &str| {
        let is_long = !line.contains('\x1b') && width(line) > columns;
        let start = line.chars().take_while(|sign| *sign == ' ').count();
        let start = " ".repeat(start.min(columns / 4));
        if is_long {
            format!("{start}{}", hung(line.trim(), HANGING, Some(columns - start.len())))
        } else {
            line.into()
        }
    };
    rows(&text.lines().map(wrap).collect::<Vec<String>>().join("\n"))
}

/// The same with long lines cut, which shows. Lines with colours stay as they are.
pub fn clipped(text: &str, columns: usize) -> Vec<Line<'static>> {
    let cut = |line: &str| if line.contains('\x1b') { line.into() } else { clip(line, columns) };
    rows(&text.lines().map(cut).collect::<Vec<String>>().join("\n"))
}

/// The first line of a text.
pub fn one(text: &str) -> Line<'static> {
    rows(text).into_iter().next().unwrap_or_default()
}

fn row(line: &str, style: &mut Style) -> Line<'static> {
    let mut parts = line.split("\x1b[");
    let mut spans = vec![Span::styled(parts.next().unwrap_or_default().to_string(), *style)];
    for part in parts {
        let (codes, rest) = part.split_once('m').unwrap_or(("", part));
        *style = changed(*style, codes);
        spans.push(Span::styled(rest.to_string(), *style));
    }
    spans.retain(|span| !span.content.is_empty());
    Line::from(spans)
}

/// A style after the codes of a colour sequence.
fn changed(mut style: Style, codes: &str) -> Style {
    let mut codes = codes.split(';').map(|code| code.parse::<u8>().unwrap_or(0));
    while let Some(code) = codes.next() {
        style = match code {
            0 => Style::default(),
            1 => style.add_modifier(Modifier::BOLD),
            2 => style.add_modifier(Modifier::DIM),
            7 => style.add_modifier(Modifier::REVERSED),
            22 => style.remove_modifier(Modifier::BOLD | Modifier::DIM),
            27 => style.remove_modifier(Modifier::REVERSED),
            30..=37 => style.fg(Color::Indexed(code - 30)),
            90..=97 => style.fg(Color::Indexed(code - 82)),
            40..=47 => style.bg(Color::Indexed(code - 40)),
            100..=107 => style.bg(Color::Indexed(code - 92)),
            38 => style.fg(extended(&mut codes)),
            48 => style.bg(extended(&mut codes)),
            39 => style.fg(Color::Reset),
            49 => style.bg(Color::Reset),
            _ => style,
        };
    }
    style
}

fn extended(codes: &mut impl Iterator<Item = u8>) -> Color {
    match codes.next() {
        Some(5) => Color::Indexed(codes.next().unwrap_or(0)),
        Some(2) => {
            let [r, g, b] = [(); 3].map(|()| codes.next().unwrap_or(0));
            Color::Rgb(r, g, b)
        }
        _ => Color::Reset,
    }
}

/// A colour as the terminal has it.
pub fn colour(colour: Colour, depth: Depth) -> Color {
    match depth {
        Depth::Plain | Depth::Mono => Color::Reset,
        Depth::Ansi16 => Color::Indexed(colour.ansi16),
        Depth::Ansi256 => Color::Indexed(colour.ansi256),
        Depth::True => {
            let [r, g, b] = colour.rgb;
            Color::Rgb(r, g, b)
        }
    }
}

/// Text as it is shown: nothing invisible.
pub fn said(words: &str) -> String {
    door::shown(words).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_of_the_program_are_read_and_those_of_files_are_not() {
        let painted = door::meant("\x1b[1;38;2;1;2;3;48;5;160mab\x1b[0m c");
        let line = one(&painted);
        let style = Style::default().fg(Color::Rgb(1, 2, 3)).bg(Color::Indexed(160)).add_modifier(Modifier::BOLD);
        assert_eq!(line.spans, [Span::styled("ab", style), Span::raw(" c")]);
        assert_eq!(one("\x1b[31mx").spans, [Span::raw("\\u{1b}[31mx")]);
        assert_eq!(rows("a\n\nb").len(), 3);
        assert_eq!(clipped("abcdef\nab", 4).iter().map(Line::to_string).collect::<Vec<_>>(), ["abc…", "ab"]);
        let lines: Vec<String> =
            wrapped("  1  Ann places the tile E on the board\nx", 32).iter().map(Line::to_string).collect();
        assert_eq!(lines, ["  1  Ann places the tile E", "     on the board", "x"]);
    }
}
