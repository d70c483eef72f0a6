//! `fuzz TARGET N [--seed S] [--threads T]` tries N inputs; `fuzz TARGET FILE` tries one again; exit code 1 if any fails.

use std::io::{IsTerminal, Write, stderr};
use std::process::ExitCode;
use std::time::Instant;
use std::{env, fs, thread};

use bastide_tests::fuzz::keys::AS_PROGRAM;
use bastide_tests::fuzz::run::{Failure, again as try_again, keep, run};
use bastide_tests::fuzz::{TARGETS, Target};

const USAGE: &str = "fuzz TARGET N [--seed S] [--threads T], or fuzz TARGET FILE";

/// What is asked for.
struct Asked {
    target: &'static Target,
    what: String,
    seed: u64,
    threads: usize,
}

fn main() -> ExitCode {
    // Keys are pressed in a terminal of their own, in which this very file is the program.
    if env::var_os(AS_PROGRAM).is_some() {
        return ExitCode::from(bastide::app::run(env::args_os()));
    }
    match asked(env::args().skip(1).collect()) {
        Ok(asked) => match asked.what.parse() {
            Ok(count) => search(&asked, count),
            Err(_) => again(&asked),
        },
        Err(problem) => {
            let names: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
            eprintln!("{problem}\n{USAGE}\ntargets: {}", names.join(", "));
            ExitCode::from(2)
        }
    }
}

fn asked(words: Vec<String>) -> Result<Asked, String> {
    let mut words = words.into_iter();
    let mut plain = Vec::new();
    let (mut seed, mut threads) = (1, thread::available_parallelism().map_or(1, |cores| cores.get()));
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|n| n.parse().ok()).ok_or(format!("{word} takes a number"));
        match word.as_str() {
            "--seed" => seed = number()?,
            "--threads" => threads = number()? as usize,
            _ => plain.push(word),
        }
    }
    let [name, what] = plain.try_into().map_err(|_| "a target and a number are wanted".to_string())?;
    let target = Target::named(&name).ok_or(format!("unknown target `{name}`"))?;
    Ok(Asked { target, what, seed, threads })
}

/// Tries many inputs.
fn search(asked: &Asked, count: u64) -> ExitCode {
    let start = Instant::now();
    let (target, is_watched) = (asked.target, stderr().is_terminal());
    let mut last = Instant::now();
    let report = run(target, count, asked.seed, asked.threads, |tried| {
        if is_watched && last.elapsed().as_millis() > 500 {
            last = Instant::now();
            eprint!("\r{}: {tried} of {count} inputs, {:.0} s ", target.name, start.elapsed().as_secs_f64());
            let _ = stderr().flush();
        }
    });
    if is_watched {
        eprint!("\r\x1b[K");
    }
    for failure in &report.failures {
        let kept = keep(target, failure).map_or_else(|error| error.to_string(), |path| path.display().to_string());
        tell(failure);
        println!("kept: {kept}");
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{}: {} inputs, {} failures, {seconds:.0} s", target.name, report.tried, report.failures.len());
    ExitCode::from(!report.failures.is_empty() as u8)
}

/// Tries one input from a file.
fn again(asked: &Asked) -> ExitCode {
    let input = match fs::read(&asked.what) {
        Ok(input) => input,
        Err(error) => {
            eprintln!("{}: {error}", asked.what);
            return ExitCode::from(2);
        }
    };
    match try_again(asked.target, input.clone()) {
        Ok(()) => println!("{}: holds", asked.what),
        Err(why) => {
            tell(&Failure { why, input });
            return ExitCode::from(1);
        }
    }
    ExitCode::SUCCESS
}

fn tell(failure: &Failure) {
    let text = String::from_utf8_lossy(&failure.input);
    let shown: String = text.chars().map(|c| if c.is_control() && c != '\n' { '\u{fffd}' } else { c }).collect();
    println!("{}\n----\n{shown}\n----", failure.why);
}
