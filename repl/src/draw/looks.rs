//! How things look, read from the `look` tables of the manifests: so a stranger's expansion is drawn without a line of Rust.
//! What brings no look gets a plain one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bastide_core::catalogue::{Catalogue, TagId, TileId};
use bastide_core::geometry::Rotation;
use bastide_core::manifest::{Expansion, Look};
use bastide_core::setup::Setup;
use bastide_core::text::{char_width, is_hidden};
use bastide_core::tile::Edge;

use crate::draw::vector::art::{Art, Drawing};
use crate::draw::view::{
    ASCII_LINE, Colour, DOUBLE_LINE, FieldArt, KindStyle, Mark, Palette, SegmentArt, Shape, TileArt,
};

/// A look that cannot be read: which one, and why.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}: the look of {section}.{name}: {problem}")]
pub struct LookError {
    place: String,
    section: String,
    name: String,
    problem: String,
}

/// The looks of everything in play.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    palette: Palette,
    kinds: BTreeMap<String, usize>,
    tags: BTreeMap<String, usize>,
    /// The marks that are drawn as their tile is turned: each has four looks, one behind the other.
    turning: BTreeSet<String>,
    /// The kinds that are not drawn.
    hidden: BTreeSet<String>,
    figures: BTreeMap<String, Sign>,
    tokens: BTreeMap<String, Mark>,
    counters: BTreeMap<String, Mark>,
    drawings: BTreeMap<(String, String), Drawing>,
}

/// How a figure is told from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sign {
    /// Behind the letter of its owner, or before its glyph if nobody owns it.
    pub letter: Option<char>,
    /// A glyph for it.
    pub glyph: Option<char>,
    /// Its substitute where only ASCII is safe.
    pub ascii: Option<char>,
    /// Its colour, if nobody owns it.
    pub colour: Option<Colour>,
}

/// What is counted on tiles is written in white on dark where nothing else is said.
const COUNTED: [Colour; 2] = [Colour::new(0xffffff, 231, 15), Colour::new(0x3a3a3a, 237, 0)];

impl Looks {
    /// The looks of what a setup declares.
    pub fn of_setup(setup: &Setup) -> Result<Looks, LookError> {
        let expansions: Vec<Arc<Expansion>> =
            setup.recipe().expansions.iter().map(|portion| portion.expansion.clone()).collect();
        Looks::read(&expansions, setup.catalogue())
    }

    /// The looks that expansions bring, and plain ones for the rest of the catalogue.
    pub fn read(expansions: &[Arc<Expansion>], catalogue: &Catalogue) -> Result<Looks, LookError> {
        let tags = (0..).map(TagId).zip(&catalogue.tags);
        let turning = tags.filter(|(tag, _)| catalogue.is_turning(*tag)).map(|(_, name)| name.clone()).collect();
        let mut looks = Looks { turning, ..Looks::default() };
        for expansion in expansions {
            for look in expansion.looks() {
                // Of what several declare, the first look counts.
                if looks.drawing(look.section, &look.name).is_some() {
                    continue;
                }
                looks.add(look).map_err(|problem| LookError {
                    place: look.place.to_string(),
                    section: look.section.into(),
                    name: look.name.clone(),
                    problem,
                })?;
            }
        }
        for kind in &catalogue.kinds {
            if !looks.kinds.contains_key(&kind.name) && !looks.hidden.contains(&kind.name) {
                looks.add_kind(&kind.name, plain_kind(kind.edge, &kind.name));
            }
        }
        Ok(looks)
    }

    /// Colours and glyphs, for a painter.
    pub fn palette(&self) -> &Palette {
        &self.palette
    }

    /// The kinds of segments by name, with their looks.
    pub fn kinds(&self) -> impl Iterator<Item = (&str, &KindStyle)> {
        self.kinds.iter().map(|(name, index)| (name.as_str(), &self.palette.kinds[*index]))
    }

    /// The marks by the names of their tags.
    pub fn tags(&self) -> impl Iterator<Item = (&str, &Mark)> {
        self.tags.iter().map(|(name, index)| (name.as_str(), &self.palette.marks[*index]))
    }

    /// How a kind of figure is told from others; by its first letter if nothing is said.
    pub fn figure(&self, name: &str) -> Sign {
        let said = self.figures.get(name).copied().unwrap_or_default();
        Sign { letter: said.letter.or(name.chars().next()), ..said }
    }

    /// How a token is drawn: as it says, or as the mark of its name, or by its first letter.
    pub fn token(&self, name: &str) -> Mark {
        let of_tag = || self.tags.get(name).map(|&tag| self.palette.marks[tag].clone());
        self.tokens.get(name).cloned().or_else(of_tag).unwrap_or_else(|| plain_mark(name))
    }

