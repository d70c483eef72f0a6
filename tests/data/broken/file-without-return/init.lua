local worth = require("worth")
local rules = {}

-- A finished road earns more.
rules.on_score = { when = { kind = "road" }, run = function(score)
  score:add(worth.road, "road")
end }

return rules
