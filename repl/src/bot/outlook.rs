//! The prospects beyond the points if the game ended now: followers in the supply, and features that can still be
//! finished. Uses only what every catalogue declares.

use bastide_core::{Closes, FeatureId, Game, MAX_PLAYERS, PlayerId, Sheet, Weights, Zone, printed};

use super::style::Style;

/// The worth that is added to each player's points.
pub type Outlook = fn(&Style, &Game) -> [f64; MAX_PLAYERS];

/// What a follower in the supply is worth in the near outlook.
const FOLLOWER_WORTH: f64 = 1.5;
/// What the followers in the supply are worth in the far outlook: the first ones most, and almost nothing at the end of
/// the game.
const HAND_WORTH: f64 = 8.0;
const HAND_DECAY: f64 = 0.3;
/// The chance per open side that a feature is finished, if there were unlimited tiles.
const FINISH_CHANCE: f64 = 0.5;
/// With this many tiles to come, the chance is half of that.
const HALF_CHANCE_TILES: f64 = 10.0;
/// What an open neighbour cell is worth to a feature that needs all its neighbours.
const FREE_CELL_WORTH: f64 = 0.3;

/// Followers count as long as there are turns left to deploy them.
pub fn near(style: &Style, game: &Game) -> [f64; MAX_PLAYERS] {
    let turns = turns(game).floor();
    of_hands(style, game, |followers| FOLLOWER_WORTH * followers.min(turns))
}

/// Followers count for what can be started with them, and unfinished features for what they may become.
pub fn far(style: &Style, game: &Game) -> [f64; MAX_PLAYERS] {
    let turns = turns(game);
    let mut worth = of_hands(style, game, |followers| HAND_WORTH * followers.powf(HAND_DECAY) * turns / (turns + 1.0));
    promise(game, &mut worth);
    worth
}

/// How many turns each player has left.
fn turns(game: &Game) -> f64 {
    game.state().pile.len() as f64 / game.state().player_count() as f64
}

fn of_hands(style: &Style, game: &Game, worth_of: impl Fn(f64) -> f64) -> [f64; MAX_PLAYERS] {
    let mut worth = [0.0; MAX_PLAYERS];
    for player in game.state().players() {
        worth[player.0 as usize] = worth_of(followers(game, player) as f64) * style.follower;
    }
    worth
}

/// How many followers a player can still deploy.
fn followers(game: &Game, player: PlayerId) -> usize {
    let catalogue = game.catalogue();
    let followers = catalogue.figure_kinds().filter(|&kind| catalogue.figure(kind).follower);
    followers.map(|kind| game.state().supply(player, kind)).sum()
}

/// Adds what unfinished features may bring to those who lead there, by the printed rates.
fn promise(game: &Game, worth: &mut [f64; MAX_PLAYERS]) {
    let (catalogue, state) = (game.catalogue(), game.state());
    let tiles = state.pile.len() as f64;
    let time = tiles / (tiles + HALF_CHANCE_TILES);
    let mut sheet = Sheet::default();
    let mut printed = |feature: FeatureId, complete: bool| {
        sheet.begin(feature, complete, false);
        printed::sheet(game.position(), &mut sheet);
        sheet.total() as f64
    };
    for (feature, weights) in unfinished(game) {
        let open = state.features.open(catalogue, &state.board, feature) as i32;
        let gain = match catalogue.kind(state.features.kind(feature)).closes {
            Closes::Neighbours => FREE_CELL_WORTH * open as f64,
            _ => (printed(feature, true) - printed(feature, false)) * FINISH_CHANCE.powi(open),
        };
        weights.leaders().iter().for_each(|player| worth[player.0 as usize] += gain * time);
    }
}

/// The features with followers that can still be finished, and each player's weight there.
fn unfinished(game: &Game) -> Vec<(FeatureId, Weights)> {
    let (catalogue, state) = (game.catalogue(), game.state());
    let mut found: Vec<(FeatureId, Weights)> = Vec::with_capacity(32);
    for figure in &state.figures {
        let Zone::Segment(at) = figure.zone else { continue };
        let kind = catalogue.figure(figure.kind);
        let feature = state.features.of(at);
        let may_be_finished = catalogue.kind(state.features.kind(feature)).closes != Closes::Never
            && !state.features.is_complete(feature);
        if !kind.follower || !may_be_finished {
            continue;
        }
        let place = found.iter().position(|(other, _)| *other == feature).unwrap_or_else(|| {
            found.push((feature, Weights::default()));
            found.len() - 1
        });
        found[place].1.add(figure.owner, kind.weight as u16);
    }
    found
}
