//! `lua`: runs code that reads the game and changes nothing.

use crate::line::command::{Args, Cause, Command, Context, Failure, Reply};

/// Run Lua code that reads the game and changes nothing
#[derive(Args)]
pub struct Lua {
    /// Code to run
    #[arg(allow_hyphen_values = true)]
    code: String,
}

impl Command for Lua {
    const NAME: &str = "lua";
    const FORM: &str = "lua CODE";
    const EXAMPLES: &str = "lua #game:features({ occupied = true, complete = false })\n  \
        lua for _, figure in ipairs(game:figures({ group = \"follower\" })) do print(figure, figure.feature) end\n\n\
        Reads the game as a script does (see docs/LUA.md) and changes nothing. Unfinished code continues on the next line;\n\
        printed lines and the result are shown. Actions (game:move, game:score) are refused.\n\
        With -c, code ends where it stops being Lua: `lua #game:tiles(); scores` is two commands, `lua local x = 1; return x` one.";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let lines = context.table()?.game.evaluate(&self.code).map_err(|fault| {
            let place = if fault.line > 0 { format!("lua:{}", fault.line) } else { fault.file };
            Failure::new(Cause::Manifest, format!("{place}: {}", fault.message))
        })?;
        Ok(Reply::text(lines.join("\n")).with("lines", lines))
    }
}
