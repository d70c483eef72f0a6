//! `install`: installs a set from a pack, a folder, an address or a shelf, after saying what it may do.

use std::iter;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use bastide_core::language::and;
use bastide_core::manifest::Expansion;
use clap::ValueHint;
use serde::Serialize;

use crate::game::library::{Library, is_path};
use crate::io::files;
use crate::io::reply::Answer;
use crate::line::command::{Args, Command, Context, Failure, FullScreen, NO_FILES, Reply};
use crate::share::archive::MAX_ARCHIVE;
use crate::share::fetch;
use crate::share::needs::{Brought, brought, lacks};
use crate::share::pack::{PACK, Pack, gather};
use crate::share::powers::Powers;
use crate::share::store::Store;
use crate::share::wares::{PACK_LIMITS, Wares};

/// Install a set
#[derive(Args)]
pub struct Install {
    /// FILE.bastide, a folder, FILE.lua, an https:// address, or a name (NAME@VERSION) on a shelf
    #[arg(value_name = "WHAT", value_hint = ValueHint::AnyPath)]
    what: String,
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Command for Install {
    const NAME: &str = "install";
    const FORM: &str = "install WHAT";
    const YIELDS: bool = true;
    const EXAMPLES: &str = "install my-set-1.0.0.bastide        install ./my-set        install NAME --yes\n\n\
        Checks the pack, says what the set needs, replaces and may do, and asks; in a script --yes is the answer. It is\n\
        put in place in one step when everything is checked: if anything fails, what was there before stays. A name is\n\
        looked for on the shelves of the settings, as in shelves = [\"https://…\", \"DIR\"]; so is what the set needs and\n\
        you do not have.";
    const NOT_IN_SCENES: Option<&str> = Some(NO_FILES);

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let (pack, mut notes) = found(context, &self.what)?;
        let reply = install(context, &pack, self.yes)?;
        notes.extend(reply.notes.iter().filter(|note| !notes.contains(note)).cloned().collect::<Vec<_>>());
        Ok(Reply { notes, ..reply })
    }
}

/// The pack that a word means, and notes on shelves that could not be read.
fn found(context: &Context, what: &str) -> Result<(Pack, Vec<String>), Failure> {
    let path = Path::new(what);
    let is_file = path.extension().is_some_and(|ending| ending == PACK);
    if fetch::is_address(what) {
        return Ok((Pack::open(fetch::get(what, PACK_LIMITS)?, what)?, Vec::new()));
    }
    if is_file {
        return Ok((Pack::open(files::read(path, MAX_ARCHIVE)?, what)?, Vec::new()));
    }
    if is_path(what) {
        if !path.exists() {
            return Err(Failure::io(format!("there is no folder or file {what}")));
        }
        let gathered = gather(path)?;
        let with = with_needs(context, &gathered.expansion()?)?;
        return Ok((gathered.pack(&with.library)?, with.notes));
    }
    let wares = wares(context).map_err(|failure| match path.exists() {
        true => Failure::refused(format!("{what} is looked for on shelves; `install ./{what}` means the one here")),
        false => failure,
    })?;
    let offer = wares.find(what).map_err(|failure| {
        let why = [vec![failure.message.clone()], wares.notes.clone()].concat();
        Failure { message: why.join("\n  "), ..failure }
    })?;
    Ok((offer.fetch()?, wares.notes.clone()))
}

/// What the shelves of the settings have.
pub fn wares(context: &Context) -> Result<Wares, Failure> {
    let shelves = context.config.list("shelves").unwrap_or_default();
    if shelves.is_empty() {
        let why = "no shelf is named in the settings, as in shelves = [\"https://…\"]; `paths` shows where they are";
        return Err(Failure::refused(why));
    }
    Ok(Wares::read(shelves))
}

/// What a set needs: the packs that bring it, the sets with them, and notes on shelves that could not be read.
struct Needs {
    brought: Vec<Brought>,
    library: Library,
    notes: Vec<String>,
}

/// Finds on the shelves what a set needs and is not here. Shelves are only read if something is missing.
fn with_needs(context: &Context, expansion: &Arc<Expansion>) -> Result<Needs, Failure> {
    let mut needs = Needs { brought: Vec::new(), library: context.library.clone(), notes: Vec::new() };
    if lacks(expansion, &mut needs.library)
        && let Ok(wares) = wares(context)
    {
        needs.brought = brought(expansion, &mut needs.library, &wares)?;
        needs.notes = wares.notes;
    }
    Ok(needs)
}

