--[=[
id = "pig-out"
name = "Pig out"
version = "1.0.0"
api = 1
authors = ["Bastide"]
licence = "MIT"
summary = "When a farm cannot grow any more, whoever has a pig there may score it at once and take all their figures home."
requires = { base = "1", traders-and-builders = "1" }
conflicts = ["completed-farms"]
sets = { farm_scoring = "per-farm-3" }

[verbs]
pigout = "scores the farm at once and takes all of their own figures home from it"

[options.farm_completion]
about = "whether whoever has a pig on a farm that is complete may score it in play"
values = ["off", "pig-out"]
default = "pig-out"

[[limits]]
when = { farm_completion = "pig-out" }
option = { farm_scoring = "per-farm-3" }
why = "a farm that is scored in play is paid by itself"
]=]

local pigs = { phases = {} }

-- Whoever pigs out is paid alone, if they win, and takes their figures home.
local function offer(game, farm)
  if #farm:figures({ kind = "pig" }) == 0 then return end
  local winners = farm:sheet().winners
  for _, player in ipairs(game:order(game.turn.player)) do
    if farm:count(player, "pig") > 0 then
      local how = { winners = winners, only = player }
      local gain = farm:sheet(how).points[player] .. " points now, and none at the end"
      local options = { { target = farm, label = gain } }
      local why = "the farm cannot grow any more"
      local chosen = game:ask({ player = player, verb = "pigout", why = why, options = options, optional = true })
      if chosen then game:score_feature(farm, how) end
    end
  end
end

local only = { farm_completion = "pig-out" }

-- A farm becomes complete by a tile of its own. Who wins is settled before anybody leaves; from the placer on, each decides for
-- themselves. The others stay until the end.
pigs.phases.pigout = { chain = "part", after = "score", when = { kind = "field", option = only }, run = function(game)
  for _, farm in ipairs(game.turn.tile:features({ kind = "field" })) do
    if farm.open == 0 then offer(game, farm) end
  end
end }

return pigs
