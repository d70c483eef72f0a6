//! The prompt in files: what was typed and what was answered, word for word. A file of `data/transcripts` is
//!
//! ```text
//! # a comment
//! + FILE                   a file in that folder before the run
//! | a line of it
//! $ bastide ARGUMENTS      one run of the program, in the same folder as the runs above it
//! > what was typed         by way of a pipe, with --echo
//! what was answered
//! ! what came on stderr
//! = the exit code; what was typed after it was never read
//! ```
//!
//! Where the run prints JSON, what was typed stands first and the answers follow. `TMP` is the folder, `HASH` a hash; of a run
//! that measures, `N` is any number.
//!
//! [`rewrite::command`] types everything again and rewrites the answers. Read the difference before it is kept.

use std::process::{Command, Stdio};
use std::{fs, io};

use bastide_tests::deal::root;
use bastide_tests::program::{Home, run};
use bastide_tests::rewrite;

const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");
const RECORD: &str = ".txt";

/// One run of the program in a file: its comments, its arguments, what is typed.
#[derive(Default)]
struct Part<'a> {
    comments: Vec<&'a str>,
    files: Vec<(&'a str, Vec<&'a str>)>,
    arguments: Vec<&'a str>,
    typed: Vec<&'a str>,
}

impl Part<'_> {
    fn is_json(&self) -> bool {
        self.arguments.windows(2).any(|pair| pair == ["--format", "json"])
    }

    /// The program with everything that is typed on its pipe: both streams, and the exit code.
    fn start(&self, home: &Home) -> Command {
        let is_talk = !self.typed.is_empty() && !self.is_json() && !self.arguments.contains(&"--echo");
        let echo: &[&str] = if is_talk { &["--echo"] } else { &[] };
        home.command(&[echo, &self.arguments].concat())
    }

    fn measures(&self) -> bool {
        self.arguments.first() == Some(&"bench")
    }

    /// Writes the files that the run finds.
    fn prepare(&self, home: &Home) {
        for (name, lines) in &self.files {
            home.write(name, lines.join("\n") + "\n");
        }
    }

    /// Without what is different each time.
    fn neutral(&self, home: &Home, text: &str) -> String {
        let text = without_times(&neutral(home, text));
        if self.measures() { text.lines().map(without_numbers).collect() } else { text }
    }

    fn input(&self) -> String {
        self.typed.iter().map(|line| format!("{line}\n")).collect()
    }

    /// The whole part as its file tells it. The two homes have seen the same so far.
    fn played(&self, mixed: &Home, apart: &Home) -> String {
        [mixed, apart].iter().for_each(|home| self.prepare(home));
        // Once with both streams in one, for the order; once apart, for which is which.
        let together = fs::File::create(mixed.path("together")).unwrap();
        let mut command = self.start(mixed);
        command.stdin(Stdio::piped()).stdout(together.try_clone().unwrap()).stderr(together);
        let mut child = command.spawn().unwrap();
        io::Write::write_all(&mut child.stdin.take().unwrap(), self.input().as_bytes()).ok();
        child.wait().unwrap();
        let together = self.neutral(mixed, &fs::read_to_string(mixed.path("together")).unwrap());
        let single = run(self.start(apart), self.input());
        let errors = self.neutral(apart, &single.err);
        let mut errors = errors.lines().peekable();

        let mut lines: Vec<String> = self.comments.iter().map(|line| line.to_string()).collect();
        for (name, text) in &self.files {
            lines.push(format!("+ {name}"));
            lines.extend(text.iter().map(|line| format!("| {line}").trim_end().into()));
        }
        lines.push(format!("$ bastide {}", self.arguments.join(" ")).trim_end().into());
        let mut typed = self.typed.iter().map(|line| format!("> {line}")).peekable();
        if self.is_json() {
            lines.extend(typed.by_ref());
        }
        for line in together.lines() {
            if typed.next_if(|typed| typed == line).is_none() && errors.next_if(|error| *error == line).is_some() {
                lines.push(format!("! {line}").trim_end().into());
            } else {
                lines.push(line.into());
            }
        }
        lines.push(format!("= {}", single.code.map_or("a signal".into(), |code| code.to_string())));
        lines.extend(typed);
        lines.join("\n") + "\n"
    }
}

/// Without what is different each time.
fn neutral(home: &Home, text: &str) -> String {
    let text = text.replace(&*home.path("").to_string_lossy(), "TMP/");
    let lines = text.lines().map(|line| match line.strip_prefix("> # check ") {
        Some(_) => "> # check CHECK".into(),
        None => line.split_inclusive(|c: char| !c.is_ascii_hexdigit()).map(without_hash).collect::<String>(),
    });
    let lines: String = lines.map(|line| line + "\n").collect();
    let pieces: Vec<String> = lines.split(RECORD).map(without_fingerprint).collect();
    pieces.join(RECORD)
}

