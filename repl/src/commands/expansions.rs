//! `expansions`: lists all sets and house rules. One that cannot be played is marked, and does not hide the others.

use std::sync::Arc;
use std::time::Duration;

use bastide_core::manifest::Expansion;
use cpu_time::ProcessTime;
use serde_json::{Value, json};

use crate::draw::screen::Screen;
use crate::io::prose::{hung, pad, widest};
use crate::line::command::{Args, Cause, Command, Context, Failure, Reply};
use crate::tell::sets::{expansion_data, tried};

/// Time limit for trying the listed sets: a folder may hold thousands, and scripts can be slow.
const TRIAL_TIME_LIMIT: Duration = Duration::from_millis(200);

/// List all expansions
#[derive(Args)]
pub struct Expansions {}

impl Command for Expansions {
    const NAME: &str = "expansions";
    const EXAMPLES: &str = "expansions        help SET        tiles SET";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let (mut lines, mut rows, mut code) = (Vec::new(), Vec::new(), 0);
        let ids = context.library.ids();
        let width = widest(&ids);
        let columns = context.screen.size.map(|(columns, _)| columns);
        let (start, mut untried) = (ProcessTime::now(), 0);
        for id in ids {
            // Built-in sets were tested before the release.
            let is_tried = context.library.is_on_disk(&id);
            let has_time = start.elapsed() < TRIAL_TIME_LIMIT;
            untried += usize::from(is_tried && !has_time);
            match playable(context, &id, is_tried && has_time) {
                Ok(expansion) => {
                    let house = if expansion.is_house() { "(house rule) " } else { "" };
                    let sentence = format!("{:8} {house}{}", expansion.version(), expansion.summary());
                    lines.push(format!("{} {}", pad(&id, width), hung(&sentence, width + 10, columns)));
                    rows.push(expansion_data(&expansion));
                }
                Err(failure) => {
                    code = Cause::Manifest.code();
                    lines.push(format!("{} {}", pad(&id, width), hung(&wrong(&failure), width + 10, columns)));
                    rows.push(json!({ "id": id, "error": failure.message }));
                }
            }
        }
        let reply = Reply { code, ..Reply::text(lines.join("\n")).with("expansions", rows) };
        let note = || format!("{untried} of these were read but not tested; `tiles SET` tests one");
        Ok(if untried > 0 { reply.note(note()) } else { reply })
    }
}

/// What is wrong with a set: a sentence and its place.
fn wrong(failure: &Failure) -> String {
    let sentence = failure.message.lines().next().unwrap_or_default();
    let (file, line) = (failure.data.get("file").and_then(Value::as_str), failure.data.get("line"));
    let place = match (file, line.and_then(Value::as_u64)) {
        (Some(file), _) if sentence.contains(file) => String::new(),
        (Some(file), Some(line)) if line > 0 => format!(" ({file}:{line})"),
        (Some(file), _) => format!(" ({file})"),
        _ => String::new(),
    };
    format!("cannot be loaded: {sentence}{place}")
}

/// The expansion; if `is_tried`, only if a game can be started with it.
fn playable(context: &mut Context, id: &str, is_tried: bool) -> Result<Arc<Expansion>, Failure> {
    let expansion = context.library.find(id)?;
    if !is_tried {
        return Ok(expansion);
    }
    let setup = tried(&mut context.library, id)?;
    Screen::new(context.screen.look, None).prepare(&setup)?;
    Ok(expansion)
}
