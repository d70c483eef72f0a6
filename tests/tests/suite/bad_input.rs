//! Bad input gets an error that names the place and an exit code, and leaves the game untouched; never a panic.

use std::fs::{self, File};
use std::io::{BufRead, BufReader};
use std::os::unix::fs::PermissionsExt;
use std::process::Stdio;
use std::time::{Duration, Instant};

use bastide_core::Chance;
use bastide_tests::program::{Home, Run, run};

const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");

fn home() -> Home {
    Home::new(EXE)
}

/// Whether the program ended by itself with a code of its own and told of no fault.
fn sane(said: &Run, what: &str) {
    let fault =
        ["panicked", "a fault in Bastide"].iter().any(|word| said.err.contains(word) || said.out.contains(word));
    assert!(
        !fault && said.code.is_some_and(|code| (0..=4).contains(&code)),
        "{what}: {:?}\n{:.4000}",
        said.code,
        said.err
    );
}

#[test]
fn each_sort_of_failure_has_its_exit_code() {
    for (code, line) in [
        (0, "help"),
        (0, ""),
        (0, "# nothing"),
        (1, "scores"),
        (1, "new --players Ann"),
        (1, "new base --lab\nexpect score Red 3"),
        (2, "bogus"),
        (2, "new --bogus"),
        (2, "\""),
        (4, "load nothing.txt"),
        (4, "new\nsave no/such/folder/x.txt"),
    ] {
        let said = home().run(&[], line);
        assert_eq!(said.code, Some(code), "{line}: {said:?}");
        assert_eq!(said.err.is_empty(), code == 0, "{line}: {said:?}");
    }
    assert_eq!(home().run(&["--keep-going"], "bogus\nscores\nhelp").code, Some(2), "the first failure decides");
}

// Manifests.

const HEAD: &str = "id = \"broken\"\nname = \"Broken\"\nversion = \"1.0.0\"\napi = 1\n";

fn expansion(tiles: impl AsRef<[u8]>) -> Home {
    let home = home();
    home.write("sets/broken/expansion.toml", HEAD);
    home.write("sets/broken/tiles.toml", tiles);
    home
}

#[test]
fn a_sound_expansion_of_ones_own_can_be_played() {
    let said = expansion("[a]\ncount = 1\ncity = \"N\"\n").run(&["--expansions", "sets", "new", "broken"], "");
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
}

#[test]
fn a_broken_manifest_is_told_with_file_line_and_the_word_underlined() {
    for (tiles, line, column, word, sentence) in [
        ("[a]\ncount = 1\nkity = \"N\"\n", 3, 1, "kity", "unknown kind `kity`"),
        ("[a]\ncount = 1\ncity = \"N-Q\"\n", 3, 11, "Q", "`Q` is not a point of a tile"),
        ("[a]\ncount = 1\ncity = \"N\"\nroad = \"N-S\"\n", 4, 9, "N", "`N` is already taken by `city = \"N\"`"),
        ("[a]\ncount = 0\ncity = \"N\"\n", 2, 9, "0", "this number must be from 1 to 1000"),
        ("[a]\ncount = 1\ncity = \"N\"\n[a]\ncount = 1\nroad = \"N-S\"\n", 4, 2, "a", "`a` is declared twice"),
    ] {
        let said = expansion(tiles).run(&["--expansions", "sets", "new", "broken"], "");
        let at = format!("--> sets/broken/tiles.toml:{line}:{column}\n");
        let underlined = format!("| {}{}\n", " ".repeat(column - 1), "^".repeat(word.len()));
        assert!(said.code == Some(3) && said.out.is_empty(), "{said:?}");
        for part in [sentence, &at, tiles.lines().nth(line - 1).unwrap(), &underlined] {
            assert!(said.err.contains(part), "{part} is missing:\n{}", said.err);
        }
    }
}

#[test]
fn a_manifest_that_is_no_text_or_far_too_long_is_refused_at_once() {
    let said = expansion(b"[a]\ncount = 1\n# \xff\n").run(&["--expansions", "sets", "new", "broken"], "");
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.contains("is not UTF-8") && said.err.contains("tiles.toml:3:3\n"), "{}", said.err);

    let home = expansion("");
    File::create(home.path("sets/broken/tiles.toml")).unwrap().set_len(100 << 20).unwrap();
    let start = Instant::now();
    let said = home.run(&["--expansions", "sets", "new", "broken"], "");
    assert!(start.elapsed() < Duration::from_secs(20), "{:?}", start.elapsed());
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.contains("104857600 bytes") && said.err.contains("tiles.toml"), "{}", said.err);
}

