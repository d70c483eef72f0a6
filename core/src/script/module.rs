//! A module read: the table that `init.lua` returns, its hooks and their filters; and errors of Lua turned into faults.

use mlua::chunk::ChunkMode;
use mlua::{Error, Function, Lua, Table, Value};

use super::Source;
use super::sandbox;
use super::when::When;
use super::words::Words;
use crate::fault::{Fault, Risky};

/// A point at which scripts are called.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Hook {
    /// What a feature is worth.
    Score,
}

impl Hook {
    const ALL: [Hook; 1] = [Hook::Score];

    /// Its name in a module.
    pub fn name(self) -> &'static str {
        match self {
            Hook::Score => "on_score",
        }
    }
}

/// One function that wants to be called.
#[derive(Clone, Debug)]
pub(super) struct Subscription {
    pub hook: Hook,
    pub when: When,
    /// Whose it is, by the place of the script.
    pub source: u16,
}

/// Runs a module and lists its hooks, those of one point in the order in which they are written.
pub(super) fn load(lua: &Lua, source: &Source, number: u16, words: &Words<'_>) -> Risky<Vec<(Subscription, Function)>> {
    let failed = |error: Error| fault(Some(source), "load", &error);
    let random = lua.create_function(|_, ()| Err::<(), _>(Error::runtime("math.random is drawn in hooks that act")));
    let environment = sandbox::environment(lua, random.map_err(failed)?).map_err(failed)?;
    let chunk = lua.load(&*source.text).set_name(format!("@{}", source.file)).set_mode(ChunkMode::Text);
    let module: Value = chunk.set_environment(environment).eval().map_err(failed)?;
    let Value::Table(module) = module else {
        return Err(complain(source, "load", None, "it returns no table of hooks"));
    };
    let mut hooks = Vec::new();
    for pair in module.pairs::<Value, Value>() {
        let (name, value) = pair.map_err(failed)?;
        let name = name.to_string().map_err(failed)?;
        let Some(hook) = Hook::ALL.into_iter().find(|hook| hook.name() == name) else {
            return Err(complain(
                source,
                &name,
                value.as_function(),
                &words.unknown(&name, &Hook::ALL.map(Hook::name)),
            ));
        };
        read_hook(source, number, hook, value, words, &mut hooks)?;
    }
    Ok(hooks)
}

/// A function, a table with `when` and `run`, or a list of those.
fn read_hook(
    source: &Source,
    number: u16,
    hook: Hook,
    value: Value,
    words: &Words<'_>,
    hooks: &mut Vec<(Subscription, Function)>,
) -> Risky<()> {
    let wrong = |why: &str| complain(source, hook.name(), None, why);
    match value {
        Value::Function(run) => {
            hooks.push((Subscription { hook, when: When::always(), source: number }, run));
            Ok(())
        }
        Value::Table(table) if table.raw_len() > 0 => {
            let parts = table.sequence_values::<Value>();
            parts.into_iter().try_for_each(|part| match part {
                Ok(part @ (Value::Function(_) | Value::Table(_))) => {
                    read_hook(source, number, hook, part, words, hooks)
                }
                _ => Err(wrong("it is a list of functions, or of tables with `when` and `run`")),
            })
        }
        Value::Table(table) => {
            let run = table.get::<Function>("run").map_err(|_| wrong("it needs a function `run`"))?;
            let when = read_when(&table, words).map_err(|why| complain(source, hook.name(), Some(&run), &why))?;
            if when.in_force {
                hooks.push((Subscription { hook, when, source: number }, run));
            }
            Ok(())
        }
        _ => Err(wrong("it is a function, a table with `when` and `run`, or a list of those")),
    }
}

fn read_when(table: &Table, words: &Words<'_>) -> Result<When, String> {
    for pair in table.pairs::<Value, Value>() {
        let key = pair.and_then(|(key, _)| key.to_string()).map_err(|_| "its keys are names".to_string())?;
        if !matches!(key.as_str(), "when" | "run") {
            return Err(words.unknown(&key, &["when", "run"]));
        }
    }
    match table.get::<Value>("when") {
        Ok(Value::Nil) => Ok(When::always()),
        Ok(Value::Table(when)) => When::read(&when, words).map_err(|why| format!("when: {why}")),
        _ => Err("`when` is a table".into()),
    }
}

/// A fault that the host found, at the line where a function begins if there is one.
fn complain(source: &Source, hook: &str, function: Option<&Function>, message: &str) -> Box<Fault> {
    let line = function.and_then(|function| function.info().line_defined).unwrap_or(0);
    Box::new(at_line(source, hook, line, message.into(), Vec::new()))
}

fn at_line(source: &Source, hook: &str, line: usize, message: String, traceback: Vec<String>) -> Fault {
    let text = line.checked_sub(1).and_then(|line| source.text.lines().nth(line)).unwrap_or("");
    Fault {
        expansion: source.expansion.clone(),
        hook: hook.into(),
        file: source.file.clone(),
        line,
        source: text.trim_end().into(),
        message,
        traceback,
    }
}

/// What Lua says of an error: `file:line: message`, then who called whom.
pub(super) fn fault(source: Option<&Source>, hook: &str, error: &Error) -> Box<Fault> {
    let nobody = Source { expansion: "the table".into(), file: "Lua".into(), text: "".into() };
    let source = source.unwrap_or(&nobody);
    let (message, calls) = said(error);
    let (line, message) = split_place(&source.file, &message);
    let traceback = calls.iter().map(|call| call.trim().to_string()).filter(|call| !call.is_empty()).collect();
    Box::new(at_line(source, hook, line, message, traceback))
}

/// The innermost message of an error and the lines of its traceback.
fn said(error: &Error) -> (String, Vec<String>) {
    let (text, more) = match error {
        Error::CallbackError { traceback, cause } => {
            let place = traceback.lines().find(|line| !line.starts_with('[') && line.contains(':')).unwrap_or("");
            let (message, _) = said(cause);
            let place = place.trim().trim_start_matches("stack traceback:").trim();
            let place = place.split_whitespace().next().unwrap_or("");
            let placed = if message.starts_with(place) { message } else { format!("{place}: {message}") };
            (placed, traceback.lines().map(str::to_string).collect())
        }
        Error::RuntimeError(text) | Error::SyntaxError { message: text, .. } => (text.clone(), Vec::new()),
        Error::MemoryError(_) => ("it takes more memory than scripts may have".into(), Vec::new()),
        other => (other.to_string(), Vec::new()),
    };
    let mut lines = text.lines();
    let message = lines.next().unwrap_or("").to_string();
    let rest = lines.filter(|line| !line.starts_with("stack traceback")).map(str::to_string);
    let calls = rest.chain(more).filter(|line| !line.trim_start().starts_with("[C]")).collect();
    (message, calls)
}

/// Takes `file:line:` off the front of a message.
fn split_place(file: &str, message: &str) -> (usize, String) {
    let rest = message.strip_prefix(file).and_then(|rest| rest.strip_prefix(':'));
    let placed = rest.and_then(|rest| rest.split_once(':'));
    match placed.and_then(|(line, rest)| line.parse().ok().map(|line| (line, rest.trim().to_string()))) {
        Some(found) => found,
        None => (0, message.trim().to_string()),
    }
}
