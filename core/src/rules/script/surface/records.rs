//! The tables that scripts give and receive, and their keys.

use super::Record;

/// Which figures.
pub const FIGURE_FILTER: Record = Record {
    name: "FigureFilter",
    keys: &[
        ("owner", "Player|\"active\"|nil", "whose they are"),
        ("kind", "string|string[]|nil", "kinds of figures"),
        ("group", "\"follower\"?", "followers only"),
        ("neutral", "boolean?", "whether nobody owns them"),
        ("on", "string|string[]|nil", "kinds of features that they stand on"),
        ("tag", "string|string[]|nil", "tags of the feature that they stand on"),
        ("feature", "Feature?", "on this feature"),
        ("tile", "Tile?", "on this tile"),
        ("zone", "Place|string|nil", "a place, the name of a zone, or `\"supply\"`"),
        ("whole", "boolean?", "on a tile as a whole"),
        (
            "within",
            "{ tile: Tile, cross: integer }|nil",
            "on this tile, or up to `cross` cells away in a straight line",
        ),
    ],
};

/// Which tiles.
pub const TILE_FILTER: Record = Record {
    name: "TileFilter",
    keys: &[
        ("tag", "string|string[]|nil", "printed on them"),
        ("kind", "string|string[]|nil", "kinds of features printed on them"),
        ("id", "string|string[]|nil", "their names"),
        ("set", "string?", "the set that they belong to"),
        ("with", "FigureFilter|FigureFilter[]|nil", "figures that must be there; each filter of a list must find one"),
        ("without", "FigureFilter?", "figures that must not be there"),
        ("counter", "table<string, integer>?", "at least this much on a counter"),
        ("zone", "Zone|string|nil", "loose tiles there; by its name if nobody owns it"),
    ],
};

/// Which features.
pub const FEATURE_FILTER: Record = Record {
    name: "FeatureFilter",
    keys: &[
        ("kind", "string?", "the kind"),
        ("tag", "string?", "has such a mark"),
        ("complete", "boolean?", "whether it is complete"),
        ("occupied", "boolean?", "whether a follower stands there"),
    ],
};

/// Which segments.
pub const SEGMENT_FILTER: Record =
    Record { name: "SegmentFilter", keys: &[("kind", "string", "the kind"), ("tag", "string", "has such a mark")] };

/// Which cells.
pub const CELL_FILTER: Record = Record {
    name: "CellFilter",
    keys: &[
        ("open", "boolean?", "whether it is free and beside a tile"),
        ("taken", "integer?", "a tile lies at no fewer than this many of its sides"),
        ("kind", "string|string[]|nil", "a feature of such a kind leads there from a tile at its side"),
    ],
};

/// Which deployments.
pub const DEPLOY_FILTER: Record = Record {
    name: "DeployFilter",
    keys: &[
        ("group", "\"follower\"?", "followers only"),
        ("complete", "boolean?", "whether the feature is complete"),
        ("elsewhere", "boolean?", "only beyond the tile just placed"),
    ],
};

/// What `game:ask` asks.
pub const QUESTION: Record = Record {
    name: "Question",
    keys: &[
        ("player", "Player", "who is asked"),
        ("verb", "string?", "a verb of the manifest that the options print with; places for a tile need none"),
        (
            "options",
            "(Target|Candidate)[]|fun(): (Target|Candidate)[]",
            "what there is to choose from, or a function that makes it once somebody is really asked",
        ),
        ("optional", "boolean?", "whether the player can pass"),
        (
            "about",
            "Feature|Segment|Tile|LooseTile|Figure|Player|string|nil",
            "what it is about, shown with the question",
        ),
    ],
};

/// How a feature is paid; what is left out is decided as the table would.
pub const PAYMENT: Record = Record {
    name: "Payment",
    keys: &[
        ("complete", "boolean?", "whether it counts as complete"),
        (
            "winners",
            "Player[]?",
            "the players who win, regardless of who leads; `on_weight` and `on_winners` do not change it",
        ),
        ("only", "Player?", "nobody else is paid, and only this player's figures go home"),
        (
            "rate",
            "integer?",
            "what each neighbour is worth, for a kind that is paid by its neighbours (a field). Such a feature pays its leader for all of them",
        ),
        ("home", "boolean?", "`false`: the figures stay"),
    ],
};

/// What a feature is worth.
pub const SHEET: Record = Record {
    name: "Sheet",
    keys: &[
        ("winners", "Player[]", "who wins"),
        ("total", "integer", "what each of them is paid"),
        ("points", "table<Player, integer>", "what each player gets: `sheet.points[player]`"),
        ("complete", "boolean", "whether it counts as complete"),
        (
            "lines",
            "{ line?: string, count?: integer, rate?: integer, points?: integer, player?: Player, why?: string }[]",
            "a list of `{ line, count, rate, why? }` and, for what was added, `{ points, player?, why }`",
        ),
        ("void", "string?", "why it is worth nothing"),
    ],
};

/// One end of a feature on a tile.
pub const END: Record = Record {
    name: "End",
    keys: &[
        ("x", "integer", "of the cell beyond the side"),
        ("y", "integer", "of the cell beyond the side"),
        ("joined", "boolean", "whether a tile lies there"),
        ("bend", "-1|0|1", "the turn needed to get there from the one tile that is joined"),
    ],
};

