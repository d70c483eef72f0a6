//! Reads modules: the table that `init.lua` returns, with its hooks and their filters, phases, verbs and rules.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use mlua::{Error, Function, Lua, Table, Value};

use super::coverage;
use super::deed::Deed;
use super::desk::Desk;
use super::hook::{Hook, Named, Native, ROWS, phase_named};
use super::offer::Offer;
use super::report::{self, complain, complain_at_end, fault};
use super::restraint::Restraint;
use super::sandbox;
use super::siting::Siting;
use super::source::{OtherFile, Source};
use super::stretch;
use super::subscription::Subscription;
use super::surface::{DEED, MODULE, OFFER, RESTRAINT, SITING};
use super::when::When;
use super::words::Words;
use crate::language::{suggestion, typed, unknown};
use crate::table::catalogue::VerbId;
use crate::table::fault::Fault;
use crate::table::moment::{PHASES, Point};

/// The result of reading a module.
pub(super) type Loaded<T> = Result<T, Box<Fault>>;

/// A subscription with its function.
pub(super) type Handler = (Subscription, Function);

/// A phase to be inserted into a chain.
pub(super) struct PhaseLine {
    pub name: String,
    chain: String,
    after: bool,
    anchor: String,
    handler: Handler,
}

/// A rule, or a replacement for one.
pub(super) struct RuleLine {
    pub name: String,
    pub source: u16,
    pub run: Function,
}

/// Everything that the modules of one table declare.
#[derive(Default)]
pub(super) struct Modules {
    pub handlers: Vec<Handler>,
    pub offers: Vec<Offer>,
    pub restraints: Vec<Restraint>,
    pub sitings: Vec<Siting>,
    phases: Vec<PhaseLine>,
    rules: Vec<RuleLine>,
    overrides: Vec<RuleLine>,
    /// The rules of other sets that are replaced, and by whom.
    pub replaced: Vec<(String, u16)>,
}

/// The maximum number of handlers, phases and offers of all modules together.
const MAX_MODULE_HANDLERS: usize = 10_000;

impl Modules {
    /// Runs a module and adds what it declares.
    pub fn load(&mut self, lua: &Lua, source: &Source, number: u16, desk: &Desk, random: Function) -> Loaded<()> {
        let failed = |error: Error| fault(Some(source), "load", &error);
        let environment = sandbox::environment(lua, random).map_err(failed)?;
        let is_loading = Rc::new(Cell::new(true));
        let require = require(lua, source, &environment, &is_loading).map_err(failed)?;
        environment.raw_set("require", require).map_err(failed)?;
        stretch::check(&source.file, &source.text).map_err(failed)?;
        let module = coverage::run(lua, &source.file, &source.text, &environment).map_err(failed)?;
        // From now on a game must depend on nothing but its state, so nothing may be kept in globals.
        is_loading.set(false);
        environment.set_readonly(true);
        let Value::Table(module) = module else {
            let why = "it returns no table of hooks: the last line of the file is `return` and the table";
            return Err(complain_at_end(source, "load", why));
        };
        let idle = lua.create_function(|_, ()| Ok(())).map_err(failed)?;
        let reader = Reader { source, number, desk, words: &desk.words(), idle };
        for pair in module.pairs::<Value, Value>() {
            let (name, value) = pair.map_err(failed)?;
            let name = name.to_string().map_err(failed)?;
            match Hook::called(&name) {
                Some(hook) => reader.hook(&name, hook, value, self)?,
                None if name == "phases" => reader.phases(&value, &mut self.phases)?,
                None if name == "verbs" => reader.verbs(&value, self)?,
                None if name == "rules" => reader.rules(&name, &value, &mut self.rules)?,
                None if name == "overrides" => reader.rules(&name, &value, &mut self.overrides)?,
                None => {
                    let known = ROWS.iter().map(|row| row.name).chain(MODULE.names());
                    return Err(complain(source, &name, value.as_function(), &unknown("hook", &name, known)));
                }
            }
        }
        match self.handlers.len() + self.phases.len() + self.offers.len() <= MAX_MODULE_HANDLERS {
            true => Ok(()),
            false => {
                Err(complain(source, "load", None, &format!("there are more than {MAX_MODULE_HANDLERS} handlers")))
            }
        }
    }

