//! Settings: read from environment variables, a project's file and the user's own file, in this order. Every error
//! names its place. The environment is passed in, so tests can replace it.

use std::path::{Path, PathBuf};

use bastide_core::language::{or, unknown};
use serde::Serialize;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::io::files;

/// The project's file, in the current folder.
pub const PROJECT: &str = "bastide.toml";
/// The user's own file, in the folder for settings.
const OWN: &str = "config.toml";
/// The maximum size of a settings file.
const MAX_BYTES: u64 = 1 << 20;

/// The keys: name, allowed values if they are fixed, description.
pub const KEYS: [(&str, &[&str], &str); 10] = [
    ("color", &["auto", "always", "never"], "when to print colours, as --color"),
    ("glyphs", &["auto", "pictures", "unicode", "ascii"], "what to draw with, as --glyphs"),
    ("expansions", &[], "the sets if none is named, at the prompt"),
    ("players", &[], "who plays if nobody is named, at the prompt"),
    ("bots", &[], "which of them are bots, as --bots"),
    ("edition", &[], "the edition of the rules if none is named, at the prompt"),
    ("shelves", &[], "where packs are looked for: https:// addresses and folders"),
    ("zoom", &[], "how large the board is drawn, like the command `zoom`"),
    ("assist", &[], "how much help is shown, like the command `assist`"),
    ("plain", &[], "sentences instead of pictures, like the command `plain`"),
];

/// The keys that are commands of the prompt; they are run when it opens.
pub const COMMANDS: [&str; 3] = ["zoom", "assist", "plain"];

/// One setting and its origin.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Setting {
    /// The key.
    pub key: &'static str,
    /// The value: one word or several.
    pub words: Vec<String>,
    /// The variable or the file that it comes from.
    pub origin: String,
}

/// All settings, and what is wrong with them.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The settings: each key once, from the first source that has it.
    pub settings: Vec<Setting>,
    /// What is wrong, one sentence each.
    pub faults: Vec<String>,
}

impl Config {
    /// Reads all settings. `own` is a file that replaces the user's own, given by a flag.
    pub fn read(variable: impl Fn(&str) -> Option<String>, project: &Path, own: Option<PathBuf>) -> Config {
        let mut config = Config::default();
        for (key, ..) in KEYS {
            let name = variable_name(key);
            if let Some(value) = variable(&name).filter(|value| !value.is_empty()) {
                let words = value.split(',').map(|word| word.trim().to_string()).collect();
                config.set(key, words, name.clone(), &name);
            }
        }
        let is_named = own.is_some();
        let own = own.or_else(|| own_file(&variable));
        for (path, must_be) in [(Some(project.to_path_buf()), false), (own, is_named)] {
            let Some(path) = path.filter(|path| must_be || path.exists()) else { continue };
            let shown = path.display().to_string();
            match files::read(&path, MAX_BYTES).map(String::from_utf8) {
                Ok(Ok(text)) => config.file(&shown, &text),
                Ok(Err(_)) => config.faults.push(format!("{shown} is not UTF-8, so this file is ignored")),
                Err(failure) => config.faults.push(failure.message),
            }
        }
        config
    }

    /// The value of a key, if it is one word.
    pub fn one(&self, key: &str) -> Option<&str> {
        self.list(key)?.first().map(String::as_str)
    }

    /// The value of a key as a list.
    pub fn list(&self, key: &str) -> Option<&[String]> {
        self.settings.iter().find(|setting| setting.key == key).map(|setting| &setting.words[..])
    }

    fn file(&mut self, shown: &str, text: &str) {
        let place = |at: usize| {
            let before = text.get(..at).unwrap_or_default();
            let line = before.matches('\n').count() + 1;
            let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
            format!("{shown}:{line}:{column}")
        };
        let table = match DeTable::parse(text) {
            Ok(table) => table,
            Err(error) => {
                let at = error.span().map_or(0, |span| span.start);
                return self.faults.push(format!("{}: {}, so this file is ignored", place(at), error.message()));
            }
        };
        let mut entries: Vec<_> = table.get_ref().iter().collect();
        entries.sort_by_key(|(key, _)| key.span().start);
        for (key, value) in entries {
            let at = place(key.span().start);
            let Some((known, ..)) = KEYS.iter().find(|(known, ..)| *known == key.get_ref().as_ref()) else {
                self.faults.push(format!("{at}: {}", unknown("key", key.get_ref(), KEYS.map(|(key, ..)| key))));
                continue;
            };
            match words(value) {
                Some(words) => self.set(known, words, shown.into(), &place(value.span().start)),
                None => self.faults.push(format!("{at}: {known} is a word or a list of words")),
            }
        }
    }

