//! What a command is: its arguments with their help, examples, what Tab offers, and what it does. Each has a file in
//! `commands`; this room knows none of them.

mod context;

use std::sync::Arc;

use clap::ArgMatches;

use crate::io::arguments;

// What every file of a command needs.
pub use crate::io::reply::{Cause, Failure, Reply};
pub use clap::Args;
pub use context::{Context, no_game};

/// A command. Its doc comment says what it does, those of its fields what each argument is.
pub trait Command: Args {
    /// The word that it begins with.
    const NAME: &'static str;
    /// How the screen of `help` lists it.
    const FORM: &'static str = Self::NAME;
    /// What is typed, and what there is to say beyond that.
    const EXAMPLES: &'static str = "";
    /// What Tab offers for arguments, by their names; values and files are offered without it.
    const COMPLETE: &'static [(&'static str, Completer)] = &[];
    /// What a scene is told that tries to run it, if a scene may not.
    const NOT_IN_SCENES: Option<&'static str> = None;

    /// Whether it stops by itself on an interrupt, to tell what it has.
    fn tells_when_stopped(&self) -> bool {
        false
    }

    /// Carries it out. If it fails, nothing has changed.
    fn run(self, context: &mut Context) -> Result<Reply, Failure>;
}

/// What Tab offers for an argument.
pub type Completer = fn(&mut Context, &Typed) -> Vec<Candidate>;

/// What is typed so far.
pub struct Typed<'a> {
    /// The words between the command and the one being typed.
    pub rest: &'a [&'a str],
    /// The word being typed.
    pub word: &'a str,
}

/// One thing that may come next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Candidate {
    /// What is typed.
    pub text: String,
    /// What it is, in a few words.
    pub about: String,
}

impl Candidate {
    /// A thing and what it is.
    pub fn new(text: impl Into<String>, about: impl Into<String>) -> Candidate {
        Candidate { text: text.into(), about: about.into() }
    }
}

/// A command as a row of the list.
pub struct Entry {
    /// How it is written; made once.
    pub grammar: clap::Command,
    /// Under which word it is listed; under none if it is empty.
    pub group: &'static str,
    /// See [`Command::FORM`].
    pub form: &'static str,
    /// See [`Command::EXAMPLES`].
    pub examples: &'static str,
    completers: &'static [(&'static str, Completer)],
    not_in_scenes: Option<&'static str>,
    tells_when_stopped: fn(&ArgMatches) -> bool,
    run: fn(&mut Context, &ArgMatches) -> Result<Reply, Failure>,
}

/// The row of a command; the screen of `help` lists it under the word of its group, if it has one.
pub fn entry<C: Command>(group: &'static str) -> Entry {
    Entry {
        group,
        grammar: arguments::grammar::<C>(C::NAME),
        form: C::FORM,
        examples: C::EXAMPLES,
        completers: C::COMPLETE,
        not_in_scenes: C::NOT_IN_SCENES,
        tells_when_stopped: |matches| C::from_arg_matches(matches).is_ok_and(|command| command.tells_when_stopped()),
        run: |context, matches| arguments::from_matches::<C>(matches)?.run(context),
    }
}

impl Entry {
    /// The word that it begins with.
    pub fn name(&self) -> &str {
        self.grammar.get_name()
    }

    /// What it does, in a few words.
    pub fn about(&self) -> String {
        self.grammar.get_about().map(ToString::to_string).unwrap_or_default()
    }

    /// The arguments for which the command says what Tab offers.
    pub fn completed(&self) -> impl Iterator<Item = &str> {
        self.completers.iter().map(|(name, _)| *name)
    }

    /// What Tab offers for an argument, if the command says so.
    pub fn completer(&self, argument: &str) -> Option<Completer> {
        self.completers.iter().find(|(name, _)| *name == argument).map(|(_, completer)| *completer)
    }

    /// Whether it stops by itself on an interrupt when it is written so.
    pub fn tells_when_stopped(&self, matches: &ArgMatches) -> bool {
        (self.tells_when_stopped)(matches)
    }

    /// Carries out a line that begins with its word.
    pub fn run(&self, context: &mut Context, words: &[&str]) -> Result<Reply, Failure> {
        let matches = arguments::matches(&self.grammar, words)?;
        match self.not_in_scenes.filter(|_| context.in_scene) {
            Some(why) => Err(Failure::refused(why)),
            None => (self.run)(context, &matches),
        }
    }
}

/// All commands, in the order in which they are listed.
#[derive(Clone)]
pub struct Commands(Arc<[Entry]>);

impl Commands {
    /// These.
    pub fn new(entries: impl IntoIterator<Item = Entry>) -> Commands {
        Commands(entries.into_iter().collect())
    }

    /// Each of them.
    pub fn all(&self) -> impl Iterator<Item = &Entry> {
        self.0.iter()
    }

    /// The groups that the screen of `help` shows.
    pub fn groups(&self) -> impl Iterator<Item = &[Entry]> {
        let groups = self.0.chunk_by(|one, next| one.group == next.group);
        groups.filter(|group| group.iter().all(|entry| !entry.group.is_empty()))
    }

    /// The one that begins with this word, or is also called so.
    pub fn find(&self, word: &str) -> Option<&Entry> {
        self.all().find(|entry| entry.name() == word || entry.grammar.get_all_aliases().any(|alias| alias == word))
    }

    /// Their names.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.all().map(Entry::name)
    }
}