    /// How a number that is counted on tiles is drawn, without the number.
    pub fn counter(&self, name: &str) -> Mark {
        self.counters.get(name).cloned().unwrap_or_else(|| plain_mark(name))
    }

    /// What pictures show of something: of a kind, a tag, a figure, a token or a counter, by its section and its name.
    pub fn drawing(&self, section: &str, name: &str) -> Option<&Drawing> {
        self.drawings.get(&(section.to_string(), name.to_string()))
    }

    /// The mark of a tag.
    pub fn mark(&self, tag: &str) -> Option<&Mark> {
        self.palette.marks.get(*self.tags.get(tag)?)
    }

    /// What pictures show of the kinds of segments, by their index in the palette.
    pub fn kind_drawings(&self) -> Vec<Drawing> {
        self.drawn("kinds", &self.kinds, self.palette.kinds.len())
    }

    /// What pictures show of the marks, by their index in the palette.
    pub fn mark_drawings(&self) -> Vec<Drawing> {
        let mut drawings = self.drawn("tags", &self.tags, self.palette.marks.len());
        for index in self.turning.iter().filter_map(|tag| self.tags.get(tag).copied()) {
            for rotation in Rotation::ALL {
                drawings[index + rotation.index()] = drawings[index].turned(rotation);
            }
        }
        drawings
    }

    fn drawn(&self, section: &str, names: &BTreeMap<String, usize>, number: usize) -> Vec<Drawing> {
        let mut drawings = vec![Drawing::default(); number];
        for (name, index) in names {
            if let (Some(place), Some(drawing)) = (drawings.get_mut(*index), self.drawing(section, name)) {
                *place = drawing.clone();
            }
        }
        drawings
    }

    /// Where the look of a mark lies in the palette.
    fn mark_index(&self, tag: &str, rotation: Rotation) -> Option<usize> {
        let turned = if self.turning.contains(tag) { rotation.index() } else { 0 };
        Some(self.tags.get(tag)? + turned)
    }

    /// What a turned tile looks like.
    pub fn art(&self, catalogue: &Catalogue, tile: TileId, rotation: Rotation) -> TileArt {
        let printed = catalogue.tile(tile);
        let face = printed.face.turned(rotation);
        let marks = |tags: &[String]| tags.iter().filter_map(|tag| self.mark_index(tag, rotation)).collect::<Vec<_>>();
        let segments = face.segments.iter().map(|segment| SegmentArt {
            // A kind that is not drawn has no style.
            style: self.kinds.get(&segment.kind).copied().unwrap_or(usize::MAX),
            sides: segment.sides.clone(),
            halves: segment.halves.clone(),
            corners: segment.corners.clone(),
            middles: segment.middles.clone(),
            places: segment.places.clone(),
            marks: marks(&segment.tags),
        });
        let fields = face.fields.iter().map(|f| FieldArt { halves: f.halves.clone(), marks: marks(&f.tags) });
        let whole: Vec<String> = printed.tags.iter().map(|tag| catalogue.tags[tag.0 as usize].clone()).collect();
        let mut art = TileArt {
            segments: segments.collect(),
            fields: fields.collect(),
            marks: marks(&whole),
            turned: Rotation::default(),
        };
        if art.has_marks() {
            art.turned = rotation;
        }
        art
    }

    fn add(&mut self, look: &Look) -> Result<(), String> {
        let mut table = Table(look.table.clone());
        self.drawings.insert((look.section.into(), look.name.clone()), table.drawing(look.section)?);
        match look.section {
            "kinds" if table.is_hidden() => {
                self.hidden.insert(look.name.clone());
            }
            "kinds" => {
                let style = table.kind()?;
                self.add_kind(&look.name, style);
            }
            "tags" if self.turning.contains(&look.name) => {
                let marks = table.turning_marks()?;
                self.tags.insert(look.name.clone(), self.palette.marks.len());
                self.palette.marks.extend(marks);
            }
            "tags" => {
                let mark = table.mark()?;
                self.tags.insert(look.name.clone(), self.palette.marks.len());
                self.palette.marks.push(mark);
            }
            "figures" => {
                let sign = table.sign()?;
                self.figures.insert(look.name.clone(), sign);
            }
            "tokens" => {
                let mark = table.mark()?;
                self.tokens.insert(look.name.clone(), mark);
            }
            "counters" => {
                let mark = table.count()?;
                self.counters.insert(look.name.clone(), mark);
            }
            _ => return Ok(()),
        }
        table.finish()
    }

    fn add_kind(&mut self, name: &str, style: KindStyle) {
        self.kinds.insert(name.into(), self.palette.kinds.len());
        self.palette.kinds.push(style);
    }
}

