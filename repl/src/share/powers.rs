//! What a set brings and may do, shown before it is installed: what it needs and replaces, how much code it is, which
//! hooks it listens to, and what scripts can never do.

use std::collections::{BTreeMap, BTreeSet};

use bastide_core::language::{and, plural};
use bastide_core::manifest::Expansion;
use semver::Version;
use serde::Serialize;

use crate::game::library::Library;
use crate::io::prose::hung;
use crate::io::reply::{Answer, Failure, Named};
use crate::share::pack::Pack;
use crate::tell::sets::{hooks, tried};

/// What no script can do.
const BOUNDS: &str =
    "its scripts only play the game: no files, no network, no other programs, and a limit on steps and memory";
/// The width of the words in front.
const INDENT: usize = 12;
/// The maximum number of changes that are named.
const MAX_CHANGES: usize = 24;
/// The width of a line.
const COLUMNS: usize = 80;

/// What a set brings and may do.
#[derive(Clone, Debug, Serialize)]
pub struct Powers {
    /// The id of the set.
    pub id: String,
    name: String,
    /// Its version.
    pub version: String,
    summary: String,
    authors: Vec<String>,
    licence: String,
    house: bool,
    hash: String,
    requires: Named<String>,
    conflicts: Vec<String>,
    /// What it is put in place of.
    replaces: Option<String>,
    /// The rules of the table and of other sets that its scripts replace.
    overrides: Vec<String>,
    /// What it changes, while it is in play, of what the table and other sets declare.
    changes: BTreeSet<String>,
    tiles: u64,
    options: Vec<String>,
    verbs: Vec<String>,
    sets: Named<String>,
    scenes: usize,
    lua_files: usize,
    lua_lines: usize,
    hooks: Vec<String>,
    bytes: usize,
}

impl Powers {
    /// Reads them from a pack, which is tried with the sets of a library.
    pub fn of(pack: &Pack, library: &Library) -> Result<Powers, Failure> {
        let expansion = &pack.expansion;
        let mut with = pack.try_out(library)?;
        let id = expansion.id();
        let hooks = hooks(&tried(&mut with, id)?, id);
        let overrides = hooks.iter().filter_map(|hook| hook.strip_prefix("overrides[\"")?.strip_suffix("\"]"));
        Ok(Powers {
            id: id.into(),
            name: expansion.name().into(),
            version: expansion.version().into(),
            summary: expansion.summary().into(),
            authors: expansion.authors().to_vec(),
            licence: expansion.licence().into(),
            house: expansion.is_house(),
            hash: expansion.hash().into(),
            requires: expansion.requires().map(|(id, range)| (id.into(), range.into())).collect(),
            conflicts: expansion.conflicts().map(String::from).collect(),
            replaces: replaced(pack, library),
            overrides: overrides.map(String::from).collect(),
            changes: expansion.changes(),
            tiles: expansion.tiles().map(|(_, n)| u64::from(n)).sum(),
            options: expansion.options().iter().map(|option| option.name().to_string()).collect(),
            verbs: expansion.verbs().map(|(verb, _)| verb.to_string()).collect(),
            sets: expansion.sets().map(|(option, value)| (option.into(), value.to_string())).collect(),
            scenes: pack.scenes().count(),
            lua_files: expansion.scripts().count(),
            lua_lines: expansion.scripts().map(|(.., text)| text.lines().count()).sum(),
            hooks,
            bytes: pack.bytes.len(),
        })
    }

    /// The facts that there are: a word and a sentence each.
    pub fn facts(&self) -> Vec<(&'static str, String)> {
        let joined = |pairs: &Named<String>, by: &str| {
            pairs.iter().map(|(name, value)| format!("{name}{by}{value}")).collect::<Vec<_>>().join(", ")
        };
        let facts = vec![
            ("about", self.summary.clone()),
            ("by", self.authors.join(", ")),
            ("licence", self.licence.clone()),
            ("needs", joined(&self.requires, " ")),
            ("not with", self.conflicts.join(", ")),
            ("replaces", self.replaced()),
            ("changes", self.changed()),
            ("brings", self.contents()),
            ("sets", joined(&self.sets, "=")),
            ("code", self.code()),
            ("limits", BOUNDS.into()),
        ];
        facts.into_iter().filter(|(_, fact)| !fact.is_empty()).collect()
    }

