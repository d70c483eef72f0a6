//! Pictures: a board of each set as SVG, compared exactly; files that cannot be written; names that contain markup; the
//! page of a whole game in a browser, if one is installed.
//!
//! [`rewrite::command`] draws the boards of `data/pictures` again. Look at them before they are kept.

use std::fs;
use std::path::Path;
use std::process::Command;

use bastide_tests::deal::root;
use bastide_tests::program::{Home, Run, run};
use bastide_tests::{rewrite, sets};

const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");
/// A small board of each set: what it is called, and what is typed before it is drawn.
const BOARDS: [(&str, &str); 11] = [
    (
        "base",
        "new --lab --players Red,Blue; put D 0,0 r0 Red:follower@city:N Blue:follower@field:EL; put A 1,0 r90 Red:follower@cloister",
    ),
    ("legal", "new --seed 1 --players Red,Blue"),
    (
        "owners",
        "new --lab --players Red,Blue; put U 0,0 r90 Red:follower@field:EL; put V 0,1 r180 Blue:follower@road:N",
    ),
    ("river", "new river --lab --players Red,Blue; put spring 0,0 r0; put cap-road 1,0 r0"),
    ("inns", "new inns --lab --players Red,Blue; put inn-straight 0,0 r0 Red:large@road:W; put cap-cut 0,1 r90"),
    (
        "traders",
        "new traders --lab --players Red,Blue; put corner-wine 0,0 r0 Red:follower@city:N Red:builder@city:N Blue:pig@field:ER; give Red wine 2",
    ),
    (
        "princess",
        "new princess --lab --players Red,Blue; put volcano-field 0,0 r0; put princess-tri 1,0 r90; put dragon@0,0; put fairy@1,0",
    ),
    ("tower", "new tower --lab --players Red,Blue; put field 0,0 r0; set height 0,0 3; put Red:follower@prison:Blue"),
    ("count", "new count --lab --players Red,Blue; put 09 0,0 r0; put count@castle; put Red:follower@market"),
    (
        "king",
        "new king --lab --players Red,Blue; put crossing-cities 0,0 r0 Red:follower@city:N Blue:follower@city:W; put cloister-cap 1,0 r270; give Red king; give Blue scout",
    ),
    (
        "lakes",
        "new lakes --lab --players Red,Blue; put cap-light 0,0 r90 Red:follower@lake; put straight-fish 1,0 r0; put corner-road 2,0 r0 Blue:follower@lake; put cap-pier 2,-1 r180; give Red fish 2",
    ),
];

fn drawn(home: &Home, typed: &str, file: &str, flags: &str) -> Run {
    home.run(&["-c", &format!("{typed}; export {file} {flags}")], "")
}

#[test]
fn boards_are_drawn_as_they_were() {
    let folder = root().join("data/pictures");
    for (name, typed) in BOARDS {
        let home = Home::new(EXE);
        let flags = match name {
            "legal" => "--legal",
            "owners" => "--owners",
            _ => "",
        };
        let told = drawn(&home, typed, "board.svg", flags);
        assert_eq!(told.code, Some(0), "{name}: {}", told.err);
        let svg = fs::read_to_string(home.path("board.svg")).unwrap();
        let golden = folder.join(format!("{name}.svg"));
        if rewrite::is_asked() {
            fs::create_dir_all(&folder).unwrap();
            fs::write(&golden, &svg).unwrap();
        }
        let kept = fs::read_to_string(&golden).unwrap_or_default();
        let command = rewrite::command("pictures");
        assert!(svg == kept, "{name} is drawn otherwise than in {}; look at both. `{command}`", golden.display());
    }
}

/// The text between two marks.
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    text.split_once(from).and_then(|(_, rest)| rest.split_once(to)).map_or("", |(part, _)| part)
}

#[test]
fn every_picture_tells_in_words_what_it_shows() {
    let home = Home::new(EXE);
    drawn(&home, BOARDS[6].1, "board.svg", "");
    let svg = fs::read_to_string(home.path("board.svg")).unwrap();
    assert_eq!(between(&svg, "<title id=\"title\">", "</title>"), "Board of Red and Blue, turn 0");
    let twin = between(&svg, "<desc id=\"twin\">", "</desc>");
    for fact in
        ["Row 0, column 0: volcano-field r0", "The dragon on the tile", "The fairy on the tile", "Red: 0 points"]
    {
        assert!(twin.contains(fact), "{fact}: {twin}");
    }
    assert_eq!(home.run(&["sheet", "tower", "tower.svg", "--spots"], "").code, Some(0));
    let sheet = fs::read_to_string(home.path("tower.svg")).unwrap();
    assert!(between(&sheet, "<desc id=\"twin\">", "</desc>").contains("tri-p-cap (1): "));
}

