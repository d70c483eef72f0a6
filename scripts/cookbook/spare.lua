--[=[
id = "spare"
name = "Spare tile"
version = "1.0.0"
api = 1
summary = "Everyone draws a secret tile before the game, and may lay it once instead of drawing."
requires = { base = "1" }

[zones.spare]
holds = "tiles"
owned = true
private = true
]=]

local spare = { phases = {} }

-- Only its owner sees the tile.
function spare.on_setup(event)
  for _, player in ipairs(event.game.players) do event.game:draw("pile", event.game:zone("spare", player)) end
end

-- The rest of the turn is as if the tile had been drawn. With bridges it may also go where it fits only with one.
spare.phases.spare = { chain = "part", before = "draw", when = { zone = "spare" }, run = function(game)
  local player = game.turn.player
  local tile = game:tiles({ zone = game:zone("spare", player) })[1]
  local places = tile and game:fits(tile, nil, player) or {}
  if #places == 0 then return end
  local question = { player = player, about = tile, options = places, optional = true }
  question.why = "instead of drawing a tile"
  local place = game:ask(question)
  if place then game:place(tile, place, { draw = false }) end
end }

return spare
