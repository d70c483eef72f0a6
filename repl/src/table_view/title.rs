//! The title of the screen: who decides, and what.

use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};

use crate::draw::view::{Colour, Depth};
use crate::io::prose::{hung, width};
use crate::table_view::frame::Frame;
use crate::table_view::text::{colour, said};

/// Who decides, what and why, in as many lines as this takes in this many columns.
pub fn title_lines(frame: &Frame, depth: Depth, columns: usize) -> Vec<Line<'static>> {
    let badge = frame.player.as_ref().map(|(name, ..)| format!(" {} ", said(name))).unwrap_or_default();
    // While it is wrapped, something without blanks stands for the name.
    let place = if badge.is_empty() { String::new() } else { "_".repeat(width(&badge)) + " " };
    let wrapped = hung(&format!("{place}{}", said(&frame.sentence)), 1, Some(columns));
    let bold = |line: &str| Line::styled(line.to_string(), Style::default().add_modifier(Modifier::BOLD));
    let mut lines: Vec<Line> = wrapped.lines().map(bold).collect();
    if let (Some((_, ink, ground)), Some(first)) = (&frame.player, lines.first_mut()) {
        let rest = first.to_string().get(width(&badge)..).unwrap_or_default().to_string();
        *first = Line::from(vec![Span::styled(badge, badge_style(depth, *ink, *ground)), bold(&rest).spans.remove(0)]);
    }
    lines
}

/// A name in a player's colours.
fn badge_style(depth: Depth, ink: Colour, ground: Colour) -> Style {
    let style = Style::default().fg(colour(ink, depth)).bg(colour(ground, depth)).add_modifier(Modifier::BOLD);
    if depth < Depth::Ansi16 { style.add_modifier(Modifier::REVERSED) } else { style }
}
