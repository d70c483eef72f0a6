//! Marks that turn with their tile, and kinds that are not drawn.

use std::sync::Arc;

use bastide::draw::looks::Looks;
use bastide::game::library::{Library, make_setup};
use bastide_core::manifest::{Expansion, Folder, Portion};
use bastide_core::{Rotation, Setup, TileId};

const SIGNS: &str = "[kinds.shed]\nedge = \"none\"\ncloses = \"never\"\n[kinds.shed.look]\nshape = \"none\"\n\
    [tags.arrow]\nturns = true\n[tags.arrow.look]\nglyph = \"↑→↓←\"\nascii = \"^>v<\"\nink = \"#ffffff\"\nground = \"#000000\"\n\
    art = [\"#ffffff 4 M50 90V10\"]\n";

/// A table with a set of one tile, which has a shed, a city and an arrow.
fn signs(lines: &str) -> (Setup, TileId) {
    let manifest = format!("id = \"signs\"\nname = \"x\"\nversion = \"1.0.0\"\n{lines}");
    let tiles = "[sign]\ntags = [\"arrow\"]\nshed = \"*\"\ncity = \"N\"\n";
    let folder = Folder::from_files("signs", [("expansion.toml", manifest.as_str()), ("tiles.toml", tiles)]);
    let mut recipe = Library::default().recipe(&[]).unwrap_or_else(|failure| panic!("{}", failure.message));
    recipe.expansions.push(Portion::one(Arc::new(Expansion::read(&folder).unwrap())));
    let setup = make_setup(recipe, vec!["Red".into(), "Blue".into()], false);
    let setup = setup.unwrap_or_else(|failure| panic!("{}", failure.message));
    let tile = setup.catalogue().tiles_named("sign").next().unwrap();
    (setup, tile)
}

#[test]
fn a_mark_that_turns_is_drawn_as_its_tile_is_turned() {
    let (setup, tile) = signs(SIGNS);
    let looks = Looks::of_setup(&setup).unwrap();
    let drawings = looks.mark_drawings();
    let drawn = Rotation::ALL.map(|rotation| {
        let mark = looks.art(setup.catalogue(), tile, rotation).marks[0];
        let look = &looks.palette().marks[mark];
        let size = 100.0;
        let colours = [look.fg, look.bg];
        (look.glyph, look.ascii, drawings[mark].art.svg((0.0, 0.0), size, colours))
    });
    let signs = drawn.clone().map(|(glyph, ascii, _)| (glyph, ascii));
    assert_eq!(signs, [('↑', '^'), ('→', '>'), ('↓', 'v'), ('←', '<')]);
    let paths = ["M50 90 50 10", "M10 50 90 50", "M50 10 50 90", "M90 50 10 50"];
    for ((_, _, svg), path) in drawn.iter().zip(paths) {
        assert!(svg.contains(path), "{svg} has no {path}");
    }
}

#[test]
fn a_kind_without_a_shape_is_not_drawn() {
    let (setup, tile) = signs(SIGNS);
    let looks = Looks::of_setup(&setup).unwrap();
    let art = looks.art(setup.catalogue(), tile, Rotation::default());
    let is_drawn: Vec<bool> = art.segments.iter().map(|part| looks.palette().kinds.get(part.style).is_some()).collect();
    assert_eq!(is_drawn, [false, true], "the shed, the city");
    let (plain, tile) = signs(&SIGNS.replace("[kinds.shed.look]\nshape = \"none\"\n", ""));
    let looks = Looks::of_setup(&plain).unwrap();
    let art = looks.art(plain.catalogue(), tile, Rotation::default());
    assert!(art.segments.iter().all(|part| looks.palette().kinds.get(part.style).is_some()), "a plain look for it");
}

#[test]
fn a_look_of_a_mark_that_turns_has_four_characters() {
    for (old, new, line, word, problem) in [
        ("↑→↓←", "↑", 12, "↑", "the mark turns: expected four characters of one column, for r0, r90, r180 and r270"),
        (
            "^>v<",
            "^>v",
            13,
            "^>v",
            "the mark turns: expected four characters of one column, for r0, r90, r180 and r270",
        ),
        (
            "↑→↓←",
            "↑→↓字",
            12,
            "↑→↓字",
            "the mark turns: expected four characters of one column, for r0, r90, r180 and r270",
        ),
        ("ink = \"#ffffff\"\n", "", 11, "[tags.arrow.look]", "the key `ink` is missing"),
        ("shape = \"none\"", "shape = \"none\"\nborder = \"#ffffff\"", 9, "border", "unknown key `border`"),
        ("glyph = ", "glyhp = ", 12, "glyhp", "unknown key `glyhp`"),
        ("shape = \"none\"", "shape = \"nothing\"", 8, "nothing", "`nothing` is not one of area, line, building, none"),
    ] {
        let (setup, _) = signs(&SIGNS.replace(old, new));
        let error = Looks::of_setup(&setup).unwrap_err();
        let told = (error.file(), error.line(), error.place.word(), error.message.as_str());
        assert_eq!(told, ("signs/expansion.toml", line, word, problem), "{}", error.render());
    }
}
