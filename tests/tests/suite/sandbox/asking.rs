//! Questions in the middle of a handler: the answer arrives wherever the game continues: live, in a copy, after undo,
//! from its record, or on another thread.

use std::sync::Arc;

use bastide_core::{Chance, Game, Phase, Setup, Unchosen};
use bastide_tests::api::hooks;

use super::table::{Snapshot, is_told, play, setup, snapshot, wander};

/// A handler that asks: once, of the other player, in a `pcall`, in a rule, so often as it was told, with chance and memory.
const ASKS: &str = "
    local function asks(game, name)
      local me = game.turn.player
      local you = game:after(me)
      local n = game:ask{ player = me, verb = 'wave', options = { 1, 2, 3 } }
      game.state.sum = (game.state.sum or 0) + n * math.random(10)
      for i = 2, n do
        local who = game:ask{ player = i == 2 and you or me, verb = 'pick', options = game.players, optional = true }
        if who then game:score(who, i, 'was picked') end
      end
      local ok, more = pcall(function() return game:ask{ player = you, verb = 'wave', options = { 7, 8 }, optional = true } end)
      assert(ok, more)
      local last = game:rule('twice', you)
      game:tell(name .. ' ' .. n .. ' ' .. tostring(more) .. ' ' .. last)
    end
    local rules = { twice = function(game, you)
      local sum = 0
      for _ = 1, 2 do sum = sum + game:ask{ player = you, verb = 'wave', options = { 1, 2 } } end
      game.state.rule = sum
      return sum
    end }
";

fn in_hook(hook: &str) -> String {
    format!("{ASKS} return {{ rules = rules, {hook} = function(event) asks(event.game, '{hook}') end }}")
}

/// Plays at random and takes a copy before each choice.
fn play_on(setup: Arc<Setup>, seed: u64, choices: usize) -> Vec<(Game, Snapshot)> {
    let mut game = Game::new(setup, seed).unwrap_or_else(|fault| panic!("{fault}"));
    let mut chance = Chance::new(seed);
    let mut past = vec![(game.clone(), snapshot(&game))];
    for _ in 0..choices {
        if game.is_over() {
            break;
        }
        assert_eq!(wander(&mut game, &mut chance, 1), 0);
        past.push((game.clone(), snapshot(&game)));
    }
    past
}

/// The choice that follows, in the record of the game as it went on.
fn go_on(game: &Game, last: &Game) -> Game {
    let mut copy = game.clone();
    let next = last.record()[game.record().len()].clone();
    copy.enter(&next).unwrap_or_else(|why| panic!("{why}"));
    copy
}

/// Wherever the game is played on, it is the same game.
pub(super) fn is_the_same_everywhere(script: &str, seed: u64, choices: usize, step: usize) {
    let past = play_on(setup(script, false).unwrap_or_else(|error| panic!("{error}")), seed, choices);
    let (last, end) = past.last().unwrap();
    for (place, (copy, seen)) in past.iter().enumerate().step_by(step) {
        assert_eq!(snapshot(copy), *seen, "a copy is left alone");
        assert_eq!(snapshot(&last.after(place).unwrap()), *seen, "taken back to {place}");
        if let Some((_, next)) = past.get(place + 1) {
            assert_eq!(snapshot(&go_on(copy, last)), *next, "played on from a copy at {place}");
            let there = std::thread::scope(|scope| scope.spawn(|| snapshot(&go_on(copy, last))).join().unwrap());
            assert_eq!(there, *next, "played on from a copy at {place} on another thread");
        }
    }
    // A table of its own, on a thread of its own, told only what was chosen.
    let lines = last.record_lines();
    let told = std::thread::scope(|scope| {
        let again = || {
            let mut game = Game::new(setup(script, false).unwrap(), seed).unwrap();
            for line in &lines {
                let words: Vec<&str> = line.split(' ').collect();
                let choice = game.find(&words).unwrap_or_else(|why| panic!("{line}: {why}"));
                game.choose(choice).unwrap();
            }
            snapshot(&game)
        };
        scope.spawn(again).join().unwrap()
    });
    assert_eq!(told, *end, "from the record");
}