    /// The same for somebody whose sets are not known.
    pub fn for_anybody(self) -> Powers {
        Powers { replaces: None, ..self }
    }

    fn replaced(&self) -> String {
        let rules = (!self.overrides.is_empty()).then(|| {
            let (word, rules) = (plural("rule", self.overrides.len() as i64), and(&self.overrides));
            format!("the {word} {rules} of others")
        });
        self.replaces.iter().cloned().chain(rules).collect::<Vec<_>>().join("; ")
    }

    /// What it changes of others: things by their names, the first of them if there are many, and tiles by their number.
    fn changed(&self) -> String {
        if self.changes.is_empty() {
            return String::new();
        }
        let (mut things, mut tiles) = (Vec::new(), BTreeMap::<&str, i64>::new());
        for change in &self.changes {
            match change.strip_prefix("tiles.").and_then(|tile| tile.split_once(':')) {
                Some((set, _)) => *tiles.entry(set).or_default() += 1,
                None => things.push(format!("`{change}`")),
            }
        }
        things.extend(tiles.iter().map(|(set, n)| format!("{n} {} of {set}", plural("tile", *n))));
        // A set that names thousands must not push everything else out of view.
        let more = things.len().saturating_sub(MAX_CHANGES);
        things.truncate(MAX_CHANGES);
        things.extend((more > 0).then(|| format!("{more} more")));
        and(&things)
    }

    fn contents(&self) -> String {
        let counted = |n: usize, what: &str| (n > 0).then(|| format!("{n} {}", plural(what, n as i64)));
        let parts = [
            counted(self.tiles as usize, "tile"),
            counted(self.options.len(), "option"),
            counted(self.verbs.len(), "new action"),
            counted(self.scenes, "scene"),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().chain([size(self.bytes)]).collect();
        parts.join(", ")
    }

    fn code(&self) -> String {
        if self.lua_lines == 0 {
            return "none: only data".into();
        }
        let (lines, files) = (self.lua_lines, self.lua_files);
        let hooks = if self.hooks.is_empty() { "no hooks".into() } else { format!("hooks {}", and(&self.hooks)) };
        format!("{lines} {} of Lua in {files} {}; {hooks}", plural("line", lines as i64), plural("file", files as i64))
    }
}

impl Answer for Powers {
    fn lines(&self) -> Vec<String> {
        let house = if self.house { "house rule " } else { "" };
        let mut lines = vec![format!("{} ({house}{} {})", self.name, self.id, self.version)];
        let facts = self.facts();
        lines.extend(facts.iter().map(|(name, fact)| format!("  {name:9} {}", hung(fact, INDENT, Some(COLUMNS)))));
        lines
    }
}

/// What is in the place of a set now.
fn replaced(pack: &Pack, library: &Library) -> Option<String> {
    let id = pack.expansion.id();
    let mut library = library.fresh();
    if !library.has(id) {
        return None;
    }
    if library.link_of(id).is_some() {
        return Some("the link made by `expansions add`; its folder stays but is no longer used".into());
    }
    let origin = if library.is_on_disk(id) { "is installed" } else { "is part of Bastide" };
    Some(match library.find(id) {
        Ok(old) if old.hash() == pack.expansion.hash() => format!("the same {id} {}, which {origin}", old.version()),
        Ok(old) => format!("{}, which {origin}", compared(&old, &pack.expansion)),
        Err(_) => format!("a broken {id}, which {origin}"),
    })
}

/// The version that was there, compared with the one that comes.
fn compared(old: &Expansion, new: &Expansion) -> String {
    let (id, was) = (old.id(), old.version());
    match (Version::parse(was), Version::parse(new.version())) {
        (Ok(before), Ok(now)) if before > now => format!("{id} {was}, a newer one"),
        (Ok(before), Ok(now)) if before == now => format!("{id} {was} with other files, but the same version"),
        _ => format!("{id} {was}"),
    }
}

/// A number of bytes in words.
pub fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{:.0} kB", bytes as f64 / 1e3),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}
