--[=[
id = "caves"
name = "Caves"
version = "1.0.0"
api = 1
summary = "Four roads of the base game that end at a cloister or a city gate lead into a cave, and out of the next cave."
requires = { base = "1" }

# A cave is an open end of its road until it is joined with another one.
[tags.cave]
open = true
look = { glyph = "∩", ascii = "n", ink = "#141414", ground = "#f7f3e6" }

[[when]]
tiles."base:A" = { copies = 2, road = "S-* +cave" }
tiles."base:S" = { copies = 2, road = "S-* +cave" }
]=]

local caves = {}
local single = { tag = "cave", linked = false }

-- Who places a cave while another one leads nowhere joins the two: their roads are one road.
caves.on_place = { when = { tag = "cave" }, run = function(placed)
  local new = placed.tile:segments(single)[1]
  for _, cave in ipairs(placed.game:segments(single)) do
    if cave ~= new then return placed.game:join(cave, new, "a cave") end
  end
end }

return caves
