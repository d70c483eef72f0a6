-- The Ferries. The lakes, at which all roads of their tiles end, and the eight ferries are data in the manifest.
local ferries = {}
local roads, lakes = { kind = "road" }, { kind = "ferry-lake" }
local beside = { { "N", 0, -1, "S" }, { "E", 1, 0, "W" }, { "S", 0, 1, "N" }, { "W", -1, 0, "E" } }

-- The road end that a ferry joins with this one, if it has a ferry.
local function partner(road_end)
  for _, other in ipairs(road_end:links()) do
    if other.tile == road_end.tile then return other end
  end
end

-- Whether a road was not scored yet: it is open, or the tile just placed is part of it.
local function is_unscored(game, road)
  if not road.complete then return true end
  for _, touched in ipairs(game.turn.tile:features(roads)) do
    if touched == road then return true end
  end
  return false
end

-- The road ends at the lake of a tile that a ferry can join, and two of them that it joins now.
local function road_ends(game, tile)
  local ends, from, to = {}, nil, nil
  for _, road_end in ipairs(tile:segments(lakes)[1]:touches("road")) do
    if is_unscored(game, road_end.feature) then ends[#ends + 1] = road_end end
    if not from then from, to = road_end, partner(road_end) end
    if not to then from = nil end
  end
  return ends, from, to
end

-- What a player should know about the roads at some road ends.
local function described(ends)
  local list = {}
  for i, road_end in ipairs(ends) do
    local road, owners = road_end.feature, {}
    for _, player in ipairs(road:leaders()) do owners[#owners + 1] = player.name end
    local label = road.size == 1 and "1 tile" or road.size .. " tiles"
    list[i] = { target = road_end, label = label .. (#owners > 0 and ", " .. table.concat(owners, " and ") or "") }
  end
  return list
end

-- Asks for one of two road ends.
local function ask_end(game, question, step, ends)
  local chosen = game:ask({
    player = game.turn.player, verb = question.verb, about = question.tile, why = question.why, step = step, steps = 2,
    options = function() return described(ends) end, optional = question.optional and step == 1,
  })
  return chosen and chosen.target
end

-- Asks for two road ends, other than the pair that is joined now. Whoever has no choice is not asked.
local function ask_pair(game, question, ends, from, to)
  local first, rest = ask_end(game, question, 1, ends), {}
  if not first then return end
  for _, road_end in ipairs(ends) do
    local is_same = first == from and road_end == to or first == to and road_end == from
    if road_end ~= first and not is_same then rest[#rest + 1] = road_end end
  end
  return first, #rest == 1 and rest[1] or ask_end(game, question, 2, rest)
end

-- A ferry of the stock goes on the lake that was just placed and joins two of its road ends.
local function launch(game)
  local tile = game.turn.tile
  local ends, from = road_ends(game, tile)
  if from or #ends < 2 then return end
  local first, second = ask_pair(game, { verb = "ferry", tile = tile, why = "the lake needs a ferry" }, ends)
  local ferry = game:figures({ kind = "ferry", zone = "supply" })[1]
  if ferry then game:move(ferry, tile:segments(lakes)[1], "ferry") end
  game:join(first, second, "ferry")
end

-- The road segments that a road leads to from one of its segments: across the sides of its tile, or through a link.
local function beyond(game, segment)
  local tile, list = segment.tile, segment:links()
  for _, side in ipairs(beside) do
    local neighbour = tile:at(side[1]) == segment and game:cell(tile.x + side[2], tile.y + side[3]).tile
    local across = neighbour and neighbour:at(side[4])
    if across and across.feature == segment.feature then list[#list + 1] = across end
  end
  return list
end

-- Follows a road away from a segment, in each direction up to the first ferry, and lists the tiles with these ferries.
local function follow(game, segment, seen, found)
  for _, next_one in ipairs(beyond(game, segment)) do
    if not seen[next_one] then
      seen[next_one] = true
      local tile = next_one.tile
      if #tile:segments(lakes) == 0 or not partner(next_one) then
        follow(game, next_one, seen, found)
      elseif not seen[tile] then
        seen[tile], found[#found + 1] = true, tile
      end
    end
  end
end

-- The nearest ferries along the roads that the tile just placed extends, one in each direction; not the tile's own.
local function nearest(game)
  local seen, found, own = {}, {}, game.turn.tile:segments(roads)
  for _, road in ipairs(own) do seen[road] = true end
  for _, road in ipairs(own) do follow(game, road, seen, found) end
  return found
end

-- A figure that is no follower, like a builder, goes home if the ferry leaves it without a follower of its owner.
local function send_lonely(game, road)
  for _, figure in ipairs(road:figures()) do
    local owner = figure.owner
    if owner and not figure.follower and #road:figures({ owner = owner, group = "follower" }) == 0 then
      game:move(figure, figure:home(), "alone")
    end
  end
end

-- A ferry may be moved to any other pair of road ends of its lake. Roads that were scored stay as they are.
local function sail(game, tile)
  local ends, from, to = road_ends(game, tile)
  if #ends < 3 then return end
  local question = { verb = "sail", tile = tile, why = "your tile extends its road", optional = true }
  local first, second = ask_pair(game, question, ends, from, to)
  if not first then return end
  game:split(from, to, "ferry")
  game:join(first, second, "ferry")
  for _, road_end in ipairs({ from, to }) do send_lonely(game, road_end.feature) end
end

ferries.phases = {
  -- After the action with wood and before anything is scored, whoever placed a lake must put a ferry on it. It joins two
  -- of the road ends, wherever thieves stand; the others end at the lake.
  ferry = { chain = "part", after = "deploy", when = { kind = "ferry-lake" }, run = launch },

  -- Then, if the tile extends a road with ferries of other tiles, its player may move the nearest one in each direction,
  -- each of them once. What is complete by it is scored with the rest.
  sail = { chain = "part", after = "ferry", when = { kind = "road", standing = "ferry" }, run = function(game)
    for _, tile in ipairs(nearest(game)) do sail(game, tile) end
  end },
}

return ferries
