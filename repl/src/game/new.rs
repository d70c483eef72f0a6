//! The arguments of `new`: sets, players, bots, options and seed of a game, as typed and with defaults.

use bastide_core::Setup;
use bastide_core::language::unknown;
use bastide_core::manifest::{Portion, Recipe};
use clap::Args;

use crate::bot::{Spec, Think};
use crate::game::table::Table;
use crate::io::reply::Failure;
use crate::io::split::quoted;

/// The default names of the players, in playing order.
pub const COLOURS: [&str; 6] = ["Red", "Blue", "Green", "Yellow", "Black", "Pink"];
/// The opponent of a person who names no players.
pub const OPPONENT: &str = "greedy";

/// The command that starts a game.
pub const NEW: &str = "new";

/// Start a game
#[derive(Clone, Debug, Default, PartialEq, Eq, Args)]
pub struct New {
    /// Sets to play with; NAME*N uses its tiles N times, NAME:tiles or NAME:rules only that part
    #[arg(value_name = "EXPANSION")]
    pub expansions: Vec<String>,
    /// Names of the players, in playing order
    #[arg(long, value_delimiter = ',')]
    pub players: Option<Vec<String>>,
    /// Bots: KIND for all seats but the first, KIND,KIND for the last ones, or NAME=KIND
    #[arg(long, value_delimiter = ',')]
    pub bots: Vec<String>,
    /// How long searching bots think about a choice: 1s, 200ms, or 2000n to try 2000 choices
    #[arg(long, value_name = "TIME")]
    pub think: Option<String>,
    /// Edition of the rules
    #[arg(long)]
    pub edition: Option<String>,
    /// Set an option of the rules
    #[arg(long = "option", value_name = "NAME=VALUE")]
    pub options: Vec<String>,
    /// Random seed
    #[arg(long)]
    pub seed: Option<u64>,
    /// Start with an empty board on which any position can be set up
    #[arg(long)]
    pub lab: bool,
}

/// The defaults of `new`.
#[derive(Clone, Debug, Default)]
pub struct Defaults {
    /// The sets if none are named.
    pub expansions: Vec<String>,
    /// The players if none are named.
    pub players: Option<Vec<String>>,
    /// The bots if neither players nor bots are named.
    pub bots: Vec<String>,
    /// The edition if none is named.
    pub edition: Option<String>,
}

impl Defaults {
    /// Fills in the defaults. A lab gets none.
    pub fn fill(&self, new: &New) -> New {
        let mut new = new.clone();
        if new.lab {
            return new;
        }
        if new.expansions.is_empty() {
            new.expansions = self.expansions.clone();
        }
        if new.players.is_none() && new.bots.is_empty() {
            (new.players, new.bots) = (self.players.clone(), self.bots.clone());
        }
        new.edition = new.edition.or_else(|| self.edition.clone());
        new
    }
}

/// The sets of a game, as they are typed.
pub fn sets(recipe: &Recipe) -> Vec<String> {
    let words = |portion: &Portion| {
        let part = portion.extent.part().map(|part| format!(":{part}")).unwrap_or_default();
        let times = if portion.times == 1 { String::new() } else { format!("*{}", portion.times) };
        format!("{}{part}{times}", portion.expansion.id())
    };
    recipe.expansions.iter().map(words).collect()
}

/// The command that starts this game again, without its bots.
pub fn words(table: &Table) -> String {
    command(&table.recipe, table.game.setup(), table.game.seed())
}

/// The command that starts a game.
pub fn command(recipe: &Recipe, setup: &Setup, seed: u64) -> String {
    let mut words = vec!["new".to_string()];
    words.extend(sets(recipe));
    words.push(format!("--players {}", setup.players().join(",")));
    words.extend(rules(recipe, setup));
    words.push(format!("--seed {seed}"));
    words.extend(setup.is_lab().then(|| "--lab".to_string()));
    words.join(" ")
}

/// The edition and the options of a game, as they are typed.
pub fn rules(recipe: &Recipe, setup: &Setup) -> impl Iterator<Item = String> {
    let edition = setup.resolved().edition.iter().map(|edition| format!("--edition {}", quoted(edition)));
    let options = recipe.options.iter().map(|(name, value)| format!("--option {}", quoted(&format!("{name}={value}"))));
    edition.chain(options)
}

