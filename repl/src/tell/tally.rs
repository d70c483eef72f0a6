//! Points by where they come from: features by their kind, awards by their reason; so far, and if the game ended now.

use bastide_core::{Account, Amount, Game, PlayerId};
use serde_json::{Map, Value, json};

use crate::io::prose::{pad, pad_left, widest};

/// Points of each player by source, the sources in the order in which they first paid.
pub fn by_source(game: &Game, accounts: &[Account]) -> Vec<(String, Vec<i32>)> {
    let mut sources: Vec<(String, Vec<i32>)> = Vec::new();
    for account in accounts {
        let name = source(game, account);
        let at = sources.iter().position(|(source, _)| *source == name).unwrap_or_else(|| {
            sources.push((name, vec![0; game.state().player_count()]));
            sources.len() - 1
        });
        for (PlayerId(seat), points) in &account.points {
            sources[at].1[*seat as usize] += points;
        }
    }
    sources.retain(|(_, points)| points.iter().any(|points| *points != 0));
    sources
}

/// What paid: a kind of feature, or the reason of an award.
fn source(game: &Game, account: &Account) -> String {
    if let Some(feature) = account.feature {
        return game.catalogue().kind(game.state().features.kind(feature)).name.clone();
    }
    let why = account.terms.first().filter(|term| matches!(term.what, Amount::Added(_)));
    why.and_then(|term| game.setup().reason(term.why)).map_or("other".into(), |why| why.to_string())
}

/// Sources as data: for each the points of each player.
pub fn data(game: &Game, sources: &[(String, Vec<i32>)]) -> Value {
    let of = |points: &[i32]| -> Value {
        let each = game.state().players().zip(points);
        Value::Object(each.map(|(player, points)| (game.player_name(player).to_string(), json!(points))).collect())
    };
    Value::Object(sources.iter().map(|(source, points)| (source.clone(), of(points))).collect::<Map<_, _>>())
}

/// What is scored in the end that is not scored yet, in the game that ended.
pub fn to_come(game: &Game, ended: &Game) -> Vec<Account> {
    let from = game.log().len();
    ended.accounts().into_iter().filter(|account| account.event >= from).collect()
}

/// Rows as a table: the first column to the left, the others to the right.
pub fn grid(rows: &[Vec<String>]) -> String {
    let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
    let wide = |column: usize| widest(rows.iter().filter_map(|row| row.get(column)));
    let widths: Vec<usize> = (0..columns).map(wide).collect();
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate().map(|(n, (text, width))| match n {
            0 => pad(text, *width),
            _ => pad_left(text, *width),
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_string()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}