#[test]
fn a_broken_manifest_leaves_the_running_game_and_the_other_sets_alone() {
    let home = expansion("[a]\ncount = 0\ncity = \"N\"\n");
    let said = home.run(&["--expansions", "sets", "--keep-going"], "new --seed 1\nstate\nnew broken\nstate\nnew base");
    let states: Vec<&str> = said.out.split("New game: Red against Blue (greedy bot), hig-3rd, seed 1.\n").collect();
    let half = states[1].len() / 2;
    assert_eq!((said.code, &states[1][..half]), (Some(3), &states[1][half..]), "{said:?}");
    assert_eq!(states.len(), 3, "the last game begins: {}", said.out);
}

#[test]
fn the_list_of_expansions_marks_one_that_is_broken() {
    let said = expansion("[a]\ncount = 1\ncity = \"N-Q\"\n").run(&["--expansions", "sets", "expansions"], "");
    let line = said.out.lines().find(|line| line.starts_with("broken")).unwrap();
    assert!(line.contains("cannot be loaded: `Q` is not a point of a tile") && said.code == Some(3), "{line}");
    assert!(said.out.lines().any(|line| line.starts_with("base ") && !line.contains("cannot")), "{}", said.out);
}

// Saves.

/// A record of a short game.
fn record(home: &Home) -> String {
    let said = home.run(&[], "new --players Ann,Ben --seed 5\na 1 1\nb 2 -\nsave good.txt");
    assert_eq!(said.code, Some(0), "{said:?}");
    fs::read_to_string(home.path("good.txt")).unwrap()
}

#[test]
fn a_bad_save_is_told_and_the_running_game_is_untouched() {
    let home = home();
    let good = record(&home);
    let lines: Vec<&str> = good.lines().collect();
    let cut = |n: usize| lines[..n].join("\n");
    let check = lines.last().unwrap();
    for (bad, why) in [
        (good.replace("r180", "r270").into_bytes(), "damaged"),
        (good.replace("seed 5", "seed 6").into_bytes(), "damaged"),
        (good[..good.len() / 2].into(), "not a Bastide record|ends early"),
        (cut(lines.len() - 1).into_bytes(), "ends early"),
        (cut(3).into_bytes(), "ends early"),
        (cut(1).into_bytes(), "ends early|does not start a game|damaged"),
        (check.as_bytes().to_vec(), "not a Bastide record"),
        (good.replace("record 1", "record 2").into_bytes(), "only version 1 can be read"),
        (b"{\"game\":\"chess\"}".to_vec(), "not a Bastide record"),
        (b"\x7fELF\x02\x01\x01\0\0\xff\xfe".to_vec(), "not UTF-8"),
        (Vec::new(), "not a Bastide record"),
        (vec![b'\n'; 100], "not a Bastide record"),
        (vec![0; 1 << 20], "not a Bastide record"),
        (vec![b'#'; 5 << 20], "at most"),
    ] {
        let path = home.write("bad.txt", &bad);
        let script = "load good.txt\nstate\nboard --ascii\nlog\nload bad.txt\nstate\nboard --ascii\nlog\n";
        let said = home.run(&["--keep-going"], script);
        sane(&said, why);
        assert_eq!(said.code, Some(4), "{why}: {said:?}");
        assert!(why.split('|').any(|why| said.err.contains(why)), "{why}: {}", said.err);
        assert!(said.err.starts_with("stdin:5: bad.txt"), "{}", said.err);
        assert!(said.err.len() < 500, "{why}: an error is a sentence, not {} bytes", said.err.len());
        let tables = said.out.split_once('\n').unwrap().1;
        let half = tables.len() / 2;
        assert_eq!(tables[..half], tables[half..], "{why}: the game has changed");
        fs::remove_file(path).unwrap();
    }
}

