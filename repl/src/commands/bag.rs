//! `bag`: the tiles still to come, as pictures with counts.

use std::collections::BTreeMap;

use bastide_core::language::{and, plural};
use bastide_core::{Game, Rotation, TileId};
use serde::Serialize;

use crate::draw::screen::Screen;
use crate::draw::view::{Exhibit, TileArt, Zoom};
use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::describe;
use crate::tell::fits::to_come;

/// A kind of tile, how many are to come, and how many there are in total.
type Left = (TileId, usize, usize);

/// The same as data.
#[derive(Serialize)]
struct Row {
    tile: String,
    left: usize,
    of: usize,
}

/// Show the tiles still to come
#[derive(Args)]
pub struct Bag {}

impl Command for Bag {
    const NAME: &str = "bag";
    const EXAMPLES: &str = "bag        bag --format json";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        context.screen.settings.assist.allows("counts of tiles")?;
        let game = context.table()?.game.clone();
        let (tiles, mut reply) = bag(&game);
        reply.text = match context.screen.settings.plain {
            true => [vec![format!("{}.", reply.text)], tiles.iter().map(|left| sentence(&game, left)).collect()]
                .concat()
                .join("\n"),
            false => format!("{}\n{}", strip(&mut context.screen, &game, &tiles).trim_end(), reply.text),
        };
        Ok(reply)
    }
}

/// The kinds of tiles with how many are to come and how many there are in total.
fn bag(game: &Game) -> (Vec<Left>, Reply) {
    let catalogue = game.catalogue();
    let mut all: BTreeMap<TileId, usize> = BTreeMap::new();
    catalogue.bag().iter().for_each(|tile| *all.entry(*tile).or_insert(0) += 1);
    let left: Vec<Left> =
        to_come(game).into_iter().map(|(tile, n)| (tile, n, all.get(&tile).copied().unwrap_or(n).max(n))).collect();
    let total: usize = left.iter().map(|(_, n, _)| n).sum();
    let hand = game.decision().map(|decision| decision.tiles()).unwrap_or_default();
    let hand: Vec<String> = hand.into_iter().map(|tile| catalogue.tile_name(tile)).collect();
    let hand = (!hand.is_empty()).then(|| and(&hand));
    let hand_words = hand.as_ref().map(|tile| format!(", {tile} in hand among them")).unwrap_or_default();
    let text = format!("{total} {} to come{hand_words}", plural("tile", total as i64));
    let row = |&(tile, left, of): &Left| Row { tile: catalogue.tile_name(tile), left, of };
    let data: Vec<Row> = left.iter().map(row).collect();
    (left, Reply::text(text).with("total", total).with("hand", hand).with("tiles", data))
}

fn sentence(game: &Game, (tile, n, of): &Left) -> String {
    let face = describe::face(game.catalogue(), *tile, Rotation::default());
    format!("{}: {n} of {of} to come; {face}.", game.catalogue().tile_name(*tile))
}

fn strip(screen: &mut Screen, game: &Game, tiles: &[Left]) -> String {
    let label = |(tile, n, of): &Left| {
        let of = if n == of { String::new() } else { format!("/{of}") };
        format!("{} {}{n}{of}", game.catalogue().tile_name(*tile), screen.times())
    };
    let art = |left: &Left| screen.looks.art(game.catalogue(), left.0, Rotation::default());
    let drawn: Vec<(TileArt, String)> = tiles.iter().map(|left| (art(left), label(left))).collect();
    let exhibit = |(art, label)| Exhibit { art, label: String::clone(label), numbers: Vec::new() };
    let exhibits: Vec<Exhibit> = drawn.iter().map(|(art, label)| exhibit((art, label))).collect();
    screen.strip_at(&exhibits, Zoom::Overview)
}
