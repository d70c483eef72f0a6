-- {{name}}. The mark and the tiles are data in the manifests.
---@type Expansion
local rules = {}

-- Each mark in a finished city is worth two points.
rules.on_score = { when = { kind = "city", tag = "{{id}}", complete = true }, run = function(score)
  score:rate("{{id}}", 2, "{{id}}")
end }

return rules
