---@meta bastide
-- What scripts of Bastide see, for lua-language-server. Nothing of this file is run; docs/LUA.md says what each thing means.

---@alias Place Segment|Feature|Tile|Cell|Corner|Zone
---@alias KindAt { figure: string, at: Place }
---@alias Target Player|Tile|LooseTile|Cell|Corner|Segment|Feature|Figure|Zone|KindAt|string|integer
---@alias Plain boolean|number|string|table

---@class FigureFilter
---@field owner? Player|"active"
---@field kind? string|string[]
---@field on? string|string[] a kind of feature on which it stands, or several
---@field tag? string|string[] a mark of the feature on which it stands, or several
---@field group? "follower"
---@field neutral? boolean
---@field feature? Feature
---@field tile? Tile
---@field zone? Place|string a place, the name of a zone, or "supply"
---@field whole? boolean whether it stands on a tile as a whole
---@field within? { tile: Tile, cross: integer }

---@class TileFilter
---@field tag? string|string[]
---@field kind? string|string[]
---@field set? string
---@field id? string|string[]
---@field with? FigureFilter|FigureFilter[] figures, each of which must be there
---@field without? FigureFilter
---@field counter? table<string, integer> at least so many
---@field zone? Zone|string where loose tiles lie

---@class FeatureFilter
---@field kind? string
---@field tag? string
---@field complete? boolean
---@field occupied? boolean

---@class Question
---@field player Player who is asked
---@field verb? string a verb of the manifest, which the options print with; places for a tile need none
---@field options (Target|Candidate)[]|fun(): (Target|Candidate)[] what there is to choose from, or what makes it once somebody is really asked
---@field optional? boolean whether the player may pass
---@field about? Feature|Segment|Tile|LooseTile|Figure|Player|string what it is about, shown with the question

---How a feature is paid; what is not said is as the table would have it.
---@class Payment
---@field complete? boolean whether it counts as complete
---@field winners? Player[] who wins, whoever leads
---@field only? Player nobody else is paid, and only his figures go home
---@field rate? integer what each neighbour is worth, of a kind that is paid by its neighbours
---@field home? boolean false: the figures stay

---What a feature is worth.
---@class Sheet
---@field winners Player[]
---@field total integer what each winner is paid
---@field points table<Player, integer> what each player gets
---@field complete boolean whether it counts as complete
---@field lines { line?: string, count?: integer, rate?: integer, points?: integer, player?: Player, why?: string }[]
---@field void? string why it is worth nothing

---@class Game
---@field players Player[] by seat
---@field turn Turn
---@field state table<string, Plain> what the expansion remembers; written in action hooks
---@field ending boolean whether the final scoring has begun
local Game = {}

---Figures anywhere.
---@param filter? FigureFilter
---@return Figure[]
function Game:figures(filter) end

---Features, oldest first.
---@param filter? FeatureFilter
---@return Feature[]
function Game:features(filter) end

---The first figure of a kind; with a number, the figure that has it (`figure.number`).
---@param kind string|integer
---@return Figure?
function Game:figure(kind) end

---How many figures of a kind lie in a player's supply.
---@param player Player
---@param kind string
---@return integer
function Game:supply(player, kind) end

---How many tokens of a kind a player has, or lie in a zone of tokens; without a kind, the names of those that are there.
---@param who Player|Zone|string a zone may go by its name if nobody owns it
---@param token? string
---@return integer|string[]
function Game:tokens(who, token) end

---The players who have the most of a token, at least one.
---@param token string
---@return Player[]
function Game:most(token) end

---A place beside the board.
---@param name string
---@param owner? Player
---@return Zone
function Game:zone(name, owner) end

---All players, from this one on.
---@param first Player
---@return Player[]
function Game:order(first) end

---The player to the left.
---@param player Player
---@return Player
function Game:after(player) end

---The value of an option.
---@param name string
---@param otherwise? any if nobody in play declares it
---@return any
function Game:option(name, otherwise) end

---The name of the tile that is drawn next.
---@return string?
function Game:top() end

---Calls a named rule.
---@param name string
---@param ... any
---@return any ...
function Game:rule(name, ...) end

---Moves a figure, for a cause, or a loose tile; answers the tile where it lies now. Action.
---@param thing Figure|LooseTile
---@param place Place|string a zone of tiles may go by its name if nobody owns it
---@param how? string|{ at: "top"|"bottom"|"mixed"|"upper" }
---@return LooseTile?
function Game:move(thing, place, how) end

