--[[
id = "hole-bonus"
name = "Hole bonus"
version = "1.0.0"
api = 1
authors = ["Bastide"]
licence = "MIT"
summary = "Whoever places a tile where three or four tiles lie around it already plays a second part of the turn."
requires = { base = "1" }
after = ["traders-and-builders"]

[options.hole_bonus]
about = "whether filling a hole earns a second part of the turn"
values = [true, false]
default = true
]]

local hole = {}

-- A tile with at least three neighbours across its sides fills a hole and earns a second part; never a third.
hole.on_place = { when = { option = { hole_bonus = true } }, run = function(placed)
  local game = placed.game
  if placed.turn.part == 1 and #placed.tile:neighbours() >= 3 then
    game:extra_part("hole", game:option("double_turn_optional", false))
  end
end }

return hole
