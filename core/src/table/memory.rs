//! Plain data that a rule remembers with the game: truths, numbers, texts and tables of them. Copied with the state; knows no
//! rule and no script.

use std::sync::Arc;

/// One remembered value. A table is shared between copies of the game and never changed, only replaced.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// True or false.
    Flag(bool),
    /// A number; never one that is not equal to itself.
    Number(f64),
    /// A text.
    Text(Arc<str>),
    /// Keys and values, in the order in which they were written.
    Table(Arc<[(Datum, Datum)]>),
}

/// The most values that one expansion may remember, those inside tables included.
pub const MOST: usize = 10_000;

/// What one expansion remembers, by name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Memory(Vec<(Datum, Datum)>);

impl Memory {
    /// What is remembered under a key.
    pub fn get(&self, key: &Datum) -> Option<&Datum> {
        self.0.iter().find(|(other, _)| other == key).map(|(_, value)| value)
    }

    /// What is remembered under a name.
    pub fn named(&self, name: &str) -> Option<&Datum> {
        let is_it = |key: &Datum| matches!(key, Datum::Text(text) if **text == *name);
        self.0.iter().find(|(key, _)| is_it(key)).map(|(_, value)| value)
    }

    /// Remembers a value under a key, or forgets what was there. Whether there was room for it.
    pub fn set(&mut self, key: Datum, value: Option<Datum>) -> bool {
        let place = self.0.iter().position(|(other, _)| *other == key);
        match (place, value) {
            (Some(place), Some(value)) => self.0[place].1 = value,
            (Some(place), None) => {
                self.0.remove(place);
            }
            (None, Some(value)) => self.0.push((key, value)),
            (None, None) => {}
        }
        self.0.iter().map(|(_, value)| value.size()).sum::<usize>() <= MOST
    }

    /// All keys and values, the oldest key first.
    pub fn entries(&self) -> &[(Datum, Datum)] {
        &self.0
    }
}

impl Datum {
    /// How many values it is made of.
    pub fn size(&self) -> usize {
        match self {
            Datum::Table(entries) => 1 + entries.iter().map(|(_, value)| value.size()).sum::<usize>(),
            _ => 1,
        }
    }
}
