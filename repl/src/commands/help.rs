//! `help`: one screen that starts with examples, and a few lines on each command, verb and set. Names no expansion's
//! thing.

use std::path::Path;
use std::sync::Arc;

use bastide_core::lab;
use bastide_core::language::{did_you_mean, nearest, or, typed};

use super::info::info;
use crate::game::letters::lettered;
use crate::game::library::{here, is_path};
use crate::io::arguments;
use crate::io::prose::{hung, width};
use crate::line::candidates::sets;
use crate::line::command::{Args, Candidate, Cause, Command, Completer, Context, Entry, Failure, Reply, Typed};
use crate::line::dispatch::vocabulary;
use crate::line::verbs;
use crate::tell::lua_help;
use crate::tell::set_help;
use crate::tell::sets::tried;

const EXAMPLES: &str = "Examples
  new                start a game; at a terminal it asks for players and sets
  tutorial           learn the game in five lessons
  e                  place the tile in hand on the cell with the letter e
  e r90 1            … turned by 90 degrees, and deploy at number 1
  e 2 -              … in the second rotation that fits there; deploy nobody
  place 1,0 r90      the same in full; then deploy follower@field:NL, or field
  look e r90         draw the tile there, with what it joins and brings
  info e   why e 2   everything about a cell; why a move is not allowed
  since   why        what the others did; where the last points came from";

const END: &str = "`help COMMAND` or COMMAND? shows more; two letters of a command are enough. Tab
lists what can come next, Ctrl-R searches what was typed, Ctrl-C stops bots.";

/// The width and the indent of the screen.
const COLUMNS: usize = 80;
const INDENT: usize = 8;

/// What is between examples that lie side by side.
const BETWEEN: &str = "        ";

/// A text that is added to the commands of a group.
const ALSO: (&str, &str) = ("try", "help lab");

/// Show help, also on one command
#[derive(Args)]
pub struct Help {
    /// Command, verb, set or cell
    topic: Vec<String>,
}

impl Command for Help {
    const NAME: &str = "help";
    const FORM: &str = "help SET";
    const COMPLETE: &[(&str, Completer)] = &[("topic", candidates)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let words: Vec<&str> = self.topic.iter().map(String::as_str).filter(|word| !word.is_empty()).collect();
        match words[..] {
            [] => Ok(said(screen(context))),
            ["lua", ref name @ ..] if !name.is_empty() => {
                lua_help::help(&name.join(" ")).map(said).map_err(|why| Failure::new(Cause::Unknown, why))
            }
            [word, ..] => on(context, word),
        }
    }
}

/// Examples, then every command in its group.
fn screen(context: &Context) -> String {
    let line = |entries: &[Entry]| {
        let also = (entries[0].group == ALSO.0).then_some(ALSO.1);
        let forms: Vec<&str> = entries.iter().map(|entry| entry.form).chain(also).collect();
        let mut lines = vec![format!("{:INDENT$}", entries[0].group)];
        for form in forms {
            match lines.last_mut() {
                Some(line) if width(line) + 2 + width(form) <= COLUMNS => {
                    *line += &format!("{}{form}", if width(line) > INDENT { "  " } else { "" });
                }
                _ => lines.push(format!("{:INDENT$}{form}", "")),
            }
        }
        lines.join("\n")
    };
    let groups: Vec<String> = context.commands.groups().map(line).collect();
    format!("{EXAMPLES}\n\n{}\n\n{END}", groups.join("\n"))
}

fn said(text: String) -> Reply {
    Reply::text(text.clone()).with("help", text)
}

fn on(context: &mut Context, word: &str) -> Result<Reply, Failure> {
    if is_path(word) && Path::new(word).exists() {
        return help_on_set(context, word);
    }
    let sets = context.library.ids();
    if let Some(text) = whole(context, word) {
        let is_set = sets.iter().any(|id| id == word);
        return Ok(if is_set { with_set_help(context, word, text) } else { said(text) });
    }
    if names_cell(context, word) {
        return info(context, Some(word));
    }
    let is_set = |word: &str| word.len() > 1 && sets.iter().any(|id| id.starts_with(word));
    let begins = topics(context).into_iter().filter(|name| name.starts_with(word)).collect();
    let begins = context.commands.unyielding(begins);
    match &begins[..] {
        [only] => on(context, only),
        [] if is_set(word) => help_on_set(context, word),
        [] => Err(no_topic(context, word)),
        several => Err(Failure::new(Cause::Unknown, format!("`{word}` is ambiguous: {}", or(several)))),
    }
}

