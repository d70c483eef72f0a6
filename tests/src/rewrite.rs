//! Expected output in files. `BASTIDE_REWRITE=1 cargo test -p bastide-tests --test suite -- MODULE::` rewrites the
//! files of a module; read the diff before you commit it.

use std::path::Path;
use std::{env, fs};

/// Whether expected output is to be rewritten.
pub fn is_asked() -> bool {
    env::var_os("BASTIDE_REWRITE").is_some()
}

/// Checks that a file says this, or makes it so.
pub fn expect(path: &Path, text: &str) {
    if is_asked() {
        return fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let written = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let differs = (1..).zip(written.lines().zip(text.lines())).find(|(_, (old, new))| old != new);
    assert!(written == text, "{}: line, written, now: {differs:#?}\n\n{text}", path.display());
}
