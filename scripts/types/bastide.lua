---@meta bastide
-- What scripts of Bastide see, for lua-language-server. Made from the program by
-- `BASTIDE_REWRITE=1 cargo test -p bastide-tests --test suite -- docs::`; nothing in this file is run.
-- docs/LUA.md says what each thing means.

---where a figure can be
---@alias Place Segment|Feature|Tile|Cell|Corner|Zone
---where tokens can be; a zone that nobody owns by its name
---@alias Holder Player|Zone|Tile|Segment|Figure|string
---a kind of figure and a place for it
---@alias KindAt { figure: string, at: Place }
---what a verb can be about
---@alias Target Player|Tile|LooseTile|Cell|Corner|Segment|Feature|Figure|Zone|Form|KindAt|string|integer
---what an expansion can remember
---@alias Plain boolean|number|string|table
---whether an offer leaves the decision open, can be taken once a turn, goes with each kind of follower
---@alias How { free?: boolean, once?: boolean, figures?: "follower" }
---what happens when a verb is chosen
---@alias VerbHook fun(game: Game, target: any)|{ when?: When, run: fun(game: Game, target: any) }|Deed
---a rule that replaces another; `with` names a set without which it is left out
---@alias Override fun(game: Game, ...: any): any|{ with?: string, run: fun(game: Game, ...: any): any }

---@class Game
---@field players Player[] by seat
---@field turn Turn the turn
---@field state table<string, Plain> what the expansion remembers; written in action hooks
---@field ending boolean whether the final scoring has begun
local Game = {}

---Moves a figure to a place, for a cause; returns false if `can_move` does not allow it. One that needs a follower goes home if it is left alone, or arrives where its owner has no follower. Or moves a loose tile to a zone; returns the tile at its new place. In action hooks.
---@param thing Figure|LooseTile
---@param place Place|string
---@param how? string|{ at: "top"|"bottom"|"mixed"|"upper" }
---@return LooseTile|false|nil
function Game:move(thing, place, how) end

---Gives or takes points; with `earned = true` they count like points of a feature for `game:earned` and `when.earned`. In action hooks.
---@param player Player
---@param n integer
---@param why string
---@param how? { earned?: boolean }
function Game:score(player, n, why, how) end

---Adds another part to this turn; with `draw = false` one without a draw, which follows even if no tile is left. In action hooks.
---@param why string
---@param optional? boolean
---@param how? { draw?: boolean }
function Game:extra_part(why, optional, how) end

---Rolls a die. In action hooks.
---@param sides integer
---@return integer
function Game:roll(sides) end

---Adds n to a counter on a tile (n can be negative); returns the new value. In action hooks.
---@param tile Tile
---@param counter string
---@param n integer
---@return integer
function Game:raise(tile, counter, n) end

---Moves the drawn tile aside; an error if there is none (`on_draw` has one). In action hooks.
function Game:set_aside() end

---Shuffles everything that lies aside into the pile. In action hooks.
function Game:merge() end

---Adds a line to the log. In action hooks.
---@param text string
function Game:tell(text) end

---Measures something for `simulate` and `compare`: what a game measures under one name is added up. In action hooks.
---@param name string
---@param n number
function Game:metric(name, n) end

---Takes the next tile of a zone (default: the pile) and lays it aside, or in the zone `to`: if nobody may look into either, it returns only true. From a zone of tokens, draws a random one, which goes to the bank or to `to`, and returns its name; nil if there is none. In action hooks.
---@param zone? Zone|string
---@param to? Holder
---@return LooseTile|string|true|nil
function Game:draw(zone, to) end

---How many tiles or tokens are in a zone (default: the pile).
---@param zone? Zone|string
---@return integer
function Game:left(zone) end

---The places where a loose tile can go; with a player also those where that player would build something for it.
---@param tile LooseTile
---@param cell? Cell|Tile|Candidate|{ x: integer, y: integer }
---@param player? Player
---@return Candidate[]
function Game:fits(tile, cell, player) end

---Places a loose tile where `game:fits` found a place; returns the tile on the board. What has to be built there is built and paid for. With `draw = false` it is the tile of this part, and none is drawn. In action hooks.
---@param tile LooseTile
---@param place Candidate
---@param how? { draw?: boolean }
---@return Tile
function Game:place(tile, place, how) end

