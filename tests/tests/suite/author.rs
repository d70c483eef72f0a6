//! What people who write expansions use: `init`, `check`, `test` with its flags, and `sheet --watch`, with real folders.

use std::fs;
use std::path::{Path, PathBuf};

use bastide::game::library::Library;
use bastide_tests::deal::root;
use bastide_tests::program::Home;
use serde_json::Value;

use super::pty::{EXE, Terminal};

const KINDS: [&str; 5] = ["--tiles", "--rule", "--figure", "--feature", "--question"];

/// Runs the program, and returns its JSON, one value for each line.
fn json(home: &Home, arguments: &[&str]) -> Vec<Value> {
    let run = home.run(&[arguments, &["--format", "json"]].concat(), "");
    run.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{line}\n{}", run.err))).collect()
}

/// The findings of a check as `severity code FILE:line`, with the name of the file alone.
fn findings(answer: &Value) -> Vec<String> {
    let all = answer["findings"].as_array().unwrap_or_else(|| panic!("{answer}"));
    let shown = |finding: &Value| {
        assert!(finding["help"].as_str().is_some_and(|help| help.len() > 10), "{finding}");
        let head = format!("{} {}", finding["severity"].as_str().unwrap(), finding["code"].as_str().unwrap());
        match (finding["file"].as_str(), finding["line"].as_u64()) {
            (Some(file), Some(line)) => format!("{head} {}:{line}", file.rsplit('/').next().unwrap()),
            _ => head,
        }
    };
    all.iter().map(shown).collect()
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(|entry| entry.unwrap().path()) {
        let name = to.join(entry.file_name().unwrap());
        match entry.is_dir() {
            true => copy(&entry, &name),
            false => fs::write(&name, fs::read(&entry).unwrap()).unwrap(),
        }
    }
}

#[test]
fn a_new_expansion_of_each_kind_has_no_findings_passes_its_scenes_and_is_played() {
    for kind in KINDS {
        let home = Home::new(EXE);
        let made = json(&home, &["init", "my-set", kind]).remove(0);
        assert_eq!(made["next"].as_array().map(Vec::len), Some(3), "{made}");
        for file in [".luarc.json", ".types/bastide.lua", "README.md", "expansion.toml", "init.lua"] {
            assert!(home.path("my-set").join(file).is_file(), "{kind}: {file}");
        }
        let readme = fs::read_to_string(home.path("my-set/README.md")).unwrap();
        assert!(readme.contains("bastide check my-set") && !readme.contains("{{"), "{readme}");
        let checked = json(&home, &["check", "my-set", "--quick"]).remove(0);
        assert_eq!(findings(&checked), [""; 0], "{kind}");
        let tested = json(&home, &["test", "my-set", "--coverage"]).pop().unwrap();
        assert_eq!((&tested["failed"], tested["passed"].as_u64() >= Some(2)), (&Value::from(0), true), "{tested}");
        let reached = &tested["coverage"][0];
        assert_eq!(reached["lines"], reached["lines_reached"], "{kind}: {reached}");
        let played = home.run(&["--expansions", ".", "new", "my-set", "--players", "Ann,Ben"], "");
        assert_eq!(played.code, Some(0), "{}", played.err);
    }
}

#[test]
fn a_new_expansion_never_replaces_anything_and_its_name_is_checked() {
    let home = Home::new(EXE);
    home.write("there/notes.txt", "mine");
    let refused = |name: &str, says: &str| {
        let run = home.run(&["init", name], "");
        assert_eq!(run.code, Some(1), "{name}: {}", run.out);
        assert!(run.err.contains(says), "{name}: {}", run.err);
    };
    refused("there", "is there already");
    refused("base", "there is a set of this name");
    refused("My Set", "`My Set`");
    refused(&"a".repeat(41), "40");
    refused("tile", "`tile`");
    // A word of another set.
    refused("pennant", "another set uses it");
    assert_eq!(fs::read_dir(home.path("there")).unwrap().count(), 1);
    assert!(!home.path("pennant").exists());
    let script = home.write("script.txt", "init new-one\n");
    let run = home.run(&["-f", script.to_str().unwrap(), "--read-only"], "");
    assert!(run.code == Some(1) && !home.path("new-one").exists(), "{}", run.err);
}

fn broken() -> Vec<PathBuf> {
    let folders = fs::read_dir(root().join("data/broken")).unwrap();
    let mut folders: Vec<PathBuf> = folders.map(|entry| entry.unwrap().path()).collect();
    folders.sort();
    folders
}

