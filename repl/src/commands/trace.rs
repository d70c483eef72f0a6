//! `trace`: shows calls of handlers as they happen.

use crate::line::candidates::traced;
use crate::line::command::{Args, Command, Completer, Context, Failure, Reply};
use crate::tell::calls;

/// Show the calls of an expansion or a hook: what each was given, what it did, how long it took
#[derive(Args)]
pub struct Trace {
    /// Expansions or hooks; `all` for every handler, `off` to stop
    #[arg(value_name = "RULE|HOOK")]
    names: Vec<String>,
}

impl Command for Trace {
    const NAME: &str = "trace";
    const FORM: &str = "trace HOOK";
    const EXAMPLES: &str = "trace on_score        (every call of this hook, in any expansion)\n  \
        trace RULE            (every call of an expansion or house rule)\n  \
        trace all, trace off\n\n\
        Calls are shown after the choice in which they happened. Bots that look ahead leave no trace.";
    const COMPLETE: &[(&str, Completer)] = &[("names", traced)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let table = context.table_mut()?;
        if self.names == ["off"] {
            table.debugger.traces.clear();
        } else {
            calls::check_names(table, &self.names)?;
            table.debugger.traces.extend(self.names);
            table.debugger.traces.dedup();
        }
        let traces = table.debugger.traces.clone();
        let text = match traces.is_empty() {
            true => "nothing is traced; `trace all` traces every handler".into(),
            false => format!("traced: {}", traces.join(", ")),
        };
        Ok(Reply::text(text).with("traces", traces))
    }
}
