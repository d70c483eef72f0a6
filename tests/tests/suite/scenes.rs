//! Every scene of every expansion, run by the program itself; and the report of a failing scene.

use std::collections::BTreeSet;
use std::fs;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use bastide::game::library::Library;
use bastide_tests::cores::on_all_cores;
use bastide_tests::deal::root;
use bastide_tests::program::{Home, Run};
use bastide_tests::sets;

const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");

/// Runs the scenes of a folder beside the shipped sets.
fn test(path: &Path) -> Run {
    let shipped = sets::folder();
    Home::new(EXE).run(&["--expansions", &shipped.to_string_lossy(), "test", &path.to_string_lossy()], "")
}

/// What is wrong with a folder of scenes.
fn failed(folder: &Path) -> Option<String> {
    let scenes = fs::read_dir(folder).unwrap().count();
    let said = test(folder);
    let passed = said.code == Some(0) && said.out == format!("{scenes} passed, 0 failed\n");
    (!passed).then(|| format!("{}:\n{}{}", folder.display(), said.out, said.err))
}

/// The folders of scenes beside the shipped sets.
fn folders() -> Vec<PathBuf> {
    let folders = sets::ALL.iter().map(|set| sets::folder().join(set).join("scenes"));
    folders.filter(|folder| folder.is_dir()).collect()
}

