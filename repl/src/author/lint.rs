//! What can be read from the files of an expansion, and from what its games and scenes reached: names that nothing
//! declares, verbs, options, hooks and tiles that nothing uses, and what no scene tests.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use bastide_core::language::{Row, and, did_you_mean, nearest};
use bastide_core::manifest::{Expansion, Folder, GameOption, Place};
use bastide_core::{Catalogue, KindId, script};

use crate::author::coverage::{FileCoverage, shown};
use crate::author::findings::{Finding, Severity, line_of, word_in_scripts};
use crate::author::games::GameResults;
use crate::author::subject::Subject;
use crate::game::library::{Library, SceneFile};
use crate::line::command::Commands;

/// Hooks whose calls are not all counted: data can answer them, or what a rule does asks them.
const UNCOUNTED: [&str; 4] = ["can_choose", "can_move", "can_place", "overrides"];
/// The keys of a manifest that others want to read.
const HEAD: [&str; 4] = ["api", "summary", "authors", "licence"];
/// The files of an expansion that are always read.
const READ: [&str; 3] = ["expansion.toml", "tiles.toml", "init.lua"];
/// A tile that fitted nowhere this many times fits nowhere.
const ENOUGH_DRAWS: u64 = 4;
/// Globals of Lua that scripts do not have, and what to use instead.
const MISSING: [(&str, &str); 5] = [
    ("print", "`game:tell(text)` writes a line to the log"),
    ("os", "scripts see no clock and no machine"),
    ("io", "scripts see no files; `require` reads the other files of the folder"),
    ("coroutine", "`game:ask` waits for an answer"),
    ("load", "scripts cannot make code while they run"),
];

/// What the head of a manifest leaves out, and whether its name is that of another set.
pub fn head(expansion: &Expansion) -> Vec<Finding> {
    let mut findings = Vec::new();
    let missing: Vec<String> =
        HEAD.iter().filter(|key| expansion.declared_at("", key).is_none()).map(|key| format!("`{key}`")).collect();
    if !missing.is_empty() {
        let sentence = format!("the manifest does not say {}", and(&missing));
        let help =
            "whoever gets it wants to know for which API it is, what it does, who made it and what they may do with it";
        findings.push(Finding::new(Severity::Note, "missing-key", sentence, help).at(expansion.declared_at("", "id")));
    }
    if Library::built_in_hash(expansion.id()).is_some_and(|hash| hash != expansion.hash()) {
        let sentence = format!("a set of the program is called `{}` too; this one takes its place", expansion.id());
        let finding = Finding::new(Severity::Warning, "id-clash", sentence, "choose another id unless that is meant");
        findings.push(finding.at(expansion.declared_at("", "id")));
    }
    findings
}

/// Names in scripts that nothing declares, and globals that are assigned.
pub fn globals(expansion: &Expansion) -> Vec<Finding> {
    let files = expansion.scripts().map(|(_, file, text)| (file, &**text));
    // Where a quote or an `end` is missing, every name could be anything.
    let files: Vec<(&str, &str)> = files.filter(|(_, text)| script::is_whole(text)).collect();
    let unknown: Vec<Vec<script::Undeclared>> = files.iter().map(|(_, text)| script::undeclared(text)).collect();
    let assigned: BTreeSet<String> =
        unknown.iter().flatten().filter(|found| found.is_assigned).map(|found| found.name.clone()).collect();
    let mut findings = Vec::new();
    for ((file, text), unknown) in files.iter().zip(unknown) {
        let mut seen = BTreeSet::new();
        let is_known = |name: &str| script::globals().any(|global| global == name);
        let unknown = unknown.into_iter().filter(|found| !is_known(&found.name) || found.is_assigned);
        for found in unknown.filter(|found| found.is_assigned || !assigned.contains(&found.name)) {
            if seen.insert(found.name.clone()) {
                let place = Place::in_text(*file, *text, found.span.clone());
                findings.push(global(text, &found).at(Some(place)));
            }
        }
    }
    findings
}

