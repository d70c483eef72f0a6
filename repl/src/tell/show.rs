//! The table as text and as data: options, points, supplies, the log, the whole state.

use bastide_core::language::plural;
use bastide_core::{
    About, Cell, Choice, CounterId, Event, Figure, Game, Mark, Phase, Placed, PlacedId, PlayerId, Rotation, Shelf,
    TokenId, Zone, ZoneId,
};
use indexmap::IndexSet;
use serde::Serialize;

use crate::game::table::Table;
use crate::io::prose::{pad, widest};
use crate::io::reply::{Answer, Named, as_text};
use crate::tell::choices::{again, sentence};
use crate::tell::token_places::{self, Purse};

/// The open decision: its kind, player, words and subject.
#[derive(Serialize)]
pub struct OpenDecision<'a> {
    kind: &'static str,
    /// The name of the player who decides.
    pub player: &'a str,
    verbs: IndexSet<&'a str>,
    /// The tiles that can be placed.
    #[serde(flatten)]
    pub tiles: Tiles,
    #[serde(skip_serializing_if = "Option::is_none")]
    about: Option<Subject>,
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<Step>,
    #[serde(skip_serializing_if = "Option::is_none")]
    range: Option<[i16; 2]>,
    /// Who decides what and why.
    pub sentence: Option<String>,
}

/// The tiles that a decision is about: by another key if there is only one.
#[derive(Clone, Default, Serialize)]
pub struct Tiles {
    #[serde(skip_serializing_if = "Option::is_none")]
    tile: Option<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    tiles: Vec<String>,
}

impl Tiles {
    fn of(mut names: Vec<String>) -> Tiles {
        match names.len() {
            1 => Tiles { tile: names.pop(), ..Tiles::default() },
            _ => Tiles { tiles: names, ..Tiles::default() },
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.tile.is_none() && self.tiles.is_empty()
    }
}

/// What a question is about.
#[derive(Serialize)]
struct Subject {
    kind: &'static str,
    name: String,
}

/// The number of a question among several, and how many there are if that is known.
#[derive(Serialize)]
struct Step {
    number: u16,
    of: Option<u16>,
}

/// The open decision, if there is one.
pub fn decision(game: &Game) -> Option<OpenDecision<'_>> {
    let decision = game.decision()?;
    let topic = decision.topic();
    let about = topic.about.zip(game.about_words());
    let again = again(game).filter(|_| decision.phase() == Phase::Again);
    Some(OpenDecision {
        kind: kind(decision.phase()),
        player: game.player_name(decision.player()),
        verbs: decision.options().map(|choice| game.verb_of(choice)).collect(),
        tiles: Tiles::of(tile_names(game, &decision.tiles())),
        about: about.map(|(about, name)| Subject { kind: about_kind(about), name }),
        why: game.why_words().or(again),
        step: topic.step.map(|(number, of)| Step { number, of }),
        range: topic.amounts.map(|amounts| [amounts.least, amounts.most]),
        sentence: sentence(game),
    })
}

fn kind(phase: Phase) -> &'static str {
    match phase {
        Phase::First => "first",
        Phase::Place => "place",
        Phase::Deploy => "deploy",
        Phase::Score => "score",
        Phase::Again => "again",
        Phase::Ask | Phase::Setup | Phase::Hidden | Phase::Over => "ask",
    }
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

/// The sentence if no decision is open.
pub fn nothing(game: &Game) -> String {
    if game.is_over() { format!("The game is over: {}.", game.outcome()) } else { "No turn has begun.".into() }
}

/// The points of all players.
#[derive(Serialize)]
pub struct Scores {
    scores: Named<i32>,
    over: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    tokens: Option<Named<Named<u16>>>,
    #[serde(skip)]
    bots: Named<Option<String>>,
    #[serde(skip)]
    outcome: Option<String>,
}

impl Answer for Scores {
    fn lines(&self) -> Vec<String> {
        let wide = widest(self.scores.keys());
        let line = |((name, points), bot): ((&String, &i32), &Option<String>)| {
            let bot = bot.as_ref().map(|kind| format!("  ({kind} bot)")).unwrap_or_default();
            let tokens = self.tokens.as_ref().map(|tokens| counted(&tokens[name])).unwrap_or_default();
            let tokens = if tokens.is_empty() { tokens } else { format!("  {tokens}") };
            format!("{} {points:4}{tokens}{bot}", pad(name, wide))
        };
        let lines = self.scores.iter().zip(self.bots.values()).map(line);
        lines.chain(self.outcome.iter().map(|outcome| format!("{outcome}."))).collect()
    }
}

