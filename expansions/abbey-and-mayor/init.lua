-- Abbey & Mayor. What fits a hole, who stands where, and what everyone has are data in the manifest.
local abbey_and_mayor = { phases = {}, verbs = {} }

-- ---- The abbey ------------------------------------------------------------------------------------------------------

-- The abbey that a player still has, and where it can be laid; nothing if there is no hole.
local function abbey_of(game, player)
  local abbey = game:tiles({ zone = game:zone("abbey", player) })[1]
  local places = abbey and game:fits(abbey) or {}
  if #places > 0 then return abbey, places end
end

local a_hole = { open = true, taken = 4 }

-- At the start of a part an abbey may be laid in a hole instead of drawing a tile; the rest of the part is as usual.
abbey_and_mayor.phases.abbey = {
  chain = "part", before = "draw", when = { zone = "abbey", cells = a_hole },
  run = function(game)
    local player = game.turn.player
    if game.turn.part == 1 and game:rule("abbey.waits") then return end
    local abbey, places = abbey_of(game, player)
    if not abbey then return end
    local why = game.turn.draws and "instead of drawing a tile" or "no tile is drawn any more"
    local place = game:ask({ player = player, about = abbey, why = why, options = places, optional = true })
    if place then game:place(abbey, place, { draw = false }) end
  end,
}

-- A second part that was earned may be played with an abbey even if no tile is left.
abbey_and_mayor.phases.bare_part = {
  chain = "part", after = "close", when = { zone = "abbey", cells = a_hole },
  run = function(game)
    local is_last = game.turn.again and game:left() == 0
    if is_last and abbey_of(game, game.turn.player) then game:extra_part("abbey", false, { draw = false }) end
  end,
}

-- Whether no player has a tile to place any more.
local function is_out_of_tiles(game)
  if game.ending or game:left() > 0 or game:rule("abbey.waits") then return game.ending end
  for _, player in ipairs(game.players) do
    if game:left(game:zone("hand", player)) > 0 then return false end
  end
  return true
end

-- After the last tile everyone who still has an abbey may lay it, in a turn without a draw, the player after the last
-- one first. Each turn that ends looks for the next player who can.
abbey_and_mayor.phases.last_abbeys = {
  chain = "turn", before = "end", when = { zone = "abbey", cells = a_hole, option = { abbey_after_end = true } },
  run = function(game)
    local state = game.state
    if not state.asked and not is_out_of_tiles(game) then return end
    state.first = state.first or game:after(game.turn.player).seat
    local line, asked = game:order(game.players[state.first]), state.asked or 0
    repeat asked = asked + 1 until asked > #line or abbey_of(game, line[asked])
    state.asked = asked
    if line[asked] then game:extra_turn(line[asked], { draw = false, why = "abbey" }) end
  end,
}

-- Whether a city ends at an abbey.
local function is_closed_by_abbey(city)
  for _, segment in ipairs(city:segments()) do
    for _, tile in ipairs(segment.tile:neighbours({ tag = "abbey" })) do
      local dx, dy = tile.x - segment.tile.x, tile.y - segment.tile.y
      local side = dx == 1 and "E" or dx == -1 and "W" or dy == 1 and "S" or "N"
      if segment.tile:at(side) == segment then return true end
    end
  end
  return false
end

-- Where a city of two tiles is worth less, an option makes an exception of one that an abbey closes.
abbey_and_mayor.on_score = {
  when = { kind = "city", complete = true, option = { abbey_tiny_city = "full", tiny_city = 2 } },
  run = function(score)
    local is_besieged = score.game:plays("cathars") and score.feature:tag("siege") > 0
    if is_besieged or score.feature.size ~= 2 or not is_closed_by_abbey(score.feature) then return end
    score:rate("tile", 1, "abbey")
    score:rate("pennant", 2 - score.game:option("tiny_city_pennant"), "abbey")
  end,
}

-- A mayor weighs as much as there are pennants in his city: without any he does not even score alone.
abbey_and_mayor.on_weight = { when = { kind = "city", figure = "mayor", tag = "pennant" }, run = function(weight)
  if weight.figure.kind == "mayor" then weight:add(weight.feature:tag("pennant"), "mayor") end
end }

-- ---- The barn -------------------------------------------------------------------------------------------------------

local meadow, farmed = { kind = "field" }, { kind = "field", occupied = true }
local every_barn = { kind = "barn" }

