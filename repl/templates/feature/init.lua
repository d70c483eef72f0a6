-- {{name}}. The kind of feature and the tiles are data in the manifests.
---@type Expansion
local rules = {}

-- From three tiles on, a finished one earns two points more.
rules.on_score = { when = { kind = "{{id}}", complete = true }, run = function(score)
  if score:count("tile") >= 3 then score:add(2, "three tiles") end
end }

return rules