---Takes the next tile of a zone, of the pile if none is named, and lays it aside; of a zone of tokens one by chance, which goes to
---the bank or where it is said, and answers its name. Action.
---@param zone? Zone|string
---@param to? Player|Zone|string of tokens alone
---@return LooseTile|string|nil
function Game:draw(zone, to) end

---How many tiles or tokens lie in a zone, in the pile if none is named.
---@param zone? Zone|string
---@return integer
function Game:left(zone) end

---The places where a loose tile may lie.
---@param tile LooseTile
---@param cell? Cell|Tile|Candidate|{ x: integer, y: integer }
---@return Candidate[]
function Game:fits(tile, cell) end

---Lays a loose tile where `fits` found a place. Action.
---@param tile LooseTile
---@param place Candidate
---@return Tile
function Game:place(tile, place) end

---A player has a turn before the next seat's. Action.
---@param player Player
---@param how { draw?: boolean, why: string }
function Game:extra_turn(player, how) end

---Gives points, or takes them. Action.
---@param player Player
---@param points integer
---@param why string
function Game:score(player, points, why) end

---Pays a feature now, as the table would, and sends its figures home. Action.
---@param feature Feature
---@param how? Payment
---@return Sheet
function Game:score_feature(feature, how) end

---Gives tokens from the bank, or from wherever it is said, or takes them back; answers how many. Action.
---@param who Player|Zone|string
---@param token string
---@param n integer
---@param from? Player|Zone|string
---@return integer
function Game:give(who, token, n, from) end

---This turn has another part. Action.
---@param why string
---@param optional? boolean
function Game:extra_part(why, optional) end

---Asks a player: the element of `options` that was chosen, nothing if he passed. Action.
---@param question Question
---@return any
function Game:ask(question) end

---A die. Action.
---@param sides integer
---@return integer
function Game:roll(sides) end

---Lays the tile in hand aside. Action.
function Game:set_aside() end

---Mixes what lies aside into the pile. Action.
function Game:merge() end

---A line in the log. Action.
---@param text string
function Game:tell(text) end

---Tiles, by what is printed, who stands there and what is counted.
---@param filter? TileFilter
---@return Tile[]|LooseTile[]
function Game:tiles(filter) end

---A cell, whether or not a tile lies there.
---@param x integer
---@param y integer
---@return Cell
function Game:cell(x, y) end

---The cells where a tile lies and those beside a tile, row by row.
---@param filter? { open?: boolean, taken?: integer, kind?: string|string[] } free and beside a tile, or not; at least so many sides taken; a feature of that kind leads there
---@return Cell[]
function Game:cells(filter) end

---A figure of a kind in a player's supply.
---@param player Player
---@param kind string
---@return Figure?
function Game:ready(player, kind) end

---What is counted on a tile.
---@param tile Tile
---@param name string
---@return integer
function Game:counter(tile, name) end

---Counts more, or less, on a tile.
---@param tile Tile
---@param name string
---@param n integer
---@return integer now
function Game:raise(tile, name, n) end

---The points that features earned a player in this part of the turn.
---@param player Player
---@return integer
function Game:earned(player) end

---Whether a set is in play.
---@param set string
---@return boolean
function Game:plays(set) end

---@class Turn
---@field number integer counted from 1
---@field part integer counted from 1; 0 before the first
---@field player Player
---@field tile? Tile placed last in this turn
---@field acted boolean whether its player has used that tile
---@field draws boolean whether a tile is drawn in this turn

---@class Player
---@field name string
---@field seat integer counted from 1
---@field points integer

---@class Figure
---@field kind string
---@field number integer its own, for `state`
---@field owner? Player nil if it is neutral
---@field follower boolean
---@field segment? Segment
---@field feature? Feature
---@field tile? Tile
---@field zone? Segment|Tile|Cell|Corner|Zone where it is
local Figure = {}

---Its supply.
---@return Zone
function Figure:home() end

---Whether it may be deployed on a kind of feature.
---@param kind string
---@return boolean
function Figure:may_stand(kind) end

---@class Feature
---@field kind string
---@field complete boolean
---@field size integer tiles
---@field open integer open sides; where neighbours complete it, the free cells around it
---@field occupied boolean whether a follower stands there
local Feature = {}

