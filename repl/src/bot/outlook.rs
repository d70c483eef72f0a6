//! What is in prospect beyond the points that there would be if the game ended now: followers at hand, and features that may still
//! be finished. Knows nothing but what every catalogue declares.

use bastide_core::{Closes, FeatureId, Game, MAX_PLAYERS, PlayerId, Sheet, Weights, Zone, printed};

use super::style::Style;

/// What it adds to the points of each player.
pub type Outlook = fn(&Style, &Game) -> [f64; MAX_PLAYERS];

/// What a follower at hand is worth to those who do not look far.
const FOLLOWER_WORTH: f64 = 1.5;
/// What the followers at hand are worth to those who do: the first ones most, and hardly anything at the end.
const HAND_WORTH: f64 = 8.0;
const HAND_DECAY: f64 = 0.3;
/// How likely a feature with one open side is finished, with no end of tiles; with another one it is so much less likely again.
const FINISH_CHANCE: f64 = 0.5;
/// With so many tiles to come it is half as likely as with no end of them.
const HALF_CHANCE_TILES: f64 = 10.0;
/// What a free cell around a feature that wants them all is worth.
const FREE_CELL_WORTH: f64 = 0.3;

/// Followers count as long as there are turns to deploy them in.
pub fn near(style: &Style, game: &Game) -> [f64; MAX_PLAYERS] {
    let turns = turns(game).floor();
    of_hands(style, game, |followers| FOLLOWER_WORTH * followers.min(turns))
}

/// Followers count for what can be begun with them, and unfinished features for what they may become.
pub fn far(style: &Style, game: &Game) -> [f64; MAX_PLAYERS] {
    let turns = turns(game);
    let mut worth = of_hands(style, game, |followers| HAND_WORTH * followers.powf(HAND_DECAY) * turns / (turns + 1.0));
    promise(game, &mut worth);
    worth
}

/// How many turns each player still has.
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

/// How many followers a player may still deploy.
fn followers(game: &Game, player: PlayerId) -> usize {
    let catalogue = game.catalogue();
    let followers = catalogue.figure_kinds().filter(|&kind| catalogue.figure(kind).follower);
    followers.map(|kind| game.state().supply(player, kind)).sum()
}

/// Adds what unfinished features may bring those who lead there, by what is printed.
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

/// The features with followers that may be finished, and what each player weighs there.
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
