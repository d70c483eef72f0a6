//! A picture at a place on the screen, in the sequences that the terminal understands. The cursor ends where it began.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use super::{Raster, kitty, sixel};
use crate::io::ability::{Graphics, Protocol, passed};
use crate::io::door;

/// Where the upper left corner of a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// So many lines above the cursor, in the first column.
    Above(usize),
    /// In this column and line of the screen, counted from 0.
    At(usize, usize),
}

/// A picture over these columns and lines, ready for the door. A kitty keeps one picture for each number.
pub fn sequence(raster: &Raster, graphics: &Graphics, place: Place, size: (usize, usize), number: u32) -> String {
    let body = match graphics.protocol {
        Protocol::Kitty => kitty::direct(&raster.png(), size, number),
        Protocol::KittyInTmux => kitty::through_tmux(&raster.png(), size, number),
        Protocol::Iterm => iterm(&raster.png(), size),
        Protocol::Sixel { colours } => sixel::encode(raster, colours),
    };
    let there = match place {
        Place::Above(0) => "\r".to_string(),
        Place::Above(lines) => format!("\r\x1b[{lines}A"),
        Place::At(column, line) => format!("\x1b[{};{}H", line + 1, column + 1),
    };
    // Some terminals want a line below a picture: it is made before the place is looked for.
    let below = if matches!(place, Place::Above(_)) { "\x1bD\x1b[A" } else { "" };
    door::picture(&format!("{below}\x1b7{there}{body}\x1b8"))
}

/// Removes a picture with a number from the screen, where pictures have one; elsewhere text covers them.
pub fn removed(graphics: &Graphics, number: u32) -> String {
    let sequence = kitty::removed(number);
    match graphics.protocol {
        Protocol::Kitty => door::picture(&sequence),
        Protocol::KittyInTmux => door::picture(&passed(&sequence)),
        Protocol::Iterm | Protocol::Sixel { .. } => String::new(),
    }
}

fn iterm(png: &[u8], (columns, lines): (usize, usize)) -> String {
    let size = format!("size={};width={columns};height={lines};preserveAspectRatio=0", png.len());
    format!("\x1b]1337;File=inline=1;{size};doNotMoveCursor=1:{}\x07", STANDARD.encode(png))
}
