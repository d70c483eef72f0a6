//! `score`: the same as `scores`; with a feature it is a verb of the game.

use super::scores::scores;
use crate::line::candidates::names;
use crate::line::command::{Args, Command, Completer, Context, Failure, Reply};

/// Show the points; with a feature, score it next
#[derive(Args)]
pub struct Score {
    /// A feature
    #[arg(allow_hyphen_values = true)]
    words: Vec<String>,
}

impl Command for Score {
    const NAME: &str = "score";
    const EXAMPLES: &str = "scores        score --final        scores --format json";
    const COMPLETE: &[(&str, Completer)] = &[("words", names)];

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        scores(context, self.words == ["--final"])
    }
}
