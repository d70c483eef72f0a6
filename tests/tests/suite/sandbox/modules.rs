//! How modules are read: errors are reported at load time with file, line and a suggestion; rules are replaced and
//! phases inserted in a defined order.

use std::fs;
use std::os::unix::fs::symlink;

use bastide_core::manifest::{Expansion, Folder};
use bastide_core::{Chance, Game};

use super::table::{evil, expansion, is_told, play, play_at, refused, table, wander};

#[test]
fn a_module_that_cannot_be_loaded_is_named_with_its_line() {
    for (script, line, sentence) in [
        ("return {\n  on_score = function(\n}", 3, "Expected"),
        ("return 7", 1, "no table"),
        ("local hooks = {}\nhooks.on_score = nil\n\n", 2, "no table"),
        ("\nreturn { on_scoer = function() end }", 2, "did you mean `on_score`?"),
        ("return {\n on_scoer = 7 }", 2, "did you mean `on_score`?"),
        ("return {\n on_score = 7 }", 2, "a function"),
        ("return {\n on_score = { 7 } }", 2, "a list of functions"),
        ("return {\n on_score = { { { run = function() end } } } }", 2, "a function `run`"),
        ("local t = {} t[1] = t\nreturn { on_score = t }", 2, "a function `run`"),
        ("return {\n on_score = { rum = function() end } }", 2, "did you mean `run`?"),
        ("return { on_score = {\n when = { kind = 'rod' },\n run = function() end } }", 3, "did you mean `road`?"),
        ("return { on_score = { wen = {}, run = function() end } }", 1, "did you mean `when`?"),
        ("return { on_score = { when = 7, run = function() end } }", 1, "`when` is a table"),
        ("return { on_score = { when = { tag = 'x' }, run = function() end } }", 1, "unknown tag `x`; use `pennant`"),
        ("return { on_score = { when = { tagg = 'x' }, run = function() end } }", 1, "did you mean `tag`?"),
        ("return { on_score = { when = { kind = 7 }, run = function() end } }", 1, "the name of a kind"),
        ("return { on_score = { when = { kind = {} }, run = function() end } }", 1, "a list of names"),
        (
            "return { on_score = { when = { figure = 'folower' }, run = function() end } }",
            1,
            "did you mean `follower`?",
        ),
        ("return { on_score = { when = { complete = 1 }, run = function() end } }", 1, "true or false"),
        (
            "return { on_score = { when = { option = { spoky = true } }, run = function() end } }",
            1,
            "did you mean `spooky`?",
        ),
        ("return { options = { offer = 'wav' } }", 1, "did you mean `wave`?"),
        ("return { options = { offer = 'wave', tiles = {}, figures = {} } }", 1, "not of several"),
        (
            "return { options = { offer = 'wave', figures = {}, how = { figures = 'follower' } } }",
            1,
            "followers go to tiles",
        ),
        ("return { options = { deploy = 7 } }", 1, "`deploy` says where"),
        ("return { options = { offer = 'wave', run = 7 } }", 1, "unknown key `run`"),
        ("return { can_choose = { only = 'wave' } }", 1, "`why`: a reason is a text"),
        ("return { can_place = { only = { joins = 'rod' }, why = 'x' } }", 1, "did you mean `road`?"),
        ("return { can_place = { only = { join = 'road' }, why = 'x' } }", 1, "did you mean `joins`?"),
        ("return { can_place = { only = {}, why = 'x' } }", 1, "say which places"),
        ("return { can_place = { only = 'road', why = 'x' } }", 1, "says which places, in a table"),
        ("return { can_place = { only = { joins = 'road' }, never = {}, why = 'x' } }", 1, "says which places"),
        ("return { can_place = { never = { joins = 'road' } } }", 1, "`why`: a reason is a text"),
        ("return { on_place = { when = { near = { zone = 'aside' } }, run = function() end } }", 1, "on the board"),
        ("return { on_place = { when = { near = 7 }, run = function() end } }", 1, "`near` is a table"),
        ("return { on_place = { when = { state = 7 }, run = function() end } }", 1, "the name of a value"),
        ("return { on_place = { when = { plays = 'base' }, run = function() end } }", 1, "`plays` is a table"),
        ("return { on_place = { when = { lab = 1 }, run = function() end } }", 1, "true or false"),
        ("return { on_turn = { award = 1.5, why = 'x' } }", 1, "not a whole number"),
        ("return { on_turn = { move = 'follower', why = 'x' } }", 1, "only a verb says"),
        ("return { on_score = { award = 1, why = 'x' } }", 1, "hooks that act"),
        (
            "return { on_turn = { award = 1, forget = 'x', why = 'x' } }",
            1,
            "one of award, forget, move, note, raise, send, tally",
        ),
        ("return { on_turn = { send = true, why = 'x' } }", 1, "for a verb whose options"),
        ("return { on_turn = { forget = 7 } }", 1, "the name of a value"),
        ("return { on_move = { tally = 1 } }", 1, "`under` is the name"),
        ("return { on_turn = { note = 'coin' } }", 1, "`under` is the name"),
        ("return { on_turn = { note = 7, under = 'x' } }", 1, "`note` is the name of a kind of token"),
        ("return { can_move = { when = { meets = 'gost' }, run = function() end } }", 1, "did you mean `ghost`?"),
        ("return { options = { when = { forms = 'bridge' }, run = function() end } }", 1, "unknown form `bridge`"),
        ("return { on_turn = { raise = 'height' } }", 1, "`raise` is the name of a counter, for a verb"),
        ("return { verbs = { wave = { raise = 'depth' } } }", 1, "unknown counter `depth`"),
        (
            "return { on_turn = { award = 1, pay = 'x', why = 'y' } }",
            1,
            "`pay` says what it costs to `raise` a counter",
        ),
        ("return { on_move = { tally = 1, under = 'x', lead = 'coi' } }", 1, "did you mean `coin`?"),
        ("return { on_move = { tally = 1, under = 'x', most = 'coin' } }", 1, "who gets an `award`"),
        ("return { on_move = { when = { group = 'ghost' }, run = function() end } }", 1, "the only group"),
        ("return { on_scored = { when = { larger = 7 }, run = function() end } }", 1, "something that is remembered"),
        ("return { on_place = { when = { aims = { zone = 'aside' } }, run = function() end } }", 1, "on the board"),
        ("return { verbs = { wave = { move = 'follower', why = 'x' } } }", 1, "say whose follower"),
        (
            "return { on_turn = { when = { kind = 'road' }, run = function() end } }",
            1,
            "unknown key `kind`; use `cells`, `figures`, `points`, `segments`, `standing`, `state`, `tiles`, `token`, `zone`, `lab`",
        ),
        ("return { verbs = { wav = function() end } }", 1, "did you mean `wave`?"),
        ("return {\n verbs = 7 }", 2, "a table of names"),
        (
            "return {\n phases = {\n dance = { chain = 'trun', after = 'begin', run = function() end } } }",
            3,
            "did you mean `turn`?",
        ),
        (
            "return {\n phases = {\n dance = { chain = 'turn', after = 'begn', run = function() end } } }",
            3,
            "did you mean `begin`?",
        ),
        ("return {\n phases = {\n dance = { chain = 'turn', run = function() end } } }", 3, "`before` or `after`"),
        (
            "return {\n phases = {\n dance = { chain = 'turn', after = 'dance', run = function() end } } }",
            3,
            "unknown phase `dance`",
        ),
        (
            "return {\n phases = {\n dance = { chain = 'turn', after = 'end', whn = {}, run = function() end } } }",
            3,
            "did you mean `when`?",
        ),
        ("return {\n rules = {\n x = 7 } }", 3, "it is a function"),
        ("return {\n rules = {\n ['place.stuck'] = function() end } }", 3, "replace it in `overrides`"),
        ("return {\n overrides = {\n ['place.stuk'] = function() end } }", 3, "did you mean `place.stuck`?"),
        ("while true do end", 1, "steps"),
        ("local s = 'x' while true do s = s .. s end", 0, "memory"),
        ("\x1bLua", 1, "Expected"),
        ("\nerror('at load')", 2, "at load"),
        ("local x = math.random(6)", 1, "`math.random` is not possible here"),
        ("return setmetatable({}, { __index = function() while true do end end })", 0, ""),
    ] {
        if sentence.is_empty() {
            assert!(play(script).is_ok(), "{script}");
            continue;
        }
        let fault = refused(vec![evil(script)]);
        assert!(fault.message.contains(sentence), "{script}: {fault}");
        assert_eq!((fault.line, fault.file.as_str()), (line, "evil/init.lua"), "{script}: {fault}");
    }
}

