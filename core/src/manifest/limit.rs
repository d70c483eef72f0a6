//! Which values of options go together: what an expansion allows while other options have a value or other sets are in play.

use super::node::{Node, Read, Word};
use super::option::{Choices, Options, choices};
use super::recipe::{Recipe, RecipeError, Resolved};

/// What options may only be.
#[derive(Clone, Debug)]
pub(super) struct Limit {
    with: Vec<Word>,
    when: Choices,
    /// Each option with the values that fit.
    fits: Vec<(Word, Vec<Word>)>,
    why: String,
}

/// Reads the limits of a manifest.
pub(super) fn read(node: Node<'_>) -> Read<Vec<Limit>> {
    node.list()?.into_iter().map(Limit::read).collect()
}

impl Limit {
    fn read(node: Node<'_>) -> Read<Limit> {
        let mut table = node.table()?;
        let limit = Limit {
            with: table.optional("with", |node| node.words())?.unwrap_or_default(),
            when: table.optional("when", |node| choices(node.table()?))?.unwrap_or_default(),
            fits: table.required("option", |node| node.table()?.rest().into_iter().map(fitting).collect())?,
            why: table.required("why", |node| node.sentence())?,
        };
        table.finish()?;
        Ok(limit)
    }

    /// Refuses options and values that nobody declared.
    fn check_words(&self, options: &Options<'_>) -> Read<()> {
        options.check(&self.when)?;
        let fits = self.fits.iter().flat_map(|(option, values)| values.iter().map(move |value| (option, value)));
        fits.into_iter().try_for_each(|(option, value)| options.named(option)?.check(value))
    }

    /// Refuses a game whose options are what the limit does not allow.
    fn check(&self, set: &str, resolved: &Resolved) -> Result<(), RecipeError> {
        let is = |option: &Word, value: &Word| resolved.options.get(&option.text) == Some(&value.text);
        if !self.when.iter().all(|(option, value)| is(option, value)) {
            return Ok(());
        }
        let broken = self.fits.iter().find(|(option, values)| !values.iter().any(|value| is(option, value)));
        let Some((option, values)) = broken else { return Ok(()) };
        let when = self.when.iter().map(|(option, value)| format!("{}={}", option.text, value.text));
        Err(RecipeError::Clash {
            set: [set.to_string()].into_iter().chain(when).collect::<Vec<_>>().join(" with ").into(),
            option: option.text.as_str().into(),
            value: resolved.options.get(&option.text).map_or("", String::as_str).into(),
            fits: values.iter().map(|value| value.text.as_str()).collect::<Vec<_>>().join(" or ").into(),
            why: self.why.as_str().into(),
        })
    }
}

fn fitting((option, node): (Word, Node<'_>)) -> Read<(Word, Vec<Word>)> {
    let values = node.one_or_list()?.iter().map(Node::scalar).collect::<Read<Vec<_>>>()?;
    match values.is_empty() {
        true => Err(node.place().error("name at least one value that fits")),
        false => Ok((option, values)),
    }
}

/// Holds the options of a game against what the expansions in play allow.
pub(super) fn check(recipe: &Recipe, options: &Options<'_>, resolved: &Resolved) -> Result<(), RecipeError> {
    for portion in recipe.expansions.iter().filter(|portion| portion.extent.rules) {
        let is_for = |limit: &&Limit| {
            limit.with.iter().all(|set| recipe.extent_of(&set.text).is_some_and(|extent| extent.rules))
        };
        for limit in portion.expansion.limits.iter().filter(is_for) {
            limit.check_words(options)?;
            limit.check(portion.expansion.id(), resolved)?;
        }
    }
    Ok(())
}
