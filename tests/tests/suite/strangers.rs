//! Games, folders and commands from strangers can be opened without risk to the user's files, and without a long wait.

use std::fs;
use std::os::unix::fs::symlink;
use std::time::{Duration, Instant};

use bastide_tests::program::Home;

const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");
const PRECIOUS: &str = "a letter";
const GAME: &str = "# bastide record 1\nnew base --players Red,Blue --seed 3\n";

fn home() -> Home {
    let home = Home::new(EXE);
    home.write("precious.txt", PRECIOUS);
    home.write("work/own.txt", PRECIOUS);
    home.write("other/own.txt", PRECIOUS);
    home
}

/// All files of a home, by name, with what they hold.
fn files(home: &Home) -> Vec<(String, Vec<u8>)> {
    let (mut todo, mut found) = (vec![home.path("")], Vec::new());
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap()) {
            let path = entry.path();
            match entry.file_type().unwrap().is_dir() {
                true => todo.push(path),
                false => found.push((path.display().to_string(), fs::read(&path).unwrap_or_default())),
            }
        }
    }
    found.sort();
    found
}

#[test]
fn a_strangers_commands_replace_no_file_and_write_none_elsewhere() {
    let home = home();
    symlink(home.path("other"), home.path("work/link")).unwrap();
    symlink(home.path("precious.txt"), home.path("work/there.txt")).unwrap();
    symlink(home.path("other/new.txt"), home.path("work/nowhere.txt")).unwrap();
    let outside = home.path("other/new.txt").display().to_string();
    let before = files(&home);
    for command in [
        "save own.txt",
        "save ../precious.txt",
        "save ../other/new.txt",
        "save link/new.txt",
        "save there.txt",
        "save nowhere.txt",
        "save",
        &format!("save {outside}"),
        "export ../board.svg",
        "sheet base ../base.png",
        "replay --html ../game.html",
        "match random random --games 2 --file ../results.txt",
        "match random random --games 2 --file own.txt",
    ] {
        let script = home.write("script.txt", format!("{GAME}{command}\n"));
        let mut command = home.command(&["-f", &script.display().to_string()]);
        command.current_dir(home.path("work"));
        let said = bastide_tests::program::run(command, "");
        assert!(said.code == Some(1) && said.err.contains("is not written: "), "{said:?}");
        fs::remove_file(script).unwrap();
        assert_eq!(files(&home), before, "{said:?}");
    }
}

#[test]
fn commands_in_a_file_write_new_files_below_the_folder_where_it_was_started() {
    let home = home();
    fs::create_dir(home.path("work/deep")).unwrap();
    let script =
        home.write("script.txt", format!("{GAME}save new.txt\nsave new.txt\nsave deep/new.txt\nexport board.svg\n"));
    let script = script.display().to_string();
    let run = |arguments: &[&str]| {
        let mut command = home.command(arguments);
        command.current_dir(home.path("work"));
        bastide_tests::program::run(command, "")
    };
    let said = run(&["-f", &script]);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "what it wrote itself it may replace");
    assert!(["new.txt", "deep/new.txt", "board.svg"].iter().all(|name| home.path("work").join(name).exists()));
    assert_eq!(run(&["-f", &script]).code, Some(1), "what another run wrote it may not");
    assert_eq!(run(&["-f", &script, "--overwrite"]).code, Some(0));

    let elsewhere = home.write("elsewhere.txt", format!("{GAME}save {}\n", home.path("other/new.txt").display()));
    let (elsewhere, other) = (elsewhere.display().to_string(), home.path("other").display().to_string());
    assert_eq!(run(&["-f", &elsewhere]).code, Some(1));
    assert_eq!(run(&["-f", &elsewhere, "--allow-write", &other]).code, Some(0));
    assert!(home.path("other/new.txt").exists());
}

#[test]
fn the_record_that_would_replace_a_letter_does_not() {
    let home = home();
    home.write("overwrite.txt", format!("{GAME}save precious.txt\n"));
    let said = home.run(&["-f", "overwrite.txt"], "");
    assert!(said.code == Some(1) && said.err.contains("precious.txt is not written: it exists"), "{said:?}");
    assert_eq!(fs::read_to_string(home.path("precious.txt")).unwrap(), PRECIOUS);
    // As a game it is refused, and nobody is told to run it.
    let check = "# check 00000000\n";
    home.write("damaged.txt", format!("{GAME}save precious.txt\n{check}"));
    let said = home.run(&[], "load damaged.txt\n");
    assert!(said.code == Some(4) && said.err.contains("changed or damaged"), "{said:?}");
    assert!(!said.err.contains("-f"), "{}", said.err);
}

