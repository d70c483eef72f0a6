//! The binary `bastide`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(bastide::app::run(std::env::args_os()))
}