---@param filter? FigureFilter
---@return Figure[]
function Feature:figures(filter) end

---The features that it meets on its tiles, oldest first.
---@param kind? string
---@return Feature[]
function Feature:neighbours(kind) end

---What the table would pay for it now. Not in hooks that count.
---@param how? Payment
---@return Sheet
function Feature:sheet(how) end

---Who leads, by the weights of the manifests.
---@return Player[]
function Feature:leaders() end

---How many marks of a tag it has.
---@param tag string
---@return integer
function Feature:tag(tag) end

---How many figures of a player stand there.
---@param player Player
---@param kind? string
---@return integer
function Feature:count(player, kind) end

---@param filter? { kind?: string, tag?: string }
---@return Segment[]
function Feature:segments(filter) end

---@class Segment
---@field kind string
---@field feature Feature
---@field tile Tile
---@field sides string[] whose middle it has: N E S W
---@field halves string[] that it has: NL to WR
local Segment = {}

---The segments of the same tile that it meets.
---@param kind? string
---@return Segment[]
function Segment:touches(kind) end

---@class Tile
---@field id string
---@field set string whose tile it is
---@field kinds string[] what is printed on it
---@field tags string[] its marks
---@field x integer grows to the east
---@field y integer grows to the south
---@field cell Cell
---@field turned 0|90|180|270
local Tile = {}

---@param filter? FeatureFilter
---@return Feature[]
function Tile:features(filter) end

---@param filter? FigureFilter
---@return Figure[]
function Tile:figures(filter) end

---@param filter? { kind?: string, tag?: string }
---@return Segment[]
function Tile:segments(filter) end

---The tiles at its sides.
---@param filter? TileFilter
---@return Tile[]
function Tile:neighbours(filter) end

---The tiles on the eight cells around it, clockwise from the north.
---@param filter? TileFilter
---@return Tile[]
function Tile:around(filter) end

---The segment at a point: a side, half a side, a corner, a place inside.
---@param point string
---@return Segment?
function Tile:at(point) end

---Whether it or a segment of it has a mark.
---@param tag string
---@return boolean
function Tile:has(tag) end

---Whether a side with that kind in its middle, or on a half of it with nothing in the middle, meets a tile.
---@param kind string
---@return boolean
function Tile:joins(kind) end

---How a feature turns here: 1 right, -1 left, 0 straight or unknown.
---@param kind string
---@return -1|0|1
function Tile:bend(kind) end

---One end of a feature on a tile: the cell that it leads to, whether a tile lies there, how one turns to get there.
---@class End
---@field x integer
---@field y integer
---@field joined boolean
---@field bend -1|0|1

---Where a kind of feature leads to, side by side: north, east, south, west.
---@param kind string
---@return End[]
function Tile:ends(kind) end

---A tile that is not on the board.
---@class LooseTile
---@field id string
---@field set string whose tile it is
---@field kinds string[] what is printed on it
---@field tags string[] its marks
---@field zone Zone where it lies
---@class Cell
---@field x integer grows to the east
---@field y integer grows to the south
---@field tile? Tile the one that lies there
---@field open boolean whether it is free and beside a tile
---@field taken integer at how many of its sides a tile lies
local Cell = {}

---The four cells at its sides: north, east, south, west.
---@return Cell[]
function Cell:neighbours() end

---The eight cells around it, clockwise from the north.
---@return Cell[]
function Cell:around() end

---One of its corners.
---@param name "NW"|"NE"|"SE"|"SW"
---@return Corner
function Cell:corner(name) end

---The figures there: on its tile, or on the cell while none lies there.
---@param filter? FigureFilter
---@return Figure[]
function Cell:figures(filter) end

---Where four cells meet.
---@class Corner
---@field x integer of the cell whose north-west corner it is
---@field y integer
local Corner = {}

---The four cells around it, clockwise from the north-west.
---@return Cell[]
function Corner:cells() end

---What lies there on each tile.
---@param filter? { kind?: string, tag?: string }
---@return Segment[]
function Corner:segments(filter) end

---The figures on it.
---@param filter? FigureFilter
---@return Figure[]
function Corner:figures(filter) end

---@class Zone
---@field name string `supply` for a figure's home
---@field owner? Player

