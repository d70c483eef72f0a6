//! What `api = 1` promises, one line for each name: what scripts have and give, the keys of manifests, the commands and
//! expectations of scenes. `tests/data/api-1.txt` keeps it.

use bastide_core::lab;
use bastide_core::manifest::keys;
use bastide_core::script::{Entry, Sort, surface};

/// The promise, line by line.
pub fn description() -> Vec<String> {
    let manifest = keys().map(|key| format!("manifest {}.{}: {}", key.of, key.name, key.typed));
    let scenes = lab::VERBS.iter().map(|(_, form)| format!("lab {form}"));
    let expectations = bastide::tell::expect::FORMS.iter().map(|(_, form)| form.to_string());
    surface().map(|entry| line(&entry)).chain(manifest).chain(scenes).chain(expectations).collect()
}

fn line(entry: &Entry) -> String {
    let Entry { of, name, typed, context, .. } = entry;
    match entry.sort {
        Sort::Field => format!("field {of}.{name}: {typed}"),
        Sort::Key => format!("key {of}.{name}: {typed}"),
        Sort::Type => format!("type {name} = {typed}"),
        Sort::Method => format!("method {of}:{name}{typed} {context}"),
        Sort::Hook => {
            let data = if entry.data.is_empty() { String::new() } else { format!(" or {}", entry.data) };
            format!("hook {name}{typed} {context}{data} when {}", entry.filters.join(" "))
        }
    }
}

/// The names of one sort that scripts have or give, each once.
pub fn names(sort: Sort) -> Vec<&'static str> {
    each_once(surface().filter(|entry| entry.sort == sort))
}

/// The hooks of one context: `pure`, `fold` or `action`.
pub fn hooks(context: &str) -> Vec<&'static str> {
    each_once(surface().filter(|entry| entry.sort == Sort::Hook && entry.context == context))
}

/// The keys of the tables by which scripts choose figures, tiles, features, segments, cells and deployments.
pub fn filter_keys() -> Vec<&'static str> {
    each_once(surface().filter(|entry| entry.sort == Sort::Key && entry.of.ends_with("Filter")))
}

fn each_once(entries: impl Iterator<Item = Entry>) -> Vec<&'static str> {
    let mut names: Vec<&str> = Vec::new();
    for entry in entries {
        if !names.contains(&entry.name) {
            names.push(entry.name);
        }
    }
    names
}
