//! `paths`: where files are, and which settings come from where.

use serde_json::json;

use crate::game::load;
use crate::io::config;
use crate::io::files;
use crate::io::history::HISTORY;
use crate::line::command::{Args, Command, Context, Failure, Reply};

/// Show where files are kept and what is configured
#[derive(Args)]
pub struct Paths {}

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
        let mut facts = vec![
            ("settings", shown(config::own_file(files::variable))),
            ("project", config::PROJECT.to_string()),
            ("history", shown(state().map(|folder| folder.join(HISTORY)))),
            ("autosave", shown(kept.or_else(|| state().map(|folder| folder.join("autosave.txt"))))),
            ("saves", shown(state())),
        ];
        facts.extend(context.library.places().iter().map(|place| ("sets", place.display().to_string())));
        facts.push(("sets", "built in".into()));
        facts.push(("packs", shown(load::packs_folder())));
        let mut lines: Vec<String> = facts.iter().map(|(name, path)| format!("{name:9} {path}")).collect();
        lines.extend(
            context.config.settings.iter().map(|setting| {
                format!("{:9} {} = {} ({})", "set", setting.key, setting.words.join(","), setting.origin)
            }),
        );
        let paths: Vec<_> = facts.iter().map(|(name, path)| json!({ "name": name, "path": path })).collect();
        Ok(Reply::text(lines.join("\n")).with("paths", paths).with("set", &context.config.settings))
    }
}