/// The help on a full word: a topic, a lab command, a command of the prompt, or a verb in play.
fn whole(context: &Context, word: &str) -> Option<String> {
    if let Some(text) = verbs::topic(word) {
        return Some(text);
    }
    if let Some((_, usage)) = lab::VERBS.iter().find(|(verb, _)| *verb == word) {
        let more = verbs::in_lab(word).map(|more| format!("\n{more}")).unwrap_or_default();
        let shared = context.commands.find(word).map(|entry| format!("\n\n{}", arguments::usage(&entry.grammar)));
        let shared = shared.unwrap_or_default();
        return Some(format!("In a lab: {usage}{more}{shared}"));
    }
    if let Some(entry) = context.commands.find(word) {
        let examples = match entry.examples.is_empty() {
            true => String::new(),
            false => laid_out(&format!("  {}\n\n", entry.examples), context.screen.columns()),
        };
        let more = if word == "lua" { format!("\n\n{}", lua_help::overview()) } else { String::new() };
        return Some(examples + &arguments::usage(&entry.grammar) + &more);
    }
    verb(context, word)
}

/// Examples and what is said about them, in this many columns: sentences are wrapped again, and examples that lie side by
/// side break between each other.
fn laid_out(text: &str, columns: usize) -> String {
    let paragraph = |text: &str| match text.contains("  ") {
        true => text.lines().map(|line| side_by_side(line, columns)).collect::<Vec<_>>().join("\n"),
        false => hung(&text.replace('\n', " "), 0, Some(columns)),
    };
    text.split("\n\n").map(paragraph).collect::<Vec<_>>().join("\n\n")
}

/// One line of examples. What is in brackets belongs to the example before it.
fn side_by_side(line: &str, columns: usize) -> String {
    if line.contains(" (") {
        return line.to_string();
    }
    let indent = line.len() - line.trim_start().len();
    let mut lines: Vec<String> = Vec::new();
    for example in line.trim_start().split(BETWEEN) {
        match lines.last_mut() {
            Some(line) if width(line) + BETWEEN.len() + width(example) <= columns => {
                *line += &(BETWEEN.to_string() + example)
            }
            _ => lines.push(format!("{:indent$}{example}", "")),
        }
    }
    lines.join("\n")
}

/// If a set has the same name as a verb or command, the help shows both.
fn with_set_help(context: &mut Context, set: &str, text: String) -> Reply {
    match help_on_set(context, set) {
        Ok(help) => {
            let text = format!("{text}\n\n{}", help.text);
            Reply { text: text.clone(), ..help }.with("help", text)
        }
        // If the set cannot be loaded, the other help is still shown.
        Err(_) => said(text),
    }
}

/// Whether a word is the letter of a cell where the tile in hand can be placed.
fn names_cell(context: &Context, word: &str) -> bool {
    context.table.iter().any(|table| lettered(&table.game).iter().any(|cell| cell.letters == word))
}

/// The help on a verb that an expansion in play declares.
fn verb(context: &Context, word: &str) -> Option<String> {
    let catalogue = context.table.as_ref()?.game.catalogue();
    let verb = &catalogue.verbs[catalogue.verb_named(word)?.0 as usize];
    Some(format!("{}: {}\n\n`legal` lists the choices.", verb.name, verb.about))
}

fn candidates(context: &mut Context, typed: &Typed) -> Vec<Candidate> {
    if typed.rest == ["lua"] {
        return lua_help::names().into_iter().map(|(name, about)| Candidate::new(name, about)).collect();
    }
    let about = |name: &str| match context.commands.find(name) {
        Some(entry) => entry.about(),
        None => verbs::line(name).unwrap_or_default(),
    };
    let topics: Vec<Candidate> = topics(context).iter().map(|name| Candidate::new(&**name, about(name))).collect();
    [topics, sets(context, typed)].concat()
}

/// All help topics.
fn topics(context: &Context) -> Vec<String> {
    let in_lab = lab::VERBS.iter().map(|(verb, _)| *verb);
    let names = context.commands.names().chain(verbs::TOPICS).chain(in_lab);
    let mut names: Vec<String> = names.map(String::from).collect();
    names.sort();
    names.dedup();
    names
}

fn no_topic(context: &Context, word: &str) -> Failure {
    let names = [vocabulary(context), topics(context)].concat();
    let near = nearest(word, names.iter().map(String::as_str)).map(String::from);
    let near = here(word).or(near).or_else(|| context.library.meant(word));
    let meant = near.map_or("`help` lists all commands".into(), |near| did_you_mean(&format!("help {near}")));
    Failure::new(Cause::Unknown, format!("no help on {}; {meant}", typed(word)))
}

/// The help on a set: as it is played in the current game if it is in play, or else on its own.
fn help_on_set(context: &mut Context, name: &str) -> Result<Reply, Failure> {
    let found = context.library.asked(name)?;
    let on_table = context.table.as_ref().and_then(|table| {
        let mut portions = table.recipe.expansions.iter();
        let portion = portions.find(|portion| portion.expansion.hash() == found.hash())?;
        Some((portion.expansion.clone(), table.game.setup().clone()))
    });
    let plays = on_table.is_some();
    let (expansion, setup) = match on_table {
        Some(on_table) => on_table,
        None => (found.clone(), Arc::new(tried(&mut context.library, found.id())?)),
    };
    let columns = context.screen.size.map(|(columns, _)| columns);
    let word = if is_path(name) { name } else { expansion.id() };
    Ok(set_help::told(&expansion, word, &setup, plays, columns).reply())
}
