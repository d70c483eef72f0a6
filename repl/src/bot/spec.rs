//! The name of a bot: its kind, and after colons its style and thinking time, as in `search:STYLE:2s`.

use std::fmt;

use bastide_core::Chance;
use bastide_core::language::{and, nearest};

use super::style::styles;
use super::{Bot, Greedy, Means, Random, Search, Think};

/// A kind of bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BotKind {
    /// Places and deploys at random.
    Random,
    /// Looks to the end of its turn.
    Greedy,
    /// Searches a tree of decisions.
    Search,
}

impl BotKind {
    /// All kinds, the weakest first.
    pub const ALL: [BotKind; 3] = [BotKind::Random, BotKind::Greedy, BotKind::Search];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            BotKind::Random => "random",
            BotKind::Greedy => "greedy",
            BotKind::Search => "search",
        }
    }

    /// A description for people.
    pub fn about(self) -> &'static str {
        match self {
            BotKind::Random => "places and deploys at random",
            BotKind::Greedy => "looks one turn ahead and picks what would be worth most if the game ended there",
            BotKind::Search => {
                "thinks for a while (`--think 1s`, `--think 2000n`): tries out what may follow, with tiles drawn at random"
            }
        }
    }
}

/// A bot as it is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spec {
    /// The kind.
    pub kind: BotKind,
    /// The style, if it is not the default one.
    pub style: Option<String>,
    /// The thinking time, if it is given.
    pub think: Option<Think>,
}

impl Spec {
    /// Parses the name of a bot.
    pub fn read(text: &str) -> Result<Spec, String> {
        let mut words = text.split(':');
        let name = words.next().unwrap_or_default();
        let kinds = BotKind::ALL.map(BotKind::name);
        let kind = BotKind::ALL.into_iter().find(|kind| kind.name() == name);
        let kind = kind.ok_or_else(|| format!("no bot is called {name}; {}", meant(name, &kinds)))?;
        let mut spec = Spec { kind, style: None, think: None };
        for word in words {
            spec.add(word)?;
        }
        Ok(spec)
    }

    fn add(&mut self, word: &str) -> Result<(), String> {
        let name = self.kind.name();
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            if self.kind != BotKind::Search {
                return Err(format!("a {name} bot does not think"));
            }
            self.think = Some(word.parse()?);
            return Ok(());
        }
        let names: Vec<&str> = styles().keys().map(String::as_str).collect();
        if !names.contains(&word) {
            return Err(format!("no style is called {word}; {}", meant(word, &names)));
        }
        if self.kind == BotKind::Random {
            return Err(format!("a {name} bot has no style"));
        }
        self.style = Some(word.into());
        Ok(())
    }

    /// The same with this thinking time, if it thinks at all and has none yet.
    pub fn or_thinking(mut self, think: Option<Think>) -> Spec {
        if self.kind == BotKind::Search {
            self.think = self.think.or(think);
        }
        self
    }

    /// Creates the bot. Its random choices depend on the seed alone.
    pub fn bot(&self, seed: u64, means: &Means) -> Box<dyn Bot> {
        let style = || self.style.as_ref().and_then(|name| styles().get(name)).cloned().unwrap_or_default();
        match self.kind {
            BotKind::Random => Box::new(Random::new(Chance::new(seed))),
            BotKind::Greedy => Box::new(Greedy::in_style(style(), Chance::new(seed))),
            BotKind::Search => Box::new(Search::new(style(), self.think.unwrap_or_default(), seed, means.clone())),
        }
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind.name())?;
        self.style.iter().try_for_each(|style| write!(f, ":{style}"))?;
        self.think.iter().try_for_each(|think| write!(f, ":{think}"))
    }
}

fn meant(word: &str, names: &[&str]) -> String {
    match nearest(word, names.iter().copied()) {
        Some(near) => format!("did you mean {near}?"),
        None => format!("there are {}", and(names)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_printed_is_what_is_read() {
        let style = styles().keys().next().unwrap();
        for text in
            ["random", "greedy", "search", "search:2s", &format!("greedy:{style}"), &format!("search:{style}:40n")]
        {
            assert_eq!(Spec::read(text).unwrap().to_string(), *text);
        }
    }

    #[test]
    fn what_makes_no_sense_is_refused() {
        let style = styles().keys().next().unwrap();
        for text in ["", "serch", "greedy:2s", "search:2", "search:nobody", "search:", &format!("random:{style}")] {
            assert!(Spec::read(text).is_err(), "{text}");
        }
    }
}