#[test]
fn the_same_board_gives_the_same_bytes() {
    let typed = "new river inns --seed 5 --players A,B --bots greedy,greedy; run 12";
    for file in ["board.png", "board.svg"] {
        let bytes = [0, 1].map(|_| {
            let home = Home::new(EXE);
            assert_eq!(drawn(&home, typed, file, "").code, Some(0));
            fs::read(home.path(file)).unwrap()
        });
        assert!(bytes[0] == bytes[1] && bytes[0].len() > 10_000, "{file}");
    }
}

/// A house rule whose name and words are markup.
const LOUD: &str = "--[[
id = \"loud\"
name = \"<script>alert(1)</script>\"
version = \"1.0.0\"
]]
return { on_place = function(event) event.game:tell(\"</script><img src=x onerror=alert(1)> & '\") end }
";

#[test]
fn words_of_strangers_are_never_markup() {
    let home = Home::new(EXE);
    home.write("rules/loud.lua", LOUD);
    let typed = "new loud --players Zoë,漢字 --bots greedy,greedy --seed 2; run 9; save game.txt; export board.svg --legal --fields; replay game.txt --html game.html";
    let told = home.run(&["--expansions", "rules", "-c", typed], "");
    assert_eq!(told.code, Some(0), "{}", told.err);
    let page = fs::read_to_string(home.path("game.html")).unwrap();
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (2, 2), "the page's own alone");
    assert!(!page.contains("<img") && page.contains("&lt;img src=x onerror=alert(1)&gt; &amp; &#39;"));
    assert!(page.contains("漢字") && page.contains("&lt;script&gt;alert(1)&lt;/script&gt;"));
    let svg = fs::read_to_string(home.path("board.svg")).unwrap();
    assert_eq!(between(&svg, "<title id=\"title\">", "</title>"), "Board of Zoë and 漢字, turn 10");
}

#[test]
fn the_game_at_the_table_is_shown_like_the_saved_one() {
    let home = Home::new(EXE);
    let typed = "new --seed 3 --players Ann,Ben --bots greedy,greedy; run 8; save g.txt; replay --html table.html; \
                 replay g.txt --html file.html; replay --to 5; scores";
    let told = home.run(&["-c", typed], "");
    assert_eq!(told.code, Some(0), "{}", told.err);
    let page = |name: &str| fs::read_to_string(home.path(name)).unwrap();
    assert!(page("table.html") == page("file.html") && page("table.html").contains("Turn 8 of 8"));
    assert!(told.out.contains("Ann: ") && told.out.ends_with('\n'), "{}", told.out);
}

#[test]
fn what_cannot_be_drawn_is_told_in_a_sentence() {
    let home = Home::new(EXE);
    home.write("no-game.txt", "hello\n");
    fs::create_dir(home.path("folder.svg")).unwrap();
    let table: [(&str, i32, &str); 17] = [
        ("export board.svg", 1, "no game is running; `new` starts one"),
        ("new; export board.gif", 2, "board.gif: a picture is FILE.svg or FILE.png"),
        ("new; export board", 2, "board: a picture is FILE.svg or FILE.png"),
        ("new; export", 2, "required"),
        ("new; export no/such/folder/board.png", 4, "cannot be written"),
        ("new; export folder.svg", 4, "folder.svg is a folder"),
        ("sheet bse base.svg", 1, "did you mean `base`?"),
        ("sheet hole-bonus hole.svg", 1, "has no tiles to draw"),
        ("replay no-game.txt", 4, "no-game.txt:1: this is not a Bastide record"),
        ("replay --html page.html", 1, "no game is running; `new` starts one"),
        ("replay --gif game.gif", 1, "no game is running; `new` starts one"),
        ("new --seed 1; replay --gif no/such/game.gif", 4, "cannot be written"),
        ("new --seed 1; replay --gif game.gif --size 9", 2, "--size is from 100 to 2000 pixels, not 9"),
        ("new --seed 1; replay --gif game.gif --to 1", 2, "cannot be used with"),
        ("replay missing.txt --html page.html", 4, "missing.txt cannot be read"),
        ("new --seed 1; save g.txt; replay g.txt --to 99", 1, "the game has only 1 turn, not 99"),
        ("new --seed 1; save g.txt; replay g.txt --html no/such/page.html", 4, "cannot be written"),
    ];
    for (typed, code, sentence) in table {
        let told = home.run(&["-c", typed], "");
        assert_eq!(told.code, Some(code), "{typed}: {}", told.err);
        assert!(told.err.contains(sentence), "{typed}: {}", told.err);
        assert!(!told.err.contains("fault in Bastide"), "{typed}: {}", told.err);
    }
}

#[test]
fn a_scene_draws_nothing() {
    let home = Home::new(EXE);
    home.write("draws.scene", "# A scene\nnew base --players Red,Blue --lab\nexport board.svg\n");
    let told = home.run(&["test", "draws.scene"], "");
    assert!(told.out.contains("a scene reads and writes no files"), "{}", told.out);
    assert!(!home.path("board.svg").exists());
}

#[test]
fn a_strangers_looks_are_drawn_or_refused_with_a_reason() {
    let look = |look: &str| {
        let home = Home::new(EXE);
        let manifest = format!(
            "id = \"bells\"\nname = \"Bells\"\nversion = \"1.0.0\"\napi = 1\nrequires = {{ base = \"1\" }}\n[tags.bell]\nlook = {{ glyph = \"b\", ascii = \"b\", ink = \"#ffffff\", ground = \"#123456\"{look} }}\n"
        );
        home.write("sets/bells/expansion.toml", manifest);
        home.write("sets/bells/tiles.toml", "[one]\ncity = \"N-W +bell\"\n");
        let told = home.run(&["--expansions", "sets", "sheet", "bells", "bells.svg"], "");
        (told, fs::read_to_string(home.path("bells.svg")).unwrap_or_default())
    };
    let (told, svg) = look("");
    assert!(told.code == Some(0) && svg.contains("fill=\"#123456\""), "a badge: {}", told.err);
    let (told, svg) = look(", size = 30, art = [\"#abcdef M0 0H100V100Z\", \"#fedcba 8 M0 0L100 100\"]");
    assert!(told.code == Some(0) && svg.contains("#abcdef") && svg.contains("stroke=\"#fedcba\" stroke-width=\"2.4\""));
    for (wrong, sentence) in [
        (", art = [\"#abcdef M0 0\\\"/><script>\"]", "M L H V Q C Z"),
        (", art = [\"blue M0 0\"]", "not a colour"),
        (", art = \"M0 0\"", "a list"),
        (", size = 900", "this number must be from 0 to 100"),
        (", beside = 1", "true or false"),
    ] {
        let (told, svg) = look(wrong);
        assert_eq!(told.code, Some(3), "{wrong}: {}", told.err);
        assert!(told.err.contains(sentence), "{wrong}: {}", told.err);
        assert!(
            told.err.contains(" --> sets/bells/expansion.toml:7:") && told.err.contains("| look = "),
            "{}",
            told.err
        );
        assert!(svg.is_empty());
    }
}

#[test]
fn a_saved_game_is_shown_at_a_turn() {
    let home = Home::new(EXE);
    let told = home.run(&["-c", "new --seed 4 --players A,B --bots greedy,greedy; run 6; save g.txt"], "");
    assert_eq!(told.code, Some(0), "{}", told.err);
    let tiles = |to: &str| {
        let told = home.run(&["replay", "g.txt", "--to", to, "--format", "json"], "");
        let data: serde_json::Value = serde_json::from_str(&told.out).unwrap();
        data["tiles"].as_array().unwrap().len()
    };
    assert_eq!(["0", "1", "4"].map(tiles), [1, 2, 5]);
}

// The page in a browser.

/// A browser of this machine that can be run without a screen.
fn browser() -> Option<&'static str> {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    names
        .into_iter()
        .find(|name| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success()))
}

