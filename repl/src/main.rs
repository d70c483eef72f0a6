//! The binary `bastide`.

use std::process::ExitCode;

/// Faster than the system's where scripts make many small things.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    ExitCode::from(bastide::app::run(std::env::args_os()))
}