#[test]
fn a_module_with_too_many_handlers_is_refused() {
    let script = "local all = {} for i = 1, 70000 do all[i] = function() end end return { on_place = all }";
    assert!(refused(vec![evil(script)]).message.contains("more than 10000 handlers"));
}

/// A set with files besides `init.lua`.
fn with_files(files: &[(&str, &str)]) -> Expansion {
    expansion("evil", "", files)
}

#[test]
fn require_reads_the_files_of_its_own_folder_and_nothing_else() {
    let files = [
        ("init.lua", "local a, b = require('a'), require('deep.b') assert(require('a') == a and b.n == 2 and require('c') == true)
                      return { on_turn = function(event) assert(require('a') == a) event.game:tell(a.text) end }"),
        ("a.lua", "return { text = 'from a' }"),
        ("deep/b.lua", "local a = require('a') return { n = a and 2 }"),
        ("c.lua", "local again = require('c') assert(again == true)"),
    ];
    assert!(is_told(&play_at(table(vec![with_files(&files)], true).unwrap()).unwrap(), "from a"));
    for name in
        ["../base/init", "/etc/passwd", "a/../a", "..a", "deep..b", "init", "a.lua", "./a", "nothing", "", "a\\0"]
    {
        let init = format!("\nrequire('{name}')\nreturn {{}}");
        let fault = refused(vec![with_files(&[("init.lua", &init), ("a.lua", "return {}"), ("deep/b.lua", "")])]);
        assert!(fault.message.contains("no such file in this expansion's folder"), "{name}: {fault}");
        assert_eq!(fault.line, 2, "{name}: {fault}");
    }
    let fault = refused(vec![with_files(&[("init.lua", "require('helpr')"), ("helper.lua", "return {}")])]);
    assert!(fault.message.contains("did you mean `helper.lua`?"), "{fault}");
    for junk in ["nil", "{}", "7", "function() end"] {
        refused(vec![with_files(&[("init.lua", &format!("require({junk})"))])]);
    }
}

#[test]
fn a_file_is_read_at_load_and_never_by_a_hook() {
    let files =
        [("init.lua", "return { on_turn = function(event)\n require('late')\nend }"), ("late.lua", "return {}")];
    let fault = play_at(table(vec![with_files(&files)], true).unwrap()).map(drop).unwrap_err();
    assert!(fault.message.contains("not by a hook") && fault.line == 2, "{fault}");
}

#[test]
fn what_fails_in_a_required_file_is_named_by_that_file() {
    let files = [("init.lua", "require('a')\nreturn {}"), ("a.lua", "local x\n\nlocal y = x.y")];
    let fault = refused(vec![with_files(&files)]);
    assert_eq!((fault.file.as_str(), fault.line, fault.source.as_str()), ("evil/a.lua", 3, "local y = x.y"), "{fault}");
    let files = [
        ("init.lua", "local a = require('a')\nreturn { on_turn = function(event)\n a(event)\nend }"),
        ("a.lua", "return function(event)\n return event.game.nothing\nend"),
    ];
    let fault = play_at(table(vec![with_files(&files)], true).unwrap()).map(drop).unwrap_err();
    assert_eq!((fault.file.as_str(), fault.line), ("evil/a.lua", 2), "{fault}");
    assert_eq!(fault.source, " return event.game.nothing");
    assert_eq!(fault.traceback.len(), 2, "{:?}", fault.traceback);
    assert!(fault.traceback[1].starts_with("evil/init.lua:3"), "{:?}", fault.traceback);
    // Bytecode is no text, there neither.
    let fault = refused(vec![with_files(&[("init.lua", "require('a')"), ("a.lua", "\x1bLuaR")])]);
    assert_eq!(fault.file, "evil/a.lua", "{fault}");
    let fault = refused(vec![with_files(&[("init.lua", "require('a')"), ("a.lua", "while true do end")])]);
    assert_eq!((fault.file.as_str(), fault.line), ("evil/a.lua", 1), "{fault}");
}

#[test]
fn a_link_that_leads_out_of_the_folder_is_refused() {
    let home = tempfile::tempdir().unwrap();
    let (inside, outside) = (home.path().join("evil"), home.path().join("secret.lua"));
    fs::create_dir(&inside).unwrap();
    fs::write(&outside, "return 'secret'").unwrap();
    fs::write(inside.join("expansion.toml"), "id = \"evil\"\nname = \"e\"\nversion = \"1.0.0\"\napi = 1\n").unwrap();
    fs::write(inside.join("init.lua"), "require('a') return {}").unwrap();
    symlink(&outside, inside.join("a.lua")).unwrap();
    let error = Folder::read_dir(&inside).unwrap_err().to_string();
    assert!(error.contains("this link leads out of the folder"), "{error}");
}

// Rules.

const WITH_RULE: &str =
    "return { rules = { ['first.greet'] = function(game, name) return 'hello ' .. name, game.state.n end },
    on_turn = function(event) event.game:tell(event.game:rule('first.greet', 'you')) end }";

