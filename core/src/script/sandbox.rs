//! A Lua that can do no harm: chosen libraries, nothing of the machine, a budget of steps and of memory.

use std::cell::Cell;
use std::rc::Rc;

use mlua::chunk::Compiler;
use mlua::{Error, Function, Lua, LuaOptions, Result, StdLib, Table, VmState};

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

/// Counts the steps of the handler that runs.
#[derive(Clone, Default)]
pub(super) struct Meter(Rc<Cell<u64>>);

impl Meter {
    /// Begins to count anew, or goes on from a number of steps.
    pub fn reset(&self, steps: u64) {
        self.0.set(steps);
    }

    /// The steps so far.
    pub fn steps(&self) -> u64 {
        self.0.get()
    }

    fn step(&self) -> Result<VmState> {
        let steps = self.0.get() + 1;
        self.0.set(steps);
        match steps > BUDGET {
            false => Ok(VmState::Continue),
            // Every further step fails too, so that no `pcall` outlives the budget.
            true => Err(Error::runtime(format!("it takes more than {BUDGET} steps"))),
        }
    }
}

/// A fresh Lua with its libraries, what counts its steps, and the function by which a handler waits.
pub(super) fn new() -> Result<(Lua, Meter, Function)> {
    let libraries = StdLib::TABLE | StdLib::STRING | StdLib::MATH | StdLib::UTF8 | StdLib::BIT | StdLib::COROUTINE;
    let lua = Lua::new_with(libraries, LuaOptions::new())?;
    lua.set_compiler(Compiler::new().set_optimization_level(1).set_debug_level(1));
    let yielder: Function = lua.globals().get::<Table>("coroutine")?.get("yield")?;
    lua.load(PRELUDE).set_name("=prelude").exec()?;
    Ok((lua, Meter::default(), yielder))
}

/// Sets the limits and closes what scripts must not change.
pub(super) fn seal(lua: &Lua, meter: &Meter) -> Result<()> {
    lua.set_memory_limit(MEMORY)?;
    lua.sandbox(true)?;
    let counted = meter.clone();
    lua.set_interrupt(move |_| counted.step());
    Ok(())
}

/// The environment of one expansion: its own table of globals, with no way to the real ones.
pub(super) fn environment(lua: &Lua, random: Function) -> Result<Table> {
    let environment = lua.create_table()?;
    for name in GLOBALS {
        environment.raw_set(name, lua.globals().get::<mlua::Value>(name)?)?;
    }
    environment.raw_set("tostring", lua.globals().get::<Function>("tostring")?)?;
    let math = lua.create_table()?;
    for pair in lua.globals().get::<Table>("math")?.pairs::<mlua::Value, mlua::Value>() {
        let (name, value) = pair?;
        math.raw_set(name, value)?;
    }
    math.raw_set("random", random)?;
    math.set_readonly(true);
    environment.raw_set("math", math)?;
    environment.raw_set("_G", environment.clone())?;
    Ok(environment)
}