#[test]
fn the_scenes_of_every_set_pass() {
    let failed: Vec<String> = on_all_cores(&folders(), |_, folder| failed(folder)).into_iter().flatten().collect();
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn every_set_has_scenes() {
    let has_none = |set: &&String| !sets::folder().join(set).join("scenes").is_dir();
    assert_eq!(sets::ALL.iter().filter(has_none).collect::<Vec<_>>(), Vec::<&String>::new());
}

#[test]
fn the_scenes_of_house_rules_pass() {
    let folder = root().join("../scripts/house/scenes");
    assert_eq!(failed(&folder), None);
}

/// The worked cases of the specification that the shipped sets and house rules reach.
const CASES: &str = "T-BASE-R1 T-BASE-R3 T-BASE-R4 T-BASE-C1 T-BASE-C3 T-BASE-C5 T-BASE-M1 T-BASE-M2 T-BASE-D1 T-BASE-P1 \
    T-BASE-E1 T-BASE-E2 T-FARM-1 T-FARM-2 T-FARM-5 T-INNS-1 T-INNS-4 T-INNS-5 T-INNS-8 T-INNS-10 T-TRAD-1 T-TRAD-3 T-TRAD-4 \
    T-BUILD-1 T-PIG-1 T-DRAGON-1 T-DRAGON-2 T-FAIRY-3 T-FAIRY-5 T-PORT-1 T-PRIN-1 T-PD-1 T-DRND-1 T-VOLC-1 T-FAIRY-6 \
    T-TOWER-1 T-TOWER-4 T-TOWER-6 T-TOWER-9 T-TOWER-10 T-TOWER-11 T-COUNT-1 T-COUNT-3 T-COUNT-6 T-COUNT-9 T-CPV-1 \
    T-RIVER-1 T-RIVER-3 T-HOLE-1 T-KING-1 T-SCOUT-1 T-LAKE-1 T-LAKE-3 T-LAND-1 T-SIEGE-1 T-SIEGE-3 T-SIEGE-6 \
    T-HAND-1 T-AM-1 T-AM-3 T-AM-5 T-AM-7 T-AM-10 T-AM-12 T-AM-14 \
    T-HS-1 T-HS-3 T-HS-5 T-HS-7 T-HS-9 T-HS-10 T-HS-12 T-HS-14 T-FR-1 \
    T-BCB-1 T-BCB-3 T-BCB-4 T-BCB-7 T-BCB-8 T-BCB-11";
/// Its interactions of several sets.
const INTERACTIONS: RangeInclusive<u8> = 1..=30;

/// The rules of the further sets that are shipped, by the letters of the set. What is left out is about sets that are not.
const RULES: [(&str, &[RangeInclusive<u8>]); 5] = [
    ("AM", &[1..=10, 12..=12, 20..=25, 30..=45, 50..=56]),
    ("BCB", &[1..=11, 20..=33, 40..=57]),
    ("HS", &[1..=18, 20..=21, 30..=39]),
    ("TU", &[1..=5]),
    ("FR", &[1..=6]),
];

/// Every scene that is shipped.
fn scenes() -> Vec<String> {
    let folders = folders().into_iter().chain([root().join("../scripts/house/scenes")]);
    let files = folders.flat_map(|folder| fs::read_dir(folder).unwrap().map(|scene| scene.unwrap().path()));
    files.map(|file| fs::read_to_string(file).unwrap()).collect()
}

#[test]
fn every_case_every_interaction_and_every_rule_of_the_further_sets_is_in_the_title_of_a_scene() {
    let scenes = scenes();
    let titles = scenes.iter().filter_map(|scene| scene.lines().next());
    let is_id = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '-';
    let told: BTreeSet<&str> = titles.flat_map(|title| title.split(|c: char| !is_id(c))).collect();
    let wanted = CASES.split(' ').filter(|id| !id.is_empty()).map(String::from);
    let numbered = |(set, ranges): (&'static str, &'static [RangeInclusive<u8>])| {
        ranges.iter().cloned().flatten().map(move |n| format!("{set}-{n}"))
    };
    let wanted = wanted.chain(INTERACTIONS.map(|n| format!("INT-{n}"))).chain(RULES.into_iter().flat_map(numbered));
    let missing: Vec<String> = wanted.filter(|id| !told.contains(id.as_str())).collect();
    assert!(missing.is_empty(), "no scene is titled {missing:?}");
}

/// The most lines of a set's script, of one of its functions, and the most characters of a line.
const MAX_LINES: usize = 350;
const MAX_FUNCTION_LINES: usize = 25;
const MAX_WIDTH: usize = 120;

#[test]
fn the_scripts_of_the_large_further_sets_are_short() {
    for set in ["abbey-and-mayor", "bridges-castles-and-bazaars", "hills-and-sheep"] {
        let script = fs::read_to_string(sets::folder().join(set).join("init.lua")).unwrap();
        let widest = script.lines().map(|line| line.chars().count()).max().unwrap();
        assert!(script.lines().count() <= MAX_LINES && widest <= MAX_WIDTH, "{set}: {widest}");
        // A function ends at the first `end` that stands as far left as the line where it began.
        let lines: Vec<&str> = script.lines().collect();
        for (first, line) in
            lines.iter().enumerate().filter(|(_, line)| line.contains("function") && !line.contains(" end"))
        {
            let margin = line.len() - line.trim_start().len();
            let is_end =
                |line: &&str| line.trim_start().starts_with("end") && line.len() - line.trim_start().len() <= margin;
            let length = lines[first..].iter().position(is_end).unwrap() + 1;
            assert!(length <= MAX_FUNCTION_LINES, "{set}:{}: {length} lines", first + 1);
        }
    }
}

#[test]
fn every_value_of_every_option_is_played_in_a_scene() {
    let scenes = scenes();
    let said: BTreeSet<&str> = scenes.iter().flat_map(|scene| scene.split_whitespace()).collect();
    let mut library = Library::default();
    let mut missing = Vec::new();
    for id in library.ids() {
        let set = library.find(&id).unwrap_or_else(|failure| panic!("{}", failure.message));
        for option in set.options() {
            // Of a range the ends will do.
            let ends = option.range().map(|ends| ends.map(Clone::clone).to_vec());
            let values = ends.unwrap_or_else(|| option.values().to_vec());
            let values = values.into_iter().map(|value| format!("{}={value}", option.name()));
            missing.extend(values.filter(|value| !said.contains(value.as_str())));
        }
    }
    assert!(missing.is_empty(), "no scene plays {missing:?}");
}

fn broken(name: &str) -> (String, String) {
    let path = root().join("data/scenes").join(name);
    (path.to_string_lossy().into_owned(), fs::read_to_string(&path).unwrap())
}

#[test]
fn a_failed_expectation_says_file_line_expected_and_found_and_the_scene_goes_on() {
    let (path, _) = broken("unmet.scene");
    let said = test(path.as_ref());
    let expected = format!(
        "{path}:9: expected Red +4, found +3\n{path}:10: expected 6 followers with Red, found 7\n0 passed, 1 failed\n"
    );
    assert_eq!((said.code, said.out), (Some(1), expected), "{}", said.err);
}

#[test]
fn a_refused_command_stops_a_scene() {
    let (path, _) = broken("refused.scene");
    let said = test(path.as_ref());
    let refusal = "W does not fit at -1,0 turned r90: its east edge is a field, the tile at 0,0 has a road there; \
                   r0, r180 and r270 fit there";
    assert_eq!((said.code, said.out), (Some(1), format!("{path}:6: {refusal}\n0 passed, 1 failed\n")), "{}", said.err);
}

#[test]
fn a_pass_for_which_nobody_asked_is_explained() {
    let home = Home::new(EXE);
    let lines =
        "new base --players Red,Blue --lab\nput D 0,0 r0 Blue:follower@city\ntake Blue follower 6\nnext E\nturn Blue\n";
    home.write("late.scene", format!("# Nobody is left\n{lines}place 0,-1 r180\npass\nexpect points Red 0\n"));
    let said = home.run(&["test", "late.scene"], "");
    assert!(said.code == Some(1) && said.out.contains("late.scene:8: Red has tile"), "{said:?}");
    assert!(said.out.contains("only `pass` was left, so nobody was asked"), "{said:?}");
}

#[test]
fn one_broken_scene_in_a_folder_does_not_hide_the_others() {
    let folder = root().join("data/scenes");
    let said = test(&folder);
    assert_eq!((said.code, said.out.lines().last()), (Some(1), Some("0 passed, 2 failed")), "{said:?}");
    assert_eq!(said.out.lines().count(), 4, "{}", said.out);
}

#[test]
fn a_broken_scene_in_json_has_its_faults_as_data() {
    let (path, _) = broken("unmet.scene");
    let said = Home::new(EXE).run(&["--format", "json", "test", &path], "");
    let rows: Vec<serde_json::Value> = said.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(rows.len(), 2, "{rows:?}");
    assert_eq!((&rows[0]["ok"], &rows[0]["scene"]), (&false.into(), &path.into()));
    assert_eq!((&rows[0]["faults"][0]["line"], &rows[0]["faults"][0]["found"]), (&9.into(), &"+3".into()));
    assert_eq!((&rows[1]["passed"], &rows[1]["failed"]), (&0.into(), &1.into()));
}

#[test]
fn the_same_lines_work_on_a_pipe() {
    let (_, unmet) = broken("unmet.scene");
    let said = Home::new(EXE).run(&[], unmet);
    assert_eq!(said.code, Some(1));
    assert_eq!(said.err, "stdin:9: expected Red +4, found +3\nstdin:10: expected 6 followers with Red, found 7\n");
    let (_, refused) = broken("refused.scene");
    let said = Home::new(EXE).run(&[], refused);
    assert!(said.code == Some(1) && said.err.starts_with("stdin:6: W does not fit at -1,0"), "{}", said.err);
    let whole = fs::read_to_string(sets::folder().join("base/scenes/example-closed-road.scene")).unwrap();
    let said = Home::new(EXE).run(&[], whole);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""));
}