    /// Puts the phases into their chains, after all modules are read. At a phase of the table, they keep the order of
    /// the modules; a phase that names another inserted one goes directly before or after it.
    pub fn place_phases(&mut self, sources: &[Source]) -> Loaded<()> {
        let mut waiting = std::mem::take(&mut self.phases);
        let mut placed: Vec<(Point, PhaseLine)> = Vec::new();
        loop {
            let before = waiting.len();
            let mut still = Vec::new();
            for line in waiting {
                let named = placed.iter().position(|(_, other)| other.name == line.anchor && other.chain == line.chain);
                match (phase_named(&line.chain, &line.anchor), named) {
                    (Some(phase), _) if line.after => placed.push((Point::after(phase), line)),
                    (Some(phase), _) => placed.push((Point::before(phase), line)),
                    (None, Some(at)) => {
                        let point = placed[at].0;
                        placed.insert(at + line.after as usize, (point, line));
                    }
                    (None, None) => still.push(line),
                }
            }
            waiting = still;
            if waiting.is_empty() || waiting.len() == before {
                break;
            }
        }
        if let Some(lost) = waiting.first() {
            let known: Vec<&str> =
                PHASES.iter().filter(|(chain, _)| *chain == lost.chain).map(|(_, name)| *name).collect();
            let others = placed.iter().filter(|(_, line)| line.chain == lost.chain).map(|(_, line)| line.name.as_str());
            let why = unknown("phase", &lost.anchor, known.into_iter().chain(others));
            let (subscription, run) = &lost.handler;
            return Err(complain(&sources[subscription.source as usize], &subscription.name, Some(run), &why));
        }
        self.handlers.extend(placed.into_iter().map(|(point, line)| {
            let (subscription, run) = line.handler;
            (Subscription { hook: Hook::Phase(point), ..subscription }, run)
        }));
        Ok(())
    }

    /// Refuses an offer of a verb that no module handles, after all modules are read.
    pub fn check_offers(&self, sources: &[Source], desk: &Desk) -> Loaded<()> {
        let is_handled = |verb: VerbId| self.handlers.iter().any(|(handler, _)| handler.hook == Hook::Verb(verb.0));
        for offer in &self.offers {
            if let Some(verb) = offer.verb().filter(|verb| !is_handled(*verb)) {
                let source = &sources[offer.source as usize];
                return Err(complain(source, "options", None, &desk.unhandled(verb)));
            }
        }
        Ok(())
    }

