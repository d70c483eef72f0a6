//! The docs against the program: what the Lua host declares stands in the editor stubs and in docs/LUA.md and the other way round,
//! the scenes of docs/SCENES.md pass, and what README.md types works however it is typed.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use bastide_core::{lab, script};
use bastide_tests::deal::root;
use bastide_tests::program::Home;

const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");

type Names = BTreeSet<String>;

fn read(path: &str) -> String {
    fs::read_to_string(root().join("..").join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn word(text: &str) -> &str {
    &text[..text.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').unwrap_or(text.len())]
}

/// What each class of the stubs has: its fields, and its methods.
fn stubs() -> BTreeMap<String, [Names; 2]> {
    let mut classes: BTreeMap<String, [Names; 2]> = BTreeMap::new();
    let mut class = String::new();
    for line in read("scripts/types/bastide.lua").lines() {
        if let Some(name) = line.strip_prefix("---@class ") {
            class = word(name).into();
            classes.entry(class.clone()).or_default();
        } else if let Some(field) = line.strip_prefix("---@field ") {
            classes.entry(class.clone()).or_default()[0].insert(word(field).into());
        } else if let Some((owner, method)) = line.strip_prefix("function ").and_then(|rest| rest.split_once(':')) {
            classes.entry(owner.into()).or_default()[1].insert(word(method).into());
        }
    }
    classes
}

/// The classes of the stubs that describe a kind of object.
fn classes_of(kind: &str) -> Vec<String> {
    match kind {
        "event" => ["Event", "DrawEvent", "PlaceEvent", "MoveEvent", "FeatureEvent"].map(String::from).to_vec(),
        "place" => vec!["Candidate".into()],
        "loose tile" => vec!["LooseTile".into()],
        name => vec![name[..1].to_uppercase() + &name[1..]],
    }
}

/// The names under which the host adds methods, from its source: they live in one table for all kinds of objects.
fn methods() -> Names {
    let folder = root().join("../core/src/rules/script/methods");
    let files = fs::read_dir(folder).unwrap().map(|entry| fs::read_to_string(entry.unwrap().path()).unwrap());
    let mut names = Names::new();
    for text in files {
        for rest in ["self.add", "self.list"].iter().flat_map(|call| text.split(call).skip(1)) {
            let quoted = rest.split_once('(').and_then(|(_, rest)| rest.trim_start().strip_prefix('"'));
            names.extend(quoted.map(word).map(String::from));
        }
    }
    for line in read("core/src/rules/script/objects.lua").lines() {
        names.extend(line.trim().strip_prefix("function methods.").map(word).map(String::from));
    }
    // What `each` and `any` are made of.
    names.remove("items");
    names
}

fn sorted<'a>(names: impl IntoIterator<Item = &'a str>) -> Names {
    names.into_iter().map(String::from).collect()
}

#[test]
fn the_stubs_have_the_fields_that_objects_have() {
    let stubs = stubs();
    for (kind, fields) in script::objects() {
        let mut told = Names::new();
        for class in classes_of(kind) {
            let [fields, _] = stubs.get(&class).unwrap_or_else(|| panic!("the stubs have no class {class}"));
            told.extend(fields.iter().cloned());
        }
        assert_eq!(told, sorted(fields.iter().copied()), "the fields of a {kind}: in the stubs, in the host");
    }
}

#[test]
fn the_stubs_have_the_methods_that_objects_have() {
    let told: Names = stubs().into_values().flat_map(|[_, methods]| methods).collect();
    assert_eq!(told, methods(), "methods in the stubs, in the host");
}

#[test]
fn the_stubs_and_the_reference_have_the_hooks_that_there_are() {
    let hooks = sorted(script::hooks());
    assert_eq!(stubs()["Expansion"][0], hooks, "the fields of Expansion in the stubs, the hooks of the host");
    let text = read("docs/LUA.md");
    for hook in hooks {
        assert!(
            text.contains(&format!("| `{hook}")) || text.contains(&format!("`{hook}`")),
            "docs/LUA.md does not tell of {hook}"
        );
    }
}

/// The part of the reference on a kind of object; all of it for events, which hooks tell of.
fn section<'a>(text: &'a str, kind: &str) -> &'a str {
    let title = match kind {
        "event" => return text,
        "place" | "list" => "list, place",
        "decision" | "option" => "decision, option",
        "weight" | "winners" => "weight, winners",
        kind => kind,
    };
    let (_, rest) = text.split_once(&format!("\n### {title}\n")).unwrap_or_else(|| panic!("no section {title}"));
    rest.split("\n##").next().unwrap_or(rest)
}

