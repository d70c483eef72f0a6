//! What lies on the table, as text and as data: options, points, supplies, the log, the whole state.

use bastide_core::language::{or, plural};
use bastide_core::{
    About, Choice, CounterId, Event, Figure, Game, Phase, Placed, PlacedId, PlayerId, Shelf, TokenId, Zone, ZoneId,
};
use serde_json::{Map, Value, json};

use crate::game::table::Table;
use crate::io::prose::{pad, widest};
use crate::io::reply::Reply;
use crate::tell::purse;

/// The open decision: what sort it is, whose, with which words, and about what.
pub fn decision_data(game: &Game) -> Value {
    let Some(decision) = game.decision() else { return Value::Null };
    let kind = match decision.phase() {
        Phase::First => "first",
        Phase::Place => "place",
        Phase::Deploy => "deploy",
        Phase::Score => "score",
        Phase::Again => "again",
        Phase::Ask | Phase::Setup | Phase::Hidden | Phase::Over => "ask",
    };
    let mut verbs: Vec<&str> = Vec::new();
    for choice in decision.options() {
        let verb = game.verb_of(choice);
        if !verbs.contains(&verb) {
            verbs.push(verb);
        }
    }
    let mut data = json!({ "kind": kind, "player": game.player_name(decision.player()), "verbs": verbs });
    match &tile_names(game, &decision.tiles())[..] {
        [] => {}
        [only] => data["tile"] = only.as_str().into(),
        several => data["tiles"] = json!(several),
    }
    if let (Some(about), Some(name)) = (decision.about(), game.about_words()) {
        data["about"] = json!({ "kind": about_kind(about), "name": name });
    }
    if let Some(why) = again(game).filter(|_| decision.phase() == Phase::Again) {
        data["why"] = why.into();
    }
    data
}

fn about_kind(about: About) -> &'static str {
    match about {
        About::Feature(_) => "feature",
        About::Tile(_) | About::Loose(_) => "tile",
        About::Figure(_) => "figure",
        About::Player(_) => "player",
        About::Text(_) => "text",
    }
}

/// Why there may be another part of the turn.
pub fn again(game: &Game) -> Option<String> {
    let (why, _) = game.state().turn.again?;
    game.setup().reason(why).map(|why| why.to_string())
}

/// The sentence for a table that waits for nothing.
pub fn nothing(game: &Game) -> String {
    if game.is_over() { format!("The game is over: {}.", game.outcome()) } else { "No turn has begun.".into() }
}

/// The points of all players.
pub fn scores(table: &Table) -> Reply {
    let game = &table.game;
    let wide = widest(game.setup().players());
    let line = |player: PlayerId| {
        let name = pad(game.player_name(player), wide);
        let bot = table.bot_at(player).map(|kind| format!("  ({kind} bot)")).unwrap_or_default();
        let tokens = tokens(game, player);
        let tokens = if tokens.is_empty() { tokens } else { format!("  {tokens}") };
        format!("{name} {:4}{tokens}{bot}", game.scores()[player.0 as usize])
    };
    let mut lines: Vec<String> = game.state().players().map(line).collect();
    if game.is_over() {
        lines.push(format!("{}.", game.outcome()));
    }
    let reply = Reply::text(lines.join("\n")).with("scores", scores_data(game)).with("over", game.is_over());
    if game.catalogue().tokens.is_empty() { reply } else { reply.with("tokens", tokens_data(game)) }
}

/// The kinds of tokens that there are, by number and name.
fn token_kinds(game: &Game) -> impl Iterator<Item = (TokenId, &str)> {
    game.catalogue().tokens.iter().zip(0..).map(|(token, id)| (TokenId(id), token.name.as_str()))
}

/// The tokens that a player has, on one line; nothing if there are none.
fn tokens(game: &Game, player: PlayerId) -> String {
    let held = token_kinds(game).map(|(id, name)| (name, game.state().tokens(player, id))).filter(|(_, n)| *n > 0);
    held.map(|(name, n)| format!("{name} {n}")).collect::<Vec<_>>().join(", ")
}

