//! Zip files in one strict form: what is read has exactly the layout that is written here, so that no two readers can
//! see different files in it. Knows bytes and names, never a set.

use std::collections::{BTreeMap, BTreeSet};
use std::io::{Read, Write};

use flate2::bufread::DeflateDecoder;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

/// The maximum size of an archive.
pub const MAX_ARCHIVE: u64 = 16 << 20;
/// The maximum number of files.
const MAX_FILES: usize = 1_000;
/// The maximum size of a file, and of all files together.
const MAX_FILE: usize = 8 << 20;
const MAX_TOTAL: usize = 24 << 20;
/// How often larger than its data a large file can be: text is packed to a tenth, a bomb to a thousandth.
const MAX_RATIO: usize = 200;
const LARGE: usize = 64 << 10;
/// The maximum length of a name, and the most folders in it.
const MAX_NAME: usize = 200;
const MAX_DEPTH: usize = 8;

const LOCAL: u32 = 0x0403_4b50;
const CENTRAL: u32 = 0x0201_4b50;
const END: u32 = 0x0605_4b50;
const LOCAL_SIZE: usize = 30;
const CENTRAL_SIZE: usize = 46;
const END_SIZE: usize = 22;
const STORED: u16 = 0;
const DEFLATED: u16 = 8;
const ENCRYPTED: u16 = 1;
/// Written by a Unix system in version 2.0 of the format, so that the mode of the file counts.
const MADE_BY: u16 = 0x0314;
const VERSION: u16 = 20;
/// Midnight of the first day that the format knows.
const TIME: u16 = 0;
const DATE: u16 = 0x21;
/// An ordinary file that everybody can read.
const MODE: u32 = 0o100_644 << 16;
/// What sort of file a mode means.
const KIND: u32 = 0o170_000 << 16;

/// Files by name, with `/` between folders.
pub type Files = BTreeMap<String, Vec<u8>>;

/// The archive of these files: the same files give the same bytes.
pub fn write(files: &Files) -> Result<Vec<u8>, String> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    for (name, content) in files {
        check_name(name)?;
        let (method, data) = packed(content)?;
        let facts = Facts { method, crc: crc(content), packed: data.len(), size: content.len() };
        let offset = number(bytes.len())?;
        put(&mut directory, &[(CENTRAL, 4), (MADE_BY.into(), 2)]);
        facts.put(&mut directory, name)?;
        put(&mut directory, &[(0, 2), (0, 2), (0, 2), (MODE, 4), (offset, 4)]);
        directory.extend(name.as_bytes());
        put(&mut bytes, &[(LOCAL, 4)]);
        facts.put(&mut bytes, name)?;
        bytes.extend(name.as_bytes());
        bytes.extend(data);
    }
    let (at, size, count) = (number(bytes.len())?, number(directory.len())?, number(files.len())?);
    bytes.extend(directory);
    put(&mut bytes, &[(END, 4), (0, 2), (0, 2), (count, 2), (count, 2), (size, 4), (at, 4), (0, 2)]);
    check_limits(bytes.len(), files.len(), files.values().map(Vec::len).sum())?;
    Ok(bytes)
}

/// The files of an archive, or why it is refused.
pub fn read(bytes: &[u8]) -> Result<Files, String> {
    let (entries, start) = directory(bytes)?;
    let (mut files, mut folded, mut at, mut total) = (Files::new(), BTreeSet::new(), 0, 0);
    for entry in entries {
        check_name(&entry.name)?;
        if !folded.insert(entry.name.to_lowercase()) {
            return Err(format!("it has `{}` twice, or in capital and small letters", entry.name));
        }
        total += entry.facts.size;
        check_limits(bytes.len(), files.len() + 1, total)?;
        let (content, next) = entry.content(bytes, at, start)?;
        at = next;
        files.insert(entry.name, content);
    }
    if at != start {
        return Err("there are bytes between its files that belong to none".into());
    }
    check_folders(&folded)?;
    Ok(files)
}

