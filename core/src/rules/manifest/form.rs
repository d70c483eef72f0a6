//! Reads what can be built over tiles.

use super::error::ReadResult;
use super::node::Node;
use super::scope::Scope;
use super::word::Word;
use crate::table::catalogue::Form;
use crate::table::geometry::Side;

/// Reads something that can be built over tiles.
pub(super) fn form(name: &Word, node: &Node<'_>, scope: Scope<'_>) -> ReadResult<Form> {
    let mut table = node.table()?;
    let form = Form {
        name: name.text.clone(),
        kind: table.required("kind", |node| scope.kind(node.word()?))?,
        strokes: table.required("strokes", strokes)?,
        token: table.optional("token", |node| scope.token(node.word()?))?,
    };
    scope.finish(table)?;
    Ok(form)
}

/// Reads strokes, each pair of sides once.
fn strokes(node: &Node<'_>) -> ReadResult<Vec<[Side; 2]>> {
    let mut found: Vec<[Side; 2]> = Vec::new();
    for word in node.words()? {
        let [from, to] = stroke(word)?;
        if found.contains(&[from, to]) || found.contains(&[to, from]) {
            return Err(word.error("these two sides are joined already"));
        }
        found.push([from, to]);
    }
    Ok(found)
}

/// Reads a stroke from one side to another: `N-S`.
fn stroke(word: &Word) -> ReadResult<[Side; 2]> {
    let wrong = || word.error("a stroke that is built joins two sides, as in `N-S`");
    let (from, to) = word.text.split_once('-').ok_or_else(wrong)?;
    match (from.parse::<Side>(), to.parse::<Side>()) {
        (Ok(from), Ok(to)) if from != to => Ok([from, to]),
        _ => Err(wrong()),
    }
}