/// A look's table, from which words are taken until none is left.
struct Table(toml::Table);

impl Table {
    fn kind(&mut self) -> Result<KindStyle, String> {
        let shape = match self.text("shape")?.as_deref() {
            Some("area") => Shape::Area,
            Some("building") => Shape::Building,
            Some("line") => {
                let width = self.number("width")?.unwrap_or(10);
                Shape::Line { width, end: self.number("end")?.unwrap_or(0), knot: self.colour("knot")? }
            }
            _ => return Err("`shape` is area, line, building or none".into()),
        };
        Ok(KindStyle {
            shape,
            colour: self.colour("colour")?.ok_or("it needs a `colour`")?,
            border: self.colour("border")?,
            tints: self.texts("tints")?.iter().map(|text| colour(text)).collect::<Result<_, _>>()?,
            pixmaps: self.texts("pixels")?.iter().map(|text| words(text)).collect(),
            mono: self.glyphs("mono")?,
            ascii: self.glyphs("ascii")?,
        })
    }

    /// Whether a kind is not drawn at all.
    fn is_hidden(&mut self) -> bool {
        let hidden = self.0.get("shape").and_then(|shape| shape.as_str()) == Some("none");
        if hidden {
            self.0.remove("shape");
        }
        hidden
    }

    /// A mark as it is drawn on a tile that is not turned, and turned by r90, r180 and r270: `glyph` and `ascii` have a character
    /// for each.
    fn turning_marks(&mut self) -> Result<[Mark; 4], String> {
        let (glyphs, asciis) = (self.four("glyph")?, self.four("ascii")?);
        let fg = self.colour("ink")?.ok_or("it needs an `ink`")?;
        let bg = self.colour("ground")?.ok_or("it needs a `ground`")?;
        Ok([0, 1, 2, 3].map(|turned| Mark { glyph: glyphs[turned], ascii: asciis[turned], fg, bg }))
    }

    fn four(&mut self, key: &str) -> Result<[char; 4], String> {
        let text = self.text(key)?.ok_or_else(|| format!("it needs `{key}`"))?;
        let glyphs: Vec<char> = text.chars().collect();
        let four: Option<[char; 4]> = glyphs.try_into().ok();
        let wrong = || format!("the mark turns: `{key}` is four characters of one column, for r0, r90, r180 and r270");
        four.filter(|glyphs| glyphs.iter().all(|glyph| is_one_column(*glyph))).ok_or_else(wrong)
    }

    fn mark(&mut self) -> Result<Mark, String> {
        Ok(Mark {
            glyph: self.glyph("glyph")?,
            ascii: self.glyph("ascii")?,
            fg: self.colour("ink")?.ok_or("it needs an `ink`")?,
            bg: self.colour("ground")?.ok_or("it needs a `ground`")?,
        })
    }

    fn sign(&mut self) -> Result<Sign, String> {
        Ok(Sign {
            letter: self.perhaps("letter")?,
            glyph: self.perhaps("glyph")?,
            ascii: self.perhaps("ascii")?,
            colour: self.colour("colour")?,
        })
    }

    fn count(&mut self) -> Result<Mark, String> {
        Ok(Mark {
            glyph: self.glyph("glyph")?,
            ascii: self.glyph("ascii")?,
            fg: self.colour("ink")?.unwrap_or(COUNTED[0]),
            bg: self.colour("ground")?.unwrap_or(COUNTED[1]),
        })
    }

    fn perhaps(&mut self, key: &str) -> Result<Option<char>, String> {
        if self.0.contains_key(key) { self.glyph(key).map(Some) } else { Ok(None) }
    }

    /// What is said for pictures.
    fn drawing(&mut self, section: &str) -> Result<Drawing, String> {
        let mut drawing = Drawing { art: Art::read(&self.texts("art")?, colour)?, ..Drawing::default() };
        drawing.size = self.number("size")?.map(f32::from);
        drawing.paint = self.colour("paint")?;
        match section {
            "kinds" => drawing.dashes = self.colour("dashes")?,
            "tags" => drawing.beside = self.is("beside")?,
            "counters" => {
                drawing.on = self.text("on")?;
                drawing.rise = f32::from(self.number("rise")?.unwrap_or(0));
            }
            "figures" if drawing.paint.is_none() => {
                drawing.paint = self.0.get("colour").and_then(|c| c.as_str()).map(colour).transpose()?;
            }
            _ => {}
        }
        Ok(drawing)
    }

    fn text(&mut self, key: &str) -> Result<Option<String>, String> {
        match self.0.remove(key) {
            None => Ok(None),
            Some(toml::Value::String(text)) if text.len() <= 400 => Ok(Some(text)),
            Some(_) => Err(format!("`{key}` is a short text")),
        }
    }

