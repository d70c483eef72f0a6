-- The Cathars. The sieges on the tiles, and that a besieged city counts twice for farms, are data in the manifest.
local cathars = {}

-- What a tile and a pennant of a complete city are worth without a siege: less in a city of two tiles, where the edition says so.
local function printed(score)
  local game = score.game
  if score.feature.size ~= 2 then return 2, 2 end
  return game:option("tiny_city") / 2, game:option("tiny_city_pennant")
end

local function has_cathedral(score)
  return score.game:plays("inns-and-cathedrals") and score.feature:tag("cathedral") > 0
end

-- A complete city that is besieged is worth one point a tile, whatever its size; what a cathedral adds stays. One that is not
-- complete is worth nothing. A pennant is worth as much as a tile, or nothing.
cathars.on_score = { when = { kind = "city", tag = "siege" }, run = function(score)
  if not score.complete then return score:void("siege") end
  local tile, pennant = printed(score)
  score:rate("tile", 1 - tile, "siege")
  if score.game:option("siege_pennants") == "count" then
    score:rate("pennant", 1 - pennant, "siege")
  else
    score:rate("pennant", -pennant - (has_cathedral(score) and 1 or 0), "siege")
  end
end }

-- Whether a cloister lies on a tile or on one of the eight cells around it.
local cloister, siege = { kind = "cloister" }, { tag = "siege" }
local function has_cloister_near(tile)
  return #tile:segments(cloister) > 0 or #tile:around(cloister) > 0
end

-- Whether there is a way out of a city: whose cloister it is, and whether it is complete, does not matter.
local function has_way_out(game, city)
  local gates = game:option("escape_range") == "siege-tile" and siege or nil
  for _, segment in ipairs(city:segments(gates)) do
    if has_cloister_near(segment.tile) then return true end
  end
  return false
end

-- The knights of the active player who may escape.
local besieged = { owner = "active", group = "follower", on = "city", tag = "siege" }
local function captives(game)
  local free, ways = {}, {}
  for _, knight in ipairs(game:figures(besieged)) do
    local city = knight.feature
    if ways[city] == nil then ways[city] = has_way_out(game, city) end
    if ways[city] then free[#free + 1] = knight end
  end
  return free
end

-- At the end of a part, when everything else is done, its player may take one knight home from a besieged city that has a cloister
-- nearby.
cathars.phases = { escape = { chain = "part", before = "close", when = { figures = besieged },
  run = function(game)
    local free = captives(game)
    if #free == 0 then return end
    local knight = game:ask({ player = game.turn.player, verb = "escape", why = "the city is besieged", options = free, optional = true })
    if knight then game:move(knight, knight:home(), "escape") end
  end } }

return cathars
