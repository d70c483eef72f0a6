--[[
id = "mission"
name = "Mission"
version = "1.0.0"
api = 1
summary = "Whoever completes a cloister sends a follower to an unfinished feature where nobody stands, or takes two points."
requires = { base = "1" }

[verbs]
send = "sends a follower there"
bless = "gets two points"
]]

local mission = {}

-- Everything that the player could deploy anywhere on the board, and the blessing.
local function choices(game, player)
  local options = { "bless" }
  for _, entry in ipairs(game:deployments(player, { group = "follower", complete = false })) do
    options[#options + 1] = { verb = "send", target = entry }
  end
  return options
end

-- Whoever completes a cloister says who goes where, or gets two points.
mission.on_scored = { when = { kind = "cloister" }, run = function(event)
  local game, player = event.game, event.placer
  local chosen = game:ask({
    player = player, about = event.feature, why = "it is complete",
    options = function() return choices(game, player) end,
  })
  if chosen == "bless" then return game:score(player, 2, "blessing") end
  game:move(game:ready(player, chosen.target.figure), chosen.target.at, "deploy")
end }

return mission
