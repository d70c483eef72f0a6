--[=[
id = "planks"
name = "Planks"
version = "1.0.0"
api = 1
summary = "Everyone has one plank: a road over meadow, where no monk lives, that makes a tile fit or is laid over the new tile."
requires = { base = "1" }

[tokens.plank]
each = 1

# The table offers the places where a tile fits with a plank, and takes the token.
[forms.plank]
kind = "road"
strokes = ["N-S", "W-E"]
token = "plank"

[verbs]
lay = "lays the plank over the new tile; the decision stays open"

[[when]] # monks want quiet: nothing is built over a tile while one is in the cloister there
kinds.cloister.covered = false
]=]

local planks = { verbs = {} }

-- A plank may also be laid over the tile just placed, between free cells.
planks.options = { when = { placing = false, token = "plank", forms = "plank" }, run = function(decision)
  decision:offer("lay", decision.tile:forms("plank"), { free = true })
end }

function planks.verbs.lay(game, plank)
  game:build(plank)
  game:give(game.turn.player, "plank", -1)
end

return planks