#[test]
fn a_save_that_is_a_folder_a_device_or_far_too_long_is_refused_at_once() {
    let home = home();
    record(&home);
    File::create(home.path("huge.txt")).unwrap().set_len(10 << 30).unwrap();
    for path in ["state", "/dev/zero", "/dev/stdin", "huge.txt", "nothing.txt", "good.txt/x"] {
        let start = Instant::now();
        let said = home.run(&["--keep-going"], format!("load good.txt\nstate\nload {path}\nstate\n"));
        assert!(start.elapsed() < Duration::from_secs(20), "{path}: {:?}", start.elapsed());
        assert!(said.code == Some(4) && said.err.contains(path), "{path}: {said:?}");
        let tables = said.out.split_once('\n').unwrap().1;
        assert_eq!(tables[..tables.len() / 2], tables[tables.len() / 2..], "{path}");
    }
}

#[test]
fn a_record_with_every_line_damaged_in_turn_is_never_loaded() {
    let home = home();
    let good = record(&home);
    let mut script = String::from("load good.txt\n");
    for (at, _) in good.lines().enumerate() {
        let mut lines: Vec<String> = good.lines().map(String::from).collect();
        lines[at] = lines[at].chars().rev().collect();
        home.write(&format!("bad-{at}.txt"), lines.join("\n") + "\n");
        script += &format!("load bad-{at}.txt\n");
    }
    let said = home.run(&["--keep-going"], script + "log\n");
    sane(&said, "damaged lines");
    assert_eq!(said.err.lines().count(), good.lines().count(), "{}", said.err);
    assert!(said.out.lines().count() == 5 && said.out.contains("Ben places E at -1,-1 r180"), "{}", said.out);
}

// Bytes.

#[test]
fn odd_bytes_on_the_pipe_are_errors_with_a_line() {
    for (input, errors) in [
        (&b"scores \xff\n"[..], "stdin:1: byte 7 of the input is not UTF-8"),
        (b"\0\n", "stdin:1: "),
        (b"help\0\n", "stdin:1: "),
        (b"new --players A\0B,C\n", "stdin:1: "),
        (b"log \"a", "stdin:1: the quote at column 5 is never closed"),
        (b"\n\nlog 'a\n", "stdin:3: the quote at column 5 is never closed"),
        (b"new --players \"A\x1b[2J\",B\n", "stdin:1: "),
        (b"\xef\xbb\xbfbogus\n", "stdin:1: "),
    ] {
        let said = home().run(&[], input);
        sane(&said, errors);
        assert!(said.code == Some(2) || said.code == Some(1), "{said:?}");
        assert!(said.err.starts_with(errors) && said.out.is_empty(), "{errors}: {said:?}");
        assert!(said.err.chars().all(|c| c == '\n' || !c.is_control()), "{said:?}");
    }
}

#[test]
fn a_line_of_ten_million_bytes_is_refused_and_the_next_is_read() {
    let mut input = vec![b'x'; 10 << 20];
    input.extend(b"\nhelp pass\n");
    let said = home().run(&["--keep-going"], input);
    assert_eq!(said.err, "stdin:1: the line is longer than 1048576 bytes\n");
    assert!(said.code == Some(2) && said.out.contains("Ends this decision"), "{said:?}");
    let said = home().run(&["--keep-going"], "x ".repeat(1 << 18) + "\nhelp pass\n");
    sane(&said, "many words");
    assert!(said.err.len() < 5_000 && said.out.contains("Ends this decision"), "{} bytes", said.err.len());
}

#[test]
fn lines_may_end_as_they_do_elsewhere() {
    let said = home().run(&[], "new --players Ann,Ben --seed 5\r\n\r\n# Windows\r\na 1 1\r\nscores\r\n");
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
    assert!(said.out.ends_with("Ann    0\nBen    0\n") && !said.out.contains('\r'), "{:?}", said.out);
    let said = home().run(&[], "help pass");
    assert!(said.code == Some(0) && said.out.contains("Ends this decision"), "a last line without an end counts");
}

#[test]
fn random_bytes_never_stop_the_program_by_a_fault() {
    let mut chance = Chance::new(7);
    for keep_going in [true, false] {
        let input: Vec<u8> = (0..1 << 18).map(|_| chance.below(256) as u8).collect();
        let flags: &[&str] = if keep_going { &["--keep-going"] } else { &[] };
        sane(&home().run(flags, input), "random bytes");
    }
}

