//! Points by source: features by kind, awards by reason; so far, and if the game ended now.

use bastide_core::{Account, Amount, Game, PlayerId};

use crate::io::prose::{pad, pad_left, widest};
use crate::io::reply::Named;
use crate::tell::show::by_player;

/// The points of each player by source; sources are in the order in which they first paid.
pub fn by_source(game: &Game, accounts: &[Account]) -> Named<Named<i32>> {
    let mut sources: Named<Named<i32>> = Named::new();
    for account in accounts {
        let source = sources.entry(source(game, account)).or_insert_with(|| by_player(game, |_| 0));
        for (PlayerId(seat), points) in &account.points {
            source[*seat as usize] += points;
        }
    }
    sources.retain(|_, points| points.values().any(|points| *points != 0));
    sources
}

/// The source: a kind of feature, or the reason of an award.
fn source(game: &Game, account: &Account) -> String {
    if let Some(feature) = account.feature {
        return game.catalogue().kind(game.state().features.kind(feature)).name.clone();
    }
    let why = account.terms.first().filter(|term| matches!(term.what, Amount::Added(_)));
    why.and_then(|term| game.setup().reason(term.why)).map_or("other".into(), |why| why.to_string())
}

/// What is scored only at the end, from the game that ended.
pub fn to_come(game: &Game, ended: &Game) -> Vec<Account> {
    let from = game.log().len();
    ended.accounts().into_iter().filter(|account| account.event >= from).collect()
}

/// The same, with rows and columns exchanged if it would be wider than this.
pub fn fitted_grid(rows: &[Vec<String>], columns: usize) -> String {
    let upright = grid(rows);
    if widest(upright.lines()) <= columns {
        return upright;
    }
    let wide = rows.iter().map(Vec::len).max().unwrap_or(0);
    let turned = (0..wide).map(|column| rows.iter().map(|row| row.get(column).cloned().unwrap_or_default()).collect());
    grid(&turned.collect::<Vec<Vec<String>>>())
}

/// Rows as a table: the first column left-aligned, the others right-aligned.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_that_is_too_wide_is_turned() {
        let rows = [["player", "road", "city"], ["Ann", "3", "10"]].map(|row| row.map(String::from).to_vec());
        assert_eq!(fitted_grid(&rows, 20), "player  road  city\nAnn        3    10");
        assert_eq!(fitted_grid(&rows, 17), "player  Ann\nroad      3\ncity     10");
    }
}
