//! Pictures in sixels: bands of six rows, each colour of a band in one go. Our own encoder and not a crate: flat drawings
//! need no dithering, and the number of colours is the terminal's.

use std::fmt::Write;

use super::Raster;
use super::palette::{Histogram, Palette};

/// Rows in a band.
const ROWS: usize = 6;
/// Shorter runs are written out.
const MIN_RUN: usize = 4;

/// A picture in at most this many colours.
pub fn encode(raster: &Raster, colours: usize) -> String {
    let mut histogram = Histogram::default();
    histogram.add_runs(raster.runs());
    let palette = histogram.palette(colours);
    let mut text = format!("\x1bP0;1;0q\"1;1;{};{}", raster.width, raster.height);
    define(&palette, &mut text);
    let indices = palette.indices(raster);
    let mut planes = vec![0u8; palette.colours.len() * raster.width];
    for (number, band) in indices.chunks(ROWS * raster.width.max(1)).enumerate() {
        // A break after the last band could scroll the screen.
        text.push_str(if number == 0 { "" } else { "-" });
        write_band(band, raster.width, &mut planes, &mut text);
    }
    text + "\x1b\\"
}

/// The colours, in percent.
fn define(palette: &Palette, text: &mut String) {
    let percent = |value: u8| (u32::from(value) * 100 + 127) / 255;
    for (number, [red, green, blue]) in palette.colours.iter().map(|colour| colour.map(percent)).enumerate() {
        let _ = write!(text, "#{number};2;{red};{green};{blue}");
    }
}

/// One band: for each colour, which of the six rows of each column have it. `planes` is empty before and after.
fn write_band(band: &[u8], width: usize, planes: &mut [u8], text: &mut String) {
    let mut used = [false; 256];
    for (row, line) in band.chunks(width.max(1)).enumerate() {
        for (column, &colour) in line.iter().enumerate() {
            used[usize::from(colour)] = true;
            if let Some(plane) = planes.get_mut(usize::from(colour) * width + column) {
                *plane |= 1 << row;
            }
        }
    }
    let mut is_first = true;
    for ((colour, plane), _) in planes.chunks_mut(width.max(1)).enumerate().zip(used).filter(|(_, used)| *used) {
        let end = plane.iter().rposition(|bits| *bits > 0).map_or(0, |end| end + 1);
        let _ = write!(text, "{}#{colour}", if is_first { "" } else { "$" });
        write_runs(&plane[..end], text);
        plane.fill(0);
        is_first = false;
    }
}

fn write_runs(plane: &[u8], text: &mut String) {
    for run in plane.chunk_by(|a, b| a == b) {
        let sign = char::from(b'?' + run[0]);
        match run.len() {
            ..MIN_RUN => text.extend(std::iter::repeat_n(sign, run.len())),
            n => drop(write!(text, "!{n}{sign}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_written_band_by_band_and_colour_by_colour() {
        let (red, blue) = ([255, 0, 0], [0, 0, 255]);
        // Seven rows of six pixels: the first column is blue, everything else red.
        let row = [blue, red, red, red, red, red].concat();
        let raster = Raster { width: 6, height: 7, rgb: row.repeat(7) };
        let text = encode(&raster, 16);
        assert_eq!(text, "\x1bP0;1;0q\"1;1;6;7#0;2;100;0;0#1;2;0;0;100#0?!5~$#1~-#0?!5@$#1@\x1b\\");
    }
}