    /// Returns the rules in force, by name. If several modules replace a rule, the last one wins, and its manifest must
    /// say that it comes after the one before.
    pub fn settle_rules(&mut self, sources: &[Source]) -> Loaded<BTreeMap<String, RuleLine>> {
        let mut rules: BTreeMap<String, RuleLine> = BTreeMap::new();
        for rule in std::mem::take(&mut self.rules) {
            let source = &sources[rule.source as usize];
            let shown = format!("rules[\"{}\"]", rule.name);
            if Native::ALL.iter().any(|(name, _)| *name == rule.name) {
                return Err(complain(
                    source,
                    &shown,
                    Some(&rule.run),
                    "the table has this rule: replace it in `overrides`",
                ));
            }
            if let Some(first) = rules.get(&rule.name) {
                let why = format!("{} has a rule of this name already", sources[first.source as usize].expansion);
                return Err(complain(source, &shown, Some(&rule.run), &why));
            }
            rules.insert(rule.name.clone(), rule);
        }
        let mut replaced: BTreeMap<String, u16> = BTreeMap::new();
        for rule in std::mem::take(&mut self.overrides) {
            let source = &sources[rule.source as usize];
            let shown = format!("overrides[\"{}\"]", rule.name);
            let native = Native::ALL.iter().find(|(name, _)| *name == rule.name).map(|(_, native)| *native);
            if native.is_none() && !rules.contains_key(&rule.name) {
                let known = Native::ALL.iter().map(|(name, _)| *name).chain(rules.keys().map(String::as_str));
                return Err(complain(source, &shown, Some(&rule.run), &unknown("rule", &rule.name, known)));
            }
            if let Some(first) = replaced.insert(rule.name.clone(), rule.source) {
                let first = &sources[first as usize];
                if !source.follows.contains(&first.expansion) {
                    let why = format!(
                        "{} replaces this rule too, and nothing says which comes after the other: name {} in `after`",
                        first.expansion, first.expansion
                    );
                    return Err(complain(source, &shown, Some(&rule.run), &why));
                }
            }
            match native {
                Some(native) => {
                    self.handlers.retain(|(other, _)| other.hook != Hook::Rule(native));
                    let (when, hook) = (When::always(), Hook::Rule(native));
                    self.handlers
                        .push((Subscription { hook, name: shown, when, deed: None, source: rule.source }, rule.run));
                }
                None => {
                    self.replaced.push((shown, rule.source));
                    rules.insert(rule.name.clone(), rule);
                }
            }
        }
        Ok(rules)
    }
}

/// Reads the parts of one module.
struct Reader<'a> {
    source: &'a Source,
    number: u16,
    desk: &'a Desk,
    words: &'a Words<'a>,
    /// A function that does nothing, for handlers that are deeds.
    idle: Function,
}

