//! The docs match the program: the editor stubs and the tables of docs/ are generated from it, the scenes of
//! docs/SCENES.md pass, and the commands of README.md work however they are typed.

mod api;
mod cookbook;
mod examples;
mod formats;
mod pages;

use std::fs;

use bastide_core::lab;
use bastide_tests::deal::root;
use bastide_tests::program::Home;
use bastide_tests::{reference, rewrite};

const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");

fn read(path: &str) -> String {
    fs::read_to_string(root().join("..").join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The name at the start of a text.
fn word(text: &str) -> &str {
    &text[..text.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').unwrap_or(text.len())]
}

#[test]
fn the_stubs_are_made_from_the_program() {
    rewrite::expect(&root().join("../scripts/types/bastide.lua"), &reference::stubs());
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
    for name in text.split("| `expect ").skip(1).map(word) {
        let is_known = bastide::tell::expect::FORMS.iter().any(|(known, _)| *known == name);
        assert!(is_known || name == "refused", "expect {name}");
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
