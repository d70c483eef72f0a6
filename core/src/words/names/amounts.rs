//! Answers to questions for an amount: any number of a range, of which only some are listed as options.

use crate::play::game::Game;
use crate::refuse;
use crate::table::choice::{Choice, Target};
use crate::table::refusal::Refusal;

impl Game {
    /// Parses an amount that is not listed; `None` if no question asks for one with this verb.
    pub(super) fn amount_named(&self, verb: &str, rest: &[&str]) -> Option<Result<Choice, Refusal>> {
        let amounts = self.decision()?.topic().amounts?;
        let (id, [number]) = (amounts.verb, rest) else { return None };
        if self.catalogue().verbs[id.0 as usize].name != verb {
            return None;
        }
        let said = number.parse().ok().map(|number| Choice::Do(id, Target::Number(number)));
        let (least, most) = (amounts.least, amounts.most);
        let refusal = || refuse!("`{number}` is not a number from {least} to {most}");
        Some(said.filter(|&choice| amounts.has(choice)).ok_or_else(refusal))
    }
}
