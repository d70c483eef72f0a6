//! Archives from strangers, made byte by byte: each is refused with its reason, and nothing is written.

use std::io::Write;

use bastide::share::pack::hash;
use bastide_core::Chance;
use bastide_tests::program::Home;
use flate2::write::DeflateEncoder;
use flate2::{Compression, Crc};

use super::{TILES, home, manifest, tree};

/// One file of an archive, with everything that an archive can say of it, rightly or not.
#[derive(Clone)]
struct Raw {
    name: Vec<u8>,
    data: Vec<u8>,
    crc: u32,
    size: u32,
    flags: u16,
    method: u16,
    mode: u32,
    extra: Vec<u8>,
    /// What is between this file and the one before it.
    before: Vec<u8>,
    /// The name beside the file, if it is another.
    local: Option<Vec<u8>>,
    /// Where the directory says that it is, if not where it is.
    offset: Option<u32>,
}

fn crc(bytes: &[u8]) -> u32 {
    let mut crc = Crc::new();
    crc.update(bytes);
    crc.sum()
}

fn raw(name: impl AsRef<[u8]>, data: impl AsRef<[u8]>) -> Raw {
    let (name, data) = (name.as_ref().to_vec(), data.as_ref().to_vec());
    let (crc, size) = (crc(&data), data.len() as u32);
    let (extra, before, local, offset) = (Vec::new(), Vec::new(), None, None);
    Raw { name, data, crc, size, flags: 0, method: 0, mode: 0o100_644, extra, before, local, offset }
}

/// A file of which the data is deflated.
fn deflated(name: &str, content: &[u8]) -> Raw {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(content).unwrap();
    let data = encoder.finish().unwrap();
    Raw { crc: crc(content), size: content.len() as u32, method: 8, ..raw(name, data) }
}

/// An archive of these files, and what follows its directory: how long the comment is said to be, and what comes.
fn zip(files: &[Raw], comment: u16, after: &[u8]) -> Vec<u8> {
    let (mut bytes, mut directory) = (Vec::new(), Vec::new());
    let half = |bytes: &mut Vec<u8>, value: u16| bytes.extend(value.to_le_bytes());
    let whole = |bytes: &mut Vec<u8>, value: u32| bytes.extend(value.to_le_bytes());
    for file in files {
        bytes.extend(&file.before);
        let at = file.offset.unwrap_or(bytes.len() as u32);
        let facts = |bytes: &mut Vec<u8>, name: &[u8]| {
            for value in [20, file.flags, file.method, 0, 0x21] {
                half(bytes, value);
            }
            for value in [file.crc, file.data.len() as u32, file.size] {
                whole(bytes, value);
            }
            half(bytes, name.len() as u16);
            half(bytes, file.extra.len() as u16);
        };
        let local = file.local.as_ref().unwrap_or(&file.name);
        whole(&mut bytes, 0x0403_4b50);
        facts(&mut bytes, local);
        bytes.extend([&local[..], &file.extra, &file.data].concat());
        whole(&mut directory, 0x0201_4b50);
        half(&mut directory, 0x0314);
        facts(&mut directory, &file.name);
        for value in [0, 0, 0] {
            half(&mut directory, value);
        }
        whole(&mut directory, file.mode << 16);
        whole(&mut directory, at);
        directory.extend([&file.name[..], &file.extra].concat());
    }
    let at = bytes.len() as u32;
    bytes.extend(&directory);
    whole(&mut bytes, 0x0605_4b50);
    for value in [0, 0, files.len() as u16, files.len() as u16] {
        half(&mut bytes, value);
    }
    whole(&mut bytes, directory.len() as u32);
    whole(&mut bytes, at);
    half(&mut bytes, comment);
    bytes.extend(after);
    bytes
}

/// The files of a sound pack with one more; their hashes are right.
fn files(more: &[Raw]) -> Vec<Raw> {
    let mut files = vec![
        raw("tiny/expansion.toml", manifest("tiny", "1.0.0")),
        raw("tiny/init.lua", "return {}\n"),
        raw("tiny/tiles.toml", TILES),
    ];
    files.extend(more.iter().cloned());
    files.push(sums(&files));
    files
}

fn sums(files: &[Raw]) -> Raw {
    let mut lines: Vec<(String, String)> = files
        .iter()
        .map(|file| {
            let name = String::from_utf8_lossy(&file.name).trim_start_matches("tiny/").to_string();
            let line = format!("{}  {name}\n", hash(&file.data));
            (name, line)
        })
        .collect();
    lines.sort();
    raw("tiny/SHA256SUMS", lines.into_iter().map(|(_, line)| line).collect::<String>())
}