---Gives the player a turn before the next seat's; at most 50 in a row. In action hooks.
---@param player Player
---@param how { draw?: boolean, why: string }
function Game:extra_turn(player, how) end

---How many tokens a player has, a zone holds, or lie on something; without a token, the names of the kinds there.
---@param who Holder
---@param token? string
---@return integer|string[]
function Game:tokens(who, token) end

---Moves tokens to a player, a zone, a tile, a segment or a figure, from the bank or from `from`, or back if n is negative; as many as there are. Returns how many. In action hooks.
---@param who Holder
---@param token string
---@param n integer
---@param from? Holder
---@return integer
function Game:give(who, token, n, from) end

---Figures that match a filter.
---@param filter? FigureFilter
---@return Figure[]
function Game:figures(filter) end

---Tiles that match a filter. With `zone`, the loose tiles there, the next one to be drawn first; a hidden zone is an error.
---@param filter? TileFilter
---@return Tile[]|LooseTile[]
function Game:tiles(filter) end

---Segments on the board that match a filter, those of the oldest tile first.
---@param filter? SegmentFilter
---@return Segment[]
function Game:segments(filter) end

---Features that match a filter, oldest first.
---@param filter? FeatureFilter
---@return Feature[]
function Game:features(filter) end

---Where a player could deploy which figures: all over the board, by the rules of the table and `can_move`.
---@param player Player
---@param filter? DeployFilter
---@return KindAt[]
function Game:deployments(player, filter) end

---All players, starting with this one.
---@param first Player
---@return Player[]
function Game:order(first) end

---The players who have the most, at least one.
---@param token string
---@return Player[]
function Game:most(token) end

---The player to the left of this one.
---@param player Player
---@return Player
function Game:after(player) end

---An option's value: boolean, number or text; `otherwise` if no set in play declares it.
---@param name string
---@param otherwise? any
---@return any
function Game:option(name, otherwise) end

---Whether a set is in play.
---@param set string
---@return boolean
function Game:plays(set) end

---A figure of a kind in the player's supply, or nil.
---@param player Player
---@param kind string
---@return Figure?
function Game:ready(player, kind) end

---The value of a counter on a tile.
---@param tile Tile
---@param name string
---@return integer
function Game:counter(tile, name) end

---The points that features earned the player in this part of the turn.
---@param player Player
---@return integer
function Game:earned(player) end

---How many figures of a kind are in the player's supply.
---@param player Player
---@param kind string
---@return integer
function Game:supply(player, kind) end

---The name of the tile that is drawn next, or nil. In action hooks.
---@return string?
function Game:top() end

---The first figure of a kind, useful for a neutral figure of which there is only one; with a number, the figure that has it.
---@param kind string|integer
---@return Figure?
function Game:figure(kind) end

---A place beside the board; give the owner if every player has one.
---@param name string
---@param owner? Player
---@return Zone
function Game:zone(name, owner) end

---A cell, with or without a tile.
---@param x integer
---@param y integer
---@return Cell
function Game:cell(x, y) end

---The cells with a tile and those beside a tile, row by row, that match a filter.
---@param filter? CellFilter
---@return Cell[]
function Game:cells(filter) end

---Builds it. In action hooks.
---@param form Form
function Game:build(form) end

---Joins two segments of one kind, wherever they are, so that their features become one. In action hooks.
---@param a Segment
---@param b Segment
---@param why string
function Game:join(a, b, why) end

---Parts two segments that were joined this way. In action hooks.
---@param a Segment
---@param b Segment
---@param why string
function Game:split(a, b, why) end

---Makes a complete feature one of another kind; its figures stay, and it is not scored now. In action hooks.
---@param feature Feature
---@param kind string
---@param why string
function Game:turn_into(feature, kind, why) end

---Pays a feature now, as the table would, and sends its figures home; returns its sheet. In action hooks.
---@param feature Feature
---@param how? Payment
---@return Sheet
function Game:score_feature(feature, how) end

---Asks a player; returns the element of `options` that they chose, nil if they passed. In action hooks.
---@param question Question
---@return any
function Game:ask(question) end

