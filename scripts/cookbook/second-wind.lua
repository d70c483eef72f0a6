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

-- Whoever is twenty points behind at the end of their turn plays another one, once in a game.
wind.phases.wind = { chain = "turn", before = "end", when = { token = "wind" }, run = function(game)
  -- The token shows who has not used it yet; `when` looks at it before Lua is entered.
  local player = game.turn.player
  if best(game) - player.points < 20 then return end
  game:give(player, "wind", -1)
  game:extra_turn(player, { why = "second wind" })
end }

return wind