/// What is said of a file twice: before its data and in the directory.
#[derive(Clone, Debug, PartialEq)]
struct Facts {
    method: u16,
    crc: u32,
    packed: usize,
    size: usize,
}

impl Facts {
    fn put(&self, bytes: &mut Vec<u8>, name: &str) -> Result<(), String> {
        let (packed, size, length) = (number(self.packed)?, number(self.size)?, number(name.len())?);
        put(bytes, &[(VERSION.into(), 2), (0, 2), (self.method.into(), 2), (TIME.into(), 2), (DATE.into(), 2)]);
        put(bytes, &[(self.crc, 4), (packed, 4), (size, 4), (length, 2), (0, 2)]);
        Ok(())
    }

    /// Reads them, and the length of the name.
    fn read(header: &[u8], name: &str) -> Result<(Facts, usize), String> {
        let flags = half(header, 2);
        let method = half(header, 4);
        if flags & ENCRYPTED != 0 {
            return Err(format!("{name} is encrypted"));
        }
        // The only other flag that changes nothing says that names are UTF-8.
        if flags & !0x0800 != 0 {
            return Err(format!("{name} is written in a way that packs do not use (flags {flags:#x})"));
        }
        if ![STORED, DEFLATED].contains(&method) {
            return Err(format!("{name} is compressed in a way that packs do not use (method {method})"));
        }
        if half(header, 24) != 0 {
            return Err(format!("{name} has extra fields, which packs do not have"));
        }
        let facts = Facts { method, crc: whole(header, 10), packed: size(header, 14), size: size(header, 18) };
        Ok((facts, half(header, 22).into()))
    }
}

struct Entry {
    name: String,
    facts: Facts,
    offset: usize,
}

impl Entry {
    /// The content of the file whose header must be at this place, and where the next one is.
    fn content(&self, bytes: &[u8], at: usize, end: usize) -> Result<(Vec<u8>, usize), String> {
        let name = &self.name;
        if self.offset != at {
            return Err(format!("{name} is not where it should be: files overlap or leave gaps"));
        }
        let differs = || format!("what is said of {name} in the directory and beside the file differs");
        let data = at + LOCAL_SIZE + name.len();
        let next = data + self.facts.packed;
        let header = bytes.get(at..data).filter(|_| next <= end).ok_or_else(differs)?;
        let (facts, length) = Facts::read(&header[4..], name)?;
        let is_same = whole(header, 0) == LOCAL && facts == self.facts && length == name.len();
        if !is_same || &header[LOCAL_SIZE..] != name.as_bytes() {
            return Err(differs());
        }
        let content = self.unpacked(&bytes[data..next])?;
        if content.len() != self.facts.size || crc(&content) != self.facts.crc {
            return Err(format!("{name} is damaged: its checksum differs"));
        }
        Ok((content, next))
    }

    fn unpacked(&self, data: &[u8]) -> Result<Vec<u8>, String> {
        let (name, size) = (&self.name, self.facts.size);
        if size > MAX_FILE {
            return Err(format!("{name} has {size} bytes; a file of a pack has at most {MAX_FILE}"));
        }
        if size > LARGE && size / data.len().max(1) > MAX_RATIO {
            return Err(format!("{name} would be more than {MAX_RATIO} times as large as its data: a zip bomb"));
        }
        if self.facts.method == STORED {
            return Ok(data.to_vec());
        }
        let mut content = Vec::new();
        let mut decoder = DeflateDecoder::new(data);
        let read = decoder.by_ref().take(size as u64 + 1).read_to_end(&mut content);
        if read.is_err() || content.len() > size || decoder.total_in() != data.len() as u64 {
            return Err(format!("{name} is damaged: its data does not give the {size} bytes that are said"));
        }
        Ok(content)
    }
}