#[test]
fn every_hook_that_acts_may_ask() {
    for hook in hooks("action") {
        let mut game = Game::new(setup(&in_hook(hook), false).unwrap(), 1).unwrap();
        let mut chance = Chance::new(1);
        while !game.is_over() {
            assert_eq!(wander(&mut game, &mut chance, 1), 0, "{hook}");
        }
        assert!(is_told(&game, hook), "{hook} asks");
        is_the_same_everywhere(&in_hook(hook), 2, 40, 3);
    }
}

#[test]
fn a_game_that_asks_at_its_end_is_the_same_everywhere() {
    is_the_same_everywhere(&in_hook("on_end"), 3, 170, 13);
}

#[test]
fn phases_and_verbs_may_ask() {
    for (chain, name) in [("turn", "begin"), ("part", "draw"), ("part", "place"), ("part", "score"), ("turn", "end")] {
        let script = format!(
            "{ASKS} return {{ rules = rules, phases = {{ mine = {{ chain = '{chain}', after = '{name}',
               run = function(game) asks(game, 'phase') end }} }} }}"
        );
        let past = play_on(setup(&script, false).unwrap(), 4, 30);
        assert!(is_told(&past.last().unwrap().0, "phase"), "{name} of {chain}");
        is_the_same_everywhere(&script, 4, 30, 4);
    }
    let script = format!(
        "{ASKS} return {{ rules = rules,
           options = function(decision) decision:offer('pick', decision.game.players, {{ free = decision.placing }}) end,
           verbs = {{ pick = function(game, player) asks(game, 'verb ' .. player.name) end }} }}"
    );
    let past = play_on(setup(&script, false).unwrap(), 5, 40);
    assert!(is_told(&past.last().unwrap().0, "verb Red"));
    is_the_same_everywhere(&script, 5, 40, 4);
}

#[test]
fn all_hooks_may_ask_in_one_game() {
    let handlers: Vec<String> =
        hooks("action").iter().map(|hook| format!("{hook} = function(event) asks(event.game, '{hook}') end")).collect();
    let script = format!("{ASKS} return {{ rules = rules, {} }}", handlers.join(", "));
    is_the_same_everywhere(&script, 6, 60, 5);
}

#[test]
fn a_copy_made_in_the_middle_of_a_handler_may_be_answered_otherwise() {
    let script = "return { on_place = function(event)
        local game = event.game
        local a = game:ask{ player = event.player, verb = 'wave', options = { 1, 2 } }
        local b = game:ask{ player = event.player, verb = 'wave', options = { 10, 20 } }
        game:tell('got ' .. a + b)
      end }";
    let mut game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    assert_eq!(wander(&mut game, &mut Chance::new(1), 1), 0);
    let answer = |game: &Game, number: usize| {
        let mut copy = game.clone();
        copy.choose(copy.decision().unwrap().get(number).unwrap()).unwrap();
        copy
    };
    assert_eq!(game.state().turn.phase, Phase::Ask);
    for (first, second, sum) in [(0, 0, 11), (1, 1, 22), (0, 1, 21), (1, 0, 12), (0, 0, 11)] {
        // The other copies are answered in between, so that the handler never waits where it is needed.
        let one = answer(&game, first);
        let other = answer(&game, 1 - first);
        let (one, other) = (answer(&one, second), answer(&other, second));
        assert!(is_told(&one, &format!("got {sum}")), "{:?}", snapshot(&one));
        assert!(!is_told(&other, &format!("got {sum}")) && is_told(&other, "got "));
    }
}

