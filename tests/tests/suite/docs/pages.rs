//! The pages of docs/ as a book: the summary names all of them, links lead somewhere, tables are made from the program,
//! and names in the text exist.

use std::collections::BTreeSet;
use std::fs;

use bastide::game::library::Library;
use bastide::io::markdown::{headings, slug};
use bastide::tell::book;
use bastide_core::manifest::{Expansion, Folder, keys};
use bastide_core::script::{Entry, Sort, surface};
use bastide_tests::deal::root;
use bastide_tests::program::Home;
use bastide_tests::{limits, reference, rewrite};

use super::{EXE, read, word};

/// The pages of docs/ with their texts, as they are on disk.
pub fn pages() -> Vec<(String, String)> {
    let files = fs::read_dir(root().join("../docs")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut names: Vec<String> =
        files.map(|name| name.into_string().unwrap()).filter(|name| name.ends_with(".md")).collect();
    names.sort();
    names.into_iter().map(|name| (name.clone(), read(&format!("docs/{name}")))).collect()
}

#[test]
fn the_tables_of_the_docs_are_made_from_the_program() {
    let pages = pages();
    for (name, _) in pages.iter().filter(|(_, text)| text.contains("<!-- rows: ")) {
        rewrite::expect(&root().join("../docs").join(name), &reference::rewritten(name, &pages));
    }
    let has = |of: &str| pages.iter().any(|(_, text)| text.contains(&format!("<!-- rows: {of} -->")));
    for entry in surface() {
        let of = if entry.sort == Sort::Hook { "hooks" } else { entry.of };
        assert!(has(of), "docs/ has no rows of {of}");
    }
    for key in keys() {
        assert!(has(&format!("keys of {}", key.of)), "docs/ has no keys of {}", key.of);
    }
}

#[test]
fn every_limit_in_the_code_is_in_the_docs() {
    assert_eq!(limits::untold(), Vec::<String>::new(), "limits without a row in tests/src/limits.rs");
}

#[test]
fn the_summary_names_every_page() {
    let listed: BTreeSet<String> = book::pages().iter().map(|page| format!("{}.md", page.name)).collect();
    let there: BTreeSet<String> =
        pages().into_iter().map(|(name, _)| name).filter(|name| name != "SUMMARY.md").collect();
    assert_eq!(listed, there);
}

/// What mdBook reads: its settings, a summary of headings and links, and pages that ask for no other files.
#[test]
fn the_book_is_one_that_mdbook_reads() {
    let book: toml::Table = read("docs/book.toml").parse().unwrap();
    let sections: Vec<&str> = book.keys().map(String::as_str).collect();
    assert_eq!(sections, ["book", "build", "output"]);
    assert_eq!((book["book"]["src"].as_str(), book["build"]["create-missing"].as_bool()), (Some("."), Some(false)));
    let is_link = |text: &str| text.starts_with('[') && text.ends_with(".md)");
    let is_read = |line: &&str| line.is_empty() || line.starts_with("# ") || is_link(line.trim_start_matches("- "));
    let summary = read("docs/SUMMARY.md");
    assert_eq!(summary.lines().find(|line| !is_read(line)), None);
    assert!(pages().iter().all(|(_, text)| !text.contains("{{#")), "mdBook would look for a file");
}

/// The targets of the links of a page; those of examples are none.
fn links(text: &str) -> Vec<&str> {
    let prose = text.split("\n```").step_by(2);
    prose.flat_map(|part| part.split("](").skip(1)).filter_map(|rest| rest.split(')').next()).collect()
}

#[test]
fn every_link_of_the_docs_leads_somewhere() {
    let pages = pages();
    let text_of = |name: &str| pages.iter().find(|(page, _)| page == name).map(|(_, text)| text.as_str());
    for (name, text) in &pages {
        for link in links(text).into_iter().filter(|link| !link.starts_with("http")) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let file = if file.is_empty() { name } else { file };
            assert!(!file.contains(".."), "docs/{name}: {link} leads out of the book");
            assert!(root().join("../docs").join(file).exists(), "docs/{name}: no file {file}");
            let has = |text: &str| headings(text).iter().any(|heading| slug(heading.title) == anchor);
            assert!(anchor.is_empty() || text_of(file).is_some_and(has), "docs/{name}: no heading {link}");
        }
    }
    for link in links(&read("README.md")).into_iter().filter(|link| !link.starts_with("http")) {
        let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
        let file = if file.is_empty() { "README.md" } else { file };
        assert!(root().join("..").join(file).exists(), "README.md: no file {file}");
        let has = |text: &str| headings(text).iter().any(|heading| slug(heading.title) == anchor);
        assert!(anchor.is_empty() || has(&read(file)), "README.md: no heading {link}");
    }
}

