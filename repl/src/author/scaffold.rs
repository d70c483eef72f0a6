//! A new expansion: a folder that can be checked, tested and played at once. Its files are templates in
//! `repl/templates`; nothing here knows what is in them.

use std::path::Path;
use std::sync::Arc;

use bastide_core::Setup;
use bastide_core::language::capital;
use bastide_core::manifest::{Expansion, Folder, Portion, Recipe};
use include_dir::{Dir, include_dir};

use crate::game::library::Library;
use crate::io::files;
use crate::io::pen::Pen;
use crate::io::reply::Failure;

static TEMPLATES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/templates");
/// What scripts can use, for editors.
const STUBS: &str = include_str!("../../../scripts/types/bastide.lua");
/// Where an editor finds it. Its name begins with a dot, so it does not belong to the rules.
const STUBS_PATH: &str = ".types/bastide.lua";

/// What a new expansion begins with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Template {
    /// A mark, tiles that have it, and what it is worth.
    #[default]
    Tiles,
    /// One rule with an option.
    Rule,
    /// A figure for each player.
    Figure,
    /// A kind of feature with its tiles.
    Feature,
    /// A rule that asks a player.
    Question,
}

impl Template {
    fn folder(self) -> &'static str {
        match self {
            Template::Tiles => "tiles",
            Template::Rule => "rule",
            Template::Figure => "figure",
            Template::Feature => "feature",
            Template::Question => "question",
        }
    }

    /// What it has, in words.
    pub fn about(self) -> &'static str {
        match self {
            Template::Tiles => "a mark, two kinds of tiles and a rule",
            Template::Rule => "a rule and an option",
            Template::Figure => "a figure and a rule",
            Template::Feature => "a kind of feature, three kinds of tiles and a rule",
            Template::Question => "a rule that asks a player",
        }
    }
}

/// A file: its path in the folder, and its text.
pub type File = (String, String);

/// The files of a new expansion.
pub fn files(kind: Template, id: &str) -> Vec<File> {
    let own = TEMPLATES.get_dir(kind.folder()).map(texts).unwrap_or_default();
    let summary = own.iter().find_map(|(_, text)| text.lines().find_map(|line| line.strip_prefix("summary = ")));
    let summary = summary.unwrap_or_default().trim_matches('"').to_string();
    let listed = |(path, _): &File| Some(format!("| `{path}` | {} |", about(path)?));
    let list = own.iter().filter_map(listed).collect::<Vec<_>>().join("\n");
    let common = TEMPLATES.get_dir("common").map(texts).unwrap_or_default();
    let filled = |(path, text): File| {
        let text = text.replace("{{summary}}", &summary).replace("{{files}}", &list);
        (path, text.replace("{{id}}", id).replace("{{name}}", &title(id)))
    };
    let stubs = (STUBS_PATH.to_string(), STUBS.to_string());
    own.into_iter().chain(common).map(filled).chain([stubs]).collect()
}

/// What a file of an expansion holds.
fn about(path: &str) -> Option<&'static str> {
    match path {
        "expansion.toml" => Some("what is declared: kinds, marks, figures, options"),
        "tiles.toml" => Some("the tiles, in strokes"),
        "init.lua" => Some("the rules that data cannot say"),
        _ => None,
    }
}

/// The name on the box: the id in words.
fn title(id: &str) -> String {
    capital(&id.replace(['-', '_'], " "))
}

/// The texts below a folder of templates, in the order of their paths.
fn texts(dir: &Dir<'_>) -> Vec<File> {
    let mut found = Vec::new();
    gather(dir, dir.path(), &mut found);
    found.sort();
    found
}

fn gather(dir: &Dir<'_>, top: &Path, found: &mut Vec<File>) {
    for file in dir.files() {
        let path = file.path().strip_prefix(top).ok().and_then(Path::to_str);
        if let (Some(path), Some(text)) = (path, file.contents_utf8()) {
            found.push((path.replace('\\', "/"), text.into()));
        }
    }
    dir.dirs().for_each(|dir| gather(dir, top, found));
}

/// Refuses a name that an expansion cannot have, or that another set uses.
pub fn check_name(library: &mut Library, id: &str, files: &[File]) -> Result<(), Failure> {
    let refused = |why: String| Failure::refused(format!("`{id}` cannot be the name of an expansion: {why}"));
    if library.has(id) {
        return Err(refused("there is a set of this name".into()));
    }
    let read = |files: Vec<(&str, &str)>| {
        Expansion::read(&Folder::from_files(id, files)).map_err(|error| {
            let help = error.help.map(|help| format!("; {help}")).unwrap_or_default();
            refused(error.message + &help)
        })
    };
    // By itself first: in the templates a wrong name would be a wrong table.
    read(vec![("expansion.toml", &format!("id = {id:?}\nname = \"new\"\nversion = \"1.0.0\"\n"))])?;
    let expansion = read(files.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect())?;
    let mut recipe: Recipe = library.recipe(&Library::built_in())?;
    recipe.expansions.push(Portion::one(Arc::new(expansion)));
    // The words of a new expansion begin with its name, so it must not be a word of another set.
    let setup = Setup::new(recipe, vec!["Red".into(), "Blue".into()], false);
    setup.map(drop).map_err(|error| refused(format!("another set uses it: {error}")))
}

/// Writes the files to a new folder; if one cannot be written, there is no folder afterwards.
pub fn write(pen: &mut Pen, folder: &Path, files: &[File]) -> Result<(), Failure> {
    if std::fs::symlink_metadata(folder).is_ok() {
        let why = format!("{} is there already; choose another name, nothing was changed", folder.display());
        return Err(Failure::refused(why));
    }
    pen.may(folder)?;
    let written = files.iter().try_for_each(|(path, text)| {
        let path = folder.join(path);
        path.parent().map_or(Ok(()), files::make_folder)?;
        pen.write(&path, text.as_bytes())
    });
    written.inspect_err(|_| {
        // What is below it was written a moment ago, by nobody else.
        let _ = std::fs::remove_dir_all(folder);
    })
}
