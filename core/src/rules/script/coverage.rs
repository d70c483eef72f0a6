//! Which lines, functions and handlers of scripts were reached in a span of play. Off, it costs nothing: scripts are
//! compiled without counters, and handlers are not counted.

use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

use mlua::chunk::{ChunkMode, Compiler};
use mlua::{Function, Lua, Result, Table, Value};

/// What was reached in a span of play.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// For each file, its lines with code, and how often each was reached.
    pub lines: BTreeMap<String, BTreeMap<usize, u64>>,
    /// For each file, its functions by the line where they begin.
    pub functions: BTreeMap<String, BTreeMap<usize, Reached>>,
    /// How often handlers were called, by expansion and hook.
    pub calls: BTreeMap<(String, String), u64>,
}

/// A function of a script.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reached {
    /// Its name; empty if it has none.
    pub name: String,
    /// Whether it was called.
    pub is_reached: bool,
}

impl Coverage {
    /// Adds what was reached in another span.
    pub fn add(&mut self, other: &Coverage) {
        for (file, lines) in &other.lines {
            let own = self.lines.entry(file.clone()).or_default();
            lines.iter().for_each(|(line, hits)| *own.entry(*line).or_default() += hits);
        }
        for (file, functions) in &other.functions {
            let own = self.functions.entry(file.clone()).or_default();
            for (line, function) in functions {
                let known = own.entry(*line).or_insert_with(|| Reached { is_reached: false, ..function.clone() });
                known.is_reached |= function.is_reached;
            }
        }
        for (handler, calls) in &other.calls {
            *self.calls.entry(handler.clone()).or_default() += calls;
        }
    }

    /// Adds what Lua counted in a chunk.
    fn add_chunk(&mut self, Chunk { file, counted, bare }: &Chunk) {
        let lines = self.lines.entry(file.clone()).or_default();
        let functions = self.functions.entry(file.clone()).or_default();
        // Lua takes some operands of instructions for counters: those that a chunk without counters has too.
        let mut mistaken = BTreeSet::new();
        bare.coverage(|found| mistaken.extend(counts(&found.hits).map(|(line, _)| line)));
        counted.coverage(|counted| {
            let mut is_reached = false;
            for (line, hits) in counts(&counted.hits).filter(|(line, hits)| *hits > 0 || !mistaken.contains(line)) {
                *lines.entry(line).or_default() += hits;
                is_reached |= hits > 0;
            }
            if counted.depth > 0 {
                let known = functions.entry(usize::try_from(counted.line_defined).unwrap_or(0)).or_default();
                known.name = counted.function.unwrap_or_default();
                known.is_reached |= is_reached;
            }
        });
    }
}

/// The lines with code, and how often each was reached: a line without code has a negative number.
fn counts(hits: &[i32]) -> impl Iterator<Item = (usize, u64)> {
    hits.iter().enumerate().filter_map(|(line, hits)| Some((line, u64::try_from(*hits).ok()?)))
}

thread_local! {
    static COVERAGE: RefCell<Option<Coverage>> = const { RefCell::new(None) };
    /// The chunks of the Lua that is being made.
    static CHUNKS: RefCell<Chunks> = const { RefCell::new(Chunks(Vec::new())) };
    static IS_ON: Cell<bool> = const { Cell::new(false) };
}

/// Whether coverage is counted on this thread.
pub(super) fn is_on() -> bool {
    IS_ON.get()
}

/// Begins to count on this thread.
pub(super) fn begin() {
    COVERAGE.set(Some(Coverage::default()));
    IS_ON.set(true);
}

/// Ends counting, and returns what was counted.
pub(super) fn end() -> Coverage {
    IS_ON.set(false);
    COVERAGE.take().unwrap_or_default()
}

/// Notes how often a handler was called.
pub(super) fn note_calls(expansion: &str, hook: &str, calls: u64) {
    COVERAGE.with_borrow_mut(|coverage| {
        if let Some(coverage) = coverage {
            *coverage.calls.entry((expansion.into(), hook.into())).or_default() += calls;
        }
    });
}

/// Runs a file of an expansion, and returns its value.
pub(super) fn run(lua: &Lua, file: &str, text: &str, environment: &Table) -> Result<Value> {
    let chunk = || {
        let chunk = lua.load(text).set_name(format!("@{file}")).set_mode(ChunkMode::Text);
        chunk.set_environment(environment.clone())
    };
    if !is_on() {
        return chunk().eval();
    }
    match chunk().into_function() {
        Ok(function) => {
            let bare = chunk().set_compiler(compiler()).into_function()?;
            let counted = function.clone();
            CHUNKS.with_borrow_mut(|chunks| chunks.0.push(Chunk { file: file.into(), counted, bare }));
            function.call(())
        }
        // A file can also be a single expression.
        Err(_) => chunk().eval(),
    }
}

/// How scripts are compiled, without counters.
pub(super) fn compiler() -> Compiler {
    Compiler::new().set_optimization_level(1).set_debug_level(1)
}

/// A file as it was compiled: with counters, and without.
struct Chunk {
    file: String,
    counted: Function,
    bare: Function,
}

/// The chunks of one Lua. When they are dropped, before their Lua is, what was counted in them is kept.
#[derive(Default)]
pub(super) struct Chunks(Vec<Chunk>);

impl Chunks {
    /// Takes the chunks that were run since the last call.
    pub fn take() -> Chunks {
        CHUNKS.take()
    }

    /// Forgets the chunks of a Lua that could not be made.
    pub fn forget() {
        CHUNKS.with_borrow_mut(|chunks| chunks.0.clear());
    }
}

impl Drop for Chunks {
    fn drop(&mut self) {
        // A thread that ends may have dropped its coverage already.
        let _ = COVERAGE.try_with(|coverage| {
            if let Ok(mut coverage) = coverage.try_borrow_mut()
                && let Some(coverage) = &mut *coverage
            {
                self.0.iter().for_each(|chunk| coverage.add_chunk(chunk));
            }
        });
    }
}