fn tokens_data(game: &Game) -> Value {
    by_player(game, |player| {
        let held = token_kinds(game).map(|(id, name)| (name.to_string(), game.state().tokens(player, id).into()));
        Value::Object(held.collect())
    })
}

/// The points of all players as data.
pub fn scores_data(game: &Game) -> Value {
    by_player(game, |player| json!(game.scores()[player.0 as usize]))
}

fn by_player(game: &Game, value: impl Fn(PlayerId) -> Value) -> Value {
    let entry = |player: PlayerId| (game.player_name(player).to_string(), value(player));
    Value::Object(game.state().players().map(entry).collect())
}

/// The figures in a player's supply, by name.
fn ready(game: &Game, player: PlayerId) -> Vec<(String, usize)> {
    let catalogue = game.catalogue();
    let kinds = catalogue.figure_kinds().filter(|kind| !catalogue.figure(*kind).neutral);
    kinds.map(|kind| (catalogue.figure(kind).name.clone(), game.state().supply(player, kind))).collect()
}

/// The figures that a player has left, in words.
pub fn left(game: &Game, player: PlayerId) -> String {
    let held = ready(game, player).into_iter().filter(|(_, n)| *n > 0);
    let held: Vec<String> = held.map(|(name, n)| format!("{n} {}", plural(&name, n as i64))).collect();
    if held.is_empty() { "no figures left".into() } else { held.join(", ") }
}

/// The figures and tokens that a player has, in words.
pub fn held(game: &Game, player: PlayerId) -> String {
    let (figures, tokens) = (left(game, player), tokens(game, player));
    if tokens.is_empty() { figures } else { format!("{figures}; {tokens}") }
}

/// What the players have left, and how many tiles there are.
pub fn supply(game: &Game) -> Reply {
    let (catalogue, state) = (game.catalogue(), game.state());
    let line = |player: PlayerId| format!("{}: {}", game.player_name(player), held(game, player));
    let mut lines: Vec<String> = state.players().map(line).collect();
    let bank: Vec<(&str, u16)> = token_kinds(game).map(|(id, name)| (name, state.banked(id))).collect();
    if !bank.is_empty() {
        let bank: Vec<String> = bank.iter().map(|(name, n)| format!("{name} {n}")).collect();
        lines.push(format!("bank: {}", bank.join(", ")));
    }
    let purses = purse::all(game);
    lines.extend(purses.iter().map(|(at, _)| format!("{}: {}", game.shelf_words(*at), purse::words(game, *at))));
    lines.push(format!("pile: {} {}", state.pile.len(), plural("tile", state.pile.len() as i64)));
    if !state.out.is_empty() {
        lines.push(format!(
            "out of the game: {}",
            state.out.tiles().iter().map(|&tile| catalogue.tile_name(tile)).collect::<Vec<_>>().join(" ")
        ));
    }
    let stored = stored(game);
    lines.extend(
        stored
            .iter()
            .filter(|(_, tiles)| !tiles.is_empty())
            .map(|(zone, tiles)| format!("{zone}: {}", tiles.join(" "))),
    );
    let held = |player| {
        let tokens = token_kinds(game).map(|(id, name)| (name.to_string(), json!(state.tokens(player, id))));
        let figures = ready(game, player).into_iter().map(|(name, n)| (name, json!(n)));
        Value::Object(figures.chain(tokens).collect())
    };
    let reply = Reply::text(lines.join("\n"))
        .with("supply", by_player(game, held))
        .with("pile", state.pile.len())
        .with("out", tile_names(game, state.out.tiles()));
    let reply = match stored.is_empty() {
        true => reply,
        false => reply.with(
            "tiles_beside",
            Value::Object(stored.into_iter().map(|(zone, tiles)| (zone, json!(tiles))).collect()),
        ),
    };
    let reply = match purses.is_empty() {
        true => reply,
        false => {
            let data = purses.iter().map(|(at, _)| (game.shelf_words(*at), purse::data(game, *at)));
            reply.with("tokens_beside", Value::Object(data.collect()))
        }
    };
    match bank.is_empty() {
        true => reply,
        false => {
            reply.with("bank", Value::Object(bank.iter().map(|(name, n)| (name.to_string(), (*n).into())).collect()))
        }
    }
}

