//! `pack`: makes one file of a set that others can install.

use std::path::PathBuf;

use bastide_core::language::and;
use serde::Serialize;

use crate::io::reply::Answer;
use crate::line::command::{Args, Command, Context, Failure, NO_FILES, Reply};
use crate::share::pack::gather;
use crate::share::powers::size;

/// Make a file of a set that others can install
#[derive(Args)]
pub struct Pack {
    /// Folders of sets, or house rules (FILE.lua)
    #[arg(required = true, value_name = "DIR")]
    paths: Vec<PathBuf>,
    /// Folder for the packs (default: the current folder)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// The packs that were made.
#[derive(Serialize)]
struct Packs {
    packs: Vec<Packed>,
}

/// A pack that was made.
#[derive(Serialize)]
struct Packed {
    file: String,
    id: String,
    version: String,
    bytes: usize,
    sha256: String,
    files: Vec<String>,
    left_out: Vec<String>,
}

impl Answer for Packs {
    fn lines(&self) -> Vec<String> {
        let line = |Packed { file, files, bytes, .. }: &Packed| {
            format!("Packed {file} ({} files, {}).", files.len(), size(*bytes))
        };
        self.packs.iter().map(line).collect()
    }
}

impl Command for Pack {
    const NAME: &str = "pack";
    const FORM: &str = "pack DIR";
    const YIELDS: bool = true;
    const EXAMPLES: &str = "pack my-set        pack rule.lua        pack expansions/* --out packs\n\n\
        Checks the set and writes ID-VERSION.bastide: a zip file with its manifest, scripts, scenes, licence and texts, a\n\
        picture of its tiles, and the hashes of all that. The same folder always gives the same bytes. `install FILE`\n\
        installs it, `shelf DIR` makes a web site of a folder of packs.";
    const NOT_IN_SCENES: Option<&str> = Some(NO_FILES);

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let out = self.out.unwrap_or_default();
        if !out.as_os_str().is_empty() {
            context.pen.folder(&out)?;
        }
        let (mut packs, mut notes) = (Vec::new(), Vec::new());
        for path in &self.paths {
            if context.is_cancelled() {
                return Err(Failure::interrupted());
            }
            notes.extend(context.library.passed_over(path));
            let gathered = gather(path)?;
            let left_out = gathered.left_out.clone();
            let pack = gathered.pack(&context.library)?;
            let file = out.join(pack.file_name());
            context.pen.write(&file, &pack.bytes)?;
            if !left_out.is_empty() {
                notes.push(format!("left out of {}: {}", pack.file_name(), and(&left_out)));
            }
            packs.push(Packed {
                file: file.display().to_string(),
                id: pack.expansion.id().into(),
                version: pack.expansion.version().into(),
                bytes: pack.bytes.len(),
                sha256: pack.sha256(),
                files: pack.files.keys().cloned().collect(),
                left_out,
            });
        }
        Ok(Reply { notes, ..Reply::of(&Packs { packs }) })
    }
}
