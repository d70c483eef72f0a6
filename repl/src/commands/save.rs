//! `save`: saves the game to a file.

use std::path::PathBuf;

use crate::game::record;
use crate::io::files;
use crate::line::command::{Args, Command, Context, Failure, NO_FILES, Reply};

/// Save the game to a file
#[derive(Args)]
pub struct Save {
    /// File to save to (default: the last file, or one in the folder for saves)
    file: Option<PathBuf>,
}

impl Command for Save {
    const NAME: &str = "save";
    const EXAMPLES: &str = "save game.txt";
    const NOT_IN_SCENES: Option<&str> = Some(NO_FILES);

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let text = record::text(context.table()?);
        let path = match self.file.or_else(|| context.file.clone()) {
            Some(path) => path,
            None => usual_place(context)?,
        };
        context.pen.write(&path, text.as_bytes())?;
        let shown = path.display().to_string();
        context.file = Some(path);
        Ok(Reply::text(format!("Saved to {shown}.")).with("file", shown))
    }
}

/// The default file for a game: beside the history, named after its seed.
fn usual_place(context: &Context) -> Result<PathBuf, Failure> {
    let folder = files::state_folder(files::variable);
    let folder = folder.ok_or_else(|| Failure::usage("no home folder; use save FILE"))?;
    let path = folder.join(format!("game-{}.txt", context.table()?.game.seed()));
    context.pen.may(&path)?;
    files::make_folder(&folder)?;
    Ok(path)
}