/// What the page says of itself after keys were pressed, in `data-seen` of its body.
const PROBE: &str = "<script>
const seen = [], note = () => seen.push([at, by('now').textContent.split('\\n')[0], location.hash, by('tiles').children.length].join('|'));
const press = key => { document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })); note(); };
note();
['ArrowRight', 'ArrowRight', 'ArrowLeft', 'Home', 'ArrowLeft', 'End', 'ArrowRight'].forEach(press);
by('slider').value = 2; by('slider').dispatchEvent(new Event('input')); note();
document.querySelector('#log a[href=\"#5\"]').click();
setTimeout(() => {
  note();
  seen.push('requests ' + performance.getEntriesByType('resource').length);
  seen.push('names ' + [...document.querySelectorAll('button,input,table,ol')].filter(e => !e.getAttribute('aria-label')).length);
  seen.push('curve ' + [...document.querySelectorAll('#chart text')].map(e => e.textContent).join(' ') + ' | ' + by('told').textContent);
  seen.push('live ' + by('now').getAttribute('aria-live') + ' current ' + document.querySelector('[aria-current]').id);
  document.body.dataset.seen = seen.join('\\n');
}, 50);
</script></body>";

fn opened(browser: &str, home: &Home, page: &Path, turn: &str) -> Vec<String> {
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=5000", "--dump-dom"]);
    command.arg(format!("--user-data-dir={}", home.path("browser").display()));
    command.arg(format!("file://{}{turn}", page.display()));
    let dom = run(command, "").out;
    between(&dom, "data-seen=\"", "\"").lines().map(String::from).collect()
}

