//! What a hook may do: hooks that answer only read, hooks that count only edit what they count, hooks that act may do
//! everything else.

use std::collections::BTreeSet;

use bastide_core::script::Sort;
use bastide_core::{Chance, Fault, Game};
use bastide_tests::api::{hooks, names};

use super::table::{play, play_while_possible, setup, wander};

/// The hook in which no figure stands on the board, and not even a tile lies there.
const TOO_EARLY: &str = "on_setup";

/// The steps of a small game in which every other hook is called while Red stands on a road or Blue on a field: Blue's
/// tile closes Red's road. There are tiles enough for calls that draw some.
const STEPS: [&str; 7] = [
    "put D 0,0 r0",
    "put W 1,0 r0 Red:follower@road:W",
    "next W W W W W W",
    "turn Blue",
    "place -1,0 r180",
    "deploy follower@field:NL",
    "finish",
];

/// Where a call works.
enum Works {
    Everywhere,
    /// In hooks that act; others hear which of the two rules they break.
    Acting,
    /// In these hooks, or all of a context; in others there is this to say.
    In(&'static [&'static str], &'static str),
    /// Everywhere but in these.
    Except(&'static [&'static str], &'static str),
}
use Works::{Acting, Everywhere, Except, In};

/// Every method of every object, and what else may be done in some hooks only.
const ROWS: [(&str, &str, Works); 93] = [
    ("move", "game:move(figure, figure:home())", Acting),
    ("score", "game:score(player, 1, 'x')", Acting),
    ("give", "game:give(player, 'coin', 1)", Acting),
    (
        "score_feature",
        "game:score_feature(feature)",
        Except(&["on_scored", "on_points", "pure", "fold"], "is scored only once|may only read|may only edit"),
    ),
    ("sheet", "assert(feature:sheet().points[player])", Except(&["fold"], "cannot ask for another count")),
    ("cell", "assert(game:cell(0, 0).tile)", Everywhere),
    ("cells", "assert(#game:cells{ open = true, taken = 1 } > 0)", Everywhere),
    ("around", "assert(#tile:around() > 0)", Everywhere),
    ("around", "assert(#tile.cell:around() == 8)", Everywhere),
    ("neighbours", "assert(#tile.cell:neighbours() == 4)", Everywhere),
    ("corner", "assert(tile.cell:corner('NW') == game:cell(tile.x - 1, tile.y):corner('NE'))", Everywhere),
    ("cells", "assert(#tile.cell:corner('SE'):cells() == 4)", Everywhere),
    ("corners", "assert(#tile:corners() <= 4 and #tile:corners('field') <= #tile:corners())", Everywhere),
    ("segments", "tile.cell:corner('SE'):segments{ kind = 'field' }", Everywhere),
    ("at", "tile:at('N')", Everywhere),
    ("touches", "figure.segment:touches('field')", Everywhere),
    ("extra_part", "game:extra_part('x')", Acting),
    ("roll", "game:roll(6)", Acting),
    ("raise", "game:raise(tile, 'height', 1)", Acting),
    ("set_aside", "game:set_aside()", In(&["on_draw"], "no tile is in hand|may only read|may only edit")),
    ("merge", "game:merge()", Acting),
    ("draw", "game:draw()", Acting),
    ("place", "game:place(nil, tile)", In(&[], "expected a loose tile|may only read|may only edit")),
    ("extra_turn", "game:extra_turn(player, { why = 'x' })", Acting),
    ("draw", "game:draw('bank', player)", Acting),
    ("give", "game:give(player, 'coin', 1, 'bank')", Acting),
    ("left", "game:left()", Everywhere),
    ("left", "game:left('bank')", Everywhere),
    ("fits", "game:fits(nil)", In(&[], "expected a loose tile")),
    ("tell", "game:tell('x')", Acting),
    ("metric", "game:metric('x', 1.5)", Acting),
    ("ask", "game:ask{ player = player, verb = 'wave', options = { 1, 2 } }", Acting),
    ("state", "game.state.x = 1", Acting),
    ("math.random", "math.random(6)", Acting),
    ("figures", "game:figures{ owner = player }", Everywhere),
    ("figures", "feature:figures()", Everywhere),
    ("figures", "tile:figures()", Everywhere),
    ("figures", "tile.cell:figures()", Everywhere),
    ("figures", "tile.cell:corner('SE'):figures()", Everywhere),
    ("features", "game:features{ kind = 'road' }", Everywhere),
    ("features", "tile:features()", Everywhere),
    ("neighbours", "tile:neighbours()", Everywhere),
    ("neighbours", "feature:neighbours('field')", Everywhere),
    ("tiles", "game:tiles{ kind = 'road' }", Everywhere),
    ("segments", "tile:segments()", Everywhere),
    ("counter", "game:counter(tile, 'height')", Everywhere),
    ("plays", "game:plays('base')", Everywhere),
    ("ready", "game:ready(player, 'follower')", Everywhere),
    ("earned", "game:earned(player)", Everywhere),
    ("order", "game:order(player)", Everywhere),
    ("most", "game:most('coin')", Everywhere),
    ("leaders", "feature:leaders()", Except(&["on_weight", "on_winners"], "`leaders` is not possible here")),
    (
        "join",
        "game:join(figure.segment, figure.segment, 'x')",
        In(&[], "with itself|was scored|may only read|may only edit"),
    ),
    (
        "split",
        "game:split(figure.segment, figure.segment, 'x')",
        In(&[], "were not joined|was scored|may only read|may only edit"),
    ),
    ("links", "assert(#figure.segment:links() == 0)", Everywhere),
    ("beyond", "assert(#figure.segment:beyond() <= 2)", Everywhere),
    ("turn_into", "game:turn_into(feature, 'nothing', 'x')", In(&[], "nothing|may only read|may only edit")),
    (
        "hold",
        "this:hold('x')",
        In(&["on_complete"], "is for `on_complete`|has no method `hold`|may only read|may only edit"),
    ),
    ("scale", "this:scale(1, 2, 'x')", In(&["on_score"], "has no method `scale`")),
    ("forms", "tile:forms('bridge')", In(&[], "bridge")),
    ("build", "game:build(nil)", In(&[], "expected|may only read|may only edit")),
    ("deployments", "game:deployments(player)", Except(&["can_move"], "not possible in `can_move`")),
    ("may_move", "assert(figure:may_move('x'))", Everywhere),
    ("tokens", "assert(game:tokens(tile, 'coin') == 0)", Everywhere),
    ("after", "game:after(player)", Everywhere),
    ("option", "game:option('spooky')", Everywhere),
    ("tokens", "game:tokens(player, 'coin')", Everywhere),
    ("tokens", "game:tokens('bank', 'coin')", Everywhere),
    ("tokens", "game:tokens(player)", Everywhere),
    ("supply", "game:supply(player, 'follower')", Everywhere),
    ("top", "game:top()", Acting),
    ("figure", "game:figure('ghost')", Everywhere),
    ("zone", "game:zone('jail', player)", Everywhere),
    ("home", "figure:home()", Everywhere),
    ("may_stand", "figure:may_stand('road')", Everywhere),
    ("tag", "feature:tag('pennant')", Everywhere),
    ("has", "tile:has('pennant')", Everywhere),
    ("has", "this:has('deploy')", In(&["options", "can_choose"], "has no method `has`")),
    ("joins", "tile:joins('road')", Everywhere),
    ("bend", "tile:bend('road')", Everywhere),
    ("ends", "tile:ends('road')", Everywhere),
    ("count", "feature:count(player)", Everywhere),
    ("count", "this:count('tile')", In(&["on_score"], "has no method `count`")),
    ("rate", "this:rate('tile', 1, 'x')", In(&["on_score"], "has no method `rate`")),
    ("void", "this:void('x')", In(&["on_score"], "has no method `void`")),
    ("add", "this:add(1, 'x')", In(&["on_score", "on_weight"], "add")),
    ("add", "this:add(player, 'x')", In(&["on_winners"], "add|expected a whole number")),
    ("remove", "this:remove(player)", In(&["on_winners"], "has no method `remove`")),
    ("each", "for i, place in this:each() do assert(place.x) end", In(&["can_place"], "has no method `each`")),
    ("any", "this:any(function(place) return place.x == 0 end)", In(&["can_place"], "has no method `each`")),
    ("veto", "this:veto(1, 'x')", In(&["can_place"], "has no method `veto`")),
    (
        "offer",
        "if not placing(this) then this:offer('wave', { 1 }) end",
        In(&["options", "can_choose"], "has no method `offer`"),
    ),
    ("rule", "game:rule('greet')", Everywhere),
];

