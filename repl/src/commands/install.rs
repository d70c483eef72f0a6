//! `install`: installs a set from a pack, a folder, an address or a shelf, after saying what it may do.

use std::path::Path;

use clap::ValueHint;

use crate::game::library::is_path;
use crate::io::files;
use crate::io::reply::Answer;
use crate::line::command::{Args, Command, Context, Failure, FullScreen, Reply};
use crate::share::archive::MAX_ARCHIVE;
use crate::share::fetch;
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
        looked for on the shelves of the settings, as in shelves = [\"https://…\", \"DIR\"].";
    const NOT_IN_SCENES: Option<&str> = Some("a scene reads and writes no files");

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let (pack, notes) = found(context, &self.what)?;
        let reply = install(context, &pack, self.yes)?;
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
        return Ok((gather(path)?.pack(&context.library)?, Vec::new()));
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

/// Installs a pack after the person agreed, or with `yes`.
pub fn install(context: &mut Context, pack: &Pack, yes: bool) -> Result<Reply, Failure> {
    let store = Store::of_user()?;
    let powers = Powers::of(pack, &context.library)?;
    let (id, version) = (pack.expansion.id(), pack.expansion.version());
    let told = powers.lines().join("\n");
    let is_asked = agreed(context, &told, &format!("Install {id}?"), yes)?;
    let path = store.install(&context.pen, pack)?;
    context.library = context.library.fresh();
    let done = format!("Installed {id} {version}; `new {id}` plays it, `help {id}` tells its rules.");
    let text = if is_asked { done } else { format!("{told}\n{done}") };
    Ok(Reply::text(text).and(&powers).with("installed", path.display().to_string()))
}

/// Asks whether to do what was told, unless the answer was given with the command. Returns whether it was asked.
pub fn agreed(context: &Context, told: &str, question: &str, yes: bool) -> Result<bool, Failure> {
    // While the table is a full screen, nothing else can use the terminal.
    let ask = context.ask.filter(|_| context.full_screen != FullScreen::Open);
    match ask {
        _ if yes => Ok(false),
        Some(ask) if ask(&format!("{told}\n{question}")) => Ok(true),
        Some(_) => Err(Failure::refused("nothing has changed")),
        None => Err(Failure::refused(format!(
            "{told}\nnobody can be asked here: --yes agrees to this; nothing has changed"
        ))),
    }
}
