//! Hidden things are hidden: two tables that differ only in what a player cannot see look the same to that player, in the
//! view of the table and in everything that commands print.

use std::sync::Arc;

use bastide::bot;
use bastide::draw::screen::Screen;
use bastide::game::library::{Library, make_setup};
use bastide::session::Session;
use bastide_core::{Chance, Event, Game, PlayerId, Setup};
use bastide_tests::program::Home;

const EXE: &str = env!("CARGO_BIN_EXE_bastide-tests");

fn set_up(sets: &[&str]) -> Arc<Setup> {
    let sets: Vec<String> = sets.iter().map(|set| set.to_string()).collect();
    let recipe = Library::default().recipe(&sets).unwrap();
    Arc::new(make_setup(recipe, vec!["Red".into(), "Blue".into()], false).unwrap())
}

/// A lab after these commands.
fn lab(lines: &str) -> Session {
    let mut session = Session::new(Library::default(), Screen::default());
    for line in lines.lines() {
        let outcome = session.execute(line.trim());
        assert_eq!(outcome.code, 0, "{line}: {outcome:?}");
    }
    session
}

fn game(session: &Session) -> &Game {
    &session.context.table.as_ref().unwrap().game
}

/// Everything that a player sees, as one text.
fn seen(session: &Session, player: u8) -> String {
    let seen = game(session).seen_by(PlayerId(player));
    assert!(seen.record().is_empty() && seen.seed() == 0, "nothing leads to the real table");
    format!("{:?} {:?}", seen.state(), seen.log_lines(0))
}

/// What is printed for anybody.
const COMMANDS: [&str; 9] = ["events 60", "log", "state", "bag", "supply", "board", "legal", "info 0,0", "hint"];

fn assert_alike(a: &mut Session, b: &mut Session, commands: &[&str]) {
    for command in commands {
        for line in [command.to_string(), format!("{command} --format json")] {
            assert_eq!(a.execute(&line).stdout, b.execute(&line).stdout, "{line}");
        }
    }
}

#[test]
fn a_tile_that_lies_face_down_is_named_nowhere() {
    let hill = |pile: &str| {
        lab(&format!(
            "new hills-and-sheep --players Red,Blue --lab\nput D 0,0 r0\ntiles pile {pile}\nnext 2roads-hill\nturn Red\nplace 1,0 r90\npass"
        ))
    };
    // One of two tiles lies under the hill, and the other one comes later.
    let (mut a, mut b) = (hill("U W V"), hill("V W U"));
    let is_stowed = |session: &Session| game(session).log().iter().any(|event| matches!(event, Event::Stow(..)));
    assert!(is_stowed(&a) && is_stowed(&b), "a tile went under the hill");
    assert_ne!(format!("{:?}", game(&a).state()), format!("{:?}", game(&b).state()), "the tables differ");
    for player in 0..2 {
        assert_eq!(seen(&a, player), seen(&b, player));
    }
    assert_alike(&mut a, &mut b, &COMMANDS);
    // What can be seen makes a difference.
    let other = hill("U V W");
    assert_ne!(seen(&a, 0), seen(&other, 0));
}

#[test]
fn a_hand_is_seen_by_its_owner_only() {
    let hands = |blue: &str, pile: &str| {
        lab(&format!(
            "new hand-of-three --players Red,Blue --lab\nput D 0,0 r0\ntiles hand:Red U U W\ntiles hand:Blue {blue}\ntiles pile {pile}\nturn Red"
        ))
    };
    let (mut a, mut b) = (hands("V V U", "W E W"), hands("V E U", "W V W"));
    assert_eq!(seen(&a, 0), seen(&b, 0), "Red decides");
    assert_ne!(seen(&a, 1), seen(&b, 1), "Blue holds other tiles");
    assert_alike(&mut a, &mut b, &COMMANDS);
    for session in [&mut a, &mut b] {
        for line in ["place U 1,0 r0", "pass"] {
            assert_eq!(session.execute(line).code, 0, "{line}");
        }
    }
    // Blue decides: the options would tell Red what Blue holds.
    assert_eq!(seen(&a, 0), seen(&b, 0));
    assert!(game(&a).seen_by(PlayerId(0)).decision().is_none());
    assert!(game(&a).seen_by(PlayerId(1)).decision().is_some());
}

/// A rule with tokens that only their owners see, and one with a token that nobody sees, drawn out of a bag.
const SECRETS: &str = "--[=[\nid = \"secrets\"\nname = \"Secrets\"\nversion = \"1.0.0\"\nrequires = { base = \"1\" }\n\
    [tokens]\nred = { count = 3 }\nblue = { count = 3 }\n\
    [zones]\nbag = { holds = \"tokens\", hidden = true, start = [\"red\", \"blue\"] }\n\
    under = { holds = \"tokens\", hidden = true }\nown = { holds = \"tokens\", owned = true, private = true }\n]=]\n\
    return { on_place = function(placed) local game = placed.game\n\
    game:draw('bag', 'under') game:draw('bag', game:zone('own', placed.player)) end,\n\
    on_end = function(event) for _, player in ipairs(event.game.players) do\n\
    event.game:score(player, 9 * event.game:tokens(event.game:zone('own', player), 'red'), 'red') end end }\n";

