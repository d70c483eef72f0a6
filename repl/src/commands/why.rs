//! `why`: explains where points come from, or why a move is not allowed.

use bastide_core::{Account, Amount, Game, PlayerId, Refusal, SegmentId, Term, refuse};
use serde::Serialize;

use crate::game::shorthand;
use crate::io::reply::Named;
use crate::line::candidates::names;
use crate::line::command::{Args, Command, Completer, Context, Failure, Reply};

/// Explain where points come from, or why a move is not allowed
#[derive(Args)]
pub struct Why {
    /// A player, a number of the ledger, X,Y/SEGMENT, or a move
    #[arg(trailing_var_arg = true, allow_hyphen_values = true)]
    what: Vec<String>,
}

impl Command for Why {
    const NAME: &str = "why";
    const EXAMPLES: &str = "why Red        why 3        why 0,0/field:ER        why place 1,0 r90        why e 2";
    const COMPLETE: &[(&str, Completer)] = &[("what", names)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let what: Vec<&str> = self.what.iter().map(String::as_str).collect();
        Ok(why(&context.table()?.game, &what)?)
    }
}

/// Why points were scored (the last time, by a player, by number, for a feature), or why a move is not allowed.
fn why(game: &Game, what: &[&str]) -> Result<Reply, Refusal> {
    match what {
        [] => points(game, None),
        [word] if is_move(game, word) => Ok(verdict(game, what)),
        [word] => points(game, Some(word)),
        _ => Ok(verdict(game, what)),
    }
}

/// Whether a single word is about a move, not about points.
fn is_move(game: &Game, word: &str) -> bool {
    let is_verb = ["pass", "again", "-"].contains(&word) || game.catalogue().verb_named(word).is_some();
    let is_place = word.contains(':') && !word.contains('/');
    let letters = word.len() <= 3 && word.bytes().all(|byte| byte.is_ascii_lowercase());
    is_verb || is_place || letters && game.player_named(word).is_err()
}

/// Whether a move is allowed, and if not, why.
fn verdict(game: &Game, words: &[&str]) -> Reply {
    let found = match game.find(words) {
        Ok(choice) => Ok(vec![choice]),
        // It is written in full, so the rule that refuses it is the answer.
        Err(refusal) if game.choice_named(words).is_ok() => Err(refusal),
        Err(refusal) => match shorthand::no_such_cell(game, words[0]) {
            Some(no_cell) if words[0].len() < 3 => Err(no_cell),
            _ => shorthand::shorthand(game, words).and_then(|choices| choices.ok_or(refusal)),
        },
    };
    let asked = words.join(" ");
    match found {
        Ok(choices) => {
            // A place can be followed by the answer to the next question.
            let mut after = game.clone();
            let words = choices.iter().map(|choice| {
                let words = after.choice_words(*choice);
                // A script error is reported when the move is made.
                let _ = after.choose(*choice);
                words
            });
            let words: Vec<String> = words.collect();
            Reply::text(format!("{asked} is allowed: {}", words.join(", "))).with("legal", true).with("choices", words)
        }
        Err(refusal) => Reply::text(refusal.to_string()).with("legal", false).with("why", refusal.to_string()),
    }
}

/// Why points were scored: the last time, by a player, by number, for a feature.
fn points(game: &Game, what: Option<&str>) -> Result<Reply, Refusal> {
    let accounts = game.accounts();
    let asked: Vec<(usize, &Account)> = match what {
        None => {
            let last = accounts.last().map(|account| account.turn);
            numbered(&accounts).filter(|(_, account)| Some(account.turn) == last).collect()
        }
        Some(word) => select(game, &accounts, word)?,
    };
    if asked.is_empty() {
        let text = match what {
            None => "Nothing was scored yet.".to_string(),
            Some(word) => format!("Nothing was scored for {word} yet."),
        };
        return Ok(Reply::text(text).with("accounts", Vec::<Row>::new()));
    }
    let mut text: Vec<String> = asked.iter().map(|(n, account)| explain(game, *n, account)).collect();
    if let Some(player) = what.and_then(|word| game.player_named(word).ok()).filter(|_| asked.len() > 1) {
        let parts: Vec<i32> = asked.iter().map(|(_, account)| paid(account, player)).collect();
        let sum: i32 = parts.iter().sum();
        let parts: Vec<String> = parts.iter().map(i32::to_string).collect();
        text.push(format!("{}: {} = {sum}", game.player_name(player), parts.join(" + ")));
    }
    let rows: Vec<Row> = asked.into_iter().map(|account| Row::new(game, account)).collect();
    Ok(Reply::text(text.join("\n")).with("accounts", rows))
}

