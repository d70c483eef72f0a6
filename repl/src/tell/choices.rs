//! The open decision for somebody who does not know the rules: a sentence that says who decides what and why, and the
//! options by verb and figure, with what each brings. Everything follows from manifests and from what scripts say.

mod phrases;

use bastide_core::language::{or, plural, with_article};
use bastide_core::{
    About, Choice, CounterId, FeatureId, Figure, FigureKindId, Game, PlacedId, PlayerId, Target, TileId, Zone,
};
use indexmap::IndexSet;
use serde::Serialize;

use crate::game::shorthand::{MAX_RANGE, key, with_numbers};
use crate::tell::gain::{self, Brings};
use crate::tell::whereabouts;
pub use phrases::{Detail, phrases};

/// Options that begin with the same words.
#[derive(Clone)]
pub struct Group {
    /// The verb, and the kind of figure if there are several; empty for `pass`.
    pub head: String,
    /// What choosing one of them does.
    pub about: String,
    /// The options.
    pub options: Vec<Numbered>,
    /// If a number is asked for, which ones make sense.
    pub range: Option<String>,
}

impl Group {
    /// Whether its options deploy on other tiles than the one just placed.
    pub fn is_elsewhere(&self) -> bool {
        self.head.ends_with(ELSEWHERE)
    }
}

/// An option with the number that chooses it.
#[derive(Clone, Serialize)]
pub struct Numbered {
    /// Its place among the options, from 0.
    #[serde(skip)]
    pub at: usize,
    /// The number that is typed.
    pub n: usize,
    /// The number, or what is typed instead.
    #[serde(skip)]
    pub key: String,
    /// Its words in full.
    pub choice: String,
    /// What distinguishes it from the others of its group.
    #[serde(skip)]
    pub rest: String,
    /// The feature that a figure is deployed on.
    #[serde(skip)]
    pub on: Option<On>,
    /// What it brings, in the words of the rule, or who stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The points that the player scores at once; `None` if this is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
}

/// A feature that figures can be deployed on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct On {
    /// The name of its kind.
    pub kind: String,
    /// The feature.
    pub feature: FeatureId,
    /// On how many tiles it lies.
    pub tiles: usize,
}

impl Numbered {
    /// The option in short: its number, what distinguishes it, the points; and its label, if that is asked for.
    pub fn phrase(&self, with_label: bool) -> String {
        let points = self.signed_points().map(|points| format!(" {points}"));
        match self.choice.as_str() {
            "pass" => format!("{PASS}{}", points.unwrap_or_default()),
            // An amount that is its own number.
            _ if self.rest == self.n.to_string() && points.is_none() => self.rest.clone(),
            _ => {
                let label = self.label.as_ref().filter(|_| with_label).map(|label| format!(", {label}"));
                format!("{} {}{}{}", self.n, self.rest, points.unwrap_or_default(), label.unwrap_or_default())
            }
        }
    }

    /// The points and the label, as text after the option.
    pub fn brings(&self) -> String {
        self.signed_points().into_iter().chain(self.label.clone()).collect::<Vec<_>>().join(", ")
    }

    /// The option in full: its words, where it is or what it is about, and the points.
    pub fn words(&self) -> String {
        let parts = [Some(self.choice.clone()), self.label.clone(), self.signed_points()];
        parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
    }

    /// The points, if there are any: `+4`.
    pub fn signed_points(&self) -> Option<String> {
        self.points.filter(|points| *points != 0).map(|points| format!("{points:+}"))
    }
}

/// The options of the open decision that are chosen by number, in groups.
pub fn groups(game: &Game, with_points: bool) -> Vec<Group> {
    let (options, numbers): (Vec<Choice>, Vec<usize>) = with_numbers(game).into_iter().unzip();
    let tried = with_points.then(|| gain::each(game, &options)).flatten();
    let heads = Heads::new(game, &options);
    let mut groups: Vec<Group> = Vec::new();
    for (at, &choice) in options.iter().enumerate() {
        let head = heads.of(choice);
        let words = game.choice_words(choice);
        let brings = tried.as_ref().and_then(|tried| tried.get(at));
        let option = Numbered {
            at,
            n: numbers[at],
            key: key(game, (choice, numbers[at])),
            rest: rest(&words, &head),
            on: on(game, choice),
            choice: words,
            label: label(game, choice, brings),
            points: brings.map(|brings| brings.points),
        };
        match groups.iter_mut().find(|group| group.head == head) {
            Some(group) => group.options.push(option),
            None => {
                let is_amount = game.decision().and_then(|decision| decision.topic().amounts);
                let range = is_amount.filter(|amounts| amounts.has(choice)).and_then(|_| range(game));
                groups.push(Group { head, about: about(game, choice), options: vec![option], range });
            }
        }
    }
    groups
}

