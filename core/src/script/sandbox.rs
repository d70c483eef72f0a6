//! A Lua that can do no harm: chosen libraries, nothing of the machine, a budget of steps and of memory.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use mlua::chunk::Compiler;
use mlua::state::{GcIncParams, GcMode};
use mlua::{Error, Function, Lua, LuaOptions, Result, StdLib, Table, Value, VmState, WeakLua};

use super::report;

/// Steps (calls and turns of loops) that one handler may take: the same on every machine.
pub(super) const BUDGET: u64 = 2_000_000;
/// Bytes that all scripts of a table may take together.
const MEMORY: usize = 64 << 20;

/// What scripts see of the global names.
const GLOBALS: [&str; 20] = [
    "assert",
    "bit32",
    "error",
    "getmetatable",
    "ipairs",
    "math",
    "next",
    "pairs",
    "pcall",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "select",
    "setmetatable",
    "string",
    "table",
    "tonumber",
    "type",
    "utf8",
];

/// The prelude: what the libraries would give away or would not answer the same twice, done again.
const PRELUDE: &str = include_str!("prelude.lua");

/// What is said of a script that takes too much memory.
pub(super) const OUT_OF_MEMORY: &str = "it takes more memory than scripts may have";
/// What Lua itself says of it.
pub(super) const LACK: &str = "not enough memory";
/// How long one handler may take. No honest one comes near it: this stops those whose single steps are long, and like a lack of
/// memory it never becomes part of a record.
const PATIENCE: Duration = Duration::from_secs(5);
/// Steps between two looks at the clock and at the memory.
const GLANCE: u64 = 16;

/// Counts the steps of the handler that runs.
#[derive(Clone, Default)]
pub(super) struct Meter(Rc<Dials>);

#[derive(Default)]
struct Dials {
    steps: Cell<u64>,
    /// When the first look at the clock was.
    since: Cell<Option<Instant>>,
    /// What was exceeded, other than the steps.
    tripped: Cell<Option<&'static str>>,
    /// The Lua whose steps are counted, and the bytes at which what nobody needs any more is looked for.
    lua: OnceCell<WeakLua>,
    room: Cell<usize>,
}

impl Meter {
    /// Begins to count anew, or goes on from a number of steps.
    pub fn reset(&self, steps: u64) {
        self.0.steps.set(steps);
        self.0.since.set(None);
        self.0.tripped.set(None);
        // What others left behind is no fault of the one that begins; once it runs, its stack may seem to need that still.
        if let Some(lua) = self.0.lua.get().and_then(WeakLua::try_upgrade) {
            self.make_room(&lua);
        }
    }

    fn make_room(&self, lua: &Lua) {
        if lua.used_memory() > self.0.room.get() {
            // A failure to collect is met again by whoever needs the memory.
            let _ = lua.gc_collect();
            let used = lua.used_memory().min(MEMORY);
            self.0.room.set(used + (MEMORY - used) / 2);
        }
    }

    /// The steps so far.
    pub fn steps(&self) -> u64 {
        self.0.steps.get()
    }

    fn step(&self, lua: &Lua) -> Result<VmState> {
        let steps = self.0.steps.get() + 1;
        self.0.steps.set(steps);
        if steps % GLANCE == 1 {
            self.look_around(lua, steps);
        }
        match self.0.steps.get() > BUDGET {
            false => Ok(VmState::Continue),
            // Every further step fails too, so that no `pcall` outlives the budget.
            true => Err(self.over(lua)),
        }
    }

    /// Most handlers end before they are timed.
    fn look_around(&self, lua: &Lua, steps: u64) {
        self.make_room(lua);
        match self.0.since.get() {
            None if steps > GLANCE => self.0.since.set(Some(Instant::now())),
            Some(since) if since.elapsed() > PATIENCE => self.trip("it takes too long"),
            _ => {}
        }
    }

    /// What is said of a script that takes too much, with the place where it was stopped.
    fn over(&self, lua: &Lua) -> Error {
        let why = self.0.tripped.get().map_or_else(|| format!("it takes more than {BUDGET} steps"), str::to_string);
        let placed = lua.traceback(Some(&why), 0).map(|text| text.to_string_lossy());
        Error::runtime(placed.unwrap_or(why))
    }

    /// Lets every further step fail.
    fn trip(&self, why: &'static str) {
        if self.0.steps.get() <= BUDGET {
            self.0.steps.set(BUDGET + 1);
            self.0.tripped.set(Some(why));
        }
    }
}

/// The functions by which a handler waits, and knows whether it can.
pub(super) type Waiting = (Function, Function);

/// A fresh Lua with its libraries, what counts its steps, and how a handler waits.
pub(super) fn new() -> Result<(Lua, Meter, Waiting)> {
    let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::UTF8 | StdLib::BIT | StdLib::COROUTINE;
    let lua = Lua::new_with(libraries, LuaOptions::new())?;
    // What handlers leave behind is small and short-lived: looking for it less often costs little room and saves much time.
    lua.gc_set_mode(GcMode::Incremental(GcIncParams::default().goal(400)));
    lua.set_compiler(Compiler::new().set_optimization_level(1).set_debug_level(1));
    let meter = Meter::default();
    meter.0.room.set(MEMORY / 2);
    let _ = meter.0.lua.set(lua.weak());
    let counted = meter.clone();
    let caught = lua.create_function(move |lua, error: Value| caught(lua, &counted, error))?;
    let wait = lua.load(PRELUDE).set_name("=prelude").call(caught)?;
    Ok((lua, meter, wait))
}

/// What a script gets that caught an error: a sentence in place of an object of the host's. A lack of memory depends on what ran
/// before, so that nobody may go on after it.
fn caught(lua: &Lua, meter: &Meter, error: Value) -> Result<Value> {
    match error {
        Value::String(text) if text.as_bytes() == LACK.as_bytes() => {
            meter.trip(OUT_OF_MEMORY);
            Err(Error::runtime(OUT_OF_MEMORY))
        }
        Value::Error(error) if report::is_memory(&error) => {
            meter.trip(OUT_OF_MEMORY);
            Err(Error::runtime(OUT_OF_MEMORY))
        }
        Value::Error(error) => lua.create_string(report::sentence(&error)).map(Value::String),
        other => Ok(other),
    }
}

/// Sets the limits and closes what scripts must not change.
pub(super) fn seal(lua: &Lua, meter: &Meter) -> Result<()> {
    lua.set_memory_limit(MEMORY)?;
    lua.sandbox(true)?;
    let counted = meter.clone();
    lua.set_interrupt(move |lua| counted.step(lua));
    Ok(())
}

/// The environment of one expansion: its own table of globals, with no way to the real ones.
pub(super) fn environment(lua: &Lua, random: Function) -> Result<Table> {
    let environment = lua.create_table()?;
    for name in GLOBALS {
        environment.raw_set(name, lua.globals().get::<Value>(name)?)?;
    }
    environment.raw_set("tostring", lua.globals().get::<Function>("tostring")?)?;
    let math = lua.create_table()?;
    for pair in lua.globals().get::<Table>("math")?.pairs::<Value, Value>() {
        let (name, value) = pair?;
        math.raw_set(name, value)?;
    }
    math.raw_set("random", random)?;
    math.set_readonly(true);
    environment.raw_set("math", math)?;
    environment.raw_set("_G", environment.clone())?;
    Ok(environment)
}