---The result of a named rule.
---@param name string
---@param ... any
---@return any
function Game:rule(name, ...) end

---@class Turn
---@field number integer counted from 1
---@field part integer counted from 1; 0 before the first
---@field player Player whose turn it is
---@field tile? Tile placed last in this turn
---@field acted boolean whether its player has used that tile for anything
---@field draws boolean whether a tile is drawn in this part
---@field again boolean whether another part was added after this one

---@class Player
---@field name string as the players typed it
---@field seat integer counted from 1
---@field points integer so far

---@class Figure
---@field kind string the name of its kind
---@field number integer its own number, for `state`
---@field owner? Player nil if it is neutral
---@field follower boolean whether it is one
---@field segment? Segment where it stands
---@field feature? Feature where it stands
---@field tile? Tile where it stands
---@field zone? Place where it is: a segment, a tile, a cell, a corner or a zone
local Figure = {}

---Whether `can_move` lets a script move it for that cause.
---@param cause string
---@return boolean
function Figure:may_move(cause) end

---Whether it can be deployed on a kind of feature.
---@param kind string
---@return boolean
function Figure:may_stand(kind) end

---Its supply: move the figure there, or find what lies there with `game:figures({ zone = figure:home() })`.
---@return Zone
function Figure:home() end

---@class Feature
---@field kind string the name of its kind
---@field complete boolean whether it is complete
---@field size integer its tiles
---@field open integer its open sides; for `closes = "neighbours"` the free cells around it
---@field occupied boolean whether a follower stands there
---@field scored boolean whether it, or a part of it, was scored before
local Feature = {}

---The figures on it.
---@param filter? FigureFilter
---@return Figure[]
function Feature:figures(filter) end

---Its segments.
---@param filter? SegmentFilter
---@return Segment[]
function Feature:segments(filter) end

---The features that it meets on its tiles, oldest first: a field and what it touches; features that end at or run through the same place.
---@param kind? string
---@return Feature[]
function Feature:neighbours(kind) end

---The players who lead, as the table would find them: `on_weight` and `on_winners` are called.
---@return Player[]
function Feature:leaders() end

---How many marks of a tag it has.
---@param name string
---@return integer
function Feature:tag(name) end

---How many figures of a player stand there.
---@param player Player
---@param kind? string
---@return integer
function Feature:count(player, kind) end

---Its sheet: what the table would pay for it now. Not available in hooks that count.
---@param how? Payment
---@return Sheet
function Feature:sheet(how) end

---@class Segment
---@field kind string the name of its kind
---@field feature Feature the feature that it is part of
---@field tile Tile the tile that it is on
---@field sides string[] the sides whose middle it has: `"N"`, `"E"`, `"S"`, `"W"` of the board
---@field halves string[] the halves of sides that it has, from `"NL"` to `"WR"`
local Segment = {}

---The segments of the same tile that it meets, as `feature:neighbours` does for features.
---@param kind? string
---@return Segment[]
function Segment:touches(kind) end

---The segments that scripts have joined with it.
---@return Segment[]
function Segment:links() end

---The segments of its feature where it goes on: those that scripts have joined with it, then those on the tiles at its sides, clockwise from the north.
---@return Segment[]
function Segment:beyond() end

---@class Tile
---@field id string its name
---@field set string the set it belongs to
---@field kinds string[] the kinds of features printed on it
---@field tags string[] the tags printed on it
---@field x integer grows to the east
---@field y integer grows to the south
---@field cell Cell where it lies
---@field turned 0|90|180|270 degrees, clockwise
---@field built? string the name of what was built over it
local Tile = {}

---The figures on it.
---@param filter? FigureFilter
---@return Figure[]
function Tile:figures(filter) end

---Its segments.
---@param filter? SegmentFilter
---@return Segment[]
function Tile:segments(filter) end

---The features on it.
---@param filter? FeatureFilter
---@return Feature[]
function Tile:features(filter) end

---The tiles at its sides: north, east, south, west.
---@param filter? TileFilter
---@return Tile[]
function Tile:neighbours(filter) end

---Whether it, or one of its segments, has a tag.
---@param tag string
---@return boolean
function Tile:has(tag) end

