//! `load`: loads a game from a file; if anything is wrong, the current game stays.

use std::path::PathBuf;

use crate::game::load::read;
use crate::game::record;
use crate::io::files;
use crate::line::command::{Args, Command, Context, Failure, NO_FILES, Reply};
use crate::tell::show;

/// Load a game from a file
#[derive(Args)]
pub struct Load {
    /// File to load
    file: PathBuf,
    /// Play on with the sets at hand, even if the game was saved with others
    #[arg(long)]
    anyway: bool,
}

impl Command for Load {
    const NAME: &str = "load";
    const BEGINS: bool = true;
    const EXAMPLES: &str = "load game.txt        load game.txt --anyway\n\n\
        A record names the version and the hash of every set. If those at hand are others, it says which, and the pack\n\
        that fits if one was installed before; with --anyway the game goes on with the sets at hand.";
    const NOT_IN_SCENES: Option<&str> = Some(NO_FILES);

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        load(context, self.file, self.anyway)
    }
}

/// Loads the game of a file; one that was saved with other sets only `anyway`.
pub fn load(context: &mut Context, file: PathBuf, anyway: bool) -> Result<Reply, Failure> {
    let bytes = files::read(&file, record::MAX_BYTES)?;
    let (table, notes) = read(&mut context.library, &file, &bytes)?;
    if !notes.is_empty() && !anyway {
        let told: Vec<&str> = notes.iter().map(|note| note.trim_start_matches("warning: ")).collect();
        let sentence = "with --anyway the game goes on with the sets at hand";
        return Err(Failure::refused(format!("{}: {}\n  {sentence}", file.display(), told.join("\n  "))));
    }
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