fn figure_of(choice: Choice) -> Option<FigureKindId> {
    match choice {
        Choice::Deploy(kind, _) => Some(kind),
        _ => None,
    }
}

/// The feature that a figure is deployed on.
fn on(game: &Game, choice: Choice) -> Option<On> {
    let (features, Choice::Deploy(_, at)) = (&game.state().features, choice) else { return None };
    let feature = features.of(at);
    let kind = game.catalogue().kind(features.kind(feature)).name.clone();
    Some(On { kind, feature, tiles: features.tiles(feature).into() })
}

/// What the groups of a decision begin with: verbs, kinds of figures if there are several, and whether a figure is
/// deployed elsewhere than on the tile just placed, if both can be done.
struct Heads<'a> {
    game: &'a Game,
    are_figures_named: bool,
    here: Option<PlacedId>,
}

impl Heads<'_> {
    fn new<'a>(game: &'a Game, options: &[Choice]) -> Heads<'a> {
        let kinds: IndexSet<FigureKindId> = options.iter().filter_map(|choice| figure_of(*choice)).collect();
        let last = game.state().turn.last;
        let tiles: IndexSet<PlacedId> = options.iter().filter_map(|choice| tile_of(game, *choice)).collect();
        let here = last.filter(|last| tiles.len() > 1 && tiles.contains(last));
        Heads { game, are_figures_named: kinds.len() > 1, here }
    }

    fn of(&self, choice: Choice) -> String {
        match choice {
            Choice::Pass => String::new(),
            Choice::Deploy(kind, _) => {
                let figure = &self.game.catalogue().figure(kind).name;
                let figure = if self.are_figures_named { format!(" {figure}") } else { String::new() };
                let is_far = self.here.is_some() && tile_of(self.game, choice) != self.here;
                format!("deploy{figure}{}", if is_far { ELSEWHERE } else { "" })
            }
            choice => self.game.verb_of(choice).to_string(),
        }
    }
}

/// The end of the head of options that deploy on other tiles than the one just placed.
const ELSEWHERE: &str = " elsewhere";

/// The tile that a figure is deployed on.
fn tile_of(game: &Game, choice: Choice) -> Option<PlacedId> {
    match choice {
        Choice::Deploy(_, at) => Some(game.state().features.placed(at)),
        _ => None,
    }
}

/// The words of an option without those that its group has in common.
fn rest(words: &str, head: &str) -> String {
    let head = head.strip_suffix(ELSEWHERE).unwrap_or(head);
    match words.strip_prefix(head).map(str::trim_start) {
        None | Some("") => words.into(),
        Some(rest) if head.starts_with("deploy") => rest.split_once('@').map_or(rest, |(_, place)| place).into(),
        Some(rest) => rest.into(),
    }
}

/// Whether there is more than one thing to do besides `pass`, so that each group has to say what it is.
pub fn are_several(groups: &[Group], is_placing: bool) -> bool {
    groups.iter().filter(|group| !group.head.is_empty()).count() + usize::from(is_placing) > 1
}

/// The option that is always last.
const PASS: &str = "- pass";

/// The open decision in full: what every group of options does, and each option with what it brings.
pub fn explanation(game: &Game) -> String {
    let Some(sentence) = sentence(game) else { return String::new() };
    let mut lines = vec![format!("{sentence}.")];
    for group in groups(game, true) {
        let about = if group.about.is_empty() { String::new() } else { format!(": {}", group.about) };
        lines.push(String::new());
        lines.extend((!group.head.is_empty()).then(|| format!("{}{about}", group.head)));
        let option = |option: &Numbered| {
            let brings = option.brings();
            let gap = if brings.is_empty() { "" } else { "  " };
            let key = if option.choice == "pass" { "-" } else { option.key.as_str() };
            format!("  {key}  {}{gap}{brings}", option.rest)
        };
        match group.range {
            Some(range) => lines.push(format!("  a number, {range}")),
            None => lines.extend(group.options.iter().map(option)),
        }
    }
    lines.join("\n")
}