---@class Event
---@field game Game
---@field turn Turn
---@field player Player whose turn it is
---@field placer Player the same

---@class DrawEvent: Event
---@field tile LooseTile
---@field id string the name of the tile

---@class PlaceEvent: Event
---@field tile Tile
---@field extended Feature[] those that lay there before

---@class MoveEvent: Event
---@field figure Figure
---@field from? Segment|Tile|Zone
---@field cause string `deploy`, `score`, `alone`, or the word of a script

---@class FeatureEvent: Event
---@field feature Feature
---@field sheet? Sheet in `on_scored`: by which it was paid
---@field tile? Tile placed last in this turn

---@class Score
---@field game Game
---@field turn Turn
---@field complete boolean
---@field winners Player[]
---@field kind string of the feature that is paid
---@field feature Feature what the sheet is about
---@field features Feature[] what is paid
---@field neighbour? Feature what is paid for, where farms are paid city by city
local Score = {}

---How many a line counts: `tile`, `neighbour`, a tag, a kind of neighbour.
---@param line string
---@return integer
function Score:count(line) end

---Makes each of what a line counts worth n more.
---@param line string
---@param n integer
---@param why string
function Score:rate(line, n, why) end

---Adds points for whoever wins, or for one player.
---@param points integer
---@param why string
---@param player? Player
function Score:add(points, why, player) end

---Makes it worth nothing.
---@param why string
function Score:void(why) end

---@class Weight
---@field game Game
---@field turn Turn
---@field figure Figure
---@field feature Feature
---@field value integer so far
local Weight = {}

---@param n integer
---@param why string
function Weight:add(n, why) end

---@class Winners
---@field game Game
---@field turn Turn
---@field features Feature[]
---@field players Player[] so far
local Winners = {}

---@param player Player
---@param why string
function Winners:add(player, why) end

---@param player Player
---@param why? string
function Winners:remove(player, why) end

---@class List
---@field game Game
---@field turn Turn
---@field player Player
---@field size integer
local List = {}

---`for i, place in list:each() do`
---@return fun(list: Candidate[], i?: integer): integer, Candidate
---@return Candidate[]
---@return integer
function List:each() end

---@param is_wanted fun(place: Candidate): boolean
---@return boolean
function List:any(is_wanted) end

---Strikes a place out.
---@param i integer
---@param why string
function List:veto(i, why) end

---A place for the tile in hand.
---@class Candidate
---@field x integer
---@field y integer
---@field turned 0|90|180|270
---@field tile string the name of the tile that is to lie there
local Candidate = {}

---@param kind string
---@return boolean
function Candidate:joins(kind) end

---@param kind string
---@return -1|0|1
function Candidate:bend(kind) end

---@param kind string
---@return End[]
function Candidate:ends(kind) end

---@class Decision
---@field game Game
---@field turn Turn
---@field player Player
---@field placing boolean whether a tile is to be placed
---@field tile? Tile placed last in this turn
local Decision = {}

---Offers a verb, alone or with each of the targets. In `options` only.
---@param verb string
---@param targets? Target[]
---@param how? { free?: boolean, figures?: "follower" }
function Decision:offer(verb, targets, how) end

---Offers deployments all over the board. In `options` only.
---@param filter? { group?: "follower", complete?: boolean, elsewhere?: boolean }
function Decision:deploy(filter) end

---Whether an option begins with this verb.
---@param verb string
---@return boolean
function Decision:has(verb) end

---@class Option
---@field verb string `deploy`, `pass`, or a verb of the manifest
---@field figure? string the kind of figure that is deployed
---@field follower? boolean
---@field segment? Segment
---@field feature? Feature
---@field tile? Tile

---@class When
---@field kind? string|string[]
---@field tag? string|string[]
---@field figure? string|string[]
---@field cause? string|string[]
---@field complete? boolean
---@field with? string|string[] figures on the tile as a whole
---@field standing? string|string[] figures on the board
---@field zone? string|string[] places that are not empty
---@field figures? FigureFilter there must be such a figure
---@field tiles? TileFilter there must be such a tile
---@field token? string one that the active player has
---@field points? integer how many points the active player has at least
---@field earned? "others" features earned points for others and not for the active player
---@field placing? boolean
---@field id? string|string[] the name of the tile
---@field near? TileFilter the tile just placed, or one at its sides
---@field aims? TileFilter a tile that points to another, of which one was just placed
---@field astray? TileFilter the tile just placed, if it points to a free cell
---@field group? "follower" the figure that moved is a follower
---@field enters? string|string[] kinds of features to which the figure came from elsewhere
---@field leaves? string|string[] kinds of features that the figure left for elsewhere
---@field larger? string a remembered number that the feature must have more tiles than
---@field state? string|string[] what the expansion remembers
---@field option? table<string, boolean|number|string>
---@field plays? table<string, boolean> sets that are in play, or are not
---@field lab? boolean