fn global(text: &str, found: &script::Undeclared) -> Finding {
    let name = &found.name;
    if found.is_assigned {
        let sentence = format!("`{name}` is assigned as a global");
        let help = format!("write `local {name}`: once a script is loaded, globals cannot be changed");
        return Finding::new(Severity::Warning, "global", sentence, help);
    }
    let instead = MISSING.iter().find(|(missing, _)| missing == name).map(|(_, instead)| instead.to_string());
    let words = script::words(text);
    let known = words.iter().map(String::as_str).filter(|word| word != name);
    let globals = script::globals().map(|global| -> &str { global });
    let near = || nearest(name, known.chain(globals)).map(did_you_mean);
    let help = instead.or_else(near).unwrap_or_else(|| format!("declare it with `local {name}`"));
    Finding::new(Severity::Error, "unknown-global", format!("nothing declares `{name}`"), help)
}

/// Lines that remember what is drawn next, which nobody may know: bots and every view of the table see what is remembered.
pub fn remembered(expansion: &Expansion) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (_, file, text) in expansion.scripts() {
        let mut hidden: BTreeSet<String> = BTreeSet::new();
        for (number, line) in text.lines().enumerate() {
            let code = line.split("--").next().unwrap_or_default();
            let Some((to, value)) = code.split_once('=') else { continue };
            let is_compared = value.starts_with('=') || to.ends_with(['~', '<', '>']);
            if is_compared || !value.contains(":top(") && script::words(value).is_disjoint(&hidden) {
                continue;
            }
            if to.contains("state.") || to.contains("state[") {
                let sentence = "what is drawn next is remembered, where bots and every view of the table see it";
                let help = "ask for it when it is needed, or draw it into a zone that is hidden";
                let finding = Finding::new(Severity::Warning, "remembers-hidden", sentence, help);
                findings.push(finding.at(line_of(expansion, file, number + 1)));
            } else if value.contains(":top(") {
                hidden.extend(to.split_whitespace().last().map(String::from));
            }
        }
    }
    findings
}

/// Files whose value a script uses although they return none.
pub fn missing_returns(expansion: &Expansion) -> Vec<Finding> {
    let mut findings: Vec<Finding> = Vec::new();
    for name in expansion.scripts().flat_map(|(_, _, text)| script::required(text)) {
        let wanted = format!("{}.lua", name.replace('.', "/"));
        let read = expansion.scripts().find(|(path, ..)| *path == wanted);
        let Some((path, file, text)) = read.filter(|(_, _, text)| !script::returns(text)) else { continue };
        let sentence = format!("`{path}` returns nothing, but `require(\"{name}\")` is used as a value");
        let help = "end the file with `return` and what others need of it";
        let last = line_of(expansion, file, text.trim_end().lines().count());
        findings.push(Finding::new(Severity::Error, "missing-return", sentence, help).at(last));
    }
    findings.dedup_by(|next, first| next.sentence == first.sentence);
    findings
}

/// Verbs that are called like commands of the prompt: typed, they would mean either.
pub fn verb_names(expansion: &Expansion, commands: &Commands) -> Vec<Finding> {
    let taken = expansion.verbs().filter(|(verb, _)| commands.find(verb).is_some());
    let finding = |(verb, _): (&str, &str)| {
        let sentence = format!("`{verb}` is a command of the prompt");
        let help = "choose another word for the verb: what players type must mean one thing";
        Finding::new(Severity::Error, "verb-name", sentence, help).at(expansion.declared_at("verbs", verb))
    };
    taken.map(finding).collect()
}

/// Files in the folder of an expansion that nothing reads.
pub fn unread_files(subject: &Subject, expansion: &Expansion) -> Vec<Finding> {
    let Some(path) = subject.path.as_ref().filter(|path| path.is_dir()) else { return Vec::new() };
    let names =
        Folder::read_dir(path).map_or(Vec::new(), |folder| folder.files().map(|(name, _)| name.into()).collect());
    let texts = words(expansion);
    let is_required = |name: &str| {
        name.strip_suffix(".lua").is_some_and(|stem| texts.contains(stem) || texts.contains(&stem.replace('/', ".")))
    };
    let is_read = |name: &String| READ.contains(&name.as_str()) || is_required(name);
    let unread = names.into_iter().filter(|name| !is_read(name)).map(|name: String| {
        let help = match name.ends_with(".lua") {
            true => "hooks are in `init.lua`, which reads other files with `require`",
            false => "tiles are in `tiles.toml`, everything else in `expansion.toml`",
        };
        (name, help)
    });
    let scenes = stray_scenes(path).map(|name| (name, "the name of a scene ends in `.scene`"));
    let finding = |(name, help): (String, &str)| {
        let place = Place::file_alone(path.join(&name).display().to_string());
        Finding::new(Severity::Warning, "unread-file", format!("nothing reads `{name}`"), help).at(Some(place))
    };
    unread.chain(scenes).map(finding).collect()
}

