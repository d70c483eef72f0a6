//! `table`: shows the game as a full screen that can be pointed at.

use crate::line::command::{Args, Command, Context, Failure, FullScreen, Reply};

/// Show the table as a full screen, played with arrow keys or the mouse
#[derive(Args)]
pub struct Table {
    /// Show it even with --plain
    #[arg(long)]
    picture: bool,
}

impl Command for Table {
    const NAME: &str = "table";
    const EXAMPLES: &str = "table        (or F2 at the prompt)

arrow keys, mouse   point at a cell or at an option
Space, Backspace    the next or the previous one
r, R, wheel         turn the tile
Enter, click        lay the tile, choose the option
a number, -         choose an option, pass
                    (of ten or more, Enter chooses the number that is shown)
u                   undo
Alt or Shift+arrows move the view; it comes back with the next key that points
z, Z (or +, _)      draw the board larger, smaller; `:zoom auto` fits it
Tab                 the next panel: log, ledger, bag, stats, key to the signs
PgUp, PgDn          scroll the panel
:                   type any command; Tab completes
?                   what can be decided now, explained; these keys
Ctrl-C              stop a bot
Esc, F2, q          back to the prompt";
    const NOT_IN_SCENES: Option<&str> = Some("a scene has no screen");

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        if context.screen.settings.plain && !self.picture && context.full_screen != FullScreen::Never {
            return Err(Failure::refused(
                "the table is a picture, and its keys act at once; `table --picture` shows it anyway",
            ));
        }
        match context.full_screen {
            FullScreen::Never => Err(Failure::refused("only the prompt at a terminal can show the table as a screen")),
            FullScreen::Open => Err(Failure::refused("this is the table; Esc returns to the prompt")),
            FullScreen::Ready | FullScreen::Asked => {
                context.full_screen = FullScreen::Asked;
                Ok(Reply::default())
            }
        }
    }
}
