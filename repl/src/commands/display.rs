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
        if overlay == Overlay::Fits {
            context.screen.settings.assist.allows("counts of tiles")?;
        }
        context.screen.settings.overlay = overlay;
        let name = match overlay {
            Overlay::Off => "nothing",
            Overlay::Farms => "farms",
            Overlay::Owners => "owners",
            Overlay::Fits => "fits",
        };
        let reply = Reply { changed: context.table.is_some(), ..Reply::text(format!("overlay: {name}")) };
        Ok(reply.with("display", name))
    }
}
