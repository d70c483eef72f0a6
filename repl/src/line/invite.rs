//! A new game by questions: players, bots, sets, edition. Every answer can be empty. Knows the questions and what
//! answers mean, never how they are read.

use bastide_core::language::{and, or};

use crate::game::library::{ALWAYS, make_setup};
use crate::game::new::{self, COLOURS, New, OPPONENT};
use crate::io::reply::Failure;
use crate::io::split;
use crate::line::candidates;
use crate::line::command::{Candidate, Context, Typed};

/// The answers so far.
#[derive(Clone, Debug, Default)]
pub struct Invitation {
    new: New,
    asked: usize,
    /// Whether the default players were accepted, so that only one of them is a person.
    is_alone: bool,
}

/// A question.
pub struct Question {
    /// What is asked, and how to write the answer.
    pub sentence: String,
    /// The text before the answer: a word, and what an empty answer means.
    pub prompt: String,
    /// The possible answers.
    pub candidates: Vec<Candidate>,
}

/// Those of the possible answers to a question that a typed line could become, and where the completed word starts.
pub fn answers(candidates: &[Candidate], typed: &str) -> (usize, Vec<Candidate>) {
    let start = typed.rfind([' ', ',']).map_or(0, |at| at + 1);
    let begins = |candidate: &&Candidate| candidate.text.to_lowercase().starts_with(&typed[start..].to_lowercase());
    (start, candidates.iter().filter(begins).cloned().collect())
}

const NONE: &str = "none";
/// Nothing has been typed yet.
const NOTHING: Typed = Typed { rest: &[], word: "" };

impl Invitation {
    /// No question is answered yet.
    pub fn new() -> Invitation {
        Invitation::default()
    }

    /// The next question; `None` if all are answered.
    pub fn question(&self, context: &mut Context) -> Option<Question> {
        let usual = self.usual(context);
        let (word, sentence, candidates) = match self.asked {
            0 => ("Players", "Who plays? Names separated by commas, or a number.".to_string(), numbers()),
            1 => {
                let players = and(self.new.players.as_deref().unwrap_or_default());
                let kinds = or(&candidates::bots().into_iter().map(|kind| kind.text).collect::<Vec<_>>());
                let sentence = format!(
                    "Which of {players} are bots? A kind for all but the first ({kinds}), or NAME=KIND, or none."
                );
                ("Bots", sentence, self.seats())
            }
            2 => {
                let sentence = "Which sets? Names separated by spaces; Tab lists them.".to_string();
                let sets = candidates::sets(context, &NOTHING).into_iter().filter(|set| set.text != ALWAYS);
                ("Sets", sentence, sets.collect())
            }
            3 => (
                "Edition",
                "Which edition of the rules? Tab lists them.".to_string(),
                candidates::editions(context, &NOTHING),
            ),
            _ => return None,
        };
        Some(Question { sentence, prompt: format!("{word} [{usual}]"), candidates })
    }

    /// What an empty answer means.
    fn usual(&self, context: &mut Context) -> String {
        let set = &context.defaults;
        let joined = |words: &[String], by: &str| (!words.is_empty()).then(|| words.join(by));
        match self.asked {
            0 => set.players.as_deref().and_then(|players| joined(players, ",")).unwrap_or(COLOURS[..2].join(",")),
            1 => match joined(&set.bots, ",") {
                Some(bots) => bots,
                None if self.is_alone && set.players.is_none() => OPPONENT.into(),
                None => NONE.into(),
            },
            2 => joined(&set.expansions, " ").unwrap_or(NONE.into()),
            _ => {
                let base = context.library.find(ALWAYS).ok();
                let first = base.and_then(|base| base.editions().map(|editions| editions.default().to_string()));
                set.edition.clone().or(first).unwrap_or(NONE.into())
            }
        }
    }

    fn seats(&self) -> Vec<Candidate> {
        let kinds = candidates::bots();
        let players = self.new.players.iter().flatten();
        let pair = |name: &String| {
            let name = name.clone();
            kinds.clone().into_iter().map(move |kind| Candidate::new(format!("{name}={}", kind.text), kind.about))
        };
        let pairs: Vec<Candidate> = players.flat_map(pair).collect();
        [vec![Candidate::new(NONE, "everyone is a person")], kinds.clone(), pairs].concat()
    }