/// The files in the folder of scenes that are not run.
fn stray_scenes(path: &Path) -> impl Iterator<Item = String> {
    let entries = std::fs::read_dir(path.join("scenes")).into_iter().flatten().flatten();
    let names = entries.filter(|entry| entry.path().is_file()).filter_map(|entry| entry.file_name().into_string().ok());
    let stray = |name: &String| !name.starts_with('.') && !name.ends_with(".scene") && !name.ends_with(".md");
    let mut names: Vec<String> = names.filter(stray).map(|name| format!("scenes/{name}")).collect();
    names.sort();
    names.into_iter()
}

/// Names of the Lua API that scripts use although something else should be used now.
pub fn deprecated(expansion: &Expansion, api: impl Iterator<Item = script::Entry>) -> Vec<Finding> {
    let used = words(expansion);
    let notes = api.filter_map(|entry| Some((entry.name, entry.deprecated?)));
    let finding = |(name, instead): (&str, &str)| {
        let sentence = format!("`{name}` is deprecated");
        Finding::new(Severity::Warning, "deprecated", sentence, instead).at(word_in_scripts(expansion, name))
    };
    notes.filter(|(name, _)| used.contains(*name)).map(finding).collect()
}

/// Keys of the manifest that are used although something else should be used now.
pub fn deprecated_keys(expansion: &Expansion, keys: impl Iterator<Item = Row>) -> Vec<Finding> {
    let used = keys.filter_map(|row| Some((row.name, row.deprecated?, expansion.key_at(row.of, row.name)?)));
    let finding = |(name, instead, place): (&str, &str, Place)| {
        let sentence = format!("the key `{name}` is deprecated");
        Finding::new(Severity::Warning, "deprecated", sentence, instead).at(Some(place))
    };
    used.map(finding).collect()
}

/// Words in the scripts of an expansion.
pub fn words(expansion: &Expansion) -> BTreeSet<String> {
    expansion.scripts().flat_map(|(_, _, text)| script::words(text)).collect()
}

/// Options that no script and no manifest reads.
pub fn unread_options(library: &Library, expansion: &Expansion) -> Vec<Finding> {
    let own = words(expansion);
    let mut library = library.clone();
    let others: Vec<_> = Library::built_in().iter().filter_map(|id| library.find(id).ok()).collect();
    // A set of the program can only read an option that it knows: of another one, or one that both declare.
    let is_shipped = Library::built_in_hash(expansion.id()).is_some();
    let is_read = |option: &&GameOption| {
        let name = option.name();
        let knows = |other: &Expansion| is_shipped || other.options().iter().any(|option| option.name() == name);
        let reads = |other: &Expansion| knows(other) && (other.names(name) || words(other).contains(name));
        own.contains(name) || expansion.names(name) || others.iter().any(|other| reads(other))
    };
    let unread = expansion.options().iter().filter(|option| !is_read(option));
    let finding = |option: &GameOption| {
        let sentence = format!("nothing reads the option `{}`", option.name());
        let help = format!(
            "read it with `game:option(\"{0}\")`, with `when = {{ option = {{ … }} }}` or in a `[[when]]` of the manifest",
            option.name()
        );
        Finding::new(Severity::Warning, "unread-option", sentence, help)
            .at(expansion.declared_at("options", option.name()))
    };
    unread.map(finding).collect()
}

