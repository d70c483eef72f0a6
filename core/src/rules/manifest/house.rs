//! A house rule: one Lua file whose first comment is its manifest. Knows where this comment starts and ends, never a
//! key in it.

use std::sync::Arc;

use super::error::{ManifestError, Place, ReadResult, Source};
use super::tree::Tree;

/// The extension of scripts.
pub(super) const LUA: &str = ".lua";
/// The form of such a file.
const SHAPE: &str = "a house rule begins with `--[[`, the keys of its manifest in TOML, and `]]`";

/// The comment at the very start of a file.
struct Header<'a> {
    /// The number of `=` between its brackets.
    level: usize,
    text: &'a str,
}

impl<'a> Header<'a> {
    fn find(source: &'a Arc<Source>) -> ReadResult<Header<'a>> {
        let text = &source.text;
        let missing = || {
            let line = text.lines().next().map_or(0, str::len);
            Place::new(source, 0..line).error("the file does not begin with its manifest").with_help(SHAPE)
        };
        let rest = text.strip_prefix("--[").ok_or_else(missing)?;
        let level = rest.bytes().take_while(|byte| *byte == b'=').count();
        let rest = rest[level..].strip_prefix('[').ok_or_else(missing)?;
        let mark = format!("]{}]", "=".repeat(level));
        let end = rest.find(&mark).ok_or_else(|| {
            let error = Place::new(source, 0..begin(level)).error("the comment at the start of the file has no end");
            error.with_help(format!("`{mark}` ends it"))
        })?;
        Ok(Header { level, text: &rest[..end] })
    }

    /// Returns the manifest, padded so that every word is at the same position as in the file.
    fn manifest(&self) -> String {
        " ".repeat(begin(self.level)) + self.text
    }

    /// Adds an explanation if brackets in the manifest ended the comment.
    fn explain(&self, error: ManifestError) -> ManifestError {
        let is_cut = self.level == 0 && self.text.lines().next_back().is_some_and(|line| line.contains("[["));
        match is_cut {
            true => error.with_help("`]]` ends the comment: begin it with `--[=[` and end it with `]=]`"),
            false => error,
        }
    }
}

/// Returns the byte after the brackets that open the comment.
fn begin(level: usize) -> usize {
    "--[[".len() + level
}

/// Reads the manifest of a house rule.
pub(super) fn read(source: &Arc<Source>) -> ReadResult<Tree> {
    let header = Header::find(source)?;
    Tree::read_part(source, &header.manifest()).map_err(|error| header.explain(error))
}