impl Reader<'_> {
    fn wrong(&self, name: &str, run: Option<&Function>, why: &str) -> Box<Fault> {
        complain(self.source, name, run, why)
    }

    /// Reads a function, a table with `when` and `run`, a rule that is data, or a list of those.
    fn hook(&self, name: &str, hook: Hook, value: Value, modules: &mut Modules) -> Loaded<()> {
        match value {
            Value::Table(table) if table.raw_len() > 0 => {
                // Lists of lists are refused: one that contains itself would never end.
                table.sequence_values::<Value>().into_iter().try_for_each(|part| match part {
                    Ok(part @ (Value::Function(_) | Value::Table(_))) => self.part(name, hook, &part, modules),
                    _ => Err(self.wrong(name, None, "it is a list of functions, or of tables with `when` and `run`")),
                })
            }
            value => self.part(name, hook, &value, modules),
        }
    }

    fn part(&self, name: &str, hook: Hook, value: &Value, modules: &mut Modules) -> Loaded<()> {
        let has = |table: &Table, key| table.raw_get::<Value>(key).is_ok_and(|value| !value.is_nil());
        match (hook, value) {
            (Hook::Named(Named::Options), Value::Table(table)) if has(table, "offer") || has(table, "deploy") => {
                let read = |when| Offer::read(self.desk, table, when, self.number);
                modules.offers.extend(self.data(name, hook, table, &OFFER.names(), read)?);
            }
            (Hook::Named(Named::CanChoose), Value::Table(table)) if has(table, "only") => {
                let read = |when| Restraint::read(self.desk, &self.source.expansion, table, when);
                modules.restraints.extend(self.data(name, hook, table, &RESTRAINT.names(), read)?);
            }
            (Hook::Named(Named::CanPlace), Value::Table(table)) if has(table, "only") || has(table, "never") => {
                let read = |when| Siting::read(self.desk, &self.source.expansion, table, when);
                modules.sitings.extend(self.data(name, hook, table, &SITING.names(), read)?);
            }
            _ => modules.handlers.extend(self.handler(name, hook, value, &[])?),
        }
        Ok(())
    }

    /// Reads a rule that is data; `None` if the options or sets in play exclude it.
    fn data<T>(
        &self,
        name: &str,
        hook: Hook,
        table: &Table,
        keys: &[&str],
        read: impl FnOnce(When) -> mlua::Result<T>,
    ) -> Loaded<Option<T>> {
        let wrong = |why: String| self.wrong(name, None, &why);
        let when = self.when(table, hook, &["when"], keys).map_err(wrong)?;
        let in_force = when.in_force;
        let rule = read(when).map_err(|error| wrong(report::sentence(&error)))?;
        Ok(in_force.then_some(rule))
    }

    /// Reads a function, or a table with `when` and `run` or a deed; `None` if the options or sets in play exclude it.
    fn handler(&self, name: &str, hook: Hook, value: &Value, more: &[&str]) -> Loaded<Option<Handler>> {
        let (run, when, deed) = match value {
            Value::Function(run) => (run.clone(), When::always(), None),
            Value::Table(table) => {
                let deed = Deed::read(self.desk, (&self.source.expansion, self.number), hook, table);
                let deed = deed.map_err(|error| self.wrong(name, None, &report::sentence(&error)))?;
                if deed.is_some() {
                    let keys: Vec<&str> = DEED.names().into_iter().chain(more.iter().copied()).collect();
                    let when = self.when(table, hook, &["when"], &keys).map_err(|why| self.wrong(name, None, &why))?;
                    let in_force = when.in_force;
                    let subscription = Subscription { hook, name: name.into(), when, deed, source: self.number };
                    return Ok(in_force.then(|| (subscription, self.idle.clone())));
                }
                let when = self.when(table, hook, &["when", "run"], more);
                let run = table.get::<Function>("run").map_err(|_| {
                    // A key that is misspelt says more than the one that is missing.
                    let misspelt = when.as_ref().err().filter(|why| why.contains("did you mean"));
                    self.wrong(name, None, misspelt.map_or("it needs a function `run`", String::as_str))
                })?;
                let when = when.map_err(|why| self.wrong(name, Some(&run), &why))?;
                (run, when, deed)
            }
            _ => {
                let why = "it is a function, a table with `when` and `run`, or a list of those";
                return Err(self.wrong(name, None, why));
            }
        };
        let in_force = when.in_force;
        let subscription = Subscription { hook, name: name.into(), when, deed, source: self.number };
        Ok(in_force.then_some((subscription, run)))
    }

    fn when(&self, table: &Table, hook: Hook, usual: &[&str], more: &[&str]) -> Result<When, String> {
        for pair in table.pairs::<Value, Value>() {
            let key = pair.and_then(|(key, _)| key.to_string()).map_err(|_| "its keys are names".to_string())?;
            if !usual.contains(&key.as_str()) && !more.contains(&key.as_str()) {
                return Err(unknown("key", &key, usual.iter().chain(more).copied()));
            }
        }
        match table.get::<Value>("when") {
            Ok(Value::Nil) => Ok(When::always()),
            Ok(Value::Table(when)) => {
                When::read(&when, hook, self.desk, self.number).map_err(|why| format!("when: {why}"))
            }
            _ => Err("`when` is a table".into()),
        }
    }

    /// Returns the entries of a table, sorted by name.
    fn entries(&self, key: &str, value: &Value) -> Loaded<BTreeMap<String, Value>> {
        let wrong = || self.wrong(key, None, "it is a table of names and functions");
        let table = value.as_table().ok_or_else(wrong)?;
        table.pairs::<String, Value>().collect::<Result<_, _>>().map_err(|_| wrong())
    }

    fn phases(&self, value: &Value, phases: &mut Vec<PhaseLine>) -> Loaded<()> {
        for (name, value) in self.entries("phases", value)? {
            let shown = format!("phases.{name}");
            let say = "it says `chain`, and `before` or `after` which phase";
            let wrong = || self.wrong(&shown, None, say);
            let table = value.as_table().ok_or_else(wrong)?;
            let text = |key: &str| table.get::<Option<String>>(key).map_err(|_| wrong());
            let chain = text("chain")?.ok_or_else(wrong)?;
            let (after, anchor) = match (text("before")?, text("after")?) {
                (Some(before), None) => (false, before),
                (None, Some(after)) => (true, after),
                _ => return Err(wrong()),
            };
            if !PHASES.iter().any(|(known, _)| *known == chain) {
                let run = table.get::<Function>("run").ok();
                return Err(self.wrong(&shown, run.as_ref(), &unknown("chain", &chain, ["turn", "part", "end"])));
            }
            let hook = Hook::Phase(Point(0));
            if let Some(handler) =
                self.handler(&shown, hook, &Value::Table(table.clone()), &["chain", "before", "after"])?
            {
                phases.push(PhaseLine { name, chain, after, anchor, handler });
            }
        }
        Ok(())
    }

    fn verbs(&self, value: &Value, modules: &mut Modules) -> Loaded<()> {
        for (name, value) in self.entries("verbs", value)? {
            let shown = format!("verbs.{name}");
            let verb = self.words.verb(&name).map_err(|why| self.wrong(&shown, value.as_function(), &why))?;
            self.hook(&shown, Hook::Verb(verb.0), value, modules)?;
        }
        Ok(())
    }

    fn rules(&self, key: &str, value: &Value, rules: &mut Vec<RuleLine>) -> Loaded<()> {
        for (name, value) in self.entries(key, value)? {
            let shown = format!("{key}[\"{name}\"]");
            let run = match value {
                Value::Function(run) => run,
                // A rule of a set that may not be in play: `with` names the set, and without it nothing is replaced.
                Value::Table(table) if key == "overrides" => {
                    let handler =
                        self.handler(&shown, Hook::Rule(Native::Stuck), &Value::Table(table.clone()), &["with"])?;
                    let with: Option<String> =
                        table.get("with").map_err(|_| self.wrong(&shown, None, "`with` is the id of a set"))?;
                    match handler {
                        Some((_, run)) if with.is_none_or(|set| self.words.sets.contains(&set)) => run,
                        _ => continue,
                    }
                }
                _ => return Err(self.wrong(&shown, None, "it is a function, or a table with `with` and `run`")),
            };
            rules.push(RuleLine { name, source: self.number, run });
        }
        Ok(())
    }
}

