//! The open decision for somebody who does not know the rules: a sentence that says who decides what and why, and the
//! options by verb and figure, with what each brings. Everything follows from manifests and from what scripts say.

use bastide_core::language::{or, plural, with_article};
use bastide_core::{About, Choice, CounterId, Figure, FigureKindId, Game, PlacedId, PlayerId, Target, TileId, Zone};
use indexmap::IndexSet;
use serde::Serialize;

use crate::game::shorthand::{key, with_numbers};
use crate::io::prose::width;
use crate::tell::{gain, whereabouts};

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
    /// What it brings, in the words of the rule, or who stands there.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// The points that the player scores at once; `None` if this is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
}

impl Numbered {
    /// The option in short: its number, what distinguishes it, the points; and its label, if that is asked for.
    fn phrase(&self, with_label: bool) -> String {
        let points = self.points.filter(|points| *points != 0).map(|points| format!(" {points:+}"));
        match self.choice.as_str() {
            "pass" => PASS.into(),
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
        let points = self.points.filter(|points| *points != 0).map(|points| format!("{points:+}"));
        points.into_iter().chain(self.label.clone()).collect::<Vec<_>>().join(", ")
    }
}

/// The options of the open decision that are chosen by number, in groups.
pub fn groups(game: &Game, with_points: bool) -> Vec<Group> {
    let (options, numbers): (Vec<Choice>, Vec<usize>) = with_numbers(game).into_iter().unzip();
    let points = with_points.then(|| gain::each(game, &options)).flatten();
    let kinds: IndexSet<FigureKindId> = options.iter().filter_map(|choice| figure_of(*choice)).collect();
    let mut groups: Vec<Group> = Vec::new();
    for (at, &choice) in options.iter().enumerate() {
        let head = head(game, choice, kinds.len() > 1);
        let words = game.choice_words(choice);
        let option = Numbered {
            at,
            n: numbers[at],
            key: key(game, (choice, numbers[at])),
            rest: rest(&words, &head),
            choice: words,
            label: game.label_words(choice).or_else(|| circumstances(game, choice)),
            points: points.as_ref().and_then(|points| points.get(at).copied()),
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

fn head(game: &Game, choice: Choice, with_figure: bool) -> String {
    match choice {
        Choice::Pass => String::new(),
        Choice::Deploy(kind, _) if with_figure => format!("deploy {}", game.catalogue().figure(kind).name),
        choice => game.verb_of(choice).to_string(),
    }
}

/// The words of an option without those that its group has in common.
fn rest(words: &str, head: &str) -> String {
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

/// How much is told about options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Detail {
    /// Every option.
    Full,
    /// A line for each group: its options, or their numbers and where they are.
    Lines,
    /// Each group with its numbers.
    Counts,
}

impl Detail {
    /// The most first.
    pub const ALL: [Detail; 3] = [Detail::Full, Detail::Lines, Detail::Counts];
}

/// The options in short, one list of phrases a group. Every group and `pass` are told, however little room there is.
pub fn phrases(groups: &[Group], is_placing: bool, columns: usize, detail: Detail) -> Vec<Vec<String>> {
    let several = are_several(groups, is_placing);
    let mut lists: Vec<Vec<String>> = Vec::new();
    let mut before: Option<&Group> = None;
    for group in groups {
        let list = match (detail, &group.range) {
            (_, Some(_)) => vec![format!("{}: type a number", group.head)],
            (Detail::Counts, _) if several && group.options.len() > 1 => vec![counted(group)],
            _ => listed(group, before.filter(|_| several), several.then_some(columns).ok_or(columns), detail),
        };
        before = Some(group);
        let joins = group.head.is_empty() || detail == Detail::Counts;
        match lists.last_mut().filter(|_| joins) {
            Some(last) => last.extend(list),
            None => lists.push(list),
        }
    }
    if detail == Detail::Counts && several {
        let all: usize = groups.iter().map(|group| group.options.len()).sum();
        lists.last_mut().into_iter().for_each(|last| last.push(format!("`legal` lists all {all}")));
    }
    lists
}

/// The options of a group, with as much about them as has room on a line: what choosing does, and where each one lies.
/// `columns` is an error if the group has no head, because it is the only one.
fn listed(group: &Group, before: Option<&Group>, columns: Result<usize, usize>, detail: Detail) -> Vec<String> {
    let several = columns.is_ok();
    let columns = columns.unwrap_or_else(|columns| columns);
    let wide = |list: &[String]| list.iter().map(|phrase| width(phrase) + 2).sum::<usize>();
    let short: Vec<String> = group.options.iter().map(|option| option.phrase(false)).collect();
    let is_long = wide(&short) + width(&group.head) > columns;
    let is_folded = several && group.options.len() > 1 && detail == Detail::Lines && is_long;
    let alike = before.filter(|before| several && group.options.len() > 2 && are_alike(before, group));
    let told = |head: &str, with_labels: bool| {
        let mut list: Vec<String> = match (alike, is_folded) {
            (Some(before), _) => vec![format!("{}, as for {}", numbers(group), last_word(&before.head))],
            (None, true) => vec![folded(group, columns)],
            (None, false) => group.options.iter().map(|option| option.phrase(with_labels)).collect(),
        };
        if let Some(first) = list.first_mut().filter(|_| !head.is_empty()) {
            *first = format!("{head}: {first}");
        }
        list
    };
    let head = if several { group.head.as_str() } else { "" };
    let explained = match head.is_empty() || group.about.is_empty() {
        true => head.to_string(),
        false => format!("{head} ({})", group.about),
    };
    let fuller = [told(&explained, true), told(&explained, false), told(head, true)];
    let found = fuller.into_iter().find(|list| wide(list) + width(PASS) <= columns);
    found.unwrap_or_else(|| told(head, false))
}

/// Whether two groups offer the same places with the same points.
fn are_alike(one: &Group, other: &Group) -> bool {
    let same = |(one, other): (&Numbered, &Numbered)| (&one.rest, one.points) == (&other.rest, other.points);
    one.options.len() == other.options.len() && one.options.iter().zip(&other.options).all(same)
}

/// The numbers of a group: `6 to 13`; how many there are if they do not follow one another.
fn numbers(Group { options, .. }: &Group) -> String {
    let (low, high) = (options.first().map_or(0, |option| option.n), options.last().map_or(0, |option| option.n));
    match (high + 1).checked_sub(low) == Some(options.len()) {
        true => format!("{low} to {high}"),
        false => format!("{} options from {low} on", options.len()),
    }
}

fn counted(group: &Group) -> String {
    format!("{}: {} ({})", group.head, numbers(group), group.options.len())
}

fn last_word(head: &str) -> &str {
    head.split(' ').next_back().unwrap_or(head)
}

/// The numbers of a group and where its options are, if that has room on a line; or how to see them.
fn folded(group: &Group, columns: usize) -> String {
    let places: Vec<&str> = group.options.iter().map(|option| option.rest.as_str()).collect();
    let placed = format!("{}: {}", numbers(group), places.join("  "));
    if width(&group.head) + 2 + width(&placed) <= columns {
        return placed;
    }
    format!("{}, {} options (`legal {}` lists them)", numbers(group), group.options.len(), last_word(&group.head))
}

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

/// With more numbers than this, a range has no end that a player thinks of.
const MAX_RANGE: i32 = 1_000;

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

/// Where a segment lies that an option names, or who stands on a tile that it names.
fn circumstances(game: &Game, choice: Choice) -> Option<String> {
    match choice {
        Choice::Deploy(_, at) => whereabouts::beyond_name(game, at),
        Choice::Do(_, Target::Tile(tile)) => {
            let facts: Vec<String> = counters(game, tile).into_iter().chain(standing(game, tile)).collect();
            (!facts.is_empty()).then(|| facts.join(", "))
        }
        _ => None,
    }
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
