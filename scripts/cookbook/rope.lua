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

-- Asks for an open road, at a segment that nothing joins with another one, except one road.
local function ask_road(game, player, step, other)
  local roads = {}
  for _, road in ipairs(game:features({ kind = "road", complete = false })) do
    local free = road:segments({ linked = false })[1]
    if free and road ~= other then roads[#roads + 1] = free end
  end
  return game:ask({ player = player, verb = "tie", options = roads, optional = true, step = step, steps = 2 })
end

-- Whoever completes a city may untie the rope bridge and tie it to two open roads. On a road that was scored it stays.
rope.on_scored = { when = { kind = "city" }, run = function(event)
  local game, state = event.game, event.game.state
  local tied = state.x and game:cell(state.x, state.y).tile:at(state.side)
  if tied and tied.feature.complete then return end
  local from = ask_road(game, event.placer, 1)
  if not from then return end
  if tied then game:split(tied, tied:links()[1], "the rope bridge") end
  local to = ask_road(game, event.placer, 2, from.feature)
  if to then game:join(from, to, "the rope bridge") end
  state.x, state.y, state.side = to and from.tile.x, to and from.tile.y, to and from.sides[1]
end }

return rope
