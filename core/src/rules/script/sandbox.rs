//! A Lua that can do no harm: chosen libraries, nothing of the machine, a budget of steps and of memory.

use std::cell::{Cell, OnceCell, RefCell};
use std::rc::Rc;
use std::time::{Duration, Instant};

use mlua::chunk::Compiler;
use mlua::state::{GcIncParams, GcMode};
use mlua::{Error, Function, Lua, LuaOptions, Result, StdLib, Table, Value, VmState, WeakLua};

use super::report::{self, LACK, OUT_OF_MEMORY};
use crate::table::leash::{self, Stopwatch};

/// Steps (calls and turns of loops) that one handler may take: the same on every machine.
pub(super) const MAX_STEPS: u64 = 2_000_000;
/// Bytes that all scripts of a table may take together.
const MAX_MEMORY: usize = 64 << 20;

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

/// The prelude: what the libraries would give away, would not answer the same twice or would do for too long, done again.
const PRELUDE: &str = include_str!("prelude.lua");

/// How long one handler may take, by the processor's time of its thread. No honest one comes near it: this stops those whose single
/// steps are long, and like a lack of memory it never becomes part of a record.
const MAX_TIME: Duration = Duration::from_secs(5);
/// Steps between two looks at the clock, the memory and the leash.
const CHECK_INTERVAL: u64 = 16;
/// If so much time passes from one look to the next, the steps are long: from then on each of them is looked at.
const SLOW_INTERVAL: Duration = Duration::from_micros(500);
/// Bytes that may be taken between two looks. Lua looks nowhere while it joins, compares or reads texts, so this is also what keeps
/// them short enough for a single step.
const MAX_BYTES_BETWEEN_CHECKS: usize = 2 << 20;
/// A handler that has taken this much may hold long texts, which make single steps slow: from then on the meter looks at every step.
const LARGE_HANDLER: usize = 256 << 10;

/// Counts the steps of the handler that runs.
#[derive(Clone, Default)]
pub(super) struct Meter(Rc<Dials>);

#[derive(Default)]
struct Dials {
    steps: Cell<u64>,
    /// For how many steps each one counts, less one: a step of a search in long texts is a long one.
    weight: Cell<u64>,
    /// At which step the next look is due, and of how many the leash has heard.
    next: Cell<u64>,
    told: Cell<u64>,
    /// What measures the handler's time, once it has taken a while, and when the last look was.
    watch: RefCell<Option<Stopwatch>>,
    last: Cell<Option<Instant>>,
    /// What was exceeded, other than the steps.
    tripped: Cell<Option<&'static str>>,
    /// The Lua whose steps are counted, and the bytes at which what nobody needs any more is looked for.
    lua: OnceCell<WeakLua>,
    room: Cell<usize>,
    /// The bytes that were taken when the handler began.
    before: Cell<usize>,
    /// Bytes that were charged for, beyond what may always be taken, and up to which step they may be used.
    promised: Cell<(usize, u64)>,
}

impl Meter {
    /// Begins to count anew, or goes on from a number of steps.
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
        // What others left behind is no fault of the one that begins; once it runs, its stack may seem to need that still.
        if let Some(lua) = dials.lua.get().and_then(WeakLua::try_upgrade) {
            dials.before.set(self.make_room(&lua));
        }
    }

    /// Makes room for what is taken until the next look, and for what was charged for. The answer is how much is taken now.
    fn make_room(&self, lua: &Lua) -> usize {
        let (promised, until) = self.0.promised.get();
        let more = if self.0.steps.get() <= until { promised } else { 0 };
        let mut used = lua.used_memory();
        if used.saturating_add(more) > self.0.room.get() {
            // A failure to collect is met again by whoever needs the memory.
            let _ = lua.gc_collect();
            used = lua.used_memory().min(MAX_MEMORY);
            self.0.room.set(used + (MAX_MEMORY - used) / 2);
        }
        let limit = used.saturating_add(MAX_BYTES_BETWEEN_CHECKS).saturating_add(more);
        // This Lua has an allocator of its own, so that it cannot fail.
        let _ = lua.set_memory_limit(limit.min(MAX_MEMORY));
        used
    }

    /// The steps so far.
    pub fn steps(&self) -> u64 {
        self.0.steps.get()
    }

    fn step(&self, lua: &Lua) -> Result<VmState> {
        self.take(lua, 1 + self.0.weight.get()).map(|()| VmState::Continue)
    }

    /// Counts steps that are about to be taken. Lua calls this at every turn of a loop, so that one comparison has to do for most.
    #[inline]
    fn take(&self, lua: &Lua, more: u64) -> Result<()> {
        let steps = self.0.steps.get().saturating_add(more);
        self.0.steps.set(steps);
        if steps < self.0.next.get() { Ok(()) } else { self.judge(lua, steps) }
    }

    /// Says when the next look is due: always before the budget is used up.
    fn look_again(&self, steps: u64, after: u64) {
        self.0.next.set(steps.saturating_add(after).min(MAX_STEPS + 1));
    }

    /// Looks around, and stops what has taken too much.
    #[cold]
    fn judge(&self, lua: &Lua, steps: u64) -> Result<()> {
        self.look_around(lua, steps);
        match self.0.steps.get() > MAX_STEPS {
            false => Ok(()),
            // Every further step fails too, so that no `pcall` outlives the budget.
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

    /// Most handlers end before they are timed. The answer is whether their steps are long.
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

    /// What is said of a script that takes too much, with the place where it was stopped.
    fn over(&self, lua: &Lua) -> Error {
        let why = self.0.tripped.get().map_or_else(|| format!("it takes more than {MAX_STEPS} steps"), str::to_string);
        let placed = lua.traceback(Some(&why), 0).map(|text| text.to_string_lossy());
        Error::runtime(placed.unwrap_or(why))
    }

    /// Lets every further step fail.
    fn trip(&self, why: &'static str) {
        if self.0.tripped.get().is_none() && self.0.steps.get() <= MAX_STEPS {
            self.0.steps.set(MAX_STEPS + 1);
            self.0.told.set(MAX_STEPS + 1);
            self.0.tripped.set(Some(why));
        }
    }

    /// What the prelude needs: to judge what was caught, to charge steps (and memory) before something long is done in one, and to
    /// say for how many each step counts from now on, with the number before.
    fn functions(&self, lua: &Lua) -> Result<[Function; 3]> {
        let meter = self.clone();
        let caught = lua.create_function(move |lua, error: Value| caught(lua, &meter, error))?;
        let meter = self.clone();
        let charge = lua.create_function(move |lua, (steps, bytes): (f64, Option<f64>)| {
            // A number that is too large for steps is the largest.
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
    meter.0.room.set(MAX_MEMORY / 2);
    let _ = meter.0.lua.set(lua.weak());
    let [caught, charge, weigh] = meter.functions(&lua)?;
    let wait = lua.load(PRELUDE).set_name("=prelude").call((caught, charge, weigh))?;
    Ok((lua, meter, wait))
}

/// What a script gets that caught an error: a sentence in place of an object of the host's. A lack of memory depends on what ran
/// before, so that nobody may go on after it.
fn caught(lua: &Lua, meter: &Meter, error: Value) -> Result<Value> {
    // Whoever catches an error is a script, and its steps count as one each.
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

/// Sets the limits and closes what scripts must not change.
pub(super) fn seal(lua: &Lua, meter: &Meter) -> Result<()> {
    lua.set_memory_limit(MAX_MEMORY)?;
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
