--[[
id = "offerings"
name = "Offerings"
version = "1.0.0"
api = 1
authors = ["Bastide"]
licence = "MIT"
summary = "Instead of a follower, a point may be laid down at an open cloister; whose monk completes it gets two for each."
requires = { base = "1" }

[counters.offering]
look = { glyph = "•", ascii = "." }

[verbs]
offer = "lays a point down at a cloister that is not complete"
]]

local offerings = { verbs = {} }

-- Whoever has a point may lay it down instead of deploying.
offerings.options = { when = { placing = false }, run = function(decision)
  if decision.player.points < 1 then return end
  local open = {}
  for _, cloister in ipairs(decision.game:features({ kind = "cloister", complete = false })) do
    open[#open + 1] = cloister:segments()[1].tile
  end
  decision:offer("offer", open)
end }

function offerings.verbs.offer(game, tile)
  game:score(game.turn.player, -1, "offering")
  game:raise(tile, "offering", 1)
end

-- Whoever wins the complete cloister is paid twice what lies there.
offerings.on_score = { when = { kind = "cloister", complete = true }, run = function(score)
  local n = score.game:counter(score.feature:segments()[1].tile, "offering")
  if n > 0 then score:add(2 * n, "offerings") end
end }

return offerings