/// Kinds of features on which no figure of the game can stand, although the manifest does not say so.
pub fn unclaimed(expansion: &Expansion, catalogue: &Catalogue) -> Vec<Finding> {
    let kinds = (0..).map(KindId).zip(&catalogue.kinds);
    let is_empty = |kind: KindId| !catalogue.figures.iter().any(|figure| figure.may_stand_on(kind));
    let finding = |kind: &str| {
        let sentence = format!("no figure can stand on a `{kind}`, so nobody scores it");
        let help = format!(
            "`claim = \"followers\"` lets every follower stand there, a figure with `on = [\"{kind}\"]` only that one; \
             `claim = false` says that nobody can stand there"
        );
        Finding::new(Severity::Warning, "unclaimed", sentence, help)
    };
    let empty = kinds.filter(|(id, kind)| kind.claim && is_empty(*id)).map(|(_, kind)| kind.name.as_str());
    let own = empty.filter_map(|kind| Some((kind, expansion.declared_at("kinds", kind)?)));
    own.map(|(kind, place)| finding(kind).at(Some(place))).collect()
}

/// Verbs that nothing handles, or that were never chosen.
pub fn verbs(expansion: &Expansion, results: &GameResults, scenes: &[SceneFile]) -> Vec<Finding> {
    let words = words(expansion);
    let mut findings = Vec::new();
    for (verb, _) in expansion.verbs() {
        let place = expansion.declared_at("verbs", verb);
        let is_handled = results.calls.contains_key(&format!("verbs.{verb}"));
        if !is_handled && !words.contains(verb) {
            let sentence = format!("nothing handles the verb `{verb}`");
            let help =
                format!("add `verbs = {{ {verb} = function(game, target) … end }}`, or take it out of `[verbs]`");
            findings.push(Finding::new(Severity::Warning, "verb-without-handler", sentence, help).at(place));
        } else if !results.chosen.contains(verb) && !named_in(scenes, verb) {
            let sentence = format!("`{verb}` could never be chosen, in no game and no scene");
            let help = format!("offer it with `decision:offer(\"{verb}\", …)`, and check when the offer is made");
            findings.push(Finding::new(Severity::Warning, "never-offered", sentence, help).at(place));
        }
    }
    findings
}

/// Whether a scene has a word.
fn named_in(scenes: &[SceneFile], word: &str) -> bool {
    let has = |text: &String| text.split(|c: char| c.is_whitespace() || c == '"').any(|found| found == word);
    scenes.iter().any(|scene| scene.text.as_ref().is_ok_and(has))
}

/// Handlers that were never called.
pub fn never_called(expansion: &Expansion, results: &GameResults, in_scenes: &BTreeMap<String, u64>) -> Vec<Finding> {
    let is_called = |hook: &String, calls: u64| calls + in_scenes.get(hook).copied().unwrap_or(0) > 0;
    let hooks = results.calls.iter().filter(|(hook, calls)| !is_called(hook, **calls)).map(|(hook, _)| hook);
    let finding = |hook: &String| {
        let word = hook.rsplit('.').next().unwrap_or(hook);
        let sentence = format!("`{hook}` was never called, in no game and no scene");
        let help = "check its `when`; a scene that calls it shows that it works";
        Finding::new(Severity::Warning, "never-called", sentence, help).at(word_in_scripts(expansion, word))
    };
    let is_counted = |hook: &&String| !UNCOUNTED.iter().any(|name| hook.split('[').next() == Some(name));
    hooks.filter(is_counted).map(finding).collect()
}

/// Tiles that fit nowhere, and tiles that were never drawn.
pub fn tiles(expansion: &Expansion, results: &GameResults) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (tile, _) in expansion.tiles().filter(|(_, count)| *count > 0) {
        let (placed, discarded) = results.tiles.get(tile).copied().unwrap_or_default();
        let place = expansion.declared_at("tiles", tile);
        if placed == 0 && discarded >= ENOUGH_DRAWS {
            let sentence = format!("the tile `{tile}` fits nowhere: it was drawn {discarded} times and never placed");
            let help =
                format!("`tiles {0}` draws it; its sides must be able to meet those of other tiles", expansion.id());
            findings.push(Finding::new(Severity::Error, "fits-nowhere", sentence, help).at(place));
        }
    }
    findings
}

