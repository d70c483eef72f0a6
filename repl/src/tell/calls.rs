//! Calls of handlers and events of the log in words, for those who look inside a game.

use std::collections::BTreeMap;
use std::ops::Range;

use bastide_core::language::{plural, unknown};
use bastide_core::script::Thing;
use bastide_core::script::trace::{Did, Given, Traced};
use bastide_core::{Choice, Event, Game, LogLine, Moment};
use serde::Serialize;

use crate::game::debugger::{ALL, Break, is_of};
use crate::game::table::Table;
use crate::io::reply::Failure;

/// The kinds of events, for `break on` and `events`.
pub const KINDS: [(&str, &str); 30] = [
    ("turn", "a turn begins"),
    ("draw", "a tile is drawn"),
    ("discard", "a tile that fits nowhere leaves the game"),
    ("return", "a tile that fits nowhere goes back into the pile"),
    ("place", "a tile is placed"),
    ("lay", "a rule lays a tile"),
    ("deploy", "a figure is deployed"),
    ("complete", "a feature is complete"),
    ("final", "the final scoring begins"),
    ("score", "a feature is scored"),
    ("recall", "a figure goes home"),
    ("move", "a figure goes somewhere else"),
    ("hold", "a complete feature is not scored now"),
    ("turn-into", "a feature becomes one of another kind"),
    ("join", "two segments are joined"),
    ("part", "two segments are split"),
    ("build", "something is built over a tile"),
    ("award", "points that are not from a feature"),
    ("tokens", "tokens change places"),
    ("counter", "a counter on a tile changes"),
    ("again", "the turn has another part"),
    ("take", "a player draws a hidden tile"),
    ("idle", "a player cannot place a tile"),
    ("extra-turn", "a player has an extra turn"),
    ("stow", "a tile goes to a zone"),
    ("aside", "a tile is set aside"),
    ("merge", "the tiles that were set aside are shuffled into the pile"),
    ("tell", "a message from an expansion"),
    ("metric", "a rule counts something of its own"),
    ("over", "the game is over"),
];

/// The kind of an event.
pub fn kind(event: &Event) -> &'static str {
    match event {
        Event::Turn(_) => "turn",
        Event::Draw(_) => "draw",
        Event::Discard(_) => "discard",
        Event::Return(_) => "return",
        Event::Place(_) => "place",
        Event::Lay(_) => "lay",
        Event::Deploy(..) => "deploy",
        Event::Complete(_) => "complete",
        Event::Held(..) => "hold",
        Event::Turned(..) => "turn-into",
        Event::Joined(..) => "join",
        Event::Parted(..) => "part",
        Event::Built(..) => "build",
        Event::Final => "final",
        Event::Sheet(_) => "score",
        Event::Recall(..) => "recall",
        Event::Move(..) => "move",
        Event::Award(..) => "award",
        Event::Tokens(_) => "tokens",
        Event::Counted(..) => "counter",
        Event::Again(_) => "again",
        Event::Take(_) => "take",
        Event::Idle(_) => "idle",
        Event::ExtraTurn(..) => "extra-turn",
        Event::Stow(..) | Event::StowUnseen(_) => "stow",
        Event::Aside(_) => "aside",
        Event::Merge => "merge",
        Event::Told(_) => "tell",
        Event::Metric(..) => "metric",
        Event::Over => "over",
    }
}

/// An event of the log.
#[derive(Clone, Debug, Serialize)]
pub struct Row {
    /// Its number in the log.
    pub event: usize,
    /// Its kind, see [`KINDS`].
    pub kind: &'static str,
    /// The turn; 0 before the first.
    pub turn: usize,
    /// What happened; empty if the kind says it all.
    pub text: String,
}

