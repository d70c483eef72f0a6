--[=[
id = "draft"
name = "Draft"
version = "1.0.0"
api = 1
summary = "Everyone holds two tiles, and passes one of them to the left before each turn."
requires = { base = "1" }

[settings]
hand = 2

[verbs]
pass_on = "passes a tile to the player on the left"
]=]

local draft = {}

-- Before placing, a player who holds two tiles passes one of them to the left. The others learn nothing about it.
function draft.on_turn(event)
  local game, player = event.game, event.player
  local held = game:tiles({ zone = game:zone("hand", player) })
  if #held < 2 then return end
  local given = game:ask({ player = player, verb = "pass_on", options = held, why = "before placing" })
  game:move(given, game:zone("hand", game:after(player)))
end

return draft
