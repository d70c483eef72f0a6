--[[
id = "alms"
name = "Alms"
version = "1.0.0"
api = 1
summary = "A feature pays nobody more than ten points; everyone who did not win it gets half of the rest."
requires = { base = "1" }
# What other sets add is counted first.
after = [
  "abbey-and-mayor", "bridges-castles-and-bazaars", "cathars", "hills-and-sheep", "inns-and-cathedrals",
  "lakes-and-fishermen", "offerings", "princess-and-dragon", "river-2", "traders-and-builders",
]
]]

local alms = {}

-- Ten points are enough: whoever did not win gets half of what there would be beyond them, rounded up.
function alms.on_score(score)
  local rest, has_won = score.points - 10, {}
  if rest <= 0 or #score.winners == 0 then return end
  score:add(-rest, "alms")
  for _, player in ipairs(score.winners) do has_won[player] = true end
  for _, player in ipairs(score.game.players) do
    if not has_won[player] then score:add((rest + 1) // 2, "alms", player) end
  end
end

return alms
