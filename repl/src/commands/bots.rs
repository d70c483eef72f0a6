//! `bots`: shows or sets which players are bots.

use serde::Serialize;

use crate::bot::{KINDS, style::styles};
use crate::game::new::{no_bots, read_bot};
use crate::io::reply::Answer;
use crate::line::bots::go_on;
use crate::line::candidates;
use crate::line::command::{Args, Candidate, Command, Completer, Context, Failure, Reply, Typed};
use crate::tell::show;

/// Show who is a bot, or make one
#[derive(Args)]
pub struct Bots {
    /// Player
    player: Option<String>,
    /// Kind of bot, or `off`
    kind: Option<String>,
    /// Let it wait until the next choice or `run`
    #[arg(long)]
    wait: bool,
}

impl Command for Bots {
    const NAME: &str = "bots";
    const EXAMPLES: &str = "bots        bots Blue random        bots Blue greedy:STYLE        bots Blue search:2s        bots Blue off\n\n\
        `bots` lists the kinds, the styles and who is a bot. A style is a set of weights: points by kind of feature, points\n\
        of the strongest opponent, followers in the supply. A searching bot thinks for a time on all cores (1s, 200ms), or\n\
        for a number of tries on one core (2000n), which gives the same answer every time. Ctrl-C stops it without a move;\n\
        `run` continues.";
    const COMPLETE: &[(&str, Completer)] = &[("player", candidates::players), ("kind", kinds)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let Some(player) = self.player else { return Ok(list(context)) };
        // As after `new --bots`.
        let (player, kind) = match (player.split_once('='), self.kind) {
            (Some((player, kind)), None) => (player.to_string(), Some(kind.to_string())),
            (_, kind) => (player, kind),
        };
        let table = context.table_mut()?;
        let seat = table.game.player_named(&player)?.0 as usize;
        let Some(kind) = kind else {
            return Err(Failure::usage(format!("write bots {player} KIND, or bots {player} off")));
        };
        if table.game.setup().is_lab() {
            return Err(no_bots());
        }
        table.seats[seat] = match kind.as_str() {
            "off" | "none" => None,
            kind => Some(read_bot(kind)?),
        };
        let scores = show::scores(table).lines().join("\n");
        let news = if self.wait { Vec::new() } else { go_on(context)? };
        let text = [vec![scores], news.clone()].concat().join("\n");
        Ok(Reply { text, changed: true, ..list(context) }.with("news", news))
    }
}

fn kinds(_: &mut Context, _: &Typed) -> Vec<Candidate> {
    [candidates::bots(), vec![Candidate::new("off", "a person")]].concat()
}

/// Who plays at a seat: the kind of bot, if it is one.
#[derive(Serialize)]
struct Seat {
    player: String,
    bot: Option<String>,
}

impl Seat {
    fn line(&self) -> String {
        let who = self.bot.as_ref().map_or("a person".into(), |bot| format!("a {bot} bot"));
        format!("{} is {who}", self.player)
    }
}

fn list(context: &Context) -> Reply {
    let mut lines: Vec<String> = KINDS.map(|kind| format!("{:8} {}", kind.name, kind.about)).to_vec();
    lines.extend(styles().iter().map(|(name, style)| format!(":{name:7} {}", style.about)));
    let seats = context.table.iter().flat_map(show::bots);
    let seats: Vec<Seat> = seats.map(|(player, bot)| Seat { player, bot }).collect();
    lines.extend(seats.iter().map(Seat::line));
    let styles: Vec<&str> = styles().keys().map(String::as_str).collect();
    let reply = Reply::text(lines.join("\n")).with("kinds", KINDS.map(|kind| kind.name).to_vec());
    reply.with("styles", styles).with("seats", seats)
}
