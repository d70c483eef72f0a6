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

-- Whether a tile lies on one of the eight cells around a cell.
local function is_near(cell)
  for _, other in ipairs(cell:around()) do
    if other.tile then return true end
  end
  return false
end

-- The free cells around the landscape, found by walking along its rim from the northernmost one.
local function outside(game)
  local first = game:cells({ open = true })[1]
  local out, todo = { [first] = true }, { first }
  while #todo > 0 do
    for _, cell in ipairs(table.remove(todo):neighbours()) do
      if not out[cell] and not cell.tile and is_near(cell) then
        out[cell] = true
        todo[#todo + 1] = cell
      end
    end
  end
  return out
end

-- Whether a farm is complete: it cannot grow, and no free cell beside its tiles is closed in.
local function is_complete(game, farm)
  if farm.open > 0 then return false end
  local out = outside(game)
  for _, segment in ipairs(farm:segments()) do
    for _, cell in ipairs(segment.tile.cell:neighbours()) do
      if not cell.tile and not out[cell] then return false end
    end
  end
  return true
end

-- When everything else that the tile completed is scored, farms that are complete are: three points for each complete city,
-- whatever farms are paid when the game ends. The fairy pays before her company leaves. The market is not asked: its followers
-- leave when the game ends.
farms.phases.farms = { chain = "part", after = "score", when = { option = mandatory }, run = function(game)
  -- It is completed by a tile of its own, or by the last one of a hole, which has tiles on all sides.
  local tile = game.turn.tile
  for _, farm in ipairs((#tile:neighbours() == 4 and game or tile):features({ kind = "field", occupied = true })) do
    if is_complete(game, farm) then
      if game:plays("princess-and-dragon") then game:rule("fairy.farm", farm) end
      game:score_feature(farm, { rate = 3 })
    end
  end
end }

-- A farm that is complete is closed like anything that is complete, but on the tile that completes it.
farms.can_choose = { when = { placing = false, option = mandatory }, run = function(decision, option)
  local is_farmer = option.verb == "deploy" and option.feature and option.feature.kind == "field"
  if not is_farmer or option.tile == decision.tile then return end
  if is_complete(decision.game, option.feature) then return false, "this farm is complete" end
end }

-- It is not scored again, whoever goes there when the game ends.
farms.on_score = { when = { kind = "field", option = mandatory }, run = function(score)
  local farm = score.feature
  if score.game.ending and not score.neighbour and farm.scored and farm.open == 0 then score:void("scored before") end
end }

return farms
