//! `state`: the whole state of the game.

use crate::io::reply::Answer;
use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::show;

/// Show the whole state of the game
#[derive(Args)]
pub struct State {}

impl Command for State {
    const NAME: &str = "state";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let table = context.table()?;
        let game = &table.game;
        let (turn, decision) = (&game.state().turn, game.decision());
        let (scores, supply, board) = (show::scores(table), show::supply(game), show::board(game));
        let lines = [vec![show::status(game)], scores.lines(), supply.lines(), board.lines()].concat();
        let reply = Reply::text(lines.join("\n"))
            .with("seed", game.seed())
            .with("lab", game.setup().is_lab())
            .with("turn", turn.number)
            .with("part", turn.part)
            .with("over", game.is_over())
            .with("player", decision.map(|decision| game.player_name(decision.player())))
            .with("drawn", turn.drawn.map(|tile| game.catalogue().tile_name(tile)));
        let reply = match show::hand(game) {
            Some(hand) => reply.with("hand", hand),
            None => reply,
        };
        let reply = reply.with("scores", show::points(game)).and(&supply).and(&board).with("bots", show::bots(table));
        let options = decision.map_or(0, |decision| decision.len());
        Ok(reply.with("decision", show::decision(game)).with("options", options))
    }
}
