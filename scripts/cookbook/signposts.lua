--[[
id = "signposts"
name = "Signposts"
version = "1.0.0"
api = 1
summary = "Everyone has a signpost for a corner where four tiles meet: a point for each different kind of feature there."
requires = { base = "1" }

[figures.signpost]
count = 1

[verbs]
raise = "sets up the signpost at a corner where four tiles meet"
]]

local signposts = { verbs = {} }

-- Instead of deploying, a player may raise a signpost at a corner of the new tile where four tiles meet.
signposts.options = { when = { placing = false }, run = function(decision)
  if not decision.game:ready(decision.player, "signpost") then return end
  decision:offer("raise", decision.tile:corners())
end }

-- It is worth a point for each different kind of feature on the four tiles.
function signposts.verbs.raise(game, corner)
  local player, seen, kinds = game.turn.player, {}, 0
  for _, cell in ipairs(corner:cells()) do
    for _, kind in ipairs(cell.tile.kinds) do
      if not seen[kind] then seen[kind], kinds = true, kinds + 1 end
    end
  end
  game:move(game:ready(player, "signpost"), corner, "signpost")
  game:score(player, kinds, "signpost")
end

return signposts