fn greeting(more: Vec<Expansion>) -> Game {
    let first = expansion("a-first", "", &[("init.lua", WITH_RULE)]);
    let all = std::iter::once(first).chain(more).collect();
    play_at(table(all, true).unwrap_or_else(|error| panic!("{error}"))).unwrap()
}

#[test]
fn a_rule_is_called_by_its_name_and_may_be_replaced() {
    assert!(is_told(&greeting(vec![]), "hello you"));
    let bow = |id: &str, more: &str, word: &str| {
        let script = format!(
            "return {{ overrides = {{ ['first.greet'] = function(game, name) return '{word} ' .. name end }} }}"
        );
        expansion(id, more, &[("init.lua", &script)])
    };
    assert!(is_told(&greeting(vec![bow("b", "", "I bow to")]), "I bow to you"));
    let two = vec![bow("b", "", "I bow to"), bow("c", "after = [\"b\"]\n", "I wave at")];
    assert!(is_told(&greeting(two), "I wave at you"));
    let first = expansion("a-first", "", &[("init.lua", WITH_RULE)]);
    let fault = refused(vec![first.clone(), bow("b", "", "I bow to"), bow("c", "", "I wave at")]);
    assert!(fault.expansion == "c" && fault.hook == "overrides[\"first.greet\"]" && fault.line == 1, "{fault}");
    assert!(
        fault.message.contains("b replaces this rule too") && fault.message.contains("name b in `after`"),
        "{fault}"
    );
    let twice = expansion("b", "", &[("init.lua", WITH_RULE)]);
    assert!(refused(vec![first, twice]).message.contains("a-first has a rule of this name already"));
}

