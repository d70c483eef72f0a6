//! Which expansions can be combined, and their load order. Knows ids and versions, never what an expansion declares.

use semver::{Version, VersionReq};

use super::bond::{Requirement, VERSION};
use super::error::{ManifestError, ReadResult};
use super::expansion::Expansion;
use super::recipe::Portion;
use super::word::Word;
use crate::language::{did_you_mean, list, nearest};

impl Requirement {
    /// Rejects a game that does not meet the requirement.
    fn check(&self, portion: &Portion, in_play: &[Portion]) -> ReadResult<()> {
        let part = &*portion.expansion;
        let Some(other) = portion_of(in_play, &self.id) else { return Err(self.missing(part, in_play)) };
        if portion.extent.rules && !other.extent.rules {
            let id = &self.id.text;
            let message = format!("{} requires {id}, but only the tiles of {id} are in play", part.id());
            let help = format!("play {id} whole, or only its rules: {id}:rules");
            return Err(self.id.error(message).with_help(help));
        }
        let other = &*other.expansion;
        // Any version is accepted, even one that cannot be compared.
        if self.range == VersionReq::STAR {
            return Ok(());
        }
        let version = Version::parse(other.version());
        if version.as_ref().is_ok_and(|version| self.range.matches(version)) {
            return Ok(());
        }
        let (id, there) = (&self.id.text, other.version());
        let message = format!("{} requires {id} {}, but {id} {there} is in play", part.id(), self.text.text);
        let why = if version.is_ok() { String::new() } else { format!("; {VERSION}") };
        Err(self.text.error(message).with_help(format!("{id} is at {}{why}", other.version_place())))
    }

    fn missing(&self, part: &Expansion, in_play: &[Portion]) -> ManifestError {
        let ids = in_play.iter().map(|portion| portion.expansion.id()).filter(|id| *id != part.id());
        let help = match nearest(&self.id.text, ids.clone()) {
            Some(near) => did_you_mean(near),
            None => format!("in play beside {}: {}", part.id(), or_nothing(list(ids))),
        };
        let message = format!("{} requires {}, which is not in play", part.id(), self.id.text);
        self.id.error(message).with_help(help)
    }
}

fn or_nothing(names: String) -> String {
    if names.is_empty() { "nothing".into() } else { names }
}

fn portion_of<'a>(portions: &'a [Portion], id: &Word) -> Option<&'a Portion> {
    portions.iter().find(|other| other.expansion.id() == id.text)
}

fn find<'a>(portions: &'a [Portion], id: &Word) -> Option<&'a Expansion> {
    portion_of(portions, id).map(|portion| &*portion.expansion)
}

/// Returns the expansions in load order: each after those that it requires or comes after, otherwise by id.
pub(super) fn ordered(mut portions: Vec<Portion>) -> ReadResult<Vec<Portion>> {
    portions.sort_by(|one, other| one.expansion.id().cmp(other.expansion.id()));
    portions.iter().try_for_each(|portion| check(portion, &portions))?;
    let mut loaded = Vec::with_capacity(portions.len());
    while !portions.is_empty() {
        let is_next = |portion: &Portion| waits_for(&portion.expansion, &portions).is_none();
        let next = portions.iter().position(is_next).ok_or_else(|| cycle(&portions))?;
        loaded.push(portions.remove(next));
    }
    Ok(loaded)
}

/// Rejects an expansion that cannot be combined with the others.
fn check(portion: &Portion, in_play: &[Portion]) -> ReadResult<()> {
    let part = &*portion.expansion;
    part.bonds.requires.iter().try_for_each(|required| required.check(portion, in_play))?;
    for conflict in &part.bonds.conflicts {
        if let Some(other) = find(in_play, conflict) {
            let message = format!("{} and {} cannot be played together", part.id(), other.id());
            return Err(conflict.error(message).with_help(format!("{} is at {}", other.id(), other.id.place)));
        }
    }
    Ok(())
}

/// Returns the first of some expansions that must be loaded before this one, and the word that says so.
fn waits_for<'a>(part: &'a Expansion, others: &'a [Portion]) -> Option<(&'a Word, &'a Expansion)> {
    part.bonds.before().find_map(|word| Some((word, find(others, word)?)))
}

/// Makes the error for expansions that wait for each other.
fn cycle(portions: &[Portion]) -> ManifestError {
    let mut steps: Vec<(&Expansion, &Word, &Expansion)> = Vec::new();
    let mut part = &*portions[0].expansion;
    // Each of them waits for another, so sooner or later one comes up again.
    while !steps.iter().any(|(waits, ..)| waits.id() == part.id()) {
        let Some((word, next)) = waits_for(part, portions) else { break };
        steps.push((part, word, next));
        part = next;
    }
    steps.drain(..steps.iter().position(|(waits, ..)| waits.id() == part.id()).unwrap_or(0));
    let told: Vec<String> = steps.iter().map(|(part, _, next)| format!("{} after {}", part.id(), next.id())).collect();
    let places: Vec<String> = steps.iter().map(|(_, word, _)| word.place.to_string()).collect();
    let place = steps.first().map_or(&part.id.place, |(_, word, _)| &word.place);
    let error = place.error(format!("none of these can be loaded first: {}", told.join(", ")));
    error.with_help(format!("see {}", places.join(", ")))
}
