//! `watch`: takes up files that change, and tells what became different.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use bastide_core::{Game, PlayerId};

use super::reload::Reload;
use crate::io::follow::{Follower, is_source};
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Reload files that change into the running game, until Ctrl-C
#[derive(Args)]
pub struct Watch {}

impl Command for Watch {
    const NAME: &str = "watch";
    const EXAMPLES: &str = "watch        (save a script in your editor and see what becomes different)\n\n\
        Reloads as `reload` does each time a file of a set changes, and tells for which turns and players the points\n\
        became different. Ctrl-C ends it; the game goes on with what was loaded last.";
    const NOT_IN_SCENES: Option<&str> = Some("a scene does not wait for files");

    fn reports_on_stop(&self) -> bool {
        true
    }

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        context.table()?;
        // Without a terminal nobody could end it.
        let Some(tell) = context.news else {
            return Err(Failure::refused(
                "`watch` waits for files at the prompt of a terminal; `reload` reloads them once",
            ));
        };
        let follower = Follower::new(context.library.places().iter().filter(|place| place.is_dir()))?;
        tell("watching the files of all sets; Ctrl-C ends it");
        while !context.cancel.load(Ordering::Relaxed) {
            if follower.changed().iter().any(|path| is_source(path)) {
                take_up(context).iter().for_each(|line| tell(line));
            }
        }
        Ok(Reply::changed())
    }
}

/// Reloads, and returns what became different; nothing if no set in play changed.
fn take_up(context: &mut Context) -> Vec<String> {
    let before = context.table.as_ref().map(|table| points(&table.game)).unwrap_or_default();
    let reloaded = match (Reload { without: None }).run(context) {
        Ok(reply) if !reply.changed => return Vec::new(),
        Ok(reply) => reply.text,
        Err(failure) => return vec![failure.message],
    };
    let game = context.table.as_ref().map(|table| &table.game);
    let changes = game.map(|game| differences(game, &before, &points(game))).unwrap_or_default();
    let same = changes.is_empty().then(|| "no points changed".to_string());
    [reloaded].into_iter().chain(changes).chain(same).collect()
}

/// The points that each player got in each turn.
type Points = BTreeMap<(usize, PlayerId), i32>;

fn points(game: &Game) -> Points {
    let mut points = Points::new();
    for account in game.accounts() {
        for &(player, got) in &account.points {
            *points.entry((account.turn, player)).or_default() += got;
        }
    }
    points
}

fn differences(game: &Game, before: &Points, after: &Points) -> Vec<String> {
    let all: BTreeMap<&(usize, PlayerId), ()> = before.keys().chain(after.keys()).map(|key| (key, ())).collect();
    let of = |points: &Points, key: &(usize, PlayerId)| points.get(key).copied().unwrap_or(0);
    let changed = all.into_keys().filter(|&key| of(before, key) != of(after, key));
    let line = |key: &(usize, PlayerId)| {
        format!("turn {}: {} {:+} → {:+}", key.0, game.player_name(key.1), of(before, key), of(after, key))
    };
    changed.map(line).collect()
}
