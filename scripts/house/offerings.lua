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
offerings.options = { when = { placing = false, points = 1 }, run = function(decision)
  decision:offer("offer", decision.game:features({ kind = "cloister", complete = false }))
end }

function offerings.verbs.offer(game, cloister)
  game:score(game.turn.player, -1, "offering")
  game:raise(cloister:segments()[1].tile, "offering", 1)
end

-- Whoever wins the complete cloister is paid twice what lies there.
offerings.on_score = { when = { kind = "cloister", complete = true }, run = function(score)
  local n = score.game:counter(score.feature:segments()[1].tile, "offering")
  if n > 0 then score:add(2 * n, "offerings") end
end }

return offerings
