//! `state`: the whole table.

use bastide_core::Game;
use serde_json::json;

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::show::{board_data, bots_data, decision_data, figures, hand, scores, scores_data, status, supply};

/// Show the whole state of the game
#[derive(Args)]
pub struct State {}

impl Command for State {
    const NAME: &str = "state";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let table = context.table()?;
        let game = &table.game;
        let turn = &game.state().turn;
        let mut reply = Reply::default();
        let decision = game.decision();
        reply.data.insert("seed".into(), game.seed().into());
        reply.data.insert("lab".into(), game.setup().is_lab().into());
        reply.data.insert("turn".into(), turn.number.into());
        reply.data.insert("part".into(), turn.part.into());
        reply.data.insert("over".into(), game.is_over().into());
        reply.data.insert("player".into(), decision.map(|decision| game.player_name(decision.player())).into());
        let drawn = turn.drawn.map(|tile| game.catalogue().tile_name(tile));
        reply.data.insert("drawn".into(), drawn.into());
        if let Some(hand) = hand(game) {
            reply.data.insert("hand".into(), json!(hand));
        }
        reply.data.insert("scores".into(), scores_data(game));
        reply.data.extend(supply(game).data);
        reply.data.extend(board_data(game));
        reply.data.insert("bots".into(), bots_data(table));
        reply.data.insert("decision".into(), decision_data(game));
        reply.data.insert("options".into(), decision.map_or(0, |decision| decision.len()).into());
        reply.text =
            [status(game), scores(table).text, supply(game).text, tiles_text(game), figures_text(game)].join("\n");
        Ok(reply)
    }
}

fn tiles_text(game: &Game) -> String {
    let placed = game.state().board.placed().iter();
    let tiles =
        placed.map(|placed| format!("{} {} {}", game.catalogue().tile_name(placed.tile), placed.cell, placed.rotation));
    format!("tiles: {}", listed(&tiles.collect::<Vec<_>>()))
}

fn figures_text(game: &Game) -> String {
    format!("figures: {}", listed(&figures(game)))
}

fn listed(names: &[String]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}
