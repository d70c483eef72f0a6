//! Every method with every kind of object and with junk as arguments, in every hook, with objects kept from other turns
//! and games: the result is always a script error.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;
use std::time::Instant;

use bastide_core::script::Sort;
use bastide_core::{Chance, Game};
use bastide_tests::api::{filter_keys, names};

use super::table::{setup, snapshot, wander};

const SCRIPTS: u64 = 2_000;

static HOOKS: LazyLock<Vec<&str>> = LazyLock::new(|| names(Sort::Hook));
static METHODS: LazyLock<Vec<&str>> = LazyLock::new(|| names(Sort::Method));
/// All fields, and one that nothing has.
static FIELDS: LazyLock<Vec<&str>> = LazyLock::new(|| [&names(Sort::Field)[..], &["nothing"]].concat());
/// All keys of filters, and one of other tables.
static KEYS: LazyLock<Vec<&str>> = LazyLock::new(|| [&filter_keys()[..], &["at"]].concat());

/// Words, numbers and things that are none of what is wanted.
const JUNK: [&str; 41] = [
    "nil",
    "true",
    "false",
    "0",
    "1",
    "-1",
    "2",
    "7",
    "1.5",
    "-1e6",
    "1e6",
    "1e9",
    "0 / 0",
    "1 / 0",
    "2 ^ 53",
    "''",
    "'x'",
    "'road'",
    "'city'",
    "'field'",
    "'follower'",
    "'ghost'",
    "'coin'",
    "'jail'",
    "'height'",
    "'wave'",
    "'pick'",
    "'tile'",
    "'pennant'",
    "'spooky'",
    "'greet'",
    "'deploy'",
    "{}",
    "{ 1, 2 }",
    "{ 'x' }",
    "{ kind = 'road' }",
    "{ free = true }",
    "function() end",
    "('x'):rep(5000)",
    "'\\xff\\0'",
    "setmetatable({}, { __index = function() return 1 end })",
];

struct Writer(Chance);

impl Writer {
    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.0.below(of.len() as u32) as usize]
    }

    fn word<'a>(&mut self, of: &'a str) -> &'a str {
        self.one(&of.split(' ').collect::<Vec<_>>())
    }

    /// Something that may be an object.
    fn object(&mut self) -> String {
        match self.0.below(8) {
            0 => "this".into(),
            1 => "game".into(),
            2 => format!("kept[{}]", 1 + self.0.below(24)),
            3 => "any(objects)".into(),
            4 => format!("this.{}", self.one(&FIELDS)),
            _ => format!("objects[{}]", 1 + self.0.below(24)),
        }
    }

    fn value(&mut self) -> String {
        match self.0.below(5) {
            0 | 1 => self.object(),
            2 => {
                let parts = [self.object(), self.object(), self.word("wave pick x").into()];
                format!("{{ player = {}, verb = '{}', options = {{ {}, 1 }} }}", parts[0], parts[2], parts[1])
            }
            3 => {
                let parts = [self.one(&KEYS), self.one(&JUNK)];
                let object = self.object();
                format!("{{ {} = {}, {} = {object} }}", parts[0], parts[1], parts[0])
            }
            _ => self.one(&JUNK).into(),
        }
    }

    fn line(&mut self) -> String {
        let object = self.object();
        match self.0.below(10) {
            0 => format!("return {object}.{}", self.one(&FIELDS)),
            1 => format!("{object}.{} = {}", self.one(&FIELDS), self.value()),
            2 => format!("game.state.{} = {}", self.one(&FIELDS), self.value()),
            3 => format!("return tostring({object}) .. #{object}"),
            _ => {
                let arguments: Vec<String> = (0..self.0.below(4)).map(|_| self.value()).collect();
                format!("note({object}:{}({}))", self.one(&METHODS), arguments.join(", "))
            }
        }
    }

    /// A module with a few hooks of many lines; each line is caught, but for one now and then. It may keep objects for later, as
    /// no honest script does: then what it does depends on what ran before, and only that nothing breaks is sure.
    fn script(&mut self, keeps: bool) -> String {
        let mut script = format!("local keeps = {keeps}\n");
        script.push_str(
            "local kept, objects = {}, {}
             local function note(found, ...)
               if type(found) == 'table' then for _, one in pairs(found) do note(one) end
               elseif found ~= nil then objects[#objects % 24 + 1] = found end
             end
             local function any(list) for _, one in pairs(list) do return one end end
             local function fill(this)
               if keeps and #objects > 0 then kept[#kept % 24 + 1] = objects[#objects] end
               table.clear(objects)
               for _, name in ipairs({ 'game', 'turn', 'player', 'tile', 'feature', 'figure', 'features', 'winners', 'players' }) do
                 pcall(function() note(this[name]) end)
               end
               pcall(function() note(this.game:figures()) note(this.game:features()) end)
               return this.game
             end
             return { rules = { greet = function(game, ...) return ... end },\n",
        );
        for _ in 0..1 + self.0.below(4) {
            let hook = self.one(&HOOKS);
            script += &format!("{hook} = function(this)\nlocal game = pcall(fill, this) and this or this\n");
            script += "pcall(function() game = this.game end)\n";
            for _ in 0..2 + self.0.below(12) {
                let line = self.line();
                script += &match (self.0.below(40), line.strip_prefix("return ")) {
                    (0, Some(value)) => format!("local _ = {value}\n"),
                    (0, None) => format!("{line}\n"),
                    _ => format!("pcall(function() {line} end)\n"),
                };
            }
            script += "end,\n";
        }
        script + "}"
    }
}

/// Chooses at random, whatever becomes of it.
fn stumble(game: &mut Game, chance: &mut Chance, choices: usize) -> usize {
    let mut failed = 0;
    for _ in 0..choices {
        let Some(decision) = game.decision() else { break };
        let option = decision.get(chance.below(decision.len() as u32) as usize).expect("a decision has options");
        failed += game.choose(option).is_err() as usize;
    }
    failed
}

/// Plays a few games with a script: on, taken back, from a copy, from the beginning.
fn play_around(script: &str, seed: u64, keeps: bool) -> usize {
    let wander = if keeps { stumble } else { wander };
    let setup = setup(script, false).unwrap_or_else(|error| panic!("{error}"));
    let Ok(mut game) = Game::new(setup, seed) else { return 0 };
    let mut chance = Chance::new(seed);
    wander(&mut game, &mut chance, 6);
    let mut copy = game.clone();
    wander(&mut game, &mut chance, 4);
    wander(&mut copy, &mut chance, 2);
    if let Ok(mut before) = game.after(game.record().len() / 2) {
        wander(&mut before, &mut chance, 3);
    }
    let _ = game.projected();
    game.accounts().iter().for_each(|account| drop(game.account_sentence(account)));
    drop(snapshot(&game));
    game.record().len()
}

#[test]
fn junk_does_nothing_but_fail() {
    let start = Instant::now();
    let mut played = 0;
    for seed in 0..SCRIPTS {
        let keeps = seed % 2 == 1;
        let script = Writer(Chance::new(seed)).script(keeps);
        match catch_unwind(AssertUnwindSafe(|| play_around(&script, seed, keeps))) {
            Ok(choices) => played += choices,
            Err(_) => panic!("script {seed} goes through:\n{script}"),
        }
    }
    println!("{SCRIPTS} scripts, {played} choices in {:?}", start.elapsed());
    assert!(played as u64 > SCRIPTS * 5, "most games go on: {played}");
}
