//! Renders SVG as PNG. No fonts are needed: pictures draw their text as strokes.

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree};

/// The maximum number of pixels along a side.
const MAX_SIDE: f32 = 6_000.0;

/// The picture as PNG, scaled by this factor or as far as `MAX_SIDE` allows.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, String> {
    let tree = Tree::from_str(svg, &Options::default()).map_err(|error| error.to_string())?;
    let (width, height) = (tree.size().width(), tree.size().height());
    let scale = scale.min(MAX_SIDE / width.max(height));
    let pixels = |length: f32| (length * scale).ceil().min(MAX_SIDE) as u32;
    let mut pixmap = Pixmap::new(pixels(width), pixels(height)).ok_or("the picture has no size")?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixmap.as_mut());
    pixmap.encode_png().map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_can_be_read_again_and_shows_what_was_drawn() {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"40\" height=\"20\"><rect width=\"20\" height=\"20\" fill=\"#ff0000\"/></svg>";
        let bytes = png(svg, 2.0).unwrap();
        let pixmap = Pixmap::decode_png(&bytes).unwrap();
        assert_eq!((pixmap.width(), pixmap.height()), (80, 40));
        let red = |x: u32| pixmap.pixel(x, 20).map(|pixel| (pixel.red(), pixel.alpha()));
        assert_eq!((red(10), red(70)), (Some((255, 255)), Some((0, 0))));
    }

    #[test]
    fn a_huge_picture_is_made_smaller_and_what_is_none_is_refused() {
        let huge = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"90000\" height=\"9\"/>";
        assert_eq!(Pixmap::decode_png(&png(huge, 1.0).unwrap()).unwrap().width(), 6000);
        assert!(png("<svg", 1.0).is_err());
    }
}