#[test]
fn a_rule_that_fails_or_is_not_there_is_a_fault_of_who_called_it() {
    let script = "return { on_turn = function(event)\n event.game:rule('nothing')\nend }";
    let fault = play(script).map(drop).unwrap_err();
    assert!(fault.message.contains("there is no rule `nothing`") && fault.line == 2, "{fault}");
    let script = "return { rules = { x = function(game)\n return game.nothing\n end },
        on_turn = function(event)\n event.game:rule('x')\nend }";
    let fault = play(script).map(drop).unwrap_err();
    assert!(fault.message.contains("a game has no `nothing`") && fault.line == 2, "{fault}");
    for junk in ["nil", "{}", "7", "event"] {
        assert!(play(&format!("return {{ on_turn = function(event) event.game:rule({junk}) end }}")).is_err());
    }
    // That of another expansion is named in the message.
    let other =
        expansion("a-first", "", &[("init.lua", "return { rules = { x = function()\n error('on purpose')\n end } }")]);
    let caller =
        expansion("b", "", &[("init.lua", "return { on_turn = function(event)\n event.game:rule('x')\nend }")]);
    let fault = play_at(table(vec![other, caller], true).unwrap()).map(drop).unwrap_err();
    assert_eq!((fault.expansion.as_str(), fault.file.as_str(), fault.line), ("b", "b/init.lua", 2), "{fault}");
    assert!(fault.message.contains("a-first/init.lua:2: on purpose"), "{fault}");
}

