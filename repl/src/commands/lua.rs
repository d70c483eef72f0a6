//! `lua`: code that reads the game and changes nothing.

use crate::line::command::{Args, Cause, Command, Context, Failure, Reply};

/// Run Lua that reads the game and changes nothing
#[derive(Args)]
pub struct Lua {
    /// What to run
    #[arg(allow_hyphen_values = true)]
    code: String,
}

impl Command for Lua {
    const NAME: &str = "lua";
    const FORM: &str = "lua CODE";
    const EXAMPLES: &str = "lua #game:features({ occupied = true, complete = false })\n  \
        lua for _, figure in ipairs(game:figures({ group = \"follower\" })) do print(figure, figure.feature) end\n\n\
        Reads the game as a script does, as docs/LUA.md tells of it, and changes nothing. Code that is not whole goes on in\n\
        the next line; what is printed and what it comes to is shown. What acts (game:move, game:score) is refused.\n\
        With -c, code goes as far as it is Lua: `lua #game:tiles(); scores` is two commands, `lua local x = 1; return x` one.";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let lines = context.table()?.game.evaluate(&self.code).map_err(|fault| {
            let place = if fault.line > 0 { format!("lua:{}", fault.line) } else { fault.file };
            Failure::new(Cause::Manifest, format!("{place}: {}", fault.message))
        })?;
        Ok(Reply::text(lines.join("\n")).with("lines", lines))
    }
}