    fn texts(&mut self, key: &str) -> Result<Vec<String>, String> {
        let Some(value) = self.0.remove(key) else { return Ok(Vec::new()) };
        let texts = value.as_array().filter(|list| list.len() <= 24);
        let texts = texts.and_then(|list| list.iter().map(|item| item.as_str().map(str::to_string)).collect());
        texts.ok_or_else(|| format!("`{key}` is a list of at most 24 texts"))
    }

    fn number(&mut self, key: &str) -> Result<Option<u8>, String> {
        let Some(value) = self.0.remove(key) else { return Ok(None) };
        let number = value.as_integer().and_then(|n| u8::try_from(n).ok()).filter(|n| *n <= 100);
        number.map(Some).ok_or_else(|| format!("`{key}` is a number up to 100"))
    }

    fn is(&mut self, key: &str) -> Result<bool, String> {
        let Some(value) = self.0.remove(key) else { return Ok(false) };
        value.as_bool().ok_or_else(|| format!("`{key}` is true or false"))
    }

    fn colour(&mut self, key: &str) -> Result<Option<Colour>, String> {
        self.text(key)?.map(|text| colour(&text)).transpose()
    }

    fn glyph(&mut self, key: &str) -> Result<char, String> {
        let text = self.text(key)?.ok_or_else(|| format!("it needs `{key}`"))?;
        let mut glyphs = text.chars();
        match (glyphs.next(), glyphs.next()) {
            (Some(glyph), None) if is_one_column(glyph) => Ok(glyph),
            _ => Err(format!("`{key}` is one character that takes one column")),
        }
    }

    fn glyphs(&mut self, key: &str) -> Result<Vec<String>, String> {
        let text = self.text(key)?.ok_or_else(|| format!("it needs `{key}` glyphs"))?;
        let rows = words(&text);
        let fits = rows.iter().flat_map(|row| row.chars()).all(is_one_column);
        if fits { Ok(rows) } else { Err(format!("each character of `{key}` takes one column")) }
    }

    fn finish(self) -> Result<(), String> {
        match self.0.keys().next() {
            None => Ok(()),
            Some(key) => Err(format!("`{key}` is not known")),
        }
    }
}

/// A character of a picture fills one cell: no more, or it would push its neighbours aside, and no less.
fn is_one_column(glyph: char) -> bool {
    !is_hidden(glyph) && char_width(glyph) == 1
}

fn words(text: &str) -> Vec<String> {
    text.split_whitespace().map(str::to_string).collect()
}

/// `#rrggbb`, and after it the numbers among 256 and among 16 if the nearest ones will not do.
fn colour(text: &str) -> Result<Colour, String> {
    let wrong = || format!("`{text}` is not a colour; write #rrggbb, or #rrggbb 0-255 0-15");
    let mut words = text.split_whitespace();
    let hex = words.next().and_then(|word| word.strip_prefix('#')).filter(|hex| hex.len() == 6).ok_or_else(wrong)?;
    let rgb = u32::from_str_radix(hex, 16).map_err(|_| wrong())?;
    match (words.next(), words.next(), words.next()) {
        (None, ..) => Ok(Colour::from_rgb(rgb)),
        (Some(of_256), Some(of_16), None) => {
            let of_16 = of_16.parse().ok().filter(|n| *n < 16).ok_or_else(wrong)?;
            Ok(Colour::new(rgb, of_256.parse().map_err(|_| wrong())?, of_16))
        }
        _ => Err(wrong()),
    }
}

/// A mark for what brings none: its first letter.
fn plain_mark(name: &str) -> Mark {
    let letter = name.chars().next().filter(char::is_ascii).unwrap_or('?');
    Mark { glyph: letter, ascii: letter, fg: COUNTED[0], bg: COUNTED[1] }
}

/// The look of a kind that brings none: told apart by its first letter.
fn plain_kind(edge: Edge, name: &str) -> KindStyle {
    let letter = name.chars().next().unwrap_or('?').to_string();
    let (shape, mono, ascii) = match edge {
        Edge::Side => (Shape::Area, letter.clone(), letter),
        Edge::Middle => (Shape::Line { width: 10, end: 12, knot: None }, DOUBLE_LINE.into(), ASCII_LINE.into()),
        Edge::None => (Shape::Building, letter.clone(), letter),
    };
    let colour = Colour::from_rgb(0xa0_90_b0);
    KindStyle {
        shape,
        colour,
        border: None,
        tints: Vec::new(),
        pixmaps: Vec::new(),
        mono: vec![mono],
        ascii: vec![ascii],
    }
}
