--[[
id = "dicey-dragon"
name = "Dicey dragon"
version = "1.0.0"
api = 1
summary = "Nobody moves the dragon: a die of four sides does, eight times, and a step that is not possible is lost."
requires = { base = "1", princess-and-dragon = "1" }
conflicts = ["random-dragon"]
]]

local dicey = { overrides = {} }

-- A die decides each step of the dragon. It visits no tile a third time, and never the fairy.
dicey.overrides["dragon.journey"] = function(game)
  local dragon, visits = game:figure("dragon"), {}
  for _, tile in ipairs(game:rule("dragon.barred")) do visits[tile] = 2 end
  local fairy = game:figure("fairy").tile
  if fairy then visits[fairy] = 2 end
  visits[dragon.tile] = 1
  for _ = 1, 8 do
    local to = dragon.tile.cell:neighbours()[game:roll(4)].tile
    local times = to and visits[to] or 0
    if to and times < 2 then
      visits[to] = times + 1
      game:move(dragon, to, "dragon")
      for _, figure in ipairs(to:figures({ neutral = false })) do game:move(figure, figure:home(), "dragon") end
    end
  end
end

return dicey
