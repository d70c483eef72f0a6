//! Handlers that make the table count something: errors in the hooks that count are attributed to them, and nobody
//! gains steps by it.

use super::table::play;

/// A script in which every placed tile has all features paid that anybody stands on.
fn paying(pay: &str, on_score: &str) -> String {
    format!(
        "return {{ on_place = function(event) for _, feature in ipairs(event.game:features{{ occupied = true }}) do\n{pay}\nend end, \
         on_score = function(score)\n{on_score}\nend }}"
    )
}

#[test]
fn the_hook_that_fails_while_another_handler_runs_is_the_one_that_is_named() {
    let fault = play(&paying("event.game:score_feature(feature)", "error('not today')")).map(drop).unwrap_err();
    assert_eq!((fault.hook.as_str(), fault.line, fault.message.as_str()), ("on_score", 4, "not today"), "{fault}");
    let asks = "score.game:ask{ player = score.game.players[1], verb = 'wave', options = { 1 } }";
    let fault = play(&paying("event.game:score_feature(feature)", asks)).map(drop).unwrap_err();
    assert_eq!(fault.hook, "on_score");
    assert!(fault.message.contains("hooks that count may only edit what they count"), "{fault}");
}

#[test]
fn a_caught_error_of_a_hook_that_counts_leaves_everything_as_it_was() {
    let pay = "local game = event.game
        local before, figures = game.players[1].points + game.players[2].points, #feature:figures()
        local ok, why = pcall(function() game:score_feature(feature) end)
        assert(not ok and why:find('not today'), why)
        assert(before == game.players[1].points + game.players[2].points and figures == #feature:figures())
        game:tell('goes on')";
    // The scoring of the turn fails too, so only features that are not complete are tried.
    let pay = format!("if not feature.complete then {pay} end");
    play(&paying(&pay, "if not score.complete and not score.game.ending then error('not today') end"))
        .map(drop)
        .unwrap();
}

#[test]
fn a_handler_gains_no_steps_by_what_it_lets_others_count() {
    for on_score in ["", "error('again')"] {
        let endless = "while true do pcall(function() event.game:score_feature(feature, { home = false }) end) end";
        let fault = play(&paying(endless, on_score)).map(drop).unwrap_err();
        let is_stopped = ["steps", "too long", "has at most"].iter().any(|why| fault.message.contains(why));
        assert!(is_stopped, "{fault}");
    }
    let loops = "while true do end";
    let fault = play(&paying("event.game:score_feature(feature)", loops)).map(drop).unwrap_err();
    assert_eq!((fault.hook.as_str(), fault.message.as_str()), ("on_score", "it takes more than 2000000 steps"));
}

#[test]
fn what_is_counted_is_edited_by_its_own_hook_alone() {
    // `leaders` asks `on_winners` in the middle of a hook that acts: nothing has happened since.
    let script = "local kept
        return { on_winners = function(winners) kept = winners end, on_place = function(event)
          event.game:features{ occupied = true }[1]:leaders()
          local ok, why = pcall(function() kept:add(event.player, 'late') end)
          assert(not ok and why:find('is over', 1, true), tostring(why))
          event.game:tell('refused')
        end }";
    play(script).map(drop).unwrap();
}
