//! `check`: everything that can be wrong with an expansion. `author::exam` does the work.

use std::path::{Path, PathBuf};

use super::tiles::drawn;
use crate::author::exam::{Effort, Environment, Report, examine};
use crate::author::subject::Subject;
use crate::io::reply::{Answer, Cause};
use crate::line::candidates::sets;
use crate::line::command::{Args, Command, Completer, Context, Failure, Reply};
use crate::line::reproduce;
use crate::tell::sets::of_set;

/// Check an expansion: its files, its scenes, and games with other sets
#[derive(Args)]
pub struct Check {
    /// Folder of an expansion, file of a house rule, or name of a set
    set: String,
    /// Only files and a few games; scenes are not run
    #[arg(long, conflicts_with = "heavy")]
    quick: bool,
    /// Many more games, one of them replayed in a fresh Lua at every decision
    #[arg(long)]
    heavy: bool,
    /// Also draw its tiles, with the fields that their strokes leave
    #[arg(long)]
    tiles: bool,
}

impl Command for Check {
    const NAME: &str = "check";
    const YIELDS: bool = true;
    const FORM: &str = "check DIR";
    const EXAMPLES: &str = "check my-set        check my-set --quick        check SET --heavy --format json\n\n\
        Reads manifests, looks and scripts, runs the scenes and notes what they do not reach, plays random games alone,\n\
        with each set of the program and with all of them, and plays games again in a fresh Lua. Each finding has a\n\
        sentence of help. How much is played depends only on --quick and --heavy. Exits with 1 if there are errors.";
    const COMPLETE: &[(&str, Completer)] = &[("set", sets)];
    const NOT_IN_SCENES: Option<&str> = Some("a scene checks no expansions");

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let subject = Subject::named(&context.library, &self.set)?;
        let effort = match (self.quick, self.heavy) {
            (true, _) => Effort::Quick,
            (_, true) => Effort::Heavy,
            _ => Effort::Usual,
        };
        let progress = context.progress;
        let tell = |what: &str| {
            if let Some(progress) = progress {
                progress(&format!("checking {}: {what}", subject.id));
            }
        };
        let means = Environment { commands: &context.commands, cancel: &context.cancel, tell: &tell };
        let mut report = examine(&subject, effort, &means);
        if context.is_cancelled() {
            return Err(Failure::new(Cause::Interrupted, "interrupted"));
        }
        keep_records(context, &subject, &mut report);
        let code = u8::from(report.errors > 0);
        let tiles = if self.tiles { tiles(context, &subject) } else { String::new() };
        let notes = Vec::from_iter(context.library.passed_over(Path::new(&self.set)));
        Ok(Reply { code, notes, ..Reply::text(tiles + &report.lines().join("\n")).and(&report) })
    }
}

/// The tiles of the set; nothing if it cannot be set up, which is a finding.
fn tiles(context: &Context, subject: &Subject) -> String {
    let of_set = of_set(&mut subject.library.clone(), None, &subject.id).ok().filter(|(_, own)| !own.is_empty());
    let drawn = of_set.and_then(|(setup, own)| drawn(&context.screen, &setup, &own).ok());
    drawn.map(|drawn| drawn + "\n\n").unwrap_or_default()
}

/// Saves the records of games that failed, and adds the commands that play them.
fn keep_records(context: &Context, subject: &Subject, report: &mut Report) {
    let place = subject.library.places().first().cloned().filter(|_| subject.path.is_some());
    let place = place.map(|place| if place.as_os_str().is_empty() { PathBuf::from(".") } else { place });
    let folders: Vec<PathBuf> = place.into_iter().chain(context.folders.clone()).collect();
    for finding in &mut report.findings {
        let Some(record) = finding.record.take() else { continue };
        let mut failure = Failure { record: Some(record.into()), ..Failure::refused("") };
        failure.data.insert("expansion".into(), subject.id.as_str().into());
        reproduce::keep(&context.pen, &folders, &mut failure);
        if let Some(again) = failure.data.get("again").and_then(|again| again.as_str()) {
            finding.help += &format!("; to reproduce it: {again}");
        }
    }
}
