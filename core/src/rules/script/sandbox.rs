//! A Lua that can do no harm: selected libraries, no access to the machine, a budget of steps and of memory.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use mlua::state::{GcIncParams, GcMode};
use mlua::{Error, Function, Lua, LuaOptions, Result, StdLib, Table, Value, VmState, WeakLua};

use super::coverage;
use super::report::{self, LACK, OUT_OF_MEMORY};
use crate::table::leash::{self, Stopwatch};

/// The maximum number of steps (calls and loop iterations) of one handler, counted the same on every machine.
pub(super) const MAX_STEPS: u64 = 2_000_000;
/// The maximum number of bytes that all scripts of a table take together.
const MAX_MEMORY: usize = 64 << 20;

/// The global names that scripts see.
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

/// The globals that are made for each expansion.
const OWN_GLOBALS: [&str; 3] = ["_G", "require", "tostring"];

/// Returns the global names that scripts have.
pub fn globals() -> impl Iterator<Item = &'static str> + Clone {
    GLOBALS.into_iter().chain(OWN_GLOBALS)
}

/// Replaces what would reveal an address, differ between runs, or take long in a single step.
const PRELUDE: &str = include_str!("prelude.lua");

/// The maximum processor time of one handler. No honest handler comes near it. It stops those whose single steps are
/// long, and like running out of memory it never becomes part of a record.
const MAX_TIME: Duration = Duration::from_secs(5);
/// The number of steps between two checks of the clock, the memory and the leash.
const CHECK_INTERVAL: u64 = 16;
/// If more time than this passes between two checks, the steps are long, and the very next one is checked again.
const SLOW_INTERVAL: Duration = Duration::from_micros(500);
/// The maximum number of bytes that can be taken between two checks. Lua cannot be stopped while it joins, compares or
/// reads texts, so this also keeps texts short enough for a single step.
const MAX_BYTES_BETWEEN_CHECKS: usize = 2 << 20;
/// A handler that has taken more bytes than this may hold long texts, which make single steps slow, so each of its
/// steps is checked.
const LARGE_HANDLER: usize = 256 << 10;

/// Counts the steps of the running handler, and stops it if it takes too much.
#[derive(Clone, Default)]
pub(super) struct Meter(Rc<Dials>);

#[derive(Default)]
struct Dials {
    steps: Cell<u64>,
    /// How many extra steps each step counts for, because a step of a search in long texts takes long.
    weight: Cell<u64>,
    /// The step at which the next check is due, and the number of steps that the leash knows of.
    next: Cell<u64>,
    told: Cell<u64>,
    /// Measures the handler's time once it has run for a while, and the time of the last check.
    watch: RefCell<Option<Stopwatch>>,
    last: Cell<Option<Instant>>,
    /// The message about the limit that was exceeded, if it was not the steps.
    tripped: Cell<Option<&'static str>>,
    /// The Lua whose steps are counted, and the number of bytes above which garbage is collected.
    lua: OnceCell<WeakLua>,
    room: Cell<usize>,
    /// The bytes in use when the handler began.
    before: Cell<usize>,
    /// Bytes that were charged for, beyond what can always be taken, and the step until which they can be used.
    promised: Cell<(usize, u64)>,
}

impl Meter {
    /// Starts counting for a handler, from a number of steps that it has already taken.
    pub fn reset(&self, steps: u64) {
        let dials = &self.0;
        leash::count(dials.steps.get().saturating_sub(dials.told.get()));
        dials.steps.set(steps);
        dials.told.set(steps);
        self.look_again(steps, 1);
        dials.weight.set(0);
        dials.promised.set((0, 0));
        dials.watch.take();
        dials.tripped.set(None);
        // What earlier handlers left behind must not count against this one. It can only be collected now: once the
        // handler runs, its stack may seem to still need it.
        if let Some(lua) = dials.lua.get().and_then(WeakLua::try_upgrade) {
            dials.before.set(self.make_room(&lua));
        }
    }

    /// Sets the memory limit so that there is room until the next check, and for what was charged for. Collects garbage
    /// if necessary. Returns the bytes in use.
    fn make_room(&self, lua: &Lua) -> usize {
        let (promised, until) = self.0.promised.get();
        let more = if self.0.steps.get() <= until { promised } else { 0 };
        let mut used = lua.used_memory();
        if used.saturating_add(more) > self.0.room.get() {
            // If this fails, there is less room, and the script that needs it runs out of memory.
            let _ = lua.gc_collect();
            used = lua.used_memory().min(MAX_MEMORY);
            self.0.room.set(used + (MAX_MEMORY - used) / 2);
        }
        let limit = used.saturating_add(MAX_BYTES_BETWEEN_CHECKS).saturating_add(more);
        // This Lua has its own allocator, so setting a limit cannot fail.
        let _ = lua.set_memory_limit(limit.min(MAX_MEMORY));
        used
    }

    /// Returns the steps so far.
    pub fn steps(&self) -> u64 {
        self.0.steps.get()
    }

    fn step(&self, lua: &Lua) -> Result<VmState> {
        self.take(lua, 1 + self.0.weight.get()).map(|()| VmState::Continue)
    }

    /// Counts steps that are about to be taken. Lua calls this at every loop iteration, so it is usually just one
    /// comparison.
    #[inline]
    fn take(&self, lua: &Lua, more: u64) -> Result<()> {
        let steps = self.0.steps.get().saturating_add(more);
        self.0.steps.set(steps);
        if steps < self.0.next.get() { Ok(()) } else { self.judge(lua, steps) }
    }