#[test]
fn whoever_stops_listening_ends_it_quietly() {
    let home = home();
    let mut command = home.command(&["--keep-going"]);
    let script = home.write("long.txt", "tiles base\n".repeat(2_000));
    command.stdin(File::open(script).unwrap()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    let ended = child.wait_with_output().unwrap();
    assert!(!first.is_empty() && ended.stderr.is_empty(), "{}", String::from_utf8_lossy(&ended.stderr));
    assert_ne!(ended.status.code(), Some(101));
}

// Homes.

#[test]
fn without_a_home_or_where_it_cannot_be_written_everything_else_works() {
    let script = "new --players Ann,Ben --seed 5\na 1 1\nsave\nsave here.txt\nscores\n";
    let home = home();
    let mut command = home.command(&["--keep-going"]);
    for name in ["HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"] {
        command.env_remove(name);
    }
    let said = run(command, script);
    sane(&said, "no home");
    assert_eq!(said.err, "stdin:3: no home folder; use save FILE\n");
    assert!(said.out.ends_with("Saved to here.txt.\nAnn    0\nBen    0\n"), "{}", said.out);

    // A file where the folder should be is in the way even of one who may write everywhere.
    fs::write(home.path("state"), "").unwrap();
    let said = home.run(&["--keep-going"], script);
    assert!(said.code == Some(4) && said.err.starts_with("stdin:3: ") && said.err.contains("state"), "{said:?}");
    assert!(said.out.ends_with("Saved to here.txt.\nAnn    0\nBen    0\n"), "{}", said.out);

    fs::remove_file(home.path("state")).unwrap();
    fs::create_dir(home.path("state")).unwrap();
    fs::set_permissions(home.path("state"), fs::Permissions::from_mode(0o500)).unwrap();
    let said = home.run(&["--keep-going"], script);
    sane(&said, "a home that is only read");
    assert!(said.out.ends_with("Saved to here.txt.\nAnn    0\nBen    0\n"), "{}", said.out);
}

// Words.

/// The words of the program and a few that are none. `run`, `bench` and `test` are too long for thousands of them.
const WORDS: &str = "new board legal scores score ledger why log state supply undo redo save load bots tiles expansions \
    editions options help expect place deploy pass first start put give take set next roll tile turn finish \
    base base*2 Red Blue red --players --players=Red,Blue --bots --lab --seed --edition hig-3rd rgg-2000 --option \
    farmers=off farm_scoring city-once-3 --format json human --ascii --help -h a b c d e f 1 2 3 7 0 -1 99 \
    18446744073709551616 - turn greedy random off 0,0 1,0 -1,0 0,1 0,-1 2,3 99999,-99999 r0 r90 r180 r270 r45 \
    road city field cloister road:N city:S field:NL 0,0/road 0,0/city:N 1,0/field:ER follower Red:follower@0,0/road \
    follower@road follower@city:S deploy follower@cloister points option pile out D W U B E C Q9 game.txt . / \
    refused legal only options decision drawn over figure supply feature tiles open complete owners yes none \
    \"\" \"a b\" 'x ; # é \\ * @ : , / :: @@ ,, //";

#[test]
fn ten_thousand_random_lines_never_stop_a_session_by_a_fault() {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut chance = Chance::new(2);
    let mut script = String::new();
    for n in 0..10_000 {
        // Fresh tables in between, or most lines would meet a game that is over.
        script += match n % 200 {
            0 => "new --players Red,Blue --lab\nstart\nturn Red\n",
            100 => "new --players Red,Blue\n",
            _ => "",
        };
        let some = 1 + chance.below(5);
        let line: Vec<&str> = (0..some).map(|_| words[chance.below(words.len() as u32) as usize]).collect();
        script += &format!("{}\n", line.join(" "));
    }
    script += "new --players Red,Blue\nscores\n";
    let start = Instant::now();
    let said = home().run(&["--keep-going"], script);
    println!("10,000 lines in {:?}", start.elapsed());
    sane(&said, "random lines");
    assert!(said.out.ends_with("Red     0\nBlue    0\n"), "the session is whole to its end");
}

// What once was otherwise.

#[test]
fn flags_that_hold_for_every_command_count_after_any_command() {
    let before = home().run(&["--glyphs", "ascii", "tiles", "base"], "").out;
    assert_eq!(home().run(&["tiles", "base", "--glyphs", "ascii"], "").out, before);
    assert_eq!(home().run(&["tiles", "--glyphs=ascii", "base"], "").out, before);
    for line in ["why", "score", "expect over", "tiles base", "scores"] {
        let said = home().run(&[], format!("{line} --glyphs ascii\n"));
        assert!(said.code == Some(2) && said.err.contains("--glyphs applies to the whole session"), "{line}: {said:?}");
    }
}

#[test]
fn a_letter_beyond_the_last_cell_never_begins_another_game() {
    let said = home().run(&["--keep-going"], "new --players Ann,Ben --seed 5\na 1 1\nn\nlog 1\n");
    assert!(said.out.contains("Ann deploys a follower as a knight on 0,-1/city:E"), "{}", said.out);
}

#[test]
fn help_by_a_flag_is_an_object_too() {
    let said = home().run(&["--format", "json"], "new --help\n");
    assert!(said.out.lines().all(|line| line.starts_with('{')), "{}", said.out);
    let said = home().run(&["new", "--help", "--format", "json"], "");
    assert!(said.code == Some(0) && said.out.starts_with("{\"ok\":true,\"command\":\"help\""), "{}", said.out);
}

#[test]
fn a_usage_error_is_no_refusal() {
    assert_eq!(home().run(&[], "new --lab\nexpect refused new --playerz Red,Blue\n").code, Some(2));
}

#[test]
fn one_sentence_says_how_many_tiles_a_game_can_hold() {
    let limit = |times: u32| home().run(&[], format!("new base*{times} --players A,B\n")).err;
    // More than can be counted, and more than a board can hold.
    assert!(limit(1000).contains("at most 16000") && limit(1000) == limit(200), "{}{}", limit(1000), limit(200));
    assert_eq!(limit(150), "");
}

#[test]
fn an_option_of_a_set_that_is_not_in_play_is_refused_with_the_set() {
    let said = |line: &str| home().run(&[], line).err.lines().next().unwrap_or_default().to_string();
    assert_eq!(
        said("new --option king_scoring=flat-10"),
        "stdin:1: king_scoring is an option of king-and-scout, which is not in play"
    );
    let both = "stdin:1: farm_completion is an option of completed-farms and pig-out, which are not in play";
    assert_eq!(said("new inns --option farm_completion=off"), both);
    assert!(said("new --option king_skoring=flat-10").starts_with("stdin:1: unknown option `king_skoring`"));
    let wrong = "stdin:1: king_scoring is per-feature, flat-10 or running, not `flat-11`; did you mean `flat-10`?";
    assert_eq!(said("new king --option king_scoring=flat-11"), wrong);
}

#[test]
fn the_log_of_a_lab_is_true() {
    let said = home().run(&[], "new --players Ann,Ben --lab\nstart\nfinish\nlog\n").out;
    assert!(
        said.contains("D is laid at 0,0 r0 to start with") && said.contains("the game ends here: final scoring"),
        "{said}"
    );
}

#[test]
fn advice_can_be_followed() {
    let said = home().run(&["--keep-going"], "new --players Ann,Ben --lab\nstart\nturn Ann\nrun\n").err;
    assert!(!said.contains("bots Ann greedy"), "{said}");
}

// Scripts.

fn scripted(script: &str, commands: &str) -> Run {
    let home = home();
    home.write("sets/broken/expansion.toml", HEAD);
    home.write("sets/broken/init.lua", script);
    home.run(&["--expansions", "sets", "--keep-going"], commands)
}

#[test]
fn a_script_that_fails_is_named_with_its_line_and_the_choice_is_taken_back() {
    let script = "return { on_score = function(score)\n  local none, x = nil\n  x = none.at.all\nend }\n";
    let commands = "new broken --players Red,Blue --lab\nput D 0,0 r0\nput W 1,0 r0 Red:follower@road:W\nnext W\nturn Blue\n\
                    place -1,0 r180\npass\nexpect decision Blue deploy\nexpect score Red 0\nexpect supply Red follower 6";
    let said = scripted(script, commands);
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.contains("init.lua:3: on_score of broken: attempt to index nil with 'at'"), "{}", said.err);
    assert!(said.err.contains("3 |   x = none.at.all"), "{}", said.err);
    let calls: Vec<&str> = said.err.lines().filter(|line| line.starts_with("  in ")).collect();
    assert_eq!(calls, ["  in sets/broken/init.lua:3: in function 'on_score'"], "{}", said.err);
    assert!(!said.err.contains("expected"), "{}", said.err);
}

