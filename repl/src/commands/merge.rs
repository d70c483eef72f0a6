//! `merge`: joins the shards of `simulate` and `compare`. `trial` does the work.

use std::path::PathBuf;

use crate::line::command::{Args, Command, Context, Failure, NO_FILES, Reply};
use crate::trial::run::{Outputs, merge};

/// Join the files of `simulate --shard` or `compare --shard`
#[derive(Args)]
pub struct Merge {
    /// Files written by the shards
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write the joined games to this file
    #[arg(long = "file", value_name = "FILE")]
    to: Option<PathBuf>,
    #[command(flatten)]
    outputs: Outputs,
}

impl Command for Merge {
    const NAME: &str = "merge";
    const EXAMPLES: &str = "merge part-*.jsonl --html report.html\n\n\
        Everything it prints and writes is the same as that of one run. scripts/cluster shows how shards are played on\n\
        several machines.";
    const NOT_IN_SCENES: Option<&str> = Some(NO_FILES);

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        merge(context, &self.files, self.to.as_deref(), &self.outputs)
    }
}
