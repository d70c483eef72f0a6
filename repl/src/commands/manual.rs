//! What belongs to the shell: completions, the manual page, where files lie and what is set.

use clap_complete::Shell;
use serde_json::json;

use crate::io::config::{self, Config};
use crate::io::files;
use crate::io::reply::{Failure, Reply};
use crate::line::cli;
use crate::session::Session;

const NAME: &str = "bastide";

/// The script that makes a shell complete our commands.
pub fn completions(shell: Shell) -> Reply {
    let mut bytes = Vec::new();
    clap_complete::generate(shell, &mut cli::shell(), NAME, &mut bytes);
    said(bytes)
}

/// The manual page, as `man` reads it.
pub fn man() -> Result<Reply, Failure> {
    let mut bytes = Vec::new();
    let made = clap_mangen::Man::new(cli::shell()).render(&mut bytes);
    made.map_err(|error| Failure::io(format!("the manual page cannot be made: {error}")))?;
    Ok(said(bytes))
}

fn said(bytes: Vec<u8>) -> Reply {
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Reply::text(text.clone()).with("text", text)
}

/// Where files lie, and what is set and where.
pub fn paths(session: &Session) -> Reply {
    let shown = |path: Option<std::path::PathBuf>| {
        path.map_or("none: there is no home folder".to_string(), |path| path.display().to_string())
    };
    let state = || files::state_folder(files::variable);
    let kept = session.autosave.as_ref().map(|place| place.path());
    let mut facts = vec![
        ("settings", shown(config::own_file(files::variable))),
        ("project", config::PROJECT.to_string()),
        ("history", shown(state().map(|folder| folder.join(HISTORY)))),
        ("autosave", shown(kept.or_else(|| state().map(|folder| folder.join("autosave.txt"))))),
        ("saves", shown(state())),
    ];
    facts.extend(session.library.places().iter().map(|place| ("sets", place.display().to_string())));
    facts.push(("sets", "built in".into()));
    let mut lines: Vec<String> = facts.iter().map(|(name, path)| format!("{name:9} {path}")).collect();
    lines.extend(
        session
            .config
            .settings
            .iter()
            .map(|setting| format!("{:9} {} = {} ({})", "set", setting.key, setting.words.join(","), setting.origin)),
    );
    let set = |config: &Config| {
        let one =
            |setting: &config::Setting| json!({ "key": setting.key, "words": setting.words, "origin": setting.origin });
        config.settings.iter().map(one).collect::<Vec<_>>()
    };
    let paths: Vec<_> = facts.iter().map(|(name, path)| json!({ "name": name, "path": path })).collect();
    Reply::text(lines.join("\n")).with("paths", paths).with("set", set(&session.config))
}

/// The name of the file with what was typed.
pub const HISTORY: &str = "history.txt";