-- The field on which a barn stands; nothing while it is not on the board.
local function field_of(barn)
  local ground = tostring(barn.zone) == "corner" and barn.zone:segments(meadow)[1]
  return ground and ground.feature
end

-- The barns on the board, each with its field.
local function barns(game)
  local found = {}
  for _, barn in ipairs(game:figures(every_barn)) do
    local field = field_of(barn)
    if field then found[#found + 1] = { owner = barn.owner, field = field } end
  end
  return found
end

-- The fields of barns, as a table of them.
local function barn_fields(game)
  local found = {}
  for _, barn in ipairs(barns(game)) do found[barn.field] = true end
  return found
end

-- Instead of any other action with wood, the barn goes to a corner of the tile just placed where four tiles meet in one
-- field, with or without farmers, but where no barn stands.
abbey_and_mayor.options = {
  when = { placing = false, corners = "field", figures = { owner = "active", kind = "barn", zone = "supply" } },
  run = function(decision)
    local game, corners = decision.game, {}
    local taken = game.state.barns and not game:option("barn_on_barn") and barn_fields(game) or {}
    for _, corner in ipairs(decision.tile:corners("field")) do
      if not taken[corner:segments()[1].feature] and #corner:figures() == 0 then corners[#corners + 1] = corner end
    end
    decision:offer("barn", corners)
  end,
}

function abbey_and_mayor.verbs.barn(game, corner)
  local barn = game:ready(game.turn.player, "barn")
  game:move(barn, corner, "deploy")
  game.state.built, game.state.barns = barn.number, true
end

-- Nobody may deploy a farmer in the field of a barn.
abbey_and_mayor.can_move = {
  when = { kind = "field", group = "follower", meets = "barn" },
  run = function() return false, "a barn stands there" end,
}

-- The farmers of a field are paid this much for each complete city, and they and their pigs go home; a shepherd stays.
-- The fairy pays as for any feature.
local function pay_farmers(game, field, rate)
  if game:plays("princess-and-dragon") then game:rule("fairy.farm", field) end
  game:score_feature(field, { rate = rate, home = "follower" })
end

abbey_and_mayor.on_turn = { when = { lab = true, standing = "barn" }, run = function(event)
  -- A lab puts barns on the board without a verb.
  event.game.state.barns = true
end }

-- A tile that joins farmers to the field of a barn: they are paid when this part is scored.
abbey_and_mayor.on_place = { when = { features = farmed, state = "barns" }, run = function(placed)
  local fields = barn_fields(placed.game)
  for _, field in ipairs(placed.extended) do
    if fields[field] and field.occupied then placed.game.state.joined = true end
  end
end }

-- After the features of a part: where a barn was put, farmers are paid as at the end of the game, three points a city;
-- where a tile joined them to the field of a barn, one point.
abbey_and_mayor.phases.barns = {
  chain = "part", after = "score", when = { state = { "joined", "built" } },
  run = function(game)
    local state = game.state
    local built = state.built and field_of(game:figure(state.built))
    state.joined, state.built = nil, nil
    for _, barn in ipairs(barns(game)) do
      if barn.field.occupied then
        if game:plays("count") then game:rule("count.redeploy", barn.field) end
        pay_farmers(game, barn.field, barn.field == built and 3 or 1)
      end
    end
  end,
}

-- What a city beside the field of a barn counts: a besieged one twice.
local function cities(field)
  local count = 0
  for _, line in ipairs(field:sheet({ rate = 4 }).lines) do
    if line.line == "city" then count = count + line.count end
  end
  return count
end

abbey_and_mayor.rules = {
  -- What cities beside the field of a barn are worth beyond four points each, if another set says so.
  ["barn.extra"] = function() return 0 end,
  -- Whether other tiles are to be placed before an abbey, except in a second part, if another set says so.
  ["abbey.waits"] = function() return false end,
}

-- At the end farmers who came from the market are paid first; then each owner of a barn gets four points for each
-- complete city of its field, once.
abbey_and_mayor.phases.barns_end = {
  chain = "end", before = "fields", when = { standing = "barn" },
  run = function(game)
    local paid = {}
    for _, barn in ipairs(barns(game)) do
      if barn.field.occupied then pay_farmers(game, barn.field, 1) end
      local owners = paid[barn.field] or {}
      local worth = 4 * cities(barn.field) + game:rule("barn.extra", barn.field)
      if not owners[barn.owner] then game:score(barn.owner, worth, "barn") end
      owners[barn.owner] = true
      paid[barn.field] = owners
    end
  end,
}

-- ---- The wagon ------------------------------------------------------------------------------------------------------

-- Which of its tile's segments this one is.
local function index_of(segment)
  for index, other in ipairs(segment.tile:segments()) do
    if other == segment then return index end
  end
end

-- A wagon whose feature is scored may drive on instead of going home: the place where it stood is remembered.
abbey_and_mayor.on_move = { when = { cause = "score", figure = "wagon", ending = false }, run = function(moved)
  local game, from = moved.game, moved.from
  if tostring(from) ~= "segment" then return end
  local waiting = { table.unpack(game.state.wagons or {}) }
  waiting[#waiting + 1] = { wagon = moved.figure.number, x = from.tile.x, y = from.tile.y, index = index_of(from) }
  game.state.wagons = waiting
end }

-- Within range: all segments of its tile and of the eight around it.
local function in_range(from)
  local found = from.tile:segments()
  for _, tile in ipairs(from.tile:around()) do
    for _, segment in ipairs(tile:segments()) do found[#found + 1] = segment end
  end
  return found
end

local opposite = { N = "S", E = "W", S = "N", W = "E" }

-- A road that goes on over its tile ends nowhere on it.
local function ends_here(segment) return segment.kind ~= "road" or #segment.sides < 2 end

-- What a segment meets where it ends: at a crossing everything there, but at a tower nothing, at a cloister only the
-- cloister, and at the gate of one city only the city.
local function met_on_tile(segment)
  local met, cities = {}, {}
  for _, other in ipairs(ends_here(segment) and segment:touches() or {}) do
    if other.kind == "tower" then return {} end
    if other.kind == "cloister" then return { other } end
    if other.kind == "city" then cities[#cities + 1] = other end
    if ends_here(other) then met[#met + 1] = other end
  end
  return segment.kind == "road" and #cities == 1 and cities or met
end

-- What ends at an abbey meets it.
local function met_at_abbey(segment)
  local found, tile = {}, segment.tile
  local is_abbey = tile:has("abbey")
  for index, cell in ipairs(tile.cell:neighbours()) do
    local side = ({ "N", "E", "S", "W" })[index]
    local there = cell.tile
    local meets = there and (is_abbey or there:has("abbey") and tile:at(side) == segment)
    local other = meets and there:at(is_abbey and opposite[side] or "*")
    if other then found[#found + 1] = other end
  end
  return found
end

-- Connected: whatever meets the scored feature at a crossing, a gate, a cloister or an abbey.
local function connected(from)
  local found = {}
  for _, segment in ipairs(from.feature:segments()) do
    for _, other in ipairs(met_on_tile(segment)) do found[#found + 1] = other end
    for _, other in ipairs(met_at_abbey(segment)) do found[#found + 1] = other end
  end
  return found
end

-- Where a wagon may go from a segment: to features that are not complete and have no figure, and not to the dragon.
local function goals(game, wagon, from)
  local dragons = game:plays("princess-and-dragon") and game:figure("dragon").tile or nil
  local reached = game:option("wagon_move") == "range" and in_range(from) or connected(from)
  local free, seen = {}, {}
  for _, segment in ipairs(reached) do
    local feature = segment.feature
    local is_free = wagon:may_stand(segment.kind) and not feature.complete and #feature:figures() == 0
    if is_free and segment.tile ~= dragons and not seen[segment] then
      seen[segment] = true
      free[#free + 1] = segment
    end
  end
  return free
end

-- The owner of a wagon chooses where it drives on; whoever passes takes it home.
local function drive_on(game, wagon, stood)
  local from = game:cell(stood.x, stood.y).tile:segments()[stood.index]
  local goal = game:ask({
    player = wagon.owner, verb = "wagon", about = from, why = "it was scored", options = goals(game, wagon, from),
    optional = true,
  })
  if goal then game:move(wagon, goal, "wagon") end
end

-- After scoring, wagons drive on in turn order, those of the active player first.
abbey_and_mayor.phases.wagons = { chain = "part", after = "barns", when = { state = "wagons" }, run = function(game)
  local waiting = game.state.wagons
  game.state.wagons = nil
  for _, player in ipairs(game:order(game.turn.player)) do
    for _, stood in ipairs(waiting) do
      local wagon = game:figure(stood.wagon)
      if wagon.owner == player and wagon.zone == wagon:home() then drive_on(game, wagon, stood) end
    end
  end
end }

return abbey_and_mayor
