//! Laws of bots: they answer every decision with an option, use only what a player may know, answer the same each time,
//! and stop when cancelled.

use std::fs;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use bastide::bot::{Resources, Spec, rated_twice, seed_for, style::styles};
use bastide::commands;
use bastide::draw::screen::Screen;
use bastide::game::library::{Library, make_setup};
use bastide::line::scene::play;
use bastide::session::Session;
use bastide_core::{Chance, Choice, Game, Setup};
use bastide_tests::sets::{ALL, names};

/// Every shipped set.
fn all() -> Vec<&'static str> {
    ALL.iter().map(String::as_str).collect()
}

fn set_up(sets: &[&str], players: usize) -> Arc<Setup> {
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    let recipe = Library::default().recipe(&sets).unwrap();
    Arc::new(make_setup(recipe, names(players), false).unwrap())
}

fn answer(bot: &str, game: &Game) -> Choice {
    answer_by(bot, game, seed_for(game))
}

fn answer_by(bot: &str, game: &Game, seed: u64) -> Choice {
    let spec = Spec::read(bot).unwrap();
    spec.bot(seed, &Resources::one(Arc::default())).choose(game).unwrap()
}

/// Positions of a random game, about one in so many.
fn positions(setup: &Arc<Setup>, seed: u64, one_in: u32) -> Vec<Game> {
    let (mut game, mut chance) = (Game::new(setup.clone(), seed).unwrap(), Chance::new(seed));
    let mut positions = Vec::new();
    while let Some(decision) = game.decision() {
        let choice = decision.get(chance.below(decision.len() as u32) as usize).unwrap();
        if chance.below(one_in) == 0 {
            positions.push(game.clone());
        }
        game.choose(choice).unwrap();
    }
    positions
}

/// Bots keep what they found out about one option for the next: copies, features, sheets, what handlers did.
#[test]
fn what_bots_keep_from_one_option_to_the_next_changes_no_rating() {
    let mut rated = 0;
    let few = ["base", "river", "inns-and-cathedrals", "traders-and-builders"];
    for (sets, one_in) in [(&few[..1], 4), (&few[..], 6), (&all()[..], 12)] {
        for (n, game) in positions(&set_up(sets, 2), 5, one_in).iter().enumerate() {
            let [quick, full] = rated_twice(game, n as u64).unwrap();
            assert_eq!(quick, full, "{sets:?}, position {n}");
            rated += quick.len();
        }
    }
    assert!(rated > 300, "only {rated} options were rated");
}

/// Where few options follow a place nothing is kept at the position after it, and what is kept at the one after the
/// place tried before must not count: there the field of the new tile was that of another tile.
#[test]
fn what_is_kept_of_one_place_is_not_taken_for_the_next() {
    let mut session = Session::new(Library::default(), Screen::default());
    let new = "new base abbey-and-mayor --players Red,Blue,Green,Yellow --edition compendium-3 --seed 31550";
    let played = "place 0,-1 r0; deploy follower@city:N; place 1,0 r90; deploy follower@road:W; place -1,0 r0; pass; \
                  place -2,0 r0; deploy wagon@road:S";
    for line in [new].into_iter().chain(played.split("; ")) {
        assert_eq!(session.execute(line).code, 0, "{line}");
    }
    let game = &session.context.table.as_ref().unwrap().game;
    for seed in 0..60 {
        let [quick, full] = rated_twice(game, seed).unwrap();
        assert_eq!(quick, full, "seed {seed}");
    }
}

#[test]
fn bots_answer_whatever_is_asked_with_an_option() {
    let mut asked = std::collections::BTreeSet::new();
    for (seed, players) in [(1, 2), (2, 3)] {
        for (n, game) in positions(&set_up(&all(), players), seed, 25).iter().enumerate() {
            let bot = ["random", "greedy", "search:2n", "search:2n"][n % 4];
            let decision = game.decision().unwrap();
            asked.insert(format!("{:?}", game.state().turn.phase));
            assert!(decision.accepts(answer(bot, game)).is_some(), "{bot}, seed {seed}");
        }
    }
    assert!(asked.len() >= 3, "too few kinds of decisions were asked: {asked:?}");
}

