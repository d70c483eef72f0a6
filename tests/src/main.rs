//! The binary `bastide` again, so that cargo builds it for these tests and passes them its path.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(bastide::app::run(std::env::args_os()))
}
