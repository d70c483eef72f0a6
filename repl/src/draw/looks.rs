//! How things look, read from the `look` tables of the manifests, so that a stranger's expansion is drawn without any
//! Rust. Things without a look get a plain one.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use bastide_core::language::{char_width, is_hidden};
use bastide_core::manifest::{Expansion, LookTable, Node, ReadResult, Table, Word};
use bastide_core::{Catalogue, Edge, Rotation, Setup, TagId, TileId};

use crate::draw::vector::art::{Art, Drawing};
use crate::draw::view::{
    ASCII_LINE, Colour, DOUBLE_LINE, FieldArt, KindStyle, Mark, Palette, SegmentArt, Shape, TileArt,
};

/// The maximum length of a text in a look.
const MAX_TEXT: usize = 400;
/// The maximum number of texts in a list.
const MAX_TEXTS: usize = 24;

/// The looks of everything in play.
#[derive(Clone, Debug, Default)]
pub struct Looks {
    palette: Palette,
    kinds: BTreeMap<String, usize>,
    tags: BTreeMap<String, usize>,
    /// The tags whose marks turn with their tile: each has four consecutive marks in the palette.
    turning: BTreeSet<String>,
    /// The kinds that are not drawn.
    hidden: BTreeSet<String>,
    /// What is built over tiles, if it looks different from its kind.
    forms: BTreeMap<String, usize>,
    /// The colours of features that become one of a kind which is not drawn itself.
    turned: BTreeMap<String, Colour>,
    figures: BTreeMap<String, Sign>,
    tokens: BTreeMap<String, Mark>,
    counters: BTreeMap<String, Mark>,
    drawings: BTreeMap<(String, String), Drawing>,
}

/// What distinguishes a figure from others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sign {
    /// Written after the letter of its owner, or before its glyph if it has no owner.
    pub letter: Option<char>,
    /// A glyph for it.
    pub glyph: Option<char>,
    /// Its substitute in ASCII.
    pub ascii: Option<char>,
    /// Its colour, if it has no owner.
    pub colour: Option<Colour>,
}

/// The default colours of counters: white on dark.
const COUNTED: [Colour; 2] = [Colour::new(0xffffff, 231, 15), Colour::new(0x3a3a3a, 237, 0)];

/// The default line.
const LINE: Shape = Shape::Line { width: 10, end: 12, knot: None };

impl Looks {
    /// The looks for a setup.
    pub fn of_setup(setup: &Setup) -> ReadResult<Looks> {
        let expansions: Vec<Arc<Expansion>> =
            setup.recipe().expansions.iter().map(|portion| portion.expansion.clone()).collect();
        Looks::read(&expansions, setup.catalogue())
    }