fn refused(home: &Home, bytes: Vec<u8>, why: &str) {
    home.write("bad.bastide", bytes);
    let before = tree(&home.path(""));
    let said = home.run(&["install", "bad.bastide", "--yes"], "");
    assert!(said.code == Some(3) && said.err.contains(why), "expected `{why}`: {said:?}");
    assert!(!said.err.chars().any(|sign| sign.is_control() && sign != '\n'), "{said:?}");
    assert_eq!(tree(&home.path("")), before, "{why}");
    assert!(!home.path("data").exists(), "{why}");
}

#[test]
fn what_is_built_here_is_a_pack() {
    let home = home();
    home.write("good.bastide", zip(&files(&[]), 0, b""));
    assert_eq!(home.run(&["install", "good.bastide", "--yes"], "").code, Some(0));
    let text = "a text ".repeat(1_000);
    let mut all = files(&[]);
    all.insert(0, deflated("tiny/README.md", text.as_bytes()));
    let packed = all[0].clone();
    all[0].data = text.clone().into_bytes();
    let last = all.len() - 1;
    all[last] = sums(&all[..last]);
    all[0] = packed;
    home.write("good.bastide", zip(&all, 0, b""));
    let said = home.run(&["install", "good.bastide", "--yes"], "");
    assert_eq!(said.code, Some(0), "{said:?}");
    assert_eq!(std::fs::read_to_string(home.path("data/bastide/expansions/tiny/README.md")).unwrap(), text);
}

#[test]
fn names_that_lead_elsewhere_or_mean_different_files_are_refused() {
    let home = home();
    let outside = "leads out of its folder";
    for (name, why) in [
        (&b"tiny/../../evil.txt"[..], outside),
        (b"../evil.txt", outside),
        (b"/tmp/evil.txt", outside),
        (b"tiny//evil.txt", outside),
        (b"tiny/./evil.txt", outside),
        (b"tiny/..\\evil.txt", "cannot be a name in a pack"),
        (b"C:\\evil.txt", "cannot be a name in a pack"),
        (b"tiny/\x1b[2Jevil.txt", "cannot be a name in a pack"),
        (b"tiny/a\nb.txt", "cannot be a name in a pack"),
        ("tiny/\u{202e}txt.exe".as_bytes(), "cannot be a name in a pack"),
        (b"tiny/nul.txt", "some systems cannot have such a file"),
        (b"tiny/.git", "some systems cannot have such a file"),
        (b"tiny/\xff\xfe.txt", "is not UTF-8"),
        (b"tiny/x/", "is not a file"),
        (b"other/x.txt", "is outside of its folder"),
        (b"evil.txt", "is outside of its folder"),
        (b"tiny/INIT.LUA", "in capital and small letters"),
        (b"tiny/init.lua", "twice"),
        (b"tiny/init.lua/x.txt", "is a file and a folder"),
    ] {
        refused(&home, zip(&files(&[raw(name, "x")]), 0, b""), why);
    }
    assert!(!home.path("../evil.txt").exists());
    let mut all = files(&[]);
    all.iter_mut().for_each(|file| file.name = [b"small", &file.name[4..]].concat());
    refused(&home, zip(&all, 0, b""), "its folder is called `small`, its set `tiny`");
}

#[test]
fn links_devices_and_what_is_encrypted_are_refused() {
    let home = home();
    for mode in [0o120_777, 0o060_644, 0o020_644, 0o010_644, 0o140_644, 0o040_755] {
        refused(&home, zip(&files(&[Raw { mode, ..raw("tiny/x.txt", "/etc/passwd") }]), 0, b""), "is not a file");
    }
    let odd = |change: fn(&mut Raw)| {
        let mut file = raw("tiny/x.txt", "x");
        change(&mut file);
        zip(&files(&[file]), 0, b"")
    };
    refused(&home, odd(|file| file.flags = 1), "is encrypted");
    refused(&home, odd(|file| file.flags = 8), "in a way that packs do not use");
    refused(&home, odd(|file| file.method = 14), "in a way that packs do not use");
    refused(&home, odd(|file| file.extra = b"UT\x05\0\x03\0\0\0\0".to_vec()), "extra fields");
    refused(&home, odd(|file| file.crc ^= 1), "is damaged: its checksum differs");
    refused(&home, odd(|file| file.size += 1), "is damaged");
    refused(&home, odd(|file| (file.method, file.data) = (8, b"\xff\xff\xff".to_vec())), "is damaged");
    refused(
        &home,
        odd(|file| file.local = Some(b"tiny/y.txt".to_vec())),
        "in the directory and beside the file differs",
    );
    refused(&home, odd(|file| file.offset = Some(0)), "files overlap or leave gaps");
    refused(&home, odd(|file| file.before = b"hidden".to_vec()), "files overlap or leave gaps");
}