/// The points of all players.
pub fn scores(table: &Table) -> Scores {
    let game = &table.game;
    Scores {
        scores: points(game),
        over: game.is_over(),
        tokens: (!game.catalogue().tokens.is_empty()).then(|| by_player(game, |player| tokens(game, player))),
        bots: bots(table),
        outcome: game.is_over().then(|| game.outcome()),
    }
}

/// The tokens of a player by kind; for nobody, those of the bank.
fn tokens(game: &Game, player: PlayerId) -> Named<u16> {
    let kinds = game.catalogue().tokens.iter().zip(0..);
    kinds.map(|(token, id)| (token.name.clone(), game.state().tokens(player, TokenId(id)))).collect()
}

/// A player's tokens on one line; empty if there are none.
fn counted(tokens: &Named<u16>) -> String {
    token_places::listed(&tokens.clone().into_iter().filter(|(_, n)| *n > 0).collect())
}

/// The points of all players by name.
pub fn points(game: &Game) -> Named<i32> {
    by_player(game, |player| game.scores()[player.0 as usize])
}

/// A value for each player.
pub fn by_player<T>(game: &Game, value: impl Fn(PlayerId) -> T) -> Named<T> {
    game.state().players().map(|player| (game.player_name(player).to_string(), value(player))).collect()
}

/// What a player has: figures, then tokens, by name.
#[derive(Serialize)]
struct Held {
    #[serde(flatten)]
    figures: Named<usize>,
    #[serde(flatten)]
    tokens: Named<u16>,
}

impl Held {
    fn of(game: &Game, player: PlayerId) -> Held {
        let kinds = game.catalogue().figure_kinds().map(|kind| (kind, game.catalogue().figure(kind)));
        let own = kinds.filter(|(_, figure)| !figure.neutral);
        let figures = own.map(|(kind, figure)| (figure.name.clone(), game.state().supply(player, kind))).collect();
        Held { figures, tokens: tokens(game, player) }
    }

    /// The figures as text.
    fn left(&self) -> String {
        let held = self.figures.iter().filter(|(_, n)| **n > 0);
        let held: Vec<String> = held.map(|(name, n)| format!("{n} {}", plural(name, *n as i64))).collect();
        if held.is_empty() { "no figures left".into() } else { held.join(", ") }
    }

    /// All of it as text.
    fn words(&self) -> String {
        let (figures, tokens) = (self.left(), counted(&self.tokens));
        if tokens.is_empty() { figures } else { format!("{figures}; {tokens}") }
    }
}

/// The figures that a player has left, as text.
pub fn left(game: &Game, player: PlayerId) -> String {
    Held::of(game, player).left()
}

/// How many figures a player has left, in few words; by their name if there is one kind.
pub fn figures_left(game: &Game, player: PlayerId) -> String {
    let figures = Held::of(game, player).figures;
    let held: usize = figures.values().sum();
    let noun = figures.keys().next().filter(|_| figures.len() == 1).map_or("figure", String::as_str);
    format!("{held} {} left", plural(noun, held as i64))
}

/// The figures and tokens of a player, as text.
pub fn held(game: &Game, player: PlayerId) -> String {
    Held::of(game, player).words()
}

/// What the players have left, and the tiles and tokens beside the board.
#[derive(Serialize)]
pub struct Supply {
    supply: Named<Held>,
    pile: usize,
    out: Vec<String>,
    #[serde(skip_serializing_if = "Named::is_empty")]
    tiles_beside: Named<Vec<String>>,
    #[serde(skip_serializing_if = "Named::is_empty")]
    tokens_beside: Named<Purse>,
    #[serde(skip_serializing_if = "Named::is_empty")]
    bank: Named<u16>,
}

impl Answer for Supply {
    fn lines(&self) -> Vec<String> {
        let mut lines: Vec<String> =
            self.supply.iter().map(|(player, held)| format!("{player}: {}", held.words())).collect();
        if !self.bank.is_empty() {
            lines.push(format!("bank: {}", token_places::listed(&self.bank)));
        }
        lines.extend(self.tokens_beside.iter().map(|(place, purse)| format!("{place}: {purse}")));
        lines.push(format!("pile: {} {}", self.pile, plural("tile", self.pile as i64)));
        lines.extend((!self.out.is_empty()).then(|| format!("out of the game: {}", self.out.join(" "))));
        let stored = self.tiles_beside.iter().filter(|(_, tiles)| !tiles.is_empty());
        lines.extend(stored.map(|(zone, tiles)| format!("{zone}: {}", tiles.join(" "))));
        lines
    }
}

