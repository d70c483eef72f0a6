//! A whole game as one web page that needs no other file: the board turn by turn, points, players, log. No network, no
//! framework.

use std::collections::BTreeMap;

use bastide_core::language::and;
use bastide_core::manifest::Portion;
use bastide_core::{Game, PlayerId, Unchosen};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use super::frames::{Frame, frames};
use super::stage::{Item, Stage};
use crate::draw::looks::Looks;
use crate::draw::sketch;
use crate::draw::vector::{
    path::short,
    svg::{escaped, hex},
};
use crate::io::door;

const PAGE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");
const SCRIPT: &str = include_str!("page/page.js");

/// Texts that occur often, by number.
#[derive(Default)]
struct Texts(BTreeMap<String, usize>);

impl Texts {
    fn number(&mut self, text: &str) -> usize {
        let next = self.0.len();
        *self.0.entry(text.to_string()).or_insert(next)
    }

    fn list(&self) -> Vec<&str> {
        let mut list = vec![""; self.0.len()];
        self.0.iter().for_each(|(text, &number)| list[number] = text);
        list
    }
}

impl Serialize for Texts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.list().serialize(serializer)
    }
}

/// The web page of a game.
pub fn page(game: &Game, looks: &Looks) -> Result<String, Unchosen> {
    let mut stage = Stage::new(looks);
    let frames = frames(game, &mut stage)?;
    let title = format!("{} · seed {}", and(game.setup().players()), game.seed());
    let name = |portion: &Portion| match portion.extent.part() {
        Some(part) => format!("{} ({part})", portion.expansion.name()),
        None => portion.expansion.name().to_string(),
    };
    let sets: Vec<String> = game.setup().recipe().expansions.iter().map(name).collect();
    let parts = [
        ("title", escaped(&title)),
        ("sets", escaped(&and(&sets))),
        ("style", STYLE.trim().to_string()),
        ("definitions", stage.definitions()),
        ("most", (frames.len() - 1).to_string()),
        ("players", players(game)),
        ("log", log(game, &frames)),
        // A `<` could end the script, so it is escaped.
        ("data", door::json(&json!(data(game, &frames, &stage))).replace('<', "\\u003c")),
        ("script", SCRIPT.trim().to_string()),
    ];
    Ok(filled(PAGE, &parts))
}

/// Fills the placeholders of a page; the inserted text is not searched again.
pub fn filled(template: &str, parts: &[(&str, String)]) -> String {
    let mut page = String::new();
    for (number, piece) in template.split("{{").enumerate() {
        let (name, rest) = if number == 0 { ("", piece) } else { piece.split_once("}}").unwrap_or(("", piece)) };
        page.extend(parts.iter().filter(|(part, _)| *part == name).map(|(_, text)| text.as_str()));
        page.push_str(rest);
    }
    page
}

fn players(game: &Game) -> String {
    let row = |player: PlayerId| {
        let (colour, ink) = sketch::colours(game, player);
        let (seat, letter, name) = (player.0, sketch::letter(game, player), escaped(game.player_name(player)));
        format!(
            "<tr><td><span class=\"chip\" style=\"background:{};color:{}\">{letter}</span></td>\
             <th scope=\"row\">{name}<span class=\"held\" id=\"held{seat}\"></span></th>\
             <td class=\"points\" id=\"points{seat}\"></td></tr>",
            hex(colour),
            hex(ink)
        )
    };
    game.state().players().map(row).collect::<Vec<_>>().join("\n")
}

fn log(game: &Game, frames: &[Frame]) -> String {
    let line = |(number, frame): (usize, &Frame)| {
        let name = frame.player.map_or(String::new(), |player| {
            let colour = hex(sketch::colours(game, player).0);
            let name = escaped(game.player_name(player));
            format!("<b style=\"border-bottom:3px solid {colour}\">{name}</b> ")
        });
        let own = frame.player.map_or("", |player| game.player_name(player));
        let told = |line: &String| escaped(line.strip_prefix(own).unwrap_or(line).trim_start());
        let text: Vec<String> = frame.lines.iter().take(2).map(told).collect();
        let more = if frame.lines.len() > 2 { " …" } else { "" };
        let title = if frame.player.is_none() { format!("{}: ", frame.name) } else { String::new() };
        format!(
            "<li><a id=\"t{number}\" href=\"#{number}\"><span class=\"n\">{number}</span>{name}{title}{}{more}</a></li>",
            text.join("; ")
        )
    };
    frames.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
}

/// What the script of the page draws.
#[derive(Serialize)]
struct Data<'a> {
    players: Vec<Player<'a>>,
    /// For each symbol, whether it is a tile.
    tiles: Vec<u8>,
    texts: Texts,
    frames: Vec<Turn<'a>>,
}

#[derive(Serialize)]
struct Player<'a> {
    name: &'a str,
    colour: String,
}

/// A frame; what players hold and what is beside the board are numbers of texts.
#[derive(Serialize)]
struct Turn<'a> {
    name: &'a str,
    come: Vec<Placed>,
    gone: Vec<Placed>,
    last: Option<[Value; 2]>,
    points: &'a [i32],
    held: Vec<usize>,
    beside: usize,
    lines: &'a [String],
}

/// The number of a symbol and its place.
#[derive(Serialize)]
struct Placed(usize, Value, Value);

impl Placed {
    fn of(item: &Item) -> Placed {
        Placed(item.symbol, place(item.at.0), place(item.at.1))
    }
}

/// A number as short as pictures have it.
fn place(value: f32) -> Value {
    serde_json::from_str(&short(value)).unwrap_or_default()
}

impl Turn<'_> {
    fn of<'a>(frame: &'a Frame, texts: &mut Texts) -> Turn<'a> {
        Turn {
            name: &frame.name,
            come: frame.come.iter().map(Placed::of).collect(),
            gone: frame.gone.iter().map(Placed::of).collect(),
            last: frame.last.map(|(x, y)| [place(x), place(y)]),
            points: &frame.points,
            held: frame.held.iter().map(|text| texts.number(text)).collect(),
            beside: texts.number(&frame.beside),
            lines: &frame.lines,
        }
    }
}

fn data<'a>(game: &'a Game, frames: &'a [Frame], stage: &Stage) -> Data<'a> {
    let mut texts = Texts::default();
    let player = |player| Player { name: game.player_name(player), colour: hex(sketch::colours(game, player).0) };
    Data {
        players: game.state().players().map(player).collect(),
        tiles: stage.tile_symbols(),
        frames: frames.iter().map(|frame| Turn::of(frame, &mut texts)).collect(),
        texts,
    }
}
