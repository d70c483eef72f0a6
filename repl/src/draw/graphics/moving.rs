//! Moving pictures as GIF: each frame holds only the pixels that changed. The same frames always give the same bytes.

use std::borrow::Cow;

use gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};

use super::Raster;
use super::palette::{Histogram, Palette};

/// The colours of a file, without the one that means "as before".
const COLOURS: usize = 255;
const AS_BEFORE: u8 = 255;

/// A moving picture while it grows.
#[derive(Default)]
pub struct Moving {
    now: Raster,
    pieces: Vec<Piece>,
    histogram: Histogram,
}

/// The part of a frame that changed.
struct Piece {
    left: usize,
    top: usize,
    raster: Raster,
    /// For each pixel, whether it changed.
    is_new: Vec<bool>,
    /// Hundredths of a second.
    delay: u16,
}

impl Moving {
    /// Adds a frame of the same size as the others, shown for this many hundredths of a second.
    pub fn add(&mut self, raster: Raster, delay: u16) {
        let Some((left, top, width, height)) = changed(&self.now, &raster) else {
            if let Some(last) = self.pieces.last_mut() {
                last.delay = last.delay.saturating_add(delay);
            }
            return;
        };
        let is_other = self.now.rgb.len() != raster.rgb.len();
        let (mut rgb, mut is_new) = (Vec::new(), Vec::new());
        for row in top..top + height {
            let run = 3 * (row * raster.width + left)..3 * (row * raster.width + left + width);
            let before = self.now.rgb.get(run.clone()).unwrap_or_default().chunks_exact(3);
            is_new.extend(raster.rgb[run.clone()].chunks_exact(3).zip(before).map(|(new, old)| is_other || new != old));
            rgb.extend_from_slice(&raster.rgb[run]);
        }
        is_new.resize(width * height, true);
        let piece = Piece { left, top, raster: Raster { width, height, rgb }, is_new, delay };
        let new = piece.raster.pixels().zip(&piece.is_new).filter(|(_, is_new)| **is_new);
        self.histogram.add(new.map(|(pixel, _)| pixel));
        self.pieces.push(piece);
        self.now = raster;
    }

    /// The file; it repeats forever.
    pub fn gif(&self) -> Result<Vec<u8>, String> {
        let palette = self.histogram.palette(COLOURS);
        self.written(&palette).map_err(|error| error.to_string())
    }

    fn written(&self, palette: &Palette) -> Result<Vec<u8>, EncodingError> {
        let mut bytes = Vec::new();
        let size = |pixels: usize| u16::try_from(pixels).unwrap_or(u16::MAX);
        let mut colours = palette.colours.concat();
        colours.resize(3 * (COLOURS + 1), 0);
        let mut encoder = Encoder::new(&mut bytes, size(self.now.width), size(self.now.height), &colours)?;
        encoder.set_repeat(Repeat::Infinite)?;
        for piece in &self.pieces {
            let indices = palette.indices(&piece.raster).into_iter().zip(&piece.is_new);
            let buffer: Vec<u8> = indices.map(|(index, is_new)| if *is_new { index } else { AS_BEFORE }).collect();
            encoder.write_frame(&Frame {
                left: size(piece.left),
                top: size(piece.top),
                width: size(piece.raster.width),
                height: size(piece.raster.height),
                delay: piece.delay,
                dispose: DisposalMethod::Keep,
                transparent: Some(AS_BEFORE),
                buffer: Cow::Owned(buffer),
                ..Frame::default()
            })?;
        }
        drop(encoder);
        Ok(bytes)
    }
}

/// The smallest rectangle around what differs: left, top, width and height.
fn changed(old: &Raster, new: &Raster) -> Option<(usize, usize, usize, usize)> {
    if (old.width, old.height) != (new.width, new.height) {
        return (new.width > 0 && new.height > 0).then_some((0, 0, new.width, new.height));
    }
    let size = 3 * new.width.max(1);
    let rows: Vec<(&[u8], &[u8])> = old.rgb.chunks_exact(size).zip(new.rgb.chunks_exact(size)).collect();
    let top = rows.iter().position(|(old, new)| old != new)?;
    let bottom = rows.iter().rposition(|(old, new)| old != new)?;
    let first = |(old, new): &(&[u8], &[u8])| old.iter().zip(*new).position(|(old, new)| old != new);
    let last = |(old, new): &(&[u8], &[u8])| old.iter().zip(*new).rposition(|(old, new)| old != new);
    let left = rows.iter().filter_map(first).min()? / 3;
    let right = rows.iter().filter_map(last).max()? / 3;
    Some((left, top, right - left + 1, bottom - top + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: [u8; 3] = [255, 255, 255];
    const RED: [u8; 3] = [200, 30, 30];

    /// A picture of six by four white pixels, with red ones.
    fn raster(red: &[(usize, usize)]) -> Raster {
        let at = |n: usize| if red.contains(&(n % 6, n / 6)) { RED } else { WHITE };
        Raster { width: 6, height: 4, rgb: (0..24).flat_map(at).collect() }
    }

    #[test]
    fn a_frame_holds_what_changed_and_a_frame_without_change_lasts_longer() {
        let mut moving = Moving::default();
        moving.add(raster(&[]), 50);
        moving.add(raster(&[(1, 1), (3, 2)]), 50);
        moving.add(raster(&[(1, 1), (3, 2)]), 400);
        let gif = moving.gif().unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&gif[..]).unwrap();
        assert_eq!((decoder.width(), decoder.height()), (6, 4));
        let first = decoder.read_next_frame().unwrap().unwrap().clone();
        assert!(first.delay == 50 && first.buffer.chunks(4).all(|pixel| pixel == [255; 4]));
        let second = decoder.read_next_frame().unwrap().unwrap().clone();
        assert_eq!((second.left, second.top, second.width, second.height, second.delay), (1, 1, 3, 2, 450));
        let shown: Vec<bool> = second.buffer.chunks(4).map(|pixel| pixel[..3] == RED && pixel[3] == 255).collect();
        assert_eq!(shown, [true, false, false, false, false, true]);
        assert!(decoder.read_next_frame().unwrap().is_none());
    }
}
