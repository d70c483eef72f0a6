//! Small bugs to plant: the list, and how the code with and without one is written. `--bin mutants` plants them and
//! runs the suite.

use std::fs;
use std::path::Path;

use toml::{Table, Value};

use crate::deal::root;

/// One change of a file.
#[derive(Clone, Debug)]
pub struct Mutant {
    /// Where, from the top of the repository.
    pub file: String,
    /// A text before it in the file, where what is sought is there more than once.
    pub after: String,
    /// What is there.
    pub find: String,
    /// What is there instead.
    pub replace: String,
    /// What a player would see.
    pub breaks: String,
}

/// Every mutant, and the changes that are made for all of them.
pub struct Plan {
    /// The mutants, of which the first has the number 1.
    pub mutants: Vec<Mutant>,
    /// What is changed so that they can be told apart without a new build.
    pub support: Vec<Mutant>,
}

impl Plan {
    /// The plan of the data file.
    pub fn read() -> Result<Plan, String> {
        let text = fs::read_to_string(root().join("data/mutants.toml")).map_err(|error| error.to_string())?;
        let table: Table = text.parse().map_err(|error| format!("mutants.toml: {error}"))?;
        Ok(Plan { mutants: list(&table, "mutant"), support: list(&table, "support") })
    }
}

fn list(table: &Table, key: &str) -> Vec<Mutant> {
    let rows = table.get(key).and_then(Value::as_array).into_iter().flatten();
    let word = |row: &Value, key: &str| row.get(key).and_then(Value::as_str).unwrap_or_default().to_string();
    let read = |row: &Value| Mutant {
        file: word(row, "file"),
        after: word(row, "after"),
        find: word(row, "find"),
        replace: word(row, "replace"),
        breaks: word(row, "breaks"),
    };
    rows.map(read).collect()
}

impl Mutant {
    /// Whether it is compiled in, beside what it replaces.
    pub fn is_rust(&self) -> bool {
        self.file.ends_with(".rs")
    }

    /// Its file as it is in the repository.
    pub fn text(&self) -> Result<String, String> {
        fs::read_to_string(root().join("..").join(&self.file)).map_err(|error| format!("{}: {error}", self.file))
    }

    /// Where it goes in a text: exactly one place, or the first after another text.
    pub fn place(&self, text: &str) -> Result<usize, String> {
        let from = match text.match_indices(&self.after).next() {
            Some((at, _)) => at,
            None => return Err(format!("{}: `{}` is not there", self.file, self.after)),
        };
        let mut found = text[from..].match_indices(&self.find).map(|(at, _)| from + at);
        match (found.next(), found.next()) {
            (None, _) => Err(format!("{}: `{}` is not there", self.file, self.find)),
            (Some(_), Some(_)) if self.after.is_empty() => {
                Err(format!("{}: `{}` is there more than once", self.file, self.find))
            }
            (Some(at), _) => Ok(at),
        }
    }

    /// The text with the change.
    pub fn planted(&self, text: &str, instead: &str) -> Result<String, String> {
        let at = self.place(text)?;
        Ok([&text[..at], instead, &text[at + self.find.len()..]].concat())
    }

    /// Both forms; which one runs is asked by number.
    pub fn both(&self, number: usize) -> String {
        let host = if self.file.starts_with("core/") { "crate" } else { "bastide_core" };
        let choice = format!("if {host}::mutants::on({number}) {{ {} }} else {{ {} }}", self.replace, self.find);
        if self.find.ends_with(';') { choice } else { format!("({choice})") }
    }

    /// Where it is, for people.
    pub fn shown(&self) -> String {
        let name = Path::new(&self.file).file_stem().and_then(|name| name.to_str()).unwrap_or_default();
        let folder = Path::new(&self.file).parent().and_then(|folder| folder.file_name()?.to_str()).unwrap_or_default();
        format!("{folder}/{name}")
    }
}
