//! `simulate`: many games of one set of rules, and what they say. `trial` does the work.

use bastide_core::language::quoted;

use crate::line::candidates::{editions, options, sets};
use crate::line::command::{Args, Command, Completer, Context, Failure, Reply};
use crate::trial::run::{Flags, run};

/// Play many games with bots and measure them
#[derive(Args)]
pub struct Simulate {
    /// Sets to play with, as for `new`
    #[arg(value_name = "EXPANSION")]
    expansions: Vec<String>,
    /// Edition of the rules
    #[arg(long)]
    edition: Option<String>,
    /// Set an option of the rules
    #[arg(long = "option", value_name = "NAME=VALUE")]
    options: Vec<String>,
    #[command(flatten)]
    flags: Flags,
}

impl Command for Simulate {
    const NAME: &str = "simulate";
    const EXAMPLES: &str = "simulate base --games 400 --players 3        simulate SET SET --option NAME=VALUE --html report.html\n  \
        simulate --bots greedy,search --think 500n   (different bots: each seed is played once in each seating)\n  \
        simulate SET --csv games.csv --assert 'first_seat < 0.55'\n\n\
        Says whether the first player has an advantage, how long games are, where points come from, and how often rules\n\
        fired. The same command gives the same numbers. docs/NUMBERS.md explains them.";
    const COMPLETE: &[(&str, Completer)] = &[("expansions", sets), ("edition", editions), ("options", options)];
    const NOT_IN_SCENES: Option<&str> = Some("a scene simulates no games");

    fn reports_on_stop(&self) -> bool {
        true
    }

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        let mut words: Vec<String> = self.expansions.iter().map(|set| quoted(set)).collect();
        words.extend(self.edition.iter().map(|edition| format!("--edition {}", quoted(edition))));
        words.extend(self.options.iter().map(|option| format!("--option {}", quoted(option))));
        run(context, &self.flags, vec![words.join(" ")], false)
    }
}