#[test]
fn a_style_is_another_way_to_play() {
    for style in styles().keys() {
        let mut game = Game::new(set_up(&["base"], 2), 3).unwrap();
        let mut differed = 0;
        while !game.is_over() {
            let (plain, styled) = (answer("greedy", &game), answer(&format!("greedy:{style}"), &game));
            differed += (plain != styled) as usize;
            game.choose(plain).unwrap();
        }
        assert!(differed > 0, "{style} plays like no style");
    }
}

#[test]
fn bots_do_not_know_the_pile() {
    let hands = ["base", "hand-of-three", "river"];
    for (sets, one_in) in [(&["base", "river"][..], 12), (&all()[..], 120), (&hands[..], 20)] {
        for (n, game) in positions(&set_up(sets, 2), 4, one_in).iter().enumerate() {
            let mut other = game.clone();
            other.reshuffle(n as u64);
            for bot in ["greedy", "search:20n"] {
                assert_eq!(
                    answer(bot, game),
                    answer_by(bot, &other, seed_for(game)),
                    "{bot} in position {n} of {sets:?}"
                );
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_answer_on_any_thread() {
    for game in positions(&set_up(&["base", "inns-and-cathedrals", "traders-and-builders"], 2), 5, 30) {
        let here = answer("search:40n", &game);
        let there = thread::spawn(move || answer("search:40n", &game)).join().unwrap();
        assert_eq!(here, there);
    }
}

#[test]
fn a_bot_that_is_cancelled_answers_nothing_and_soon() {
    let game = Game::new(set_up(&["base"], 2), 1).unwrap();
    for means in [Resources::all, Resources::one] {
        let cancel: Arc<AtomicBool> = Arc::default();
        let mut bot = Spec::read("search:3600s").unwrap().bot(1, &means(cancel.clone()));
        let begun = Instant::now();
        thread::scope(|scope| {
            scope.spawn(|| {
                thread::sleep(Duration::from_millis(50));
                cancel.store(true, Ordering::Relaxed);
            });
            assert_eq!(bot.choose(&game), None);
        });
        assert!(begun.elapsed() < Duration::from_secs(30));
    }
}

#[test]
fn an_interrupt_keeps_the_session_and_plays_nothing() {
    let mut session = Session::new(Library::default(), Screen::default());
    assert_eq!(session.execute("new base --players Ann,Ben --seed 1").code, 0);
    assert!(session.context.table.as_ref().unwrap().game.decision().unwrap().len() > 1, "something to think about");
    let (cancel, done) = (session.context.cancel.clone(), Arc::new(AtomicBool::new(false)));
    let over = done.clone();
    let other = thread::spawn(move || {
        while !over.load(Ordering::Relaxed) {
            thread::sleep(Duration::from_millis(50));
            cancel.store(true, Ordering::Relaxed);
        }
    });
    let outcome = session.execute("bots Ann search:3600s");
    done.store(true, Ordering::Relaxed);
    other.join().unwrap();
    assert!(outcome.code == 0 && outcome.stdout.contains("stopped"), "{outcome:?}");
    assert_eq!(session.context.table.as_ref().unwrap().game.record().len(), 0);
}

#[test]
fn a_match_goes_on_where_it_was_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str, games: u64| {
        let mut session = Session::new(Library::default(), Screen::default());
        let file = folder.path().join(name);
        let line = format!("match search:6n greedy --games {games} --seed 9 --file '{}'", file.display());
        let outcome = session.execute(&line);
        assert_eq!(outcome.code, 0, "{outcome:?}");
        let text = fs::read_to_string(&file).unwrap();
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        lines[1..].sort();
        (outcome.stdout, lines)
    };
    let whole = play("whole", 4);
    play("parts", 3);
    // The program died while it wrote the last line.
    let parts = folder.path().join("parts");
    let text = fs::read_to_string(&parts).unwrap();
    fs::write(&parts, &text[..text.len() - 2]).unwrap();
    assert_eq!(play("parts", 4), whole);
    assert_eq!(play("whole", 4), whole, "a match that is over is told again");
    let mut session = Session::new(Library::default(), Screen::default());
    let other = format!("match search:7n greedy --games 4 --seed 9 --file '{}'", parts.display());
    assert_eq!(session.execute(&other).code, 1, "results of another match are not taken for this one's");
}

/// How the games of a match ended: the points of the one bot and of the other.
fn match_points(line: &str) -> Vec<[i64; 2]> {
    let mut session = Session::new(Library::default(), Screen::default());
    let outcome = session.execute(&format!("{line} --format json"));
    let told: serde_json::Value = serde_json::from_str(&outcome.stdout).unwrap();
    let points = |game: &serde_json::Value| [1, 2].map(|at| game[at].as_i64().unwrap());
    told["played"].as_array().unwrap().iter().map(points).collect()
}

#[test]
fn two_bots_play_each_seed_from_both_seats() {
    let [first, second] =
        ["greedy random", "random greedy"].map(|bots| match_points(&format!("match {bots} --games 4 --seed 5")));
    let swapped = |played: &[[i64; 2]], n: usize| [played[n][1], played[n][0]];
    for seed in [0, 2] {
        assert_eq!(first[seed + 1], swapped(&second, seed), "{first:?} {second:?}");
        assert_eq!(second[seed + 1], swapped(&first, seed), "{first:?} {second:?}");
    }
}

#[test]
fn a_bot_against_itself_plays_no_game_twice() {
    let played = match_points("match greedy greedy --games 6");
    let mut games: Vec<[i64; 2]> = played.iter().map(|[one, other]| [*one.min(other), *one.max(other)]).collect();
    games.sort();
    games.dedup();
    assert_eq!(games.len(), 6, "{played:?}");
}

/// A session in which bots play with a stranger's script, and how the game began or went on.
fn played_with(script: &str, bots: &str, more: &str) -> (Session, bastide::io::reply::Outcome) {
    let folder = tempfile::tempdir().unwrap();
    let rule = format!("--[[\nid = \"odd\"\nname = \"Odd\"\nversion = \"1.0.0\"\n{more}]]\n{script}");
    fs::write(folder.path().join("odd.lua"), rule).unwrap();
    let mut session = Session::new(Library::new(vec![folder.path().into()]), Screen::default());
    session.context.in_scene = true;
    let new = session.execute(&format!("new base odd --players Ann,Ben --bots {bots} --seed 3"));
    assert_eq!(new.code, 0, "{new:?}");
    let outcome = session.execute("run 2");
    (session, outcome)
}

#[test]
fn a_script_error_that_bots_foresee_is_told_at_once() {
    for (script, hook, line) in [
        ("return { on_scored = function(e) while true do end end }", "on_scored", 6),
        ("return { on_score = function(s)\nif s.kind == 'city' then error('no cities') end end }", "on_score", 7),
        ("return { on_end = function(e)\n\nlocal x = nil + 1 end }", "on_end", 8),
    ] {
        for bot in ["greedy,greedy", "search:20n,search:20n"] {
            let begun = cpu_time::ProcessTime::now();
            let (session, outcome) = played_with(script, bot, "");
            assert_eq!(outcome.code, 3, "{bot}, {script}: {outcome:?}");
            assert!(outcome.stderr.contains(&format!("odd.lua:{line}: {hook} of odd: ")), "{bot}: {}", outcome.stderr);
            assert!(outcome.stderr.contains("met while looking ahead: "), "{bot}: {}", outcome.stderr);
            assert!(session.context.table.as_ref().unwrap().game.record().len() < 2, "it is met in the first turn");
            println!("{bot}, {hook}: {:?}", begun.elapsed());
        }
    }
    let mut session = played_with("return { on_end = function(e) error('at the end') end }", "Ben=random", "").0;
    let hint = session.execute("hint");
    assert!(hint.code == 3 && hint.stderr.contains("on_end of odd: at the end"), "{hint:?}");
}

#[test]
fn no_script_can_keep_a_bot_from_answering() {
    let verbs = "[verbs]\na = \"a\"\nb = \"b\"\nc = \"c\"\nd = \"d\"\ne = \"e\"\nf = \"f\"\ng = \"g\"\nh = \"h\"\n";
    let free = "local verbs, free = {}, { free = true }
        for _, name in { 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h' } do verbs[name] = function() end end
        return { verbs = verbs, options = function(decision) for name in verbs do decision:offer(name, nil, free) end end }";
    let asks = "return { on_place = function(e)
          for i = 1, 8 do e.game:ask{ player = e.player, verb = 'a', options = { 1, 2, 3, 4, 5, 6, 7, 8 } } end
        end }";
    let slow = "return { on_score = function(score) if not score.complete then for i = 1, 1500000 do end end end }";
    for (script, more) in [(free, verbs), (asks, verbs), (slow, "")] {
        let begun = cpu_time::ThreadTime::now();
        let (session, outcome) = played_with(script, "greedy,greedy", more);
        println!("{:?}: {}", begun.elapsed(), outcome.stdout);
        assert_eq!(outcome.code, 0, "{script}: {outcome:?}");
        assert!(!session.context.table.as_ref().unwrap().game.record().is_empty(), "{script}");
        assert!(begun.elapsed() < Duration::from_secs(60), "{script}: {:?}", begun.elapsed());
    }
}

#[test]
fn a_bounded_bot_answers_the_same_each_time() {
    let verbs = "[verbs]\na = \"a\"\nb = \"b\"\nc = \"c\"\nd = \"d\"\ne = \"e\"\nf = \"f\"\n";
    let free = "local verbs, free = {}, { free = true }
        for _, name in { 'a', 'b', 'c', 'd', 'e', 'f' } do verbs[name] = function() end end
        return { verbs = verbs, options = function(d) for name in verbs do d:offer(name, nil, free) end end }";
    let answers: Vec<String> = (0..2).map(|_| played_with(free, "greedy,greedy", verbs).1.stdout).collect();
    assert_eq!(answers[0], answers[1]);
}

#[test]
fn what_is_printed_and_what_a_scene_does_is_bounded() {
    let mut session = Session::new(Library::default(), Screen::default());
    assert_eq!(session.execute("new base --players Red,Blue --seed 3").code, 0);
    for code in [
        "local s = string.rep('x', 3e7) for i = 1, 1000 do print(s) end",
        "local s = string.rep('x', 3e6) for i = 1, 1000 do print(s) end",
        "local s, t = string.rep('x', 3e6), {} for i = 1, 1000 do t[i] = s end for i = 1, 1e4 do print(t, t, t) end",
        "local t = {} for i = 1, 40 do local u = {} t[i] = u for j = 1, 40 do u[j] = table.create(50, 1234567) end end for i = 1, 99 do print(t) end",
    ] {
        let outcome = session.execute(&format!("lua {code}"));
        assert_eq!(outcome.code, 3, "{code}: {}", outcome.stdout.len());
        assert!(
            outcome.stderr.contains("memory") || outcome.stderr.contains("bytes are printed"),
            "{}",
            outcome.stderr
        );
    }
    let text = "lua { a = 1, b = { 'x', string.rep('y', 2000) } }";
    let shown = session.execute(text).stdout;
    assert!(shown.starts_with("{ a = 1, b = { \"x\", \"yyy") && shown.len() < 1_100, "{shown}");
}

#[test]
fn a_scene_ends_whatever_it_asks_for() {
    use bastide_core::leash::{Leash, held};
    let leash = || Leash { time: Some(Duration::from_millis(300)), ..Leash::default() };
    for line in [
        "bench --games 100000000",
        "match greedy greedy --games 1000000 --threads 1",
        "lua while true do pcall(function() while true do end end) end",
    ] {
        let text = format!("new base --players Red,Blue --seed 3\n{line}\nscores\nexpect points Red 7\n");
        let begun = Instant::now();
        let played = held(leash(), || play(&Library::default(), &commands::all(), "x.scene".as_ref(), &text));
        assert!(begun.elapsed() < Duration::from_secs(60), "{line}: {:?}", begun.elapsed());
        assert!(!played.passed() && played.faults.iter().all(|(at, _)| *at == 2), "{line}: {:?}", played.report());
    }
}
