-- The Tower. Foundations, pieces by number of players, the prisons and the height of towers are data in the manifest.
local tower = {}

local function exchange(game, captor, victim)
  local mine = game:figures({ owner = captor, zone = game:zone("prison", victim) })
  local theirs = game:figures({ owner = victim, zone = game:zone("prison", captor) })
  if #mine == 0 or #theirs == 0 then return end
  for _, pair in ipairs({ { captor, mine, victim }, { victim, theirs, captor } }) do
    local player, list, other_player = pair[1], pair[2], pair[3]
    local back = list[1]
    for _, other in ipairs(list) do
      if other.kind ~= back.kind then
        local why = "two prisoners are exchanged"
        back = game:ask({ player = player, verb = "exchange", about = other_player, why = why, options = list })
        break
      end
    end
    game:move(back, back:home(), "exchange")
  end
end

local a_guard = { whole = true, group = "follower" }
tower.options = {
  -- A piece goes on any foundation or open tower, a guard on any open tower that has a storey.
  { offer = "tower", when = { placing = false, token = "tower" }, tiles = { kind = "tower", without = a_guard } },
  { offer = "guard", when = { placing = false }, how = { figures = "follower" },
    tiles = { kind = "tower", counter = { height = 1 }, without = a_guard } },

  -- A prisoner may be bought back once a turn, by whoever has three points; nothing else is lost by it.
  { offer = "ransom", when = { points = 3 }, figures = { owner = "active", zone = "prison" },
    how = { free = true, once = true } },
}

-- The followers in reach of a tower: as many cells as it is high, in each direction. Some rules shelter figures from it.
local function prey(game, tile)
  local found = {}
  local reach = { tile = tile, cross = game:counter(tile, "height") }
  for _, figure in ipairs(game:figures({ group = "follower", within = reach })) do
    if figure:may_move("capture") then found[#found + 1] = figure end
  end
  return found
end

-- The tower grows by a storey, and its builder may take a follower in reach. Two players who hold a prisoner of each other
-- exchange them at once; each says which of their followers comes back.
local function capture(game, tile)
  local followers = prey(game, tile)
  if #followers == 0 then return end
  local player = game.turn.player
  local why = "the tower has grown"
  local taken = game:ask({ player = player, verb = "capture", about = tile, why = why, options = followers, optional = true })
  if not taken then return end
  if taken.owner == player then return game:move(taken, taken:home(), "capture") end
  local victim = taken.owner
  game:move(taken, game:zone("prison", player), "capture")
  exchange(game, player, victim)
end

tower.verbs = {
  tower = { { raise = "height", pay = "tower" }, { run = capture } },

  guard = { send = true, why = "deploy" },

  ransom = function(game, prisoner)
    game:score(game.turn.player, -3, "ransom")
    game:score(prisoner.zone.owner, 3, "ransom")
    game:move(prisoner, prisoner:home(), "ransom")
  end,
}

return tower
