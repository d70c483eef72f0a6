--[=[
id = "pigs-leave"
name = "Pigs leave"
version = "1.0.0"
api = 1
summary = "When a farm cannot grow any more, whoever has a pig there may score it at once and take all figures home."
requires = { base = "1", traders-and-builders = "1" }
conflicts = ["completed-farms", "pig-out"]
sets = { farm_scoring = "per-farm-3" }

[verbs]
pigout = "scores the farm at once and takes all of their own figures home from it"
]=]

local pigs = { phases = {} }

-- Who wins is settled before anybody leaves; from the placer on, each says for themselves.
local function offer(game, farm)
  local winners
  for _, player in ipairs(game:order(game.turn.player)) do
    if farm:count(player, "pig") > 0 then
      winners = winners or farm:sheet().winners
      if game:ask({ player = player, verb = "pigout", options = { farm }, optional = true }) then
        game:score_feature(farm, { winners = winners, only = player })
      end
    end
  end
end

-- When a farm cannot grow any more, whoever has a pig there may take all figures home and be paid now; the others stay.
pigs.phases.pigs = { chain = "part", after = "score", when = { kind = "field" }, run = function(game)
  for _, farm in ipairs(game.turn.tile:features({ kind = "field" })) do
    if farm.open == 0 then offer(game, farm) end
  end
end }

return pigs
