//! `bots`: shows or sets which players are bots.

use serde_json::{Value, json};

use crate::bot::{BotKind, style::styles};
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
        let table = context.table_mut()?;
        let seat = table.game.player_named(&player)?.0 as usize;
        let Some(kind) = self.kind else {
            return Err(Failure::usage(format!("write bots {player} KIND, or bots {player} off")));
        };
        if table.game.setup().is_lab() {
            return Err(no_bots());
        }
        table.seats[seat] = match kind.as_str() {
            "off" => None,
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

fn list(context: &Context) -> Reply {
    let mut lines: Vec<String> = BotKind::ALL.map(|kind| format!("{:8} {}", kind.name(), kind.about())).to_vec();
    lines.extend(styles().iter().map(|(name, style)| format!(":{name:7} {}", style.about)));
    let mut seats: Vec<Value> = Vec::new();
    for (name, kind) in context.table.iter().flat_map(show::bots) {
        lines.push(format!("{name} is {}", kind.as_ref().map_or("a person".into(), |kind| format!("a {kind} bot"))));
        seats.push(json!({ "player": name, "bot": kind }));
    }
    let styles: Vec<&str> = styles().keys().map(String::as_str).collect();
    let reply = Reply::text(lines.join("\n")).with("kinds", BotKind::ALL.map(BotKind::name).to_vec());
    reply.with("styles", styles).with("seats", seats)
}
