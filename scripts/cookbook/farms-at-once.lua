--[[
id = "farms-at-once"
name = "Farms at once"
version = "1.0.0"
api = 1
summary = "A farm that cannot grow and has no hole beside it is scored at once: three points for each completed city."
requires = { base = "1" }
conflicts = ["completed-farms", "pig-out"]
]]

local farms = { phases = {} }

-- An empty cell with tiles on all sides, beside a tile of the farm.
local function has_hole(farm)
  for _, segment in ipairs(farm:segments()) do
    for _, cell in ipairs(segment.tile.cell:neighbours()) do
      if not cell.tile and cell.taken == 4 then return true end
    end
  end
  return false
end

-- A farm is scored after everything else that the tile completed. Its figures go home, so nobody is paid for it again.
farms.phases.farms = { chain = "part", after = "score", run = function(game)
  for _, farm in ipairs(game:features({ kind = "field", occupied = true })) do
    if farm.open == 0 and not has_hole(farm) then game:score_feature(farm, { rate = 3 }) end
  end
end }

return farms
