-- The River. That it is drawn first, from the spring to the lake, that each tile carries it on and nobody stands on it, is data in
-- the manifest.
local bends = require("bends")
local river = {}

-- The river does not turn back: two bends in a row never turn the same way.
river.can_place = { when = { kind = "river" }, run = bends.can_place }

-- Other rivers are one with this one, and ask here how it lies.
river.rules = { ["river.ends"] = bends.open }

river.on_place = {
  { when = { kind = "river" }, run = bends.on_place },
  -- Whoever places the last tile before the lake may have to place the lake too.
  { when = { kind = "river", option = { lake_placer = "same-player" } }, run = function(placed)
    if placed.game:top() == "lake" then placed.game:extra_part("lake") end
  end },
}

return river