/// The records that script errors leave are called by what is in them.
fn without_fingerprint(before: &str) -> String {
    let cut = before.len().checked_sub(8).and_then(|at| before.split_at_checked(at));
    let (rest, last) = cut.unwrap_or((before, ""));
    let is_one = last.len() == 8 && last.bytes().all(|byte| byte.is_ascii_hexdigit()) && rest.ends_with('-');
    if is_one { format!("{rest}HASH") } else { before.into() }
}

/// A line of a table with any numbers in it.
fn without_numbers(line: &str) -> String {
    let is_number = |word: &&str| word.trim_end_matches('%').parse::<f64>().is_ok();
    let words: Vec<&str> = line.split_whitespace().map(|word| if is_number(&word) { "N" } else { word }).collect();
    words.join(" ") + "\n"
}

/// How long calls took is different each time.
fn without_times(text: &str) -> String {
    let parts: Vec<&str> = text.split(" µs").collect();
    let (last, timed) = parts.split_last().expect("there is always one part");
    let neutral = |part: &&str| match part.trim_end_matches(|c: char| c.is_ascii_digit()) {
        rest if rest.len() < part.len() => format!("{rest}N µs"),
        rest => format!("{rest} µs"),
    };
    timed.iter().map(neutral).collect::<String>() + last
}

fn without_hash(word: &str) -> String {
    let digits = word.trim_end_matches(|c: char| !c.is_ascii_hexdigit());
    if digits.len() == 64 { word.replace(digits, "HASH") } else { word.into() }
}

/// What is typed in a file, run by run.
fn parts(text: &str) -> Vec<Part<'_>> {
    let mut parts: Vec<Part> = Vec::new();
    let (mut comments, mut files, mut answers) = (Vec::new(), Vec::<(&str, Vec<&str>)>::new(), false);
    for line in text.lines() {
        answers = (answers || line.starts_with("$ bastide")) && !line.starts_with("= ");
        if let Some(arguments) = line.strip_prefix("$ bastide") {
            let arguments = arguments.split_whitespace().collect();
            let (comments, files) = (std::mem::take(&mut comments), std::mem::take(&mut files));
            parts.push(Part { comments, files, arguments, typed: Vec::new() });
        } else if let Some(name) = line.strip_prefix("+ ").filter(|_| !answers) {
            files.push((name, Vec::new()));
        } else if let (Some(text), Some((_, lines)), false) = (line.strip_prefix('|'), files.last_mut(), answers) {
            lines.push(text.strip_prefix(' ').unwrap_or(text));
        } else if let (Some(typed), Some(part)) = (line.strip_prefix("> "), parts.last_mut()) {
            part.typed.push(typed);
        } else if line.starts_with("# ") && !answers {
            comments.push(line);
        }
    }
    parts
}

fn check(name: &str) {
    let path = root().join(format!("data/transcripts/{name}.txt"));
    let written = fs::read_to_string(&path).unwrap();
    let (mixed, apart) = (Home::new(EXE), Home::new(EXE));
    let played: Vec<String> = parts(&written).iter().map(|part| part.played(&mixed, &apart)).collect();
    let played = played.join("\n");
    assert!(!played.contains("panicked") && !played.contains("a fault in Bastide"), "{name}\n{played}");
    rewrite::expect(&path, &played);
}

macro_rules! transcripts {
    ($($name:ident)*) => {
        $(#[test]
        fn $name() {
            check(stringify!($name));
        })*

        #[test]
        fn every_transcript_is_checked() {
            let mut found: Vec<String> = fs::read_dir(root().join("data/transcripts"))
                .unwrap()
                .map(|entry| entry.unwrap().path().file_stem().unwrap().to_string_lossy().into_owned())
                .collect();
            found.sort();
            assert_eq!(found, [$(stringify!($name)),*]);
        }
    };
}

transcripts! {
    author bots command_line expansions faults game illegal in_part inside json knowing lab lists lua measure pictures questions save screen
    settings sharing trial turns tutorial undo why
}

#[test]
fn every_answer_in_json_is_an_object_a_line() {
    for part in parts(&fs::read_to_string(root().join("data/transcripts/json.txt")).unwrap()) {
        let home = Home::new(EXE);
        let said = run(part.start(&home), part.input());
        assert!(part.is_json() && !said.out.is_empty() && said.err.is_empty(), "{said:?}");
        for line in said.out.lines() {
            let object: serde_json::Value =
                serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}"));
            assert!(object.is_object(), "{line}");
        }
    }
}
