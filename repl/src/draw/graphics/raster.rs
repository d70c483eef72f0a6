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

impl Raster {
    /// The pixels in reading order.
    pub fn pixels(&self) -> impl Iterator<Item = [u8; 3]> {
        self.rgb.chunks_exact(3).map(|pixel| [pixel[0], pixel[1], pixel[2]])
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
