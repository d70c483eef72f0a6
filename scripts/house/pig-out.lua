--[[
id = "pig-out"
name = "Pig out"
version = "1.0.0"
api = 1
authors = ["Bastide"]
licence = "MIT"
summary = "When a farm cannot grow any more, whoever has a pig there may score it at once and take all his figures home."
requires = { base = "1", traders-and-builders = "1" }
conflicts = ["completed-farms"]
sets = { farm_scoring = "per-farm-3" }

[verbs]
pigout = "scores the farm at once and takes all of one's own figures home from it"

[options.farm_completion]
about = "whether whoever has a pig on a farm that is complete may score it in play"
values = ["off", "pig-out"]
default = "pig-out"
]]

local pigs = { phases = {} }

local function offer(game, farm)
  local leads = {}
  for _, player in ipairs(farm:leaders()) do leads[player] = true end
  local points = 0
  for _, city in ipairs(farm:neighbours("city")) do
    if city.complete then points = points + 4 end
  end
  for _, player in ipairs(game:order(game.turn.player)) do
    local has_pig = farm:count(player, "pig") > 0
    if has_pig and game:ask({ player = player, verb = "pigout", options = { farm }, optional = true }) then
      if leads[player] and points > 0 then game:score(player, points, "pig out") end
      for _, figure in ipairs(farm:figures({ owner = player })) do game:move(figure, figure:home(), "pigout") end
    end
  end
end

local only = { farm_completion = "pig-out", farm_scoring = "per-farm-3" }

-- A farm becomes complete by a tile of its own. Who leads is settled before anybody leaves; from the placer on, each says for
-- himself. The others stay until the end.
pigs.phases.pigout = { chain = "part", after = "score", when = { kind = "field", option = only }, run = function(game)
  for _, farm in ipairs(game.turn.tile:features({ kind = "field" })) do
    if farm.open == 0 then offer(game, farm) end
  end
end }

return pigs
