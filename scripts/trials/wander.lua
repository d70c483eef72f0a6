--[[
id = "wander"
name = "Wander"
version = "1.0.0"
api = 1
authors = ["Bastide"]
licence = "MIT"
summary = "Tries the program out: now and then any figure goes anywhere, for any reason."
requires = { base = "1" }

[figures.stray]
count = 2
neutral = true

[zones.yard]
owned = true

[zones.ditch]
owned = false
]]

local causes = { "move", "wander", "score", "deploy", "alone" }

local function any(game, list) return list[game:roll(#list)] end

-- Where a figure may go: a part of the last tile or of another one, a whole tile, a feature, home, or beside the board.
local function anywhere(game, figure)
  local tiles = game:tiles()
  local tile = any(game, tiles)
  local way = game:roll(6)
  if way == 1 then return any(game, tile:segments()) end
  if way == 2 then return tile end
  if way == 3 then return any(game, tile:features()) end
  if way == 4 then return game:zone("ditch") end
  if way == 5 and figure.owner then return game:zone("yard", figure.owner) end
  return figure:home()
end

local function wander(game)
  if game:roll(3) > 1 then return end
  local figure = any(game, game:figures())
  game:move(figure, anywhere(game, figure), any(game, causes))
end

local function told(event) wander(event.game) end

return {
  on_turn = told,
  on_place = told,
  on_scored = told,
}
