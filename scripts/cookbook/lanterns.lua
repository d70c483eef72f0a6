--[[
id = "lanterns"
name = "Lanterns"
version = "1.0.0"
api = 1
summary = "Everyone has two lanterns. A complete road pays at least four points for each lantern that hangs there."
requires = { base = "1" }
after = ["inns-and-cathedrals"] # what an inn adds is counted first

[tokens.lantern]
each = 2

[verbs]
light = "hangs up a lantern: the road pays at least four points for each of its lanterns when it is complete"
]]

local lanterns = { verbs = {} }
local dark = { kind = "road", bare = true }

-- Instead of deploying, a lantern may be hung up at any open road, but no two at one place.
lanterns.options = { when = { placing = false, token = "lantern", segments = dark }, run = function(decision)
  local places = {}
  for _, segment in ipairs(decision.game:segments(dark)) do
    if not segment.feature.complete then places[#places + 1] = segment end
  end
  decision:offer("light", places)
end }

function lanterns.verbs.light(game, segment) game:give(segment, "lantern", 1, game.turn.player) end

-- Whoever wins a complete road gets at least four points for each of its lanterns.
lanterns.on_score = { when = { kind = "road", complete = true }, run = function(score)
  local least = 0
  for _, segment in ipairs(score.feature:segments()) do least = least + 4 * score.game:tokens(segment, "lantern") end
  if score.points < least then score:add(least - score.points, "lanterns") end
end }

return lanterns
