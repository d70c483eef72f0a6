--[[
id = "passage"
name = "Secret passage"
version = "1.0.0"
api = 1
summary = "Whoever completes a cloister may join two open roads, wherever they are."
requires = { base = "1" }

[verbs]
dig = "digs a passage that joins two roads"
]]

local passage = {}

-- One segment of each road that is not complete, except the one that was chosen already.
local function ends(game, chosen)
  local found = {}
  for _, road in ipairs(game:features({ kind = "road", complete = false })) do
    if not chosen or road ~= chosen.feature then found[#found + 1] = road:segments()[1] end
  end
  return found
end

-- Whoever completes a cloister says from where and to where a passage is dug. The two roads become one.
passage.on_scored = { when = { kind = "cloister" }, run = function(event)
  local game, player = event.game, event.placer
  local open = ends(game)
  if #open < 2 then return end
  local from = game:ask({ player = player, verb = "dig", options = open, optional = true, step = 1, steps = 2 })
  if not from then return end
  local to = game:ask({ player = player, verb = "dig", options = ends(game, from), step = 2, steps = 2 })
  game:join(from, to, "a passage")
end }

return passage
