--[[
id = "rope"
name = "Rope bridge"
version = "1.0.0"
api = 1
summary = "One rope bridge joins two open roads, wherever they are; whoever completes a city may tie it elsewhere."
requires = { base = "1" }
[verbs]
tie = "ties the rope bridge to a road"
]]
local rope = {}

local function knot(game, at) return game:cell(at.x, at.y).tile:at(at.side) end
local function place_of(road) return { x = road.tile.x, y = road.tile.y, side = road.sides[1] } end

-- Asks for an open road other than one.
local function ask_road(game, player, step, other)
  local roads = {}
  for _, road in ipairs(game:features({ kind = "road", complete = false })) do
    if road ~= other then roads[#roads + 1] = road:segments()[1] end
  end
  return game:ask({ player = player, verb = "tie", options = roads, optional = true, step = step, steps = 2 })
end

-- Whoever completes a city may untie the rope bridge and tie it to two open roads. On a road that was scored it stays.
rope.on_scored = { when = { kind = "city" }, run = function(event)
  local game, ends = event.game, event.game.state.ends
  local tied = ends and knot(game, ends[1])
  if tied and tied.feature.complete then return end
  local from = ask_road(game, event.placer, 1)
  if not from then return end
  if tied then game:split(tied, knot(game, ends[2]), "the rope bridge") end
  local to = ask_road(game, event.placer, 2, from.feature)
  if to then game:join(from, to, "the rope bridge") end
  game.state.ends = to and { place_of(from), place_of(to) } or nil
end }

return rope