type Seats = (Vec<String>, Vec<Option<Spec>>);

/// The players, and which of them are bots.
pub fn seats(new: &New) -> Result<Seats, Failure> {
    let kinds: Vec<&String> = new.bots.iter().filter(|bot| !bot.contains('=')).collect();
    let players = match &new.players {
        Some(players) => players.clone(),
        None => COLOURS.iter().take((kinds.len() + 1).max(2)).map(|name| name.to_string()).collect(),
    };
    let mut seats: Vec<Option<String>> = vec![None; players.len()];
    if new.lab && !new.bots.is_empty() {
        return Err(no_bots());
    }
    match kinds[..] {
        [] if new.players.is_none() && new.bots.is_empty() && !new.lab => seats[1..].fill(Some(OPPONENT.into())),
        [] => {}
        [kind] => seats.iter_mut().skip(1).for_each(|seat| *seat = Some(kind.clone())),
        _ if kinds.len() > players.len() => return Err(Failure::refused("there are more bots than players")),
        _ => {
            let first = players.len() - kinds.len();
            seats[first..].iter_mut().zip(&kinds).for_each(|(seat, kind)| *seat = Some(kind.to_string()));
        }
    }
    for (name, kind) in new.bots.iter().filter_map(|bot| bot.split_once('=')) {
        let seat = players.iter().position(|player| player.eq_ignore_ascii_case(name));
        let nobody = || Failure::refused(unknown("player", name, players.iter().map(String::as_str)));
        seats[seat.ok_or_else(nobody)?] = Some(kind.into());
    }
    let think = read_think(new.think.as_deref())?;
    let read = |kind: Option<String>| kind.map(|kind| Ok(read_bot(&kind)?.or_thinking(think))).transpose();
    let seats = seats.into_iter().map(read).collect::<Result<_, Failure>>()?;
    Ok((players, seats))
}

/// The refusal of bots in a lab.
pub fn no_bots() -> Failure {
    Failure::refused("a lab cannot have bots: you make every choice in it")
}

/// Parses the name of a bot.
pub fn read_bot(text: &str) -> Result<Spec, Failure> {
    Spec::read(text).map_err(Failure::refused)
}

/// Parses the thinking time of bots, if it is given.
pub fn read_think(think: Option<&str>) -> Result<Option<Think>, Failure> {
    think.map(|text| text.parse::<Think>().map_err(Failure::usage)).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(players: Option<&str>, bots: &str) -> Result<String, Failure> {
        let list = |text: &str| text.split(',').filter(|word| !word.is_empty()).map(String::from).collect::<Vec<_>>();
        let (players, seats) = seats(&New { players: players.map(list), bots: list(bots), ..New::default() })?;
        let seat = |(name, bot): (&String, &Option<Spec>)| {
            format!("{name}:{}", bot.as_ref().map_or("-".into(), Spec::to_string))
        };
        Ok(players.iter().zip(&seats).map(seat).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn a_person_who_names_nobody_plays_against_a_bot() {
        assert_eq!(named(None, "").unwrap(), "Red:- Blue:greedy");
        assert_eq!(named(None, "random").unwrap(), "Red:- Blue:random");
        assert_eq!(named(None, "random,greedy").unwrap(), "Red:- Blue:random Green:greedy");
    }

    #[test]
    fn with_names_nobody_is_a_bot_unless_it_is_said() {
        assert_eq!(named(Some("A,B"), "").unwrap(), "A:- B:-");
        assert_eq!(named(Some("A,B,C"), "random").unwrap(), "A:- B:random C:random");
        assert_eq!(named(Some("A,B"), "random,greedy").unwrap(), "A:random B:greedy");
        assert_eq!(named(Some("A,B,C"), "B=greedy").unwrap(), "A:- B:greedy C:-");
    }

    #[test]
    fn a_wrong_bot_is_refused() {
        for (players, bots) in [("A,B", "gredy"), ("A,B", "C=random"), ("A,B", "random,random,random")] {
            assert!(named(Some(players), bots).is_err(), "{players} {bots}");
        }
    }
}
