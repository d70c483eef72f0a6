//! `simulate`, `compare` and `merge`: the same bytes however a run is done, numbers that agree with the games, faults that
//! stop nothing, and a report that a browser shows.

use std::fs;
use std::process::Command;
use std::thread;

use super::pty::{EXE, Terminal};
use bastide::io::split;
use bastide_tests::deal::root;
use bastide_tests::program::{Home, Run, run};
use bastide_tests::rewrite;
use serde_json::Value;

/// Measures each completed road, and does nothing else.
const COUNTS_ROADS: &str = r#"--[[
id = "counts"
name = "Counts"
version = "1.0.0"
]]
return { on_complete = { when = { kind = "road" }, run = function(event) event.game:metric("roads", 1) end } }
"#;

/// Fails when a long road is scored.
const BREAKS: &str = r#"--[[
id = "breaks"
name = "Breaks"
version = "1.0.0"
]]
return { on_scored = { when = { kind = "road" }, run = function(event)
  if event.feature.size >= 6 then error("too long") end
end } }
"#;

/// Measures under a name that it puts together.
const JOINS: &str = r#"--[[
id = "joins"
name = "Joins"
version = "1.0.0"
]]
return { on_complete = function(event) event.game:metric("gold_" .. event.feature.kind, 1) end }
"#;

fn home() -> Home {
    let home = Home::new(EXE);
    home.write("rules/joins.lua", JOINS);
    home.write("rules/counts.lua", COUNTS_ROADS);
    home.write("rules/breaks.lua", BREAKS);
    home.write("rules/nothing.lua", "--[[\nid = \"nothing\"\nname = \"Nothing\"\nversion = \"1.0.0\"\n]]\nreturn {}\n");
    home
}

/// Runs a line as a shell would.
fn typed(home: &Home, line: &str) -> Run {
    let words = split::words(line).unwrap();
    home.run(&[&["--expansions", "rules"][..], &words.iter().map(String::as_str).collect::<Vec<_>>()].concat(), "")
}

