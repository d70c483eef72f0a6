--[[
id = "gamble"
name = "Gamble"
version = "1.0.0"
api = 1
authors = ["Bastide"]
licence = "MIT"
summary = "Tries the program out: handlers roll, ask, remember and roll again, and free verbs come in between."
requires = { base = "1" }

[tokens.chip]
count = 40

[verbs]
bet = "bet so many points"
draw-lots = "draw lots for a chip"
]]

local gamble = { verbs = {} }

-- Rolls before it asks, and again after: what was shown must stand.
gamble.on_place = function(placed)
  local game = placed.game
  if game:roll(4) > 1 then return end
  local shown = game:roll(20)
  game:tell(placed.player.name .. " sees " .. shown)
  local bet = game:ask({ player = placed.player, verb = "bet", options = { 1, 2, shown + 2 } })
  game.state.bets = (game.state.bets or 0) + 1
  if game:roll(20) > bet then game:score(placed.player, bet, "a bet won") end
end

-- While a tile is to be placed or after it, lots may be drawn once a turn.
gamble.options = { offer = "draw-lots", how = { free = true, once = true } }

gamble.verbs["draw-lots"] = function(game)
  if game:roll(2) == 1 then game:give(game.turn.player, "chip", 1) end
end

-- Whoever has the most chips is asked what they are worth.
function gamble.on_end(event)
  local game = event.game
  for _, player in ipairs(game:most("chip")) do game:score(player, game:tokens(player, "chip"), "chips") end
end

return gamble