/// The tile beside the board that the open question is about, unless it is the one to be placed.
pub fn subject(game: &Game) -> Option<TileId> {
    let decision = game.decision()?;
    match decision.topic().about? {
        About::Loose(loose) => Some(loose.tile).filter(|tile| !decision.tiles().contains(tile)),
        _ => None,
    }
}

/// The numbers that the open question asks for, as a player thinks of them.
pub fn range(game: &Game) -> Option<String> {
    let decision = game.decision()?;
    let amounts = decision.topic().amounts?;
    let (least, most) = (amounts.least, amounts.most);
    let (name, points) = (game.player_name(decision.player()), game.scores()[decision.player().0 as usize]);
    let has = format!("{name} has {points} {}", plural("point", points.into()));
    Some(match i32::from(most) {
        most if most == points => format!("{least} to {most}: {has}"),
        most if most - i32::from(least) > MAX_RANGE => format!("{least} or more: {has}"),
        most => format!("{least} to {most}"),
    })
}

/// What a choice does, in a few words that follow a player's name.
fn about(game: &Game, choice: Choice) -> String {
    match choice {
        Choice::Do(verb, _) => game.catalogue().verbs[verb.0 as usize].about.clone(),
        Choice::Deploy(kind, _) => match &game.catalogue().figure(kind).about {
            about if about.is_empty() => "puts a figure on the board".into(),
            about => about.clone(),
        },
        Choice::PlaceWith(..) => {
            let words = game.choice_words(choice);
            let built = words.split_once(" with ").and_then(|(_, built)| built.split(':').next()).unwrap_or_default();
            format!("the tile fits there with {}", with_article(built))
        }
        Choice::Again => match again(game) {
            Some(why) => format!("plays another part of the turn ({why})"),
            None => "plays another part of the turn".into(),
        },
        _ => String::new(),
    }
}

