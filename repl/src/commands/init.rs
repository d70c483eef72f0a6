//! `init`: makes a new expansion.

use std::path::{Path, PathBuf};

use bastide_core::language::plural;

use crate::author::scaffold::{self, Template};
use crate::io::split::quoted;
use crate::line::command::{Args, Command, Context, Failure, NO_FILES, Reply};

/// Make a new expansion: a folder that can be checked, tested and played at once
#[derive(Args)]
pub struct Init {
    /// Name of the expansion, or a path that ends in it
    name: PathBuf,
    /// Begin with a mark on two tiles, and what it is worth (the default)
    #[arg(long, group = "kind")]
    tiles: bool,
    /// Begin with one rule and an option
    #[arg(long, group = "kind")]
    rule: bool,
    /// Begin with a figure for each player
    #[arg(long, group = "kind")]
    figure: bool,
    /// Begin with a kind of feature and its tiles
    #[arg(long, group = "kind")]
    feature: bool,
    /// Begin with a rule that asks a player
    #[arg(long, group = "kind")]
    question: bool,
}

impl Command for Init {
    const NAME: &str = "init";
    const YIELDS: bool = true;
    const FORM: &str = "init NAME";
    const EXAMPLES: &str = "init my-set        init my-rule --rule        init my-kind --feature\n\n\
        Makes a folder with a manifest, rules, scenes that pass, a README, and files that let editors complete and explain\n\
        what scripts can use. A folder that exists is never changed.";
    const NOT_IN_SCENES: Option<&str> = Some(NO_FILES);

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let id = self.name.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let kind = self.kind();
        let files = scaffold::files(kind, id);
        scaffold::check_name(&mut context.library, id, &files)?;
        scaffold::write(&mut context.pen, &self.name, &files)?;
        let shown = self.name.display().to_string();
        let next = next(&self.name);
        let count = format!("{} {}", files.len(), plural("file", files.len() as i64));
        let text = format!("Made {shown} with {count}: {}, and scenes. Next:\n  {}", kind.about(), next.join("\n  "));
        let paths: Vec<&str> = files.iter().map(|(path, _)| path.as_str()).collect();
        Ok(Reply::text(text).with("folder", shown).with("files", paths).with("next", next))
    }
}

impl Init {
    fn kind(&self) -> Template {
        match (self.rule, self.figure, self.feature, self.question) {
            (true, ..) => Template::Rule,
            (_, true, ..) => Template::Figure,
            (_, _, true, _) => Template::Feature,
            (.., true) => Template::Question,
            _ => Template::Tiles,
        }
    }
}

/// The next three commands. `new` takes a folder for a set only if it is written as a path.
fn next(folder: &Path) -> Vec<String> {
    let is_path = folder.components().count() > 1 || folder.is_absolute();
    let played = if is_path { folder.to_path_buf() } else { Path::new(".").join(folder) };
    let (shown, played) = (quoted(&folder.display().to_string()), quoted(&played.display().to_string()));
    vec![format!("bastide check {shown}"), format!("bastide test {shown}"), format!("bastide new {played}")]
}