#[test]
fn the_page_moves_by_keys_and_opens_where_its_address_says() {
    let Some(browser) = browser() else {
        eprintln!("skipped: there is no Chromium on this machine to open the page in");
        return;
    };
    let home = Home::new(EXE);
    let typed = "new river --seed 4 --players Ann,Ben --bots greedy,greedy; run; save g.txt";
    assert_eq!(home.run(&["-c", typed], "").code, Some(0));
    assert_eq!(home.run(&["replay", "g.txt", "--html", "g.html"], "").code, Some(0));
    let page = fs::read_to_string(home.path("g.html")).unwrap().replace("</body>", PROBE);
    let page = home.write("probe.html", page);
    let seen = opened(browser, &home, &page, "#27");
    if seen.is_empty() {
        eprintln!("skipped: {browser} does not start here");
        return;
    }
    // Of the 83 tiles the spring lies already; the final scoring comes after the last.
    let expected = [
        "27|Turn 27 of 82|#27|28",
        "28|Turn 28 of 82|#28|29",
        "29|Turn 29 of 82|#29|30",
        "28|Turn 28 of 82|#28|29",
        "0|The start|#0|1",
        "0|The start|#0|1",
        "83|Final scoring|#83|83",
        "83|Final scoring|#83|83",
        "2|Turn 2 of 82|#2|3",
        "5|Turn 5 of 82|#5|6",
        "requests 0",
        "names 0",
        "curve 0 50 100 0 20 40 60 80 100 Ben 114 Ann | Turn 5 of 82: Ann 0, Ben 0",
        "live polite current t5",
    ];
    assert_eq!(seen, expected);
    assert_eq!(opened(browser, &home, &page, "")[0], "83|Final scoring|#83|83", "without a number it opens at the end");
}

#[test]
fn a_game_is_a_moving_picture_with_a_frame_for_each_turn() {
    let home = Home::new(EXE);
    let typed = "new --seed 4 --players Ann,Ben --bots greedy,greedy; run; save g.txt; replay --gif table.gif";
    assert_eq!(home.run(&["-c", typed], "").code, Some(0));
    assert_eq!(home.run(&["replay", "g.txt", "--gif", "g.gif"], "").code, Some(0));
    let told = home.run(&["replay", "g.txt", "--gif", "small.gif", "--size", "200", "--pause", "100"], "");
    assert_eq!(told.code, Some(0), "{}", told.err);
    let bytes = |name: &str| fs::read(home.path(name)).unwrap();
    assert!(bytes("g.gif") == bytes("table.gif") && bytes("g.gif").len() < 2_000_000, "{}", bytes("g.gif").len());
    let delays = |bytes: &[u8]| {
        let mut decoder = gif::DecodeOptions::new().read_info(bytes).unwrap();
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
        }
        (decoder.width().max(decoder.height()), delays)
    };
    // The start, each turn, and the final scoring, which stays.
    let record = fs::read_to_string(home.path("g.txt")).unwrap();
    let turns = record.lines().filter(|line| line.starts_with("place ")).count();
    let (size, mut all) = delays(&bytes("g.gif"));
    assert!((600..=820).contains(&size) && all.len() == turns + 2 && all.pop() == Some(450), "{size} {all:?}");
    assert!(all.iter().all(|delay| *delay == 50), "{all:?}");
    let (size, all) = delays(&bytes("small.gif"));
    assert!((200..=420).contains(&size) && all[0] == 10, "{size} {all:?}");
}

#[test]
fn a_page_of_all_sets_is_small_and_asks_for_nothing() {
    let home = Home::new(EXE);
    let sets = sets::first_typed();
    let typed = format!("new {sets} --seed 3 --players A,B,C --bots random,random,random; run; save g.txt");
    assert_eq!(home.run(&["-c", &typed], "").code, Some(0));
    assert_eq!(home.run(&["replay", "g.txt", "--html", "g.html"], "").code, Some(0));
    let page = fs::read_to_string(home.path("g.html")).unwrap();
    assert!(page.len() < 1_000_000, "{} bytes", page.len());
    let addresses: Vec<&str> =
        page.split("http").skip(1).map(|rest| rest.split(['"', '\'', ' ']).next().unwrap()).collect();
    let is_name = |rest: &&str| !["://www.w3.org/2000/svg", "-equiv="].contains(rest);
    assert_eq!(addresses.into_iter().filter(is_name).collect::<Vec<_>>(), Vec::<&str>::new());
    assert!(page.contains("default-src 'none'"));
}
