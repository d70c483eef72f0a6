local rules = {}

-- No scene sets the option to anything else.
local function unpaid(score)
  score:void("nobody is paid")
end

-- Called in no game: there is no such kind of decision before the first tile.
rules.on_draw = { when = { id = "Z" }, run = function() end }

rules.on_score = { when = { kind = "road" }, run = function(score)
  if score.game:option("jesters") then return score:add(1, "jester") end
  unpaid(score)
end }

return rules
