--[[
id = "second-wind"
name = "Second wind"
version = "1.0.0"
api = 1
summary = "Once a game, whoever is twenty points behind plays another turn."
requires = { base = "1" }

[tokens.wind]
each = 1
]]

local wind = { phases = {} }

local function best(game)
  local most = 0
  for _, player in ipairs(game.players) do most = math.max(most, player.points) end
  return most
end

-- At the end of a turn. The token shows who has used it; `when` looks at it before Lua is entered.
wind.phases.wind = { chain = "turn", before = "end", when = { token = "wind" }, run = function(game)
  local player = game.turn.player
  if best(game) - player.points < 20 then return end
  game:give(player, "wind", -1)
  game:extra_turn(player, { why = "second wind" })
end }

return wind