    /// Sets when the next check is due: at the latest when the budget is exceeded.
    fn look_again(&self, steps: u64, after: u64) {
        self.0.next.set(steps.saturating_add(after).min(MAX_STEPS + 1));
    }

    /// Checks everything, and fails if the handler has taken too much.
    #[cold]
    fn judge(&self, lua: &Lua, steps: u64) -> Result<()> {
        self.look_around(lua, steps);
        match self.0.steps.get() > MAX_STEPS {
            false => Ok(()),
            // Every later step fails too, so that no `pcall` outlives the budget.
            true => Err(self.over(lua)),
        }
    }

    fn look_around(&self, lua: &Lua, steps: u64) {
        let is_large = self.make_room(lua) > self.0.before.get() + LARGE_HANDLER;
        let is_slow = self.look_at_the_clock(steps, is_large);
        self.look_again(steps, if is_slow || is_large { 1 } else { CHECK_INTERVAL });
        let told = self.0.told.replace(steps);
        if let Some(why) = leash::pull(steps.saturating_sub(told)) {
            self.trip(why);
        }
    }

    /// Checks the handler's time, and returns whether its steps are long. Most handlers end before they are timed at
    /// all.
    fn look_at_the_clock(&self, steps: u64, at_once: bool) -> bool {
        let mut watch = self.0.watch.borrow_mut();
        match &*watch {
            None if at_once || steps > CHECK_INTERVAL => {
                self.0.last.set(None);
                *watch = Some(Stopwatch::start_late());
                false
            }
            None => false,
            Some(watch) => {
                let now = Instant::now();
                if watch.has_passed(now, MAX_TIME) {
                    self.trip("it takes too long");
                }
                let last = self.0.last.replace(Some(now));
                last.is_some_and(|last| now.saturating_duration_since(last) > SLOW_INTERVAL)
            }
        }
    }

    /// Returns the error for a script that takes too much, with the place where it was stopped.
    fn over(&self, lua: &Lua) -> Error {
        let why = self.0.tripped.get().map_or_else(|| format!("it takes more than {MAX_STEPS} steps"), str::to_string);
        let placed = lua.traceback(Some(&why), 0).map(|text| text.to_string_lossy());
        Error::runtime(placed.unwrap_or(why))
    }

    /// Makes every later step fail.
    fn trip(&self, why: &'static str) {
        if self.0.tripped.get().is_none() && self.0.steps.get() <= MAX_STEPS {
            self.0.steps.set(MAX_STEPS + 1);
            self.0.told.set(MAX_STEPS + 1);
            self.0.tripped.set(Some(why));
        }
    }

    /// Returns the functions that the prelude needs. The first judges what was caught. The second charges steps (and
    /// memory) before something long is done in a single step. The third sets how many extra steps each step counts
    /// for, and returns the number before.
    fn functions(&self, lua: &Lua) -> Result<[Function; 3]> {
        let meter = self.clone();
        let caught = lua.create_function(move |lua, error: Value| caught(lua, &meter, error))?;
        let meter = self.clone();
        let charge = lua.create_function(move |lua, (steps, bytes): (f64, Option<f64>)| {
            // `as` saturates: a number that is too large becomes the largest.
            meter.take(lua, steps as u64)?;
            if let Some(bytes) = bytes {
                meter.0.promised.set((bytes as usize, meter.steps() + CHECK_INTERVAL));
                meter.make_room(lua);
            }
            Ok(())
        })?;
        let meter = self.clone();
        let weigh = lua.create_function(move |_, weight: f64| Ok(meter.0.weight.replace(weight as u64) as f64))?;
        Ok([caught, charge, weigh])
    }
}

/// The functions with which a handler waits for an answer, and finds out whether it can.
pub(super) type Waiting = (Function, Function);

/// Creates a Lua with its libraries, its meter, and the functions with which a handler waits.
pub(super) fn new() -> Result<(Lua, Meter, Waiting)> {
    let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::UTF8 | StdLib::BIT | StdLib::COROUTINE;
    let lua = Lua::new_with(libraries, LuaOptions::new())?;
    // What handlers leave behind is small and short-lived. Collecting it less often costs little memory and saves time.
    lua.gc_set_mode(GcMode::Incremental(GcIncParams::default().goal(400)));
    lua.set_compiler(coverage::compiler().set_coverage_level(u8::from(coverage::is_on())));
    let meter = Meter::default();
    meter.0.room.set(MAX_MEMORY / 2);
    let _ = meter.0.lua.set(lua.weak());
    let [caught, charge, weigh] = meter.functions(&lua)?;
    let wait = lua.load(PRELUDE).set_name("=prelude").call((caught, charge, weigh))?;
    Ok((lua, meter, wait))
}

/// Returns what a script gets when it catches an error: a sentence instead of an object of the host. Running out of
/// memory cannot be caught, because it depends on what ran before.
fn caught(lua: &Lua, meter: &Meter, error: Value) -> Result<Value> {
    // An error is caught by script code, whose steps count as one each.
    meter.0.weight.set(0);
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
        Value::String(text) => match report::without_own_place(&text.as_bytes()) {
            Some(rest) => lua.create_string(rest).map(Value::String),
            None => Ok(Value::String(text)),
        },
        other => Ok(other),
    }
}

/// Sets the limits and locks what scripts must not change.
pub(super) fn seal(lua: &Lua, meter: &Meter) -> Result<()> {
    lua.set_memory_limit(MAX_MEMORY)?;
    lua.sandbox(true)?;
    let counted = meter.clone();
    lua.set_interrupt(move |lua| counted.step(lua));
    Ok(())
}

/// Creates the environment of one expansion: its own table of globals, with no access to the real ones.
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
