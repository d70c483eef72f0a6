//! `break`: stops bots after the choice in which something happened.

use crate::game::debugger::Break as Breakpoint;
use crate::line::candidates::breakable;
use crate::line::command::{Args, Command, Completer, Context, Failure, Reply};
use crate::tell::calls;

/// Stop after the choice in which something happens, and list its calls
#[derive(Args)]
pub struct Break {
    /// `on`, or `off` to remove all
    #[arg(value_name = "on|off", value_parser = ["on", "off"])]
    what: Option<String>,
    /// A kind of event, a hook, or an expansion
    #[arg(requires = "what")]
    event: Option<String>,
    /// A word that the sentence about the event contains
    word: Option<String>,
}

impl Command for Break {
    const NAME: &str = "break";
    const FORM: &str = "break on EVENT";
    const EXAMPLES: &str = "break on complete WORD      (a feature is complete, and WORD is in its name)\n  \
        break on award              (points that are not from a feature)\n  \
        break on on_score           (any handler of this hook is called)\n  \
        break, break off            (list them, remove them)\n\n\
        `run` stops there, and so do bots that answer; `run` or `step` continues. `events` shows the kinds of events.";
    const COMPLETE: &[(&str, Completer)] = &[("event", breakable)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let table = context.table_mut()?;
        match (self.what.as_deref(), self.event) {
            (Some("off"), None) => table.debugger.breaks.clear(),
            (Some("on"), Some(on)) => {
                calls::check_event(table, &on)?;
                table.debugger.breaks.push(Breakpoint { on, word: self.word });
            }
            (None, None) => {}
            _ => return Err(Failure::usage("write `break on EVENT`, `break off`, or `break`")),
        }
        let words = |it: &Breakpoint| [Some(it.on.clone()), it.word.clone()].into_iter().flatten().collect::<Vec<_>>();
        let breaks: Vec<String> = table.debugger.breaks.iter().map(|it| words(it).join(" ")).collect();
        let text = match breaks.is_empty() {
            true => "nothing stops the game".into(),
            false => format!("stops on: {}", breaks.join(", ")),
        };
        Ok(Reply::text(text).with("breaks", breaks))
    }
}
