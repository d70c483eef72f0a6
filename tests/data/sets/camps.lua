--[=[
id = "camps"
name = "Camps"
version = "1.0.0"
summary = "Tents on corners, and a flag on a cell where a tile is still to come."
requires = { base = "1" }

[figures.tent]
count = 2

[figures.flag]
count = 1
neutral = true

[verbs]
pitch = "puts a tent on a corner of the tile"
raise = "carries the flag to a free cell"
strike = "takes a tent home"
]=]

local camps = { verbs = {} }

local function corners(tile)
  local all = {}
  for i, name in ipairs({ "NW", "NE", "SE", "SW" }) do all[i] = tile.cell:corner(name) end
  return all
end

camps.options = {
  function(decision)
    local game, pitched = decision.game, {}
    if decision.placing then return end
    for _, corner in ipairs(corners(decision.tile)) do
      if game:supply(decision.player, "tent") > 0 and #corner:figures() == 0 then
        pitched[#pitched + 1] = { figure = "tent", at = corner }
      end
    end
    decision:offer("pitch", pitched)
    decision:offer("raise", game:cells({ open = true, taken = 2 }))
  end,
  { offer = "strike", when = { placing = false, standing = "tent" }, figures = { owner = "active", kind = "tent" } },
}

camps.verbs.raise = { move = "flag", why = "raised" }

function camps.verbs.pitch(game, target)
  game:move(game:ready(game.turn.player, target.figure), target.at)
end

function camps.verbs.strike(game, tent)
  if tent.zone == tent:home() then return end
  game:tell("struck at " .. tent.zone.x .. "," .. tent.zone.y)
  game:move(tent, tent:home())
end

-- Whoever places a tile under the flag gets a point, and one for each tent at its corners.
function camps.on_place(placed)
  local game = placed.game
  if #placed.tile:figures({ kind = "flag", whole = true }) == 0 then return end
  assert(#placed.tile.cell:figures({ kind = "flag" }) == 1 and game:figure("flag").zone == placed.tile, "on the tile")
  local points = 1
  for _, corner in ipairs(corners(placed.tile)) do points = points + #game:figures({ zone = corner, kind = "tent" }) end
  game:score(placed.player, points, "flag")
end

return camps
