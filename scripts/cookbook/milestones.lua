--[[
id = "milestones"
name = "Milestones"
version = "1.0.0"
api = 1
summary = "Whoever is the first to reach 25 points takes the medal, which is worth five points at the end."
requires = { base = "1" }

[tokens.medal]
count = 1
]]

local milestones = {}

-- Whatever the points were for, the medal goes to the first player who has 25.
function milestones.on_points(event)
  if event.who.points >= 25 then event.game:give(event.who, "medal", 1) end
end

-- The medal is worth five points at the end.
milestones.on_end = { award = 5, most = "medal", why = "medal" }

return milestones
