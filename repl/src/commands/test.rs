//! `test`: runs scenes.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::io::files;
use crate::line::command::{Args, Cause, Command, Context, Failure, Reply};
use crate::line::scene::{Played, play};

/// The maximum size of a scene.
const MAX_BYTES: u64 = 1 << 20;
/// The maximum depth of folders.
const MAX_DEPTH: usize = 16;

/// Run scenes
#[derive(Args)]
pub struct Test {
    /// Scene files or folders
    #[arg(required = true)]
    paths: Vec<PathBuf>,
}

impl Command for Test {
    const NAME: &str = "test";
    const FORM: &str = "test PATH";
    const EXAMPLES: &str = "test expansions/base/scenes";
    const NOT_IN_SCENES: Option<&str> = Some("a scene runs no other scenes");

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let mut files = Vec::new();
        for path in &self.paths {
            find(path, 0, &mut files)?;
        }
        if files.is_empty() {
            let shown: Vec<String> = self.paths.iter().map(|path| path.display().to_string()).collect();
            return Err(Failure::refused(format!("no .scene file in {}", shown.join(", "))));
        }
        let mut all = Vec::new();
        for path in files {
            if context.is_cancelled() {
                return Err(Failure::new(Cause::Interrupted, "interrupted"));
            }
            all.push(read(context, &path));
        }
        Ok(told(&all))
    }
}

fn told(all: &[Played]) -> Reply {
    let failed = all.iter().filter(|played| !played.passed()).count();
    let passed = all.len() - failed;
    let mut lines: Vec<String> = all.iter().flat_map(Played::report).collect();
    lines.push(format!("{passed} passed, {failed} failed"));
    let mut rows: Vec<Value> = all.iter().map(Played::to_json).collect();
    rows.push(json!({ "ok": failed == 0, "command": "test", "passed": passed, "failed": failed }));
    Reply { code: u8::from(failed > 0), ..Reply::text(lines.join("\n")).with_rows(&rows) }
}

fn read(context: &Context, path: &Path) -> Played {
    let text = files::read(path, MAX_BYTES).and_then(|bytes| {
        String::from_utf8(bytes).map_err(|error| {
            Failure::usage(format!("byte {} of the file is not UTF-8", error.utf8_error().valid_up_to()))
        })
    });
    match text {
        Ok(text) => play(&context.library, &context.commands, path, &text),
        Err(failure) => Played { path: path.into(), title: String::new(), faults: vec![(1, failure)] },
    }
}

/// The file itself, or all scenes in a folder and its subfolders, sorted by name.
fn find(path: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), Failure> {
    let failed = |error: std::io::Error| Failure::io(format!("{} cannot be read: {error}", path.display()));
    if !std::fs::metadata(path).map_err(failed)?.is_dir() {
        files.push(path.into());
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(failed)?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        let is_link = path.is_symlink();
        if path.is_dir() && !is_link && depth < MAX_DEPTH {
            find(&path, depth + 1, files)?;
        } else if path.extension().is_some_and(|extension| extension == "scene") {
            files.push(path);
        }
    }
    Ok(())
}
