--[[
id = "orchards"
name = "Orchards"
version = "1.0.0"
api = 1
summary = "Each cloister has three apple trees. Whoever places a tile around it picks an apple; farmers get what is left."
requires = { base = "1" }

[tokens.apple]
count = 60
look = { glyph = "•", ascii = "o", ink = "#ffffff", ground = "#b3261e" }
]]

local orchards = {}

-- With a cloister come three apples. Whoever places a tile beside it, or across a corner, picks one of them.
orchards.on_place = function(placed)
  local game = placed.game
  for _, tile in ipairs(placed.tile:around({ kind = "cloister" })) do game:give(placed.player, "apple", 1, tile) end
  if #placed.tile:segments({ kind = "cloister" }) > 0 then game:give(placed.tile, "apple", 3) end
end

-- At the end the apples that are left go to whoever leads the farm there.
orchards.on_scored = { when = { kind = "field", ending = true }, run = function(event)
  local farmer = event.feature:leaders()[1]
  for _, segment in ipairs(farmer and event.feature:segments() or {}) do
    event.game:give(farmer, "apple", event.game:tokens(segment.tile, "apple"), segment.tile)
  end
end }

-- An apple is worth a point.
function orchards.on_end(event)
  for _, player in ipairs(event.game.players) do
    event.game:score(player, event.game:tokens(player, "apple"), "apples")
  end
end

return orchards
