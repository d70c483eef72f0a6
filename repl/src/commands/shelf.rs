//! `shelf`: makes a web site of a folder of packs, from which others can install them.

use std::path::{Path, PathBuf};

use bastide_core::language::plural;

use crate::io::files;
use crate::line::command::{Args, Cause, Command, Context, Failure, NO_FILES, Reply};
use crate::share::archive::MAX_ARCHIVE;
use crate::share::pack::{PACK, Pack};
use crate::share::site;

/// Make a web site of a folder of packs
#[derive(Args)]
pub struct Shelf {
    /// Folder with packs
    dir: PathBuf,
    /// Folder for the site (default: the folder of the packs)
    #[arg(long, value_name = "SITE")]
    out: Option<PathBuf>,
    /// Title of the site
    #[arg(long, default_value = "Sets for Bastide")]
    title: String,
}

impl Command for Shelf {
    const NAME: &str = "shelf";
    const FORM: &str = "shelf DIR";
    const YIELDS: bool = true;
    const EXAMPLES: &str = "shelf packs        shelf packs --out site --title \"Sets of our club\"\n\n\
        Writes index.json, which `expansions search`, `install NAME` and `expansions update` read, and a page for each\n\
        set with its tiles, rules, options and scenes. Any web server that serves files by https can host the folder.";
    const NOT_IN_SCENES: Option<&str> = Some(NO_FILES);

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let (packs, mut notes) = read(&self.dir)?;
        if packs.is_empty() {
            notes.insert(0, format!("{} has no pack that can be used; `pack DIR` makes one", self.dir.display()));
            return Err(Failure::refused(notes.join("\n  ")));
        }
        let shelf = site::Shelf::new(&self.title, packs, &context.library);
        let (files, wrong) = shelf.files();
        notes.extend(wrong);
        let out = self.out.clone().unwrap_or_else(|| self.dir.clone());
        context.pen.folder(&out)?;
        if self.out.is_some_and(|out| out.canonicalize().ok() != self.dir.canonicalize().ok()) {
            for (name, bytes) in shelf.packs() {
                context.pen.write(&out.join(name), bytes)?;
            }
        }
        for (name, bytes) in &files {
            context.pen.write(&out.join(name), bytes)?;
        }
        let ((packs, sets), shown) = (shelf.counts(), out.display().to_string());
        let text = format!(
            "Written to {shown}: {packs} {} of {sets} {}.",
            plural("pack", packs as i64),
            plural("set", sets as i64)
        );
        let code = if notes.is_empty() { 0 } else { Cause::Manifest.code() };
        let names: Vec<&String> = files.iter().map(|(name, _)| name).collect();
        let reply = Reply::text(text).with("site", shown).with("packs", packs).with("sets", sets).with("files", names);
        Ok(Reply { notes, code, ..reply })
    }
}

/// The packs of a folder, and what is wrong with those that cannot be used.
fn read(dir: &Path) -> Result<(Vec<Pack>, Vec<String>), Failure> {
    let entries =
        std::fs::read_dir(dir).map_err(|error| Failure::io(format!("{} cannot be read: {error}", dir.display())))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| path.extension().is_some_and(|ending| ending == PACK));
    paths.sort();
    let (mut packs, mut notes) = (Vec::new(), Vec::new());
    for path in paths {
        let shown = path.display().to_string();
        let pack = files::read(&path, MAX_ARCHIVE).and_then(|bytes| Pack::open(bytes, &shown));
        match pack {
            Ok(pack) if Path::new(&pack.file_name()).file_name() == path.file_name() => packs.push(pack),
            Ok(pack) => notes.push(format!("{shown} is left out: it should be called {}", pack.file_name())),
            Err(failure) => notes.push(format!("left out: {}", failure.message.lines().next().unwrap_or_default())),
        }
    }
    Ok((packs, notes))
}
