//! What Tab offers for arguments: sets, editions, options, players, bots and files, each with a description.

use std::fs;
use std::path::Path;

use bastide_core::manifest::{Extent, GameOption, OptionValue};

use crate::bot;
use crate::game::library::{ALWAYS, Library};
use crate::io::split;
use crate::line::command::{Candidate, Context, Typed};
use crate::tell::calls;

/// All sets.
pub fn sets(context: &mut Context, typed: &Typed) -> Vec<Candidate> {
    if typed.word.contains(':') {
        return parts(context, typed.word);
    }
    let ids = context.library.ids().into_iter();
    let about = |library: &mut Library, id: &str| match library.find(id) {
        Ok(expansion) => expansion.summary().to_string(),
        Err(_) => "cannot be loaded".into(),
    };
    ids.map(|id| Candidate::new(&*id, about(&mut context.library, &id))).collect()
}

/// The parts of sets, as `SET:PART`, for a word.
fn parts(context: &mut Context, word: &str) -> Vec<Candidate> {
    let begin = word.split(':').next().unwrap_or_default();
    let ids = context.library.ids().into_iter().filter(|id| id.starts_with(begin) && id != ALWAYS);
    let with_tiles: Vec<String> =
        ids.filter(|id| context.library.find(id).is_ok_and(|expansion| expansion.tiles().next().is_some())).collect();
    let about = |part: &str| if part == "tiles" { "without its rules" } else { "without its tiles" };
    let part = |id: &String| Extent::PARTS.map(|(part, _)| Candidate::new(format!("{id}:{part}"), about(part)));
    with_tiles.iter().flat_map(part).collect()
}

/// All editions.
pub fn editions(context: &mut Context, _: &Typed) -> Vec<Candidate> {
    let Ok(base) = context.library.find(ALWAYS) else { return Vec::new() };
    let list = base.editions().map(|editions| editions.list()).unwrap_or_default();
    list.iter().map(|edition| Candidate::new(edition.name(), edition.about())).collect()
}

/// All kinds of bots.
pub fn bots() -> Vec<Candidate> {
    bot::KINDS.iter().map(|kind| Candidate::new(kind.name, kind.about)).collect()
}

/// The options of the sets on the line, with their values.
pub fn options(context: &mut Context, typed: &Typed) -> Vec<Candidate> {
    let names: Vec<String> = typed.rest.iter().map(|word| word.to_string()).collect();
    let mut sets = vec![ALWAYS.to_string()];
    let ruling = names.iter().map(|word| word.strip_suffix(":rules").unwrap_or(word)).filter(|word| !word.is_empty());
    sets.extend(ruling.filter(|word| context.library.ids().iter().any(|id| id.starts_with(word))).map(String::from));
    let found = sets.iter().filter_map(|set| context.library.find(set).ok()).collect::<Vec<_>>();
    let options = found.iter().flat_map(|set| set.options());
    let one = |option: &GameOption| {
        let value = |value: &OptionValue| Candidate::new(format!("{}={value}", option.name()), option.about());
        option.values().iter().map(value).collect::<Vec<_>>()
    };
    options.flat_map(one).collect()
}

/// Expansions and hooks whose calls can be shown.
pub fn traced(context: &mut Context, _: &Typed) -> Vec<Candidate> {
    let sources = context.table.as_ref().map(calls::sources).unwrap_or_default();
    sources.into_iter().map(|(name, about)| Candidate::new(name, about)).collect()
}

/// What `break on` takes: kinds of events, and the same as [`traced`].
pub fn breakable(context: &mut Context, typed: &Typed) -> Vec<Candidate> {
    let kinds = calls::KINDS.iter().map(|(kind, about)| Candidate::new(*kind, *about));
    kinds.chain(traced(context, typed)).collect()
}

/// The players of the current game.
pub fn players(context: &mut Context, _: &Typed) -> Vec<Candidate> {
    let names = context.table.iter().flat_map(|table| table.game.setup().players());
    names.map(|name| Candidate::new(&**name, "a player")).collect()
}

/// Values for `--bots`: kinds, and `NAME=KIND` for the players on the line.
pub fn seats(context: &mut Context, typed: &Typed) -> Vec<Candidate> {
    let named =
        typed.rest.windows(2).find(|pair| pair[0] == "--players").map(|pair| pair[1].split(',').collect::<Vec<_>>());
    let own = players(context, typed);
    let named = named.unwrap_or_else(|| own.iter().map(|player| player.text.as_str()).collect());
    let kinds = bots();
    let pairs = named.iter().flat_map(|name| {
        kinds.iter().map(move |kind| Candidate::new(format!("{name}={}", kind.text), kind.about.clone()))
    });
    kinds.iter().cloned().chain(pairs).collect()
}

/// The files and folders that start with a word.
pub fn paths(word: &str) -> Vec<Candidate> {
    let (folder, _) = word.rfind('/').map_or(("", word), |slash| word.split_at(slash + 1));
    let entries = fs::read_dir(if folder.is_empty() { Path::new(".") } else { Path::new(folder) });
    let mut found: Vec<Candidate> = entries
        .into_iter()
        .flatten()
        .flatten()
        .take(2_000)
        .filter_map(|entry| {
            let name = entry.file_name().into_string().ok().filter(|name| !name.starts_with('.'))?;
            let is_folder = entry.path().is_dir();
            let text = split::quoted(&format!("{folder}{name}{}", if is_folder { "/" } else { "" }));
            Some(Candidate::new(text, if is_folder { "a folder" } else { "" }))
        })
        .collect();
    found.sort_by(|one, other| one.text.cmp(&other.text));
    found
}

/// Names: players and sets.
pub fn names(context: &mut Context, typed: &Typed) -> Vec<Candidate> {
    [players(context, typed), sets(context, typed)].concat()
}