/// The entries of the directory, and where it starts.
fn directory(bytes: &[u8]) -> Result<(Vec<Entry>, usize), String> {
    check_limits(bytes.len(), 0, 0)?;
    if bytes.len() < END_SIZE || !bytes.starts_with(&LOCAL.to_le_bytes()) {
        return Err("it is not a zip file, or a damaged one".into());
    }
    let end = &bytes[bytes.len() - END_SIZE..];
    if whole(end, 0) != END || half(end, 20) != 0 {
        return Err("it does not end where a pack ends: it was cut, or something follows".into());
    }
    let (count, length, start) = (half(end, 10), size(end, 12), size(end, 16));
    if half(end, 4) != 0 || half(end, 6) != 0 || half(end, 8) != count {
        return Err("it is one of several parts".into());
    }
    // The number of files has two bytes: where it is not enough, it says so and another place has it.
    if count == u16::MAX {
        return Err(format!("it has {count} files or more; a pack has at most {MAX_FILES}"));
    }
    check_limits(bytes.len(), count.into(), 0)?;
    if start.checked_add(length) != Some(bytes.len() - END_SIZE) {
        return Err("its directory is not where it should be: it was cut, or something was added".into());
    }
    let (mut entries, mut rest) = (Vec::new(), &bytes[start..start + length]);
    for _ in 0..count {
        let (entry, after) = central(rest)?;
        entries.push(entry);
        rest = after;
    }
    if !rest.is_empty() {
        return Err("its directory has more than its entries".into());
    }
    Ok((entries, start))
}

/// One entry of the directory, and what follows it.
fn central(bytes: &[u8]) -> Result<(Entry, &[u8]), String> {
    let cut = || "its directory is damaged".to_string();
    let header = bytes.get(..CENTRAL_SIZE).filter(|header| whole(header, 0) == CENTRAL).ok_or_else(cut)?;
    let end = CENTRAL_SIZE + usize::from(half(header, 28));
    let name = std::str::from_utf8(bytes.get(CENTRAL_SIZE..end).ok_or_else(cut)?);
    let name = name.map_err(|_| "a name in it is not UTF-8".to_string())?.to_string();
    let (facts, _) = Facts::read(&header[6..], &name)?;
    if half(header, 32) != 0 {
        return Err(format!("{name} has a comment, which packs do not have"));
    }
    let kind = whole(header, 38) & KIND;
    if name.ends_with('/') || kind != 0 && kind != MODE & KIND {
        return Err(format!("{name} is not a file: packs have no links, folders or devices of their own"));
    }
    Ok((Entry { name, facts, offset: size(header, 42) }, &bytes[end..]))
}

fn check_limits(bytes: usize, files: usize, total: usize) -> Result<(), String> {
    if bytes as u64 > MAX_ARCHIVE {
        return Err(format!("it has {bytes} bytes; a pack has at most {MAX_ARCHIVE}"));
    }
    if files > MAX_FILES {
        return Err(format!("it has {files} files; a pack has at most {MAX_FILES}"));
    }
    if total > MAX_TOTAL {
        return Err(format!("its files have more than {MAX_TOTAL} bytes together"));
    }
    Ok(())
}

/// Checks that a name means the same file on every system, and one below the folder where it is unpacked.
pub fn check_name(name: &str) -> Result<(), String> {
    let wrong = |why: &str| Err(format!("`{name}` cannot be a name in a pack: {why}"));
    let is_plain = |sign: char| sign.is_ascii_alphanumeric() || "-_.+ ".contains(sign);
    if name.len() > MAX_NAME || name.split('/').count() > MAX_DEPTH {
        return wrong("it is too long");
    }
    for part in name.split('/') {
        if part.is_empty() || part == "." || part == ".." {
            return wrong("it leads out of its folder");
        }
        if !part.chars().all(is_plain) {
            return wrong("names have only letters and digits of English, and - _ . +");
        }
        if part.starts_with(['.', ' ']) || part.ends_with(['.', ' ']) || is_reserved(part) {
            return wrong("some systems cannot have such a file");
        }
    }
    Ok(())
}

