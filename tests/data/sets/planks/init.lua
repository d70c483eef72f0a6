-- Planks, to try what is built over tiles.
local planks = { verbs = {} }

planks.options = { when = { placing = false, token = "plank" }, run = function(decision)
  if decision.tile.built then return end
  decision:offer("lay", decision.tile:forms("plank"), { free = true })
end }

function planks.verbs.lay(game, form)
  game:build(form)
  game:give(game.turn.player, "plank", -1)
end

return planks