/// The last events of the log.
pub fn events(game: &Game, count: usize) -> Vec<Row> {
    let from = game.log().len().saturating_sub(count);
    let begun = game.log().iter().take(from).filter(|event| matches!(event, Event::Turn(_))).count();
    let lines = game.log_lines(from);
    let row = |turn: &mut usize, event: usize| {
        *turn += matches!(game.log()[event], Event::Turn(_)) as usize;
        Some(Row { event, kind: kind(&game.log()[event]), turn: *turn, text: sentence(game, &lines, event) })
    };
    (from..game.log().len()).scan(begun, row).collect()
}

/// What happened with an event: the sentence of the log that begins with it, or what it is about.
fn sentence(game: &Game, lines: &[LogLine], event: usize) -> String {
    match lines.iter().find(|line| line.event == event) {
        Some(line) => line.text.clone(),
        None => match game.log()[event] {
            Event::Turn(player) => game.player_name(player).into(),
            Event::Draw(tile) => game.catalogue().tile_name(tile),
            Event::Complete(feature) => game.feature_name(feature),
            _ => String::new(),
        },
    }
}

/// A call in one line: who was called, for what, what it did, and how long it took.
pub fn line(game: &Game, call: &Traced) -> String {
    format!("{}, {} µs", words(game, call), call.time.as_micros().max(1))
}

/// The same without the time.
pub fn words(game: &Game, call: &Traced) -> String {
    let given = given(game, call.given).map(|given| format!(" ({given})")).unwrap_or_default();
    format!("{} {}{given}: {}", call.expansion, call.hook, did(game, call))
}

fn given(game: &Game, given: Given) -> Option<String> {
    match given {
        Given::Moment(moment) => of_moment(game, moment),
        Given::Answer(moment) => {
            Some(of_moment(game, moment).map_or("an answer".into(), |moment| format!("{moment}, an answer")))
        }
        Given::Feature(feature) => Some(game.feature_name(feature)),
        Given::Figure(figure) => Some(game.thing_words(Thing::Figure(figure))),
        Given::Option(choice) => Some(game.choice_words(choice)),
        Given::Decision => None,
    }
}

fn of_moment(game: &Game, moment: Moment) -> Option<String> {
    match moment {
        // Hands are filled face down.
        Moment::Draw(_) if game.catalogue().settings.has_hands() => Some("a tile".into()),
        Moment::Draw(tile) => Some(game.catalogue().tile_name(tile)),
        Moment::Place(tile) => Some(game.thing_words(Thing::Tile(tile))),
        Moment::Move { figure, from, .. } => {
            let figure = game.figure_with_owner(game.state().figure(figure));
            Some(format!("{figure} from {}", game.place_words(from)))
        }
        Moment::Complete(feature) | Moment::Scored(feature) => Some(game.feature_name(feature)),
        Moment::Points { event, player, .. } => {
            let given = game.log().gains(*game.log().get(event as usize)?).filter(|gain| gain.0 == player);
            Some(format!("{} {:+}", game.player_name(player), given.map(|gain| gain.1).sum::<i32>()))
        }
        Moment::Verb(verb, target) => Some(game.choice_words(Choice::Do(verb, target))),
        // The others are about nothing that has a name.
        _ => None,
    }
}

fn did(game: &Game, call: &Traced) -> String {
    let counted = |count: usize, noun: &str| format!("{count} {}", plural(noun, count as i64));
    match &call.did {
        Did::Events(events) => happened(game, events).unwrap_or_else(|| "nothing happened".into()),
        Did::Asked(events) => {
            let asked = happened(game, events).map(|happened| format!("{happened}; asked"));
            asked.unwrap_or_else(|| "asked".into())
        }
        Did::Lines(terms) if terms.is_empty() => "added nothing".into(),
        Did::Lines(terms) => {
            let words: Vec<String> = terms.iter().map(|term| game.term_words(term)).collect();
            format!("added {}", words.join(", "))
        }
        Did::Offered(count) => format!("offered {}", counted(*count, "option")),
        Did::Struck(count) => match (call.given, count) {
            (Given::Option(_), 0) => "allowed it".into(),
            (Given::Option(_), _) => "struck it out".into(),
            (_, count) => format!("removed {}", counted(*count, "place")),
        },
        Did::Weighed(weight) => format!("weighs {weight}"),
        Did::Failed => "failed".into(),
        Did::Nothing => "answered".into(),
    }
}

