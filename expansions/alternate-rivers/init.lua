-- Alternate Rivers. The spring with a road is data in the manifests of the rivers, and that a source begins anew is data here.
local carcassonne = require("carcassonne")
local alternate = {}
local late = { river_start = "late-carcassonne" }

-- A tile goes from the box elsewhere, if one is left.
local function send(game, id, zone, how)
  local tile = game:tiles({ zone = "backwater", id = id })[1]
  if tile then game:move(tile, zone, how) end
  return tile ~= nil
end

alternate.on_setup = {
  -- A second spring lies among the tiles of the river.
  { when = { option = { river_start = "second-spring" } }, run = function(event)
    send(event.game, "spring-2", "pile", { at = "upper" })
  end },

  -- A lake lies among the tiles of the river.
  { when = { option = { river_end = "second-river" } }, run = function(event)
    send(event.game, "lake-2", "pile", { at = "upper" })
  end },

  -- A regular tile lies among the tiles of the river, which will lead to Carcassonne.
  { when = { option = late }, run = function(event)
    if event.game:plays("count") then send(event.game, "waymark", "pile", { at = "upper" }) end
  end },
}

alternate.on_draw = {
  -- A die may say beside which tile of the river the way to Carcassonne begins.
  { when = { tag = "waymark", option = { carcassonne_place = "die" } }, run = function(drawn)
    drawn.game.state.back = drawn.game:roll(6)
  end },
}
for value, id in pairs({ volcano = "volcano-lake", city = "city-lake", estuary = "estuary" }) do
  -- Another end is drawn instead of the lake.
  local when = { kind = "river", id = "lake", option = { river_end = value } }
  alternate.on_draw[#alternate.on_draw + 1] = { when = when, run = function(drawn)
    local game = drawn.game
    if send(game, id, "pile", { at = "top" }) then game:move(drawn.tile, "out") end
  end }
end

-- Whether a cell lies in front of a tile whose side opens to the sea.
local function is_in_front(cell, tile, sea)
  local dx, dy = sea.x - tile.x, sea.y - tile.y
  local x, y = cell.x - tile.x, cell.y - tile.y
  return x * dx + y * dy > 0 and x * dy == y * dx
end

alternate.can_place = {
  { when = { tag = "waymark" }, run = carcassonne.can_place },

  -- A source begins a river of its own.
  { when = { tag = "headwater" }, never = { joins = "river" }, why = "this spring begins a river of its own" },

  -- The estuary looks to the open sea.
  { when = { kind = "sea" }, run = function(list)
    local tiles = list.game:tiles()
    for i, place in list:each() do
      local sea = place:ends("sea")[1]
      for _, tile in ipairs(tiles) do
        if is_in_front(tile, place, sea) then
          list:veto(i, "the way to the sea is not open")
          break
        end
      end
    end
  end },

  -- The way from the estuary to the sea stays open.
  { when = { state = "mouth", option = { river_end = "estuary" } }, run = function(list)
    local mouth = list.game.state.mouth
    for i, place in list:each() do
      if is_in_front(place, mouth, mouth.sea) then list:veto(i, "the way to the sea stays open") end
    end
  end },
}

-- Whether any river is still open.
local function is_open(game)
  for _, river in ipairs(game:features({ kind = "river" })) do
    if river.open > 0 then return true end
  end
  return false
end

local last = { "lake", "volcano-lake", "city-lake", "estuary" }

alternate.on_place = {
  -- Beside the waymark the city of Carcassonne is founded.
  { when = { tag = "waymark" }, run = carcassonne.found },
  { when = { kind = "river", option = late }, run = carcassonne.remember },

  -- After the lake that lay among the tiles the next player begins a second river.
  { when = { kind = "river", id = "lake-2", option = { river_end = "second-river" } }, run = function(placed)
    if not is_open(placed.game) then send(placed.game, "spring-2", "pile", { at = "top" }) end
  end },

  -- Where a second river is still open when the last lake lies, another lake comes next.
  { when = { kind = "river", id = last, plays = { ["river-2"] = false }, option = { river_start = "second-spring" } },
    run = function(placed)
      if is_open(placed.game) then send(placed.game, "lake-2", "pile", { at = "top" }) end
    end },

  -- Whoever places the volcano draws again at once.
  { when = { kind = "river", tag = "volcano", option = { river_end = "volcano" } }, run = function(placed)
    if placed.tile.set == "alternate-rivers" then placed.game:extra_part("volcano") end
  end },

  { when = { kind = "sea" }, run = function(placed)
    local tile, sea = placed.tile, placed.tile:ends("sea")[1]
    placed.game.state.mouth = { x = tile.x, y = tile.y, sea = { x = sea.x, y = sea.y } }
  end },
}

-- Nobody is deployed on the volcano's tile by whoever places it.
alternate.can_choose = { when = { placing = false, kind = "river", tag = "volcano" }, run = function(_, option)
  if option.verb == "deploy" then return false, "nobody is deployed at this volcano" end
end }

return alternate
