//! Reads the declaration of a kind of feature, one line for each key.

use super::error::ReadResult;
use super::node::Node;
use super::scope::Scope;
use super::word::Word;
use crate::table::catalogue::{Closes, Course, FeatureKind, NeighbourRule, Pays, Worth};
use crate::table::tile::{Edge, FIELD};

const EDGES: [(&str, Edge); 3] = [("side", Edge::Side), ("middle", Edge::Middle), ("none", Edge::None)];
const CLOSES: [(&str, Closes); 3] =
    [("sides", Closes::Sides), ("neighbours", Closes::Neighbours), ("never", Closes::Never)];
const PAYS: [(&str, Pays); 3] =
    [("feature", Pays::Feature), ("neighbour", Pays::Neighbour), ("neighbour-once", Pays::NeighbourOnce)];
const EDGE: &str = "edge = \"side\", \"middle\" or \"none\": what it takes of a side";
const CLOSE: &str = "closes = \"sides\", \"neighbours\" or \"never\": when it is complete";
/// The maximum number of points for one of anything, positive or negative.
const MAX_RATE: i64 = 1_000;
/// The maximum number of tiles in `exactly`.
const MAX_EXACTLY: u16 = 1_000;

/// Reads a kind.
pub(super) fn read(name: &Word, node: &Node<'_>, scope: Scope<'_>) -> ReadResult<FeatureKind> {
    let mut table = node.table()?;
    let missing = |key: &str| name.error(format!("the kind `{}` has no `{key}`", name.text));
    let edge = table.optional("edge", |node| node.choice(&EDGES))?.or((name.text == FIELD).then_some(Edge::None));
    let closes = table.optional("closes", |node| node.choice(&CLOSES))?;
    let kind = FeatureKind {
        name: name.text.clone(),
        edge: scope.needed(edge, Edge::None, || missing("edge").with_help(EDGE))?,
        closes: scope.needed(closes, Closes::Never, || missing("closes").with_help(CLOSE))?,
        role: table.optional("role", |node| Ok(node.word()?.name()?.text.clone()))?.unwrap_or("follower".into()),
        claim: table.optional("claim", claim)?.unwrap_or(true),
        covered: table.optional("covered", Node::flag)?.unwrap_or(true),
        continues: table.or_default("continues", Node::flag)?,
        begins: table.optional("begins", |node| scope.tag(node.word()?))?,
        course: table.or_default("course", course)?,
        counts_as: table.optional("counts_as", |node| scope.kind(node.word()?))?,
        order: table.optional("order", |node| node.integer(0..=255))?.map_or(u8::MAX, |order| order as u8),
        complete: table.or_default("complete", |node| worth(node, scope))?,
        incomplete: table.or_default("incomplete", |node| worth(node, scope))?,
        exactly: table.or_default("exactly", |node| exactly(node, scope))?,
        neighbours: table.or_default("neighbours", |node| neighbours(name, node, scope))?,
    };
    scope.finish_shared(table)?;
    Ok(kind)
}

/// Whether followers that do not say where they stand may stand on the kind.
pub(super) fn is_for_followers(node: &Node<'_>) -> bool {
    node.get("claim").is_some_and(|claim| claim.is_word())
}

fn claim(node: &Node<'_>) -> ReadResult<bool> {
    if node.is_word() { node.choice(&[("followers", true)]) } else { node.flag() }
}

fn rate(node: &Node<'_>) -> ReadResult<i16> {
    Ok(node.integer(-MAX_RATE..=MAX_RATE)? as i16)
}

fn worth(node: &Node<'_>, scope: Scope<'_>) -> ReadResult<Worth> {
    node.table()?.rest().iter().map(|(line, node)| Ok((scope.line(line)?, rate(node)?))).collect()
}

fn exactly(node: &Node<'_>, scope: Scope<'_>) -> ReadResult<Vec<(u16, Worth)>> {
    let entries = node.table()?.rest();
    let entry = |(tiles, node): &(&Word, Node<'_>)| {
        let number = tiles.text.parse().ok().filter(|number| (1..=MAX_EXACTLY).contains(number));
        let wrong = || tiles.error(format!("expected a number of tiles from 1 to {MAX_EXACTLY}"));
        Ok((number.ok_or_else(wrong)?, worth(node, scope)?))
    };
    entries.iter().map(entry).collect()
}

fn course(node: &Node<'_>) -> ReadResult<Course> {
    let mut table = node.table()?;
    let course = Course {
        apart: table.optional("apart", Node::sentence)?,
        winds: table.optional("winds", Node::sentence)?,
        past_straight: table.or_default("past_straight", Node::flag)?,
    };
    table.finish()?;
    Ok(course)
}

fn neighbours(name: &Word, node: &Node<'_>, scope: Scope<'_>) -> ReadResult<Option<NeighbourRule>> {
    let mut table = node.table()?;
    let kind = table.optional("kind", |node| scope.kind(node.word()?))?;
    let rate = table.optional("rate", rate)?;
    let pays = table.optional("pays", |node| node.choice(&PAYS))?;
    let bit = |bits, tag: &&Word| Ok(bits | 1 << scope.tag(tag)?.0);
    let twice = table.or_default("twice", |node| node.sum()?.words.iter().try_fold(0, bit))?;
    table.finish()?;
    if kind.is_none() && rate.is_none() && pays.is_none() {
        return Ok(None);
    }
    let rule = kind
        .zip(rate)
        .map(|(kind, rate)| Some(NeighbourRule { kind, rate, pays: pays.unwrap_or(Pays::Feature), twice }));
    let missing = || name.error(format!("the neighbours of `{}` need a `kind` and a `rate`", name.text));
    scope.needed(rule, None, missing)
}
