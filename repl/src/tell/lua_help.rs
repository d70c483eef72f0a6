//! Help on what scripts and manifests can use: `help lua NAME`, from the tables of the Lua API and of the keys.

use bastide_core::language::{Row, did_you_mean, nearest, typed};
use bastide_core::manifest::keys;
use bastide_core::script::{Entry, Sort, surface};

use crate::io::markdown::unmarked;

/// Every name that has help, with a description.
pub fn names() -> Vec<(String, String)> {
    let mut names: Vec<(String, String)> = surface().map(|entry| (full_name(&entry), entry.sentence())).collect();
    for of in classes() {
        names.push((of.into(), format!("everything that belongs to {of}")));
    }
    names.extend(keys().map(|key| (format!("{}.{}", key.of, key.name), unmarked(key.says))));
    names
}

/// Help on a name: a hook, an object, `game:score`, `score`, a type or one of its keys. The error suggests what may be
/// meant.
pub fn help(name: &str) -> Result<String, String> {
    // `place` is an object and `Place` a type, so what is spelled exactly comes first.
    if let Some(named) = surface().find(|entry| entry.sort == Sort::Type && entry.name == name) {
        return Ok(row_help(&named));
    }
    let is_class = |entry: &Entry| entry.of.eq_ignore_ascii_case(name) || entry.class() == name;
    if let Some(entry) = surface().find(|entry| entry.sort != Sort::Type && is_class(entry)) {
        return Ok(class_help(entry.of));
    }
    let rows = surface().filter(|entry| is_called(entry, name)).map(|entry| row_help(&entry));
    // A key is called by its table and its name: alone, most names are those of something in Lua too.
    let keys = keys().filter(|key| format!("{}.{}", key.of, key.name) == name).map(|key| key_help(&key));
    let rows: Vec<String> = rows.chain(keys).collect();
    match rows.is_empty() {
        false => Ok(rows.join("\n\n")),
        true => Err(unknown(name)),
    }
}

fn key_help(key: &Row) -> String {
    let page = if key.of.starts_with("tiles") { "tiles.toml" } else { "expansion.toml" };
    format!("{}.{}: {}   in {page}\n  {}", key.of, key.name, unmarked(key.typed), unmarked(key.says))
}

/// All names, in groups.
pub fn overview() -> String {
    let hooks: Vec<&str> = surface().filter(|entry| entry.sort == Sort::Hook).map(|entry| entry.name).collect();
    let of_sort = |wanted: fn(Sort) -> bool| {
        let mut names: Vec<&str> = Vec::new();
        for entry in surface().filter(|entry| wanted(entry.sort)) {
            if !names.contains(&entry.of) {
                names.push(entry.of);
            }
        }
        names.join(", ")
    };
    let objects = of_sort(|sort| matches!(sort, Sort::Field | Sort::Method));
    let tables = of_sort(|sort| sort == Sort::Key);
    let types: Vec<&str> = surface().filter(|entry| entry.sort == Sort::Type).map(|entry| entry.name).collect();
    format!(
        "Scripts have\n  hooks    {}\n  objects  {objects}\n  tables   {tables}\n  types    {}\n\n`help lua NAME` shows one of them or one name in \
         it: help lua on_place, help lua game, help lua game:score, help lua When.",
        hooks.join(", "),
        types.join(", "),
    )
}

/// The objects and table types.
fn classes() -> Vec<&'static str> {
    let mut classes: Vec<&str> = surface().map(|entry| entry.of).filter(|of| !of.is_empty()).collect();
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// `game:score`, `figure.owner`, `on_place`.
fn full_name(entry: &Entry) -> String {
    match entry.sort {
        Sort::Hook | Sort::Type => entry.name.into(),
        Sort::Method => format!("{}:{}", entry.of, entry.name),
        Sort::Field | Sort::Key => format!("{}.{}", entry.of, entry.name),
    }
}

fn is_called(entry: &Entry, name: &str) -> bool {
    let same = |own: &str| own.eq_ignore_ascii_case(name);
    same(entry.name)
        || same(&full_name(entry))
        || name
            .split_once(['.', ':'])
            .is_some_and(|(of, rest)| entry.of.eq_ignore_ascii_case(of) && entry.name.eq_ignore_ascii_case(rest))
}

fn row_help(entry: &Entry) -> String {
    let name = full_name(entry);
    let note = entry.deprecated.map(|note| format!("\n  deprecated: {note}")).unwrap_or_default();
    let says = entry.sentence() + &note;
    match entry.sort {
        Sort::Field | Sort::Key => format!("{name}: {}\n  {says}", entry.typed),
        Sort::Type => format!("{name} = {}\n  {says}", entry.typed),
        Sort::Method => format!("{name}{}{}\n  {says}", entry.typed, in_hooks(entry.context)),
        Sort::Hook => format!(
            "{name} = function{}\n  called when: {says}\n  context: {}{}{}",
            entry.typed,
            entry.context,
            if entry.data.is_empty() { String::new() } else { format!("\n  or data: {}", entry.data) },
            when_help(entry.filters),
        ),
    }
}

fn in_hooks(context: &str) -> String {
    match context {
        "pure" => String::new(),
        context => format!("   in {context} hooks"),
    }
}

/// The keys of `when` that a hook has, with their descriptions.
fn when_help(filters: &[&str]) -> String {
    let keys: Vec<Entry> = surface().filter(|entry| entry.of == "When" && filters.contains(&entry.name)).collect();
    let lines = keys.iter().map(|key| format!("\n    {:9} {}", key.name, key.sentence()));
    if keys.is_empty() { String::new() } else { format!("\n  when:{}", lines.collect::<String>()) }
}

fn class_help(class: &str) -> String {
    let rows: Vec<Entry> = surface().filter(|entry| entry.of == class).collect();
    format!("{class}\n\n{}", rows.iter().map(row_help).collect::<Vec<_>>().join("\n"))
}

fn unknown(name: &str) -> String {
    let names = names();
    let short = surface().map(|entry| entry.name);
    let near = nearest(name, names.iter().map(|(name, _)| name.as_str()).chain(short));
    let meant = near.map(|near| did_you_mean(&format!("help lua {near}")));
    let meant = meant.unwrap_or("`help lua` lists what they have".into());
    format!("scripts have no {}; {meant}", typed(name))
}