---Whether a side with that kind in its middle, or on one of its halves if the middle is empty, meets a tile.
---@param kind string
---@return boolean
function Tile:joins(kind) end

---How a feature with two ends turns here, coming from the tile that was there first: 1 right, -1 left, 0 straight or unknown.
---@param kind string
---@return -1|0|1
function Tile:bend(kind) end

---The sides that a kind takes, north, east, south, west: a list of `{ x, y, joined, bend }`: the cell beyond the side, whether a tile lies there, and the turn needed to get there from the one tile that is joined; 0 if none or several are joined.
---@param kind string
---@return End[]
function Tile:ends(kind) end

---Its corners where four tiles meet, from the north-west clockwise; with a kind, only those where each of the four shows it, as `corner:segments` says.
---@param kind? string
---@return Corner[]
function Tile:corners(kind) end

---The tiles on the eight cells around it, clockwise from the north.
---@param filter? TileFilter
---@return Tile[]
function Tile:around(filter) end

---The segment at a point, or nil: the middle of a side `"N"`, half a side `"NL"`, a corner `"NE"` (nil where two segments meet), a place inside `"*"`, `"a"` … (nil if no stroke names it).
---@param point string
---@return Segment?
function Tile:at(point) end

---The ways in which something can be built over it now: nothing was built there yet, and both ends lie at meadow and at free cells.
---@param name string
---@return Form[]
function Tile:forms(name) end

---A tile that is not on the board.
---@class LooseTile
---@field id string its name
---@field set string the set it belongs to
---@field kinds string[] the kinds of features printed on it
---@field tags string[] the tags printed on it
---@field zone Zone where it lies
local LooseTile = {}

---Whether it, or one of its segments, has a tag.
---@param tag string
---@return boolean
function LooseTile:has(tag) end

---@class Zone
---@field name string `supply` for the home of figures
---@field owner? Player nil if nobody owns it

---@class Event
---@field game Game the game
---@field turn Turn the turn
---@field player Player whose turn it is
---@field placer Player the same
local Event = {}

---In `on_complete`: the feature is not scored now, and its figures stay. In action hooks.
---@param why string
function Event:hold(why) end

---@class Score
---@field game Game the game
---@field turn Turn the turn
---@field complete boolean whether the feature is scored as complete; a field never is, but a neighbour by which fields are paid is
---@field winners Player[] the players who win
---@field kind string the kind of feature that is paid
---@field features Feature[] the features that are paid: the feature itself; where fields are paid neighbour by neighbour, all fields around it
---@field feature Feature what the sheet is about: the feature; where fields are paid neighbour by neighbour, the neighbour
---@field neighbour? Feature that neighbour; nil otherwise
---@field points integer what each of the winners would be paid so far; handlers that come later can still change it
local Score = {}

---How many the line counts: `tile`, `neighbour`, a tag; for fields the kind of neighbour.
---@param line string
---@return integer
function Score:count(line) end

---Makes each thing that a line counts worth n more. In fold hooks.
---@param line string
---@param n integer
---@param why string
function Score:rate(line, n, why) end

---Multiplies what the winners get by the first number and divides it by the second. All factors are applied together, and the result is rounded up. In fold hooks.
---@param times integer
---@param over integer
---@param why string
function Score:scale(times, over, why) end

---Makes it worth nothing. In fold hooks.
---@param why string
function Score:void(why) end

---Adds points for everyone who wins, or for one player. In fold hooks.
---@param n integer
---@param why string
---@param player? Player
function Score:add(n, why, player) end

---@class List
---@field game Game the game
---@field turn Turn the turn
---@field player Player whose turn it is
---@field size integer how many places there are
local List = {}

---Removes a place.
---@param i integer
---@param why string
function List:veto(i, why) end

---For loops: `for i, place in list:each() do`.
---@return fun(list: Candidate[], i?: integer): integer, Candidate
function List:each() end

---Whether the function returns true for any place.
---@param is_wanted fun(place: Candidate): boolean
---@return boolean
function List:any(is_wanted) end

---A place for a tile.
---@class Candidate
---@field x integer grows to the east
---@field y integer grows to the south
---@field turned 0|90|180|270 degrees, clockwise
---@field tile string the name of the tile to be placed there
local Candidate = {}