---@alias EventHook    fun(event: Event)        | { when?: When, run: fun(event: Event) } | Deed
---@alias DrawHook     fun(event: DrawEvent)    | { when?: When, run: fun(event: DrawEvent) } | Deed
---@alias PlaceHook    fun(event: PlaceEvent)   | { when?: When, run: fun(event: PlaceEvent) } | Deed
---@alias MoveHook     fun(event: MoveEvent)    | { when?: When, run: fun(event: MoveEvent) } | Deed
---@alias FeatureHook  fun(event: FeatureEvent) | { when?: When, run: fun(event: FeatureEvent) } | Deed
---@alias ScoreHook    fun(score: Score)        | { when?: When, run: fun(score: Score) }
---@alias WeightHook   fun(weight: Weight)      | { when?: When, run: fun(weight: Weight) }
---@alias WinnersHook  fun(winners: Winners)    | { when?: When, run: fun(winners: Winners) }
---@alias Siting { when?: When, only: { joins: string }, why: string } | { when?: When, never: { joins: string }, why: string }
---@alias ListHook     fun(list: List)          | { when?: When, run: fun(list: List) } | Siting
---@alias How { free?: boolean, once?: boolean, figures?: "follower" }
---@alias Offer { when?: When, offer: string, tiles?: TileFilter, figures?: FigureFilter, how?: How }
---@alias DeployOffer { when?: When, deploy: { group?: "follower", complete?: boolean, elsewhere?: boolean } }
---@alias OptionsHook  fun(decision: Decision)  | { when?: When, run: fun(decision: Decision) } | Offer | DeployOffer
---@alias CanMoveHook  fun(option: Option): false?, string? | { when?: When, run: fun(option: Option): false?, string? }
---@alias CanChooseHook fun(decision: Decision, option: Option): false?, string? | { when?: When, run: fun(decision: Decision, option: Option): false?, string? } | { when?: When, only: string, why: string }
---@alias Deed { when?: When, award: integer, most?: string, why: string } | { when?: When, forget: string|string[] } | { when?: When, tally: integer, under: string, lead?: string }
---@alias VerbHook     fun(game: Game, target: any) | { when?: When, run: fun(game: Game, target: any) } | { when?: When, move: string, why: string } | { when?: When, send: true, why: string } | { when?: When, raise: string, pay?: string } | Deed

---@class PhaseHook
---@field chain "turn"|"part"|"end"
---@field before? string
---@field after? string
---@field when? When
---@field run fun(game: Game)

---A rule that replaces another; `with` names a set without which it is left out.
---@alias Override fun(game: Game, ...: any): any | { with?: string, run: fun(game: Game, ...: any): any }

---The table that a module returns: `---@type Expansion`.
---@class Expansion
---@field on_setup? EventHook|EventHook[]
---@field on_turn? EventHook|EventHook[]
---@field on_draw? DrawHook|DrawHook[]
---@field on_place? PlaceHook|PlaceHook[]
---@field on_move? MoveHook|MoveHook[]
---@field on_complete? FeatureHook|FeatureHook[]
---@field on_score? ScoreHook|ScoreHook[]
---@field on_weight? WeightHook|WeightHook[]
---@field on_winners? WinnersHook|WinnersHook[]
---@field on_scored? FeatureHook|FeatureHook[]
---@field on_end? EventHook|EventHook[]
---@field can_place? ListHook|ListHook[]
---@field can_move? CanMoveHook|CanMoveHook[]
---@field can_choose? CanChooseHook|CanChooseHook[]
---@field options? OptionsHook|OptionsHook[]
---@field phases? table<string, PhaseHook>
---@field verbs? table<string, VerbHook>
---@field rules? table<string, fun(game: Game, ...: any): any>
---@field overrides? table<string, Override>