/// The names of tiles.
pub fn tile_names(game: &Game, tiles: &[bastide_core::TileId]) -> Vec<String> {
    tiles.iter().map(|&tile| game.catalogue().tile_name(tile)).collect()
}

/// The sentence for a player who has nothing left to deploy.
pub fn none_left(game: &Game) -> Option<String> {
    let (catalogue, player) = (game.catalogue(), game.decision()?.player());
    let mut kinds = catalogue.figure_kinds();
    let none = catalogue.figure_kinds().all(|kind| game.state().supply(player, kind) == 0);
    let what = match (kinds.next(), kinds.next()) {
        (Some(only), None) => &catalogue.figure(only).name,
        _ => "figure",
    };
    none.then(|| format!("{} has no {what} left", game.player_name(player)))
}

/// The sentence for a lab command that takes all tiles out of a pile: it may have been typed to look.
pub fn emptied(game: &Game, words: &[&str]) -> Option<String> {
    let ["tiles", zone] = words else { return None };
    let shelf = game.shelf_named(zone).ok()?;
    let held = game.state().stack(game.catalogue(), shelf)?.len();
    (held > 0).then(|| format!("{zone} is empty now; it held {held} {}", plural("tile", held as i64)))
}

/// What happened from an event on that a player wants to hear without asking: points, lost tiles, the end.
pub fn news(game: &Game, from: usize) -> Vec<String> {
    use Event::{Again, Award, Counted, Discard, Final, Merge, Move, Over, Recall, Return, Sheet, Tokens, Told};
    let is_told =
        |event: &Event| matches!(event, Award(..) | Tokens(..) | Again(_) | Merge | Told(_) | Move(..) | Counted(..));
    let is_lost = |event: &Event| matches!(event, Discard(_) | Return(_) | Recall(_, _, Some(_)));
    let is_news = |event: &Event| is_told(event) || is_lost(event) || matches!(event, Sheet { .. } | Final | Over);
    if !game.log()[from.min(game.log().len())..].iter().any(is_news) {
        return Vec::new();
    }
    let lines = game.log_lines(from).into_iter();
    lines.filter(|line| is_news(&game.log()[line.event])).map(|line| line.text).collect()
}

/// The placed tiles, the figures on them and the tile placed last, as data.
pub fn board_data(game: &Game) -> Map<String, Value> {
    let state = game.state();
    let tile = |placed: &Placed| {
        let name = game.catalogue().tile_name(placed.tile);
        json!({ "tile": name, "cell": placed.cell.to_string(), "rotation": placed.rotation.to_string() })
    };
    let mut data = Map::new();
    data.insert("tiles".into(), state.board.placed().iter().map(tile).collect());
    data.insert("figures".into(), figures(game).into());
    if !game.catalogue().counters.is_empty() {
        data.insert("counters".into(), counters(game).into());
    }
    let last = state.board.placed().last().filter(|_| state.turn.number > 0);
    data.insert("last".into(), last.map_or(Value::Null, |placed| placed.cell.to_string().into()));
    data
}

/// What is counted on tiles, where it is not nothing.
fn counters(game: &Game) -> Vec<Value> {
    let (catalogue, state) = (game.catalogue(), game.state());
    let mut found = Vec::new();
    for (placed, at) in state.board.placed().iter().zip(0..) {
        for (name, id) in catalogue.counters.iter().zip(0..) {
            let n = state.counter(catalogue, PlacedId(at), CounterId(id));
            if n > 0 {
                found.push(json!({ "cell": placed.cell.to_string(), "counter": name, "n": n }));
            }
        }
    }
    found
}

/// The figures on the board and beside it as they are written.
pub fn figures(game: &Game) -> Vec<String> {
    let is_there = |figure: &&Figure| !matches!(figure.zone, Zone::Supply | Zone::Out);
    game.state().figures.iter().filter(is_there).map(|figure| figure_name(game, figure)).collect()
}

