--[=[
id = "havens"
name = "Havens"
version = "1.0.0"
summary = "A storm sends followers home, except from cities. After the wood a second follower may be deployed."
requires = { base = "1" }

[verbs]
storm = "sends all followers home"
second = "deploys a second follower on the new tile"
]=]

local havens = { verbs = {}, phases = {} }

havens.options = { when = { placing = false }, run = function(decision) decision:offer("storm") end }

function havens.verbs.storm(game)
  for _, figure in ipairs(game:figures({ on = { "road", "city", "field" } })) do
    local may = figure:may_move("storm")
    local moved = game:move(figure, figure:home(), "storm")
    assert(may == (moved ~= false) and may == (figure.feature == nil), "what may move moves")
  end
end

havens.can_move = {
  -- In a city nobody minds a storm.
  { when = { cause = "storm", kind = "city" }, run = function(option)
    assert(option.verb == "move" and option.cause == "storm" and option.figure == "follower", "the option says all")
    return false, "there are walls"
  end },
  -- No second follower goes to a field, wherever it comes from.
  { when = { kind = "field", figure = "follower" }, run = function(option)
    assert(option.cause == nil, "a deployment has no cause")
    if option.tile.turned == 90 then return false, "it is too steep" end
  end },
}

-- After the wood, the same player may deploy another follower on the new tile.
havens.phases.second = { chain = "part", after = "deploy", run = function(game)
  if not game.turn.acted then return end
  local player = game.turn.player
  local places = game:deployments(player, { group = "follower", elsewhere = false })
  local chosen = game:ask({ player = player, verb = "second", options = places, optional = true })
  if chosen then game:move(game:ready(player, chosen.figure), chosen.at, "deploy") end
end }

return havens
