//! House rules in one file, and the scripts that a folder brings.

use super::*;
use crate::table::catalogue::Stuck;

const KEYS: &str = "id = \"mine\"\nname = \"Mine\"\nversion = \"1.0.0\"\n";

fn house(file: &str, text: &str) -> Result<Portion, ManifestError> {
    let folder = Folder::from_files("scripts/house", [(file, text)]);
    Expansion::read_house(&folder).map(|expansion| Portion::one(Arc::new(expansion)))
}

#[test]
fn the_first_comment_is_the_manifest_and_the_whole_file_the_script() {
    let text = format!("--[[\n{KEYS}[[\n");
    assert!(house("mine.lua", &text).is_err(), "the comment has no end");
    let text = format!("--[[\n{KEYS}figures = {{ tall = {{ count = 2 }} }}\n]]\nreturn {{}}\n");
    let mine = house("mine.lua", &text).unwrap();
    assert_eq!((mine.expansion.id(), mine.expansion.name()), ("mine", "Mine"));
    let (file, script) = mine.expansion.script().unwrap();
    assert_eq!(
        (file, &**script),
        ("scripts/house/mine.lua", text.as_str()),
        "lines of the script are lines of the file"
    );
    assert_eq!(draft(&recipe(&[base(), mine])).figures[1].count, 2);
}

#[test]
fn a_manifest_with_double_brackets_stands_between_longer_ones() {
    let when = "[[when]]\nfigures.follower.count = 3\n";
    for marks in ["=", "==", "==="] {
        let text = format!("--[{marks}[\n{KEYS}{when}]{marks}]\nreturn {{}}\n");
        assert_eq!(draft(&recipe(&[base(), house("mine.lua", &text).unwrap()])).figures[0].count, 3);
    }
    let error = house("mine.lua", &format!("--[[\n{KEYS}{when}]]\nreturn {{}}\n")).unwrap_err();
    assert_eq!(error.line(), 5, "{}", error.render());
    let help = "`]]` ends the comment: begin it with `--[=[` and end it with `]=]`";
    assert_eq!(error.help.as_deref(), Some(help));
}

#[test]
fn the_rule_that_is_shipped_does_what_its_name_says() {
    let text = include_str!("../../../../../scripts/house/return-to-bag.lua");
    let rule = house("return-to-bag.lua", text).unwrap();
    assert_eq!(rule.expansion.sets().collect::<Vec<_>>(), [("unplaceable", &word("return"))]);
    let recipe = recipe(&[base(), rule]);
    assert_eq!(draft(&recipe).settings.stuck, Stuck::Return);
    let said = Recipe { options: [("unplaceable".into(), "discard".into())].into(), ..recipe };
    assert_eq!(draft(&said).settings.stuck, Stuck::Discard);
}

#[test]
fn what_is_wrong_in_the_comment_is_shown_in_the_line_of_the_file() {
    let shape = "a house rule begins with `--[[`, the keys of its manifest in TOML, and `]]`";
    let keys = |lines: &str| format!("--[[\n{KEYS}{lines}\n]]\nreturn {{}}\n");
    for (file, text, line, word, message, help) in [
        ("mine.lua", keys("sumary = \"x\""), 5, "sumary", "unknown key `sumary`", "did you mean `summary`?"),
        ("mine.lua", keys("name = \"x\""), 5, "name", "`name` is declared twice", "the first one is in line 3"),
        (
            "yours.lua",
            keys(""),
            2,
            "mine",
            "the file is called `yours`, its rule `mine`",
            "a house rule has the name of its file",
        ),
        ("mine.lua", "return {}\n".into(), 1, "return {}", "the file does not begin with its manifest", shape),
        ("mine.lua", "-- [[\n]]\n".into(), 1, "-- [[", "the file does not begin with its manifest", shape),
        ("mine.lua", "\n--[[ ]]".into(), 1, "", "the file does not begin with its manifest", shape),
        ("mine.lua", "--[=x".into(), 1, "--[=x", "the file does not begin with its manifest", shape),
        ("mine.lua", String::new(), 1, "", "the file does not begin with its manifest", shape),
        (
            "mine.lua",
            format!("--[==[\n{KEYS}]=]"),
            1,
            "--[==[",
            "the comment at the start of the file has no end",
            "`]==]` ends it",
        ),
        ("mine.lua", "--[[ id = 1 ]]".into(), 1, "1", "expected a string, found a whole number", ""),
        ("mine.lua", "--[[]]".into(), 1, "", "the key `id` is missing", ""),
    ] {
        let error = house(file, &text).unwrap_err();
        let told = (error.place.word(), error.message.as_str(), error.help.as_deref().unwrap_or_default());
        assert_eq!((error.line(), told), (line, (word, message, help)), "{text}\n{}", error.render());
        assert!(error.to_string().starts_with("scripts/house/"), "{error}");
    }
}