/// A figure as it is written, with where it stands.
pub fn figure_name(game: &Game, figure: &Figure) -> String {
    let kind = &game.catalogue().figure(figure.kind).name;
    let owner = match figure.owner {
        PlayerId::NOBODY => String::new(),
        owner => format!("{}:", game.player_name(owner)),
    };
    format!("{owner}{kind}@{}", game.place_words(figure.zone))
}

/// The tiles in places beside the board into which whoever decides may look, place by place, as far as sets or hands make any.
fn stored(game: &Game) -> Vec<(String, Vec<String>)> {
    let (catalogue, state) = (game.catalogue(), game.state());
    let viewer = game.decision().map(|decision| decision.player());
    let hands = catalogue.zone_named("hand").filter(|_| catalogue.settings.has_hands());
    let declared = catalogue.all_zones().filter(|(id, _)| Some(*id) == hands || !ZoneId::COMMON.contains(id));
    let mut found = Vec::new();
    for (zone, kind) in declared.filter(|(_, kind)| kind.holds_tiles() && !kind.hidden) {
        let owners: Vec<PlayerId> = if kind.owned { state.players().collect() } else { vec![PlayerId::NOBODY] };
        for owner in owners.into_iter().filter(|owner| !kind.private || Some(*owner) == viewer) {
            let shelf = Shelf { zone, owner };
            found.push((game.shelf_words(shelf), tile_names(game, &state.tiles_at(catalogue, shelf))));
        }
    }
    found
}

/// The tiles that whoever decides holds from turn to turn, if anybody does.
pub fn hand(game: &Game) -> Option<Vec<String>> {
    let player = game.decision()?.player();
    let has_hands = game.catalogue().settings.has_hands();
    has_hands.then(|| tile_names(game, &game.state().tiles_at(game.catalogue(), Shelf::hand(player))))
}

/// Which bot sits on each seat, if any.
pub fn bots_data(table: &Table) -> Value {
    by_player(&table.game, |player| json!(table.bot_at(player).map(|bot| bot.to_string())))
}

/// Whose decision it is and what is still to come, on one line.
pub fn status(game: &Game) -> String {
    let left = game.state().pile.len() + game.state().next.len();
    let Some(what) = awaited(game) else { return nothing(game) };
    format!("Turn {}: {what}; {left} {} left.", number(game), plural("tile", left as i64))
}

/// Which turn it is, and which part of it if it is not the first.
pub fn number(game: &Game) -> String {
    let turn = &game.state().turn;
    if turn.part > 1 { format!("{}, part {}", turn.number, turn.part) } else { turn.number.to_string() }
}

/// What the open decision is about: who places what, or who may do what.
fn awaited(game: &Game) -> Option<String> {
    let decision = game.decision()?;
    let player = game.player_name(decision.player());
    let tiles = tile_names(game, &decision.tiles());
    Some(match (tiles.is_empty(), decision.get(0)) {
        (false, _) => format!("{player} places {}", or(&tiles)),
        (_, Some(Choice::First(_))) => "someone is to begin".into(),
        (_, Some(Choice::Again)) => match again(game) {
            Some(why) => format!("{player} may play another part ({why})"),
            None => format!("{player} may play another part"),
        },
        _ => {
            let about = game.about_words().map_or(String::new(), |about| format!(" (about {about})"));
            format!("{player} may {}{about}", verb(game).unwrap_or("choose"))
        }
    })
}

/// How far a game has come, for whoever takes it up again.
pub fn progress(game: &Game) -> String {
    match awaited(game) {
        Some(what) => format!("turn {}, {what}", number(game)),
        None if game.is_over() => format!("it is over, {}", game.outcome()),
        None => "no turn has begun".into(),
    }
}

/// The verb of the open decision: the first that is not `pass`.
pub fn verb(game: &Game) -> Option<&str> {
    let mut options = game.decision()?.options();
    options.find(|choice| *choice != Choice::Pass).map(|choice| game.verb_of(choice))
}
