--[=[
id = "wardens"
name = "Bridge wardens"
version = "1.0.0"
api = 1
summary = "No bridge is built over a tile with a farmer, and a complete road pays a point more for each tile with a bridge."
requires = { base = "1", bridges-castles-and-bazaars = "1" }

[[when]] # farmers want light: nothing is built over a tile while one is there
kinds.field.covered = false
]=]

local wardens = {}

-- Each tile of a complete road over which a bridge is built is worth a point more.
wardens.on_score = { when = { kind = "road", complete = true }, run = function(score)
  local seen, count = {}, 0
  for _, segment in ipairs(score.feature:segments()) do
    if segment.tile.built and not seen[segment.tile] then seen[segment.tile], count = true, count + 1 end
  end
  if count > 0 then score:add(count, "bridges") end
end }

return wardens
