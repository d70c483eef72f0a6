-- Anniversary. The tiles with their arrows are data in the manifest.
local anniversary = { verbs = {}, phases = {} }

local symbols = { "duo", "wing", "encore" }
local arrows = { tag = { "jubilee-duo", "jubilee-wing", "jubilee-encore" } }
local ways = { [0] = { 0, -1 }, [90] = { 1, 0 }, [180] = { 0, 1 }, [270] = { -1, 0 } }

local function symbol_of(tile)
  for i, symbol in ipairs(symbols) do
    if tile:has(arrows.tag[i]) then return symbol end
  end
end

-- Whether the arrow of one tile points to another.
local function points_to(tile, other)
  local way = ways[tile.turned]
  return other.x == tile.x + way[1] and other.y == tile.y + way[2]
end

-- The tiles whose arrows work now that a tile was placed: its own if it points to a tile, and those that point to it.
local function working(placed)
  local found, own = {}, symbol_of(placed)
  for _, tile in ipairs(own and placed:neighbours() or {}) do
    if points_to(placed, tile) then found[1] = placed end
  end
  for _, tile in ipairs(placed:neighbours(arrows)) do
    if points_to(tile, placed) then found[#found + 1] = tile end
  end
  return found
end

local function differ(tiles)
  for i = 2, #tiles do
    if symbol_of(tiles[i]) ~= symbol_of(tiles[1]) then return true end
  end
  return false
end

anniversary.on_place = {
  -- An arrow that points to no tile is worth two points at once.
  { when = { astray = arrows }, award = 2, why = "arrow" },

  -- One that points to a tile, or to which a tile is put, works for whoever placed that tile: one arrow in each part of a turn.
  { when = { aims = arrows }, run = function(placed)
    local game, tiles = placed.game, working(placed.tile)
    local tile = tiles[1]
    if not tile then return end
    if differ(tiles) then
      tile = game:ask({ player = placed.player, verb = "heed", about = placed.tile, why = "only one of the arrows works", options = tiles })
    end
    local symbol, state = symbol_of(tile), game.state
    if symbol == "encore" then return game:extra_part("arrow") end
    state.duo, state.wing = symbol == "duo" or nil, symbol == "wing" or nil
  end },
}

-- What it brings is over with the part.
local bound = { "duo", "wing" }
anniversary.phases.arrow_ends = { chain = "part", before = "draw", when = { state = bound }, forget = bound }

local own, ready = { owner = "active", group = "follower" }, { owner = "active", group = "follower", zone = "supply" }

-- A figure of each kind of follower that the active player has in supply.
local function ready_kinds(game)
  local kinds, seen = {}, {}
  for _, figure in ipairs(game:figures(ready)) do
    local kind = figure.kind
    if not seen[kind] then
      seen[kind] = true
      kinds[#kinds + 1] = { name = kind, figure = figure }
    end
  end
  return kinds
end

-- The places beside one's own followers on features that are not complete, with each kind of follower that may stand there.
local function beside_own(game)
  local places, seen, kinds = {}, {}, ready_kinds(game)
  if #kinds == 0 then return places end
  for _, figure in ipairs(game:figures(own)) do
    local segment = figure.segment
    if segment and not seen[segment] and not segment.feature.complete then
      seen[segment] = true
      local on = segment.kind
      for _, kind in ipairs(kinds) do
        if kind.figure:may_stand(on) then places[#places + 1] = { figure = kind.name, at = segment } end
      end
    end
  end
  return places
end

anniversary.options = {
  -- Two followers: instead of the usual places, a follower may go beside one of one's own.
  { when = { placing = false, state = "duo" }, run = function(decision)
    decision:offer("accompany", beside_own(decision.game))
  end },

  -- Wings: it may go to any feature where nobody stands and that is not complete.
  { when = { placing = false, state = "wing" }, deploy = { group = "follower", complete = false, elsewhere = true } },
}

anniversary.verbs.accompany = { send = true, why = "deploy" }

return anniversary