#[test]
fn tokens_are_seen_by_those_who_may_look() {
    let home = Home::new(EXE);
    let rule = home.write("secrets.lua", SECRETS);
    let table = |bag: &str, blue: &str, under: &str| {
        let rule = rule.display();
        lab(&format!(
            "new {rule} --players Red,Blue --lab\nput D 0,0 r0\ntokens bag {bag}\ntokens own:Red red\n\
             tokens own:Blue {blue}\ntokens under {under}\ntiles pile U W V\nturn Red"
        ))
    };
    let (mut a, mut b) = (table("red 2", "blue", "blue"), table("blue 2", "red", "red"));
    assert_eq!(seen(&a, 0), seen(&b, 0), "what Blue has, what lies under something, and the bag");
    assert_ne!(seen(&a, 1), seen(&b, 1), "Blue has another token");
    assert_alike(&mut a, &mut b, &COMMANDS);
    assert_alike(&mut a, &mut b, &["info bag", "info under", "info own:Blue", "info Blue"]);
    for session in [&mut a, &mut b] {
        for line in ["place 1,0 r0", "pass"] {
            assert_eq!(session.execute(line).code, 0, "{line}");
        }
    }
    // Red drew a token that Blue does not see, and one went under something unseen. Red has the one before them; the log,
    // which all share, names neither.
    assert_ne!(seen(&a, 0), seen(&b, 0));
    for (session, player) in [(&a, 0), (&a, 1), (&b, 0), (&b, 1)] {
        let seen = seen(session, player);
        assert!(seen.contains("1 token goes from the bag to Red's own"), "{seen}");
        assert!(!seen.contains("red goes") && !seen.contains("blue goes"), "{seen}");
    }
}

#[test]
fn no_bot_knows_what_its_player_may_not_see() {
    let home = Home::new(EXE);
    let rule = home.write("secrets.lua", SECRETS).display().to_string();
    let mut library = Library::default();
    let sets = [rule, "hills-and-sheep".into(), "bridges-castles-and-bazaars".into()].to_vec();
    let recipe = library.recipe(&sets).unwrap();
    let setup = Arc::new(make_setup(recipe, vec!["Red".into(), "Blue".into()], false).unwrap());
    let (mut game, mut chance, mut told) = (Game::new(setup, 7).unwrap(), Chance::new(7), 0);
    while let Some(decision) = game.decision() {
        let choice = decision.get(chance.below(decision.len() as u32) as usize).unwrap();
        if chance.below(12) == 0 {
            let mut other = game.clone();
            other.reshuffle(chance.below(1_000).into());
            for bot in ["greedy", "search:8n"] {
                let answer =
                    |game: &Game| bot::named(bot, 3).unwrap().choose(game).map(|choice| game.choice_words(choice));
                assert_eq!(answer(&game), answer(&other), "{bot} after {} lines", game.record().len());
                told += 1;
            }
        }
        game.choose(choice).unwrap();
    }
    assert!(told > 20, "only {told} answers were compared");
}

#[test]
fn a_view_is_the_same_however_hidden_things_lie() {
    let mut hidden = 0;
    for sets in [
        &["base", "hills-and-sheep", "hand-of-three"][..],
        &["river", "bridges-castles-and-bazaars", "abbey-and-mayor"],
    ] {
        let (mut game, mut chance) = (Game::new(set_up(sets), 3).unwrap(), Chance::new(3));
        while let Some(decision) = game.decision() {
            let (player, choice) = (decision.player(), decision.get(chance.below(decision.len() as u32) as usize));
            let mut other = game.clone();
            other.reshuffle(chance.below(1_000).into());
            let parts = |game: &Game| {
                let seen = game.seen_by(player);
                let state = seen.state();
                format!("{:?} {:?} {:?} {:?}", state.pile, state.shelves(), state.options, state.chance)
            };
            hidden += (game.state().pile != other.state().pile) as usize;
            assert_eq!(parts(&game), parts(&other));
            game.choose(choice.unwrap()).unwrap();
        }
    }
    assert!(hidden > 50, "piles were shuffled: {hidden}");
}

#[test]
fn code_at_the_prompt_sees_what_the_deciding_player_sees() {
    let mut session = lab("new hand-of-three --players Red,Blue --seed 5");
    let outcome = session.execute("lua game:top()");
    assert!(outcome.code != 0 && outcome.stderr.contains("may only read"), "{outcome:?}");
    let own = "lua local names = {} for _, tile in ipairs(game:tiles({ zone = game:zone('hand', game.turn.player) })) do names[#names + 1] = tile.id end return table.concat(names, ' ')";
    let real = game(&session).state().hand(PlayerId(0)).tiles().iter().rev();
    let real: Vec<String> = real.map(|tile| game(&session).catalogue().tile(*tile).id.clone()).collect();
    assert_eq!(session.execute(own).stdout.trim(), real.join(" "));
}
