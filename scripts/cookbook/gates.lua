--[[
id = "gates"
name = "Gates"
version = "1.0.0"
api = 1
summary = "A complete city is worth a point more for each road that ends at one of its gates."
requires = { base = "1" }
]]

local gates = {}

-- A complete city is worth a point more for each road that leads to it. A road that leads to two gates counts once.
gates.on_score = { when = { kind = "city", complete = true }, run = function(score)
  local roads = #score.feature:neighbours("road")
  if roads > 0 then score:add(roads, "gates") end
end }

return gates
