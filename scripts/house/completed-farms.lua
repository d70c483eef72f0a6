--[[
id = "completed-farms"
name = "Completed farms"
version = "1.0.0"
api = 1
authors = ["Bastide"]
licence = "MIT"
summary = "A farm that cannot grow and has no hole inside is scored at once: three points a completed city, four with a pig."
requires = { base = "1" }
conflicts = ["pig-out"]

[options.farm_completion]
about = "whether farms that are complete are scored in play"
values = ["off", "mandatory"]
default = "mandatory"
]]

local farms = { phases = {} }
local mandatory = { farm_completion = "mandatory" }

local function key(x, y) return x * 10000 + y end
local ways = { { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } }

-- The cells that are taken, and the empty ones from which one can walk out of the landscape over empty cells.
local function survey(game)
  local taken, out, todo = {}, {}, {}
  local west, east, north, south = 0, 0, 0, 0
  for _, tile in ipairs(game:tiles()) do
    taken[key(tile.x, tile.y)] = true
    west, east = math.min(west, tile.x - 1), math.max(east, tile.x + 1)
    north, south = math.min(north, tile.y - 1), math.max(south, tile.y + 1)
  end
  local function reach(x, y)
    local cell = key(x, y)
    if x < west or x > east or y < north or y > south or taken[cell] or out[cell] then return end
    out[cell] = true
    todo[#todo + 1] = { x, y }
  end
  reach(west, north)
  while #todo > 0 do
    local cell = table.remove(todo)
    for _, way in ipairs(ways) do reach(cell[1] + way[1], cell[2] + way[2]) end
  end
  return { taken = taken, out = out }
end

-- Whether an empty cell that is closed in lies beside a tile of the farm.
local function has_hole(cells, farm)
  for _, segment in ipairs(farm:segments()) do
    for _, way in ipairs(ways) do
      local cell = key(segment.tile.x + way[1], segment.tile.y + way[2])
      if not cells.taken[cell] and not cells.out[cell] then return true end
    end
  end
  return false
end

-- A name for a farm that does not grow any more: its first tile, and which of its segments it is.
local function name(farm)
  local first = farm:segments()[1]
  for i, segment in ipairs(first.tile:segments()) do
    if segment == first then return first.tile.x .. "," .. first.tile.y .. "/" .. i end
  end
end

-- Three points for each complete city, whatever farms are paid when the game ends. The fairy pays before her company leaves.
local function score(game, farm)
  if game:plays("princess-and-dragon") then game:rule("fairy.farm", farm) end
  game:score_feature(farm, { rate = 3 })
  local scored = { [name(farm)] = true }
  for other in pairs(game.state.scored or {}) do scored[other] = true end
  game.state.scored = scored
end

-- When everything else that the tile completed is scored, farms that are complete are. The market is not asked: its followers
-- leave when the game ends.
farms.phases.farms = { chain = "part", after = "score", when = { option = mandatory }, run = function(game)
  -- It is completed by a tile of its own, or by the last one of a hole, which has tiles on all sides.
  local tile, cells = game.turn.tile, nil
  for _, farm in ipairs((#tile:neighbours() == 4 and game or tile):features({ kind = "field", occupied = true })) do
    if farm.open == 0 then
      cells = cells or survey(game)
      if not has_hole(cells, farm) then score(game, farm) end
    end
  end
end }

-- A farm that is complete is closed like anything that is complete, but on the tile that completes it.
farms.can_choose = { when = { placing = false, option = mandatory }, run = function(decision, option)
  local is_farmer = option.verb == "deploy" and option.feature and option.feature.kind == "field"
  if not is_farmer or option.tile == decision.tile or option.feature.open > 0 then return end
  if not has_hole(survey(decision.game), option.feature) then return false, "this farm is complete" end
end }

-- It is not scored again, whoever goes there when the game ends.
farms.on_score = { when = { kind = "field", option = mandatory }, run = function(score)
  local scored = score.game.state.scored
  if scored and not score.neighbour and scored[name(score.feature)] then score:void("scored before") end
end }

return farms
