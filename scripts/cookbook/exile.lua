--[[
id = "exile"
name = "Exile"
version = "1.0.0"
api = 1
summary = "Whoever completes a city may send one follower of somebody else home, except a monk, or take one of their own home."
requires = { base = "1" }

[verbs]
exile = "sends a follower of another player home"
recall = "takes a follower of their own home"
]]

local exile = {}

-- Cloisters give shelter. Other sets may shelter figures in the same way.
exile.can_move = { when = { cause = "exile", kind = "cloister" }, run = function()
  return false, "a monk is safe in the cloister"
end }

-- Whoever completes a city may banish a follower, or call one of their own back, wherever it stands.
exile.on_scored = { when = { kind = "city" }, run = function(event)
  local game, found = event.game, {}
  for _, figure in ipairs(game:figures({ group = "follower" })) do
    local verb = figure.owner == event.placer and "recall" or "exile"
    local may_go = figure.feature and figure.feature ~= event.feature and figure:may_move(verb)
    if may_go then found[#found + 1] = { verb = verb, target = figure } end
  end
  local why = "whoever completes a city may move somebody"
  local chosen = game:ask({ player = event.placer, options = found, optional = true, why = why })
  if chosen then game:move(chosen.target, chosen.target:home(), chosen.verb) end
end }

return exile
