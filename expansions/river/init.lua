-- The River. That it is drawn first, from the spring to the lake, that each tile carries it on, how it may bend and that nobody stands
-- on it, is data in the manifest.
local river = {}

-- Whoever places the last tile before the lake may have to place the lake too.
river.on_place = { when = { kind = "river", option = { lake_placer = "same-player" } }, run = function(placed)
  if placed.game:top() == "lake" then placed.game:extra_part("lake") end
end }

return river
