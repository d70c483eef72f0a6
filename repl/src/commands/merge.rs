//! `merge`: joins the shards of `simulate` and `compare`. `trial` does the work.

use std::path::PathBuf;

use crate::line::command::{Args, Command, Context, Failure, Reply};
use crate::trial::run::{Outputs, merge};

/// Join the files of `simulate --shard` or `compare --shard`
#[derive(Args)]
pub struct Merge {
    /// The files that the shards were kept in
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Write the joined file, as one run would have kept it
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
    const NOT_IN_SCENES: Option<&str> = Some("a scene reads and writes no files");

    fn run(self, context: &mut Context) -> Result<Reply, Failure> {
        merge(context, &self.files, self.to.as_deref(), &self.outputs)
    }
}