---As for a tile.
---@param kind string
---@return boolean
function Candidate:joins(kind) end

---As for a tile.
---@param kind string
---@return -1|0|1
function Candidate:bend(kind) end

---As for a tile.
---@param kind string
---@return End[]
function Candidate:ends(kind) end

---@class Decision
---@field game Game the game
---@field turn Turn the turn
---@field player Player whose turn it is
---@field placing boolean whether a tile is to be placed
---@field tile? Tile placed last in this turn
local Decision = {}

---Whether an option has that verb.
---@param verb string
---@return boolean
function Decision:has(verb) end

---In `options`: offers a verb, alone or with each of the targets.
---@param verb string
---@param targets? Target[]
---@param how? { free?: boolean, figures?: "follower" }
function Decision:offer(verb, targets, how) end

---@class Option
---@field game Game the game
---@field verb string `deploy`, `pass`, or a verb of a manifest
---@field figure? string the kind of figure that is deployed; nil for other verbs, like the rest
---@field follower? boolean whether that is a follower
---@field segment? Segment where it would stand
---@field feature? Feature where it would stand
---@field tile? Tile where it would stand
---@field cause? string in `can_move`: why a script moves the figure; nil for a deployment. The fields before then say where it stands now

---@class Weight
---@field game Game the game
---@field turn Turn the turn
---@field figure Figure what is weighed
---@field feature Feature where it stands
---@field value integer its weight so far
local Weight = {}

---Adds to the weight. In fold hooks.
---@param n integer
---@param why string
function Weight:add(n, why) end

---@class Winners
---@field game Game the game
---@field turn Turn the turn
---@field features Feature[] what is paid
---@field players Player[] who wins so far
local Winners = {}

---Makes a player win. In fold hooks.
---@param player Player
---@param why string
function Winners:add(player, why) end

---Makes a player not win. In fold hooks.
---@param player Player
---@param why? string
function Winners:remove(player, why) end

---@class Cell
---@field x integer grows to the east
---@field y integer grows to the south
---@field tile? Tile the tile there
---@field open boolean whether it is free and beside a tile
---@field taken integer how many of its four sides have a tile
local Cell = {}

---The figures there: on its tile, or on the cell while it has none.
---@param filter? FigureFilter
---@return Figure[]
function Cell:figures(filter) end

---The four cells at its sides: north, east, south, west.
---@return Cell[]
function Cell:neighbours() end

---One of its corners.
---@param name "NW"|"NE"|"SE"|"SW"
---@return Corner
function Cell:corner(name) end

---The eight cells around it, clockwise from the north.
---@return Cell[]
function Cell:around() end

---The point where four cells meet.
---@class Corner
---@field x integer that of the cell whose north-west corner it is
---@field y integer the same
local Corner = {}

---The figures on it.
---@param filter? FigureFilter
---@return Figure[]
function Corner:figures(filter) end

---What lies there on each tile, as `tile:at("NE")` would say.
---@param filter? SegmentFilter
---@return Segment[]
function Corner:segments(filter) end

---The four cells around it, clockwise from the north-west.
---@return Cell[]
function Corner:cells() end

---@class Form
---@field name string what is built
---@field tile Tile the tile over which it is built
---@field sides string[] the sides of the board that it joins

---@class DrawEvent: Event
---@field tile LooseTile the tile in hand
---@field id string its name

---@class PlaceEvent: Event
---@field tile Tile the tile
---@field extended Feature[] the features that were there before and that it extended

---@class MoveEvent: Event
---@field figure Figure what moved
---@field from? Place where it came from
---@field cause string `deploy`, `score`, `alone`, or a word of a script

---@class FeatureEvent: Event
---@field feature Feature the feature
---@field tile? Tile placed last in this turn
---@field sheet? Sheet in `on_scored`: the sheet by which it was paid, nil if no follower stood there

---@class PointsEvent: Event
---@field who Player who got them
---@field points integer how many; negative if they were taken
---@field why? string the reason that a script gave; nil for a feature
---@field feature? Feature the feature that was paid; nil if a script gave them