/// Runs a call in a hook.
fn in_hook(hook: &str, call: &str) -> Result<(), Box<Fault>> {
    let body = format!(
        "local game = this.game local player = game.players[1] local figure \
         for _, found in ipairs(game:figures()) do \
           if found.tile and not (figure and figure.feature.kind == 'road') then figure = found end end \
         if not figure then return end \
         local tile, feature = figure.tile, figure.feature\n{call}"
    );
    let script = format!(
        "local function placing(this) local ok, is_placing = pcall(function() return this.placing end) return ok and is_placing end \
         return {{ rules = {{ greet = function() end }}, verbs = {{ wave = function() end }}, {hook} = function(this)\n{body}\nend }}"
    );
    let setup = setup(&script, true).unwrap_or_else(|error| panic!("{script}\n{error}"));
    play_while_possible(setup, &STEPS).map(drop)
}

/// What the program has to say about a call in a hook of a context; nothing if the call works there.
fn expected(name: &str, works: &Works, hook: &str, context: &str) -> Option<String> {
    let is_in = |hooks: &[&str]| hooks.contains(&hook) || hooks.contains(&context);
    match works {
        Everywhere => None,
        Acting if context == "action" => None,
        Acting if context == "pure" => Some(format!("`{name}` is not possible here: hooks that answer may only read")),
        Acting => Some(format!("`{name}` is not possible here: hooks that count may only edit what they count")),
        In(hooks, sentence) => (!is_in(hooks)).then(|| sentence.to_string()),
        Except(hooks, sentence) => is_in(hooks).then(|| sentence.to_string()),
    }
}

