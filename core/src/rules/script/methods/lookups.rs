//! Methods that return one thing on the table, or a fact about one.

use super::bearings::bearings;
use super::{Methods, wrong_argument};
use crate::rules::manifest::OptionValue;
use crate::rules::script::handle::ObjectKind;
use crate::rules::script::loose::loose_of;
use crate::rules::script::reads::Read;
use crate::rules::script::values::{Name, Object, Whole};
use crate::table::board::PlacedId;
use crate::table::choice::Choice;
use crate::table::course::End;
use crate::table::feature::SegmentId;
use crate::table::figure::{FigureId, PlayerId, Zone};
use mlua::{Error, Result, Value};

/// The methods of this file.
pub(super) const ROWS: &str = r#"
pure   game:after(player: Player): Player -- the player to the left of this one
pure   game:option(name: string, otherwise?: any): any -- an option's value: boolean, number or text; `otherwise` if no set in play declares it
pure   figure:may_move(cause: string): boolean -- whether `can_move` lets a script move it for that cause
pure   figure:may_stand(kind: string): boolean -- whether it can be deployed on a kind of feature
pure   game:plays(set: string): boolean -- whether a set is in play
pure   game:ready(player: Player, kind: string): Figure? -- a figure of a kind in the player's supply, or nil
pure   game:counter(tile: Tile, name: string): integer -- the value of a counter on a tile
pure   game:earned(player: Player): integer -- the points that features earned the player in this part of the turn
pure   game:supply(player: Player, kind: string): integer -- how many figures of a kind are in the player's supply
action game:top(): string? -- the name of the tile that is drawn next, or nil
pure   game:figure(kind: string|integer): Figure? -- the first figure of a kind, useful for a neutral figure of which there is only one; with a number, the figure that has it
pure   game:zone(name: string, owner?: Player): Zone -- a place beside the board; give the owner if every player has one
pure   figure:home(): Zone -- its supply: move the figure there, or find what lies there with `game:figures({ zone = figure:home() })`
pure   feature:tag(name: string): integer -- how many marks of a tag it has
pure   tile:has(tag: string): boolean -- whether it, or one of its segments, has a tag
pure   loose_tile:has(tag: string): boolean -- whether it, or one of its segments, has a tag
pure   decision:has(verb: string): boolean -- whether an option has that verb
pure   tile:joins(kind: string): boolean -- whether a side with that kind in its middle, or on one of its halves if the middle is empty, meets a tile
pure   tile:bend(kind: string): -1|0|1 -- how a feature with two ends turns here, coming from the tile that was there first: 1 right, -1 left, 0 straight or unknown
pure   tile:ends(kind: string): End[] -- the sides that a kind takes, north, east, south, west: a list of `{ x, y, joined, bend }`: the cell beyond the side, whether a tile lies there, and the turn needed to get there from the one tile that is joined; 0 if none or several are joined
pure   place:joins(kind: string): boolean -- as for a tile
pure   place:bend(kind: string): -1|0|1 -- as for a tile
pure   place:ends(kind: string): End[] -- as for a tile
"#;

