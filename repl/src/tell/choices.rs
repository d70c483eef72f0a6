//! The open decision for somebody who does not know the rules: a sentence that says who decides what and why, and the
//! options by verb and figure, with what each brings. Everything follows from manifests and from what scripts say.

use bastide_core::language::{or, with_article};
use bastide_core::{Choice, Figure, FigureKindId, Game, PlacedId, PlayerId, Target, Zone};
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
            None => groups.push(Group { head, about: about(game, choice), options: vec![option] }),
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
/// A group with more options than this is folded if there are other groups.
const MAX_UNFOLDED: usize = 6;

/// The options in short, one list of phrases a group. Long groups are folded: their numbers, and how to see them all.
pub fn phrases(groups: &[Group], is_placing: bool, columns: usize) -> Vec<Vec<String>> {
    let several = are_several(groups, is_placing);
    let mut lists: Vec<Vec<String>> = Vec::new();
    for group in groups {
        let list = listed(group, several, columns);
        match lists.last_mut().filter(|_| group.head.is_empty()) {
            Some(last) => last.extend(list),
            None => lists.push(list),
        }
    }
    lists
}

/// The options of a group, with as much about them as has room on a line: what choosing does, and where each one lies.
fn listed(group: &Group, several: bool, columns: usize) -> Vec<String> {
    let wide = |list: &[String]| list.iter().map(|phrase| width(phrase) + 2).sum::<usize>();
    let short: Vec<String> = group.options.iter().map(|option| option.phrase(false)).collect();
    let is_folded = several && (short.len() > MAX_UNFOLDED || wide(&short) > columns);
    let told = |head: &str, with_labels: bool| {
        let mut list: Vec<String> = match is_folded {
            true => vec![folded(group)],
            false => group.options.iter().map(|option| option.phrase(with_labels)).collect(),
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

fn folded(Group { head, options, .. }: &Group) -> String {
    let (low, high) = (options.first().map_or(0, |option| option.n), options.last().map_or(0, |option| option.n));
    let numbers =
        if (high + 1).checked_sub(low) == Some(options.len()) { format!("{low} to {high}") } else { String::new() };
    let (word, gap) = (head.split(' ').next_back().unwrap_or(head), if numbers.is_empty() { "" } else { ", " });
    format!("{numbers}{gap}{} options (`legal {word}` lists them)", options.len())
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
        Choice::Do(_, Target::Tile(tile)) => standing(game, tile),
        _ => None,
    }
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
    let about = game.about_words().map(|about| format!("about {about}"));
    let amounts = topic.amounts.map(|amounts| format!("any number from {} to {}", amounts.least, amounts.most));
    let because: Vec<String> = game.why_words().into_iter().chain(about).chain(amounts).collect();
    let because = if because.is_empty() { String::new() } else { format!(" ({})", because.join("; ")) };
    Some(format!("{} {}{step}{because}", game.player_name(decision.player()), deed(game)?))
}

/// What the player of a decision does, as the rest of a sentence.
fn deed(game: &Game) -> Option<String> {
    let decision = game.decision()?;
    let tiles: Vec<String> = decision.tiles().iter().map(|&tile| game.catalogue().tile_name(tile)).collect();
    if !tiles.is_empty() {
        return Some(format!("places {}", or(&tiles)));
    }
    let options: Vec<Choice> = decision.options().collect();
    let may_pass = options.contains(&Choice::Pass);
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