/// What the players have left, and how many tiles there are.
pub fn supply(game: &Game) -> Supply {
    let purses = token_places::all(game).into_iter().map(|(at, _)| (game.shelf_words(at), Purse::at(game, at)));
    Supply {
        supply: by_player(game, |player| Held::of(game, player)),
        pile: game.state().pile.len(),
        out: tile_names(game, game.state().out.tiles()),
        tiles_beside: stored(game),
        tokens_beside: purses.collect(),
        bank: tokens(game, PlayerId::NOBODY),
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

/// A note for a lab command that empties a pile: it may have been typed only to look.
pub fn emptied(game: &Game, words: &[&str]) -> Option<String> {
    let ["tiles", zone] = words else { return None };
    let shelf = game.shelf_named(zone).ok()?;
    let held = game.state().stack(game.catalogue(), shelf)?.len();
    (held > 0).then(|| format!("{zone} is empty now; it held {held} {}", plural("tile", held as i64)))
}

/// Whether an event is one that players want to read without asking: points, lost tiles, the end.
pub fn is_news(event: &Event) -> bool {
    use Event::{Again, Award, Counted, Discard, Final, Merge, Move, Over, Recall, Return, Sheet, Tokens, Told};
    let is_told = matches!(event, Award(..) | Tokens(..) | Again(_) | Merge | Told(_) | Move(..) | Counted(..));
    let is_lost = matches!(event, Discard(_) | Return(_) | Recall(_, _, Some(_)));
    is_told || is_lost || matches!(event, Sheet { .. } | Final | Over)
}

/// The news since an event.
pub fn news(game: &Game, from: usize) -> Vec<String> {
    if !game.log()[from.min(game.log().len())..].iter().any(is_news) {
        return Vec::new();
    }
    let lines = game.log_lines(from).into_iter();
    lines.filter(|line| is_news(&game.log()[line.event])).map(|line| line.text).collect()
}

/// The placed tiles, the figures on them and the tile placed last.
#[derive(Serialize)]
pub struct Board {
    tiles: Vec<Laid>,
    figures: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counters: Option<Vec<Counted>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    marks: Option<Vec<Marked>>,
    last: Option<String>,
}

/// A placed tile.
#[derive(Serialize)]
struct Laid {
    tile: String,
    #[serde(serialize_with = "as_text")]
    cell: Cell,
    #[serde(serialize_with = "as_text")]
    rotation: Rotation,
}

/// A counter on a tile.
#[derive(Serialize)]
struct Counted {
    #[serde(serialize_with = "as_text")]
    cell: Cell,
    counter: String,
    n: u8,
}

/// Tokens on the board.
#[derive(Serialize)]
struct Marked {
    on: String,
    token: String,
    n: u16,
}

impl Answer for Board {
    fn lines(&self) -> Vec<String> {
        let listed = |names: &[String]| if names.is_empty() { "none".into() } else { names.join(", ") };
        let tile = |Laid { tile, cell, rotation }: &Laid| format!("{tile} {cell} {rotation}");
        let tiles: Vec<String> = self.tiles.iter().map(tile).collect();
        vec![format!("tiles: {}", listed(&tiles)), format!("figures: {}", listed(&self.figures))]
    }
}

/// The placed tiles, the figures on them and the tile placed last.
pub fn board(game: &Game) -> Board {
    let placed = game.state().board.placed();
    let tile = |placed: &Placed| {
        let &Placed { tile, cell, rotation, .. } = placed;
        Laid { tile: game.catalogue().tile_name(tile), cell, rotation }
    };
    Board {
        tiles: placed.iter().map(tile).collect(),
        figures: figures(game),
        counters: (!game.catalogue().counters.is_empty()).then(|| counters(game)),
        marks: (!game.state().marks().is_empty()).then(|| marks(game)),
        last: placed.last().filter(|_| game.state().turn.number > 0).map(|placed| placed.cell.to_string()),
    }
}

/// The counters on tiles that are not zero.
fn counters(game: &Game) -> Vec<Counted> {
    let (catalogue, state) = (game.catalogue(), game.state());
    let mut found = Vec::new();
    for (placed, at) in state.board.placed().iter().zip(0..) {
        let all = catalogue.counters.iter().zip(0..);
        let all = all.map(|(name, id)| (name, state.counter(catalogue, PlacedId(at), CounterId(id))));
        let one = |(name, n): (&String, u8)| Counted { cell: placed.cell, counter: name.clone(), n };
        found.extend(all.filter(|(_, n)| *n > 0).map(one));
    }
    found
}

/// The tokens on the board.
fn marks(game: &Game) -> Vec<Marked> {
    let name = |mark: &Mark| game.catalogue().tokens[mark.token.0 as usize].name.clone();
    let one = |mark: &Mark| Marked { on: game.holder_words(mark.on), token: name(mark), n: mark.n };
    game.state().marks().iter().map(one).collect()
}

/// The figures on the board and beside it, in written form.
pub fn figures(game: &Game) -> Vec<String> {
    let is_there = |figure: &&Figure| !matches!(figure.zone, Zone::Supply | Zone::Out);
    game.state().figures.iter().filter(is_there).map(|figure| figure_name(game, figure)).collect()
}

/// A figure in written form, with its place.
pub fn figure_name(game: &Game, figure: &Figure) -> String {
    let kind = &game.catalogue().figure(figure.kind).name;
    let owner = match figure.owner {
        PlayerId::NOBODY => String::new(),
        owner => format!("{}:", game.player_name(owner)),
    };
    format!("{owner}{kind}@{}", game.place_words(figure.zone))
}

/// The tiles in places beside the board that the deciding player may see, by place.
fn stored(game: &Game) -> Named<Vec<String>> {
    let words = |(shelf, tiles)| (game.shelf_words(shelf), tiles);
    shelves(game).into_iter().map(words).collect()
}

/// The tiles that lie before a player from turn to turn, apart from a hand.
pub fn held_tiles(game: &Game) -> Vec<(Shelf, Vec<String>)> {
    let is_kept = |(shelf, tiles): &(Shelf, Vec<String>)| {
        shelf.owner != PlayerId::NOBODY && !tiles.is_empty() && *shelf != Shelf::hand(shelf.owner)
    };
    shelves(game).into_iter().filter(is_kept).collect()
}

/// The places beside the board for tiles that the deciding player may see, with the names of the tiles.
fn shelves(game: &Game) -> Vec<(Shelf, Vec<String>)> {
    let (catalogue, state) = (game.catalogue(), game.state());
    let viewer = game.decision().map(|decision| decision.player());
    let hands = catalogue.zone_named("hand").filter(|_| catalogue.settings.has_hands());
    let declared = catalogue.all_zones().filter(|(id, _)| Some(*id) == hands || !ZoneId::COMMON.contains(id));
    let mut found = Vec::new();
    for (zone, kind) in declared.filter(|(_, kind)| kind.holds_tiles() && !kind.hidden) {
        let owners: Vec<PlayerId> = if kind.owned { state.players().collect() } else { vec![PlayerId::NOBODY] };
        let shelves = owners.into_iter().map(|owner| Shelf { zone, owner });
        for shelf in shelves.filter(|shelf| shelf.is_seen(catalogue, viewer)) {
            found.push((shelf, tile_names(game, &state.tiles_at(catalogue, shelf))));
        }
    }
    found
}

/// The tiles in the hand of the deciding player, if the game has hands.
pub fn hand(game: &Game) -> Option<Vec<String>> {
    let player = game.decision()?.player();
    let has_hands = game.catalogue().settings.has_hands();
    has_hands.then(|| tile_names(game, &game.state().tiles_at(game.catalogue(), Shelf::hand(player))))
}

/// The bot on each seat, if any.
pub fn bots(table: &Table) -> Named<Option<String>> {
    by_player(&table.game, |player| table.bot_at(player).map(|bot| bot.to_string()))
}

/// Whose decision it is and how many tiles are left, on one line.
pub fn status(game: &Game) -> String {
    let left = game.state().pile.len() + game.state().next.len();
    let Some(what) = sentence(game) else { return nothing(game) };
    format!("Turn {}: {what}; {left} {} left.", number(game), plural("tile", left as i64))
}

/// The number of the turn, and the part if it is not the first.
pub fn number(game: &Game) -> String {
    let turn = &game.state().turn;
    if turn.part > 1 { format!("{}, part {}", turn.number, turn.part) } else { turn.number.to_string() }
}

/// How far a game is, for a person who resumes it.
pub fn progress(game: &Game) -> String {
    match sentence(game) {
        Some(what) => format!("turn {}, {what}", number(game)),
        None if game.is_over() => format!("it is over, {}", game.outcome()),
        None => "no turn has begun".into(),
    }
}

/// The verb of the open decision, the first that is not `pass`; and whether it is the only one.
pub fn verb(game: &Game) -> Option<(&str, bool)> {
    let mut verbs =
        game.decision()?.options().filter(|choice| *choice != Choice::Pass).map(|choice| game.verb_of(choice));
    let first = verbs.next()?;
    Some((first, verbs.all(|verb| verb == first)))
}
