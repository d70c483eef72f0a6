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
  local found, own, tip = {}, symbol_of(placed), nil
  for _, tile in ipairs(placed:neighbours(arrows)) do
    if points_to(tile, placed) then found[#found + 1] = tile end
  end
  for _, tile in ipairs(own and placed:neighbours() or {}) do
    if points_to(placed, tile) then tip = tile end
  end
  if tip then table.insert(found, 1, placed) end
  return found, own and not tip
end

local function differ(tiles)
  for _, tile in ipairs(tiles) do
    if symbol_of(tile) ~= symbol_of(tiles[1]) then return true end
  end
  return false
end

-- An arrow that points to no tile is worth two points at once. One that points to a tile, or to which a tile is put, works for
-- whoever placed that tile: one arrow in each part of a turn.
anniversary.on_place = { when = { near = arrows }, run = function(placed)
  local game, player = placed.game, placed.player
  local tiles, is_free = working(placed.tile)
  if is_free then game:score(player, 2, "arrow") end
  if #tiles == 0 then return end
  local tile = tiles[1]
  if differ(tiles) then tile = game:ask({ player = player, verb = "heed", about = placed.tile, options = tiles }) end
  local symbol = symbol_of(tile)
  if symbol == "encore" then return game:extra_part("arrow") end
  game.state.works = { turn = game.turn.number, part = game.turn.part, symbol = symbol }
end }

local function works(game, symbol)
  local state, turn = game.state.works, game.turn
  return state.symbol == symbol and state.turn == turn.number and state.part == turn.part
end

-- What it brings is over with the part.
anniversary.phases.arrow_ends = { chain = "part", before = "close", when = { state = "works" }, run = function(game)
  game.state.works = nil
end }

-- The places beside one's own followers on features that are not complete, with each kind of follower that may stand there.
local function beside_own(game, player)
  local places, seen = {}, {}
  local ready = game:figures({ owner = player, group = "follower", zone = "supply" })
  for _, own in ipairs(game:figures({ owner = player, group = "follower" })) do
    local segment = own.segment
    if segment and not segment.feature.complete and not seen[segment] then
      seen[segment] = true
      local kinds = {}
      for _, figure in ipairs(ready) do
        if not kinds[figure.kind] and figure:may_stand(segment.kind) then
          kinds[figure.kind] = true
          places[#places + 1] = { figure = figure.kind, at = segment }
        end
      end
    end
  end
  return places
end

-- Two followers: instead of the usual places, a follower may go beside one of one's own. Wings: it may go to any feature where
-- nobody stands and that is not complete.
anniversary.options = { when = { placing = false, state = "works" }, run = function(decision)
  local game = decision.game
  if works(game, "duo") then decision:offer("accompany", beside_own(game, decision.player)) end
  if works(game, "wing") then decision:deploy({ group = "follower", complete = false, elsewhere = true }) end
end }

function anniversary.verbs.accompany(game, choice)
  game:move(game:ready(game.turn.player, choice.figure), choice.at, "deploy")
end

return anniversary