---@class FigureFilter
---@field owner? Player|"active" whose they are
---@field kind? string|string[] kinds of figures
---@field group? "follower" followers only
---@field neutral? boolean whether nobody owns them
---@field on? string|string[] kinds of features that they stand on
---@field tag? string|string[] tags of the feature that they stand on
---@field feature? Feature on this feature
---@field tile? Tile on this tile
---@field zone? Place|string a place, the name of a zone, or `"supply"`
---@field whole? boolean on a tile as a whole
---@field within? { tile: Tile, cross: integer } on this tile, or up to `cross` cells away in a straight line

---@class TileFilter
---@field tag? string|string[] printed on them
---@field kind? string|string[] kinds of features printed on them
---@field id? string|string[] their names
---@field set? string the set that they belong to
---@field with? FigureFilter|FigureFilter[] figures that must be there; each filter of a list must find one
---@field without? FigureFilter figures that must not be there
---@field counter? table<string, integer> at least this much on a counter
---@field zone? Zone|string loose tiles there; by its name if nobody owns it

---@class FeatureFilter
---@field kind? string|string[] their kinds
---@field tag? string|string[] has such a mark
---@field complete? boolean whether it is complete
---@field occupied? boolean whether a follower stands there

---@class SegmentFilter
---@field kind? string|string[] their kinds
---@field tag? string|string[] has such a mark
---@field linked? boolean whether a script has joined it with another segment
---@field bare? boolean whether no token lies on it

---@class CellFilter
---@field open? boolean whether it is free and beside a tile
---@field taken? integer a tile lies at no fewer than this many of its sides
---@field kind? string|string[] a feature of such a kind leads there from a tile at its side

---@class DeployFilter
---@field group? "follower" followers only
---@field complete? boolean whether the feature is complete
---@field elsewhere? boolean only beyond the tile just placed; if false, only on it

---@class Question
---@field player Player who is asked
---@field verb? string a verb of the manifest that the options print with; places for a tile and plain words need none
---@field options? (Target|Candidate|Labelled)[]|(fun(): (Target|Candidate|Labelled)[]) what there is to choose from, or a function that makes it once somebody is really asked
---@field range? { [1]: integer, [2]: integer } instead of `options`: any whole number from the first to the second
---@field optional? boolean whether the player can pass
---@field about? Feature|Segment|Tile|LooseTile|Figure|Player|string what it is about, shown with the question
---@field why? string why it is asked, in a few words, shown with the question
---@field step? integer which of several questions in a row this is: `2` for the second
---@field steps? integer how many there are at most; needs `step`

---@class Labelled
---@field target Target|Candidate what is chosen
---@field verb? string a verb of the manifest that this option prints with, if it is not the verb of the question
---@field label? string what choosing it brings, in a few words, shown beside it

---@class Payment
---@field complete? boolean whether it counts as complete
---@field winners? Player[] the players who win, regardless of who leads; `on_weight` and `on_winners` do not change it
---@field only? Player nobody else is paid, and only this player's figures go home
---@field rate? integer what each neighbour is worth, for a kind that is paid by its neighbours (a field). Such a feature pays its leader for all of them
---@field home? boolean|"follower" `false`: the figures stay; `"follower"`: only followers go home, and figures that need one

---@class Sheet
---@field winners Player[] who wins
---@field total integer what each of them is paid
---@field points table<Player, integer> what each player gets: `sheet.points[player]`
---@field complete boolean whether it counts as complete
---@field lines { line?: string, count?: integer, rate?: integer, points?: integer, times?: integer, over?: integer, player?: Player, why?: string }[] a list of `{ line, count, rate, why? }` for what was added `{ points, player?, why }`, and for what was scaled `{ times, over, why }`
---@field void? string why it is worth nothing

---@class End
---@field x integer of the cell beyond the side
---@field y integer of the cell beyond the side
---@field joined boolean whether a tile lies there
---@field bend -1|0|1 the turn needed to get there from the one tile that is joined

