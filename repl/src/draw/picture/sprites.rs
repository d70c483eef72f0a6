//! Small drawings as pixels, each parsed once and rastered once for each size. Never knows what they show.

use std::collections::BTreeMap;

use resvg::tiny_skia::{Color, IntSize, Pixmap, PixmapPaint, Transform};
use resvg::usvg::{Options, Tree};

use crate::draw::graphics::Raster;
use crate::draw::view::outline::Point;

/// Half the size of the box in which drawings are parsed.
const HALF: f32 = 4_000.0;

/// The colour of the line around a tile, and how much of it is on the tile, in hundredths of a tile.
const RIM: [u8; 3] = [0x3f, 0x5a, 0x2a];
const RIM_WIDTH: f32 = 0.4;

/// A drawing as pixels, and where its corner is relative to its origin.
struct Sprite {
    tree: Tree,
    scale: f32,
    pixels: Option<(Pixmap, i32, i32)>,
}

/// The drawings by name.
#[derive(Default)]
pub struct Sprites(BTreeMap<String, Sprite>);

/// A picture that drawings are put on.
pub struct Canvas(Pixmap);

impl Canvas {
    /// A picture of this size in one colour.
    pub fn new((width, height): (usize, usize), [red, green, blue]: [u8; 3]) -> Option<Canvas> {
        let mut pixmap = Pixmap::new(u32::try_from(width).ok()?, u32::try_from(height).ok()?)?;
        pixmap.fill(Color::from_rgba8(red, green, blue, 255));
        Some(Canvas(pixmap))
    }

    /// Copies a picture row by row over what is there; what does not fit is left out.
    fn cover(&mut self, (left, top): (usize, usize), pixmap: &Pixmap) {
        let (width, row) = (4 * self.0.width() as usize, 4 * pixmap.width() as usize);
        for (number, from) in pixmap.data().chunks_exact(row.max(1)).enumerate() {
            let start = (top + number) * width + 4 * left;
            let to = self.0.data_mut().get_mut(start..start + row).filter(|_| 4 * left + row <= width);
            to.into_iter().for_each(|to| to.copy_from_slice(from));
        }
    }

    /// Puts a drawing that is not needed again.
    pub fn draw(&mut self, svg: &str, (x, y): Point, scale: f32) {
        let Some((pixmap, left, top)) = parsed(svg).and_then(|tree| rastered(&tree, scale)) else { return };
        let (x, y) = (x.round() as i32 + left, y.round() as i32 + top);
        self.0.draw_pixmap(x, y, pixmap.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
    }

    /// The pixels.
    pub fn raster(&self) -> Raster {
        let (width, height) = (self.0.width() as usize, self.0.height() as usize);
        let mut rgb = vec![0; 3 * width * height];
        // The ground is opaque, so nothing shines through.
        let pixels = rgb.chunks_exact_mut(3).zip(self.0.data().chunks_exact(4));
        pixels.for_each(|(to, from)| to.copy_from_slice(&from[..3]));
        Raster { width, height, rgb }
    }
}

impl Sprites {
    /// The number of drawings that are kept.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Puts a square drawing of 100 units with its corner at a point. What is painted beyond it is cut off, and it covers
    /// what is below.
    pub fn put_tile(
        &mut self,
        canvas: &mut Canvas,
        key: &str,
        at: (usize, usize),
        side: usize,
        svg: impl FnOnce() -> String,
    ) {
        let scale = side as f32 / 100.0;
        let Some(sprite) = self.known(key, scale, svg) else { return };
        if sprite.scale != scale || sprite.pixels.is_none() {
            let pixels = u32::try_from(side).ok().and_then(|side| IntSize::from_wh(side, side));
            let pixels = pixels.and_then(|size| painted(&sprite.tree, scale, (0, 0), size));
            (sprite.scale, sprite.pixels) = (scale, pixels.map(|pixmap| (rimmed(pixmap, scale), 0, 0)));
        }
        if let Some((pixmap, ..)) = &sprite.pixels {
            canvas.cover(at, pixmap);
        }
    }

    /// Puts a drawing with its origin at a point. `svg` makes it if it is new; what cannot be drawn is left out.
    pub fn put(&mut self, canvas: &mut Canvas, key: &str, at: Point, scale: f32, svg: impl FnOnce() -> String) {
        let Some(sprite) = self.known(key, scale, svg) else { return };
        if sprite.scale != scale || sprite.pixels.is_none() {
            (sprite.scale, sprite.pixels) = (scale, rastered(&sprite.tree, scale));
        }
        if let Some((pixmap, left, top)) = &sprite.pixels {
            let (x, y) = (at.0.round() as i32 + left, at.1.round() as i32 + top);
            canvas.0.draw_pixmap(x, y, pixmap.as_ref(), &PixmapPaint::default(), Transform::identity(), None);
        }
    }

    fn known(&mut self, key: &str, scale: f32, svg: impl FnOnce() -> String) -> Option<&mut Sprite> {
        if !self.0.contains_key(key) {
            let tree = parsed(&svg())?;
            self.0.insert(key.to_string(), Sprite { tree, scale, pixels: None });
        }
        self.0.get_mut(key)
    }
}

/// The line around a tile. It is drawn here because a line of less than a pixel takes long in vectors.
fn rimmed(mut pixmap: Pixmap, scale: f32) -> Pixmap {
    let (size, share) = (pixmap.width() as usize, (RIM_WIDTH * scale).min(1.0));
    for (number, pixel) in pixmap.data_mut().chunks_exact_mut(4).enumerate() {
        let is_rim = |at: usize| at == 0 || at + 1 == size;
        if is_rim(number % size) || is_rim(number / size) {
            let mixed = |from: u8, to: u8| (f32::from(from) + (f32::from(to) - f32::from(from)) * share) as u8;
            pixel.iter_mut().zip(RIM).for_each(|(value, rim)| *value = mixed(*value, rim));
        }
    }
    pixmap
}

fn parsed(svg: &str) -> Option<Tree> {
    let document = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"-{HALF} -{HALF} {size} {size}\" width=\"{size}\" height=\"{size}\" \
         stroke-linecap=\"round\" stroke-linejoin=\"round\">{svg}</svg>",
        size = 2.0 * HALF
    );
    Tree::from_str(&document, &Options::default()).ok()
}

/// The part of the box that is painted, in this scale.
fn rastered(tree: &Tree, scale: f32) -> Option<(Pixmap, i32, i32)> {
    let around = tree.root().abs_stroke_bounding_box();
    let pixel = |value: f32, more: f32| ((value - HALF) * scale + more).floor().clamp(-4_000.0, 4_000.0) as i32;
    let (left, top) = (pixel(around.left(), 0.01), pixel(around.top(), 0.01));
    let (right, bottom) = (pixel(around.right(), 0.99), pixel(around.bottom(), 0.99));
    let size = |from: i32, to: i32| u32::try_from(to - from).ok().filter(|size| *size > 0);
    let size = IntSize::from_wh(size(left, right)?, size(top, bottom)?)?;
    Some((painted(tree, scale, (left, top), size)?, left, top))
}

/// A part of the box in this scale: its corner relative to the origin, and its size.
fn painted(tree: &Tree, scale: f32, (left, top): (i32, i32), size: IntSize) -> Option<Pixmap> {
    let mut pixmap = Pixmap::new(size.width(), size.height())?;
    let shift = |corner: i32| -(HALF * scale) - corner as f32;
    let transform = Transform::from_scale(scale, scale).post_translate(shift(left), shift(top));
    resvg::render(tree, transform, &mut pixmap.as_mut());
    Some(pixmap)
}
