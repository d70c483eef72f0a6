//! The binary `bastide`.

fn main() {}