#[test]
fn each_broken_expansion_gives_the_finding_that_it_names() {
    let mut wrong = Vec::new();
    for folder in broken() {
        let home = Home::new(EXE);
        let id = folder.file_name().unwrap().to_str().unwrap();
        copy(&folder, &home.path(id));
        let manifest = fs::read_to_string(folder.join("expansion.toml")).unwrap();
        let effort: &[&str] = if manifest.contains("# checked: whole") { &[] } else { &["--quick"] };
        let answer = json(&home, &[&["check", id][..], effort].concat()).remove(0);
        let found = findings(&answer);
        let wanted: Vec<&str> = manifest.lines().filter_map(|line| line.strip_prefix("# finds: ")).collect();
        assert!(!wanted.is_empty(), "{id} names no finding");
        // The place may be left out: of a clash it is in the other set.
        let is_found =
            |wanted: &&str| found.iter().any(|found| found == wanted || found.starts_with(&format!("{wanted} ")));
        let missing = wanted.iter().filter(|wanted| !is_found(wanted));
        wrong.extend(missing.map(|wanted| format!("{id}: {wanted} is not among {found:?}")));
        let has_error = found.iter().any(|finding| finding.starts_with("error"));
        assert_eq!(answer["ok"], Value::from(!has_error), "{id}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_shipped_set_passes_its_check() {
    let home = Home::new(EXE);
    Library::built_in().iter().for_each(|set| passes(&home, set));
}

#[test]
fn every_house_rule_and_every_recipe_passes_its_check() {
    let home = Home::new(EXE);
    let scripts = root().join("../scripts").canonicalize().unwrap();
    let entries = ["house", "cookbook"].map(|folder| fs::read_dir(scripts.join(folder)).unwrap());
    let rules =
        entries.into_iter().flatten().map(|entry| entry.unwrap().path()).filter(|path| !path.ends_with("scenes"));
    rules.for_each(|path| passes(&home, path.to_str().unwrap()));
}

fn passes(home: &Home, set: &str) {
    let answer = json(home, &["check", set, "--quick"]).remove(0);
    let errors: Vec<String> = findings(&answer).into_iter().filter(|found| !found.starts_with("note")).collect();
    assert!(errors.is_empty(), "{set}: {errors:?}");
    assert!(answer["played"].as_array().is_some_and(|runs| runs.len() >= 2), "{answer}");
}

#[test]
fn a_check_finds_the_same_twice_except_for_times() {
    let home = Home::new(EXE);
    json(&home, &["init", "my-set", "--rule"]);
    let mut once = json(&home, &["check", "my-set", "--quick"]).remove(0);
    let mut twice = json(&home, &["check", "my-set", "--quick"]).remove(0);
    for answer in [&mut once, &mut twice] {
        answer["dearest_of_others"] = Value::Null;
        answer["costs"].as_array_mut().unwrap().iter_mut().for_each(|row| row["us_per_call"] = Value::Null);
    }
    assert_eq!(once, twice);
}

#[test]
fn hostile_folders_are_refused_with_a_reason() {
    let home = Home::new(EXE);
    let manifest =
        |id: &str| format!("id = \"{id}\"\nname = \"X\"\nversion = \"1.0.0\"\nrequires = {{ base = \"1\" }}\n");
    home.write("secret.lua", "return {}");
    home.write("linked/expansion.toml", manifest("linked"));
    std::os::unix::fs::symlink(home.path("secret.lua"), home.path("linked/init.lua")).unwrap();
    home.write("large/expansion.toml", manifest("large"));
    home.write("large/init.lua", vec![b' '; (1 << 20) + 1]);
    home.write("bytes/expansion.toml", manifest("bytes"));
    home.write("bytes/init.lua", b"return {} -- \xff");
    home.write("scene/expansion.toml", manifest("scene"));
    home.write("scene/scenes/a.scene", b"new base\n\xff");
    home.write("empty/notes.txt", "");
    for (folder, says) in [
        ("linked", "leads out of the folder"),
        ("large", "bytes"),
        ("bytes", "not UTF-8"),
        ("empty", "has no expansion.toml"),
        ("nowhere/at-all", "cannot be read"),
    ] {
        let run = home.run(&["check", folder, "--quick"], "");
        let said = run.out + &run.err;
        assert!(run.code.is_some_and(|code| code != 0) && said.contains(says), "{folder}: {said}");
    }
    let run = home.run(&["test", "scene"], "");
    assert!(run.code == Some(1) && run.out.contains("is not UTF-8"), "{}{}", run.out, run.err);
}

const WRONG: &str = "# Wrong numbers\nnew base --players Red,Blue --lab\nput D 0,0 r0\nput W 1,0 r0 Red:follower@road:W\n\
    next W\nturn Blue\nexpect only place \"5,5 r0\"\nplace -1,0 r180\npass\nexpect points Red 7    # three tiles\n\
    expect feature 0,0/road tiles 3 complete no\nexpect over\n";

#[test]
fn numbers_and_lists_are_blessed_and_nothing_else() {
    let home = Home::new(EXE);
    let scene = home.write("wrong.scene", WRONG);
    home.write("refused.scene", "# Refused\nnew base --lab\nplace 9,9 r0\nexpect score Red 5\n");
    let first = home.run(&["test", "wrong.scene", "refused.scene"], "");
    assert!(first.out.contains("+ place -1,0 r180") && first.out.contains("- place 5,5 r0"), "{}", first.out);
    assert_eq!(fs::read_to_string(&scene).unwrap(), WRONG);
    let run = home.run(&["test", "wrong.scene", "refused.scene", "--bless"], "");
    assert_eq!(run.code, Some(1), "{}", run.out);
    let blessed = fs::read_to_string(&scene).unwrap();
    assert!(blessed.contains("\nexpect points Red 3    # three tiles\n"), "{blessed}");
    assert!(blessed.contains("\nexpect feature 0,0/road tiles 3 complete yes\n"), "{blessed}");
    assert!(blessed.contains("-1,0 r180") && blessed.ends_with("expect over\n"), "{blessed}");
    assert!(
        run.out.contains("    - expect points Red 7") && run.out.contains("    + expect points Red 3"),
        "{}",
        run.out
    );
    assert!(fs::read_to_string(home.path("refused.scene")).unwrap().contains("expect score Red 5"));
    // What is left is what cannot be blessed.
    let again = home.run(&["test", "wrong.scene"], "");
    assert_eq!(again.out.lines().count(), 2, "{}", again.out);
    assert!(again.out.contains("expected the game to be over"), "{}", again.out);
}

#[test]
fn coverage_names_the_functions_and_lines_that_no_scene_reached() {
    let home = Home::new(EXE);
    copy(&root().join("data/broken/untested"), &home.path("untested"));
    let run = home.run(&["test", "untested", "--coverage"], "");
    assert!(run.out.contains("untested/init.lua:4: `unpaid` was never called"), "{}", run.out);
    assert!(run.out.contains("never reached: lines 5, 13"), "{}", run.out);
    let off = home.run(&["test", "untested"], "");
    assert!(!off.out.contains("init.lua"), "{}", off.out);
}

#[test]
fn scenes_run_again_when_a_file_is_saved() {
    let home = Home::new(EXE);
    json(&home, &["init", "my-set", "--tiles"]);
    let mut terminal = Terminal::open(&home, &[], &[]);
    terminal.until_listening();
    terminal.say("test my-set --watch");
    terminal.until("2 passed, 0 failed");
    terminal.until("Ctrl-C ends it");
    let lua = fs::read_to_string(home.path("my-set/init.lua")).unwrap();
    home.write("my-set/init.lua", lua.replace(", 2, ", ", 5, "));
    terminal.until("expected Red +6, found +9");
    terminal.until("1 passed, 1 failed");
    home.write("my-set/scenes/unfinished-city.scene", "# Only this one\nnew my-set --lab\nexpect points Red 0\n");
    terminal.until("1 passed, 0 failed");
    terminal.press("\x03");
    let (seen, _) = terminal.leave();
    assert!(!seen.contains("panicked"), "{seen}");
}

#[test]
fn a_sheet_follows_the_file_and_shows_what_is_wrong() {
    let home = Home::new(EXE);
    json(&home, &["init", "my-set", "--tiles"]);
    let mut terminal = Terminal::open(&home, &[], &[]);
    terminal.until_listening();
    terminal.say("sheet my-set my-set.html --watch");
    terminal.until("Ctrl-C ends it");
    let page = fs::read_to_string(home.path("my-set.html")).unwrap();
    assert!(page.contains("src=\"my-set.svg\"") && !page.contains("http"), "{page}");
    let before = fs::read_to_string(home.path("my-set.svg")).unwrap();
    let tiles = fs::read_to_string(home.path("my-set/tiles.toml")).unwrap();
    home.write("my-set/tiles.toml", format!("{tiles}\n[third]\nroad = \"N-S\"\n"));
    terminal.until("Drawn to my-set.svg");
    assert_ne!(fs::read_to_string(home.path("my-set.svg")).unwrap(), before);
    home.write("my-set/tiles.toml", format!("{tiles}\n[third]\nrode = \"N-S\"\n"));
    terminal.until("rode");
    assert!(fs::read_to_string(home.path("my-set.svg")).unwrap().contains("cannot be drawn"));
    terminal.press("\x03");
    terminal.leave();
}