#[test]
fn a_house_rule_is_one_file_of_text() {
    let two = Folder::from_files("house", [("a.lua", "--[[ ]]"), ("b.lua", "--[[ ]]")]);
    let message = "house: a house rule is one file whose name ends in `.lua`";
    assert_eq!(Expansion::read_house(&two).unwrap_err().to_string(), message);
    let none = Folder::from_files("house", [("a.toml", "")]);
    assert_eq!(Expansion::read_house(&none).unwrap_err().to_string(), message);
    let bytes = Folder::from_files("house", [("a.lua", b"--[[\n\xff ]]".as_slice())]);
    assert_eq!(Expansion::read_house(&bytes).unwrap_err().line(), 2);
    let large = house("mine.lua", &" ".repeat(2 << 20)).unwrap_err();
    assert_eq!(large.to_string(), "scripts/house/mine.lua: the file has 2097152 bytes; at most 1048576 are read");
}

#[test]
fn a_file_on_disk_is_read_alone_and_never_through_a_link_that_leads_away() {
    let top = std::env::temp_dir().join(format!("bastide-house-{}", std::process::id()));
    let (inside, outside) = (top.join("house"), top.join("other.lua"));
    std::fs::create_dir_all(inside.join("folder.lua")).unwrap();
    std::fs::write(inside.join("mine.lua"), format!("--[[\n{KEYS}]]\n")).unwrap();
    std::fs::write(inside.join("broken.lua"), "x").unwrap();
    std::fs::write(&outside, format!("--[[\n{KEYS}]]\n")).unwrap();
    let mine = Expansion::read_house(&Folder::read_file(inside.join("mine.lua")).unwrap()).unwrap();
    let folder = Folder::read_file(inside.join("folder.lua")).map(|_| ());
    let missing = Folder::read_file(inside.join("missing.lua")).map(|_| ());
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink(&outside, inside.join("link.lua")).unwrap();
        let link = Folder::read_file(inside.join("link.lua")).unwrap_err();
        assert_eq!(link.message, "this link leads out of the folder");
    }
    std::fs::remove_dir_all(&top).unwrap();
    assert_eq!(mine.id(), "mine");
    let in_memory = house("mine.lua", &format!("--[[\n{KEYS}]]\n")).unwrap();
    assert_eq!(mine.hash(), in_memory.expansion.hash(), "wherever it lies");
    assert_eq!(folder.unwrap_err().message, "this is not a file");
    assert!(missing.unwrap_err().message.contains("cannot be read"));
}

#[test]
fn every_script_of_a_folder_is_kept_under_its_path() {
    let manifest = "id = \"x\"\nname = \"x\"\nversion = \"1.0.0\"";
    let files =
        [("expansion.toml", manifest), ("init.lua", "return 1"), ("a/b.lua", "return 2"), ("z.lua", "return 3")];
    let expansion = Expansion::read(&Folder::from_files("x", files)).unwrap();
    let scripts: Vec<(&str, &str, &str)> =
        expansion.scripts().map(|(path, file, text)| (path, file, &**text)).collect();
    let expected = [
        ("a/b.lua", "x/a/b.lua", "return 2"),
        ("init.lua", "x/init.lua", "return 1"),
        ("z.lua", "x/z.lua", "return 3"),
    ];
    assert_eq!(scripts, expected);
    assert_eq!(expansion.script().map(|(file, text)| (file, &**text)), Some(("x/init.lua", "return 1")));
    let without = [("expansion.toml", manifest), ("z.lua", "return 3")];
    assert!(Expansion::read(&Folder::from_files("x", without)).unwrap().script().is_none());
    let bytes = [("expansion.toml", manifest.as_bytes()), ("z.lua", b"\xff")];
    let error = Expansion::read(&Folder::from_files("x", bytes)).unwrap_err();
    assert_eq!(error.to_string(), "x/z.lua:1:1: byte 0 of the file, 0xff, is not UTF-8");
}
