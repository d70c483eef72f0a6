//! Tokens beside the board: who may see them, how they are drawn and passed on, and that no token is lost.

use std::collections::BTreeSet;
use std::sync::Arc;

use bastide::game::laws;
use bastide_core::{Chance, Game, Phase, PlayerId, Setup, Shelf, TokenId, ZoneId};

use super::table::{expansion, table, wander};

const ZONES: &str = "[tokens.lamb]\ncount = 6\n[tokens.wolf]\ncount = 6\n\
    [zones.bag]\nholds = \"tokens\"\nhidden = true\nstart = [\"lamb\", \"wolf\"]\n\
    [zones.pouch]\nholds = \"tokens\"\nowned = true\nprivate = true\n[verbs]\nkeep = \"keep\"\n";

/// In every turn a token is drawn, which the next player may keep or put back; at first everybody gets three unseen.
const DRAWN: &str = "return {
    on_setup = function(event)
        for _, player in ipairs(event.game.players) do
            for _ = 1, 3 do event.game:draw('bag', event.game:zone('pouch', player)) end
        end
    end,
    on_place = function(placed)
        local game = placed.game
        local drawn, player = game:draw('bag'), game:after(placed.player)
        if not drawn then return end
        local kept = game:ask({ player = player, verb = 'keep', options = { drawn }, optional = true })
        game:give(kept and player or 'bag', drawn, 1)
    end }";

fn pouches(script: &str) -> Arc<Setup> {
    table(vec![expansion("pouches", ZONES, &[("init.lua", script)])], false).unwrap()
}

fn at(zone: u8, owner: PlayerId) -> Shelf {
    Shelf { zone: ZoneId(zone), owner }
}

fn counts(game: &Game, at: Shelf) -> Vec<(TokenId, u16)> {
    game.state().purse(game.catalogue(), at).collect()
}

const BAG: u8 = 0;
const POUCH: u8 = 1;

#[test]
fn what_one_may_not_see_is_dealt_anew_and_the_rest_is_not() {
    let (setup, mut seen) = (pouches(DRAWN), BTreeSet::new());
    for seed in 0..30 {
        let game = Game::new(setup.clone(), seed).unwrap();
        let player = game.decision().unwrap().player();
        let (own, other) = (at(POUCH, player), at(POUCH, game.state().after(player)));
        let mut mixed = game.clone();
        mixed.reshuffle(seed);
        assert_eq!(counts(&mixed, own), counts(&game, own), "seed {seed}");
        for unseen in [other, at(BAG, PlayerId::NOBODY)] {
            let left = |game: &Game| game.state().count_tokens(game.catalogue(), unseen);
            assert_eq!(left(&mixed), left(&game), "seed {seed}");
        }
        seen.insert(format!("{:?}", counts(&mixed, other)));
        laws::position(&mixed).unwrap();
    }
    assert!(seen.len() > 2, "{seen:?}");
}

#[test]
fn a_token_drawn_before_a_question_is_the_same_in_every_copy() {
    let mut drawn = BTreeSet::new();
    for seed in 0..20 {
        let mut game = Game::new(pouches(DRAWN), seed).unwrap();
        let mut chance = Chance::new(seed);
        while game.decision().is_some_and(|decision| decision.phase() != Phase::Ask) {
            wander(&mut game, &mut chance, 1);
        }
        let keep = game.decision().unwrap().get(0).unwrap();
        let token = counts(&game, Shelf::common(ZoneId::BANK))[0].0;
        drawn.insert(token);
        for mixing in 0..8 {
            let mut copy = game.clone();
            copy.reshuffle(mixing);
            assert_eq!(copy.choice_words(copy.decision().unwrap().get(0).unwrap()), game.choice_words(keep));
            let player = copy.decision().unwrap().player();
            copy.choose(keep).unwrap();
            assert_eq!(counts(&copy, Shelf::supply(player)), [(token, 1)], "seed {seed}");
            laws::position(&copy).unwrap();
        }
    }
    assert_eq!(drawn.len(), 2, "both kinds come by chance");
}

#[test]
fn games_in_which_tokens_are_drawn_keep_the_laws() {
    for seed in 0..6 {
        let mut game = Game::new(pouches(DRAWN), seed).unwrap();
        let mut chance = Chance::new(seed);
        while game.decision().is_some() {
            assert_eq!(wander(&mut game, &mut chance, 7), 0);
            laws::position(&game).unwrap_or_else(|law| panic!("seed {seed}: {law}"));
        }
        laws::history(&game, &mut chance).unwrap_or_else(|law| panic!("seed {seed}: {law}"));
    }
}

#[test]
fn what_cannot_be_done_with_tokens_says_why() {
    for (call, why) in [
        ("game:tokens('bag', 'lamb')", "nobody may look into the bag; game:left counts"),
        ("game:tokens('bag')", "nobody may look into the bag; game:left counts"),
        ("game:give(player, 'lamb', 1, 'bag')", "nobody may look into the bag; game:draw takes one by chance"),
        ("game:give('bag', 'lamb', -1)", "nobody may look into the bag; game:draw takes one by chance"),
        ("game:give(player, 'lmab', 1)", "unknown token `lmab`; did you mean `lamb`?"),
        ("game:give('bga', 'lamb', 1)", "unknown zone `bga`; did you mean `bag`?"),
        ("game:give('pile', 'lamb', 1)", "the pile holds tiles, not tokens"),
        ("game:give(5, 'lamb', 1)", "expected a player or a zone, got a number"),
        ("game:draw('pouch')", "every player has a pouch"),
        ("game:draw('pile', player)", "expected a zone, got a player"),
        ("game:tiles({ zone = 'bag' })", "the bag holds tokens, not tiles"),
        ("game:move(game:ready(player, 'follower'), game:zone('bag'))", "the bag holds tokens, not figures"),
    ] {
        let script = format!(
            "return {{ on_place = function(placed) local game, player = placed.game, placed.player {call} end }}"
        );
        let mut game = Game::new(pouches(&script), 1).unwrap();
        let choice = game.decision().unwrap().get(0).unwrap();
        let told = game.choose(choice).unwrap_err().to_string();
        assert!(told.contains(why), "{call}: {told}");
    }
}