/// When a hook is called. Every key must hold.
pub const WHEN: Record = Record {
    name: "When",
    keys: &[
        ("option", "table<string, boolean|number|string>?", "options have these values; checked once"),
        ("plays", "table<string, boolean>?", "sets are in play with their rules, or are not; checked once"),
        ("lab", "boolean?", "whether the game is a lab game; checked once"),
        ("kind", "string|string[]|nil", "kinds of features: printed on the tile, or of the feature"),
        ("tag", "string|string[]|nil", "tags: printed on the tile, or on the feature"),
        (
            "id",
            "string|string[]|nil",
            "the tile has this name, or one in this list; the names need not exist in the game",
        ),
        ("figure", "string|string[]|nil", "kinds of figures: one stands there, or moved"),
        ("group", "\"follower\"?", "the figure is a follower"),
        ("cause", "string|string[]|nil", "why the figure moved"),
        (
            "enters",
            "string|string[]|nil",
            "the figure came to one of these kinds of features from elsewhere; not for a move between two features of the same kind",
        ),
        ("leaves", "string|string[]|nil", "the figure left one of these kinds for elsewhere; likewise"),
        ("complete", "boolean?", "whether the feature is complete"),
        (
            "larger",
            "string?",
            "the feature has more tiles than the number that the expansion remembers under this name; also holds if there is no such number",
        ),
        ("with", "string|string[]|nil", "one of these figures stands on a tile as a whole (on a tile of the feature)"),
        ("standing", "string|string[]|nil", "one of these figures is on the board"),
        ("zone", "string|string[]|nil", "one of these places beside the board is not empty"),
        ("figures", "FigureFilter?", "at least one figure matches"),
        ("tiles", "TileFilter?", "at least one tile matches"),
        ("token", "string?", "the active player has such a token"),
        ("points", "integer?", "the active player has at least that many points"),
        (
            "earned",
            "\"others\"?",
            "in this part of the turn, features earned points for other players and none for the active player",
        ),
        ("placing", "boolean?", "whether the decision is the one where the tile is placed"),
        ("near", "TileFilter?", "the tile just placed, or a tile at one of its four sides, matches"),
        (
            "aims",
            "TileFilter?",
            "for marks that [point in a direction](#tags-tagsname): the tile just placed matches and points at a tile, or a tile at its sides matches and points at the tile just placed",
        ),
        ("astray", "TileFilter?", "the tile just placed matches and points at a cell without a tile"),
        ("state", "string|string[]|nil", "the expansion [remembers](#remembering) something under this name"),
    ],
};

/// What a handler does, as data.
pub const DEED: Record = Record {
    name: "Deed",
    keys: &[
        ("award", "integer?", "the active player gets points, or everyone who has the `most` of a token"),
        ("most", "string?", "with `award`: a token"),
        ("forget", "string|string[]|nil", "forgets what is remembered under these names"),
        ("move", "string?", "of a verb: moves the only neutral figure of a kind to the target"),
        ("send", "true?", "of a verb: a figure of the kind that the option names goes from the supply to the target"),
        ("raise", "string?", "of a verb: adds one to a counter on the target"),
        ("pay", "string?", "with `raise`: the active player pays such a token"),
        ("tally", "integer?", "counts so much for the owner of the figure that moved, or for the active player"),
        ("under", "string?", "with `tally`: the name under which it is remembered"),
        ("lead", "string?", "with `tally`: a token that goes to the player who leads"),
        ("why", "string?", "the reason"),
    ],
};

/// What is offered at every decision, as data.
pub const OFFER: Record = Record {
    name: "Offer",
    keys: &[
        ("offer", "string?", "a verb"),
        ("tiles", "TileFilter?", "its targets"),
        ("figures", "FigureFilter?", "its targets"),
        ("how", "How?", "`free`, `once` and `figures`, as for `decision:offer`"),
        ("deploy", "DeployFilter?", "instead of a verb: deployments all over the board"),
    ],
};

/// What leaves one verb to choose, as data.
pub const RESTRAINT: Record =
    Record { name: "Restraint", keys: &[("only", "string", "the verb"), ("why", "string", "the reason")] };

/// Where a tile can go, as data.
pub const SITING: Record = Record {
    name: "Siting",
    keys: &[
        ("only", "{ joins: string }?", "only places where a kind of feature meets a tile, if there are any"),
        ("never", "{ joins: string }?", "never such places"),
        ("why", "string", "the reason"),
    ],
};

/// A phase that a module inserts into a chain.
pub const PHASE: Record = Record {
    name: "PhaseHook",
    keys: &[
        ("chain", "\"turn\"|\"part\"|\"end\"", "the chain"),
        ("before", "string?", "the phase that follows it"),
        ("after", "string?", "the phase that it follows"),
        ("when", "When?", "when it is called"),
        ("run", "fun(game: Game)", "the handler"),
    ],
};

/// What a module returns besides hooks.
pub const MODULE: Record = Record {
    name: "Expansion",
    keys: &[
        ("phases", "table<string, PhaseHook>?", "[phases](#phases), called when the game reaches them"),
        (
            "verbs",
            "table<string, VerbHook>?",
            "[verbs](#verbs-and-options): called with the game and the target when an option with that verb was chosen",
        ),
        (
            "rules",
            "table<string, fun(game: Game, ...: any): any>?",
            "named [rules](#rules-and-overrides) that scripts call with `game:rule`",
        ),
        (
            "overrides",
            "table<string, Override>?",
            "[rules](#rules-and-overrides) that replace those of other expansions or of the table",
        ),
    ],
};

/// All of these tables.
pub const RECORDS: [Record; 17] = [
    FIGURE_FILTER,
    TILE_FILTER,
    FEATURE_FILTER,
    SEGMENT_FILTER,
    CELL_FILTER,
    DEPLOY_FILTER,
    QUESTION,
    PAYMENT,
    SHEET,
    END,
    WHEN,
    DEED,
    OFFER,
    RESTRAINT,
    SITING,
    PHASE,
    MODULE,
];
