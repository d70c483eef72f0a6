//! `lua`: runs code that reads the game; in a lab also code that changes it, as a line of the record.

use bastide_core::script::Role;
use bastide_core::{Fault, Unchosen};

use crate::line::command::{Args, Cause, Command, Context, Failure, Reply};
use crate::tell::{calls, show};

/// Run Lua code that reads the game; in a lab it may also change it
#[derive(Args)]
pub struct Lua {
    /// Run as this set, with its `state`
    #[arg(long = "as", value_name = "SET")]
    set: Option<String>,
    /// Code to run
    #[arg(allow_hyphen_values = true)]
    code: String,
}

impl Command for Lua {
    const NAME: &str = "lua";
    const FORM: &str = "lua CODE";
    const EXAMPLES: &str = "lua #game:features({ occupied = true, complete = false })\n  \
        lua for _, figure in ipairs(game:figures({ group = \"follower\" })) do print(figure, figure.feature) end\n\n\
        Reads the game as a script does (see `docs lua`) and changes nothing. Unfinished code continues on the next line;\n\
        printed lines and the result are shown. Actions (game:move, game:score) are refused, except in a lab: there they\n\
        become a line of the record (`act`), and `hook \"on_scored = function(event) … end\"` adds a rule. `lua --as SET CODE`\n\
        sees what that set remembers.\n\
        With -c, code ends where it stops being Lua: `lua #game:tiles(); scores` is two commands, `lua local x = 1; return x` one.";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let game = &context.table()?.game;
        // Only a lab shows what nobody at the table may see.
        let viewer = game.decision().filter(|_| !game.setup().is_lab()).map(|decision| decision.player());
        let seen = viewer.map_or_else(|| game.clone(), |viewer| game.seen_by(viewer));
        match seen.evaluate(&self.code, self.role(false)) {
            Ok(lines) => Ok(Reply::text(lines.join("\n")).with("lines", lines)),
            // What was refused here may be an action, which a lab allows.
            Err(_) if game.setup().is_lab() => self.act(context),
            Err(fault) => Err(failure(*fault)),
        }
    }
}

impl Lua {
    fn role(&self, acts: bool) -> Role<'_> {
        Role { set: self.set.as_deref(), acts }
    }

    /// Runs code that acts, as a lab command.
    fn act(self, context: &mut Context) -> Result<Reply, Failure> {
        if self.code.contains('\n') {
            return Err(Failure::refused("code that changes a lab is one line of its record: write it on one line"));
        }
        let as_set: Vec<&str> = self.set.iter().flat_map(|set| ["as", set.as_str()]).collect();
        let table = context.table_mut()?;
        let mut lines = table.game.evaluate(&self.code, self.role(true)).map_err(|fault| failure(*fault))?;
        // Actions return nothing.
        lines.retain(|line| line != "nil");
        let from = table.game.log().len();
        match table.lab(&[&["act", self.code.as_str()], &as_set[..]].concat()) {
            Ok(()) => {
                lines.extend(show::news(&table.game, from.min(table.game.log().len())));
                lines.extend(calls::traced(table));
                Ok(Reply { text: lines.join("\n"), ..Reply::changed() }.with("lines", lines))
            }
            Err(Unchosen::Fault(fault)) => Err(failure(*fault)),
            Err(refused) => Err(refused.into()),
        }
    }
}

fn failure(fault: Fault) -> Failure {
    let place = if fault.line > 0 { format!("lua:{}", fault.line) } else { fault.file };
    Failure::new(Cause::Manifest, format!("{place}: {}", fault.message))
}
