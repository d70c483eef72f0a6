--[[
id = "underdog"
name = "Underdog"
version = "1.0.0"
api = 1
summary = "Whenever somebody else gets six points or more at once, the only player in last place gets two."
requires = { base = "1" }
]]

local underdog = {}

-- The player who has fewer points than everyone else; nil if there are several.
local function last(game)
  local found, least = nil, math.huge
  for _, player in ipairs(game.players) do
    if player.points < least then
      found, least = player, player.points
    elseif player.points == least then
      found = nil
    end
  end
  return found
end

underdog.on_points = { when = { ending = false }, run = function(event)
  local poor = last(event.game)
  if poor and poor ~= event.who and event.points >= 6 then event.game:score(poor, 2, "a helping hand") end
end }

return underdog