#[test]
fn what_cannot_be_asked_is_a_fault() {
    for (ask, sentence) in [
        ("{ player = event.player, verb = 'wave', options = {} }", "there are no options"),
        ("{ player = event.player, verb = 'wav', options = { 1 } }", "did you mean `wave`?"),
        ("{ player = event.player, verb = 7, options = { 1 } }", "`verb` is a word"),
        ("{ player = event.player, verb = {}, options = { 1 } }", "`verb` is a word"),
        ("{ player = event.player, options = { 1 } }", "`verb` is a word"),
        ("{ player = event.player, options = { 'wav' } }", "did you mean `wave`?"),
        ("{ player = event.player, options = { 'follower' } }", "unknown verb `follower`; use `wave` or `pick`"),
        ("{ player = event.player, verb = 'wave', options = { 'pick' } }", "needs a question without `verb`"),
        ("{ player = event.player, verb = 'wave' }", "`options` is a list"),
        ("{ player = event.player, verb = 'wave', options = 7 }", "`options` is a list"),
        ("{ player = event.player, verb = 'wave', options = function() end }", "a function that makes one"),
        ("{ player = event.player, verb = 'wave', options = function() return {} end }", "there are no options"),
        ("{ player = event.player, verb = 'wave', options = function() error('none') end }", "none"),
        ("{ verb = 'wave', options = { 1 } }", "`player` says who"),
        ("{ player = 'Red', verb = 'wave', options = { 1 } }", "`player` says who"),
        ("{ player = event.game, verb = 'wave', options = { 1 } }", "expected a player, got a game"),
        ("{ player = event.player, verb = 'wave', options = { {} } }", "{ figure = KIND, at = PLACE }"),
        ("{ player = event.player, verb = 'wave', options = { { figure = 'x', at = event } } }", "unknown figure `x`"),
        ("{ player = event.player, verb = 'wave', options = { event } }", "an event cannot be an option"),
        ("{ player = event.player, verb = 'wave', options = { function() end } }", "a function cannot be an option"),
        ("{ player = event.player, verb = 'wave', options = { true } }", "true or false cannot be an option"),
        ("{ player = event.player, verb = 'wave', options = { 1.5 } }", "not a whole number"),
        ("{ player = event.player, verb = 'wave', options = { 0 / 0 } }", "not a whole number"),
        ("{ player = event.player, verb = 'wave', options = { 99999 } }", "too large"),
        ("{ player = event.player, verb = 'wave', options = { 'folower' } }", "did you mean `follower`?"),
        ("{ player = event.player, verb = 'wave', options = { kept } }", "kept after its turn was over"),
        ("{ player = kept, verb = 'wave', options = { 1 } }", "kept after its turn was over"),
        ("{ player = event.player, verb = 'wave', option = { 1 } }", "did you mean `options`?"),
        ("{ player = event.player, verb = 'wave', options = table.create(1001, 1) }", "more than 1000 options"),
        ("nil", "argument 1 of `ask`: expected a table, got nil"),
        ("7", "argument 1 of `ask`: expected a table, got a number"),
    ] {
        let script = format!(
            "local kept
             return {{ on_setup = function(event) kept = event.game.players[1] end,
               on_turn = function(event)\nevent.game:ask({ask})\nend }}"
        );
        let fault = Game::new(setup(&script, false).unwrap(), 1).map(drop).unwrap_err();
        assert!(fault.message.contains(sentence), "{ask}: {fault}");
        assert_eq!((fault.hook.as_str(), fault.line), ("on_turn", 4), "{ask}: {fault}");
    }
}

#[test]
fn options_may_be_made_when_somebody_is_asked_and_without_any_nobody_is() {
    let script = "return { on_turn = function(event)
        local game, player = event.game, event.player
        for _, none in { {}, function() return {} end } do
          assert(game:ask{ player = player, verb = 'wave', options = none, optional = true } == nil)
        end
        local made = game:ask{ player = player, verb = 'wave', options = function() return { 5, 6 } end, optional = true }
        game:tell('got ' .. tostring(made))
      end }";
    is_the_same_everywhere(script, 1, 8, 1);
    let game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    for (option, got) in [(0, "got 5"), (1, "got 6"), (2, "got nil")] {
        let mut game = game.clone();
        game.choose(game.decision().unwrap().get(option).unwrap()).unwrap();
        assert!(is_told(&game, got), "{got}");
    }
}

#[test]
fn where_the_end_is_only_imagined_nobody_is_asked() {
    let script = "return { on_end = function(event)
        local game, player = event.game, event.player or event.game.players[1]
        local no = game:ask{ player = player, verb = 'wave', options = function() error('made') end, optional = true }
        assert(no == nil)
        game:score(player, game:ask{ player = player, verb = 'wave', options = { 100, 1000 } }, 'wave')
      end }";
    let game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    assert_eq!(game.projected()[0], 1000, "the last option is the least");
    assert!(!game.is_over() && game.scores()[0] == 0);
}