    /// The looks from expansions, and plain ones for the rest of the catalogue.
    pub fn read(expansions: &[Arc<Expansion>], catalogue: &Catalogue) -> ReadResult<Looks> {
        let tags = (0..).map(TagId).zip(&catalogue.tags);
        let turning = tags.filter(|(tag, _)| catalogue.is_turning(*tag)).map(|(_, name)| name.clone()).collect();
        let mut looks = Looks { turning, ..Looks::default() };
        for expansion in expansions {
            for look in expansion.looks() {
                // If several sets declare a thing, the first look counts.
                if looks.drawing(look.section, look.name).is_none() {
                    looks.add(&look)?;
                }
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

    /// The sign of a kind of figure; the default is its first letter.
    pub fn figure(&self, name: &str) -> Sign {
        let said = self.figures.get(name).copied().unwrap_or_default();
        Sign { letter: said.letter.or(name.chars().next()), ..said }
    }

    /// The mark of a token: its own, or that of the tag with its name, or its first letter.
    pub fn token(&self, name: &str) -> Mark {
        let of_tag = || self.tags.get(name).map(|&tag| self.palette.marks[tag].clone());
        self.tokens.get(name).cloned().or_else(of_tag).unwrap_or_else(|| plain_mark(name))
    }

    /// The mark of a counter, without the number.
    pub fn counter(&self, name: &str) -> Mark {
        self.counters.get(name).cloned().unwrap_or_else(|| plain_mark(name))
    }

    /// How pictures show a kind, tag, figure, token, counter or form, by section and name.
    pub fn drawing(&self, section: &str, name: &str) -> Option<&Drawing> {
        self.drawings.get(&(section.to_string(), name.to_string()))
    }

    /// The mark of a tag.
    pub fn mark(&self, tag: &str) -> Option<&Mark> {
        self.palette.marks.get(*self.tags.get(tag)?)
    }

    /// How pictures show kinds of segments and what is built over tiles, by index in the palette.
    pub fn kind_drawings(&self) -> Vec<Drawing> {
        let mut drawings = self.drawn("kinds", &self.kinds, self.palette.kinds.len());
        for (name, index) in &self.forms {
            drawings[*index] = self.drawing("forms", name).cloned().unwrap_or_default();
        }
        drawings
    }

    /// Whether any kind has such a colour.
    pub fn has_turned(&self) -> bool {
        !self.turned.is_empty()
    }

    /// The colour that is laid over a feature which became one of this kind.
    pub fn turned(&self, kind: &str) -> Option<Colour> {
        self.turned.get(kind).copied()
    }

    /// How pictures show marks, by index in the palette.
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

    /// The index of a mark in the palette.
    fn mark_index(&self, tag: &str, rotation: Rotation) -> Option<usize> {
        let turned = if self.turning.contains(tag) { rotation.index() } else { 0 };
        Some(self.tags.get(tag)? + turned)
    }

    /// The art of a rotated tile.
    pub fn art(&self, catalogue: &Catalogue, tile: TileId, rotation: Rotation) -> TileArt {
        let printed = catalogue.tile(tile);
        let face = printed.face.turned(rotation);
        let marks = |tags: &[String]| tags.iter().filter_map(|tag| self.mark_index(tag, rotation)).collect::<Vec<_>>();
        let built = printed.built.and_then(|built| self.forms.get(&catalogue.forms[built.form as usize].name));
        let segments = face.strokes().enumerate().map(|(index, segment)| SegmentArt {
            is_over: index == face.segments.len(),
            // A kind that is not drawn has no style.
            style: built
                .filter(|_| index == face.segments.len())
                .or_else(|| self.kinds.get(&segment.kind))
                .copied()
                .unwrap_or(usize::MAX),
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

    fn add(&mut self, look: &LookTable<'_>) -> ReadResult<()> {
        let (name, mut table) = (look.name.to_string(), look.node.table()?);
        let mut drawing = drawing(look.section, &mut table)?;
        match look.section {
            "kinds" => match kind(&mut table)? {
                Some(style) => self.add_kind(&name, style),
                None => {
                    self.turned.extend(table.optional("colour", colour)?.map(|colour| (name.clone(), colour)));
                    self.hidden.insert(name.clone());
                }
            },
            "forms" => {
                if let Some(style) = kind(&mut table)? {
                    self.forms.insert(name.clone(), self.palette.kinds.len());
                    self.palette.kinds.push(style);
                }
            }
            "tags" => {
                let marks = if self.turning.contains(&name) { turning(&mut table)? } else { vec![mark(&mut table)?] };
                self.tags.insert(name.clone(), self.palette.marks.len());
                self.palette.marks.extend(marks);
            }
            "figures" => {
                let sign = sign(&mut table)?;
                drawing.paint = drawing.paint.or(sign.colour);
                self.figures.insert(name.clone(), sign);
            }
            "tokens" => drop(self.tokens.insert(name.clone(), mark(&mut table)?)),
            "counters" => drop(self.counters.insert(name.clone(), counter(&mut table)?)),
            _ => return Ok(()),
        }
        self.drawings.insert((look.section.into(), name), drawing);
        table.finish()
    }

    fn add_kind(&mut self, name: &str, style: KindStyle) {
        self.kinds.insert(name.into(), self.palette.kinds.len());
        self.palette.kinds.push(style);
    }
}

/// The style of a kind; `None` if it is not drawn.
fn kind(table: &mut Table<'_>) -> ReadResult<Option<KindStyle>> {
    let words =
        [("area", Some(Shape::Area)), ("line", Some(LINE)), ("building", Some(Shape::Building)), ("none", None)];
    let shape = match table.required("shape", |node| node.choice(&words))? {
        None => return Ok(None),
        Some(Shape::Line { .. }) => Shape::Line {
            width: table.optional("width", number)?.unwrap_or(10),
            end: table.or_default("end", number)?,
            knot: table.optional("knot", colour)?,
        },
        Some(shape) => shape,
    };
    Ok(Some(KindStyle {
        shape,
        colour: table.required("colour", colour)?,
        border: table.optional("border", colour)?,
        tints: table.or_default("tints", |node| texts(node)?.iter().map(colour).collect())?,
        pixmaps: table.or_default("pixels", |node| texts(node)?.iter().map(rows).collect())?,
        mono: table.required("mono", glyphs)?,
        ascii: table.required("ascii", glyphs)?,
    }))
}

/// A mark for each rotation of its tile: `glyph` and `ascii` have four characters, for r0, r90, r180 and r270.
fn turning(table: &mut Table<'_>) -> ReadResult<Vec<Mark>> {
    let (glyphs, asciis) = (table.required("glyph", four)?, table.required("ascii", four)?);
    let (fg, bg) = (table.required("ink", colour)?, table.required("ground", colour)?);
    Ok(glyphs.into_iter().zip(asciis).map(|(glyph, ascii)| Mark { glyph, ascii, fg, bg }).collect())
}

fn mark(table: &mut Table<'_>) -> ReadResult<Mark> {
    Ok(Mark {
        glyph: table.required("glyph", glyph)?,
        ascii: table.required("ascii", glyph)?,
        fg: table.required("ink", colour)?,
        bg: table.required("ground", colour)?,
    })
}

fn sign(table: &mut Table<'_>) -> ReadResult<Sign> {
    Ok(Sign {
        letter: table.optional("letter", glyph)?,
        glyph: table.optional("glyph", glyph)?,
        ascii: table.optional("ascii", glyph)?,
        colour: table.optional("colour", colour)?,
    })
}

fn counter(table: &mut Table<'_>) -> ReadResult<Mark> {
    Ok(Mark {
        glyph: table.required("glyph", glyph)?,
        ascii: table.required("ascii", glyph)?,
        fg: table.optional("ink", colour)?.unwrap_or(COUNTED[0]),
        bg: table.optional("ground", colour)?.unwrap_or(COUNTED[1]),
    })
}

/// The part of a look for pictures.
fn drawing(section: &str, table: &mut Table<'_>) -> ReadResult<Drawing> {
    let mut drawing = Drawing {
        art: table.or_default("art", art)?,
        size: table.optional("size", number)?.map(f32::from),
        paint: table.optional("paint", colour)?,
        ..Drawing::default()
    };
    match section {
        "kinds" | "forms" => drawing.dashes = table.optional("dashes", colour)?,
        "tags" => drawing.beside = table.or_default("beside", Node::flag)?,
        "counters" => {
            drawing.on = table.optional("on", |node| Ok(text(node)?.text.clone()))?;
            drawing.rise = f32::from(table.or_default("rise", number)?);
        }
        _ => {}
    }
    Ok(drawing)
}

fn art(node: &Node<'_>) -> ReadResult<Art> {
    let stroke = |node: &Node<'_>| {
        let word = text(node)?;
        Art::read(&word.text, read_colour).map_err(|problem| word.error(problem))
    };
    texts(node)?.iter().map(stroke).collect()
}

fn text<'a>(node: &Node<'a>) -> ReadResult<&'a Word> {
    let word = node.word()?;
    match word.text.len() {
        0..=MAX_TEXT => Ok(word),
        _ => Err(word.error(format!("this text is longer than {MAX_TEXT} bytes"))),
    }
}

fn texts<'a>(node: &Node<'a>) -> ReadResult<Vec<Node<'a>>> {
    let list = node.list()?;
    match list.get(MAX_TEXTS) {
        Some(node) => Err(node.error(format!("this list has more than {MAX_TEXTS} entries"))),
        None => Ok(list),
    }
}

fn number(node: &Node<'_>) -> ReadResult<u8> {
    Ok(node.integer(0..=100)? as u8)
}

fn colour(node: &Node<'_>) -> ReadResult<Colour> {
    let word = text(node)?;
    read_colour(&word.text).map_err(|problem| word.error(problem))
}

fn glyph(node: &Node<'_>) -> ReadResult<char> {
    characters(node, "expected one character that takes one column").map(|[glyph]| glyph)
}

fn four(node: &Node<'_>) -> ReadResult<[char; 4]> {
    characters(node, "the mark turns: expected four characters of one column, for r0, r90, r180 and r270")
}

fn characters<const N: usize>(node: &Node<'_>, wanted: &str) -> ReadResult<[char; N]> {
    let word = text(node)?;
    let found: Option<[char; N]> = word.text.chars().collect::<Vec<_>>().try_into().ok();
    found.filter(|glyphs| glyphs.iter().all(|glyph| is_one_column(*glyph))).ok_or_else(|| word.error(wanted))
}

fn rows(node: &Node<'_>) -> ReadResult<Vec<String>> {
    Ok(text(node)?.text.split_whitespace().map(str::to_string).collect())
}

fn glyphs(node: &Node<'_>) -> ReadResult<Vec<String>> {
    let rows = rows(node)?;
    match rows.iter().flat_map(|row| row.chars()).all(is_one_column) {
        true => Ok(rows),
        false => Err(node.error("each character must take one column")),
    }
}

/// Whether a character fills exactly one cell: a wider one would move its neighbours.
fn is_one_column(glyph: char) -> bool {
    !is_hidden(glyph) && char_width(glyph) == 1
}

/// `#rrggbb`, optionally followed by the numbers among 256 and 16 colours; the default is the nearest ones.
fn read_colour(text: &str) -> Result<Colour, String> {
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

/// The default mark: the first letter.
fn plain_mark(name: &str) -> Mark {
    let letter = name.chars().next().filter(char::is_ascii).unwrap_or('?');
    Mark { glyph: letter, ascii: letter, fg: COUNTED[0], bg: COUNTED[1] }
}

/// The default look of a kind: its first letter.
fn plain_kind(edge: Edge, name: &str) -> KindStyle {
    let letter = name.chars().next().unwrap_or('?').to_string();
    let (shape, mono, ascii) = match edge {
        Edge::Side => (Shape::Area, letter.clone(), letter),
        Edge::Middle => (LINE, DOUBLE_LINE.into(), ASCII_LINE.into()),
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
