--[[
id = "random-dragon"
name = "Random dragon"
version = "1.0.0"
api = 1
authors = ["Bastide"]
licence = "MIT"
summary = "Nobody moves the dragon: a die of four sides does, eight times, and a step that is not possible is lost."
requires = { base = "1", princess-and-dragon = "1" }

[options.dragon_move]
about = "who moves the dragon, and how often"
values = ["players-6", "d4-8"]
default = "d4-8"
]]

local random = { overrides = {} }

-- North, east, west, south: what the die says.
local ways = { { 0, -1 }, { 1, 0 }, { -1, 0 }, { 0, 1 } }

local function beside(tile, way)
  for _, other in ipairs(tile:neighbours()) do
    if other.x == tile.x + way[1] and other.y == tile.y + way[2] then return other end
  end
end

-- Eight steps, each to no tile for the third time and never to the fairy; the tile where it begins is visited once.
random.overrides["dragon.journey"] = { when = { option = { dragon_move = "d4-8" } }, run = function(game)
  local dragon, fairys, visits = game:figure("dragon"), game:figure("fairy").tile, {}
  if fairys then visits[fairys] = 2 end
  for _, tile in ipairs(game:rule("dragon.barred")) do visits[tile] = 2 end
  visits[dragon.tile] = 1
  for _ = 1, 8 do
    local to = beside(dragon.tile, ways[game:roll(4)])
    local times = to and visits[to] or 0
    if to and times < 2 then
      visits[to] = times + 1
      game:move(dragon, to, "dragon")
      for _, figure in ipairs(to:figures({ neutral = false })) do game:move(figure, figure:home(), "dragon") end
    end
  end
end }

return random
