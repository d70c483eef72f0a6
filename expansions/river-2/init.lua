-- The River II. That it is drawn first, that each tile carries it on, how it may bend and that nobody stands on it is data in the
-- manifest.
local river = {}

-- A tile that waits beside the board.
local function waiting(game, id) return game:tiles({ zone = "riverside", id = id })[1] end

-- It goes elsewhere, if it is there.
local function send(game, id, zone, how)
  local tile = waiting(game, id)
  if tile then game:move(tile, zone, how) end
end

river.on_place = {
  -- After six tiles the fork comes next, and a second spring is mixed in, which will make one branch a tributary.
  { when = { kind = "river", option = { fork_timing = "after-6" } }, run = function(placed)
    local game = placed.game
    game.state.laid = (game.state.laid or 0) + 1
    if game.state.laid ~= 6 then return end
    send(game, "spring", "pile", { at = "upper" })
    send(game, "fork", "pile", { at = "top" })
  end },

  -- Whoever places the volcano as a turn draws again at once.
  { when = { kind = "river", tag = "volcano", option = { river2_end = "official" } }, run = function(placed)
    placed.game:extra_part("volcano")
  end },
}

-- Nobody is deployed on the volcano's tile by whoever places it.
river.can_choose = { when = { placing = false, kind = "river", tag = "volcano" }, run = function(_, option)
  if option.verb == "deploy" then return false, "nobody is deployed at this volcano" end
end }

-- The fork may be the first tile that is drawn. What has no use then leaves the game: the second spring, the plain lake.
river.on_setup = {
  { when = { option = { fork_timing = "first" } }, run = function(event)
    send(event.game, "fork", "pile", { at = "top" })
    send(event.game, "spring", "out")
  end },
  { when = { option = { river2_end = "official" } }, run = function(event)
    send(event.game, "lake", "out")
  end },
}

-- Whoever's turn it is places a tile before drawing, and chooses which tile and where.
local function place_one(game, player, tiles)
  local places, of = {}, {}
  for _, tile in ipairs(tiles) do
    for _, place in ipairs(game:fits(tile)) do
      places[#places + 1] = place
      of[place] = tile
    end
  end
  if #places == 0 then return nil end
  local place = game:ask({
    player = player,
    about = #tiles == 1 and tiles[1] or "the end of the river",
    why = "it is placed before a tile is drawn",
    options = places,
  })
  game:place(of[place], place)
  return of[place]
end

local ends = { "city-lake", "volcano-lake", "lake" }
local is_end = {}
for _, id in ipairs(ends) do is_end[id] = true end

river.on_draw = {
  -- A fork after six tiles is not a turn: it is placed, and another tile is drawn.
  { when = { kind = "river", id = "fork", option = { fork_timing = "after-6" } }, run = function(drawn)
    local game, fork = drawn.game, drawn.tile
    if not place_one(game, drawn.player, { fork }) then game:move(fork, "out") end
  end },

  -- Where only one branch is open the volcano ends it, and the other lake leaves the game.
  { when = { kind = "river", id = "city-lake", option = { river2_end = "official" } }, run = function(drawn)
    local game = drawn.game
    if #game:cells({ open = true, kind = "river" }) == 1 then game:move(drawn.tile, "out") end
  end },

  -- When ends are drawn that do not count as a turn, one is placed at each open branch; what is left leaves the game.
  { when = { kind = "river", id = ends, option = { river2_end = "house" } }, run = function(drawn)
    local game, tiles = drawn.game, { drawn.tile }
    while is_end[game:top()] do tiles[#tiles + 1] = game:draw() end
    tiles[#tiles + 1] = waiting(game, "lake")
    repeat
      local placed = place_one(game, drawn.player, tiles)
      local left = {}
      for _, tile in ipairs(tiles) do
        if tile ~= placed then left[#left + 1] = tile end
      end
      tiles = left
    until not placed
    for _, tile in ipairs(tiles) do game:move(tile, "out") end
  end },
}

-- A herd of pigs makes a farm worth a point more for each city, to whoever scores with it.
river.on_score = { when = { kind = "field", tag = "pig-herd", option = { pig_herd = "on" } }, run = function(score)
  for _, player in ipairs(score.winners) do
    for _, farm in ipairs(score.features) do
      if farm:tag("pig-herd") > 0 and farm:count(player) > 0 then
        score:add(score:count("city"), "herd of pigs", player)
        break
      end
    end
  end
end }

return river
