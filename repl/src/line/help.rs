//! Help inside: one screen with examples first, and a few lines on each command. Names no expansion's thing.

use bastide_core::lab;
use bastide_core::manifest::nearest;
use bastide_core::words::{and, or};

use crate::commands::seeing;
use crate::game::letters::lettered;
use crate::io::reply::{Cause, Failure, Reply};
use crate::line::cli;
use crate::line::complete::Candidate;
use crate::line::dispatch::VERBS;
use crate::line::expect;
use crate::line::set_help;
use crate::session::Session;

const SCREEN: &str = "Examples
  new                         begin a game; at a terminal it asks with whom and with what
  tutorial                    learn the game in five lessons
  new --players Ann,Ben       begin a game for two persons
  e                           place the tile in hand on the cell with the letter e
  e 2                         … in the second rotation that fits there
  e 2 1                       … and deploy a follower on what has the number 1
  e 2 -                       … and deploy nobody
  place 1,0 r90               the same in full words, as the record keeps them
  deploy follower@field:NL    (any beginning that fits one option is enough)
  why                         where the last points came from
  why e 2                     why that move is not allowed
  info e                      all of a cell, a tile, a feature, a figure
  score --final               what each would have if the game ended now

see     board  legal  scores  supply  state  log  ledger  look  zoom  pan
know    why  info  hint  farms  owners  fits  bag  stats  display  assist  plain
draw    export FILE.png  sheet SET  replay --html FILE
play    new  undo  redo  bots  run  save  load  resume  quit
sets    expansions  help SET  tiles SET  editions  options  reload
try     tutorial  test PATH  bench  match  lua CODE  and the lab: help lab, help expect
shell   paths  completions SHELL  man

`help COMMAND` or COMMAND? says more. Beginnings of commands are enough, from two letters on. Tab offers what comes next,
Ctrl-R finds what was typed, Ctrl-C stops bots. The game is kept after every choice; Ctrl-D leaves.";

/// The help on one screen, or on one thing.
pub fn help(session: &mut Session, topic: &[String]) -> Result<Reply, Failure> {
    match topic.first().map(String::as_str) {
        None => Ok(said(SCREEN.to_string())),
        Some(word) => on(session, word),
    }
}

fn said(text: String) -> Reply {
    Reply::text(text.clone()).with("help", text)
}

fn on(session: &mut Session, word: &str) -> Result<Reply, Failure> {
    let sets = session.library.ids();
    if let Some(text) = whole(session, word) {
        let is_set = sets.iter().any(|id| id == word);
        return Ok(if is_set { with_leaflet(session, word, text) } else { said(text) });
    }
    if names_cell(session, word) {
        return seeing::info(session, Some(word));
    }
    let is_set = |word: &str| word.len() > 1 && sets.iter().any(|id| id.starts_with(word));
    let begins: Vec<String> = topics().into_iter().filter(|name| name.starts_with(word)).collect();
    match &begins[..] {
        [only] => on(session, only),
        [] if is_set(word) => set_help::leaflet(session, word),
        [] => Err(no_topic(session, word)),
        several => Err(Failure::new(Cause::Unknown, format!("`{word}` may be {}", or(several)))),
    }
}

/// What is said of a whole word: a topic, a command of the lab, a command of the prompt, a verb in play.
fn whole(session: &Session, word: &str) -> Option<String> {
    if let Some(text) = written(word) {
        return Some(text);
    }
    if let Some((_, usage)) = lab::VERBS.iter().find(|(verb, _)| *verb == word) {
        let more = in_lab(word).map(|more| format!("\n{more}")).unwrap_or_default();
        let shared = cli::usage(word).map(|usage| format!("\n\n{usage}")).unwrap_or_default();
        return Some(format!("In a lab: {usage}{more}{shared}"));
    }
    if let Some(usage) = cli::usage(word) {
        return Some(example(word).map(|example| format!("  {example}\n\n")).unwrap_or_default() + &usage);
    }
    verb(session, word)
}

/// A set may be called like a verb or a command: then both are told.
fn with_leaflet(session: &mut Session, set: &str, text: String) -> Reply {
    match set_help::leaflet(session, set) {
        Ok(leaflet) => {
            let text = format!("{text}\n\n{}", leaflet.text);
            Reply { text: text.clone(), ..leaflet }.with("help", text)
        }
        // A set that cannot be loaded takes no help away.
        Err(_) => said(text),
    }
}

/// Whether a word stands for a cell on which the tile in hand may be placed.
fn names_cell(session: &Session, word: &str) -> bool {
    session.table.iter().any(|table| lettered(&table.game).iter().any(|cell| cell.letters == word))
}

/// What a word does that an expansion in play declares.
fn verb(session: &Session, word: &str) -> Option<String> {
    let catalogue = session.table.as_ref()?.game.catalogue();
    let verb = &catalogue.verbs[catalogue.verb_named(word)?.0 as usize];
    Some(format!("{}: {}\n\n`legal` lists with what.", verb.name, verb.about))
}