#[test]
fn read_only_writes_nothing_at_all() {
    let home = home();
    let saved = home.run(&[], "new --players Ann,Ben --seed 5\na 1 1\nsave game.txt\n");
    assert_eq!(saved.code, Some(0), "{saved:?}");
    home.write("rules/bad.lua", "--[[\nid = \"bad\"\nname = \"Bad\"\nversion = \"1.0.0\"\n]]\nreturn { on_place = function() error(\"x\") end }\n");
    home.write("script.txt", format!("{GAME}save new.txt\nexport b.svg\nsheet base\nsave\nreplay --html x.html\n"));
    let before = files(&home);
    for arguments in [
        &["-f", "script.txt"][..],
        &["-f", "script.txt", "--overwrite", "--allow-write", "."],
        &["-c", "load game.txt; save other.txt; save; save game.txt; replay game.txt --html x.html; board"],
        &["-c", "match random random --games 2 --file results.txt"],
        &["--expansions", "rules", "-c", "new bad --players Ann,Ben --seed 5; a 1"],
        &["sheet", "base"],
    ] {
        let arguments = [arguments, &["--read-only", "--keep-going"]].concat();
        let said = home.run(&arguments, "");
        assert!(said.err.contains("is not written: --read-only"), "{said:?}");
        assert_eq!(files(&home), before, "{arguments:?}");
    }
}

#[test]
fn a_game_is_loaded_and_shown_again_without_a_file_being_touched() {
    let home = home();
    let saved = home.run(&[], "new --players Ann,Ben --seed 5\na 1 1\nsave game.txt\n");
    assert_eq!(saved.code, Some(0), "{saved:?}");
    let before = files(&home);
    for arguments in [&["replay", "game.txt"][..], &["-c", "load game.txt; scores; replay game.txt --to 1"]] {
        let said = home.run(arguments, "");
        assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "{said:?}");
        assert_eq!(files(&home), before);
    }
}

#[test]
fn a_record_that_names_another_version_is_loaded_only_if_told_and_with_a_warning() {
    let home = home();
    let said = home.run(&[], "new --players Ann,Ben --seed 5\na 1 1\nsave game.txt\n");
    assert_eq!(said.code, Some(0), "{said:?}");
    let good = fs::read_to_string(home.path("game.txt")).unwrap();
    let version = good.lines().find_map(|line| line.strip_prefix("# with base ")).unwrap().split(' ').next().unwrap();
    let changed = good.replace(&format!("# with base {version} "), "# with base 9.9.9 ");
    let body: Vec<&str> = changed.lines().filter(|line| !line.starts_with("# check ")).collect();
    // The check of a record is no secret: the refusal tells it.
    home.write("changed.txt", &changed);
    let refused = home.run(&[], "load changed.txt\n").err;
    let found = refused.split("found ").nth(1).unwrap().trim_end().trim_end_matches(')').to_string();
    home.write("changed.txt", body.join("\n") + &format!("\n# check {found}\n"));
    let said = home.run(&[], "load changed.txt\nscores\n");
    assert!(
        said.code == Some(1) && said.err.contains("base is not the same as when this game was saved (9.9.9"),
        "{said:?}"
    );
    let said = home.run(&[], "load changed.txt --anyway\n");
    assert!(said.code == Some(0) && said.err.contains("warning: base is not the same"), "{said:?}");
    assert_eq!(home.run(&[], "load game.txt\n").err, "");
}

#[test]
fn a_thousand_house_rules_are_listed_at_once() {
    let home = Home::new(EXE);
    for n in 0..1_000 {
        let head = format!("--[[\nid = \"rule-{n}\"\nname = \"Rule {n}\"\nversion = \"1.0.0\"\n]]\n");
        home.write(&format!("rules/rule-{n}.lua"), head + "return { on_scored = function() end }\n");
    }
    let start = Instant::now();
    let said = home.run(&["--expansions", "rules", "expansions"], "");
    let took = start.elapsed();
    assert!(said.code == Some(0) && said.out.lines().filter(|line| line.starts_with("rule-")).count() == 1_000);
    // Ten times of what it takes where nothing else runs; each rule that is read again for each other takes far longer.
    assert!(took < Duration::from_secs(8), "{took:?}");
}
