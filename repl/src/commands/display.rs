//! `display`: sets or removes an overlay on the board.

use crate::draw::overlay::Overlay;
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Show an overlay on the board until it is turned off
#[derive(Args)]
pub struct Display {
    /// Which overlay
    what: Option<Overlay>,
}

impl Command for Display {
    const NAME: &str = "display";
    const EXAMPLES: &str = "display farms        display fits        display off";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let overlay = self.what.unwrap_or(context.screen.settings.overlay);
        if let Some(what) = overlay.tells() {
            context.screen.settings.assist.allows(what)?;
        }
        context.screen.settings.overlay = overlay;
        let name = if overlay == Overlay::Off { "nothing".into() } else { overlay.name() };
        let reply = Reply { changed: context.table.is_some(), ..Reply::text(format!("overlay: {name}")) };
        Ok(reply.with("display", name))
    }
}
