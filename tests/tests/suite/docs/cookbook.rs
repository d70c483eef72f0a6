//! The recipes of docs/COOKBOOK.md are files: the page and the files are equal, each is short, and each has a scene that
//! passes.

use std::fs;
use std::path::PathBuf;

use bastide_tests::deal::root;
use bastide_tests::program::Home;
use bastide_tests::rewrite;

use super::{EXE, read};

const PAGE: &str = "docs/COOKBOOK.md";
/// A recipe has fewer lines than this, all of its files together.
const LINES: usize = 40;

fn folder() -> PathBuf {
    root().join("../scripts/cookbook").canonicalize().unwrap()
}

/// The page, with what stands between `<!-- file: PATH -->` and `<!-- end -->` taken from the files.
fn rewritten() -> String {
    let page = read(PAGE);
    let mut parts = page.split("<!-- file: ");
    let mut page = parts.next().unwrap().to_string();
    for part in parts {
        let (path, rest) = part.split_once(" -->").unwrap();
        let (_, rest) = rest.split_once("<!-- end -->").unwrap();
        let language = path.rsplit('.').next().unwrap();
        page += &format!("<!-- file: {path} -->\n```{language}\n{}```\n<!-- end -->{rest}", read(path));
    }
    page
}

#[test]
fn the_cookbook_shows_its_files() {
    rewrite::expect(&root().join("..").join(PAGE), &rewritten());
    let page = read(PAGE);
    let files = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for name in files.filter(|name| name != "scenes") {
        assert!(page.contains(&format!("<!-- file: scripts/cookbook/{name}")), "{PAGE} does not show {name}");
    }
}

/// The recipes: the name of each, and how many lines it has.
fn recipes() -> Vec<(String, usize)> {
    let lines = |path: PathBuf| fs::read_to_string(path).unwrap().lines().count();
    let mut recipes = Vec::new();
    for path in
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).filter(|path| !path.ends_with("scenes"))
    {
        let name = path.file_stem().unwrap().to_str().unwrap().to_string();
        let inside = |path: &PathBuf| {
            fs::read_dir(path).unwrap().map(|entry| entry.unwrap().path()).filter(|path| path.is_file())
        };
        recipes.push((name, if path.is_dir() { inside(&path).map(lines).sum() } else { lines(path) }));
    }
    recipes
}

#[test]
fn every_recipe_is_short_and_has_a_scene() {
    let recipes = recipes();
    assert!(recipes.len() >= 13, "{recipes:?}");
    for (name, lines) in recipes {
        assert!(lines < LINES, "{name} has {lines} lines");
        let scene = [format!("scenes/{name}.scene"), format!("{name}/scenes/{name}.scene")];
        assert!(scene.iter().any(|scene| folder().join(scene).exists()), "no scene of {name}");
    }
}

#[test]
fn the_scenes_of_the_cookbook_pass() {
    let folder = folder();
    let text = |name: &str| folder.join(name).to_string_lossy().into_owned();
    let home = Home::new(EXE);
    let run =
        home.run(&["--expansions", &folder.to_string_lossy(), "test", &text("scenes"), &text("ponds/scenes")], "");
    assert_eq!(run.code, Some(0), "{}{}", run.out, run.err);
    let scenes = fs::read_dir(folder.join("scenes")).unwrap().count() + 1;
    assert_eq!(run.out, format!("{scenes} passed, 0 failed\n"));
}