---@class When
---@field option? table<string, boolean|number|string> options have these values; checked once
---@field plays? table<string, boolean> sets are in play with their rules, or are not; checked once
---@field lab? boolean whether the game is a lab game; checked once
---@field kind? string|string[] kinds of features: printed on the tile, or of the feature
---@field tag? string|string[] tags: printed on the tile, or on the feature
---@field id? string|string[] the tile has this name, or one in this list; the names need not exist in the game
---@field figure? string|string[] kinds of figures: one stands there, or moved
---@field group? "follower" the figure is a follower
---@field cause? string|string[] why the figure moved
---@field enters? string|string[] the figure came to one of these kinds of features from elsewhere; not for a move between two features of the same kind
---@field leaves? string|string[] the figure left one of these kinds for elsewhere; likewise
---@field number? string the figure has the number (`figure.number`) that the expansion remembers under this name
---@field complete? boolean whether the feature is complete
---@field tied? boolean whether several players lead
---@field ending? boolean whether the final scoring has begun; `on_scored` is called during the final scoring only where this is true
---@field larger? string the feature has more tiles than the number that the expansion remembers under this name; also holds if there is no such number
---@field with? string|string[] one of these figures stands on a tile as a whole (on a tile of the feature)
---@field meets? string|string[] one of these figures stands on the feature where the figure would go, or at a corner of it
---@field standing? string|string[] one of these figures is on the board
---@field zone? string|string[] one of these places beside the board is not empty
---@field figures? FigureFilter at least one figure matches
---@field tiles? TileFilter at least one tile matches
---@field cells? CellFilter at least one cell matches
---@field corners? string|string[] the tile just placed has a corner where four tiles meet, each showing one of these kinds there, as `tile:corners` says
---@field forms? string something of this name can be built over the tile just placed, as `tile:forms` says
---@field segments? SegmentFilter at least one segment on the board matches
---@field features? FeatureFilter at least one feature of the tile just placed matches
---@field token? string|string[] the active player has such a token, or one of these
---@field points? integer the active player has at least that many points
---@field earned? "others" in this part of the turn, features earned points for other players and none for the active player
---@field acted? boolean whether the active player has used the tile just placed for anything, as `turn.acted` says
---@field placing? boolean whether the decision is the one where the tile is placed
---@field near? TileFilter the tile just placed, or a tile at one of its four sides, matches
---@field aims? TileFilter for marks that point in a direction: the tile just placed matches and points at a tile, or a tile at its sides matches and points at the tile just placed
---@field astray? TileFilter the tile just placed matches and points at a cell without a tile
---@field state? string|string[]|table<string, boolean> the expansion remembers something under this name, or under one of these. `{ name = false }`: it remembers nothing under it; all names of such a table must match

---@class Deed
---@field when? When
---@field award? integer the active player gets points, or everyone who has the `most` of a token
---@field most? string with `award`: a token
---@field forget? string|string[] forgets what is remembered under these names
---@field move? string of a verb: moves the only neutral figure of a kind to the target
---@field send? true of a verb: a figure of the kind that the option names goes from the supply to the target
---@field raise? string of a verb: adds one to a counter on the target
---@field pay? string with `raise`: the active player pays such a token
---@field tally? integer counts so much for the owner of the figure that moved, or for the active player
---@field under? string with `tally` or `note`: the name under which it is remembered
---@field lead? string with `tally`: a token that goes to the player who leads
---@field note? string remembers how many of a token the active player has
---@field why? string the reason

---@class Offer
---@field when? When
---@field offer? string a verb
---@field tiles? TileFilter its targets
---@field figures? FigureFilter its targets
---@field segments? SegmentFilter its targets
---@field how? How `free`, `once` and `figures`, as for `decision:offer`
---@field deploy? DeployFilter instead of a verb: deployments all over the board

---@class Restraint
---@field when? When
---@field only string the verb
---@field why string the reason

---@class Siting
---@field when? When
---@field only? { joins: string } only places where a kind of feature meets a tile, if there are any
---@field never? { joins: string } never such places
---@field why string the reason

---@class PhaseHook
---@field chain "turn"|"part"|"end" the chain
---@field before? string the phase that follows it
---@field after? string the phase that it follows
---@field when? When when it is called
---@field run fun(game: Game) the handler

