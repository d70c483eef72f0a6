//! `expansions`: lists all sets and house rules, and tells, finds, updates and removes single ones. One that cannot be
//! played is marked, and does not hide the others.

use std::sync::Arc;
use std::time::Duration;

use bastide_core::manifest::Expansion;
use clap::ValueEnum;
use cpu_time::ProcessTime;
use semver::Version;
use serde::Serialize;
use serde_json::Value;

use super::install::{agreed, install, wares};
use crate::draw::screen::Screen;
use crate::game::library::is_path;
use crate::io::prose::{hung, pad, widest};
use crate::io::reply::Answer;
use crate::line::candidates::sets;
use crate::line::command::{Args, Cause, Command, Completer, Context, Failure, NO_FILES, Reply};
use crate::share::index::Ware;
use crate::share::store::{Place, Store, at_path};
use crate::share::wares::Offer;
use crate::tell::set_help;
use crate::tell::sets::{SetFacts, hooks, tried};

/// Time limit for trying the listed sets: a folder may hold thousands, and scripts can be slow.
const TRIAL_TIME_LIMIT: Duration = Duration::from_millis(200);

/// What is said if no shelf can be read.
const UNREAD: &str = "No shelf could be read.";

/// List all expansions; tell, find, update, add and remove them
#[derive(Args)]
pub struct Expansions {
    /// What to do (default: list)
    action: Option<Action>,
    /// Set, word or folder
    #[arg(value_name = "WHAT")]
    what: Option<String>,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Action {
    /// All sets that can be played
    List,
    /// Where a set is, its version, hash and rules
    Info,
    /// Search the shelves for a word (default: list everything)
    Search,
    /// Install newer versions from the shelves
    Update,
    /// Add a folder or FILE.lua without copying it
    Add,
    /// Remove an installed or added set
    Remove,
}

impl Command for Expansions {
    const NAME: &str = "expansions";
    const EXAMPLES: &str = "expansions        expansions info SET        expansions search WORD\n  \
        expansions update        expansions add DIR        expansions remove SET\n\n\
        `search` and `update` read the shelves of the settings, as in shelves = [\"https://…\", \"DIR\"]. `add` only\n\
        remembers where a folder or FILE.lua is, so that it can be changed there; `install` copies a set.";
    const COMPLETE: &[(&str, Completer)] = &[("what", sets)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let what = || self.what.clone().ok_or_else(|| Failure::usage("which one? `expansions` lists all sets"));
        let only_lists = matches!(self.action, None | Some(Action::List | Action::Info));
        if context.in_scene && !only_lists {
            return Err(Failure::refused(NO_FILES));
        }
        match self.action.unwrap_or(Action::List) {
            Action::List if self.what.is_some() => {
                Err(Failure::usage("`expansions list` lists all sets; `expansions info SET` tells one"))
            }
            Action::List => list(context),
            Action::Info => info(context, &what()?),
            Action::Search => search(context, &self.what.unwrap_or_default()),
            Action::Update => update(context, self.what.as_deref(), self.yes),
            Action::Add => add(context, &what()?),
            Action::Remove => remove(context, &what()?, self.yes),
        }
    }
}

/// All sets.
#[derive(Serialize)]
struct List {
    expansions: Vec<Listed>,
    #[serde(skip)]
    columns: Option<usize>,
}

/// A set that can be played, or why one cannot.
#[derive(Serialize)]
#[serde(untagged)]
enum Listed {
    Playable {
        #[serde(flatten)]
        set: SetFacts,
        origin: String,
        /// Most are built in, so only the others are marked.
        #[serde(skip)]
        is_marked: bool,
    },
    Broken {
        id: String,
        error: String,
        #[serde(skip)]
        wrong: String,
    },
}

impl Listed {
    /// Its id and what is said of it.
    fn line(&self) -> (&str, String) {
        match self {
            Listed::Playable { set, origin, is_marked } => {
                let house = set.house.then_some("house rule");
                let marks: Vec<&str> = house.into_iter().chain(is_marked.then_some(&**origin)).collect();
                let marks = if marks.is_empty() { String::new() } else { format!("({}) ", marks.join(", ")) };
                (&set.id, format!("{:8} {marks}{}", set.version, set.summary))
            }
            Listed::Broken { id, wrong, .. } => (id, wrong.clone()),
        }
    }
}

impl Answer for List {
    fn lines(&self) -> Vec<String> {
        in_columns(self.expansions.iter().map(Listed::line).collect(), self.columns)
    }
}

/// Ids with what is said of each.
fn in_columns(lines: Vec<(&str, String)>, columns: Option<usize>) -> Vec<String> {
    let width = widest(lines.iter().map(|(id, _)| id));
    let line = |(id, sentence): (&str, String)| format!("{} {}", pad(id, width), hung(&sentence, width + 10, columns));
    lines.into_iter().map(line).collect()
}

fn list(context: &mut Context) -> Result<Reply, Failure> {
    let (mut expansions, mut code) = (Vec::new(), 0);
    let (start, mut untried) = (ProcessTime::now(), 0);
    for id in context.library.ids() {
        // Built-in sets were tested before the release.
        let is_tried = context.library.is_on_disk(&id);
        let has_time = start.elapsed() < TRIAL_TIME_LIMIT;
        untried += usize::from(is_tried && !has_time);
        expansions.push(match playable(context, &id, is_tried && has_time) {
            Ok(expansion) => {
                let origin = context.library.origin_of(&id);
                Listed::Playable { set: SetFacts::of(&expansion), origin, is_marked: is_tried }
            }
            Err(failure) => {
                code = Cause::Manifest.code();
                Listed::Broken { id, wrong: wrong(&failure), error: failure.message }
            }
        });
    }
    let columns = context.screen.size.map(|(columns, _)| columns);
    let reply = Reply { code, ..Reply::of(&List { expansions, columns }) };
    let note = || format!("{untried} of these were read but not tested; `tiles SET` tests one");
    Ok(if untried > 0 { reply.note(note()) } else { reply })
}

/// What is wrong with a set: a sentence and its place.
fn wrong(failure: &Failure) -> String {
    let sentence = failure.message.lines().next().unwrap_or_default();
    let (file, line) = (failure.data.get("file").and_then(Value::as_str), failure.data.get("line"));
    let place = match (file, line.and_then(Value::as_u64)) {
        (Some(file), _) if sentence.contains(file) => String::new(),
        (Some(file), Some(line)) if line > 0 => format!(" ({file}:{line})"),
        (Some(file), _) => format!(" ({file})"),
        _ => String::new(),
    };
    format!("cannot be loaded: {sentence}{place}")
}

/// The expansion; if `is_tried`, only if a game can be started with it.
fn playable(context: &mut Context, id: &str, is_tried: bool) -> Result<Arc<Expansion>, Failure> {
    let expansion = context.library.find(id)?;
    if !is_tried {
        return Ok(expansion);
    }
    let setup = tried(&mut context.library, id)?;
    Screen::new(context.screen.look, None).prepare(&setup)?;
    Ok(expansion)
}

/// What `help` does not tell of a set: where it is, and its code.
#[derive(Serialize)]
struct Details {
    #[serde(rename = "where")]
    place: String,
    hooks: Vec<String>,
    lua_lines: usize,
    api: i64,
    #[serde(skip)]
    authors: String,
    #[serde(skip)]
    licence: String,
    #[serde(skip)]
    hash: String,
}

impl Answer for Details {
    fn lines(&self) -> Vec<String> {
        let code = match self.lua_lines {
            0 => String::new(),
            lines => format!("{lines} lines of Lua; hooks {}", self.hooks.join(", ")),
        };
        let api = self.api.to_string();
        let facts = [
            ("where", &self.place),
            ("by", &self.authors),
            ("licence", &self.licence),
            ("api", &api),
            ("hash", &self.hash),
            ("code", &code),
        ];
        let facts = facts.iter().filter(|(_, fact)| !fact.is_empty());
        facts.map(|(name, fact)| format!("{name:9} {fact}")).collect()
    }
}

/// Everything about one set: where it is, and what `help` tells.
fn info(context: &mut Context, name: &str) -> Result<Reply, Failure> {
    let expansion = context.library.asked(name)?;
    let id = expansion.id();
    let place = match (context.library.path_of(id), context.library.link_of(id)) {
        (Some(path), Some(to)) => format!("{}, a link to {}", path.display(), to.display()),
        (Some(path), None) => path.display().to_string(),
        (None, _) => "built in".into(),
    };
    let setup = tried(&mut context.library, id)?;
    let word = if is_path(name) { name } else { id };
    let columns = context.screen.size.map(|(columns, _)| columns);
    let told = set_help::told(&expansion, word, &setup, false, columns).reply();
    let details = Details {
        place,
        hooks: hooks(&setup, id),
        lua_lines: expansion.scripts().map(|(.., text)| text.lines().count()).sum(),
        api: expansion.api(),
        authors: expansion.authors().join(", "),
        licence: expansion.licence().into(),
        hash: expansion.hash().into(),
    };
    let text = format!("{}\n\n{}", told.text, details.lines().join("\n"));
    Ok(Reply { text, ..told.and(&details) })
}

/// What the shelves have that a word finds.
#[derive(Serialize)]
struct Finds {
    found: Vec<Find>,
    /// What is said if there is nothing.
    #[serde(skip)]
    nothing: String,
    #[serde(skip)]
    columns: Option<usize>,
}

/// A pack on a shelf, and the version that is here.
#[derive(Serialize)]
struct Find {
    #[serde(flatten)]
    ware: Ware,
    shelf: String,
    here: Option<String>,
}

impl Find {
    /// Its id and what is said of it.
    fn line(&self) -> (&str, String) {
        let Find { ware, here, .. } = self;
        let mark = match here {
            Some(version) if *version == ware.version => " (you have it)".to_string(),
            Some(version) => format!(" (you have {version})"),
            None => String::new(),
        };
        (&ware.id, format!("{:8} {}{mark}", ware.version, ware.summary))
    }
}

impl Answer for Finds {
    fn lines(&self) -> Vec<String> {
        match self.found.is_empty() {
            true => vec![self.nothing.clone()],
            false => in_columns(self.found.iter().map(Find::line).collect(), self.columns),
        }
    }
}

fn search(context: &mut Context, word: &str) -> Result<Reply, Failure> {
    let wares = wares(context)?;
    let find = |Offer { shelf, ware }: &Offer| {
        let here = if context.library.has(&ware.id) { context.library.find(&ware.id).ok() } else { None };
        let here = here.map(|set| set.version().to_string());
        Find { ware: ware.clone(), shelf: shelf.clone(), here }
    };
    let found = wares.search(word).into_iter().map(find).collect();
    let (nothing, code) = match wares.are_unread() {
        true => (UNREAD.into(), Cause::Io.code()),
        false if word.is_empty() => ("The shelves are empty.".into(), 0),
        false => (format!("No shelf has anything like {word}."), 0),
    };
    let columns = context.screen.size.map(|(columns, _)| columns);
    Ok(Reply { notes: wares.notes, code, ..Reply::of(&Finds { found, nothing, columns }) })
}

/// A set that was updated.
#[derive(Serialize)]
struct Updated {
    id: String,
    version: String,
    /// What installing it said.
    #[serde(skip)]
    text: String,
}

/// Installs newer versions of installed sets.
fn update(context: &mut Context, name: Option<&str>, yes: bool) -> Result<Reply, Failure> {
    let store = Store::of_user()?;
    let installed = store.installed();
    let ids: Vec<String> = match name {
        Some(name) if !installed.iter().any(|id| id == name) => {
            return Err(Failure::refused(format!("{name} is not installed from a pack; `install {name}` installs it")));
        }
        Some(name) => vec![name.into()],
        None => installed,
    };
    let wares = wares(context)?;
    let (mut updated, mut notes) = (Vec::<Updated>::new(), wares.notes.clone());
    for id in &ids {
        let now = context.library.fresh().find(id).ok().and_then(|set| Version::parse(set.version()).ok());
        let newer = wares.find(id).ok().filter(|offer| now.as_ref().is_none_or(|now| offer.ware.number() > *now));
        let Some(offer) = newer else { continue };
        match offer.fetch().and_then(|pack| install(context, &pack, yes)) {
            Ok(Reply { text, .. }) => {
                updated.push(Updated { id: id.clone(), version: offer.ware.version.clone(), text });
            }
            Err(failure) => notes.push(format!("{id} is not updated: {}", failure.message)),
        }
    }
    let mut lines: Vec<&str> = updated.iter().map(|updated| &*updated.text).collect();
    if lines.is_empty() && notes.len() == wares.notes.len() {
        lines.push(match wares.notes.is_empty() {
            _ if ids.is_empty() => "Nothing is installed from a pack.",
            _ if wares.are_unread() => UNREAD,
            true => "Everything is up to date.",
            false => "The shelves that could be read have nothing newer.",
        });
    }
    let code = match notes.len() > wares.notes.len() {
        true => Cause::Refused.code(),
        false if wares.are_unread() => Cause::Io.code(),
        false => 0,
    };
    Ok(Reply { notes, code, ..Reply::text(lines.join("\n")).with("updated", updated) })
}

/// Remembers where a set is.
fn add(context: &mut Context, path: &str) -> Result<Reply, Failure> {
    let id = at_path(&mut context.library, path)?;
    tried(&mut context.library, &id)?;
    let link = Store::of_user()?.link(&context.pen, &id, std::path::Path::new(path))?;
    context.library = context.library.fresh();
    let text = format!("Added {id}; it stays in {path}. `new {id}` plays it, `expansions remove {id}` forgets it.");
    Ok(Reply::text(text).with("added", id).with("link", link.display().to_string()))
}

/// Removes an installed set, or forgets one that was added.
fn remove(context: &mut Context, id: &str, yes: bool) -> Result<Reply, Failure> {
    let (store, link) = (Store::of_user()?, context.library.link_of(id));
    let told = match store.place(id) {
        Some((path, Place::Link)) => {
            format!("This forgets {}, which is only a link: the set itself stays.", path.display())
        }
        Some((path, Place::Installed)) => format!("This removes {}; its pack is kept for saved games.", path.display()),
        None if context.library.has(id) => {
            let origin = context.library.origin_of(id);
            return Err(Failure::refused(format!("{id} is not installed, it is {origin}; nothing has changed")));
        }
        _ => String::new(),
    };
    if !told.is_empty() {
        agreed(context, &told, &format!("Remove {id}?"), yes)?;
    }
    let (path, _) = store.remove(&context.pen, id)?;
    context.library = context.library.fresh();
    let again = if context.library.has(id) {
        format!(" {id} is now the one that is built in or elsewhere.")
    } else {
        String::new()
    };
    let done = match link {
        Some(to) => format!("Forgot {id}; {} stays.", to.display()),
        None => format!("Removed {}.", path.display()),
    };
    Ok(Reply::text(done + &again).with("removed", path.display().to_string()))
}