#[test]
fn the_reference_tells_of_every_field_and_method() {
    let text = read("docs/LUA.md");
    for (kind, fields) in script::objects() {
        let section = section(&text, kind);
        for field in fields {
            let is_told = [format!("`{field}`"), format!("`{field}?`"), format!("{kind}.{field}")];
            assert!(is_told.iter().any(|told| section.contains(told)), "docs/LUA.md: `{field}` of a {kind}");
        }
    }
    for (class, [_, methods]) in stubs() {
        let kind = if class == "Candidate" { "place".into() } else { class.to_lowercase() };
        for method in methods {
            assert!(text.contains(&format!("{kind}:{method}(")), "docs/LUA.md: `{kind}:{method}`");
        }
    }
}

#[test]
fn the_reference_tells_of_no_method_that_there_is_not() {
    let (text, methods) = (read("docs/LUA.md"), methods());
    let kinds: Vec<&str> = script::objects().map(|(kind, _)| kind).collect();
    for (before, after) in text.match_indices(':').map(|(at, _)| text.split_at(at)) {
        let object =
            before.rsplit(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').next().unwrap_or_default();
        let method = word(&after[1..]);
        let is_call = !method.is_empty() && after[1 + method.len()..].starts_with('(');
        assert!(!is_call || !kinds.contains(&object) || methods.contains(method), "docs/LUA.md: {object}:{method}");
    }
}

#[test]
fn the_scenes_of_the_docs_pass() {
    let text = read("docs/SCENES.md");
    let scenes: Vec<&str> = text.split("```scene\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(scenes.len() >= 3);
    let home = Home::new(EXE);
    for (number, scene) in scenes.iter().enumerate() {
        home.write(&format!("scenes/{number}.scene"), scene);
    }
    let told = home.run(&["test", "scenes"], "");
    assert_eq!(told.code, Some(0), "{}{}", told.out, told.err);
}

#[test]
fn the_docs_tell_of_every_lab_command_and_expectation() {
    let text = read("docs/SCENES.md");
    for (verb, _) in lab::VERBS {
        assert!(text.contains(&format!("`{verb} ")) || text.contains(&format!("`{verb}`")), "lab command {verb}");
    }
    for (name, _) in bastide::tell::expect::FORMS {
        assert!(text.contains(&format!("`expect {name}")), "expect {name}");
    }
}

#[test]
fn lua_is_typed_alike_everywhere() {
    let home = Home::new(EXE);
    let lines = ["new base --players A,B", "lua #game:tiles()", "lua #game:features({ kind = \"city\" })", "scores"];
    let separated = lines.join("; ");
    let lined = lines.join("\n") + "\n";
    home.write("script.txt", &lined);
    let runs = [
        home.run(&["-c", &separated], ""),
        home.run(&["-c", &lined], ""),
        home.run(&["-f", "script.txt"], ""),
        home.run(&[], &lined),
    ];
    for told in runs {
        assert_eq!(told.code, Some(0), "{}", told.err);
        assert!(told.out.ends_with("\n1\n1\nA    0\nB    0\n"), "{}", told.out);
    }
    let code = "new base --players A,B; lua local n = #game.players; return n .. \"; #\"; lua )";
    let told = home.run(&["-c", code], "");
    assert!(told.out.ends_with("\n2; #\n"), "{}", told.out);
    assert!(told.err.starts_with("-c:3: lua:1: "), "{}", told.err);
}
