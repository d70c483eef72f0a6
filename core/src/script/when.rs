//! Filters of hooks: data that is checked in Rust, so that Lua is entered only where a rule may apply.

use mlua::{Table, Value};

use super::Words;
use crate::catalogue::{FigureKindId, KindId, TagId};
use crate::feature::FeatureId;
use crate::rulebook::Position;

/// When a hook wants to be called. What it does not mention does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct When {
    /// Kinds of features, one of which it must be.
    kinds: Vec<KindId>,
    /// Marks, one of which must be on the feature.
    tags: Vec<TagId>,
    /// Kinds of figures, one of which must stand on the feature.
    figures: Vec<FigureKindId>,
    /// Whether the feature must be complete, or must not be.
    complete: Option<bool>,
    /// Whether the options are as it asks; looked at once.
    pub in_force: bool,
}

impl When {
    /// Always.
    pub fn always() -> When {
        When { in_force: true, ..When::default() }
    }

    /// Reads a `when` table. The error is a sentence about one of its keys.
    pub fn read(table: &Table, words: &Words<'_>) -> Result<When, String> {
        let mut when = When::always();
        for pair in table.pairs::<String, Value>() {
            let (key, value) = pair.map_err(|_| "the keys of `when` are names".to_string())?;
            match key.as_str() {
                "kind" => when.kinds = words.each(&key, &value, "kind of feature", |name| words.kind(name))?,
                "tag" => when.tags = words.each(&key, &value, "tag", |name| words.tag(name))?,
                "figure" => when.figures = words.each(&key, &value, "figure", |name| words.figure(name))?,
                "complete" => when.complete = Some(value.as_boolean().ok_or("`complete` is true or false")?),
                "option" => when.in_force = words.options_hold(&value)?,
                _ => return Err(words.unknown(&key, &["complete", "figure", "kind", "option", "tag"])),
            }
        }
        Ok(when)
    }

    /// Whether a feature that is being scored is one that the hook wants to hear of.
    pub fn holds(&self, position: Position<'_>, feature: FeatureId, complete: bool) -> bool {
        let features = &position.state.features;
        let any = |list: &[_], holds: &dyn Fn(&_) -> bool| list.is_empty() || list.iter().any(holds);
        self.complete.is_none_or(|wanted| wanted == complete)
            && any(&self.kinds, &|kind| *kind == features.kind(feature))
            && (self.tags.is_empty() || self.tags.iter().any(|&tag| features.tag(feature, tag) > 0))
            && (self.figures.is_empty() || self.stands(position, feature))
    }

    fn stands(&self, position: Position<'_>, feature: FeatureId) -> bool {
        let state = position.state;
        state.figures_on(feature).any(|(figure, _)| self.figures.contains(&state.figure(figure).kind))
    }
}
