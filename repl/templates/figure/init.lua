-- {{name}}. The figure is data in the manifest.
---@type Expansion
local rules = {}

-- A finished road on which the figure stands earns two points more.
rules.on_score = { when = { kind = "road", figure = "{{id}}", complete = true }, run = function(score)
  score:add(2, "{{id}}")
end }

return rules
