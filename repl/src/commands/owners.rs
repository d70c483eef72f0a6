//! `owners`: the board with the owner of each feature, and the same in words.

use bastide_core::FeatureId;

use crate::draw::overlay::Overlay;
use crate::line::command::{Args, Command, Context, Failure, Reply, no_game};
use crate::tell::features::{Book, Facts, owners};

/// Show who owns each feature
#[derive(Args)]
pub struct Owners {}

impl Command for Owners {
    const NAME: &str = "owners";
    const EXAMPLES: &str = "owners        display owners";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        overlay(context, Overlay::Owners)
    }
}

/// The board with the owners of an overlay's features, and the same in words.
pub fn overlay(context: &mut Context, overlay: Overlay) -> Result<Reply, Failure> {
    let table = context.table.as_ref().ok_or_else(no_game)?;
    let game = &table.game;
    let book = Book::new(game);
    let owned: Vec<FeatureId> =
        overlay.features(game).into_iter().filter(|feature| !owners(game, *feature).is_empty()).collect();
    let facts: Vec<Facts> = owned.iter().map(|feature| book.facts(*feature)).collect();
    let mut lines: Vec<String> = facts.iter().map(|facts| facts.short()).collect();
    if lines.is_empty() {
        lines.push("Nobody owns anything there yet.".into());
    }
    if !context.screen.settings.plain {
        lines.insert(0, context.screen.board_with(game, false, overlay).trim_end().into());
    }
    Ok(Reply::text(lines.join("\n")).with("features", facts))
}