---The table that a module returns: `---@type Expansion`.
---@class Expansion
---@field on_setup? (fun(event: Event))|{ when?: When, run: fun(event: Event) }|Deed|((fun(event: Event))|{ when?: When, run: fun(event: Event) }|Deed)[] the start position has been laid
---@field on_turn? (fun(event: Event))|{ when?: When, run: fun(event: Event) }|Deed|((fun(event: Event))|{ when?: When, run: fun(event: Event) }|Deed)[] a turn begins
---@field on_draw? (fun(event: DrawEvent))|{ when?: When, run: fun(event: DrawEvent) }|Deed|((fun(event: DrawEvent))|{ when?: When, run: fun(event: DrawEvent) }|Deed)[] a tile has left the pile
---@field on_place? (fun(event: PlaceEvent))|{ when?: When, run: fun(event: PlaceEvent) }|Deed|((fun(event: PlaceEvent))|{ when?: When, run: fun(event: PlaceEvent) }|Deed)[] a tile is on the board and its features are joined
---@field on_move? (fun(event: MoveEvent))|{ when?: When, run: fun(event: MoveEvent) }|Deed|((fun(event: MoveEvent))|{ when?: When, run: fun(event: MoveEvent) }|Deed)[] a figure has moved
---@field on_complete? (fun(event: FeatureEvent))|{ when?: When, run: fun(event: FeatureEvent) }|Deed|((fun(event: FeatureEvent))|{ when?: When, run: fun(event: FeatureEvent) }|Deed)[] a feature is complete, before anything is counted
---@field on_weight? (fun(weight: Weight))|{ when?: When, run: fun(weight: Weight) }|((fun(weight: Weight))|{ when?: When, run: fun(weight: Weight) })[] a follower is weighed
---@field on_winners? (fun(winners: Winners))|{ when?: When, run: fun(winners: Winners) }|((fun(winners: Winners))|{ when?: When, run: fun(winners: Winners) })[] the leaders are known, the winners are not yet
---@field on_score? (fun(score: Score))|{ when?: When, run: fun(score: Score) }|((fun(score: Score))|{ when?: When, run: fun(score: Score) })[] a feature's sheet is written, during play and at the end
---@field on_scored? (fun(event: FeatureEvent))|{ when?: When, run: fun(event: FeatureEvent) }|Deed|((fun(event: FeatureEvent))|{ when?: When, run: fun(event: FeatureEvent) }|Deed)[] its points have been given, its figures still stand there
---@field on_points? (fun(event: PointsEvent))|{ when?: When, run: fun(event: PointsEvent) }|Deed|((fun(event: PointsEvent))|{ when?: When, run: fun(event: PointsEvent) }|Deed)[] a player got points, for a feature or from a script; not the script that gave them
---@field on_end? (fun(event: Event))|{ when?: When, run: fun(event: Event) }|Deed|((fun(event: Event))|{ when?: When, run: fun(event: Event) }|Deed)[] the features have been scored at the end
---@field can_place? (fun(list: List))|{ when?: When, run: fun(list: List) }|Siting|((fun(list: List))|{ when?: When, run: fun(list: List) }|Siting)[] a tile is in hand
---@field can_move? (fun(option: Option): false?, string?)|{ when?: When, run: fun(option: Option): false?, string? }|((fun(option: Option): false?, string?)|{ when?: When, run: fun(option: Option): false?, string? })[] a deployment is offered
---@field can_choose? (fun(decision: Decision, option: Option): false?, string?)|{ when?: When, run: fun(decision: Decision, option: Option): false?, string? }|Restraint|((fun(decision: Decision, option: Option): false?, string?)|{ when?: When, run: fun(decision: Decision, option: Option): false?, string? }|Restraint)[] an option of the decision after placing is offered
---@field options? (fun(decision: Decision))|{ when?: When, run: fun(decision: Decision) }|Offer|((fun(decision: Decision))|{ when?: When, run: fun(decision: Decision) }|Offer)[] a decision is about to be opened
---@field phases? table<string, PhaseHook> phases, called when the game reaches them
---@field verbs? table<string, VerbHook> verbs: called with the game and the target when an option with that verb was chosen
---@field rules? table<string, fun(game: Game, ...: any): any> named rules that scripts call with `game:rule`
---@field overrides? table<string, Override> rules that replace those of other expansions or of the table
