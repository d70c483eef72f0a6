//! Things in words: figures in sentences, the topic of a question, results of Lua.

use crate::play::game::{ChoiceContext, Game};
use crate::rules::script::{Role, Thing};
use crate::table::choice::{Choice, Target};
use crate::table::fault::Fault;
use crate::table::figure::{Figure, PlayerId};
use crate::table::state::About;

impl Game {
    /// Runs Lua on a copy of the table, so that nothing changes. Returns what it printed and its results, one line each.
    pub fn evaluate(&self, code: &str, role: Role) -> Result<Vec<String>, Box<Fault>> {
        self.setup().evaluate((&mut self.state().clone(), code), role, &|thing| self.thing_words(thing))
    }

    /// Returns a figure for a sentence, with its owner: `Red's follower`; `the` and its kind if it has none.
    pub fn figure_with_owner(&self, figure: &Figure) -> String {
        let kind = &self.catalogue().figure(figure.kind).name;
        match figure.owner {
            PlayerId::NOBODY => format!("the {kind}"),
            owner => format!("{}'s {kind}", self.player_name(owner)),
        }
    }

    /// Returns what the open question is about, in words. A feature, tile or figure is given by its name.
    pub fn about_words(&self) -> Option<String> {
        let about = self.decision()?.topic().about?;
        Some(match about {
            About::Feature(feature) => self.feature_name(feature),
            About::Tile(tile) => self.state().board.tile(tile).cell.to_string(),
            About::Figure(figure) => self.target_words(Target::Figure(figure), ChoiceContext::default())?,
            About::Loose(loose) => self.loose_words(loose),
            About::Player(player) => self.player_name(player).into(),
            About::Text(text) => self.setup().reason(text)?.to_string(),
        })
    }

    /// Returns why the open question is asked, in the words of the rule.
    pub fn why_words(&self) -> Option<String> {
        self.setup().reason(self.decision()?.topic().why?).map(|why| why.to_string())
    }

    /// Returns what an option of the open question brings, in the words of the rule.
    pub fn label_words(&self, choice: Choice) -> Option<String> {
        let decision = self.decision()?;
        let n = decision.options().position(|option| option == choice)?;
        self.setup().reason(decision.label(n)?).map(|label| label.to_string())
    }

    /// Returns the name of an object of the game that Lua returned.
    pub fn thing_words(&self, thing: Thing) -> String {
        match thing {
            Thing::Player(PlayerId::NOBODY) => "nobody".into(),
            Thing::Player(player) => self.player_name(player).into(),
            Thing::Figure(figure) => {
                let figure = self.state().figure(figure);
                format!("{} on {}", self.figure_with_owner(figure), self.place_words(figure.zone))
            }
            Thing::Feature(segment) => self.feature_name(self.state().features.of(segment)),
            Thing::Segment(segment) => self.far_name(segment),
            Thing::Tile(tile) => {
                let placed = self.state().board.tile(tile);
                format!("{} at {} {}", self.catalogue().tile_name(placed.tile), placed.cell, placed.rotation)
            }
            Thing::Loose(loose) => self.loose_words(loose),
            Thing::Cell(cell) => cell.to_string(),
            Thing::Corner(corner) => corner.to_string(),
            Thing::Other(kind) => kind.into(),
        }
    }
}