/// Accounts with their numbers in the ledger.
pub fn numbered(accounts: &[Account]) -> impl Iterator<Item = (usize, &Account)> {
    accounts.iter().enumerate().map(|(i, account)| (i + 1, account))
}

fn select<'a>(game: &Game, accounts: &'a [Account], word: &str) -> Result<Vec<(usize, &'a Account)>, Refusal> {
    if let Ok(n) = word.parse::<usize>() {
        let found = n.checked_sub(1).and_then(|i| accounts.get(i)).map(|account| vec![(n, account)]);
        return found.ok_or_else(|| match accounts.len() {
            0 => refuse!("nothing was scored yet"),
            most => refuse!("the ledger is numbered from 1 to {most}"),
        });
    }
    if word.contains('/') {
        let feature = game.state().features.of(game.place_named(word)?);
        let same = |account: &Account| {
            let scored = account.feature.map(|feature| game.state().features.of(SegmentId(feature.0)));
            scored == Some(feature)
        };
        return Ok(numbered(accounts).filter(|(_, account)| same(account)).collect());
    }
    let player = game.player_named(word)?;
    Ok(numbered(accounts).filter(|(_, account)| account.points.iter().any(|(paid, _)| *paid == player)).collect())
}

fn paid(account: &Account, player: PlayerId) -> i32 {
    account.points.iter().filter(|(paid, _)| *paid == player).map(|(_, points)| points).sum()
}

/// An account on a few lines.
fn explain(game: &Game, n: usize, account: &Account) -> String {
    let names = |players: &[(PlayerId, i32)]| {
        players.iter().map(|(player, points)| format!("{} {points:+}", game.player_name(*player))).collect::<Vec<_>>()
    };
    let paid = names(&account.points);
    let paid = if paid.is_empty() { "nobody is paid".into() } else { paid.join(", ") };
    let title = game.account_title(account);
    if account.feature.is_none() {
        return format!("{n}. turn {}: {title}\n     {paid}", account.turn);
    }
    let sum = game.account_sum(account);
    format!("{n}. turn {}: {title}\n     {sum}\n     {}: {paid}", account.turn, game.account_decision(account))
}

/// An account as data.
#[derive(Serialize)]
pub struct Row {
    number: usize,
    turn: usize,
    feature: Option<String>,
    complete: bool,
    lines: Vec<Summand>,
    total: i32,
    weights: Named<u16>,
    points: Named<i32>,
    sentence: String,
}

/// A line of a sheet.
#[derive(Serialize)]
struct Summand {
    line: String,
    amount: u16,
    rate: i32,
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    expansion: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<String>,
}

impl Row {
    /// An account with its number in the ledger.
    pub fn new(game: &Game, (number, account): (usize, &Account)) -> Row {
        let named = |player: PlayerId| game.player_name(player).to_string();
        Row {
            number,
            turn: account.turn,
            feature: account.feature.map(|feature| game.feature_name(feature)),
            complete: account.complete,
            lines: account.terms.iter().map(|term| Summand::new(game, term)).collect(),
            total: account.total(),
            weights: account.weights.iter().map(|&(player, weight)| (named(player), weight)).collect(),
            points: account.points.iter().map(|&(player, points)| (named(player), points)).collect(),
            sentence: game.account_sentence(account),
        }
    }
}

impl Summand {
    fn new(game: &Game, term: &Term) -> Summand {
        let (line, amount, rate) = match term.what {
            Amount::Each(line, count, rate) => (game.catalogue().line_name(line), count, rate.into()),
            Amount::Added(points) | Amount::For(_, points) => ("added", 1, points),
            Amount::Scaled(times, over) => ("scaled", times.into(), over.into()),
        };
        Summand {
            line: line.into(),
            amount,
            rate,
            why: game.setup().reason(term.why).map(|why| why.to_string()),
            expansion: game.setup().reason_by(term.why).map(|expansion| expansion.to_string()),
            player: term.what.player().map(|player| game.player_name(player).to_string()),
        }
    }
}
