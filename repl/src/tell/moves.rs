//! What players did, in the words of the log: a sentence for the choices that a player makes in a row, with the points,
//! and the news below it. Knows the log, never a screen.

use bastide_core::language::{and, with_article};
use bastide_core::{Account, Choice, Entry, Event, FigureId, Game, PlacedId, PlayerId, SegmentId};

use crate::game::table::MadeChoice;
use crate::tell::show::is_news;
use crate::tell::whereabouts;

/// What a choice did: something that the player does, or something that happens.
enum Deed {
    Does(String),
    Happens(String),
}

/// A sentence for each player's choices in a row, and the news of each, indented.
pub fn steps(game: &Game, steps: &[MadeChoice]) -> Vec<String> {
    let Some(first) = steps.first() else { return Vec::new() };
    let all = Told::new(game, first.events.start);
    // A sentence has one tile: another part of the turn is another sentence.
    let goes_on =
        |one: &MadeChoice, next: &MadeChoice| (one.player, one.turn) == (next.player, next.turn) && !places(next);
    let in_a_row = steps.chunk_by(goes_on);
    in_a_row.flat_map(|steps| all.sentences(steps)).collect()
}

fn places(step: &MadeChoice) -> bool {
    matches!(&step.entry, Entry::Choice(choice, _) if choice.place().is_some())
}

/// The words on where a log line about a deployment happened; `None` for other lines.
pub fn where_deployed(game: &Game, event: usize) -> Option<String> {
    match game.log().get(event)? {
        Event::Deploy(_, at) => whereabouts::beyond_name(game, *at),
        _ => None,
    }
}

/// A game, and the sentences and points of its log from some event on.
struct Told<'a> {
    game: &'a Game,
    lines: Vec<(usize, String)>,
    accounts: Vec<Account>,
}