/// What is wrong with how a call went in a hook.
fn mistake(hook: &str, call: &str, expected: Option<String>) -> Option<String> {
    match (in_hook(hook, call), expected) {
        (Ok(()), None) => None,
        (Ok(()), Some(sentence)) => Some(format!("{call} works in {hook}; expected: {sentence}")),
        (Err(fault), None) => Some(format!("{call} in {hook}: {fault}")),
        (Err(fault), Some(sentence)) => {
            let is_told = sentence.split('|').any(|part| fault.message.contains(part));
            let is_located = (fault.hook.as_str(), fault.line) == (hook, 3);
            (!is_told || !is_located).then(|| format!("{call} in {hook}: {fault}, not {sentence}"))
        }
    }
}

#[test]
fn every_method_works_where_it_should_and_is_refused_elsewhere_with_a_sentence() {
    let mut mistakes = Vec::new();
    for context in ["action", "pure", "fold"] {
        for hook in hooks(context).into_iter().filter(|hook| *hook != TOO_EARLY) {
            assert!(in_hook(hook, "error('called')").is_err(), "{hook} is never called with a figure");
            for (name, call, works) in &ROWS {
                mistakes.extend(mistake(hook, call, expected(name, works, hook, context)));
            }
        }
    }
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
}

#[test]
fn a_handler_that_judges_moves_cannot_ask_for_its_own_judgement() {
    for ask in ["figure:may_move('x')", "kept:deployments(kept.players[1])"] {
        let script = format!(
            "local kept
             return {{ can_move = {{ {{ when = {{ cause = '*' }}, run = function(option) local figure = option.feature:figures()[1]\n{ask} end }} }},
                       on_place = function(event) kept = event.game
                         for _, figure in ipairs(kept:figures()) do if figure.feature then figure:may_move('x') end end end }}"
        );
        let fault = play(&script).map(drop).unwrap_err();
        assert!(fault.message.contains("not possible in `can_move`"), "{ask}: {fault}");
    }
}