#[test]
fn a_script_that_cannot_be_loaded_begins_no_game() {
    let said = scripted("return { on_scor = function() end }", "new broken\nscores");
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.contains("did you mean `on_score`?"), "{}", said.err);
    assert!(said.out.is_empty(), "{}", said.out);
}

/// The arguments of the command that a report says to type.
fn again(said: &str) -> Vec<String> {
    let line = said.lines().find_map(|line| line.trim().strip_prefix("to reproduce it: bastide ")).expect("a command");
    line.split(' ').map(String::from).collect()
}

#[test]
fn the_command_that_a_script_error_names_shows_the_same_error() {
    let script = "return { on_score = function(score)\n  local x = nil + score.complete\nend }\n";
    let position = "put D 0,0 r0\nput W 1,0 r0 Red:follower@road:W\nnext W\nturn Blue\nplace -1,0 r180\n";
    let lab = format!("new broken --players Red,Blue --lab\n{position}pass\n");
    let tall = format!("new broken --players Red,Blue --lab\n{position}undo\nb 2 -\n");
    for commands in
        [&lab, &tall, "new broken --players A,B --bots greedy,random --seed 3\nrun\n", "bench broken --games 9\n"]
    {
        let home = home();
        home.write("sets/broken/expansion.toml", HEAD);
        home.write("sets/broken/init.lua", script);
        let said = home.run(&["--expansions", "sets"], commands);
        let error = |said: &str| said.lines().find_map(|line| Some(line.split_once("script error")?.1.to_string()));
        let (arguments, told) = (again(&said.err), error(&said.err));
        assert!(told.as_ref().is_some_and(|told| told.contains("init.lua:2: on_score of broken")), "{said:?}");
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let repeated = home.run(&arguments, "");
        assert_eq!((repeated.code, error(&repeated.err)), (Some(3), told), "{commands}: {repeated:?}");
        assert_eq!(again(&repeated.err), arguments, "the same record is one file");
        assert_eq!(fs::read_dir(home.path("state/bastide")).unwrap().count(), 1);
        // Once the script is mended, the same record plays; `load` wants to be told that the set is another one.
        home.write("sets/broken/init.lua", "return {}\n");
        assert_eq!(home.run(&arguments, "").code, Some(0), "{commands}");
        let loaded = format!("load {} --anyway\nscores\n", arguments.last().unwrap());
        assert_eq!(home.run(&["--expansions", "sets"], loaded).code, Some(0), "{commands}");
    }
}