    /// Takes an answer; after a wrong one the question stays open.
    pub fn answer(&mut self, context: &mut Context, line: &str) -> Result<(), Failure> {
        let usual = self.usual(context);
        let said = if line.trim().is_empty() { usual.as_str() } else { line.trim() };
        let words = |by: &[char]| -> Vec<String> {
            let words = said.split(|sign: char| by.contains(&sign)).map(str::trim);
            words.filter(|word| !word.is_empty() && *word != NONE).map(String::from).collect()
        };
        let mut new = self.new.clone();
        match self.asked {
            0 => {
                let number = said.parse::<usize>().ok();
                self.is_alone = number.is_some() || said == usual;
                let players = match number {
                    // A seventh name, so that too many players are refused with the usual message.
                    Some(n) => COLOURS.iter().chain(&["Seventh"]).take(n).map(|name| name.to_string()).collect(),
                    None => words(&[',', ' ']),
                };
                make_setup(context.library.recipe(&[])?, players.clone(), false)?;
                new.players = Some(players);
            }
            1 => {
                new.bots = words(&[',', ' ']);
                new::seats(&new)?;
            }
            2 => {
                new.expansions = words(&[',', ' ']);
                make_setup(context.library.recipe(&new.expansions)?, new.players.clone().unwrap_or_default(), false)?;
            }
            _ => {
                new.edition = Some(said.to_string()).filter(|edition| edition != NONE);
                let mut recipe = context.library.recipe(&new.expansions)?;
                recipe.edition = new.edition.clone();
                make_setup(recipe, new.players.clone().unwrap_or_default(), false)?;
            }
        }
        self.new = new;
        self.asked += 1;
        Ok(())
    }

    /// The command for the answers.
    pub fn line(&self) -> String {
        let mut words: Vec<String> = vec!["new".into()];
        // `base` is named although it is always in play, so that the defaults do not add other sets.
        words.extend(if self.new.expansions.is_empty() { vec![ALWAYS.into()] } else { self.new.expansions.clone() });
        let list = |flag: &str, list: &[String]| (!list.is_empty()).then(|| vec![flag.to_string(), list.join(",")]);
        words.extend(list("--players", self.new.players.as_deref().unwrap_or_default()).into_iter().flatten());
        words.extend(list("--bots", &self.new.bots).into_iter().flatten());
        words.extend(self.new.edition.iter().flat_map(|edition| ["--edition".to_string(), edition.clone()]));
        split::joined(&words)
    }
}

fn numbers() -> Vec<Candidate> {
    (2..=COLOURS.len()).map(|n| Candidate::new(n.to_string(), COLOURS[..n].join(", "))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::screen::Screen;
    use crate::game::library::Library;
    use crate::session::Session;

    fn asked(answers: &[&str]) -> Result<String, Failure> {
        let mut session = Session::new(Library::default(), Screen::default());
        let mut invitation = Invitation::new();
        for answer in answers {
            assert!(invitation.question(&mut session.context).is_some());
            invitation.answer(&mut session.context, answer)?;
        }
        assert!(invitation.question(&mut session.context).is_none() || answers.len() < 4);
        let line = invitation.line();
        assert_eq!(session.execute(&line).code, 0, "{line}");
        Ok(line)
    }

    #[test]
    fn empty_answers_begin_a_game_against_a_bot() {
        let line = asked(&["", "", "", ""]).unwrap();
        assert_eq!(line, "new base --players Red,Blue --bots greedy --edition hig-3rd");
    }

    #[test]
    fn what_is_answered_is_what_is_played() {
        let line = asked(&["Ann, Ben,Cleo", "Cleo=random", "river inns", "rgg-2000"]).unwrap();
        assert_eq!(line, "new river inns --players Ann,Ben,Cleo --bots Cleo=random --edition rgg-2000");
        let line = asked(&["Ann,Ben", "", "", ""]).unwrap();
        assert_eq!(line, "new base --players Ann,Ben --edition hig-3rd", "named players are persons");
        assert!(asked(&["3", "", "", ""]).unwrap().starts_with("new base --players Red,Blue,Green --bots greedy"));
    }

    #[test]
    fn a_wrong_answer_is_refused_at_once() {
        for answers in [&["Ann"][..], &["9"], &["", "gredy"], &["", "", "rivr"], &["", "", "", "hig-9th"]] {
            assert!(asked(answers).is_err(), "{answers:?}");
        }
    }
}