/// What a verb of every game does, in a line.
pub fn verb_line(verb: &str) -> Option<String> {
    written(verb)?.lines().last().map(String::from)
}

/// Everything on which there is help, with what it is.
pub fn topics_with_lines() -> Vec<Candidate> {
    let about = |name: &str| cli::about(name).or_else(|| verb_line(name)).unwrap_or_default();
    topics().into_iter().map(|name| Candidate::new(&*name, about(&name))).collect()
}

/// Everything on which there is help.
fn topics() -> Vec<String> {
    let written = ["again", "lab", "place", "discard", "deploy", "pass", "first", "verbs"].map(String::from);
    let in_lab = lab::VERBS.iter().map(|(verb, _)| verb.to_string());
    let mut names: Vec<String> = cli::names().into_iter().chain(written).chain(in_lab).collect();
    names.sort();
    names.dedup();
    names
}

fn no_topic(session: &Session, word: &str) -> Failure {
    let names = [session.vocabulary(), topics()].concat();
    let near = nearest(word, names.iter().map(String::as_str)).map(String::from);
    let near = near.or_else(|| session.library.meant(word));
    let meant = near.map_or("`help` lists what there is".into(), |near| format!("did you mean help {near}?"));
    let shown: String = word.escape_debug().take(40).collect();
    Failure::new(Cause::Unknown, format!("there is no help on `{shown}`; {meant}"))
}

/// An example for a command.
fn example(name: &str) -> Option<&'static str> {
    Some(match name {
        "new" => {
            "new base --players Ann,Ben --bots Ben=greedy --seed 7\n  \
             new SET SET --option NAME=true        (`expansions` lists the sets; their beginnings are enough)\n  \
             new --bots search --think 2s          (`bots` lists the kinds of bots and their styles)"
        }
        "board" => "board --ascii",
        "why" => "why Red        why 3        why 0,0/field:ER        why place 1,0 r90        why e 2",
        "look" => "look        bastide --plain        (every picture in sentences, one fact a line)",
        "info" => "info 0,0        info e        info 0,0/field:ER        info Red        info follower",
        "farms" => "farms        display farms        (each field in the colour of whoever would be paid for it)",
        "owners" => "owners        display owners",
        "fits" => "fits        fits e        fits 2,-1        (three or fewer in amber, none in red)",
        "bag" => "bag        bag --format json",
        "display" => "display farms        display fits        display off",
        "zoom" => "zoom in        zoom out        zoom auto",
        "plain" => "plain        plain off        bastide --plain",
        "pan" => "pan E        pan 3,-2        pan home",
        "hint" => "hint        hint 5",
        "stats" => "stats        stats --format json",
        "assist" => {
            "assist some        assist none        assist full\n\n\
             It is saved with the game. `legal` lists the moves at every level: they are the rules."
        }
        "scores" | "score" => "scores        score --final        scores --format json",
        "log" => "log 5",
        "undo" => "undo        undo 3        undo turn",
        "bots" => {
            "bots        bots Blue random        bots Blue greedy:STYLE        bots Blue search:2s        bots Blue off\n\n\
             `bots` lists the kinds and the styles, and who is what. A style weighs what a position is worth: points by the kind\n\
             of feature that they come from, points of the strongest opponent, followers at hand. A bot that searches thinks\n\
             for a time, on all cores (1s, 200ms), or for so many choices that it tries out, on one (2000n), which gives the same\n\
             answer each time. Ctrl-C stops it; nothing is played then, and `run` goes on."
        }
        "match" => {
            "match search greedy --games 100 --think 1s --file result.txt\n  \
             match search:500n search:2000n        match greedy:STYLE greedy --with SET,SET\n\n\
             Each seed is played twice, with the seats swapped, or once if both bots are the same; a draw counts half. Bots\n\
             think on one core and by its time, so a busy machine is no handicap. Ctrl-C tells what is done. With --file the same command goes on from there; by\n\
             visits (2000n) the result is the same each time."
        }
        "run" => "run 5",
        "save" => "save game.txt",
        "resume" => {
            "resume\n\n\
             At the prompt the game is kept after every choice, whatever happens to the program. The next prompt offers it."
        }
        "tutorial" => "tutorial        tutorial next        tutorial back        tutorial leave        tutorial 4",
        "completions" => "bastide completions bash > ~/.local/share/bash-completion/completions/bastide",
        "man" => "bastide man | man -l -",
        "paths" => {
            "paths        paths --format json\n\n\
             Settings are read from variables, as BASTIDE_COLOR, then from bastide.toml in the folder where the program is\n\
             started, then from the user's file; a flag counts before all. A file has lines such as color = \"never\" or\n\
             players = [\"Ann\", \"Ben\"]."
        }
        "export" => {
            "export board.png        export board.svg --legal        export fields.png --fields\n\n\
             Draws the board of the running game with its points and what lies beside it. An SVG tells in words what it\n\
             shows, in its <title> and <desc>."
        }
        "sheet" => {
            "sheet base        sheet base tiles.png        sheet SET spots.svg --spots\n\n\
             Draws every tile of a set with its name and how many there are; with --spots each segment has its number, and\n\
             the name that scripts and the prompt call it by."
        }
        "replay" => {
            "replay --html game.html        replay game.txt --to 12\n\n\
             Shows a game after a turn, the one at the table or a saved one; nothing is changed. With --html it becomes one\n\
             page that any browser opens without a network: arrow keys step, game.html#12 opens at turn 12."
        }
        "lua" => {
            "lua #game:features({ occupied = true, complete = false })\n  \
             lua for _, figure in ipairs(game:figures({ group = \"follower\" })) do print(figure, figure.feature) end\n\n\
             Reads the game as a script does, as docs/LUA.md tells of it, and changes nothing. Code that is not whole goes on in\n\
             the next line; what is printed and what it comes to is shown. What acts (game:move, game:score) is refused.\n\
             With -c, code goes as far as it is Lua: `lua #game:tiles(); scores` is two commands, `lua local x = 1; return x` one."
        }
        "tiles" => "tiles base        tiles base --format json",
        "test" => "test expansions/base/scenes",
        "bench" => {
            "bench base*10 --games 1000\n  \
             bench SET SET --check --games 500   (games held against the laws, drawn, saved and replayed)\n  \
             bench --check --random --seed 7     (the same with any sets, options, editions and players)\n  \
             bench SET SET --prompt         (how long a player waits for the board, for grey words, for Tab, for `hint`)\n  \
             bench SET SET --profile        (calls and microseconds by expansion and hook, the longest first)"
        }
        "reload" => {
            "reload        reload --without SET\n\n\
             Reads the sets of the running game again and plays its record anew with them. Where the record no longer\n\
             fits, or a set cannot be loaded, it says where and why, and everything stays as it was."
        }
        "ledger" => "ledger        ledger --format json",
        "supply" => "supply        supply --format json",
        "expansions" => "expansions        help SET        tiles SET",
        "options" => "options        new --option NAME=VALUE",
        _ => return None,
    })
}

