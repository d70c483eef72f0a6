//! `compare`: many games of two sets of rules on the same seeds, and what differs. `trial` does the work.

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::trial::run::{Flags, run};

/// Play the same seeds with two sets of rules and say what differs
#[derive(Args)]
pub struct Compare {
    /// The rules to compare with: sets, --edition and --option, in quotes
    #[arg(value_name = "A")]
    one: String,
    /// The rules to test
    #[arg(value_name = "B")]
    other: String,
    /// Also score the games of A by the rules of B: tells what a rule changes by itself from what bots make of it
    #[arg(long)]
    rescore: bool,
    #[command(flatten)]
    flags: Flags,
}

impl Command for Compare {
    const NAME: &str = "compare";
    const EXAMPLES: &str = "compare base 'base SET'        compare base 'base --option NAME=VALUE' --games 2000 --html report.html\n  \
        compare base SET --rescore --assert 'diff.first_seat in -2%..2%'\n\n\
        Both arms play the same seeds with the same bots, so what differs is the rules. The verdict comes first, with its\n\
        95 % interval. The same command gives the same numbers. docs/NUMBERS.md explains them.";
    const NOT_IN_SCENES: Option<&str> = Some("a scene compares no rules");

    fn reports_on_stop(&self) -> bool {
        true
    }

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        run(context, &self.flags, vec![self.one, self.other], self.rescore)
    }
}
