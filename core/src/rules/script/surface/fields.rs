//! The fields of the objects of the game.

use super::Field;
use crate::rules::script::handle::Kind;

/// Returns the fields of a kind of object.
pub const fn fields(kind: Kind) -> &'static [Field] {
    match kind {
        Kind::Game => &[
            ("players", "Player[]", "by seat"),
            ("turn", "Turn", "the turn"),
            ("state", "table<string, Plain>", "what the expansion [remembers](#remembering); written in action hooks"),
            ("ending", "boolean", "whether the final scoring has begun"),
        ],
        Kind::Turn => &[
            ("number", "integer", "counted from 1"),
            ("part", "integer", "counted from 1; 0 before the first"),
            ("player", "Player", "whose turn it is"),
            ("tile", "Tile?", "placed last in this turn"),
            ("acted", "boolean", "whether its player has used that tile for anything"),
            ("draws", "boolean", "whether a tile is drawn in this turn"),
        ],
        Kind::Player => &[
            ("name", "string", "as the players typed it"),
            ("seat", "integer", "counted from 1"),
            ("points", "integer", "so far"),
        ],
        Kind::Figure => &[
            ("kind", "string", "the name of its kind"),
            ("number", "integer", "its own number, for `state`"),
            ("owner", "Player?", "nil if it is neutral"),
            ("follower", "boolean", "whether it is one"),
            ("segment", "Segment?", "where it stands"),
            ("feature", "Feature?", "where it stands"),
            ("tile", "Tile?", "where it stands"),
            ("zone", "Place?", "where it is: a segment, a tile, a cell, a corner or a zone"),
        ],
        Kind::Feature => &[
            ("kind", "string", "the name of its kind"),
            ("complete", "boolean", "whether it is complete"),
            ("size", "integer", "its tiles"),
            ("open", "integer", "its open sides; for `closes = \"neighbours\"` the free cells around it"),
            ("occupied", "boolean", "whether a follower stands there"),
        ],
        Kind::Segment => &[
            ("kind", "string", "the name of its kind"),
            ("feature", "Feature", "the feature that it is part of"),
            ("tile", "Tile", "the tile that it is on"),
            ("sides", "string[]", "the sides whose middle it has: `\"N\"`, `\"E\"`, `\"S\"`, `\"W\"` of the board"),
            ("halves", "string[]", "the halves of sides that it has, from `\"NL\"` to `\"WR\"`"),
        ],
        Kind::Tile => &[
            ("id", "string", "its name"),
            ("set", "string", "the set it belongs to"),
            ("kinds", "string[]", "the kinds of features printed on it"),
            ("tags", "string[]", "the tags printed on it"),
            ("x", "integer", "grows to the east"),
            ("y", "integer", "grows to the south"),
            ("cell", "Cell", "where it lies"),
            ("turned", "0|90|180|270", "degrees, clockwise"),
        ],
        Kind::Loose => &[
            ("id", "string", "its name"),
            ("set", "string", "the set it belongs to"),
            ("kinds", "string[]", "the kinds of features printed on it"),
            ("tags", "string[]", "the tags printed on it"),
            ("zone", "Zone", "where it lies"),
        ],
        Kind::Zone => {
            &[("name", "string", "`supply` for the home of figures"), ("owner", "Player?", "nil if nobody owns it")]
        }
        Kind::Event => &[
            ("game", "Game", "the game"),
            ("turn", "Turn", "the turn"),
            ("player", "Player", "whose turn it is"),
            ("placer", "Player", "the same"),
        ],
        Kind::Score => &[
            ("game", "Game", "the game"),
            ("turn", "Turn", "the turn"),
            (
                "complete",
                "boolean",
                "whether the feature is scored as complete; a field never is, but a neighbour by which fields are paid is",
            ),
            ("winners", "Player[]", "the players who win"),
            ("kind", "string", "the kind of feature that is paid"),
            (
                "features",
                "Feature[]",
                "the features that are paid: the feature itself; where fields are paid neighbour by neighbour, all fields around it",
            ),
            (
                "feature",
                "Feature",
                "what the sheet is about: the feature; where fields are paid neighbour by neighbour, the neighbour",
            ),
            ("neighbour", "Feature?", "that neighbour; nil otherwise"),
        ],
        Kind::List => &[
            ("game", "Game", "the game"),
            ("turn", "Turn", "the turn"),
            ("player", "Player", "whose turn it is"),
            ("size", "integer", "how many places there are"),
        ],
        Kind::Candidate => &[
            ("x", "integer", "grows to the east"),
            ("y", "integer", "grows to the south"),
            ("turned", "0|90|180|270", "degrees, clockwise"),
            ("tile", "string", "the name of the tile to be placed there"),
        ],
        Kind::Decision => &[
            ("game", "Game", "the game"),
            ("turn", "Turn", "the turn"),
            ("player", "Player", "whose turn it is"),
            ("placing", "boolean", "whether a tile is to be placed"),
            ("tile", "Tile?", "placed last in this turn"),
        ],
        Kind::Option => &[
            ("verb", "string", "`deploy`, `pass`, or a verb of a manifest"),
            ("figure", "string?", "the kind of figure that is deployed; nil for other verbs, like the rest"),
            ("follower", "boolean?", "whether that is a follower"),
            ("segment", "Segment?", "where it would stand"),
            ("feature", "Feature?", "where it would stand"),
            ("tile", "Tile?", "where it would stand"),
        ],
        Kind::Weight => &[
            ("game", "Game", "the game"),
            ("turn", "Turn", "the turn"),
            ("figure", "Figure", "what is weighed"),
            ("feature", "Feature", "where it stands"),
            ("value", "integer", "its weight so far"),
        ],
        Kind::Winners => &[
            ("game", "Game", "the game"),
            ("turn", "Turn", "the turn"),
            ("features", "Feature[]", "what is paid"),
            ("players", "Player[]", "who wins so far"),
        ],
        Kind::Cell => &[
            ("x", "integer", "grows to the east"),
            ("y", "integer", "grows to the south"),
            ("tile", "Tile?", "the tile there"),
            ("open", "boolean", "whether it is free and beside a tile"),
            ("taken", "integer", "how many of its four sides have a tile"),
        ],
        Kind::Corner => {
            &[("x", "integer", "that of the cell whose north-west corner it is"), ("y", "integer", "the same")]
        }
    }
}

