//! `info`: facts about one thing: a tile, an open cell, a feature, a figure, a player, a place beside the board, or a
//! kind.

use bastide_core::language::{capital, did_you_mean, nearest, plural, typed};
use bastide_core::{
    Cell, Corner, FeatureId, Figure, FigureKindId, Game, KindId, PlacedId, Shelf, Zone, ZoneId, refuse,
};
use serde::Serialize;

use crate::game::letters::lettered;
use crate::line::candidates::names;
use crate::line::command::{Args, Command, Completer, Context, Failure, Reply};
use crate::tell::describe;
use crate::tell::features::{Book, Facts};
use crate::tell::fits::fits;
use crate::tell::kinds;
use crate::tell::show::figure_name;
use crate::tell::token_places::Purse;
use crate::tell::whereabouts;

/// Show everything about a cell, feature, figure, player or kind
#[derive(Args)]
pub struct Info {
    /// X,Y or a letter, X,Y/SEGMENT, OWNER:KIND@PLACE, or a name (default: the last tile)
    #[arg(allow_hyphen_values = true)]
    what: Option<String>,
}

impl Command for Info {
    const NAME: &str = "info";
    const EXAMPLES: &str = "info 0,0        info e        info 0,0/field:ER        info Red        info follower";
    const COMPLETE: &[(&str, Completer)] = &[("what", names)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        info(context, self.what.as_deref())
    }
}

/// All facts about one thing; a tile is shown close up.
pub fn info(context: &mut Context, what: Option<&str>) -> Result<Reply, Failure> {
    let game = context.table()?.game.clone();
    let thing = find(&game, what)?;
    if matches!(thing, Thing::Open(_)) {
        context.screen.settings.assist.allows("counts of tiles")?;
    }
    let mut reply = tell(&game, &thing);
    if let Thing::Tile(at) = thing
        && !context.screen.settings.plain
    {
        let placed = game.state().board.tile(at);
        let picture = context.screen.close_up(&game, placed.cell);
        reply.text = context.screen.side_by_side(&picture, &reply.text);
    }
    Ok(reply)
}

/// The thing that was asked about.
enum Thing {
    Tile(PlacedId),
    Open(Cell),
    Feature(FeatureId),
    /// Figures at the given place.
    Figures(String, Vec<Figure>),
    /// A kind of figure, and all that stand anywhere.
    Figure(FigureKindId, Vec<Figure>),
    /// A place for tokens.
    Tokens(Shelf),
    Kind(KindId),
}

/// The thing that a word means: a letter or a cell, a feature, a figure, a name.
fn find(game: &Game, word: Option<&str>) -> Result<Thing, Failure> {
    let Some(word) = word else {
        let last = game.state().board.placed().len().checked_sub(1);
        let last = last.ok_or_else(|| refuse!("the board is empty"))?;
        return Ok(Thing::Tile(PlacedId(last as u16)));
    };
    let lettered = lettered(game).into_iter().find(|cell| cell.letters == word).map(|cell| cell.cell);
    if let Some(cell) = lettered.or_else(|| word.parse().ok()) {
        return Ok(game.state().board.at(cell).map_or(Thing::Open(cell), Thing::Tile));
    }
    let standing = |is_meant: &dyn Fn(&Figure) -> bool| -> Vec<Figure> {
        game.state().figures.iter().filter(|figure| is_meant(figure)).copied().collect()
    };
    if word.contains('@') {
        let name = game.figure_named(word)?;
        let is_meant = |figure: &Figure| {
            figure.zone == name.at && figure.kind == name.kind && name.owner.is_none_or(|owner| owner == figure.owner)
        };
        let found = standing(&is_meant);
        if found.is_empty() {
            return Err(refuse!("no such figure stands there: {word}").into());
        }
        return Ok(Thing::Figures(word.into(), found));
    }
    if let Ok(corner) = word.parse::<Corner>() {
        return Ok(Thing::Figures(word.into(), standing(&|figure| figure.zone == Zone::Corner(corner))));
    }
    if word.contains('/') {
        return Ok(Thing::Feature(game.state().features.of(game.place_named(word)?)));
    }
    let catalogue = game.catalogue();
    if let Some(kind) = catalogue.kind_named(word) {
        return Ok(Thing::Kind(kind));
    }
    if let Ok(player) = game.player_named(word) {
        let found = standing(&|figure| figure.owner == player && figure.zone != Zone::Supply);
        return Ok(Thing::Figures(game.player_name(player).into(), found));
    }
    if let Some(kind) = catalogue.figure_named(word) {
        return Ok(Thing::Figure(kind, standing(&|figure| figure.kind == kind && figure.zone != Zone::Supply)));
    }
    if let Ok(at) = game.purse_named(word) {
        return Ok(Thing::Tokens(at));
    }
    if let Some(ZoneId(id)) = catalogue.zone_named(word).filter(|zone| catalogue.zone(*zone).holds_figures()) {
        let is_there = |figure: &Figure| matches!(figure.zone, Zone::Beside(ZoneId(zone), _) if zone == id);
        return Ok(Thing::Figures(word.into(), standing(&is_there)));
    }
    if let Ok(segment) = game.place_named(word) {
        return Ok(Thing::Feature(game.state().features.of(segment)));
    }
    Err(unknown(game, word))
}