impl Methods<'_> {
    /// Adds the methods that return one thing, or a fact about one.
    pub(super) fn add_lookups(&self) -> Result<()> {
        self.add("after", |_, desk, _, Object(player): Object| {
            let player = desk.open_player(player)?;
            let next = desk.state.borrow().after(player);
            Ok(desk.player(next))
        })?;
        self.add("option", |lua, desk, _, (Name(name), otherwise): (Name, Option<Value>)| {
            let words = desk.words();
            // For an option of a set that may not be in play, the script gives a default.
            let value = match (words.option(&name), otherwise) {
                (Ok(value), _) => value,
                (Err(_), Some(otherwise)) => return Ok(otherwise),
                (Err(why), None) => return Err(Error::runtime(why)),
            };
            Ok(match value {
                OptionValue::Flag(flag) => Value::Boolean(*flag),
                OptionValue::Number(number) => Value::Number(*number as f64),
                OptionValue::Word(word) => desk.texts.give(lua, word)?,
            })
        })?;
        self.add("may_move", |_, desk, (_, index), Name(cause): Name| {
            let cause = desk.reason_of(&cause, "")?;
            Ok(Value::Boolean(desk.veto(FigureId(index as u8), cause)?.is_none()))
        })?;
        self.add("may_stand", |_, desk, (_, index), Name(on): Name| {
            let on = desk.words().kind(&on).map_err(Error::runtime)?;
            let figure = desk.state.borrow().figure(FigureId(index as u8)).kind;
            Ok(Value::Boolean(desk.catalogue.figure(figure).may_stand_on(on)))
        })?;
        self.add("plays", |_, desk, _, Name(set): Name| Ok(Value::Boolean(desk.sets.contains(&set))))?;
        self.add("ready", |_, desk, _, (Object(player), Name(figure)): (Object, Name)| {
            let player = desk.open_player(player)?;
            let figure = desk.words().figure(&figure).map_err(Error::runtime)?;
            let found = desk.state.borrow().in_supply(player, figure);
            Ok(found.map_or(Value::Nil, |id| Value::LightUserData(desk.handle(ObjectKind::Figure, id.0 as u32))))
        })?;
        self.add("counter", |_, desk, _, (Object(tile), Name(counter)): (Object, Name)| {
            let tile = desk.open_tile(tile)?;
            let counter = desk.words().counter(&counter).map_err(Error::runtime)?;
            desk.reads.note_read(Read::Counters(tile));
            Ok(Value::Number(desk.state.borrow().counter(&desk.catalogue, tile, counter) as f64))
        })?;
        self.add("earned", |_, desk, _, Object(player): Object| {
            let player = desk.open_player(player)?;
            Ok(Value::Number(desk.state.borrow().earned(player) as f64))
        })?;
        self.add("supply", |_, desk, _, (Object(player), Name(figure)): (Object, Name)| {
            let player = desk.open_player(player)?;
            let figure = desk.words().figure(&figure).map_err(Error::runtime)?;
            Ok(Value::Number(desk.state.borrow().supply(player, figure) as f64))
        })?;
        self.add("top", |lua, desk, _, (): ()| {
            let state = desk.state.borrow();
            let next = state.next.tiles().last().or_else(|| state.pile.tiles().last());
            match next {
                Some(&tile) => desk.texts.give(lua, &desk.catalogue.tile(tile).id),
                None => Ok(Value::Nil),
            }
        })?;
        self.add("figure", |_, desk, _, name: Value| {
            if let Value::Number(_) | Value::Integer(_) = name {
                let Whole(number) = Whole::from_value(&name)?;
                let is_there = (1..=desk.state.borrow().figures.len() as i32).contains(&number);
                let figure = is_there.then(|| desk.handle(ObjectKind::Figure, number as u32 - 1));
                return Ok(figure.map_or(Value::Nil, Value::LightUserData));
            }
            let Value::String(kind) = &name else { return Err(wrong_argument(1, "a name", &name)) };
            let figure = desk.first_figure(&kind.to_string_lossy())?;
            Ok(figure.map_or(Value::Nil, |id| Value::LightUserData(desk.handle(ObjectKind::Figure, id.0 as u32))))
        })?;
        self.add("zone", |_, desk, _, (Name(name), owner): (Name, Option<Object>)| {
            let zone = desk.words().zone(&name).map_err(Error::runtime)?;
            let owner = owner.map(|Object(owner)| desk.open_player(owner)).transpose()?;
            match (desk.catalogue.zone(zone).owned, owner) {
                (true, None) => Err(Error::runtime(format!("every player has a {name}: say whose"))),
                (false, Some(_)) => Err(Error::runtime(format!("nobody owns the {name}"))),
                (_, owner) => Ok(desk.zone(Zone::Beside(zone, owner.unwrap_or(PlayerId::NOBODY)))),
            }
        })?;
        self.add("home", |_, desk, _, (): ()| Ok(desk.zone(Zone::Supply)))?;
        self.add("tag", |_, desk, (_, index), Name(name): Name| {
            let tag = desk.words().tag(&name).map_err(Error::runtime)?;
            let graph = &desk.state.borrow().features;
            Ok(Value::Number(graph.tag(graph.of(SegmentId(index as u16)), tag) as f64))
        })?;
        self.add("has", |_, desk, (kind, index), Name(name): Name| match kind {
            ObjectKind::Tile | ObjectKind::Loose => {
                let tag = desk.words().tag(&name).map_err(Error::runtime)?;
                let tile = match kind {
                    ObjectKind::Loose => loose_of(index).tile,
                    _ => desk.state.borrow().board.tile(PlacedId(index as u16)).tile,
                };
                Ok(Value::Boolean(desk.catalogue.tile(tile).has_mark(tag)))
            }
            ObjectKind::Decision => {
                let state = desk.state.borrow();
                let is = |choice: &Choice| match *choice {
                    Choice::Deploy(..) => name == "deploy",
                    Choice::Do(verb, _) => desk.catalogue.verbs[verb.0 as usize].name == name,
                    _ => false,
                };
                Ok(Value::Boolean(state.options.iter().any(is)))
            }
            _ => Err(kind.lacks("has")),
        })?;
        self.add("joins", |_, desk, this, Name(kind): Name| {
            Ok(Value::Boolean(bearings(desk, this, &kind, "joins")?.is_joined()))
        })?;
        self.add("bend", |_, desk, this, Name(kind): Name| {
            let bearings = bearings(desk, this, &kind, "bend")?;
            Ok(Value::Number(bearings.bend() as f64))
        })?;
        self.numbers("ends", |desk, this, Name(kind): Name| {
            let ends = bearings(desk, this, &kind, "ends")?;
            let numbers = |End { cell, joined, bend }| [cell.x as f64, cell.y as f64, joined as u8 as f64, bend as f64];
            Ok(ends.ends().flat_map(numbers).collect())
        })
    }
}
