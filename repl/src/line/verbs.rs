//! Help on the verbs of every game, the lab and expectations. Names no expansion's thing.

use bastide_core::lab;
use bastide_core::language::and;

use crate::game::shorthand::VERBS;
use crate::tell::expect;

/// The help topics that are not commands.
pub const TOPICS: [&str; 8] = ["again", "lab", "place", "discard", "deploy", "pass", "first", "verbs"];

/// What a verb of every game does, on one line.
pub fn line(verb: &str) -> Option<String> {
    topic(verb)?.lines().last().map(String::from)
}

/// What a lab command does, if its form does not say it.
pub fn in_lab(verb: &str) -> Option<&'static str> {
    Some(match verb {
        "start" => "Lays the start position that the sets declare.",
        "put" => "Lays a tile or puts figures anywhere; no rule is called. Figures come from the supplies.",
        "give" => "Puts figures or tokens into a player's supply.",
        "take" => "Takes figures or tokens out of a player's supply.",
        "next" => {
            "These tiles are drawn next, the first one first, before any pile. `next none` undoes this: they go to the\n\
             bottom of the pile."
        }
        "tiles" => {
            "The pile then holds exactly these tiles, the first one on top: `tiles aside` alone leaves none there.\n\
             `bag` and `state` show what is left; `expect tiles aside 2` checks it."
        }
        "tokens" => {
            "The zone then holds exactly these tokens, by name and number: `tokens chest coin 2 gem`. They come out of the\n\
             bank, and what lay there goes back; `expect tokens bag 3` checks it."
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

/// The help on a topic.
pub fn topic(name: &str) -> Option<String> {
    Some(match name {
        "lab" => {
            let verbs: Vec<&str> = lab::VERBS.iter().map(|(_, usage)| *usage).collect();
            format!("  new base --players Red,Blue --lab\n\nIn a lab any position can be set up:\n  {}", verbs.join("\n  "))
        }
        "expect" => {
            let forms: Vec<&str> = expect::FORMS.iter().map(|(_, form)| *form).collect();
            format!(
                "Expectations, in scenes and anywhere else:\n  {}\n  expect refused COMMAND\n\n\
                 `points` and `log` count from the last lab command on. What `turn` itself scores or logs comes before\n\
                 that, but `score` includes its points. What `finish` scores counts.",
                forms.join("\n  ")
            )
        }
        "place" => "  place 1,0 r90        e r90        e 2\n\nPlaces the current tile: x to the east, y to the south, rotated clockwise. If there are several tiles, name one: place E 1,0 r90.".into(),
        "deploy" => {
            "  deploy follower@field:NL        1        -\n\nDeploys a figure on the tile just placed; `legal` lists where."
                .into()
        }
        "pass" => "  pass        -\n\nEnds this decision without choosing anything.".into(),
        "discard" => "  discard TILE        1\n\nGives up a tile of a hand that fits nowhere, and draws another.".into(),
        "again" => "  again        1        -\n\nPlays another part of the turn, if a rule offers one.".into(),
        "first" => "  first Red\n\nSays who starts, when the game asks.".into(),
        "verbs" => format!("The verbs of every game: {}", and(&VERBS)),
        _ => return None,
    })
}