#[test]
fn the_docs_have_no_method_that_there_is_not() {
    let methods: Vec<Entry> = surface().filter(|entry| entry.sort == Sort::Method).collect();
    for (name, text) in pages() {
        for (before, after) in text.match_indices(':').map(|(at, _)| text.split_at(at)) {
            let object =
                before.rsplit(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').next().unwrap_or_default();
            let method = word(&after[1..]);
            let is_call = !method.is_empty() && after[1 + method.len()..].starts_with('(');
            let is_known = methods.iter().any(|entry| entry.of == object && entry.name == method);
            let is_object = methods.iter().any(|entry| entry.of == object);
            assert!(!is_call || !is_object || is_known, "docs/{name}: {object}:{method}");
        }
    }
}

/// The last column of a row of "Which hook do I need?" names hooks, methods, fields, keys or manifest keys.
#[test]
fn which_hook_names_only_what_there_is() {
    let text = read("docs/WHICH-HOOK.md");
    let rows: Vec<&str> = text.lines().filter(|line| line.starts_with("| ") && !line.contains("| use")).collect();
    assert!(rows.len() >= 40, "{} rows", rows.len());
    for row in rows {
        let cell = row.trim_end_matches(" |").rsplit(" | ").next().unwrap();
        let names: Vec<&str> = cell.split('`').skip(1).step_by(2).collect();
        assert!(!names.is_empty(), "no name in {row}");
        for name in names {
            assert!(is_name(name), "`{name}` in {row}");
        }
    }
}

/// Whether a name is in the surface, the keys of manifests, or is a phase: `on_place`, `game:score`, `when.kind`,
/// `kinds.edge`, `phases`.
fn is_name(name: &str) -> bool {
    let (of, own) = name.rsplit_once(['.', ':']).unwrap_or(("", name));
    let own = word(own);
    let is_entry = |entry: Entry| {
        entry.name == own
            && match entry.sort {
                Sort::Hook | Sort::Type => of.is_empty(),
                Sort::Key => entry.of.eq_ignore_ascii_case(of) || entry.of == "Expansion" && of.is_empty(),
                _ => entry.of == of,
            }
    };
    surface().any(is_entry)
        || keys().any(|key| key.name == own && (key.of == of || key.of == "expansion" && of.is_empty()))
}

/// For each table of a manifest, the lines that it needs, in a manifest or a file of tiles.
const TABLES: [(&str, &str); 20] = [
    ("expansion", ""),
    ("kinds", "[kinds.x]\nedge = \"none\"\ncloses = \"never\"\n"),
    ("kinds.course", "[kinds.x]\nedge = \"none\"\ncloses = \"never\"\n[kinds.x.course]\n"),
    (
        "kinds.neighbours",
        "[kinds.x]\nedge = \"none\"\ncloses = \"never\"\n[kinds.x.neighbours]\nkind = \"x\"\nrate = 1\n",
    ),
    ("tags", "[tags.x]\n"),
    ("figures", "[figures.x]\ncount = 1\n"),
    ("tokens", "[tokens.x]\ncount = 1\n"),
    ("counters", "[counters.x]\n"),
    ("zones", "[zones.x]\n"),
    ("forms", "[forms.x]\nkind = \"road\"\nstrokes = [\"N-S\"]\n"),
    ("settings", "[settings]\n"),
    ("start", "[[start]]\ntile = \"x\"\nat = \"0,0\"\n"),
    ("piles", "[[piles]]\n"),
    ("options", "[options.x]\nabout = \"x\"\ndefault = true\n"),
    (
        "options.follows",
        "[options.x]\nabout = \"x\"\ndefault = true\n[options.x.follows]\noption = \"y\"\nis = true\ndefault = false\n",
    ),
    ("when", "[[when]]\n"),
    ("limits", "[[limits]]\noption = { x = true }\nwhy = \"x\"\n"),
    ("tiles", "[x]\n"),
    ("when.tiles", "[[when]]\ntiles.x = {}\n"),
    ("editions", "[editions]\ndefault = \"x\"\n[editions.x]\nabout = \"x\"\n"),
];

/// What the reader says about a key with a value that none has, in a table of a manifest.
fn read_with(table: &str, lines: &str, key: &str) -> String {
    // The last table of the lines is the one that is tried; what it says of the key itself makes way.
    let own = lines.rfind("\n[").map_or(0, |at| at + 1);
    let (before, own) = lines.split_at(own);
    let own: String =
        own.lines().filter(|line| !line.starts_with(&format!("{key} ="))).map(|line| format!("{line}\n")).collect();
    let nonsense = format!("{key} = 1979-05-27\n");
    let head = "id = \"x\"\nname = \"x\"\nversion = \"1.0.0\"\n";
    let head: String = head
        .lines()
        .filter(|line| table != "expansion" || !line.starts_with(&format!("{key} =")))
        .map(|line| format!("{line}\n"))
        .collect();
    let files = match table {
        "tiles" => [("expansion.toml", head), ("tiles.toml", format!("{own}{nonsense}"))],
        _ => [("expansion.toml", format!("{head}{before}{own}{nonsense}")), ("tiles.toml", String::new())],
    };
    Expansion::read(&Folder::from_files("x", files)).map_or_else(|error| error.message, |_| "accepted".into())
}

#[test]
fn every_key_of_the_manifest_reference_is_known_to_the_reader() {
    for key in keys().filter(|key| key.name.starts_with(char::is_lowercase) && !key.of.contains("NAME")) {
        if key.of == "when.tiles" {
            continue;
        }
        let (_, lines) =
            TABLES.iter().find(|(table, _)| *table == key.of).unwrap_or_else(|| panic!("table {}", key.of));
        let said = read_with(key.of, lines, key.name);
        assert!(!said.contains("unknown key") && said != "accepted", "{}.{}: {said}", key.of, key.name);
    }
    for (table, lines) in TABLES.iter().filter(|(table, _)| !["tiles", "when.tiles", "editions"].contains(table)) {
        let said = read_with(table, lines, "zzz");
        assert!(said.contains("unknown key"), "{table}: {said}");
    }
}

#[test]
fn every_key_that_the_reader_asks_for_is_in_the_manifest_reference() {
    let known: BTreeSet<&str> = keys().map(|key| key.name).chain(["add"]).collect();
    let folder = root().join("../core/src/rules/manifest");
    let mut asked = 0;
    for path in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file()) {
        let text = fs::read_to_string(&path).unwrap();
        for call in [".optional(\"", ".or_default(\"", ".required(\"", ".named(\"", "flag(\""] {
            for name in text.split(call).skip(1).filter_map(|rest| rest.split('"').next()) {
                assert!(known.contains(name), "{}: {name} is not in core/src/rules/manifest/keys.txt", path.display());
                asked += 1;
            }
        }
    }
    assert!(asked > 60, "{asked}");
}

