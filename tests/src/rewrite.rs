//! Expected output in files: checked, or written again where a variable asks for it.

use std::panic::Location;
use std::path::{Component, Path};
use std::{env, fs};

/// The variable that has expected output rewritten.
const SWITCH: &str = "BASTIDE_REWRITE";

/// Whether expected output is to be rewritten.
pub fn is_asked() -> bool {
    env::var_os(SWITCH).is_some()
}

/// The command that rewrites the files of a module of the suite; read the diff before you commit it.
pub fn command(module: &str) -> String {
    format!("{SWITCH}=1 cargo test -p bastide-tests --test suite -- {module}::")
}

/// Checks that a file says this, or makes it so.
#[track_caller]
pub fn expect(path: &Path, text: &str) {
    if is_asked() {
        return fs::write(path, text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    }
    let written = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let differs = (1..).zip(written.lines().zip(text.lines())).find(|(_, (old, new))| old != new);
    let command = command(&module(Location::caller().file()));
    assert!(written == text, "{}: line, written, now: {differs:#?}\n`{command}` rewrites it\n\n{text}", path.display());
}

/// The module of the suite that a source file belongs to.
fn module(file: &str) -> String {
    let mut parts = Path::new(file).components().skip_while(|part| *part != Component::Normal("suite".as_ref()));
    let name = parts.nth(1).map_or(Path::new(file), |part| Path::new(part.as_os_str()));
    name.file_stem().map_or_else(String::new, |stem| stem.to_string_lossy().into_owned())
}
