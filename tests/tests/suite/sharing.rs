//! Sets go from one table to another: packed, installed, found on shelves; and nothing that goes wrong on the way
//! changes what was there before.

mod hostile;
mod needs;
mod secure;
mod shelves;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use bastide_core::Chance;
use bastide_tests::deal::root;
use bastide_tests::program::{Home, Run, run};

use super::pty::Terminal;

const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");
const TILES: &str = "[a]\ncount = 2\ncity = \"N\"\n\n[b]\ncount = 1\nroad = \"E-W\"\n";
const SCENE: &str = "# Nothing to see\nnew tiny --players Red,Blue --lab\nexpect points Red 0\n";
const RULE: &str = "--[[\nid = \"calm\"\nname = \"Calm\"\nversion = \"1.0.0\"\nsummary = \"Nothing happens.\"\n]]\nreturn { on_turn = function() end }\n";

fn home() -> Home {
    Home::new(EXE)
}

fn manifest(id: &str, version: &str) -> String {
    format!(
        "id = \"{id}\"\nname = \"Tiny <b>\"\nversion = \"{version}\"\napi = 1\nauthors = [\"A. Uthor\"]\nlicence = \"MIT\"\n\
         summary = \"Two tiles & a rule.\"\n"
    )
}

/// Writes a small set into a folder of a home.
fn set(home: &Home, folder: &str, id: &str, version: &str) {
    home.write(&format!("{folder}/expansion.toml"), manifest(id, version));
    home.write(&format!("{folder}/tiles.toml"), TILES);
    home.write(&format!("{folder}/init.lua"), "return { on_place = function() end }\n");
    home.write(&format!("{folder}/scenes/first.scene"), SCENE.replace("tiny", id));
    home.write(&format!("{folder}/LICENCE"), "free");
}

fn good(said: &Run) -> &Run {
    assert_eq!(said.code, Some(0), "{said:?}");
    said
}

/// Packs a small set and returns the name of the pack.
fn packed(home: &Home, version: &str) -> String {
    let folder = format!("source-{version}");
    set(home, &folder, "tiny", version);
    good(&home.run(&["pack", &folder], ""));
    format!("tiny-{version}.bastide")
}

/// The version of `tiny` that the program has, if it can be played.
fn version(home: &Home) -> Option<String> {
    let said = home.run(&["--format", "json", "expansions", "info", "tiny"], "");
    let data: serde_json::Value = serde_json::from_str(said.out.lines().next()?).ok()?;
    good(&home.run(&["new", "tiny"], ""));
    Some(data["expansion"]["version"].as_str()?.to_string())
}

/// Everything below a folder, without what is hidden.
fn tree(top: &Path) -> Vec<(String, Vec<u8>)> {
    let (mut todo, mut found) = (vec![top.to_path_buf()], Vec::new());
    while let Some(folder) = todo.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten().map(|entry| entry.unwrap()) {
            match entry.file_type().unwrap().is_dir() {
                _ if entry.file_name().to_string_lossy().starts_with('.') => {}
                true => todo.push(entry.path()),
                false => found.push((entry.path().display().to_string(), fs::read(entry.path()).unwrap_or_default())),
            }
        }
    }
    found.sort();
    found
}

/// Runs a line of the shell, in which `$0` is the program.
fn in_shell(home: &Home, line: &str) -> Run {
    let (mut command, program) = (Command::new("bash"), home.command(&[]));
    command.args(["-c", line]).arg(program.get_program()).current_dir(home.path("")).env_clear();
    command.envs(program.get_envs().filter_map(|(name, value)| Some((name, value?))));
    run(command, "")
}

#[test]
fn the_same_folder_gives_the_same_bytes() {
    let (one, other) = (home(), home());
    let name = packed(&one, "1.0.0");
    set(&other, "elsewhere/called-otherwise", "tiny", "1.0.0");
    for path in ["elsewhere/called-otherwise/init.lua", "elsewhere/called-otherwise/scenes/first.scene"] {
        let file = fs::File::options().append(true).open(other.path(path)).unwrap();
        file.set_modified(std::time::SystemTime::UNIX_EPOCH).unwrap();
    }
    good(&other.run(&["pack", "elsewhere/called-otherwise", "--out", "packs"], ""));
    let bytes = fs::read(one.path(&name)).unwrap();
    assert!(bytes == fs::read(other.path("packs").join(&name)).unwrap());
    other.write("elsewhere/called-otherwise/init.lua", "return {}\n");
    good(&other.run(&["pack", "elsewhere/called-otherwise", "--out", "packs"], ""));
    assert!(bytes != fs::read(other.path("packs").join(&name)).unwrap());
}

