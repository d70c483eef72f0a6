-- The Ferries. The lakes, at which all roads of their tiles end, and the eight ferries are data in the manifest.
local ferries = {}
local roads, lakes, landings = { kind = "road" }, { kind = "ferry-lake" }, { tag = "landing" }
local on_the_way = { kind = "road", tag = "landing" }

-- The road end that a ferry joins with this one, if it has a ferry.
local function partner(road_end)
  for _, other in ipairs(road_end:links()) do
    if other.tile == road_end.tile then return other end
  end
end

-- The road ends at the lake of a tile that a ferry can join. Roads that were scored stay as they are: those that are
-- complete and that the tile just placed is not part of.
local function road_ends(game, tile)
  local ends, touched = {}, {}
  for _, road in ipairs(game.turn.tile:features(roads)) do touched[road] = true end
  for _, road_end in ipairs(tile:segments(landings)) do
    local road = road_end.feature
    if touched[road] or not road.complete then ends[#ends + 1] = road_end end
  end
  return ends
end

-- What a player should know about the roads at some road ends: how long they are.
local function described(ends)
  local list = {}
  for i, road_end in ipairs(ends) do
    local size = road_end.feature.size
    list[i] = { target = road_end, label = size == 1 and "a road of 1 tile" or "a road of " .. size .. " tiles" }
  end
  return list
end

-- Asks for one of two road ends.
local function ask_end(game, verb, ends, step)
  local chosen = game:ask({
    player = game.turn.player, verb = verb, about = ends[1].tile, step = step, steps = 2,
    options = function() return described(ends) end, optional = verb == "sail" and step == 1,
  })
  return chosen and chosen.target
end

-- Asks for two road ends that are not joined now. Whoever has no choice for the second one is not asked.
local function ask_pair(game, verb, ends)
  local first, rest = ask_end(game, verb, ends, 1), {}
  if not first then return end
  local taken = { [first] = true }
  for _, joined in ipairs(first:links()) do taken[joined] = true end
  for _, road_end in ipairs(ends) do
    if not taken[road_end] then rest[#rest + 1] = road_end end
  end
  if #rest == 0 then return end
  return first, #rest == 1 and rest[1] or ask_end(game, verb, rest, 2)
end

-- The ferry comes from the stock and stays on its lake.
local function launch(game)
  local tile = game.turn.tile
  local ends = road_ends(game, tile)
  if #ends < 2 or #tile:figures({ kind = "ferry" }) > 0 then return end
  local first, second = ask_pair(game, "ferry", ends)
  if not first then return end
  local ferry = game:figures({ kind = "ferry", zone = "supply" })[1]
  if ferry then game:move(ferry, tile:segments(lakes)[1], "ferry") end
  game:join(first, second, "ferry")
end

-- Follows a road away from a segment, in each direction up to the first ferry, and lists the road ends there.
local function follow(segment, seen, found)
  for _, next_one in ipairs(segment:beyond()) do
    if not seen[next_one] then
      seen[next_one] = true
      local other = next_one.tile:has("landing") and partner(next_one)
      if other then
        found[#found + 1], seen[other] = next_one, true
      else
        follow(next_one, seen, found)
      end
    end
  end
end

-- The nearest ferries along the roads that the tile just placed extends, one in each direction; not the tile's own.
local function nearest(game)
  local seen, found, own = {}, {}, game.turn.tile:segments(roads)
  for _, road in ipairs(own) do seen[road] = true end
  for _, road in ipairs(own) do
    if road.feature:tag("landing") > 1 then follow(road, seen, found) end
  end
  return found
end

-- A ferry, here between two road ends, may be moved to any other pair of road ends of its lake.
local function sail(game, from, to)
  local ends = road_ends(game, from.tile)
  if #ends < 3 then return end
  local first, second = ask_pair(game, "sail", ends)
  if not first then return end
  game:split(from, to, "ferry")
  game:join(first, second, "ferry")
end

ferries.phases = {
  -- After the action with wood and before anything is scored, whoever placed a lake must put a ferry on it, which makes
  -- one road of two road ends, wherever thieves stand. The other roads end at the lake.
  ferry = { chain = "part", after = "deploy", when = { kind = "ferry-lake" }, run = launch },

  -- Then, if the tile extends a road with ferries of other tiles, its player may move the nearest one in each
  -- direction, each of them once. What is complete by it is scored with the rest, and a builder gets nothing by it.
  sail = { chain = "part", after = "ferry", when = { features = on_the_way, standing = "ferry" }, run = function(game)
    for _, road_end in ipairs(nearest(game)) do sail(game, road_end, partner(road_end)) end
  end },
}

return ferries