#[test]
fn nobody_is_asked_from_inside_of_what_lua_calls_back() {
    let ask = "event.game:ask{ player = event.player, verb = 'wave', options = { 1, 2 } }";
    for inside in [
        "table.sort({ 3, 2, 1 }, function(a, b) ASK return a < b end)",
        "string.gsub('aa', 'a', function() ASK end)",
        "local t = setmetatable({}, { __index = function() ASK end }) return t.x",
        "local t = setmetatable({}, { __tostring = function() ASK return 'x' end }) return tostring(t)",
        "event.game:ask{ player = event.player, verb = 'wave', options = function() ASK end }",
        "local t = setmetatable({}, { __lt = function() ASK return true end }) return t < setmetatable({}, getmetatable(t))",
    ] {
        let inside = inside.replace("ASK", ask);
        let fault = play(&format!("return {{ on_turn = function(event)\n{inside}\nend }}")).map(drop).unwrap_err();
        assert!(fault.message.contains("cannot be asked from inside"), "{inside}: {fault}");
        assert_eq!(fault.line, 2, "{inside}: {fault}");
        // Whoever catches that may still ask, and gets his own answer wherever he is played on.
        let script = format!(
            "return {{ on_turn = function(event) pcall(function() {inside} end)
               local n = event.game:ask{{ player = event.player, verb = 'wave', options = {{ 5, 6 }} }}
               event.game:tell('got ' .. n) end }}"
        );
        is_the_same_everywhere(&script, 1, 8, 1);
    }
    // Iterators and `any` call no one back from outside of Lua.
    let script =
        format!("return {{ on_turn = function(event) for _ in function(_, i) {ask} return nil end do end end }}");
    assert!(play(&script).is_ok());
}

#[test]
fn figures_that_look_the_same_are_one_option_and_pass_is_nothing() {
    let script = "return { on_turn = function(event)
        local game = event.game
        local figures = game:figures{ owner = event.player, kind = 'follower' }
        local figure = game:ask{ player = event.player, verb = 'pick', options = figures, optional = true }
        game:tell('got ' .. (figure and figure.kind or 'nothing'))
      end }";
    let game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    let words: Vec<String> = game.decision().unwrap().options().map(|option| game.choice_words(option)).collect();
    assert_eq!(words.len(), 2, "{words:?}");
    assert_eq!(words[1], "pass");
    for (option, got) in [(0, "got follower"), (1, "got nothing")] {
        let mut game = game.clone();
        game.choose(game.decision().unwrap().get(option).unwrap()).unwrap();
        assert!(is_told(&game, got));
    }
}

/// Whether a handler that takes so many turns of a loop before and after its question gets to its end: live, from a copy after the
/// live one is gone, and from a copy on a thread of its own.
fn outlasts(turns: usize) -> [bool; 3] {
    let script = format!(
        "return {{ on_place = function(event)
           for _ = 1, {turns} do end
           event.game:ask{{ player = event.player, verb = 'wave', options = {{ 1, 2 }} }}
           for _ = 1, {turns} do end
           event.game:ask{{ player = event.player, verb = 'wave', options = {{ 1, 2 }} }}
         end }}"
    );
    let mut game = Game::new(setup(&script, false).unwrap(), 1).unwrap();
    assert_eq!(wander(&mut game, &mut Chance::new(1), 1), 0);
    assert_eq!(game.state().turn.phase, Phase::Ask);
    let goes_on = |game: &Game| {
        let mut copy = game.clone();
        let first = copy.decision().unwrap().get(0).unwrap();
        match copy.choose(first).map(drop) {
            Ok(()) => true,
            Err(Unchosen::Fault(fault)) => {
                assert!(fault.message.contains("steps"), "{fault}");
                false
            }
            Err(Unchosen::Refused(refusal)) => panic!("{refusal}"),
        }
    };
    let live = goes_on(&game);
    let again = goes_on(&game);
    let there = std::thread::scope(|scope| scope.spawn(|| goes_on(&game)).join().unwrap());
    [live, again, there]
}

#[test]
fn the_budget_spans_a_handler_with_its_asks_and_is_the_same_when_it_is_run_again() {
    let (mut least, mut most) = (999_000, 1_000_001);
    assert_eq!((outlasts(least), outlasts(most)), ([true; 3], [false; 3]));
    while most - least > 1 {
        let middle = (least + most) / 2;
        match outlasts(middle) {
            [true, true, true] => least = middle,
            [false, false, false] => most = middle,
            mixed => panic!("with {middle} turns: live, again, there: {mixed:?}"),
        }
    }
    // Around the last number of turns that the budget allows every way of going on agrees.
    for turns in least - 3..=most + 3 {
        assert_eq!(outlasts(turns), [turns <= least; 3], "{turns} turns");
    }
}

