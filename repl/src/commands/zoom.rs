//! `zoom`: draws the board larger, smaller, or as large as fits.

use clap::ValueEnum;

use crate::draw::view::Look;
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Draw the board larger or smaller
#[derive(Args)]
pub struct Zoom {
    /// Larger, smaller or automatic
    how: Option<ZoomTo>,
}

impl Command for Zoom {
    const NAME: &str = "zoom";
    const EXAMPLES: &str = "zoom in        zoom out        zoom auto";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let screen = &mut context.screen;
        let text = match self.how {
            Some(ZoomTo::Auto) | None => {
                (screen.settings.zoom, screen.settings.centre) = (None, None);
                "tiles are drawn as large as fits".into()
            }
            Some(step) => {
                let zoom = screen.zoom(step == ZoomTo::In);
                let (columns, lines) = Look { zoom, ..screen.look }.tile_size();
                format!("a tile takes {columns}{}{lines} characters", screen.times())
            }
        };
        let reply = Reply { changed: context.table.is_some(), ..Reply::text(&text) };
        Ok(reply.with("zoom", text))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ZoomTo {
    /// Larger
    In,
    /// Smaller
    Out,
    /// As large as fits
    Auto,
}