    /// Sets a key unless it is already set.
    fn set(&mut self, key: &'static str, words: Vec<String>, origin: String, place: &str) {
        let few = KEYS.iter().find(|(known, ..)| *known == key).map_or(&[][..], |(_, few, _)| few);
        if let Some(wrong) = words.iter().find(|word| !few.is_empty() && !few.contains(&word.as_str())) {
            return self.faults.push(format!("{place}: {key} is {}, not `{wrong}`", or(few)));
        }
        if !self.settings.iter().any(|setting| setting.key == key) {
            self.settings.push(Setting { key, words, origin });
        }
    }
}

/// The variable that sets a key.
pub fn variable_name(key: &str) -> String {
    format!("BASTIDE_{}", key.to_uppercase())
}

/// The user's own file.
pub fn own_file(variable: impl Fn(&str) -> Option<String>) -> Option<PathBuf> {
    files::config_folder(variable).map(|folder| folder.join(OWN))
}

/// One word or a list of them.
fn words(value: &Spanned<DeValue<'_>>) -> Option<Vec<String>> {
    let one = |value: &Spanned<DeValue<'_>>| match value.get_ref() {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Boolean(is) => Some(is.to_string()),
        _ => None,
    };
    match value.get_ref() {
        DeValue::Array(list) => list.iter().map(one).collect(),
        _ => one(value).map(|word| vec![word]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Config {
        let mut config = Config::default();
        config.file("x.toml", text);
        config
    }

    #[test]
    fn a_key_is_a_word_or_a_list() {
        let config = read("color = \"never\"\nplayers = [\"Ann\", \"Ben\"]\n");
        assert_eq!((config.one("color"), config.list("players").unwrap().len()), (Some("never"), 2));
        assert_eq!(config.faults, [""; 0]);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_place_and_the_rest_counts() {
        let config = read("colr = \"never\"\nglyphs = \"runes\"\n edition = 3\nplayers = [\"A\"]\n[what]\nx = 1\n");
        assert_eq!(
            config.faults,
            [
                "x.toml:1:1: unknown key `colr`; did you mean `color`?",
                "x.toml:2:10: glyphs is auto, pictures, unicode or ascii, not `runes`",
                "x.toml:3:2: edition is a word or a list of words",
                "x.toml:5:2: unknown key `what`; use `color`, `glyphs`, `expansions`, `players`, `bots`, `edition`, `shelves`, `zoom`, `assist` or `plain`",
            ]
        );
        assert_eq!(config.list("players"), Some(&["A".to_string()][..]));
        let broken = read("color = \"never\"\ncolor = \n");
        assert!(broken.settings.is_empty() && broken.faults[0].starts_with("x.toml:2:"), "{broken:?}");
    }

    #[test]
    fn a_variable_counts_before_a_project_and_that_before_the_user() {
        let top = std::env::temp_dir().join(format!("bastide-config-{}", std::process::id()));
        std::fs::create_dir_all(top.join("bastide")).unwrap();
        std::fs::write(top.join("bastide/config.toml"), "color = \"never\"\nglyphs = \"ascii\"\nedition = \"u\"\n")
            .unwrap();
        std::fs::write(top.join(PROJECT), "color = \"always\"\nglyphs = \"unicode\"\n").unwrap();
        let home = top.display().to_string();
        let variable = |name: &str| match name {
            "BASTIDE_COLOR" => Some("auto".to_string()),
            "XDG_CONFIG_HOME" => Some(home.clone()),
            _ => None,
        };
        let config = Config::read(variable, &top.join(PROJECT), None);
        std::fs::remove_dir_all(&top).unwrap();
        assert_eq!(["color", "glyphs", "edition"].map(|key| config.one(key).unwrap()), ["auto", "unicode", "u"]);
        assert!(config.settings[0].origin == "BASTIDE_COLOR" && config.settings[1].origin.ends_with(PROJECT));
    }
}
