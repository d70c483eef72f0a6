--[[
id = "truce"
name = "Truce"
version = "1.0.0"
api = 1
summary = "A city with several leaders is not scored until the end of the game, where it is worth half."
requires = { base = "1" }
]]

local truce = {}

-- As long as several players lead, nobody is paid, and their knights stay.
truce.on_complete = { when = { kind = "city" }, run = function(event)
  if #event.feature:leaders() > 1 then event:hold("nobody wins the city") end
end }

-- Whoever could not agree gets half of it, rounded up.
truce.on_score = { when = { kind = "city", complete = true, ending = true }, run = function(score)
  score:scale(1, 2, "truce")
end }

-- The peace is celebrated: every leader gets a point.
truce.on_scored = { when = { kind = "city", complete = true, ending = true }, run = function(event)
  for _, player in ipairs(event.sheet and event.sheet.winners or {}) do event.game:score(player, 1, "peace") end
end }

return truce
