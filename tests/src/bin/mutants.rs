//! `mutants [FILTER…]` plants the bugs of tests/data/mutants.toml, one at a time, and counts how many the suite
//! catches. It works in a copy of the tree below target/mutants, built once: all bugs in Rust are compiled in, and a
//! number in a file selects the active one.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use std::{env, thread};

use bastide_tests::deal::root;
use bastide_tests::mutants::{Mutant, Plan};
use rustix::process::{Pid, Signal, kill_process_group};

/// Which fault runs; 0 stands for none.
const NUMBER: &str = "mutant.txt";
/// Asks the file once. It lies in the copy alone.
const SWITCH: &str = "//! Which planted fault runs.

use std::sync::LazyLock;

static ON: LazyLock<usize> = LazyLock::new(|| {
    let text = std::fs::read_to_string(concat!(env!(\"CARGO_MANIFEST_DIR\"), \"/../mutant.txt\")).unwrap_or_default();
    text.trim().parse().unwrap_or(0)
});

/// Whether this one does.
#[inline]
pub fn on(number: usize) -> bool {
    *ON == number
}
";
/// Parts of the suite in the order in which they are tried: cheap and telling ones first. A part of a test binary is named by the
/// beginnings of its tests.
const STAGES: [(&str, &str); 16] = [
    ("core/src/lib.rs", ""),
    ("suite", "scenes::"),
    ("suite", "replays:: perft::"),
    ("suite", "sandbox::"),
    ("suite", "tiles:: sets::"),
    ("suite", "chance::"),
    ("suite", "laws::"),
    ("suite", "all::"),
    ("suite", "transcripts::"),
    ("repl/src/lib.rs", ""),
    ("suite", "bad_input::"),
    ("suite", "bots::"),
    ("suite", "fuzz::"),
    ("suite", "kept::"),
    ("suite", "no_alloc:: drawing:: pictures::"),
    ("suite", "terminal::"),
];
/// A stage that takes so much longer than without a fault hangs.
const SLACK: u32 = 3;
const MIN_TIMEOUT: Duration = Duration::from_secs(60);

/// A part of the suite, ready to run.
struct Stage {
    name: String,
    program: PathBuf,
    folder: PathBuf,
    arguments: Vec<String>,
    timeout: Duration,
}

/// What became of a run.
enum End {
    Passed,
    Failed(Vec<String>),
    Hung,
}

fn main() -> ExitCode {
    match run(env::args().skip(1).collect()) {
        Ok(survivors) => ExitCode::from((survivors > 3) as u8),
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::from(2)
        }
    }
}

fn run(filters: Vec<String>) -> Result<usize, String> {
    let (plan, tree) = (Plan::read()?, home().join("tree"));
    plant(&plan, &tree)?;
    let stages = baseline(&tree, build(&tree)?)?;
    let (mut tried, mut survivors) = (0, Vec::new());
    for (number, mutant) in (1..).zip(&plan.mutants) {
        let shown = format!("{number:2} {}: {}", mutant.shown(), mutant.breaks);
        if !filters.is_empty() && !filters.iter().any(|filter| shown.contains(filter.as_str())) {
            continue;
        }
        tried += 1;
        let start = Instant::now();
        switch(&tree, mutant, number)?;
        let caught = stages.iter().find_map(|stage| caught_by(stage, &tree));
        undo(&tree, mutant)?;
        let verdict = caught.as_deref().unwrap_or("SURVIVES");
        println!("{shown:75} {verdict} ({:.0} s)", start.elapsed().as_secs_f64());
        if caught.is_none() {
            survivors.push(shown);
        }
    }
    println!("{} of {tried} caught", tried - survivors.len());
    survivors.iter().for_each(|survivor| println!("survives: {survivor}"));
    Ok(survivors.len())
}

/// The folder of everything that is made here.
fn home() -> PathBuf {
    root().join("../target/mutants")
}

// The copy.

/// Copies the tree with all faults in Rust compiled in. A file that has not changed is left alone, so that it is not built anew.
fn plant(plan: &Plan, tree: &Path) -> Result<(), String> {
    let top = root().join("..");
    let listed = Command::new("git").current_dir(&top).args(["ls-files", "-co", "--exclude-standard"]).output();
    let listed = String::from_utf8_lossy(&listed.map_err(|error| format!("git: {error}"))?.stdout).into_owned();
    let mut kept: BTreeSet<PathBuf> = [tree.join("core/src/mutants.rs"), tree.join(NUMBER)].into();
    for name in listed.lines() {
        let Ok(mut bytes) = fs::read(top.join(name)) else { continue };
        if name.ends_with(".rs") {
            bytes = with_both(plan, name, String::from_utf8_lossy(&bytes).into_owned())?.into_bytes();
        }
        write(&tree.join(name), &bytes)?;
        kept.insert(tree.join(name));
    }
    write(&tree.join("core/src/mutants.rs"), SWITCH.as_bytes())?;
    write(&tree.join(NUMBER), b"0")?;
    remove_others(tree, &kept);
    Ok(())
}

fn with_both(plan: &Plan, name: &str, mut text: String) -> Result<String, String> {
    for support in plan.support.iter().filter(|support| support.file == name) {
        text = support.planted(&text, &support.replace)?;
    }
    for (number, mutant) in (1..).zip(&plan.mutants).filter(|(_, mutant)| mutant.file == name) {
        text = mutant.planted(&text, &mutant.both(number))?;
    }
    if name == "core/src/lib.rs" {
        text.push_str("pub mod mutants;\n");
    }
    Ok(text)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), String> {
    if fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    let made = path.parent().map_or(Ok(()), fs::create_dir_all).and_then(|()| fs::write(path, bytes));
    made.map_err(|error| format!("{}: {error}", path.display()))
}

/// What an earlier copy left is no part of this one.
fn remove_others(folder: &Path, kept: &BTreeSet<PathBuf>) {
    for path in fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            remove_others(&path, kept);
        } else if !kept.contains(&path) {
            let _ = fs::remove_file(path);
        }
    }
}

