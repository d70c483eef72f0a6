//! Which values of options can be combined: what an expansion allows while other options have certain values or other
//! sets are in play.

use super::error::ReadResult;
use super::node::Node;
use super::option::{Choices, Options, Resolved, Said, choices};
use super::refused::RecipeError;
use super::word::Word;
use crate::language::or;

/// A restriction on the values of options.
#[derive(Clone, Debug)]
pub(super) struct Limit {
    pub with: Vec<Word>,
    when: Choices,
    /// Each option with its allowed values.
    fits: Vec<(Word, Vec<Said>)>,
    why: String,
}

impl Limit {
    pub fn read(node: &Node<'_>) -> ReadResult<Limit> {
        let mut table = node.table()?;
        let limit = Limit {
            with: table.or_default("with", |node| Ok(node.words()?.into_iter().cloned().collect()))?,
            when: table.or_default("when", |node| choices(node.table()?))?,
            fits: table.required("option", |node| node.table()?.rest().iter().map(fitting).collect())?,
            why: table.required("why", Node::sentence)?,
        };
        table.finish()?;
        Ok(limit)
    }

    /// Rejects a game whose options break the limit, and unknown options and values.
    pub fn check(&self, set: &str, options: &Options<'_>, resolved: &Resolved) -> Result<(), RecipeError> {
        options.check(&self.when)?;
        for (option, values) in &self.fits {
            let option = options.named(option)?;
            values.iter().try_for_each(|value| option.check(value))?;
        }
        if !resolved.has(&self.when) {
            return Ok(());
        }
        let found = self.fits.iter().filter_map(|fits| Some((fits, resolved.options.get(&fits.0.text)?)));
        let mut broken = found.filter(|((_, values), value)| !values.iter().any(|fits| fits.value == **value));
        let Some(((option, values), value)) = broken.next() else { return Ok(()) };
        let when = self.when.iter().map(|(option, said)| format!("{}={}", option.text, said.value));
        let fits: Vec<String> = values.iter().map(|fits| fits.value.to_string()).collect();
        Err(RecipeError::Clash {
            set: [set.to_string()].into_iter().chain(when).collect::<Vec<_>>().join(" with ").into(),
            option: option.text.as_str().into(),
            value: value.to_string().into(),
            fits: or(&fits).into(),
            why: self.why.as_str().into(),
        })
    }
}

fn fitting((option, node): &(&Word, Node<'_>)) -> ReadResult<(Word, Vec<Said>)> {
    let values = node.one_or_list()?.iter().map(Said::read).collect::<ReadResult<Vec<_>>>()?;
    match values.is_empty() {
        true => Err(node.error("name at least one value that fits")),
        false => Ok(((*option).clone(), values)),
    }
}
