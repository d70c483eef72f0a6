//! Complete golden games, one per edition: the record in words, the ledger in sentences, the scores. Each is replayed
//! and must end as written.

use std::fs;
use std::path::PathBuf;

use bastide::bot::{self, Bot};
use bastide_core::Game;
use bastide_tests::deal::{Deal, EDITIONS, root};
use bastide_tests::play::compare_with_naive;
use bastide_tests::rewrite;

/// The games: the table, who plays (from the first seat on, again and again), the seed. The files follow from this list.
const GAMES: [(&str, &str, u64); 7] = [
    ("base*1 rgg-2000 2 -", "greedy", 2000),
    ("base*1 hig-2nd 3 -", "greedy,random", 2001),
    ("base*1 hig-3rd 2 -", "greedy", 2002),
    ("base*1 bigbox-2006 5 first_player=random", "greedy,greedy,random", 2006),
    ("base*1 anniversary-2021 4 farmers=off", "random", 2021),
    ("base*1 compendium-4 4 scoring_order=active-player", "greedy", 4),
    ("base*1 compendium-3 3 first_player=youngest,unplaceable=return", "greedy", 3),
];

const HEAD: &str =
    "# A golden game: how the table was set, what was chosen, what was scored and why (turn: sentence), how it ended.";

fn path(edition: &str) -> PathBuf {
    root().join(format!("data/replays/{edition}.txt"))
}

/// The whole game as its file tells it.
fn written(deal: &Deal, bots: &str, game: &Game) -> String {
    let ledger = game.accounts();
    let ledger: Vec<String> =
        ledger.iter().map(|account| format!("{}: {}", account.turn, game.account_sentence(account))).collect();
    let scores: Vec<String> = game
        .state()
        .players()
        .zip(game.scores())
        .map(|(p, points)| format!("{} {points}", game.player_name(p)))
        .collect();
    format!(
        "{HEAD}\n# `{}` plays all of them again.\n\n[table]\n{deal}\nseed {}\nbots {bots}\n\n[record]\n{}\n\n[ledger]\n{}\n\n[scores]\n{}\n{}\n",
        rewrite::command("replays"),
        game.seed(),
        game.record_lines().join("\n"),
        ledger.join("\n"),
        scores.join("\n"),
        game.outcome(),
    )
}

/// The lines under a heading.
fn part<'a>(text: &'a str, heading: &str) -> Vec<&'a str> {
    let lines = text.lines().skip_while(|line| *line != heading).skip(1);
    lines.take_while(|line| !line.is_empty()).collect()
}

fn rewrite() {
    for (table, names, seed) in GAMES {
        let deal: Deal = table.parse().unwrap();
        let mut game = deal.begin(seed);
        let seats: Vec<&str> = names.split(',').cycle().take(deal.players).collect();
        let bot = |(seat, name): (usize, &&str)| bot::named(name, seed + seat as u64).unwrap();
        let mut bots: Vec<Box<dyn Bot>> = seats.iter().enumerate().map(bot).collect();
        while let Some(decision) = game.decision() {
            let choice = bots[decision.player().0 as usize].choose(&game).unwrap();
            game.choose(choice).unwrap();
        }
        fs::write(path(&deal.edition), written(&deal, names, &game)).unwrap();
    }
}

/// A file and the game that its record gives, played from its words.
fn replayed(edition: &str) -> (Deal, String, Game) {
    let text = fs::read_to_string(path(edition)).unwrap();
    let table = part(&text, "[table]");
    let [deal, seed, _] = table[..] else { panic!("{edition}: three lines under [table]") };
    let deal: Deal = deal.parse().unwrap();
    let mut game = deal.begin(seed.trim_start_matches("seed ").parse().unwrap());
    for (at, line) in part(&text, "[record]").into_iter().enumerate() {
        let words: Vec<&str> = line.split(' ').collect();
        let choice = game.find(&words).unwrap_or_else(|refusal| panic!("{edition} line {at} `{line}`: {refusal}"));
        game.choose(choice).unwrap();
    }
    (deal, text, game)
}

#[test]
fn golden_games_are_played_again_from_their_words_and_end_as_written() {
    if rewrite::is_asked() {
        rewrite();
    }
    for edition in EDITIONS {
        let (deal, text, game) = replayed(edition);
        assert!(game.is_over(), "{edition}: the record stops before the end");
        let bots = part(&text, "[table]")[2].trim_start_matches("bots ").to_string();
        let again = written(&deal, &bots, &game);
        let differs = text.lines().zip(again.lines()).position(|(old, new)| old != new);
        let differs = differs.map(|at| (at + 1, text.lines().nth(at), again.lines().nth(at)));
        assert!(text == again, "{edition}: line, written, played: {differs:?}");
        compare_with_naive(&deal, &game).unwrap_or_else(|parted| panic!("{edition}: {parted}"));
    }
}

#[test]
fn the_ledger_of_a_golden_game_adds_up_to_its_scores() {
    if rewrite::is_asked() {
        return;
    }
    for edition in EDITIONS {
        let (_, text, game) = replayed(edition);
        let ledger = part(&text, "[ledger]");
        for player in game.state().players() {
            let name = game.player_name(player);
            let points_in = |line: &&str| {
                let scored = line.split_once(": ").and_then(|(_, rest)| rest.split_once(": ")).map_or("", |(s, _)| s);
                let own = scored.split(", ").filter_map(|one| one.strip_prefix(name)?.trim().parse::<i32>().ok());
                own.sum::<i32>()
            };
            let total: i32 = ledger.iter().map(points_in).sum();
            assert!(part(&text, "[scores]").contains(&format!("{name} {total}").as_str()), "{edition}: {name} {total}");
        }
    }
}