/// Creates the `require` of one expansion, which runs other files of its own folder, each once.
fn require(lua: &Lua, source: &Source, environment: &Table, is_loading: &Rc<Cell<bool>>) -> mlua::Result<Function> {
    let files: Vec<OtherFile> = source.others.iter().filter(|(_, file, _)| *file != source.file).cloned().collect();
    let (environment, is_loading) = (environment.clone(), is_loading.clone());
    let loaded = lua.create_table()?;
    lua.create_function(move |lua, name: String| {
        let known: Value = loaded.raw_get(name.as_str())?;
        if !known.is_nil() {
            return Ok(known);
        }
        let wanted = format!("{}.lua", name.replace('.', "/"));
        let Some((_, file, text)) = files.iter().find(|(path, ..)| *path == wanted) else {
            let known = files.iter().map(|(path, ..)| path.as_str());
            return Err(Error::runtime(format!(
                "require: no such file in this expansion's folder: {}; {}",
                typed(&wanted),
                suggestion(&wanted, known)
            )));
        };
        if !is_loading.get() {
            return Err(Error::runtime("require: files are read when a script is loaded, not by a hook"));
        }
        stretch::check(file, text)?;
        loaded.raw_set(name.as_str(), true)?;
        let value = coverage::run(lua, file, text, &environment);
        let value = value.inspect_err(|_| drop(loaded.raw_remove(name.as_str())))?;
        let value = if value.is_nil() { Value::Boolean(true) } else { value };
        loaded.raw_set(name.as_str(), &value)?;
        Ok(value)
    })
}