#[test]
fn any_zip_program_can_read_a_pack() {
    let home = home();
    let name = packed(&home, "1.0.0");
    home.write("source-1.0.0/.secret", "x");
    home.write("source-1.0.0/drawing.psd", "x");
    let said = home.run(&["pack", "source-1.0.0"], "");
    assert!(good(&said).err.contains("left out of tiny-1.0.0.bastide: drawing.psd"), "{said:?}");
    let python =
        format!("import zipfile; z = zipfile.ZipFile('{name}'); assert z.testzip() is None; print(*z.namelist())");
    let Ok(listed) = Command::new("python3").args(["-c", &python]).current_dir(home.path("")).output() else { return };
    let names = String::from_utf8_lossy(&listed.stdout);
    let files = "LICENCE SHA256SUMS expansion.toml init.lua preview.png scenes/first.scene tiles.png tiles.toml";
    let expected: Vec<String> = files.split(' ').map(|file| format!("tiny/{file}")).collect();
    assert_eq!(names.trim(), expected.join(" "), "{listed:?}");
}

#[test]
fn every_shipped_set_can_be_packed() {
    let home = home();
    let top = root().join("..");
    let mut paths: Vec<String> = Vec::new();
    for (folder, is_one) in [("expansions", ""), ("scripts/house", "lua")] {
        let entries = fs::read_dir(top.join(folder)).unwrap().map(|entry| entry.unwrap().path());
        let wanted = entries.filter(|path| path.extension().unwrap_or_default() == is_one && !path.ends_with("scenes"));
        paths.extend(wanted.map(|path| path.display().to_string()));
    }
    let arguments: Vec<&str> = ["pack", "--out", "packs"].into_iter().chain(paths.iter().map(String::as_str)).collect();
    let said = home.run(&arguments, "");
    assert_eq!(good(&said).out.lines().count(), paths.len());
    assert_eq!(fs::read_dir(home.path("packs")).unwrap().count(), paths.len());
}

#[test]
fn a_pack_is_installed_played_replaced_and_removed() {
    let home = home();
    let (old, new) = (packed(&home, "1.0.0"), packed(&home, "1.2.0"));
    let said = home.run(&["install", &old, "--yes"], "");
    for part in
        ["Two tiles & a rule.", "1 line of Lua in 1 file; hooks on_place", "no files, no network", "3 tiles, 1 scene"]
    {
        assert!(good(&said).out.contains(part), "{part}: {}", said.out);
    }
    assert!(!said.out.contains("replaces"), "{}", said.out);
    assert_eq!(version(&home).as_deref(), Some("1.0.0"));
    good(&home.run(&["test", "data/bastide/expansions/tiny/scenes"], ""));
    let said = home.run(&["install", &new, "--yes"], "");
    assert!(good(&said).out.contains("replaces  tiny 1.0.0, which is installed"), "{}", said.out);
    assert_eq!(version(&home).as_deref(), Some("1.2.0"));
    assert_eq!(fs::read_dir(home.path("data/bastide/packs")).unwrap().count(), 2, "packs are kept");
    let said = home.run(&["expansions", "remove", "tiny"], "");
    assert!(said.code == Some(1) && said.err.contains("--yes"), "{said:?}");
    good(&home.run(&["expansions", "remove", "tiny", "--yes"], ""));
    assert_eq!(home.run(&["new", "tiny"], "").code, Some(1));
    assert_eq!(home.run(&["expansions", "remove", "base", "--yes"], "").code, Some(1));
}

#[test]
fn nobody_installs_without_agreeing_and_no_strangers_file_does() {
    let home = home();
    let name = packed(&home, "1.0.0");
    let before = tree(&home.path(""));
    let said = home.run(&["install", &name], "y\n");
    assert!(said.code == Some(1) && said.err.contains("--yes") && said.err.contains("hooks on_place"), "{said:?}");
    let said = home.run(&["install", &name, "--yes", "--read-only"], "");
    assert!(said.code == Some(1) && said.err.contains("is not written: --read-only"), "{said:?}");
    assert_eq!(tree(&home.path("")), before);
    home.write("script.txt", format!("install {name} --yes\n"));
    for flags in [&["-f", "script.txt"][..], &["-f", "script.txt", "--overwrite", "--allow-write", "."]] {
        let said = home.run(flags, "");
        assert!(
            said.code == Some(1) && said.err.contains("a file of commands installs and removes nothing"),
            "{said:?}"
        );
    }
    assert!(!home.path("data").exists());
    let said = home.run(&[], format!("install {name} --yes\nnew tiny\n"));
    assert!(good(&said).out.contains("New game"), "{said:?}");
}