/// The sets that are made for tests alone: mechanisms that no shipped set uses.
fn made_for_tests() -> PathBuf {
    root().join("data/sets").canonicalize().unwrap()
}

#[test]
fn the_scenes_of_the_sets_made_for_tests_pass() {
    let sets = made_for_tests();
    let sets = sets.to_string_lossy();
    let own = fs::read_dir(made_for_tests()).unwrap().map(|set| set.unwrap().path().join("scenes"));
    let folders: Vec<PathBuf> = own.chain([made_for_tests().join("scenes")]).filter(|folder| folder.is_dir()).collect();
    assert!(folders.len() > 8, "{folders:?}");
    for folder in folders {
        let scenes = fs::read_dir(&folder).unwrap().count();
        let shipped = sets::folder();
        let arguments = ["--expansions", &sets, "--expansions", &shipped.to_string_lossy(), "test"];
        let said = Home::new(EXE).run(&[&arguments[..], &[&folder.to_string_lossy()]].concat(), "");
        assert_eq!((said.code, said.out.as_str()), (Some(0), &*format!("{scenes} passed, 0 failed\n")), "{}", said.err);
    }
}

#[test]
fn random_games_with_half_edges_holes_and_features_closed_by_neighbours_keep_the_laws() {
    let (sets, shipped) = (made_for_tests(), sets::folder());
    let [sets, shipped] = [&sets, &shipped].map(|folder| folder.to_string_lossy().into_owned());
    for made in [&["keeps", "halves", "lakes", "mines"][..], &["holes", "keeps"], &["planks", "holes"]] {
        let arguments = ["--expansions", &sets, "--expansions", &shipped, "bench"];
        let said = Home::new(EXE).run(&[&arguments[..], made, &["--games", "6", "--check"]].concat(), "");
        assert_eq!(said.code, Some(0), "{}{}", said.out, said.err);
    }
}
