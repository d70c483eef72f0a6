//! Facts about features: size, owners, worth; on one line, on several, or as data.

use bastide_core::language::{and, plural};
use bastide_core::{Account, Cell, Closes, FeatureId, Game, PlayerId, SegmentId, TagId};
use serde::Serialize;

use crate::io::reply::{Answer, Named};
use crate::tell::show::figure_name;
use crate::tell::tally;

/// All features, with what each would score if the game ended now.
pub struct Book<'a> {
    game: &'a Game,
    ended: Game,
    accounts: Vec<Account>,
}

/// The facts about a feature.
#[derive(Serialize)]
pub struct Facts {
    /// Its name.
    pub feature: String,
    kind: String,
    tiles: u16,
    complete: bool,
    open: u16,
    marks: Named<u16>,
    figures: Vec<String>,
    owners: Vec<String>,
    worth: Option<i32>,
    worth_complete: Option<i32>,
    sum: Option<String>,
    cells: Vec<String>,
    #[serde(skip)]
    closes: Closes,
}

impl Answer for Facts {
    fn lines(&self) -> Vec<String> {
        let mut lines = [vec![format!("{} {}", self.kind, self.feature)], self.size()].concat();
        lines.extend(self.figures.iter().map(|figure| format!("there: {figure}")));
        lines.push(format!("owner: {}", self.owner()));
        lines.extend(self.sum.iter().map(|sum| format!("if the game ended now: {sum}")));
        lines.push(format!("lies on {}", self.cells.join(" ")));
        lines
    }
}

impl Facts {
    /// On one line.
    pub fn short(&self) -> String {
        format!("{} {}: {}", self.kind, self.feature, self.rest())
    }

    /// The same without its name.
    pub fn rest(&self) -> String {
        [self.size(), vec![self.owner()]].concat().join(", ")
    }

    /// How large it is, what is missing, and its marks.
    fn size(&self) -> Vec<String> {
        let many = |n: u16, what: &str| format!("{n} {}", plural(what, n.into()));
        let mut facts = vec![many(self.tiles, "tile")];
        match self.closes {
            _ if self.complete => facts.push("complete".into()),
            Closes::Sides => facts.push(format!("{} open {}", self.open, plural("end", self.open.into()))),
            Closes::Neighbours => facts.push(format!("{} missing", many(self.open, "neighbour"))),
            Closes::Never => {}
        }
        facts.extend(self.marks.iter().map(|(tag, n)| many(*n, tag)));
        facts
    }

    fn owner(&self) -> String {
        let whole = self.worth_complete.filter(|&whole| Some(whole) != self.worth);
        match (&self.owners[..], self.worth, whole) {
            ([], ..) => "nobody's".to_string(),
            (several, None, _) => and(several),
            (several, Some(n), None) => format!("{}, worth {n} now", and(several)),
            (several, Some(n), Some(whole)) => {
                format!("{}, worth {n} now and {whole} if it were complete", and(several))
            }
        }
    }
}

impl<'a> Book<'a> {
    /// All features of a game.
    pub fn new(game: &'a Game) -> Book<'a> {
        let ended = game.ended();
        let accounts = if game.is_over() { game.accounts() } else { tally::to_come(game, &ended) };
        Book { game, ended, accounts }
    }

    /// The facts about one feature.
    pub fn facts(&self, feature: FeatureId) -> Facts {
        let (game, features) = (self.game, &self.game.state().features);
        let kind = game.catalogue().kind(features.kind(feature));
        let complete = features.is_complete(feature);
        let tags = game.catalogue().tags.iter().zip(0..);
        let marks = tags.map(|(tag, id)| (tag.clone(), features.tag(feature, TagId(id)))).filter(|(_, n)| *n > 0);
        let standing = game.state().figures_on(feature).map(|(figure, _)| game.state().figure(figure));
        let account = self.account(feature);
        let best = |account: &Account| account.points.iter().map(|(_, points)| *points).max().unwrap_or(0);
        Facts {
            feature: game.feature_name(feature),
            kind: kind.name.clone(),
            tiles: features.tiles(feature),
            complete,
            open: features.open(game.catalogue(), &game.state().board, feature),
            marks: marks.collect(),
            figures: standing.map(|figure| figure_name(game, figure)).collect(),
            owners: owners(game, feature).into_iter().map(|player| game.player_name(player).to_string()).collect(),
            worth: account.map(best),
            worth_complete: (kind.closes == Closes::Sides && !complete).then(|| game.worth_complete(feature)),
            sum: account.map(|account| self.ended.account_sum(account)),
            cells: self.cells(feature),
            closes: kind.closes,
        }
    }

    fn account(&self, feature: FeatureId) -> Option<&Account> {
        let of = |account: &&Account| {
            let scored = account.feature.map(|scored| self.game.state().features.of(SegmentId(scored.0)));
            scored == Some(feature) && !account.as_neighbour
        };
        self.accounts.iter().rfind(of)
    }

    fn cells(&self, feature: FeatureId) -> Vec<String> {
        let state = self.game.state();
        let mut cells: Vec<Cell> = state
            .features
            .segments(feature)
            .map(|segment| state.board.tile(state.features.placed(segment)).cell)
            .collect();
        cells.sort();
        cells.dedup();
        cells.iter().map(Cell::to_string).collect()
    }
}

/// The players who would score a feature.
pub fn owners(game: &Game, feature: FeatureId) -> Vec<PlayerId> {
    // Asking the rules costs a copy of the table, so it is skipped if nobody stands there.
    match game.state().features.figures(feature) {
        0 => Vec::new(),
        _ => game.owners(feature).iter().collect(),
    }
}
