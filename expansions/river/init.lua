-- The River. That it is drawn first, from the spring to the lake, that each tile carries it on and nobody stands on it, is data in
-- the manifest.
local river = {}

-- The river does not turn back: two bends in a row never turn the same way.
river.can_place = { when = { kind = "river" }, run = function(list)
  local last_bend = list.game.state.last_bend
  for i, place in list:each() do
    local bend = place:bend("river")
    if bend ~= 0 and bend == last_bend then list:veto(i, "the river would turn back") end
  end
end }

river.on_place = {
  -- A straight tile between two bends lets the second turn as the first did, unless any turn back is forbidden.
  { when = { kind = "river", option = { river_uturn = "immediate" } }, run = function(placed)
    placed.game.state.last_bend = placed.tile:bend("river")
  end },
  { when = { kind = "river", option = { river_uturn = "any-180" } }, run = function(placed)
    local bend = placed.tile:bend("river")
    if bend ~= 0 then placed.game.state.last_bend = bend end
  end },
  -- Whoever places the last tile before the lake may have to place the lake too.
  { when = { kind = "river", option = { lake_placer = "same-player" } }, run = function(placed)
    if placed.game:top() == "lake" then placed.game:extra_part("lake") end
  end },
}

return river