#[test]
fn a_folder_and_a_house_rule_are_played_where_they_are() {
    let home = home();
    set(&home, "work/anything", "tiny", "1.0.0");
    home.write("work/calm.lua", RULE);
    for (what, id) in [("./work/anything", "tiny"), ("work/calm.lua", "calm")] {
        let said = home.run(&[], format!("new {what} --players A,B --seed 1\nsave game.txt\nexpansions info {id}\n"));
        assert!(good(&said).out.contains(&format!("base and {id}")), "{}", said.out);
        assert!(fs::read_to_string(home.path("game.txt")).unwrap().contains(&format!("new base {id} ")));
        assert_eq!(home.run(&["new", id], "").code, Some(1), "nothing is installed");
        good(&home.run(&["expansions", "add", what], ""));
        good(&home.run(&["-c", "load game.txt; scores"], ""));
        // What is changed there counts.
        home.write("work/anything/expansion.toml", manifest("tiny", "3.0.0"));
        good(&home.run(&["expansions", "remove", id, "--yes"], ""));
        assert_eq!(home.run(&["new", id], "").code, Some(1));
    }
    assert!(home.path("work/anything/init.lua").exists() && home.path("work/calm.lua").exists());
    assert_eq!(home.run(&["new", "./nowhere"], "").code, Some(4));
    assert_eq!(home.run(&["new", "./work"], "").code, Some(3));
}

#[test]
fn a_house_rule_is_packed_with_its_scenes_and_installed() {
    let home = home();
    home.write("rules/calm.lua", RULE);
    home.write("rules/other.lua", RULE.replace("calm", "other"));
    home.write("rules/scenes/calm-first.scene", SCENE.replace("tiny", "calm"));
    home.write("rules/scenes/other.scene", SCENE);
    good(&home.run(&["pack", "rules/calm.lua"], ""));
    good(&home.run(&["install", "calm-1.0.0.bastide", "--yes"], ""));
    assert!(good(&home.run(&["new", "calm"], "")).out.contains("base and calm"));
    assert!(
        good(&home.run(&["expansions"], "")).out.lines().any(|line| line.starts_with("calm") && line.contains("house"))
    );
    let scenes = home.path("data/bastide/expansions/calm/scenes");
    assert_eq!(fs::read_dir(&scenes).unwrap().count(), 1);
    good(&home.run(&["test", &scenes.display().to_string()], ""));
    // Installed from its folder, it is the same again.
    let said = home.run(&["install", "data/bastide/expansions/calm", "--yes"], "");
    assert!(good(&said).out.contains("replaces  the same calm 1.0.0"), "{}", said.out);
}

#[test]
fn what_a_set_changes_of_others_is_told_before_it_is_installed() {
    const RULE: &str = r#"--[=[
id = "busy"
name = "Busy"
version = "1.0.0"
conflicts = ["inns-and-cathedrals"]
players = [2, 2]
out = ["base:B"]
[options.calm]
about = "quiet"
default = false
[tokens.coin]
each = 1
[[when]]
figures.follower.weight = 5
tokens.coin.each = 3
tiles."base:D" = { tags = ["inn"] }
tiles."base:E" = { tags = ["inn"] }
[[when]]
option = { calm = true }
settings.stuck = "return"
[tags.inn]
]=] return {}"#;
    let home = home();
    home.write("rules/busy.lua", RULE);
    let said = home.run(&["install", "rules/busy.lua", "--yes"], "");
    let told = "changes   `figures.follower`, `players`, `settings.stuck` and 3 tiles of base\n";
    assert!(good(&said).out.contains(told), "{said:?}");
    assert!(said.out.contains("not with  inns-and-cathedrals\n"), "{said:?}");
}

#[test]
fn what_a_person_put_there_is_neither_replaced_nor_removed() {
    let home = home();
    let name = packed(&home, "1.0.0");
    set(&home, "data/bastide/expansions/tiny", "tiny", "0.1.0");
    let before = tree(&home.path(""));
    for arguments in [&["install", &name, "--yes"][..], &["expansions", "remove", "tiny", "--yes"]] {
        let said = home.run(arguments, "");
        assert!(said.code == Some(1) && said.err.contains("was not installed from a pack"), "{said:?}");
    }
    assert_eq!(tree(&home.path("")), before);
}

