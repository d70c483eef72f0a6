-- {{name}}.
---@type Expansion
local rules = {}

-- A finished road of five tiles or more earns more points.
rules.on_score = { when = { kind = "road", complete = true }, run = function(score)
  if score:count("tile") >= 5 then score:add(score.game:option("{{id}}"), "long road") end
end }

return rules