fn unknown(game: &Game, word: &str) -> Failure {
    let catalogue = game.catalogue();
    let names: Vec<&str> = (catalogue.kinds.iter().map(|kind| kind.name.as_str()))
        .chain(catalogue.figures.iter().map(|kind| kind.name.as_str()))
        .chain(catalogue.zones.iter().map(|zone| zone.name.as_str()))
        .chain(game.setup().players().iter().map(String::as_str))
        .collect();
    let meant = match nearest(word, names) {
        Some(near) => did_you_mean(&format!("info {near}")),
        None => "write a cell X,Y, a feature X,Y/SEGMENT, a figure OWNER:KIND@PLACE or a name".into(),
    };
    Failure::refused(format!("nothing in play is called {}; {meant}", typed(word)))
}

/// The facts about a thing, one per line.
fn tell(game: &Game, thing: &Thing) -> Reply {
    match thing {
        Thing::Tile(at) => tile(game, *at),
        Thing::Open(cell) => open(game, *cell),
        Thing::Feature(of) => Reply::of(&Book::new(game).facts(*of)),
        Thing::Figures(name, figures) => standing(game, name, figures),
        Thing::Figure(kind, figures) => of_figure(game, *kind, figures),
        Thing::Tokens(at) => {
            let words = game.shelf_words(*at);
            Reply::text(format!("{words}: {}", Purse::at(game, *at))).with("zone", words)
        }
        Thing::Kind(kind) => of_kind(game, *kind),
    }
}

/// A segment of a tile, and its feature.
#[derive(Serialize)]
struct Part {
    segment: String,
    feature: Facts,
}

fn tile(game: &Game, at: PlacedId) -> Reply {
    let placed = game.state().board.tile(at);
    let book = Book::new(game);
    let mut lines = vec![format!("{}: {}", placed.cell, describe::tile(game, at))];
    let mut features = Vec::new();
    for segment in game.state().segments_of(game.catalogue(), at) {
        let feature = game.state().features.of(segment);
        let facts = book.facts(feature);
        let name = game.segment_name(segment);
        let part = if game.far_name(segment) == game.feature_name(feature) {
            String::new()
        } else {
            format!(", of {}", facts.feature)
        };
        lines.push(format!("{}{part}: {}", whereabouts::named(game, segment), facts.rest()));
        features.push(Part { segment: name, feature: facts });
    }
    Reply::text(lines.join("\n"))
        .with("cell", placed.cell.to_string())
        .with("tile", game.catalogue().tile_name(placed.tile))
        .with("rotation", placed.rotation.to_string())
        .with("segments", features)
}

fn open(game: &Game, cell: Cell) -> Reply {
    match fits(game).iter().find(|fit| fit.cell == cell) {
        Some(fit) => Reply::text(fit.to_string()).with("open", fit),
        None => Reply::text(format!("{cell}: no tile lies there, nor beside it.")).with("cell", cell.to_string()),
    }
}

fn standing(game: &Game, name: &str, figures: &[Figure]) -> Reply {
    let book = Book::new(game);
    let line = |figure: &Figure| match figure.zone {
        Zone::Segment(at) => {
            let feature = game.state().features.of(at);
            let role = &game.catalogue().kind(game.state().features.kind(feature)).role;
            let place = game.far_name(at).replace(&game.segment_name(at), &whereabouts::named(game, at));
            format!(
                "{} is a {role} on {place}: {}",
                capital(&game.figure_with_owner(figure)),
                book.facts(feature).short()
            )
        }
        zone => format!("{} is at {}.", capital(&game.figure_with_owner(figure)), game.place_words(zone)),
    };
    let mut lines: Vec<String> = figures.iter().map(line).collect();
    if lines.is_empty() {
        lines.push(format!("{}: nobody stands on the board or beside it.", capital(name)));
    }
    let data: Vec<String> = figures.iter().map(|figure| figure_name(game, figure)).collect();
    Reply::text(lines.join("\n")).with("figures", data)
}

fn of_figure(game: &Game, kind: FigureKindId, figures: &[Figure]) -> Reply {
    let figure = game.catalogue().figure(kind);
    let about = kinds::figure(figure, game.catalogue());
    let mut reply = standing(game, &figure.name, figures);
    if figures.is_empty() {
        reply.text = "None stands on the board or beside it.".into();
    }
    let text = format!("{}: {about}\n{}", capital(&figure.name), reply.text);
    Reply { text, ..reply }.with("about", about)
}

fn of_kind(game: &Game, kind: KindId) -> Reply {
    let (book, features) = (Book::new(game), &game.state().features);
    let mut found: Vec<FeatureId> = features.all().filter(|feature| features.kind(*feature) == kind).collect();
    found.sort_by_key(|feature| std::cmp::Reverse(features.tiles(*feature)));
    let facts: Vec<Facts> = found.iter().map(|feature| book.facts(*feature)).collect();
    let (name, about) = (&game.catalogue().kind(kind).name, kinds::kind(game.catalogue(), kind));
    let mut lines = vec![format!("{}: {about}", capital(name))];
    lines.push(format!("{} {} on the board", found.len(), plural(name, found.len() as i64)));
    lines.extend(facts.iter().map(Facts::short));
    Reply::text(lines.join("\n")).with("kind", name).with("about", about).with("features", facts)
}