#[test]
fn a_record_names_the_pack_that_fits_and_plays_on_only_if_told() {
    let home = home();
    let (old, new) = (packed(&home, "1.0.0"), packed(&home, "1.2.0"));
    good(&home.run(&["install", &old, "--yes"], ""));
    good(&home.run(&[], "new tiny --players A,B --seed 5\nsave game.txt\n"));
    good(&home.run(&["install", &new, "--yes"], ""));
    let said = home.run(&["-c", "load game.txt; scores"], "");
    assert_eq!(said.code, Some(1), "{said:?}");
    assert!(said.err.contains("tiny is not the same as when this game was saved (1.0.0, now 1.2.0)"), "{}", said.err);
    let kept = said.err.split("`install ").nth(1).and_then(|rest| rest.split('`').next()).unwrap().to_string();
    let said = home.run(&["-c", "load game.txt --anyway; scores"], "");
    assert!(good(&said).err.contains("warning: tiny is not the same"), "{said:?}");
    good(&home.run(&["install", &kept, "--yes"], ""));
    assert_eq!(good(&home.run(&["-c", "load game.txt; scores"], "")).err, "");
    good(&home.run(&["expansions", "remove", "tiny", "--yes"], ""));
    let said = home.run(&["-c", "load game.txt"], "");
    assert!(said.code == Some(4) && said.err.contains(&format!("`install {kept}` may bring it back")), "{said:?}");
}

#[test]
fn a_set_that_needs_another_says_so_and_a_newer_api_is_refused() {
    let home = home();
    set(&home, "far", "far", "1.0.0");
    home.write("far/expansion.toml", manifest("far", "1.0.0") + "requires = { tiny = \"1\" }\n");
    let said = home.run(&["pack", "far"], "");
    assert!(said.code == Some(3) && said.err.contains("far needs the set tiny"), "{said:?}");
    let name = packed(&home, "1.0.0");
    good(&home.run(&["install", &name, "--yes"], ""));
    good(&home.run(&["pack", "far"], ""));
    good(&home.run(&["expansions", "remove", "tiny", "--yes"], ""));
    let said = home.run(&["install", "far-1.0.0.bastide", "--yes"], "");
    assert!(said.code == Some(3) && said.err.contains("far needs the set tiny"), "{said:?}");
    home.write("far/expansion.toml", manifest("far", "1.0.0").replace("api = 1", "api = 9"));
    let said = home.run(&["pack", "far"], "");
    assert!(said.code == Some(3) && said.err.contains("needs api 9; this program has api 1"), "{said:?}");
    home.write("far/expansion.toml", manifest("far", "one"));
    let said = home.run(&["pack", "far"], "");
    assert!(said.code == Some(3) && said.err.contains("three numbers"), "{said:?}");
}

#[test]
fn a_set_whose_script_fails_is_neither_packed_nor_installed() {
    let home = home();
    set(&home, "bad", "bad", "1.0.0");
    home.write("bad/init.lua", "return { on_plaice = function() end }\n");
    let said = home.run(&["pack", "bad"], "");
    assert!(said.code == Some(3) && said.err.contains("did you mean `on_place`?"), "{said:?}");
    assert!(!home.path("bad-1.0.0.bastide").exists());
    assert_eq!(home.run(&["install", "./bad", "--yes"], "").code, Some(3));
    std::os::unix::fs::symlink("/etc/passwd", home.path("bad/x.txt")).unwrap();
    let said = home.run(&["pack", "bad"], "");
    assert!(said.code == Some(1) && said.err.contains("is a link"), "{said:?}");
}

#[test]
fn a_program_that_is_killed_leaves_one_version_or_the_other() {
    let home = home();
    let (old, new) = (packed(&home, "1.0.0"), packed(&home, "1.2.0"));
    good(&home.run(&["install", &old, "--yes"], ""));
    let mut chance = Chance::new(3);
    for n in 0..24 {
        let mut command = home.command(&["install", if n % 2 == 0 { &new } else { &old }, "--yes"]);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(chance.below(120).into()));
        let _ = child.kill();
        child.wait().unwrap();
        assert!(["1.0.0", "1.2.0"].contains(&version(&home).unwrap().as_str()));
        let folder = tree(&home.path("data/bastide/expansions/tiny"));
        assert_eq!(folder.len(), 8, "all files are there");
    }
    good(&home.run(&["install", &new, "--yes"], ""));
    assert_eq!(version(&home).as_deref(), Some("1.2.0"));
    let left = fs::read_dir(home.path("data/bastide/expansions")).unwrap().map(|entry| entry.unwrap().file_name());
    let mut left: Vec<_> = left.map(|name| name.into_string().unwrap()).collect();
    left.sort();
    assert_eq!(left, [".lock", "tiny"], "what killed programs left is gone");
}