impl<'a> Told<'a> {
    fn new(game: &'a Game, from: usize) -> Told<'a> {
        let lines = game.log_lines(from).into_iter().map(|line| (line.event, line.text)).collect();
        // Nobody's choice brings what is paid at the end of the game.
        let end = game.log().iter().position(|event| matches!(event, Event::Final)).unwrap_or(usize::MAX);
        let is_told = |account: &Account| (from..end).contains(&account.event);
        let accounts = game.accounts().into_iter().filter(is_told).collect();
        Told { game, lines, accounts }
    }

    fn sentences(&self, steps: &[MadeChoice]) -> Vec<String> {
        let Some(player) = steps.first().map(|step| step.player) else { return Vec::new() };
        let (mut deeds, mut news) = (Vec::new(), Vec::new());
        for step in steps {
            let (more, after) = self.deeds(step);
            deeds.extend(more);
            news.extend(after);
        }
        let points = self.points(player, steps);
        let head = format!("{}{points}", sentence(self.game.player_name(player), &deeds));
        [head].into_iter().chain(news.into_iter().map(|line| format!("  {line}"))).collect()
    }

    /// What a choice did, and its news.
    fn deeds(&self, step: &MadeChoice) -> (Vec<Deed>, Vec<String>) {
        let Entry::Choice(choice, _) = step.entry else { return (Vec::new(), Vec::new()) };
        let (mut deeds, mut news) = (Vec::new(), Vec::new());
        let before = self.game.log().iter().take(step.events.end);
        let last = before.rev().find_map(|event| if let Event::Place(id) = event { Some(*id) } else { None });
        for (event, text) in self.lines.iter().filter(|(event, _)| step.events.contains(event)) {
            let Some(event) = self.game.log().get(*event) else { continue };
            let is_scored = matches!(event, Event::Sheet(_) | Event::Award(..) | Event::Final | Event::Over);
            match event {
                Event::Place(id) => {
                    let placed = self.game.state().board.tile(*id);
                    let tile = self.game.catalogue().tile_name(placed.tile);
                    deeds.push(Deed::Does(format!("places {tile} at {} {}", placed.cell, placed.rotation)));
                }
                Event::Deploy(figure, at) => deeds.push(Deed::Does(self.deployed(*figure, *at, last))),
                _ if !is_news(event) => {}
                // What a verb of an expansion causes is what the player did with it.
                _ if matches!(choice, Choice::Do(..)) && !is_scored && news.is_empty() => {
                    deeds.push(Deed::Happens(text.clone()))
                }
                _ => news.push(text.clone()),
            }
        }
        if deeds.is_empty() {
            deeds.push(match choice {
                Choice::Pass => Deed::Does("passes".into()),
                Choice::Do(verb, _) if !self.game.catalogue().verbs[verb.0 as usize].about.is_empty() => {
                    let about = &self.game.catalogue().verbs[verb.0 as usize].about;
                    Deed::Does(format!("{about} ({})", self.game.entry_words(&step.entry)))
                }
                _ => Deed::Does(format!("chooses {}", self.game.entry_words(&step.entry))),
            });
        }
        (deeds, news)
    }

    /// A deployment; the tile is named unless it is the one placed last.
    fn deployed(&self, figure: FigureId, at: SegmentId, last: Option<PlacedId>) -> String {
        let (catalogue, features) = (self.game.catalogue(), &self.game.state().features);
        let kind = with_article(&catalogue.figure(self.game.state().figure(figure).kind).name);
        let role = with_article(&catalogue.kind(features.kind(features.of(at))).role);
        let place = whereabouts::words(self.game, at);
        let tile = features.placed(at);
        let far = Some(tile) != last;
        let far = if far { format!(" of {}", self.game.state().board.tile(tile).cell) } else { String::new() };
        format!("deploys {kind} as {role} on {place}{far}")
    }

    /// The points that choices brought: the player's own first.
    fn points(&self, player: PlayerId, steps: &[MadeChoice]) -> String {
        let is_here = |account: &&Account| steps.iter().any(|step| step.events.contains(&account.event));
        let paid: Vec<(PlayerId, i32)> =
            self.accounts.iter().filter(is_here).flat_map(|account| account.points.iter().copied()).collect();
        let sum =
            |player: PlayerId| paid.iter().filter(|(other, _)| *other == player).map(|(_, points)| points).sum::<i32>();
        let own = Some(sum(player)).filter(|points| *points != 0).map(|points| format!("{points:+}"));
        let others = self.game.state().players().filter(|other| *other != player && sum(*other) != 0);
        let others = others.map(|other| format!("{} {:+}", self.game.player_name(other), sum(other)));
        let all: Vec<String> = own.into_iter().chain(others).collect();
        if all.is_empty() { String::new() } else { format!(" ({})", all.join(", ")) }
    }
}

/// One sentence for what a player did and what happened by it.
fn sentence(name: &str, deeds: &[Deed]) -> String {
    let does: Vec<&str> =
        deeds.iter().filter_map(|deed| if let Deed::Does(text) = deed { Some(text.as_str()) } else { None }).collect();
    let happens: Vec<&str> = deeds
        .iter()
        .filter_map(|deed| if let Deed::Happens(text) = deed { Some(text.as_str()) } else { None })
        .collect();
    // Passing is worth a word only if nothing else was done.
    let done: Vec<&str> = match does[..] {
        [_, ..] if deeds.len() > 1 => does.into_iter().filter(|text| *text != "passes").collect(),
        _ => does,
    };
    match (&done[..], &happens[..]) {
        ([], happens) => format!("{name}: {}", happens.join(", ")),
        (done, []) => format!("{name} {}", and(done)),
        (done, happens) => format!("{name} {}; {}", and(done), happens.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use crate::draw::screen::Screen;
    use crate::game::library::Library;
    use crate::session::Session;

    fn said(lines: &[&str]) -> String {
        let mut session = Session::new(Library::default(), Screen::default());
        lines.iter().fold(String::new(), |_, line| {
            let outcome = session.execute(line);
            assert_eq!(outcome.code, 0, "{line}: {}", outcome.stderr);
            outcome.stdout
        })
    }

    #[test]
    fn what_bots_did_is_told_by_the_player_and_can_be_repeated() {
        let told = said(&["new --players Ann,Ben --bots Ben=greedy --seed 7", "a 1 -"]);
        assert!(
            told.starts_with("Ben places S at 0,-1 r90 and deploys a follower as a knight on the city in the north"),
            "{told}"
        );
        let again = said(&["new --players Ann,Ben --bots Ben=greedy --seed 7", "a 1 -", "since"]);
        assert_eq!(again, told);
        let none = said(&["new --players Ann,Ben --seed 7", "since"]);
        assert_eq!(none, "Nothing has happened yet.\n");
    }
}