fn text(home: &Home, name: &str) -> String {
    fs::read_to_string(home.path(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn rows(home: &Home, name: &str) -> Vec<Value> {
    text(home, name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

const FILES: &str = "--file X.games --csv X.csv --jsonl X.jsonl --html X.html";

#[test]
fn a_run_gives_the_same_bytes_on_any_number_of_threads_in_shards_and_when_it_is_taken_up_again() {
    let home = home();
    let run = "compare base hole --bots greedy,random --games 12";
    let files = |name: &str| FILES.replace('X', name);
    let same = |name: &str| {
        for ending in ["games", "csv", "jsonl", "html"] {
            let (one, other) = (text(&home, &format!("one.{ending}")), text(&home, &format!("{name}.{ending}")));
            assert!(one == other, "{name}.{ending} differs");
        }
    };
    let whole = typed(&home, &format!("{run} {} --threads 1", files("one")));
    assert_eq!(whole.code, Some(0), "{}", whole.err);
    assert_eq!(typed(&home, &format!("{run} {} --threads 3", files("two"))).code, Some(0));
    same("two");
    for part in 1..=3 {
        assert_eq!(typed(&home, &format!("{run} --shard {part}/3 --file part{part}.games")).code, Some(0));
    }
    let merged = typed(&home, &format!("merge part2.games part3.games part1.games {}", files("all")));
    assert_eq!(merged.out.replace("to all.", "to one."), whole.out, "{}", merged.err);
    same("all");
    // Killed in the middle of a line, with games in the order in which they ended.
    let whole = text(&home, "one.games");
    let mut lines: Vec<&str> = whole.lines().collect();
    lines[1..].reverse();
    let half = lines[..9].join("\n") + "\n" + &lines[10][..30];
    home.write("late.games", half);
    assert_eq!(typed(&home, &format!("{run} {}", files("late"))).code, Some(0));
    same("late");
}

#[test]
fn a_run_that_was_killed_before_a_game_was_rescored_rescores_it() {
    let home = home();
    let run = "compare base 'base --option tiny_city=2' --rescore --bots random --games 12";
    assert_eq!(typed(&home, &format!("{run} {}", FILES.replace('X', "one"))).code, Some(0));
    let whole = text(&home, "one.games");
    let lines: Vec<&str> = whole.lines().collect();
    let is = |line: &str, arm: &str| line.contains(&format!("\"pair\":3,\"arm\":\"{arm}\""));
    let (game, again) =
        (lines.iter().position(|line| is(line, "A")).unwrap(), lines.iter().position(|line| is(line, "R")).unwrap());
    let without = |left: usize| {
        let kept = lines.iter().enumerate().filter(|(place, _)| *place != left).map(|(_, line)| *line);
        kept.collect::<Vec<_>>().join("\n") + "\n"
    };
    let cut = [lines[..=game].join("\n") + "\n", lines[..=game].join("\n") + "\n" + &lines[again][..20]];
    for half in [without(again), without(game)].into_iter().chain(cut) {
        home.write("late.games", &half);
        let told = typed(&home, "merge late.games");
        assert!(told.code == Some(1) && told.err.contains("of the run"), "{:?} {}", told.code, told.err);
        assert_eq!(typed(&home, &format!("{run} {}", FILES.replace('X', "late"))).code, Some(0));
        for ending in ["games", "csv", "jsonl", "html"] {
            assert!(text(&home, &format!("one.{ending}")) == text(&home, &format!("late.{ending}")), "late.{ending}");
        }
    }
}

#[test]
fn a_file_that_another_run_is_writing_is_left_alone() {
    let home = home();
    let run = "simulate --bots random --games 4 --file games";
    assert_eq!(typed(&home, run).code, Some(0));
    let before = text(&home, "games");
    let file = fs::OpenOptions::new().append(true).open(home.path("games")).unwrap();
    file.lock().unwrap();
    let told = typed(&home, run);
    assert!(told.code == Some(1) && told.err.contains("another run is writing it"), "{:?} {}", told.code, told.err);
    assert_eq!(text(&home, "games"), before);
    drop(file);
    assert_eq!(typed(&home, run).code, Some(0));
}

#[test]
fn of_runs_that_start_at_once_with_one_new_file_only_one_writes_it() {
    let home = home();
    let simulate = |file: &str| typed(&home, &format!("simulate --bots random --games 60 --threads 1 --file {file}"));
    assert_eq!(simulate("alone").code, Some(0));
    for _ in 0..6 {
        let all: Vec<_> = thread::scope(|scope| {
            let started: Vec<_> = (0..4).map(|_| scope.spawn(|| simulate("games"))).collect();
            started.into_iter().map(|run| run.join().unwrap()).collect()
        });
        let refused = |told: &&Run| told.code == Some(1) && told.err.contains("another run is writing it");
        let (left, wrote): (Vec<&Run>, Vec<&Run>) = all.iter().partition(refused);
        assert!(!wrote.is_empty() && wrote.iter().all(|told| told.code == Some(0)), "{all:?}");
        assert_eq!(left.len() + wrote.len(), 4);
        assert_eq!(text(&home, "games"), text(&home, "alone"));
        fs::remove_file(home.path("games")).unwrap();
    }
}

#[test]
fn a_rule_that_fails_stops_no_other_shard() {
    if !Command::new("parallel").arg("--version").output().is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: GNU parallel is not on this machine");
        return;
    }
    let home = home();
    let mut command = Command::new("bash");
    command.arg(root().join("../scripts/cluster/parallel.sh"));
    command.args(["--expansions", "rules", "simulate", "breaks", "--bots", "random", "--games", "24"]);
    command.current_dir(home.path(".")).env("SHARDS", "6").env("BASTIDE", EXE).env("HOME", home.path("."));
    assert_ne!(run(command, "").code, Some(0), "a rule failed");
    let shards: Vec<String> = (1..=6).map(|n| format!("shards/{n}.games")).collect();
    let told = typed(&home, &format!("merge {}", shards.join(" ")));
    assert!(told.code == Some(1) && told.out.contains("too long"), "{:?} {}", told.code, told.err);
}

#[test]
fn what_a_rule_measures_is_counted_in_the_games_alone_and_so_is_how_often_it_fired() {
    let home = home();
    // Greedy bots complete many more roads while they look ahead.
    let told = typed(&home, "simulate counts --games 6 --jsonl games.jsonl");
    assert_eq!(told.code, Some(0), "{}", told.err);
    let rows = rows(&home, "games.jsonl");
    let all: f64 = rows.iter().map(|row| row["completed_road"].as_f64().unwrap()).sum();
    for row in &rows {
        assert_eq!(row["metric_roads"], row["completed_road"], "{row}");
        assert_eq!(row["fired_counts"], row["completed_road"], "{row}");
    }
    assert!(told.out.contains(&format!("counts fired {all} times in 6 games")), "{}", told.out);
}

#[test]
fn the_numbers_of_a_game_agree_with_each_other() {
    let home = home();
    assert_eq!(typed(&home, "simulate inns --players 3 --games 8 --bots random --jsonl games.jsonl").code, Some(0));
    for row in rows(&home, "games.jsonl") {
        let sum = |stem: &str| -> f64 {
            let row = row.as_object().unwrap();
            row.iter().filter(|(name, _)| name.starts_with(stem)).map(|(_, value)| value.as_f64().unwrap()).sum()
        };
        let near = |one: f64, other: f64| assert!((one - other).abs() < 1e-4, "{one} and {other} in {row}");
        near(sum("points_seat_"), 3.0 * row["score"].as_f64().unwrap());
        near(sum("points_rank_"), sum("points_seat_"));
        near(sum("points_from_"), row["score"].as_f64().unwrap());
        near(sum("wins_seat_"), 1.0);
        near(sum("share_from_"), 1.0);
        let rank = |n: u32| row[format!("points_rank_{n}")].as_f64().unwrap();
        near(row["margin"].as_f64().unwrap(), rank(1) - rank(2));
    }
}

#[test]
fn a_rule_that_never_matters_is_told_from_one_that_does() {
    let home = home();
    let told = typed(&home, "compare base nothing --games 10 --bots random");
    assert!(told.out.contains("Both arms played the same games"), "{}", told.out);
    assert!(!told.out.contains(" to +"), "no interval where nothing differs\n{}", told.out);
    let told = typed(&home, "compare base counts --games 10 --bots random");
    assert!(told.out.contains("Both arms played the same games"), "a rule that measures plays no part\n{}", told.out);
}

#[test]
fn a_verdict_claims_no_more_than_its_games_show() {
    let home = home();
    // Two points less for a small city are more than one game would notice, but twelve games do not show it.
    let told = typed(&home, "compare base 'base --option tiny_city=2' --games 12");
    let verdict = told.out.split("\n\n").nth(1).unwrap();
    let lines: Vec<&str> = verdict.lines().collect();
    assert!(lines[0].starts_with("First player "), "{verdict}");
    assert!(lines[1].starts_with("No other number changes clearly, and 12 pairs see no effect below "), "{verdict}");
    assert!(lines[1].contains("; --games 120 would see "), "{verdict}");
    // The same twice: nothing to be unsure about, and no seat that wins more often.
    let told = typed(&home, "compare base nothing --games 12 --bots random");
    assert!(!told.out.contains("see no"), "{}", told.out);
}

#[test]
fn an_effect_is_in_standard_deviations_of_one_game_also_if_bots_change_seats() {
    let home = home();
    let line = "compare base 'base --option tiny_city=2' --bots greedy,random --games 24 --jsonl g.jsonl --format json";
    let told = typed(&home, line);
    let data: Value = serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{error}: {}", told.err));
    let rows = rows(&home, "g.jsonl");
    let square = |arm: &str| {
        let of = rows.iter().filter(|row| row["arm"] == arm).map(|row| row["margin"].as_f64().unwrap());
        let values: Vec<f64> = of.collect();
        let mean = values.iter().sum::<f64>() / values.len() as f64;
        values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (values.len() - 1) as f64
    };
    let change =
        data["metrics"].as_array().unwrap().iter().find(|line| line["metric"] == "margin").unwrap()["change"].clone();
    let effect = change["difference"].as_f64().unwrap() / ((square("A") + square("B")) / 2.0).sqrt();
    assert!((change["effect"].as_f64().unwrap() - effect).abs() < 1e-9, "{change}, not {effect}");
    assert_eq!(change["n"], 12, "two games of a seed are one");
}

#[test]
fn why_games_cannot_be_rescored_is_told() {
    let home = home();
    let told = typed(&home, "compare base 'base --option followers=4' --rescore --games 12");
    assert!(
        told.out.contains("12 of 12 games of A cannot be played by the rules of B and are not rescored"),
        "{}",
        told.out
    );
    assert!(told.out.contains("the first, seed 1: "), "{}", told.out);
}

#[test]
fn a_rescored_change_is_the_sum_of_its_parts() {
    let home = home();
    let told = home
        .run(&["compare", "base", "base --option tiny_city=2", "--rescore", "--games", "12", "--format", "json"], "");
    let data: Value = serde_json::from_str(&told.out).unwrap_or_else(|error| panic!("{error}: {}", told.err));
    assert_eq!(data["not_rescored"], 0);
    let score = &data["metrics"].as_array().unwrap().iter().find(|line| line["metric"] == "score").unwrap();
    let number = |value: &Value| value["difference"].as_f64().unwrap();
    let parts = number(&score["split"]["arithmetic"]) + number(&score["split"]["behaviour"]);
    assert!((number(&score["change"]) - parts).abs() < 1e-9, "{score}");
    assert!(number(&score["split"]["arithmetic"]) < 0.0, "two points less for a small city, and no choice differs");
}

#[test]
fn a_rule_that_fails_in_some_games_stops_nothing_and_keeps_its_record() {
    let home = home();
    let told = typed(&home, "compare base breaks --bots random --games 40 --file games --csv games.csv");
    assert_eq!(told.code, Some(1), "{}", told.err);
    let rows = rows(&home, "games");
    let failed = rows.iter().filter(|row| !row["error"].is_null()).count();
    assert!((1..30).contains(&failed), "{failed} of 40 failed");
    assert!(told.out.contains(&format!("{} pairs", 40 - failed)), "the others are counted\n{}", told.out);
    assert_eq!(text(&home, "games.csv").lines().count(), 81);
    let again = told.out.lines().find_map(|line| line.split_once("-f ")).expect("a command that plays it").1;
    let played = home.run(&["--expansions", "rules", "-f", again], "");
    assert!(played.code == Some(3) && played.err.contains("too long"), "{}", played.err);
}

#[test]
fn what_cannot_work_is_refused_before_the_games() {
    let home = home();
    assert_eq!(typed(&home, "simulate --games 4 --bots random --shard 1/2 --file half").code, Some(0));
    assert_eq!(typed(&home, "simulate --games 4 --bots random --seed 9 --shard 2/2 --file other").code, Some(0));
    home.write("junk", "{}\n");
    let once = text(&home, "half");
    home.write("twice", format!("{once}{}\n", once.lines().nth(1).unwrap()));
    home.write("rows", text(&home, "half").replace("\"pair\":2", "\"pair\":3"));
    let half = text(&home, "half");
    home.write("no-arms", half.replace("[\"base\"]", "[]"));
    home.write("no-bots", half.replace("[\"random\",\"random\"]", "[]"));
    home.write("no-seeds", half.replace("\"seeds\":4", "\"seeds\":0"));
    home.write("vast", half.replacen("\"score\":", "\"score\":1e300,\"turns\":", 1));
    let cases = [
        ("simulate --games 4 --bots random --file twice", 1, "twice:4: the game of seed 1 is there twice"),
        ("merge twice", 1, "twice and twice both have the game of seed 1"),
        ("compare base hole --games 900000 --assert 'diff.winner_changed < 1'", 2, "it alone"),
        ("compare base hole --games 900000 --assert 'A.winner_changed < 1'", 2, "it alone"),
        ("compare base hole --games 900000 --assert 'fired_base > 1'", 2, "these games have no fired_base"),
        ("simulate --games 900000 --assert 'completed_field < 1'", 2, "these games have no completed_field"),
        ("simulate --games 900000 --assert 'size_field < 1'", 2, "these games have no size_field"),
        ("simulate --games 900000 --bots greedy,random,greedy,random --assert 'wins_bot_3 < 1'", 2, "no wins_bot_3"),
        ("merge no-arms", 1, "one or two arms"),
        ("merge no-bots", 2, "0 bots for 2 players"),
        ("merge no-seeds", 0, ""),
        ("merge vast", 1, "not a game"),
        ("simulate --games 900000 --assert 'first_sea < 1'", 2, "did you mean `first_seat`?"),
        ("simulate --games 900000 --assert score", 2, "METRIC < NUMBER"),
        ("simulate --games 900000 --assert 'winner_changed < 1'", 2, "these games have no winner_changed"),
        ("simulate --games 900000 --assert 'metric_x < 1'", 2, "these games have no metric_x"),
        ("simulate --games 900000 --assert 'score in 5..1'", 2, "no number is in this range, because 5 is above 1"),
        ("simulate joins --games 900000 --assert 'metric_glod_road > 1'", 2, "these games have no metric_glod_road"),
        ("simulate joins --games 12 --bots random --assert 'metric_gold_road > 1'", 0, ""),
        ("simulate --games 900000 --csv x --html ./x", 2, "./x is named twice"),
        ("simulate --games 900000 --file half --csv half", 2, "half is named twice"),
        ("merge no-seeds --csv no-seeds", 2, "no-seeds is named twice"),
        ("simulate --games 900000 --html none/x.html", 4, "none/x.html cannot be written"),
        ("simulate --games 900000 --csv .", 4, "cannot be written"),
        ("simulate --games 900000 --file junk", 1, "not a file of games"),
        ("simulate --games 4 --bots random --file other", 1, "it has games of"),
        ("simulate --games 4 --bots random --file rows", 1, "not a game of this run"),
        ("merge half", 1, "2 games of the run are missing, the first with seed 2"),
        ("merge half half", 1, "both have the game of seed 1"),
        ("merge half other", 1, "other does not belong to half"),
        ("merge nothing", 4, "nothing cannot be read"),
        ("compare base hole --rescore --games 900000", 1, "hole-bonus has `on_place`"),
        ("compare base 'base --seed 3' --games 900000", 2, "an arm has sets, --edition and --option"),
        ("simulate --players 7", 2, "2 to 6 players"),
        ("simulate --players 3 --bots greedy,random", 2, "2 bots for 3 players"),
        ("simulate --shard 1/2", 2, "--file"),
        ("simulate --shard 3/2 --file x", 2, "--shard is K/N"),
    ];
    for (line, code, said) in cases {
        let told = typed(&home, line);
        assert!(told.code == Some(code) && told.err.contains(said), "{line}: {:?} {}{}", told.code, told.out, told.err);
    }
}

#[test]
fn an_interrupt_reports_the_games_that_were_played() {
    let home = home();
    let mut terminal =
        Terminal::open(&home, &["simulate", "--bots", "random", "--games", "900000", "--file", "games"], &[]);
    terminal.until("] ");
    terminal.until("first seat ");
    terminal.press("\x03");
    terminal.until("The first player wins ");
    terminal.until("; the same command continues");
    assert!(rows(&home, "games").len() > 10);
}

#[test]
fn the_list_of_metrics_in_the_docs_is_made_from_the_program() {
    let path = root().join("../docs/NUMBERS.md");
    let page = fs::read_to_string(&path).unwrap();
    let (start, end) = ("<!-- metrics -->\n", "<!-- end -->\n");
    let (before, rest) = page.split_once(start).expect("a place for the metrics");
    let (_, after) = rest.split_once(end).expect("its end");
    let row = |metric: &bastide::trial::metric::Metric| format!("| `{}` | {} |\n", metric.name, metric.about);
    let table: String = bastide::trial::metric::METRICS.iter().map(row).collect();
    rewrite::expect(&path, &format!("{before}{start}| name | what is measured |\n|---|---|\n{table}{end}{after}"));
}

/// What the report says of itself, in `data-seen` of its body.
const PROBE: &str = "<script>
addEventListener('error', event => document.body.dataset.wrong = event.message);
document.querySelectorAll('details').forEach(element => element.open = true);
document.querySelectorAll('iframe').forEach(frame => frame.loading = 'eager');
const inner = id => document.querySelector('iframe').contentDocument?.getElementById(id);
const now = () => inner('now').textContent.split('\\n')[0];
// A busy machine may need longer for a game than the clock of the page says.
const until = (is, then, left = 150) => is() || left === 0 ? then() : setTimeout(() => until(is, then, left - 1), 20);
addEventListener('load', () => until(() => inner('now')?.textContent.trim(), () => {
  const seen = [document.querySelectorAll('figure svg').length + ' plots', document.querySelectorAll('iframe').length + ' games'];
  inner('first').click(); seen.push(now());
  inner('next').click(); seen.push(now());
  inner('log').querySelector('a[href=\"#5\"]').click();
  until(() => now() !== seen[3], () => {
    seen.push(now());
    seen.push('wide ' + (document.documentElement.scrollWidth > innerWidth));
    seen.push('requests ' + performance.getEntriesByType('resource').length);
    document.body.dataset.seen = seen.join('\\n');
  });
}));
</script></body>";

#[test]
fn the_report_shows_its_plots_and_its_games_in_a_browser() {
    let names = ["chromium", "chromium-browser", "google-chrome"];
    let starts = |name: &&str| Command::new(name).arg("--version").output().is_ok_and(|output| output.status.success());
    let Some(browser) = names.into_iter().find(starts) else {
        eprintln!("skipped: there is no Chromium on this machine to open the report in");
        return;
    };
    let home = home();
    assert_eq!(typed(&home, "compare base counts --games 12 --bots random,greedy --html r.html").code, Some(0));
    let page = text(&home, "r.html");
    let (body, _) = page.rsplit_once("</body>").unwrap();
    let page = home.write("probe.html", format!("{body}{PROBE}</html>"));
    let mut command = Command::new(browser);
    command.args(["--headless", "--no-sandbox", "--disable-gpu", "--virtual-time-budget=8000", "--dump-dom"]);
    command.arg(format!("--user-data-dir={}", home.path("browser").display()));
    command.arg(format!("file://{}", page.display()));
    let dom = run(command, "").out;
    let Some((_, rest)) = dom.rsplit_once("data-seen=\"") else {
        let wrong = dom.rsplit_once("data-wrong=").map_or("", |(_, rest)| rest.lines().next().unwrap_or_default());
        assert!(dom.is_empty(), "the page did not say what it saw: {wrong}");
        eprintln!("skipped: {browser} does not start here");
        return;
    };
    let seen: Vec<&str> = rest.split('"').next().unwrap_or_default().lines().collect();
    let expected = ["3 plots", "3 games", "The start", "Turn 1 of 71", "Turn 5 of 71", "wide false", "requests 0"];
    assert_eq!(seen, expected);
}
