//! The name of a bot: its kind, and after colons its style and thinking time, as in `search:STYLE:2s`.

use std::fmt;

use bastide_core::language::unknown;

use super::style::{Style, styles};
use super::{Bot, KINDS, Resources, Think};

/// A kind of bot, as the file that has it says.
#[derive(Clone, Copy, Debug)]
pub struct BotKind {
    /// Its name.
    pub name: &'static str,
    /// A description for people.
    pub about: &'static str,
    /// Whether it plays in a style.
    pub has_style: bool,
    /// Whether it thinks for a time.
    pub thinks: bool,
    /// Creates it. Its random choices depend on the seed alone.
    pub make: fn(Style, Think, u64, &Resources) -> Box<dyn Bot>,
}

impl PartialEq for BotKind {
    fn eq(&self, other: &BotKind) -> bool {
        self.name == other.name
    }
}

impl Eq for BotKind {}

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
        let kinds = KINDS.map(|kind| kind.name);
        let kind = KINDS.into_iter().find(|kind| kind.name == name);
        let kind = kind.ok_or_else(|| unknown("bot", name, kinds))?;
        let mut spec = Spec { kind, style: None, think: None };
        for word in words {
            spec.add(word)?;
        }
        Ok(spec)
    }

    fn add(&mut self, word: &str) -> Result<(), String> {
        let name = self.kind.name;
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            if !self.kind.thinks {
                return Err(format!("a {name} bot does not think"));
            }
            self.think = Some(word.parse()?);
            return Ok(());
        }
        let names: Vec<&str> = styles().keys().map(String::as_str).collect();
        if !names.contains(&word) {
            return Err(unknown("style", word, names));
        }
        if !self.kind.has_style {
            return Err(format!("a {name} bot has no style"));
        }
        self.style = Some(word.into());
        Ok(())
    }

    /// The same with this thinking time, if it thinks at all and has none yet.
    pub fn or_thinking(mut self, think: Option<Think>) -> Spec {
        if self.kind.thinks {
            self.think = self.think.or(think);
        }
        self
    }

    /// Creates the bot. Its random choices depend on the seed alone.
    pub fn bot(&self, seed: u64, means: &Resources) -> Box<dyn Bot> {
        let style = self.style.as_ref().and_then(|name| styles().get(name)).cloned().unwrap_or_default();
        (self.kind.make)(style, self.think.unwrap_or_default(), seed, means)
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind.name)?;
        self.style.iter().try_for_each(|style| write!(f, ":{style}"))?;
        self.think.iter().try_for_each(|think| write!(f, ":{think}"))
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