#[test]
fn rules_of_the_table_are_replaced_by_scripts_that_answer_sense() {
    // Two monasteries that can lie nowhere: a script says what becomes of a tile that fits nowhere.
    for (answer, sentence) in
        [("'keep'", "\"discard\" or \"return\""), ("nil", "\"discard\" or \"return\""), ("{}", "discard")]
    {
        let script = format!(
            "return {{ can_place = function(list) for i in list:each() do list:veto(i, 'no') end end,
               overrides = {{ ['place.stuck'] = function(game, tile) assert(#tile > 0) return {answer} end }} }}"
        );
        let fault = play(&script).map(drop).unwrap_err();
        assert!(fault.message.contains(sentence) && fault.hook.contains("place.stuck"), "{fault}");
    }
    let script = "return { overrides = { ['final.field'] = function(game) game:tell('no farms here') end } }";
    assert!(is_told(&play(script).unwrap(), "no farms here"));
}

// Phases.

#[test]
fn phases_come_where_they_say_and_before_or_after_those_of_others() {
    let phase = |id: &str, more: &str, name: &str, place: &str| {
        let script = format!(
            "return {{ phases = {{ {name} = {{ chain = 'turn', {place}, run = function(game) game:tell('{id} {name}') end }} }} }}"
        );
        expansion(id, more, &[("init.lua", &script)])
    };
    let sets = vec![
        phase("a", "", "late", "after = 'dance'"),
        phase("b", "", "dance", "after = 'begin'"),
        phase("c", "", "early", "before = 'dance'"),
        phase("d", "", "rest", "before = 'end'"),
    ];
    let game = play_at(table(sets, true).unwrap_or_else(|error| panic!("{error}"))).unwrap();
    let told: Vec<String> = game.log_lines(0).into_iter().map(|line| line.text).collect();
    let place =
        |what: &str| told.iter().position(|line| line.contains(what)).unwrap_or_else(|| panic!("{what}: {told:?}"));
    assert!(place("c early") < place("b dance"), "{told:?}");
    assert!(place("b dance") < place("a late"), "{told:?}");
    assert!(place("a late") < place("Blue places"), "{told:?}");
    assert!(place("Blue places") < place("d rest"), "{told:?}");
    let fault = refused(vec![phase("a", "", "late", "after = 'dnce'"), phase("b", "", "dance", "after = 'begin'")]);
    assert!(fault.message.contains("did you mean `dance`?") && fault.expansion == "a", "{fault}");
    let circle = vec![phase("a", "", "one", "after = 'two'"), phase("b", "", "two", "after = 'one'")];
    assert!(refused(circle).message.contains("unknown phase `two`"));
}

#[test]
fn phases_of_every_chain_are_run() {
    let all = ["begin", "end"].map(|name| ("turn", name)).into_iter();
    let all = all.chain(["draw", "place", "deploy", "score", "close"].map(|name| ("part", name)));
    for (chain, name) in all.chain(["features", "fields", "rest"].map(|name| ("end", name))) {
        for place in ["before", "after"] {
            let script = format!(
                "return {{ phases = {{ mine = {{ chain = '{chain}', {place} = '{name}', run = function(game) game:tell('here') end }} }} }}"
            );
            assert!(is_told(&play(&script).unwrap(), "here"), "{place} {name} of {chain}");
        }
    }
}

#[test]
fn a_verb_that_is_offered_is_carried_out() {
    let script = "return { options = function(decision)
            if not decision.placing then decision:offer('wave', decision.game.players) end end,
          verbs = { wave = function(game, player) game:score(player, 1, 'a wave') end } }";
    let mut game = Game::new(super::table::setup(script, false).unwrap(), 2).unwrap();
    assert_eq!(wander(&mut game, &mut Chance::new(2), 60), 0);
    assert!(is_told(&game, "a wave"));
}