/// What was installed.
#[derive(Serialize)]
struct Installed {
    #[serde(flatten)]
    powers: Powers,
    /// Where it is.
    #[serde(rename = "installed")]
    path: String,
    brought: Vec<Extra>,
    /// What was not told before.
    #[serde(skip)]
    told: Option<String>,
}

/// A set that was installed because another needs it.
#[derive(Serialize)]
struct Extra {
    id: String,
    version: String,
    shelf: String,
    #[serde(rename = "installed")]
    path: String,
}

impl Answer for Installed {
    fn lines(&self) -> Vec<String> {
        let Powers { id, version, .. } = &self.powers;
        let others: Vec<&str> = self.brought.iter().map(|extra| &*extra.id).collect();
        let also = if others.is_empty() { String::new() } else { format!(" with {}", and(&others)) };
        let done = format!("Installed {id} {version}{also}; `new {id}` plays it, `help {id}` tells its rules.");
        self.told.iter().cloned().chain([done]).collect()
    }
}

/// Installs a pack and what it needs after the person agreed, or with `yes`.
pub fn install(context: &mut Context, pack: &Pack, yes: bool) -> Result<Reply, Failure> {
    let store = Store::of_user()?;
    let Needs { brought, library, notes } = with_needs(context, &pack.expansion)?;
    let powers = Powers::of(pack, &library).map_err(|failure| {
        let why = [vec![failure.message.clone()], notes.clone()].concat();
        Failure { message: why.join("\n  "), ..failure }
    })?;
    let mut told = powers.lines();
    for Brought { shelf, pack } in &brought {
        told.push(format!("It brings along what it needs, from {shelf}:"));
        told.extend(Powers::of(pack, &library)?.lines());
    }
    let all: Vec<&str> = iter::once(&*powers.id).chain(brought.iter().map(|other| other.pack.expansion.id())).collect();
    let told = told.join("\n");
    let is_asked = agreed(context, &told, &format!("Install {}?", and(&all)), yes)?;
    let done = put_in_place(context, &store, &brought, pack);
    context.library = context.library.fresh();
    let (path, brought) = done?;
    let told = (!is_asked).then_some(told);
    Ok(Reply { notes, ..Reply::of(&Installed { path: path.display().to_string(), brought, told, powers }) })
}

/// Installs what a set needs, then the set itself, and returns where it is and what it brought.
fn put_in_place(
    context: &Context,
    store: &Store,
    brought: &[Brought],
    pack: &Pack,
) -> Result<(PathBuf, Vec<Extra>), Failure> {
    let (mut extras, mut ids) = (Vec::new(), Vec::new());
    for Brought { shelf, pack } in brought {
        let path = store.install(&context.pen, pack).map_err(|failure| after(failure, &ids))?;
        let (id, version) = (pack.expansion.id(), pack.expansion.version());
        let (shelf, path) = (shelf.clone(), path.display().to_string());
        extras.push(Extra { id: id.into(), version: version.into(), shelf, path });
        ids.push(id);
    }
    let path = store.install(&context.pen, pack).map_err(|failure| after(failure, &ids))?;
    Ok((path, extras))
}

/// A failure after some sets were installed. Each is complete by itself, so they stay.
fn after(failure: Failure, ids: &[&str]) -> Failure {
    if ids.is_empty() {
        return failure;
    }
    let why = failure.message.trim_end_matches("; nothing has changed");
    Failure { message: format!("{why}; only what it needs is installed: {}", and(ids)), ..failure }
}

/// Asks whether to do what was told, unless the answer was given with the command. Returns whether it was asked.
pub fn agreed(context: &Context, told: &str, question: &str, yes: bool) -> Result<bool, Failure> {
    // While the table is a full screen, nothing else can use the terminal.
    let ask = context.ask.filter(|_| context.full_screen != FullScreen::Open);
    match ask {
        _ if yes => Ok(false),
        Some(ask) if ask(&format!("{told}\n{question}")) => Ok(true),
        Some(_) => Err(Failure::refused("nothing has changed")),
        None => Err(Failure::refused(format!("{told}\nnothing has changed: cannot ask here; use --yes to agree"))),
    }
}