#[test]
fn bombs_are_refused_before_they_are_unpacked() {
    let home = home();
    let zeros = vec![0; 7 << 20];
    refused(&home, zip(&files(&[deflated("tiny/x.txt", &zeros)]), 0, b""), "a zip bomb");
    let huge = Raw { size: u32::MAX, ..deflated("tiny/x.txt", &zeros) };
    refused(&home, zip(&files(&[huge]), 0, b""), "more than 25165824 bytes together");
    let liar = Raw { size: 10, ..deflated("tiny/x.txt", &zeros) };
    refused(&home, zip(&files(&[liar]), 0, b""), "does not give the 10 bytes that are said");
    // Numbers that cannot be guessed do not become smaller, so many of them are large together.
    let mut chance = Chance::new(1);
    let noise: Vec<u8> = (0..5 << 20).map(|_| (chance.below(256) & 0x07) as u8).collect();
    let many: Vec<Raw> = (0..5).map(|n| deflated(&format!("tiny/{n}.txt"), &noise)).collect();
    refused(&home, zip(&files(&many), 0, b""), "bytes together");
    let mut large = vec![0; 17 << 20];
    large[..4].copy_from_slice(b"PK\x03\x04");
    home.write("bad.bastide", large);
    let said = home.run(&["install", "bad.bastide", "--yes"], "");
    assert!(said.code == Some(4) && said.err.contains("at most 16777216 are read"), "{said:?}");
    let crowd: Vec<Raw> = (0..60_000).map(|n| raw(format!("tiny/{n}.txt"), "")).collect();
    refused(&home, zip(&crowd, 0, b""), "60000 files; a pack has at most 1000");
    // A hundred thousand are more than the directory can count; how many there are is said elsewhere.
    let crowd: Vec<Raw> = (0..65_535).map(|n| raw(format!("tiny/{n}.txt"), "")).collect();
    refused(&home, zip(&crowd, 0, b""), "65535 files or more; a pack has at most 1000");
}

#[test]
fn what_is_cut_or_has_something_more_is_refused() {
    let home = home();
    let end = "does not end where a pack ends";
    let whole = zip(&files(&[]), 0, b"");
    refused(&home, zip(&files(&[]), 0, b"more"), end);
    refused(&home, zip(&files(&[]), 4, b"more"), end);
    refused(&home, zip(&files(&[]), 65_535, &[b'x'; 65_535]), end);
    refused(&home, [b"#!/bin/sh\n", &whole[..]].concat(), "is not a zip file");
    refused(&home, whole[..whole.len() - 1].to_vec(), end);
    refused(&home, whole[..whole.len() / 2].to_vec(), end);
    refused(&home, Vec::new(), "is not a zip file");
    refused(&home, b"PK\x05\x06".iter().copied().chain([0; 18]).collect(), "is not a zip file");
    let at = whole.len() - 6;
    let mut other = whole.clone();
    other[at] ^= 1;
    refused(&home, other, "its directory is not where it should be");
}

#[test]
fn hashes_and_the_manifest_must_be_right() {
    let home = home();
    let mut all = files(&[]);
    all[1] = raw("tiny/init.lua", "return {  }\n");
    refused(&home, zip(&all, 0, b""), "init.lua is not the file whose hash is in SHA256SUMS");
    let mut all = files(&[]);
    all.remove(1);
    refused(&home, zip(&all, 0, b""), "SHA256SUMS names files that are not there");
    let mut all = files(&[]);
    all.pop();
    refused(&home, zip(&all, 0, b""), "has no SHA256SUMS");
    let mut all = files(&[]);
    all.insert(0, raw("tiny/extra.lua", "return {}\n"));
    refused(&home, zip(&all, 0, b""), "extra.lua is not the file whose hash");
    for (text, why) in [
        (manifest("tiny", "1.0.0").replace("api = 1", "api = 7"), "needs api 7; this program has api 1"),
        (manifest("tiny", "new"), "three numbers"),
        ("id = ".into(), "expansion.toml"),
        (manifest("tiny", "1.0.0") + "x = 1\n", "unknown key"),
    ] {
        let mut all = files(&[]);
        all.pop();
        all[0] = raw("tiny/expansion.toml", text);
        all.push(sums(&all));
        refused(&home, zip(&all, 0, b""), why);
    }
    let mut all = files(&[]);
    all.pop();
    all[1] = raw("tiny/init.lua", "while true do end\n");
    all.push(sums(&all));
    refused(&home, zip(&all, 0, b""), "init.lua");
}

#[test]
fn no_change_of_a_byte_makes_the_program_fail_or_installs_something_else() {
    let home = home();
    let whole = zip(&files(&[deflated("tiny/README.md", &[b'x'; 300])]), 0, b"");
    let mut chance = Chance::new(11);
    for _ in 0..60 {
        let mut other = whole.clone();
        let at = chance.below(other.len() as u32) as usize;
        other[at] ^= 1 << chance.below(8);
        home.write("bad.bastide", other);
        let said = home.run(&["install", "bad.bastide", "--yes"], "");
        // Times and versions of the program that wrote it change nothing; all else is refused.
        assert!([Some(0), Some(3)].contains(&said.code), "byte {at}: {said:?}");
    }
}