/// What a command of the lab does, where its form does not say it.
fn in_lab(verb: &str) -> Option<&'static str> {
    Some(match verb {
        "start" => "Lays the start position that the sets declare.",
        "put" => "Lays a tile or puts figures anywhere; no rule hears of it. Figures come from the supplies.",
        "give" => "Puts figures or tokens into a player's supply.",
        "take" => "Takes figures or tokens out of a player's supply.",
        "next" => {
            "These tiles are drawn next, the first one first, before any pile. `next none` forgets them: they go to the\n\
             bottom of the pile."
        }
        "tiles" => {
            "The pile then holds exactly these tiles, the first one on top: `tiles aside` alone leaves none there.\n\
             `bag` and `state` show what is left; `expect tiles aside 2` checks it."
        }
        "roll" => "The results of the next dice.",
        "tile" => {
            "A tile for this game alone, in the strokes of tiles.toml: a kind and its stroke, as often as needed."
        }
        "turn" => "The player's turn begins and a tile is drawn. An open decision is dropped.",
        "finish" => "The game ends here and is scored.",
        _ => return None,
    })
}

fn written(topic: &str) -> Option<String> {
    Some(match topic {
        "lab" => {
            let verbs: Vec<&str> = lab::VERBS.iter().map(|(_, usage)| *usage).collect();
            format!("  new base --players Red,Blue --lab\n\nIn a lab any position can be set up:\n  {}", verbs.join("\n  "))
        }
        "expect" => {
            let forms: Vec<&str> = expect::FORMS.iter().map(|(_, form)| *form).collect();
            format!(
                "What should be so, in scenes and anywhere else:\n  {}\n  expect refused COMMAND\n\n\
                 `points` and `log` count from the last lab command on. What `turn` itself brings is before that: `score`\n\
                 sees it. What `finish` brings counts.",
                forms.join("\n  ")
            )
        }
        "place" => "  place 1,0 r90        e 2\n\nPlaces the tile in hand: x to the east, y to the south, turned clockwise. Of several tiles, say which: place E 1,0 r90.".into(),
        "deploy" => {
            "  deploy follower@field:NL        1        -\n\nDeploys a figure on the tile just placed; `legal` lists where."
                .into()
        }
        "pass" => "  pass        -\n\nDoes nothing more in this decision.".into(),
        "discard" => "  discard TILE        1\n\nGives up a tile of the hand, none of which fits anywhere, and draws another.".into(),
        "again" => "  again        1        -\n\nPlays another part of the turn, where a rule grants one that may be declined.".into(),
        "first" => "  first Red\n\nSays who begins, where the table is asked.".into(),
        "verbs" => format!("The verbs of every game: {}", and(&VERBS)),
        _ => return None,
    })
}