/// Lets a fault run: by its number, or by a change of its file, which is read when a test runs.
fn switch(tree: &Path, mutant: &Mutant, number: usize) -> Result<(), String> {
    if mutant.is_rust() {
        return write(&tree.join(NUMBER), number.to_string().as_bytes());
    }
    write(&tree.join(&mutant.file), mutant.planted(&mutant.text()?, &mutant.replace)?.as_bytes())
}

fn undo(tree: &Path, mutant: &Mutant) -> Result<(), String> {
    write(&tree.join(NUMBER), b"0")?;
    if mutant.is_rust() { Ok(()) } else { write(&tree.join(&mutant.file), mutant.text()?.as_bytes()) }
}

// The suite.

/// Builds the suite. The answer is the name and the file of each test binary.
fn build(tree: &Path) -> Result<Vec<(String, PathBuf)>, String> {
    let target = home().join("target");
    if !target.exists() {
        seed(&target);
    }
    eprintln!("building the suite with all faults …");
    let mut cargo = Command::new(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(tree).args(["test", "--workspace", "--no-run"]).env("CARGO_TARGET_DIR", &target);
    let built = cargo.output().map_err(|error| format!("cargo: {error}"))?;
    let said = String::from_utf8_lossy(&built.stderr);
    if !built.status.success() {
        return Err(format!("the suite with all faults does not compile:\n{said}"));
    }
    let folder = |file: &Path| file.file_name().and_then(|name| name.to_str()).unwrap_or_default().to_string();
    let binary = |line: &str| {
        let (source, file) = line.trim().strip_prefix("Executable ")?.trim_end_matches(')').rsplit_once(" (")?;
        let file = tree.join(file);
        let package = match folder(&file) {
            name if name.starts_with("bastide_core") => "core/",
            name if name.starts_with("suite") => return Some(("suite".to_string(), file)),
            name if name.starts_with("bastide-") => "repl/",
            _ => return None,
        };
        Some((format!("{package}{}", source.trim_start_matches("unittests ")), file))
    };
    Ok(said.lines().filter_map(binary).collect())
}

/// Takes over what was built of other people's crates: they are the same here.
fn seed(target: &Path) {
    let from = root().join("../target/debug");
    for part in ["deps", "build", ".fingerprint"] {
        let _ = fs::create_dir_all(target.join("debug"));
        let _ = Command::new("cp").arg("-a").arg(from.join(part)).arg(target.join("debug")).status();
    }
}

/// The stages with what each takes without a fault. Tests that fail even then, because the copy is no clean tree, are left out.
fn baseline(tree: &Path, binaries: Vec<(String, PathBuf)>) -> Result<Vec<Stage>, String> {
    let mut stages = Vec::new();
    for (source, tests) in STAGES {
        let (_, program) = binaries
            .iter()
            .find(|(name, _)| name == source)
            .ok_or_else(|| format!("no test binary is built from {source}: {binaries:?}"))?;
        let package = if source == "suite" { "tests" } else { source.split('/').next().unwrap_or_default() };
        let arguments = tests.split_whitespace().map(String::from).collect();
        let name = if tests.is_empty() { package.to_string() } else { tests.replace("::", "") };
        let (program, folder) = (program.clone(), tree.join(package));
        let mut stage = Stage { name, program, folder, arguments, timeout: Duration::from_secs(1800) };
        let start = Instant::now();
        match stage.run(tree) {
            End::Passed => {}
            End::Failed(tests) => {
                eprintln!("without a fault these fail, and are left out: {}", tests.join(" "));
                stage.arguments.extend(tests.into_iter().flat_map(|test| ["--skip".to_string(), test]));
            }
            End::Hung => return Err(format!("without a fault {} hangs", stage.name)),
        }
        stage.timeout = start.elapsed() * SLACK + MIN_TIMEOUT;
        stages.push(stage);
    }
    Ok(stages)
}

/// What a stage says of the fault that runs, if it notices. On a busy machine a test may fail by itself: it is tried twice.
fn caught_by(stage: &Stage, tree: &Path) -> Option<String> {
    match stage.run(tree) {
        End::Passed => None,
        End::Hung => Some(format!("caught: {} hangs", stage.name)),
        End::Failed(tests) if tests.is_empty() => Some(format!("caught: {} breaks off", stage.name)),
        End::Failed(tests) => match stage.only(tests).run(tree) {
            End::Passed => None,
            End::Hung => Some(format!("caught: {} hangs", stage.name)),
            End::Failed(tests) => {
                let first = tests.first().map_or("it breaks off", String::as_str);
                Some(format!("caught: {first}"))
            }
        },
    }
}

impl Stage {
    /// The same with these tests alone.
    fn only(&self, tests: Vec<String>) -> Stage {
        let arguments = ["--exact".to_string()].into_iter().chain(tests).collect();
        let Stage { name, program, folder, timeout, .. } = self;
        Stage { name: name.clone(), program: program.clone(), folder: folder.clone(), arguments, timeout: *timeout }
    }

    fn run(&self, tree: &Path) -> End {
        let output = tree.join("../said.txt");
        let Ok(file) = File::create(&output) else { return End::Failed(vec!["no place for the output".into()]) };
        let mut command = Command::new(&self.program);
        command.args(&self.arguments).current_dir(&self.folder).stdin(Stdio::null()).stderr(Stdio::null());
        // A group of its own: what hangs is ended with all that it has started.
        let Ok(mut child) = command.stdout(file).process_group(0).spawn() else {
            return End::Failed(vec!["it does not start".into()]);
        };
        match self.wait(&mut child) {
            None => End::Hung,
            Some(true) => End::Passed,
            Some(false) => {
                let said = fs::read_to_string(output).unwrap_or_default();
                let name = |line: &str| Some(line.strip_prefix("test ")?.strip_suffix(" ... FAILED")?.to_string());
                End::Failed(said.lines().filter_map(name).collect())
            }
        }
    }

    /// Whether all went well; none if it took too long.
    fn wait(&self, child: &mut Child) -> Option<bool> {
        let start = Instant::now();
        while start.elapsed() < self.timeout {
            if let Ok(Some(status)) = child.try_wait() {
                return Some(status.success());
            }
            thread::sleep(Duration::from_millis(20));
        }
        if let Some(group) = Pid::from_raw(child.id() as i32) {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = child.wait();
        None
    }
}
