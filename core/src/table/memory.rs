//! Plain data that a rule stores with the game: booleans, numbers, texts and tables of these. It is copied with the
//! state. Knows no rule and no script.

use std::sync::Arc;

/// One stored value. A table is shared between copies of the game and never changed, only replaced.
#[derive(Clone, Debug, PartialEq)]
pub enum Datum {
    /// True or false.
    Flag(bool),
    /// A number; never NaN.
    Number(f64),
    /// A text.
    Text(Arc<str>),
    /// Keys and values, in the order in which they were written.
    Table(Arc<[(Datum, Datum)]>),
}

/// The maximum number of values that one expansion may store, including those inside tables.
pub const MAX_VALUES: usize = 10_000;

/// What one expansion stores, by key.
#[derive(Debug, Default, PartialEq)]
pub struct Memory(Vec<(Datum, Datum)>);

impl Clone for Memory {
    fn clone(&self) -> Memory {
        Memory(self.0.clone())
    }

    fn clone_from(&mut self, other: &Memory) {
        self.0.clone_from(&other.0);
    }
}

impl Memory {
    /// Returns the value of a key.
    pub fn get(&self, key: &Datum) -> Option<&Datum> {
        self.0.iter().find(|(other, _)| other == key).map(|(_, value)| value)
    }

    /// Returns the value of a text key.
    pub fn named(&self, name: &str) -> Option<&Datum> {
        let is_it = |key: &Datum| matches!(key, Datum::Text(text) if **text == *name);
        self.0.iter().find(|(key, _)| is_it(key)).map(|(_, value)| value)
    }

    /// Stores a value under a key, or removes what was there. Returns whether there was space for it.
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
        self.0.iter().map(|(_, value)| value.size()).sum::<usize>() <= MAX_VALUES
    }

    /// Returns all keys and values, the oldest key first.
    pub fn entries(&self) -> &[(Datum, Datum)] {
        &self.0
    }
}

impl Datum {
    /// Returns the number of values, including those inside tables.
    pub fn size(&self) -> usize {
        match self {
            Datum::Table(entries) => 1 + entries.iter().map(|(_, value)| value.size()).sum::<usize>(),
            _ => 1,
        }
    }
}