/// Whether a name means a device on Windows.
fn is_reserved(part: &str) -> bool {
    let stem = part.split('.').next().unwrap_or_default().to_lowercase();
    let is_port = |stem: &str| matches!(stem.strip_suffix(|sign: char| sign.is_ascii_digit()), Some("com" | "lpt"));
    ["con", "prn", "aux", "nul"].contains(&stem.as_str()) || is_port(&stem)
}

/// Refuses a file that has the name of a folder.
fn check_folders(names: &BTreeSet<String>) -> Result<(), String> {
    for name in names {
        let mut above = name.match_indices('/').map(|(at, _)| &name[..at]);
        if let Some(folder) = above.find(|folder| names.contains(*folder)) {
            return Err(format!("`{folder}` is a file and a folder in it"));
        }
    }
    Ok(())
}

/// A file as it is kept: deflated, if that makes it smaller and no reader takes it for a bomb.
fn packed(content: &[u8]) -> Result<(u16, Vec<u8>), String> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    let data = encoder.write_all(content).and_then(|()| encoder.finish()).map_err(|error| error.to_string())?;
    let is_smaller = data.len() < content.len() && content.len() / data.len() < MAX_RATIO;
    Ok(if is_smaller { (DEFLATED, data) } else { (STORED, content.to_vec()) })
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn put(bytes: &mut Vec<u8>, fields: &[(u32, usize)]) {
    fields.iter().for_each(|(value, length)| bytes.extend(&value.to_le_bytes()[..*length]));
}

fn number(length: usize) -> Result<u32, String> {
    u32::try_from(length).map_err(|_| "it is too large".into())
}

fn half(bytes: &[u8], at: usize) -> u16 {
    u16::from_le_bytes([bytes[at], bytes[at + 1]])
}

fn whole(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])
}

fn size(bytes: &[u8], at: usize) -> usize {
    whole(bytes, at) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn some() -> Files {
        let files = [("x/a.lua", vec![b'a'; 5_000]), ("x/b/c.toml", Vec::new()), ("x/zeros", vec![0; 300_000])];
        files.into_iter().map(|(name, bytes)| (name.to_string(), bytes)).collect()
    }

    #[test]
    fn what_was_written_is_read_and_every_other_byte_of_it_counts() {
        let bytes = write(&some()).unwrap();
        assert_eq!(read(&bytes).unwrap(), some());
        assert_eq!(write(&some()).unwrap(), bytes);
        for at in 0..bytes.len().min(400) {
            let mut other = bytes.clone();
            other[at] ^= 0x40;
            // Nobody reads the time of a file and the version of the program that wrote it.
            assert!(read(&other).map_or(true, |files| files == some()), "byte {at}");
        }
        for cut in [0, 1, 21, 22, 100, bytes.len() - 1] {
            assert!(read(&bytes[..cut]).is_err(), "{cut}");
        }
        assert!(read(&[&bytes[..], b"x"].concat()).is_err());
    }

    #[test]
    fn names_lead_nowhere_else_and_mean_the_same_everywhere() {
        for name in ["a", "a/b.lua", "scenes/a b.scene", "x-1_2+3.toml"] {
            assert_eq!(check_name(name), Ok(()), "{name}");
        }
        let long = "x".repeat(201);
        for name in [
            "",
            "/",
            "/etc/passwd",
            "../x",
            "a/../b",
            "a//b",
            "a/",
            ".git",
            "a/.x",
            "a\\b",
            "c:x",
            "a\u{7}",
            "ä",
            "nul",
            "a/COM1.txt",
            "x.",
            "a/b/c/d/e/f/g/h/i",
            &long,
            "\u{202e}x",
        ] {
            assert!(check_name(name).is_err(), "{name}");
        }
    }

    #[test]
    fn a_file_that_is_a_folder_and_one_that_differs_by_capitals_are_refused() {
        for names in [["x/a", "x/a/b"], ["x/A", "x/a"]] {
            let files: Files = names.iter().map(|name| (name.to_string(), Vec::new())).collect();
            let bytes = write(&files).unwrap();
            assert!(read(&bytes).is_err(), "{names:?}");
        }
    }
}