#[test]
fn a_disk_that_is_full_leaves_what_was_there() {
    let home = home();
    let (old, new) = (packed(&home, "1.0.0"), packed(&home, "1.2.0"));
    good(&home.run(&["install", &old, "--yes"], ""));
    let before = tree(&home.path("data"));
    for blocks in [0, 1, 4] {
        // No file may grow beyond a few kilobytes, which to the program is a disk that is full.
        let script = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" install {new} --yes");
        let said = in_shell(&home, &script);
        assert!(said.code == Some(4) && said.err.contains("cannot be written"), "{blocks}: {said:?}");
        assert!(said.err.contains("nothing has changed"), "{blocks}: {said:?}");
        assert_eq!(tree(&home.path("data")), before, "{blocks}");
    }
    good(&home.run(&["install", &new, "--yes"], ""));
}

#[test]
fn two_programs_do_not_install_at_once() {
    let home = home();
    let name = packed(&home, "1.0.0");
    fs::create_dir_all(home.path("data/bastide/expansions")).unwrap();
    let lock = fs::File::create(home.path("data/bastide/expansions/.lock")).unwrap();
    lock.lock().unwrap();
    let said = home.run(&["install", &name, "--yes"], "");
    assert!(said.code == Some(1) && said.err.contains("another bastide is installing"), "{said:?}");
    drop(lock);
    good(&home.run(&["install", &name, "--yes"], ""));
}

#[test]
fn at_a_terminal_it_asks_and_only_yes_is_yes() {
    let home = home();
    let name = packed(&home, "1.0.0");
    for (answer, done) in [("n", "nothing has changed"), ("", "nothing has changed"), ("y", "Installed tiny 1.0.0")] {
        let mut terminal = Terminal::open(&home, &["install", &name], &[]);
        assert!(terminal.until("Install tiny? [y/N] ").contains("hooks on_place"));
        assert!(!home.path("data/bastide/expansions/tiny").exists());
        terminal.say(answer);
        terminal.until(done);
    }
    let mut terminal = Terminal::open(&home, &["--glyphs", "ascii"], &[]);
    terminal.until("bastide> ");
    terminal.say("expansions remove tiny");
    terminal.until("Remove tiny? [y/N] ");
    terminal.say("y");
    terminal.until("Removed ");
    terminal.until("bastide> ");
    terminal.leave();
}

/// The lines that a page tells to type in a shell.
fn shell_lines(page: &str) -> Vec<String> {
    let text = fs::read_to_string(root().join("..").join(page)).unwrap();
    let blocks = text.split("\n```sh\n").skip(1).filter_map(|rest| rest.split("\n```").next());
    let lines = blocks.flat_map(str::lines).map(|line| line.split("  ").next().unwrap().to_string());
    lines.filter(|line| line.starts_with("bastide ") && !line.contains("https://")).collect()
}

#[test]
fn what_the_docs_type_about_sharing_works() {
    for page in ["README.md", "docs/SHARING.md"] {
        let home = home();
        set(&home, "my-set", "my-set", "1.0.0");
        set(&home, "expansions/tiny", "tiny", "1.0.0");
        home.write("rules/long-roads.lua", RULE.replace("calm", "long-roads"));
        home.write("scripts/house/calm.lua", RULE);
        good(&home.run(&["pack", "my-set", "--out", "packs"], ""));
        good(&home.run(&["shelf", "packs", "--out", "club"], ""));
        home.write("bastide.toml", "shelves = [\"club\"]\n");
        let lines = shell_lines(page);
        assert!(lines.len() >= 4, "{page}: {lines:?}");
        for line in lines {
            let asks =
                ["install", "remove", "update"].iter().any(|word| line.contains(word)) && !line.contains("--yes");
            let line = line.replacen("bastide", "\"$0\"", 1) + if asks { " --yes" } else { "" };
            let said = in_shell(&home, &line);
            assert_eq!(said.code, Some(0), "{page}: {line}: {said:?}");
        }
    }
}