#[test]
fn a_question_says_why_how_far_and_what_each_option_brings() {
    let script = "return { on_place = function(event)
        local game, me = event.game, event.player
        for step = 1, 2 do
          local function of(n) return { target = n, label = n > 1 and 'brings ' .. n or nil } end
          local pick = { verb = 'pick', target = me, label = 'yourself' }
          local options = { of(1), of(2), 3, { target = 1, label = 'the same again' }, pick }
          local chosen = game:ask{ player = me, verb = 'wave', why = 'a tile was laid', step = step, steps = 2, options = options }
          game:score(me, chosen == pick and 7 or chosen == 3 and 3 or chosen.target, 'chosen')
        end
    end }";
    let mut game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    assert_eq!(wander(&mut game, &mut Chance::new(1), 1), 0);
    for step in 1..=2 {
        let decision = game.decision().unwrap();
        assert_eq!((decision.phase(), decision.topic().step), (Phase::Ask, Some((step, Some(2)))));
        assert_eq!(game.why_words().unwrap(), "a tile was laid");
        let options: Vec<_> =
            decision.options().map(|choice| (game.choice_words(choice), game.label_words(choice))).collect();
        let label = |text: &str| Some(text.to_string());
        let pick = format!("pick {}", game.player_name(decision.player()));
        let expected = [("wave 1", None), ("wave 2", label("brings 2")), ("wave 3", None), (&*pick, label("yourself"))];
        assert_eq!(options, expected.map(|(words, label)| (words.to_string(), label)));
        let pick = decision.options().last().unwrap();
        game.choose(pick).unwrap_or_else(|why| panic!("{why}"));
    }
    assert!(game.scores().contains(&14), "the chosen table itself comes back");
    assert!(game.why_words().is_none());
    is_the_same_everywhere(script, 3, 20, 1);
}

#[test]
fn what_a_question_says_of_itself_must_make_sense() {
    let table = [
        ("why = 3", "a reason is a text"),
        ("step = 0", "`step` is a number from 1 to 65535"),
        ("step = 1.5", "whole number"),
        ("steps = 2", "`steps` needs `step`"),
        ("step = 3, steps = 2", "`step` is larger than `steps`"),
        ("options = { { target = 1, lable = 'x' } }", "did you mean `label`?"),
        ("options = { { target = 1, verb = 'wva' } }", "unknown verb `wva`; use `wave` or `pick`"),
        ("options = { { target = 1, verb = 3 } }", "`verb` is a word"),
        ("options = { { target = 1, [2] = 'x' } }", "the keys of an option are names"),
    ];
    for (keys, message) in table {
        let options = if keys.contains("options") { "" } else { "options = { 1, 2 }," };
        let script = format!(
            "return {{ on_place = function(event)
                event.game:ask{{ player = event.player, verb = 'wave', {options} {keys} }}
            end }}"
        );
        let mut game = Game::new(setup(&script, false).unwrap(), 1).unwrap();
        let choice = game.decision().unwrap().get(0).unwrap();
        let Err(Unchosen::Fault(fault)) = game.choose(choice) else { panic!("{keys} is taken") };
        assert!(fault.to_string().contains(message), "{keys}: {fault}");
    }
}

#[test]
fn a_plain_word_is_an_option_by_itself() {
    let script = "return { on_place = function(event)
        local game, me = event.game, event.player
        local first = game:ask{ player = me, options = { 'wave', 'pick' }, optional = true }
        local pick = { target = 'pick', label = 'chooses' }
        local second = game:ask{ player = me, options = { 'wave', pick, { verb = 'pick', target = 3 } } }
        game:tell('got ' .. tostring(first) .. ' and ' .. (second == pick and 'its table' or tostring(second)))
      end }";
    let mut game = Game::new(setup(script, false).unwrap(), 1).unwrap();
    assert_eq!(wander(&mut game, &mut Chance::new(1), 1), 0);
    for (expected, word) in [(&["wave", "pick", "pass"][..], "wave"), (&["wave", "pick", "pick 3"], "pick")] {
        let options = game.decision().unwrap().options().map(|choice| game.choice_words(choice));
        assert_eq!(options.collect::<Vec<_>>(), expected);
        game.choose(game.find(&[word]).unwrap()).unwrap();
    }
    assert!(is_told(&game, "got wave and its table"));
    is_the_same_everywhere(script, 3, 20, 1);
}
