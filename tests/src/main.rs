//! The binary `bastide` once more, so that cargo builds it for these tests and tells them where it is.

use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(bastide::app::run(std::env::args_os()))
}