#[test]
fn every_key_of_a_look_is_in_the_docs_with_an_example() {
    let text = read("repl/src/draw/looks.rs");
    let page = read("docs/MANIFEST.md");
    let section = page.split("\n## Looks").nth(1).unwrap().split("\n## ").next().unwrap();
    let examples: String = section.split("\n```").skip(1).step_by(2).collect();
    for call in [".optional(\"", ".or_default(\"", ".required(\""] {
        for name in text.split(call).skip(1).filter_map(|rest| rest.split('"').next()) {
            assert!(section.contains(&format!("`{name}`")), "docs/MANIFEST.md, Looks: {name}");
            assert!(examples.contains(&format!("{name} = ")), "docs/MANIFEST.md, Looks: no example of {name}");
        }
    }
}

#[test]
fn the_sets_of_the_docs_are_those_of_the_program() {
    let text = read("docs/SETS.md");
    let rows = text.lines().filter(|line| line.starts_with("| ")).skip(1).filter_map(|row| row.split('|').nth(3));
    let listed: BTreeSet<&str> = rows.map(|cell| cell.trim().trim_matches('`')).collect();
    let ids = Library::new(Vec::new()).ids();
    assert_eq!(listed, ids.iter().map(String::as_str).collect());
}

#[test]
fn the_docs_are_read_in_the_terminal() {
    let home = Home::new(EXE);
    let told = |words: &[&str]| {
        let run = home.run(words, "");
        assert_eq!(run.code, Some(0), "{}", run.err);
        run.out
    };
    assert!(book::pages().iter().all(|page| told(&["docs"]).contains(page.title)));
    let page = told(&["docs", "scenes"]);
    assert!(
        page.starts_with("Scenes and the lab\n==================\n") && !page.contains("```") && !page.contains("](")
    );
    assert!(page.lines().filter(|line| !line.starts_with("    ")).all(|line| line.chars().count() <= 80), "{page}");
    assert!(told(&["docs", "lab", "commands"]).starts_with("Lab commands\n"));
    assert!(told(&["docs", "extra_turn"]).contains("game:extra_turn"));
    let unknown = home.run(&["docs", "cokbook"], "");
    assert_eq!(unknown.code, Some(2));
    assert!(unknown.err.contains("did you mean `docs cookbook`?"), "{}", unknown.err);
    let data = told(&["--format", "json", "docs", "phases"]);
    assert!(data.contains("\"page\":\"LUA\"") && data.contains("\"heading\":\"Phases\""), "{data}");
}