/// What an option brings in the words of the rule, or else what it is about; and what can be done after it.
fn label(game: &Game, choice: Choice, brings: Option<&Brings>) -> Option<String> {
    let label = game.label_words(choice).or_else(|| circumstances(game, choice));
    let parts: Vec<String> = label.into_iter().chain(brings.and_then(|brings| brings.then.clone())).collect();
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// Where a segment lies that an option names, who stands on a tile that it names, or whose figure it names.
fn circumstances(game: &Game, choice: Choice) -> Option<String> {
    match choice {
        Choice::Deploy(_, at) => whereabouts::beyond_name(game, at),
        Choice::Do(_, Target::Figure(figure)) => {
            let figure = game.state().figure(figure);
            let place = match figure.zone {
                Zone::Segment(at) => format!("on {}", whereabouts::words(game, at)),
                Zone::Tile(tile) => [vec!["on the tile".into()], counters(game, tile)].concat().join(", "),
                Zone::Beside(zone, PlayerId::NOBODY) => format!("in the {}", game.catalogue().zone(zone).name),
                Zone::Beside(zone, owner) => {
                    format!("in the {} of {}", game.catalogue().zone(zone).name, game.player_name(owner))
                }
                _ => return None,
            };
            Some(format!("{} {place}", game.figure_with_owner(figure)))
        }
        Choice::Do(_, Target::Tile(tile)) => facts(game, tile),
        Choice::Do(_, Target::KindAt(_, spot)) => match spot.zone() {
            Zone::Segment(at) => whereabouts::beyond_name(game, at),
            Zone::Tile(tile) => facts(game, tile),
            _ => None,
        },
        _ => None,
    }
}

/// What is counted on a tile, and who stands there.
fn facts(game: &Game, tile: PlacedId) -> Option<String> {
    let facts: Vec<String> = counters(game, tile).into_iter().chain(standing(game, tile)).collect();
    (!facts.is_empty()).then(|| facts.join(", "))
}

/// What is counted on a tile: `height 3`.
fn counters(game: &Game, tile: PlacedId) -> Vec<String> {
    let (catalogue, state) = (game.catalogue(), game.state());
    let counters = catalogue.counters.iter().zip((0..).map(CounterId));
    let counted = counters.map(|(name, id)| (name, state.counter(catalogue, tile, id)));
    counted.filter(|(_, n)| *n > 0).map(|(name, n)| format!("{name} {n}")).collect()
}

fn standing(game: &Game, tile: PlacedId) -> Option<String> {
    let is_there = |figure: &&Figure| match figure.zone {
        Zone::Segment(on) => figure.owner != PlayerId::NOBODY && game.state().features.placed(on) == tile,
        Zone::Tile(on) => on == tile,
        _ => false,
    };
    let figures = game.state().figures.iter().filter(is_there);
    let names: Vec<String> = figures.map(|figure| game.figure_with_owner(figure)).collect();
    (!names.is_empty()).then(|| format!("there: {}", names.join(", ")))
}

/// What the open decision is: who decides, what choosing does, why, and how far it is.
pub fn sentence(game: &Game) -> Option<String> {
    let decision = game.decision()?;
    let topic = decision.topic();
    let step = match topic.step {
        Some((step, Some(steps))) => format!(", step {step} of {steps}"),
        Some((step, None)) => format!(", step {step}"),
        None => String::new(),
    };
    let about = subject_words(game).map(|about| format!("about {about}"));
    let because: Vec<String> = game.why_words().into_iter().chain(about).chain(range(game)).collect();
    let because = if because.is_empty() { String::new() } else { format!(" ({})", because.join("; ")) };
    Some(format!("{} {}{step}{because}", game.player_name(decision.player()), deed(game)?))
}

/// What the open question is about, for a sentence; nothing that the sentence says already.
fn subject_words(game: &Game) -> Option<String> {
    match game.decision()?.topic().about? {
        About::Loose(_) => subject(game).map(|tile| format!("the tile {}", game.catalogue().tile_name(tile))),
        About::Figure(figure) => {
            let figure = game.state().figure(figure);
            Some(format!("{} on {}", game.figure_with_owner(figure), game.place_words(figure.zone)))
        }
        _ => game.about_words(),
    }
}

/// What the player of a decision does, as the rest of a sentence.
fn deed(game: &Game) -> Option<String> {
    let decision = game.decision()?;
    let tiles: Vec<String> = decision.tiles().iter().map(|&tile| game.catalogue().tile_name(tile)).collect();
    let options: Vec<Choice> = decision.options().collect();
    let may_pass = options.contains(&Choice::Pass);
    if !tiles.is_empty() {
        return Some(format!("places {}{}", or(&tiles), if may_pass { ", or passes" } else { "" }));
    }
    let mut chosen = options.iter().filter(|choice| **choice != Choice::Pass);
    let &first = chosen.next()?;
    if chosen.any(|choice| game.verb_of(*choice) != game.verb_of(first)) {
        return Some(if may_pass { "may do one of these" } else { "does one of these" }.into());
    }
    Some(match first {
        Choice::First(_) => "decides who starts".into(),
        Choice::Score(_) => "decides what is scored next".into(),
        Choice::Deploy(..) => format!("may deploy {}", deployed(game, &options)),
        choice => match (about(game, choice), may_pass) {
            (about, true) if !about.is_empty() => format!("{about}, or passes"),
            (about, false) if !about.is_empty() => about,
            _ => format!("may {}", game.verb_of(choice)),
        },
    })
}

/// The reason for another part of the turn.
pub fn again(game: &Game) -> Option<String> {
    let why = game.state().turn.again?.why;
    game.setup().reason(why).map(|why| why.to_string())
}

/// The figures that can be deployed: `a follower`.
fn deployed(game: &Game, options: &[Choice]) -> String {
    let kinds: IndexSet<FigureKindId> = options.iter().filter_map(|choice| figure_of(*choice)).collect();
    let names: Vec<String> = kinds.into_iter().map(|kind| with_article(&game.catalogue().figure(kind).name)).collect();
    or(&names)
}
