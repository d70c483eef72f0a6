//! The sets of a game from the words of a command, with those that they require.

use std::sync::Arc;

use bastide_core::language::{did_you_mean, nearest};
use bastide_core::manifest::{Expansion, Extent, Portion, Recipe};

use super::{ALWAYS, Library};
use crate::io::reply::Failure;

impl Library {
    /// The recipe for the words of a command: `NAME`, `NAME:PART`, either with `*TIMES`; base is always included, and so
    /// is what a set requires, which is noted.
    pub fn recipe(&mut self, names: &[String]) -> Result<Recipe, Failure> {
        let mut expansions: Vec<Portion> = Vec::new();
        for name in names {
            let portion = self.portion(name)?;
            expansions.push(portion);
        }
        for (required, by) in self.complete(&mut expansions)? {
            self.note(format!("with {required}, which {by} requires"));
        }
        Ok(Recipe { expansions, ..Recipe::default() })
    }

    /// The recipe for trying one set: base, the set, and everything it requires, directly or indirectly.
    pub fn recipe_around(&mut self, id: &str) -> Result<Recipe, Failure> {
        let mut expansions = vec![Portion::one(self.find(id)?)];
        self.complete(&mut expansions)?;
        Ok(Recipe { expansions, ..Recipe::default() })
    }

    /// How much of which set a word means.
    fn portion(&mut self, word: &str) -> Result<Portion, Failure> {
        let (name, times) = match word.split_once('*') {
            Some((name, times)) => {
                let wrong = || Failure::refused(format!("`{word}`: how many times is a number, as in {name}*2"));
                (name, times.parse().map_err(|_| wrong())?)
            }
            None => (word, 1),
        };
        let (name, part) = name.split_once(':').map_or((name, None), |(name, part)| (name, Some(part)));
        let expansion = self.asked(name)?;
        let extent = part.map_or(Ok(Extent::WHOLE), |part| extent(expansion.id(), part))?;
        Ok(Portion { expansion, times, extent })
    }

    /// Adds base and everything that is required, directly or indirectly. Returns what was required, and by which set.
    fn complete(&mut self, expansions: &mut Vec<Portion>) -> Result<Vec<(String, String)>, Failure> {
        let has = |expansions: &[Portion], id: &str| expansions.iter().any(|portion| portion.expansion.id() == id);
        if !has(expansions, ALWAYS) {
            expansions.insert(0, Portion::one(self.find(ALWAYS)?));
        }
        let (mut brought, mut at) = (Vec::new(), 0);
        while let Some(expansion) = expansions.get(at).map(|portion| portion.expansion.clone()) {
            for (id, _) in expansion.requires() {
                if !has(expansions, id) {
                    expansions.push(Portion::one(self.required(&expansion, id)?));
                    brought.push((id.to_string(), expansion.id().to_string()));
                }
            }
            at += 1;
        }
        Ok(brought)
    }

    /// A set that another requires.
    fn required(&mut self, by: &Expansion, id: &str) -> Result<Arc<Expansion>, Failure> {
        // In `requires`, names are never shortened: a set that comes later could change what they mean.
        if self.has(id) {
            return self.find(id);
        }
        let message = format!("{} requires {id}, and no set is called {id}", by.id());
        let begins: Vec<String> = self.ids().into_iter().filter(|known| known.starts_with(id)).collect();
        let help = match &begins[..] {
            [only] => format!("{} names are written in full in `requires`", did_you_mean(only)),
            _ => format!("{}; `install {id}` installs it if a shelf has it", self.instead_of(id)),
        };
        Err(match by.declared_at("requires", id) {
            Some(place) => place.error(&message).with_help(&help).into(),
            None => Failure::refused(format!("{message}; {help}")),
        })
    }
}

/// The part of a set with this name.
fn extent(id: &str, part: &str) -> Result<Extent, Failure> {
    if id == ALWAYS {
        return Err(Failure::refused(format!("{ALWAYS} is always played whole; parts are for other sets")));
    }
    let found = Extent::PARTS.iter().find(|(name, _)| *name == part).map(|(_, extent)| *extent);
    found.ok_or_else(|| {
        let meant = nearest(part, Extent::PARTS.map(|(name, _)| name));
        let fits = match meant {
            Some(near) => did_you_mean(&format!("{id}:{near}")),
            None => format!("write {id}:tiles (without its rules), {id}:rules (without its tiles) or {id}"),
        };
        Failure::refused(format!("a set has no part `{part}`; {fits}"))
    })
}