/// Functions and lines that no scene reached.
pub fn unreached(expansion: &Expansion, files: &[FileCoverage]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files {
        for missed in &file.missed_functions {
            let sentence = format!("no scene calls {}", missed.title());
            let help = "write a scene that needs it: `test --coverage` shows what scenes reach";
            let finding = Finding::new(Severity::Warning, "untested", sentence, help);
            findings.push(finding.at(line_of(expansion, &file.file, missed.line)));
        }
        if !file.missed_lines.is_empty() {
            let sentence = format!("no scene reaches {} of {}", shown(&file.missed_lines), file.file);
            let help = format!("scenes reach {} of {} lines with code", file.lines_reached, file.lines);
            findings.push(Finding::new(Severity::Note, "untested-lines", sentence, help));
        }
    }
    findings
}

/// Options that no scene sets, and values that no scene has.
pub fn untested_options(expansion: &Expansion, scenes: &[SceneFile]) -> Vec<Finding> {
    let texts: Vec<&String> = scenes.iter().filter_map(|scene| scene.text.as_ref().ok()).collect();
    let mut findings = Vec::new();
    for option in expansion.options() {
        let is_set = |value: &str| texts.iter().any(|text| sets(text, option.name(), value));
        let values: Vec<String> =
            option.values().iter().filter(|value| *value != option.default()).map(ToString::to_string).collect();
        let missing: Vec<&str> = values.iter().map(String::as_str).filter(|value| !is_set(value)).collect();
        // Of a range, any number shows that the option works.
        if missing.is_empty() || option.range().is_some() && missing.len() < values.len() {
            continue;
        }
        let place = expansion.declared_at("options", option.name());
        let help = format!("`new … --option {}={}` in a scene sets it", option.name(), missing[0]);
        let finding = match missing.len() == values.len() {
            true => {
                let sentence = format!("no scene sets the option `{}`", option.name());
                Finding::new(Severity::Warning, "untested-option", sentence, help)
            }
            false => {
                let sentence = format!("no scene sets `{}` to {}", option.name(), and(&missing));
                Finding::new(Severity::Note, "untested-value", sentence, help)
            }
        };
        findings.push(finding.at(place));
    }
    findings
}

/// Whether a scene sets an option to a value.
fn sets(scene: &str, option: &str, value: &str) -> bool {
    let words: Vec<&str> = scene.split_whitespace().collect();
    let at_once = format!("{option}={value}");
    let is_typed = |three: &[&str]| three == ["option", option, value];
    words.iter().any(|word| word.trim_start_matches("--option=") == at_once) || words.windows(3).any(is_typed)
}

#[cfg(test)]
mod tests {
    use bastide_core::manifest::keys;

    use super::*;

    #[test]
    fn a_deprecated_name_is_told_with_what_to_use_instead() {
        let expansion = Library::default().find("hole-bonus").unwrap();
        let used = words(&expansion);
        let entry = script::surface().find(|entry| used.contains(entry.name)).expect("a name that it uses");
        let unused = script::surface().find(|entry| !used.contains(entry.name)).expect("a name that it does not use");
        let old = |entry| script::Entry { deprecated: Some("use `new`"), ..entry };
        let found = deprecated(&expansion, [old(entry), old(unused)].into_iter());
        assert_eq!(found.len(), 1);
        assert!(found[0].lines().contains(entry.name) && found[0].lines().contains("use `new`"));
        assert!(deprecated(&expansion, script::surface()).is_empty(), "nothing is deprecated yet");
    }

    #[test]
    fn a_deprecated_key_is_told_where_it_is_used() {
        let expansion = Library::default().find("river").unwrap();
        let old = |row: Row| Row { deprecated: Some("use `new`"), ..row };
        let found = deprecated_keys(&expansion, keys().filter(|row| row.of == "kinds" && row.name == "edge").map(old));
        assert_eq!(found.len(), 1);
        assert!(found[0].lines().contains("edge = "), "{}", found[0].lines());
        assert!(deprecated_keys(&expansion, keys().filter(|row| row.of == "forms").map(old)).is_empty());
        assert!(deprecated_keys(&expansion, keys()).is_empty(), "nothing is deprecated yet");
    }

    #[test]
    fn an_option_is_set_with_a_flag_or_by_a_command() {
        let scene = "new x --option a=1 --option=b=yes --lab\nset option c 3\n";
        assert!(sets(scene, "a", "1") && sets(scene, "b", "yes") && sets(scene, "c", "3"));
        assert!(!sets(scene, "a", "2") && !sets(scene, "c", "1"));
    }
}
