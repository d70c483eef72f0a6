//! `paths`: where files are, and which settings come from where.

use serde::Serialize;

use crate::game::load;
use crate::io::config;
use crate::io::files;
use crate::io::history::HISTORY;
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Show where files are kept and what is configured
#[derive(Args)]
pub struct Paths {}

/// Where one kind of files is.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    path: String,
}

impl Command for Paths {
    const NAME: &str = "paths";
    const EXAMPLES: &str = "paths        paths --format json\n\n\
        Settings are read from environment variables such as BASTIDE_COLOR, then from bastide.toml in the current\n\
        folder, then from the user's file; a flag overrides all of them. A file has lines such as color = \"never\" or\n\
        players = [\"Ann\", \"Ben\"].";

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let shown = |path: Option<std::path::PathBuf>| {
            path.map_or("none: no home folder".to_string(), |path| path.display().to_string())
        };
        let state = || files::state_folder(files::variable);
        let kept = context.autosave.as_ref().map(|place| place.path());
        let row = |name, path| Row { name, path };
        let mut paths = vec![
            row("settings", shown(config::own_file(files::variable))),
            row("project", config::PROJECT.to_string()),
            row("history", shown(state().map(|folder| folder.join(HISTORY)))),
            row("autosave", shown(kept.or_else(|| state().map(|folder| folder.join("autosave.txt"))))),
            row("saves", shown(state())),
        ];
        paths.extend(context.library.places().iter().map(|place| row("sets", place.display().to_string())));
        paths.push(row("sets", "built in".into()));
        paths.push(row("packs", shown(load::packs_folder())));
        let mut lines: Vec<String> = paths.iter().map(|Row { name, path }| format!("{name:9} {path}")).collect();
        lines.extend(
            context.config.settings.iter().map(|setting| {
                format!("{:9} {} = {} ({})", "set", setting.key, setting.words.join(","), setting.origin)
            }),
        );
        Ok(Reply::text(lines.join("\n")).with("paths", paths).with("set", &context.config.settings))
    }
}