#[test]
fn a_script_error_is_told_even_where_no_record_can_be_kept() {
    let home = home();
    home.write("sets/broken/expansion.toml", HEAD);
    home.write("sets/broken/init.lua", "return { on_turn = function() error(string.rep(\"x\", 100000)) end }");
    home.write("state", "a file where a folder should be");
    let said = home.run(&["--expansions", "sets", "--keep-going"], "new broken\nscores\nnew\nscores\n");
    sane(&said, "no folder");
    assert_eq!(said.code, Some(3), "{said:?}");
    assert!(said.err.contains("the record that leads to it could not be saved: "), "{}", said.err);
    assert!(said.err.len() < 10_000, "{}", said.err.len());
    fs::remove_file(home.path("state")).unwrap();
    let said = home.run(&["--expansions", "sets"], "new broken\n");
    assert!(said.err.contains("to reproduce it: bastide --expansions sets -f "), "{}", said.err);
}

#[test]
fn a_set_that_requires_another_is_tried_with_it() {
    let home = home();
    for (id, more) in
        [("first", ""), ("second", "requires = { first = \"1\" }\n"), ("third", "requires = { none = \"1\" }\n")]
    {
        home.write(
            &format!("sets/{id}/expansion.toml"),
            format!("id = \"{id}\"\nname = \"X\"\nversion = \"1.0.0\"\n{more}"),
        );
    }
    let said = home.run(&["--expansions", "sets", "expansions"], "");
    let line = |id: &str| said.out.lines().find(|line| line.starts_with(id)).unwrap_or_default();
    assert!(!line("second").contains("cannot") && line("third").contains("cannot be loaded"), "{}", said.out);
}
