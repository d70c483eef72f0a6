--[=[
id = "phantom"
name = "Phantom"
version = "1.0.0"
api = 1
summary = "Everyone has a phantom, a second figure that can be deployed in the same turn on the tile just placed."
requires = { base = "1" }

[figures.phantom]
follower = true
count = 1
look = { letter = "P" }
about = "can be deployed after another figure on the same tile"

[verbs]
haunt = "deploys the phantom on the same tile"
]=]

local phantom = { phases = {} }

-- After the first figure the phantom may follow, wherever the rules of the table and of all sets allow it.
phantom.phases.phantom = { chain = "part", after = "deploy", when = { acted = true }, run = function(game)
  local player, options = game.turn.player, {}
  for _, entry in ipairs(game:deployments(player, { group = "follower", elsewhere = false })) do
    if entry.figure == "phantom" then options[#options + 1] = entry end
  end
  if #options == 0 then return end
  local why = "the phantom may follow"
  local chosen = game:ask({ player = player, verb = "haunt", options = options, optional = true, why = why })
  if chosen then game:move(game:ready(player, "phantom"), chosen.at, "phantom") end
end }

return phantom
