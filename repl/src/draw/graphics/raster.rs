//! A picture as pixels, and as PNG. Never knows what it shows.

use png::{BitDepth, ColorType, DeflateCompression, Encoder, Filter};

use super::palette::Histogram;

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

    /// The smallest part in which this differs from another picture of the same size, in cells of so many pixels.
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

    /// A part of the picture, in cells of so many pixels.
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
        histogram.add(self.pixels());
        let palette = histogram.palette(256);
        let mut bytes = Vec::new();
        let mut encoder = Encoder::new(&mut bytes, self.width as u32, self.height as u32);
        encoder.set_color(ColorType::Indexed);
        encoder.set_depth(BitDepth::Eight);
        encoder.set_palette(palette.colours.concat());
        // The fastest way packs only what is filtered, and numbers of colours are not.
        encoder.set_deflate_compression(DeflateCompression::Level(1));
        encoder.set_filter(Filter::NoFilter);
        // Writing to memory cannot fail, and a picture without pixels is none.
        let written = encoder.write_header().and_then(|mut writer| writer.write_image_data(&palette.indices(self)));
        if written.is_ok() { bytes } else { Vec::new() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