/// Additional fields of the events of some hooks, by the name of their type.
pub const EVENTS: [(&str, &[Field]); 4] = [
    ("DrawEvent", &[("tile", "LooseTile", "the tile in hand"), ("id", "string", "its name")]),
    (
        "PlaceEvent",
        &[
            ("tile", "Tile", "the tile"),
            ("extended", "Feature[]", "the features that were there before and that it extended"),
        ],
    ),
    (
        "MoveEvent",
        &[
            ("figure", "Figure", "what moved"),
            ("from", "Place?", "where it came from"),
            ("cause", "string", "`deploy`, `score`, `alone`, or a word of a script"),
        ],
    ),
    (
        "FeatureEvent",
        &[
            ("feature", "Feature", "the feature"),
            ("tile", "Tile?", "placed last in this turn"),
            (
                "sheet",
                "Sheet?",
                "in `on_scored`: the [sheet](#sheet) by which it was paid, nil if no follower stood there",
            ),
        ],
    ),
];

/// Returns the names of the fields of a kind of object. An event has those of all events.
pub fn field_names(kind: Kind) -> impl Iterator<Item = &'static str> + Clone {
    let of_hooks = EVENTS.iter().filter(move |_| kind == Kind::Event).flat_map(|(_, fields)| fields.iter());
    fields(kind).iter().chain(of_hooks).map(|(name, ..)| *name)
}
