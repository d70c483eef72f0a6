//! Checks what a manifest or an overlay declares, line by line, with the readers that make a game.

use super::beside::{piles, players, settings, start, zone};
use super::error::ReadResult;
use super::form::form;
use super::kind;
use super::node::{Node, Table};
use super::scope::Scope;
use super::supply::{figure, token};
use super::tiles::{COPIES, Redrawing, TILE_KEYS};
use super::tree::Tree;
use super::vocabulary::LINES;
use super::word::Word;

/// Keys of a tile, so a kind cannot have these names.
const KINDS: [&str; 4] = [TILE_KEYS[0], TILE_KEYS[1], TILE_KEYS[2], COPIES];
/// Counted on every feature, so a tag cannot have these names.
const TAGS: [&str; 2] = [LINES[0].0, LINES[1].0];
/// The zones of every game, so a zone of a set cannot have these names.
const ZONES: [&str; 6] = ["pile", "aside", "out", "hand", "bank", "supply"];
/// What labs set and expect in every game, so a counter cannot have these names.
const COUNTERS: [&str; 14] = [
    "points", "option", "score", "supply", "figure", "feature", "tiles", "tokens", "drawn", "decision", "over",
    "legal", "options", "log",
];
/// The verbs of every game.
const VERBS: [&str; 6] = ["place", "discard", "pass", "first", "score", "again"];
/// The sections in which something can say how it is drawn.
const DRAWN: [&str; 7] = ["kinds", "tags", "figures", "tokens", "zones", "counters", "forms"];

/// How something is drawn: a table whose keys are read by the code that draws it.
#[derive(Clone, Debug)]
pub struct LookTable<'a> {
    /// `kinds`, `tags`, `figures`, `tokens`, `zones`, `counters` or `forms`.
    pub section: &'static str,
    /// The name of what is drawn.
    pub name: &'a str,
    /// The table.
    pub node: Node<'a>,
}

/// Returns the looks in a manifest.
pub(super) fn looks(manifest: &Tree) -> impl Iterator<Item = LookTable<'_>> {
    let declared = |section: &'static str| manifest.section(section).iter().map(move |line| (section, line));
    DRAWN.into_iter().flat_map(declared).filter_map(|(section, (name, lines))| {
        Some(LookTable { section, name: &name.text, node: Node::new(lines.get("look")?) })
    })
}

/// Takes everything that a game is made from out of the table of a manifest or an overlay, and checks it.
pub(super) fn check(table: &mut Table<'_>, scope: Scope<'_>) -> ReadResult<()> {
    table.named("kinds", |name, node| kind::read(own(name, &KINDS)?, node, scope))?;
    table.named("figures", |name, node| figure(name, node, scope))?;
    table.named("tokens", |name, node| token(name, node, scope))?;
    match scope {
        Scope::Overlay => drop(table.optional("tiles", redrawings)?),
        _ => check_names(table, scope)?,
    }
    table.named("zones", |name, node| zone(own(name, &ZONES)?, node, scope))?;
    table.optional("players", players)?;
    table.optional("settings", |node| settings(node, scope))?;
    table.optional("start", |node| start(node).map(drop))?;
    table.optional("piles", |node| piles(node).map(drop))?;
    table.optional("aside", Node::sum)?;
    table.optional("out", Node::sum)?;
    Ok(())
}

/// Takes sections that only declare names out of the table of a manifest.
fn check_names(table: &mut Table<'_>, scope: Scope<'_>) -> ReadResult<()> {
    table.named("tags", |name, node| {
        let mut lines = node.table()?;
        lines.optional("turns", Node::flag)?;
        lines.optional("open", Node::flag)?;
        scope.finish_shared(lines)?;
        own(name, &TAGS).map(drop)
    })?;
    table.named("forms", |name, node| form(name, node, scope).map(drop))?;
    table.named("counters", |name, node| scope.finish(node.table()?).and(own(name, &COUNTERS)).map(drop))?;
    table.named("verbs", |name, node| node.sentence().and(own(name, &VERBS)).map(drop))?;
    Ok(())
}

fn redrawings(node: &Node<'_>) -> ReadResult<()> {
    // An overlay is one layer here; the layers above it are added when a game is made.
    node.table()?;
    node.lines().iter().try_for_each(|(id, lines)| Redrawing::read(id, lines).map(drop))
}

/// Returns the name, unless the word already has a meaning.
fn own<'a>(name: &'a Word, taken: &[&str]) -> ReadResult<&'a Word> {
    if taken.contains(&name.text.as_str()) {
        return Err(name.error(format!("`{}` has another meaning in manifests: choose a new name", name.text)));
    }
    Ok(name)
}
