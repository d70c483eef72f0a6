--[[
id = "exile"
name = "Exile"
version = "1.0.0"
api = 1
summary = "Whoever completes a city may send one follower of somebody else home, except a monk."
requires = { base = "1" }

[verbs]
exile = "sends a follower of another player home"
]]

local exile = {}

-- Cloisters give shelter. Other sets may shelter figures in the same way.
exile.can_move = { when = { cause = "exile", kind = "cloister" }, run = function()
  return false, "a monk is safe in the cloister"
end }

exile.on_scored = { when = { kind = "city" }, run = function(event)
  local game, found = event.game, {}
  for _, figure in ipairs(game:figures({ group = "follower" })) do
    if figure.segment and figure.owner ~= event.placer and figure:may_move("exile") then found[#found + 1] = figure end
  end
  if #found == 0 then return end
  local why = "whoever completes a city may banish somebody"
  local chosen = game:ask({ player = event.placer, verb = "exile", options = found, optional = true, why = why })
  if chosen then game:move(chosen, chosen:home(), "exile") end
end }

return exile
