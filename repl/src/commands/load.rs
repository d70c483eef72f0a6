//! `load`: loads a game from a file; if anything is wrong, the current game stays.

use std::path::PathBuf;

use crate::game::load::read;
use crate::game::record;
use crate::io::files;
use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::tell::show;

/// Load a game from a file
#[derive(Args)]
pub struct Load {
    /// File to load
    file: PathBuf,
}

impl Command for Load {
    const NAME: &str = "load";
    const NOT_IN_SCENES: Option<&str> = Some("a scene reads and writes no files");

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        load(context, self.file)
    }
}

/// Loads the game of a file.
pub fn load(context: &mut Context, file: PathBuf) -> Result<Reply, Failure> {
    let bytes = files::read(&file, record::MAX_BYTES)?;
    let (table, notes) = read(&mut context.library, &file, &bytes)?;
    context.screen.prepare(table.game.setup())?;
    context.screen.settings.assist = table.assist;
    context.begun += 1;
    let (lines, progress) = (table.game.record().len(), show::progress(&table.game));
    context.table = Some(table);
    let shown = file.display().to_string();
    context.file = Some(file);
    let text = format!("Loaded {shown}: {progress}.");
    Ok(Reply { text, notes, ..Reply::changed() }.with("file", shown).with("lines", lines))
}
