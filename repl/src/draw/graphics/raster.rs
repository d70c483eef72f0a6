//! A picture as pixels, and as PNG. Never knows what it shows.

use std::io::Write;
use std::iter::from_fn;

use flate2::{Compression, write::ZlibEncoder};
use png::{BitDepth, ColorType, Encoder, EncodingError, chunk::IDAT};

use super::palette::{Histogram, Palette};

/// Bytes that are compared in one step: whole pixels.
const AT_A_TIME: usize = 48;

/// A picture without transparency.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Raster {
    /// Pixels in a row.
    pub width: usize,
    /// Rows.
    pub height: usize,
    /// Red, green and blue of each pixel, row by row.
    pub rgb: Vec<u8>,
}

/// A part of a picture, in columns and lines of characters; the last ones are not in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// The first column.
    pub left: usize,
    /// The column after the last.
    pub right: usize,
    /// The first line.
    pub top: usize,
    /// The line after the last.
    pub bottom: usize,
}

impl Area {
    /// Columns and lines.
    pub fn size(self) -> (usize, usize) {
        (self.right - self.left, self.bottom - self.top)
    }
}

impl Raster {
    /// The pixels in reading order.
    pub fn pixels(&self) -> impl Iterator<Item = [u8; 3]> {
        self.rgb.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]])
    }

    /// The pixels in reading order, equal ones in a row together: drawings are flat.
    pub fn runs(&self) -> impl Iterator<Item = ([u8; 3], usize)> {
        let mut rest = &self.rgb[..];
        from_fn(move || {
            let pixel = *rest.first_chunk::<3>()?;
            let mut end = 3;
            while rest.get(end..end + 3) == Some(&pixel[..]) {
                end += 3;
                // What follows is like what is before it, pixel by pixel.
                while end >= 6
                    && rest.len() >= end + AT_A_TIME
                    && rest[end - 3..][..AT_A_TIME] == rest[end..][..AT_A_TIME]
                {
                    end += AT_A_TIME;
                }
            }
            rest = &rest[end..];
            Some((pixel, end / 3))
        })
    }

    /// The smallest part in which this differs from another picture of the same size, in cells of this many pixels.
    pub fn changed(&self, other: &Raster, cell: (usize, usize)) -> Option<Area> {
        let mut area: Option<Area> = None;
        let row = 3 * self.width.max(1);
        for (y, (one, other)) in self.rgb.chunks(row).zip(other.rgb.chunks(row)).enumerate() {
            let Some(first) = one.iter().zip(other).position(|(a, b)| a != b) else { continue };
            let last = one.iter().zip(other).rposition(|(a, b)| a != b).unwrap_or(first);
            let (left, right, line) = (first / 3 / cell.0, last / 3 / cell.0 + 1, y / cell.1);
            let old = area.unwrap_or(Area { left, right, top: line, bottom: line + 1 });
            area = Some(Area { left: old.left.min(left), right: old.right.max(right), bottom: line + 1, ..old });
        }
        area
    }

    /// A part of the picture, in cells of this many pixels.
    pub fn part(&self, area: Area, cell: (usize, usize)) -> Raster {
        let (left, right) = (area.left * cell.0, (area.right * cell.0).min(self.width));
        let (top, bottom) = (area.top * cell.1, (area.bottom * cell.1).min(self.height));
        let row =
            |y: usize| self.rgb.get(3 * (y * self.width + left)..3 * (y * self.width + right)).unwrap_or_default();
        let rgb = (top..bottom).map(row).collect::<Vec<&[u8]>>().concat();
        Raster { width: right - left, height: bottom - top, rgb }
    }

    /// The picture as PNG, in 256 colours and packed quickly: it goes through a line and is read once.
    pub fn png(&self) -> Vec<u8> {
        let mut histogram = Histogram::default();
        histogram.add_runs(self.runs());
        // Writing to memory cannot fail, and there is no picture without pixels.
        self.indexed(&histogram.palette(256)).unwrap_or_default()
    }

    fn indexed(&self, palette: &Palette) -> Result<Vec<u8>, EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(palette.colours.concat());
        let mut writer = encoder.write_header()?;
        // The encoder would pack row by row, and clear its buffer for each of them.
        let mut rows = Vec::with_capacity((self.width + 1) * self.height);
        for row in palette.indices(self).chunks(self.width.max(1)) {
            rows.push(0);
            rows.extend_from_slice(row);
        }
        let mut packed = ZlibEncoder::new(Vec::new(), Compression::new(1));
        packed.write_all(&rows)?;
        writer.write_chunk(IDAT, &packed.finish()?)?;
        writer.finish()?;
        Ok(bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_and_the_packed_picture_have_every_pixel() {
        let colour = |n: usize| match n {
            7 | 8 | 400.. => [9, 9, 9],
            n if n % 31 == 0 => [n as u8, 1, 2],
            _ => [200, 100, 50],
        };
        let raster = Raster { width: 33, height: 20, rgb: (0..660).flat_map(colour).collect() };
        let again: Vec<[u8; 3]> = raster.runs().flat_map(|(pixel, run)| std::iter::repeat_n(pixel, run)).collect();
        assert!(again.into_iter().eq(raster.pixels()));
        assert!(raster.runs().zip(raster.runs().skip(1)).all(|(one, next)| one.0 != next.0));
        let mut decoder = png::Decoder::new(std::io::Cursor::new(raster.png()));
        decoder.set_transformations(png::Transformations::EXPAND);
        let mut reader = decoder.read_info().unwrap();
        let mut read = vec![0; reader.output_buffer_size().unwrap()];
        reader.next_frame(&mut read).unwrap();
        assert_eq!(read, raster.rgb);
        assert!(Raster::default().png().is_empty());
    }

    #[test]
    fn only_the_cells_that_differ_are_a_change() {
        let before = Raster { width: 8, height: 8, rgb: vec![0; 3 * 64] };
        let mut after = before.clone();
        assert_eq!(after.changed(&before, (2, 4)), None);
        after.rgb[3 * (5 * 8 + 3)] = 9;
        after.rgb[3 * (6 * 8 + 4) + 2] = 9;
        let area = after.changed(&before, (2, 4)).unwrap();
        assert_eq!(area, Area { left: 1, right: 3, top: 1, bottom: 2 });
        let part = after.part(area, (2, 4));
        assert_eq!((part.width, part.height, part.rgb.len()), (4, 4, 48));
        assert_eq!((part.rgb[3 * (4 + 1)], part.rgb[3 * (8 + 2) + 2]), (9, 9));
    }
}
