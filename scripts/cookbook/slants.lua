--[=[
id = "slants"
name = "Slanted walls"
version = "1.0.0"
api = 1
summary = "On four tiles of the base game a city takes only half a side; each slanted wall earns a complete city two points."
requires = { base = "1" }

# Half a side fits only its mirror image: the left half of a side the right half of another one.
[[when]]
tiles."base:N" = { copies = 2, city = "W-NL" }
tiles."base:E" = { copies = 2, city = "N-WR" }
]=]

local slants = {}

-- A city has whole sides, of two halves each; an odd half is where its wall slants.
local function is_slanted(segment) return #segment.halves % 2 == 1 end

-- Two points more for each slanted wall of a complete city.
slants.on_score = { when = { kind = "city", complete = true }, run = function(score)
  local count = 0
  for _, segment in ipairs(score.feature:segments()) do
    if is_slanted(segment) then count = count + 1 end
  end
  if count > 0 then score:add(2 * count, "slanted wall") end
end }

return slants
