--[[
id = "flags"
name = "Flags"
version = "1.0.0"
api = 1
summary = "Everyone has a flag for a gap between tiles, which brings points when a tile is placed there, by whomever."
requires = { base = "1" }

[figures.flag]
count = 1

[verbs]
plant = "plants the flag on a free cell: when a tile is placed there, it brings a point for each tile at its sides"
]]

local flags = { verbs = {} }
local gaps, mine = { open = true, taken = 2 }, { owner = "active", kind = "flag", zone = "supply" }

-- Instead of deploying, the flag may be planted on a free cell with tiles at two sides or more, where no flag stands.
flags.options = { when = { placing = false, cells = gaps, figures = mine }, run = function(decision)
  local free = {}
  for _, cell in ipairs(decision.game:cells(gaps)) do
    if #cell:figures() == 0 then free[#free + 1] = cell end
  end
  decision:offer("plant", free)
end }

function flags.verbs.plant(game, cell) game:move(game:ready(game.turn.player, "flag"), cell, "flag") end

-- Once a tile is placed there, by whomever, its owner gets a point for each tile at its sides and takes it back. To the
-- Count that is as if a feature was scored.
flags.on_place = { when = { near = { with = { kind = "flag" } } }, run = function(placed)
  for _, flag in ipairs(placed.tile:figures({ kind = "flag" })) do
    placed.game:score(flag.owner, #placed.tile:neighbours(), "flag", { earned = true })
    placed.game:move(flag, flag:home(), "flag")
  end
end }

return flags
