//! What a command consists of: its arguments and their help, examples, what Tab offers, and what it does. Each command
//! has a file in `commands`; this room knows none of them.

mod context;

use std::sync::Arc;

use clap::ArgMatches;

use crate::io::arguments;

// Re-exports that every command needs.
pub use crate::io::reply::{Cause, Failure, Reply};
pub use clap::Args;
pub use context::{Context, FullScreen, no_game};

/// Why scenes run no commands that read or write files.
pub const NO_FILES: &str = "a scene reads and writes no files";

/// A command. Its doc comment is its help; those of its fields are the help on the arguments.
pub trait Command: Args {
    /// Its name.
    const NAME: &'static str;
    /// How it is listed on the screen of `help`.
    const FORM: &'static str = Self::NAME;
    /// Whether a shortened word means another command where both begin with it: short forms that people know keep
    /// their meaning when a command is added.
    const YIELDS: bool = false;
    /// Examples, and further explanations.
    const EXAMPLES: &'static str = "";
    /// Completers for arguments, by name; allowed values and files are offered without one.
    const COMPLETE: &'static [(&'static str, Completer)] = &[];
    /// Why scenes cannot run it, if they cannot.
    const NOT_IN_SCENES: Option<&'static str> = None;
    /// Whether it puts a game on the table. As a command of the shell it then opens the prompt, on a terminal.
    const BEGINS: bool = false;

    /// Whether an interrupt only stops it, so that it can report what it has so far.
    fn reports_on_stop(&self) -> bool {
        false
    }

    /// Runs it. If it fails, nothing has changed.
    fn run(self, context: &mut Context) -> Result<Reply, Failure>;
}

/// Returns what Tab offers for an argument.
pub type Completer = fn(&mut Context, &Typed) -> Vec<Candidate>;

/// What has been typed so far.
pub struct Typed<'a> {
    /// The words between the command and the one being typed.
    pub rest: &'a [&'a str],
    /// The word being typed.
    pub word: &'a str,
}

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// The text to insert.
    pub text: String,
    /// A short description.
    pub about: String,
}

impl Candidate {
    /// A text and its description.
    pub fn new(text: impl Into<String>, about: impl Into<String>) -> Candidate {
        Candidate { text: text.into(), about: about.into() }
    }
}

/// A command in the list.
pub struct Entry {
    /// Its grammar; built once.
    pub grammar: clap::Command,
    /// Its group on the screen of `help`; empty if it is not listed.
    pub group: &'static str,
    /// See [`Command::FORM`].
    pub form: &'static str,
    /// See [`Command::EXAMPLES`].
    pub examples: &'static str,
    /// See [`Command::YIELDS`].
    pub yields: bool,
    /// See [`Command::BEGINS`].
    pub begins: bool,
    completers: &'static [(&'static str, Completer)],
    not_in_scenes: Option<&'static str>,
    reports_on_stop: fn(&ArgMatches) -> bool,
    run: fn(&mut Context, &ArgMatches) -> Result<Reply, Failure>,
}

/// The entry of a command, in a group of the screen of `help`.
pub fn entry<C: Command>(group: &'static str) -> Entry {
    Entry {
        group,
        grammar: arguments::grammar::<C>(C::NAME),
        form: C::FORM,
        examples: C::EXAMPLES,
        yields: C::YIELDS,
        begins: C::BEGINS,
        completers: C::COMPLETE,
        not_in_scenes: C::NOT_IN_SCENES,
        reports_on_stop: |matches| C::from_arg_matches(matches).is_ok_and(|command| command.reports_on_stop()),
        run: |context, matches| arguments::from_matches::<C>(matches)?.run(context),
    }
}

impl Entry {
    /// Its name.
    pub fn name(&self) -> &str {
        self.grammar.get_name()
    }

    /// What it does, in a few words.
    pub fn about(&self) -> String {
        self.grammar.get_about().map(ToString::to_string).unwrap_or_default()
    }

    /// The arguments with a completer.
    pub fn completed(&self) -> impl Iterator<Item = &str> {
        self.completers.iter().map(|(name, _)| *name)
    }

    /// The completer of an argument, if it has one.
    pub fn completer(&self, argument: &str) -> Option<Completer> {
        self.completers.iter().find(|(name, _)| *name == argument).map(|(_, completer)| *completer)
    }

    /// Whether an interrupt only stops it, with these arguments.
    pub fn reports_on_stop(&self, matches: &ArgMatches) -> bool {
        (self.reports_on_stop)(matches)
    }

    /// Runs a line that starts with its name.
    pub fn run(&self, context: &mut Context, words: &[&str]) -> Result<Reply, Failure> {
        let matches = arguments::matches(&self.grammar, words)?;
        match self.not_in_scenes.filter(|_| context.in_scene) {
            Some(why) => Err(Failure::refused(why)),
            None => (self.run)(context, &matches),
        }
    }
}

/// All commands, in listed order.
#[derive(Clone)]
pub struct Commands(Arc<[Entry]>);

impl Commands {
    /// A list of these commands.
    pub fn new(entries: impl IntoIterator<Item = Entry>) -> Commands {
        Commands(entries.into_iter().collect())
    }

    /// All entries.
    pub fn all(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter()
    }

    /// The groups that the screen of `help` shows.
    pub fn groups(&self) -> impl Iterator<Item = &[Entry]> {
        let groups = self.0.chunk_by(|one, next| one.group == next.group);
        groups.filter(|group| group.iter().all(|entry| !entry.group.is_empty()))
    }

    /// Of several names, those that yield to no other of them.
    pub fn unyielding(&self, mut names: Vec<String>) -> Vec<String> {
        let yields = |name: &String| self.find(name).is_some_and(|entry| entry.yields);
        if names.iter().any(|name| !yields(name)) {
            names.retain(|name| !yields(name));
        }
        names
    }

    /// The command with this name or alias.
    pub fn find(&self, word: &str) -> Option<&Entry> {
        self.all().find(|entry| entry.name() == word || entry.grammar.get_all_aliases().any(|alias| alias == word))
    }

    /// The names of all commands.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all().map(Entry::name)
    }
}
