//! What a set needs comes along with it from a shelf, if the person agrees to both.

use std::fs;

use bastide_tests::program::Home;
use serde_json::Value;

use super::{Terminal, good, home, manifest, packed, set, tree, version};

/// A shelf with `tiny` in two versions and `near`, which needs it; beside it the folder of `far`, which needs `near`.
fn shelf() -> Home {
    let home = home();
    for version in ["1.0.0", "1.2.0"] {
        let name = packed(&home, version);
        fs::create_dir_all(home.path("packs")).unwrap();
        fs::rename(home.path(&name), home.path("packs").join(&name)).unwrap();
    }
    requiring(&home, "near", "tiny = \"1\"");
    requiring(&home, "far", "near = \"1\"");
    let needed = home.path("needed");
    fs::create_dir_all(&needed).unwrap();
    fs::rename(home.path("source-1.2.0"), needed.join("tiny")).unwrap();
    good(&home.run(&["--expansions", "needed", "pack", "near", "--out", "packs"], ""));
    good(&home.run(&["shelf", "packs", "--out", "site"], ""));
    home.write("config/bastide/config.toml", "shelves = [\"site\"]\n");
    home
}

fn requiring(home: &Home, id: &str, needs: &str) {
    set(home, id, id, "1.0.0");
    home.write(&format!("{id}/expansion.toml"), manifest(id, "1.0.0") + &format!("requires = {{ {needs} }}\n"));
}

#[test]
fn what_a_set_needs_comes_along_from_a_shelf() {
    let home = shelf();
    let said = home.run(&["install", "near", "--yes", "--format", "json"], "");
    let data: Value = serde_json::from_str(&good(&said).out).unwrap();
    assert_eq!((&data["brought"][0]["id"], &data["brought"][0]["version"]), (&"tiny".into(), &"1.2.0".into()));
    assert_eq!(version(&home).as_deref(), Some("1.2.0"), "the newest that fits");
    good(&home.run(&["new", "near"], ""));
    // What is there is not fetched again.
    let said = home.run(&["install", "near", "--yes", "--format", "json"], "");
    let data: Value = serde_json::from_str(&good(&said).out).unwrap();
    assert_eq!(data["brought"], Value::Array(Vec::new()));
}

#[test]
fn a_folder_brings_what_its_needs_need() {
    let home = shelf();
    let said = home.run(&["install", "./far", "--yes"], "");
    assert!(
        good(&said)
            .out
            .ends_with("Installed far 1.0.0 with tiny and near; `new far` plays it, `help far` tells its rules.\n"),
        "{said:?}"
    );
    good(&home.run(&["new", "far"], ""));
}

#[test]
fn a_version_that_does_not_fit_is_replaced_and_that_is_told() {
    let home = shelf();
    let name = packed(&home, "2.0.0");
    good(&home.run(&["install", &name, "--yes"], ""));
    let said = home.run(&["install", "near", "--yes"], "");
    assert!(good(&said).out.contains("replaces  tiny 2.0.0, a newer one, which is installed"), "{said:?}");
    assert_eq!(version(&home).as_deref(), Some("1.2.0"));
}

#[test]
fn nothing_comes_along_unless_the_person_agrees_and_everything_is_there() {
    let home = shelf();
    let before = tree(&home.path("data"));
    let said = home.run(&["install", "near"], "");
    assert!(said.code == Some(1) && said.err.contains("It brings along what it needs, from site:"), "{said:?}");
    assert_eq!(tree(&home.path("data")), before);
    let mut terminal = Terminal::open(&home, &["install", "near"], &[]);
    terminal.until("Install near and tiny? [y/N] ");
    terminal.say("n");
    terminal.until("nothing has changed");
    assert_eq!(tree(&home.path("data")), before);
    requiring(&home, "lost", "near = \"1\", nowhere = \"1\"");
    let said = home.run(&["install", "./lost", "--yes"], "");
    assert!(said.code == Some(3) && said.err.contains("lost needs the set nowhere"), "{said:?}");
    assert_eq!(tree(&home.path("data")), before);
}

#[test]
fn what_was_installed_before_something_failed_is_told() {
    let home = shelf();
    // A folder of the person's own is never replaced.
    set(&home, "data/bastide/expansions/near", "near", "0.9.0");
    let said = home.run(&["install", "near", "--yes"], "");
    assert!(
        said.code == Some(1) && said.err.contains("move it away first; only what it needs is installed: tiny"),
        "{said:?}"
    );
    assert_eq!(version(&home).as_deref(), Some("1.2.0"));
}

#[test]
fn a_set_that_needs_an_older_version_than_the_newest_has_its_page() {
    let home = shelf();
    let name = packed(&home, "2.0.0");
    fs::rename(home.path(&name), home.path("packs").join(&name)).unwrap();
    good(&home.run(&["shelf", "packs", "--out", "again"], ""));
    assert!(home.path("again/near.html").exists() && home.path("again/tiny.html").exists());
}
