//! What `api = 1` promises stays: a kept list of every name with its signature, from which nothing goes away.

use std::fs;

use bastide_core::manifest::API;
use bastide_tests::api::description;
use bastide_tests::deal::root;
use bastide_tests::program::Home;
use bastide_tests::rewrite;

use super::{EXE, read};

#[test]
fn nothing_that_the_api_promised_is_gone_or_different() {
    let path = root().join("data/api-1.txt");
    let kept = fs::read_to_string(&path).unwrap();
    let now = description();
    let gone: Vec<&str> = kept.lines().filter(|line| !now.iter().any(|own| own == line)).collect();
    assert!(
        gone.is_empty(),
        "api 1 is frozen, and these lines of tests/data/api-1.txt are gone or different. Keep the old name (deprecated, \
         if it must be), or change the line by hand and say in CHANGELOG.md which expansions stop working:\n{}",
        gone.join("\n")
    );
    let new: Vec<&String> = now.iter().filter(|line| !kept.lines().any(|old| old == *line)).collect();
    if rewrite::is_asked() {
        return fs::write(path, now.join("\n") + "\n").unwrap();
    }
    assert!(new.is_empty(), "new names, which are promised for good once they are in tests/data/api-1.txt: {new:#?}");
}

#[test]
fn a_newer_api_is_refused_with_both_versions() {
    let home = Home::new(EXE);
    let rule = |api: i64| {
        format!("--[[\nid = \"later\"\nname = \"Later\"\nversion = \"1.0.0\"\napi = {api}\n]]\nreturn {{}}\n")
    };
    let start = |api: i64| {
        home.write("rules/later.lua", rule(api));
        home.run(&["--expansions", "rules", "-c", "new later --players Ann,Ben"], "")
    };
    let newer = start(API + 1);
    let said = format!("needs api {}; this program has api {API}", API + 1);
    assert!(newer.code == Some(3) && newer.err.contains(&said), "{}", newer.err);
    assert!(read("docs/API.md").contains(&said), "docs/API.md quotes the message");
    assert_eq!(start(API).code, Some(0));
}