/// The sentences of the log about some events.
fn happened(game: &Game, events: &Range<usize>) -> Option<String> {
    let lines = game.log_lines(events.start.min(game.log().len()));
    let texts: Vec<String> =
        lines.into_iter().filter(|line| events.contains(&line.event)).map(|line| line.text).collect();
    (!texts.is_empty()).then(|| texts.join("; "))
}

/// Takes the calls that were noted, and returns those that are traced, in words.
pub fn traced(table: &mut Table) -> Vec<String> {
    let calls = table.debugger.take();
    let is_wanted = |call: &&Traced| table.debugger.traces.iter().any(|name| is_of(call, name));
    calls.iter().filter(is_wanted).map(|call| line(&table.game, call)).collect()
}

/// Where a game has to stop after a choice, and the calls of that choice: the events from `log` on are new.
pub fn stop(table: &Table, log: usize) -> Option<Vec<String>> {
    let game = &table.game;
    let log = log.min(game.log().len());
    let lines = game.log_lines(log);
    let holds = |breakpoint: &&Break| {
        let is_called = || table.debugger.calls().iter().any(|call| is_of(call, &breakpoint.on));
        let is_named = |text: &str| breakpoint.word.as_ref().is_none_or(|word| text.contains(word.as_str()));
        let mut news = (log..game.log().len()).filter(|&event| kind(&game.log()[event]) == breakpoint.on);
        news.any(|event| is_named(&sentence(game, &lines, event))) || breakpoint.word.is_none() && is_called()
    };
    let hit = table.debugger.breaks.iter().find(holds)?;
    let word = hit.word.as_ref().map(|word| format!(" {word}")).unwrap_or_default();
    let called = if table.debugger.calls().is_empty() { "no handler was called" } else { "its calls" };
    let head = format!("stopped on {}{word} (`run` or `step` continues): {called}", hit.on);
    let calls = table.debugger.calls().iter().map(|call| format!("  {}", line(game, call)));
    Some([head].into_iter().chain(calls).collect())
}

/// The names that `trace` takes, and what each is: the expansions in play and their hooks.
pub fn sources(table: &Table) -> Vec<(String, String)> {
    let handlers = table.game.setup().profile(false);
    let sets = handlers.iter().map(|handler| (handler.expansion.clone(), "all its handlers".to_string()));
    let hooks = handlers.iter().map(|handler| (handler.hook.clone(), "a hook, in all expansions".to_string()));
    let names: BTreeMap<String, String> = sets.chain(hooks).chain([(ALL.into(), "every handler".into())]).collect();
    names.into_iter().collect()
}

/// Refuses names that `trace` does not know.
pub fn check_names(table: &Table, names: &[String]) -> Result<(), Failure> {
    names.iter().try_for_each(|name| known(name, &sources(table), "expansion or hook"))
}

/// Refuses an event that `break on` does not know.
pub fn check_event(table: &Table, name: &str) -> Result<(), Failure> {
    let kinds = KINDS.iter().map(|(kind, about)| (kind.to_string(), about.to_string()));
    known(name, &kinds.chain(sources(table)).collect::<Vec<_>>(), "kind of event, hook or expansion")
}

fn known(name: &str, all: &[(String, String)], what: &str) -> Result<(), Failure> {
    let names: Vec<&str> = all.iter().map(|(name, _)| name.as_str()).collect();
    match names.contains(&name) {
        true => Ok(()),
        false => Err(Failure::refused(unknown(what, name, names)).at(name)),
    }
}