#[test]
fn there_is_a_row_for_every_method() {
    let methods = BTreeSet::from_iter(names(Sort::Method));
    let rows = ROWS.iter().map(|(name, ..)| *name).filter(|name| !["state", "math.random"].contains(name));
    assert_eq!(methods, rows.collect());
}

#[test]
fn what_a_hook_edits_is_only_what_it_was_given() {
    // A score that was kept is over when figures are weighed, and the other way round.
    let script = "local kept
        return { on_weight = function(weight) kept = weight end,
                 on_score = function(score) kept:add(1, 'x') end, on_scored = function(event) kept:add(1, 'x') end }";
    let fault = play(script).err().map(|fault| fault.to_string());
    assert!(fault.as_ref().is_none_or(|fault| fault.contains("over") || fault.contains("not possible")), "{fault:?}");
    let script = "local kept
        return { on_score = function(score) kept = score end, on_scored = function(event) return kept.kind end }";
    assert!(play(script).map(drop).unwrap_err().message.contains("this score is over"));
    let script = "local kept
        return { on_score = function(score) kept = score end, on_scored = function(event) kept:count('tile') end }";
    assert!(play(script).map(drop).unwrap_err().message.contains("this score is over"));
    let script = "local kept
        return { on_place = function(event) kept = event end, options = function(decision) return decision.placing or kept.tile end }";
    assert!(play(script).map(drop).unwrap_err().message.contains("this event is over"));
}

#[test]
fn what_answers_nonsense_is_a_fault() {
    for (script, sentence) in [
        ("can_move = function() return 5 end", "can_move answers nothing, or `false` and why, not a number"),
        ("can_move = function() return false end", "can_move says `false` and why, in a sentence"),
        ("can_move = function() return false, 7 end", "can_move says `false` and why"),
        ("can_choose = function() return 'no' end", "can_choose answers nothing, or `false` and why, not a text"),
        ("can_choose = function() return false, ('x'):rep(500) end", "a reason has at most 100 characters"),
        ("can_place = function(list) list:veto(0, 'x') end", "the list has no place 0"),
        ("can_place = function(list) list:veto(999, 'x') end", "the list has no place 999"),
        ("can_place = function(list) list:veto(1.5, 'x') end", "not a whole number"),
        ("options = function(decision) decision:offer('wav') end", "did you mean `wave`?"),
        ("options = function(decision) decision:offer('wave', { {} }) end", "{ figure = KIND, at = PLACE }"),
        ("options = function(decision) decision:offer('wave', { 1 }, { fre = true }) end", "did you mean `free`?"),
        ("options = function(decision) decision:offer('wave', { 1 }, { free = 1 }) end", "`free` is true or false"),
    ] {
        let fault = play(&format!("return {{ {script} }}")).map(drop).unwrap_err();
        assert!(fault.message.contains(sentence), "{script}: {fault}");
    }
}

#[test]
fn a_veto_is_heard_and_its_sentence_shown() {
    let script =
        "return { can_move = { when = { kind = 'city' }, run = function() return false, 'the gate is shut' end } }";
    let mut game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    let mut seen = 0;
    while !game.is_over() {
        for &(option, _) in &game.state().struck {
            assert!(game.choice_words(option).contains("city"), "{}", game.choice_words(option));
            assert!(game.explain(option).to_string().contains("the gate is shut"), "{}", game.explain(option));
            seen += 1;
        }
        assert_eq!(wander(&mut game, &mut Chance::new(seen), 1), 0);
    }
    assert!(seen > 5, "{seen}");
}
