-- The Count of Carcassonne. The block of the start, the quarters as places for followers and the Count are data in the manifest.
local count = {}

local quarters = { "castle", "blacksmith", "cathedral", "market" }
local kinds_served = { "city", "road", "cloister", "field" }
local kinds_with_lakes = { "city", "road", "cloister", "field", "lake" }
local serves = {
  city = "castle", road = "blacksmith", cloister = "cathedral", garden = "cathedral", field = "market", lake = "market",
}
local leads_to = { castle = "city", blacksmith = "road", cathedral = "cloister", market = "field" }
-- From each quarter the Count goes to the next one clockwise.
local clockwise = { castle = "market", market = "blacksmith", blacksmith = "cathedral", cathedral = "castle" }
local standard, prickett = { count_variant = "standard" }, { count_variant = "prickett" }

-- Whether a follower goes to the quarter that serves a kind of feature; to the market also where there are no farmers.
local function is_for(game, figure, kind)
  local no_farmers = kind == "field" and game:option("farmers") == "off"
  return figure:may_stand(no_farmers and "road" or kind)
end

-- The kinds of followers that a player has in a place and that may stand on a kind of feature, each once.
local function kinds_in(game, player, zone, on)
  local kinds, seen = {}, {}
  for _, figure in ipairs(game:figures({ owner = player, group = "follower", zone = zone })) do
    if not seen[figure.kind] and is_for(game, figure, on) then
      seen[figure.kind] = true
      kinds[#kinds + 1] = figure.kind
    end
  end
  return kinds
end

local function leave(game, player, zone, kind, to, cause)
  game:move(game:figures({ owner = player, kind = kind, zone = zone })[1], to, cause)
end

local function is_counts(game, quarter) return game:figure("count").zone == game:zone(quarter) end

-- The tile on which nobody may stand, because the dragon does.
local function dragons_tile(game)
  return game:plays("princess-and-dragon") and game:figure("dragon").tile or nil
end

-- Where to stand on a feature without sharing a tile with the dragon; nothing if there is no such place.
local function spot(feature, dragons)
  if not dragons then return feature end
  for _, segment in ipairs(feature:segments()) do
    if segment.tile ~= dragons then return segment end
  end
end

-- The features of a kind that are not complete and have such a place.
local function open_features(game, kind, dragons)
  local all = game:features({ kind = kind, complete = false })
  if not dragons then return all end
  local crowded, open = {}, {}
  for _, feature in ipairs(dragons:features({ kind = kind })) do crowded[feature] = true end
  for _, feature in ipairs(all) do
    if not crowded[feature] or spot(feature, dragons) then open[#open + 1] = feature end
  end
  return open
end

-- Whether followers from a quarter may go to a kind of feature: to farms only where there are farmers.
local function is_served(game, kind) return serves[kind] and (kind ~= "field" or game:option("farmers") == "on") end

-- The Count begins in the castle.
local function begin(event)
  event.game:move("count", event.game:zone("castle"))
end

-- Before a majority is counted, the next player first and the active one last, followers may leave the quarter that serves the
-- feature, unless the Count is there.
local function redeploy(game, feature)
  local quarter = serves[feature.kind]
  if is_counts(game, quarter) then return end
  local zone, place = game:zone(quarter), spot(feature, dragons_tile(game))
  if not place then return end
  for _, player in ipairs(game:order(game:after(game.turn.player))) do
    local kinds = kinds_in(game, player, zone, feature.kind)
    while #kinds > 0 do
      local kind = game:ask({
        player = player, verb = "join", about = feature, why = "it is scored next", options = kinds, optional = true,
      })
      if not kind then break end
      leave(game, player, zone, kind, place, "join")
      kinds = kinds_in(game, player, zone, feature.kind)
    end
  end
end

-- Followers of these kinds, each with each of these places.
local function pairs_of(kinds, places)
  local all = {}
  for _, kind in ipairs(kinds) do
    for _, place in ipairs(places) do all[#all + 1] = { figure = kind, at = place } end
  end
  return all
end

local function zones(game, except)
  local all = {}
  for _, name in ipairs(quarters) do
    local zone = game:zone(name)
    if zone ~= except then all[#all + 1] = zone end
  end
  return all
end

-- A follower with each of these quarters that it goes to.
local function ways_in(game, figure, places)
  local all = {}
  for _, zone in ipairs(places) do
    if is_for(game, figure, leads_to[zone.name]) then all[#all + 1] = { figure = figure.kind, at = zone } end
  end
  return all
end

-- The same for each kind of follower that a player has in supply.
local function entries(game, player, places)
  local all, seen = {}, {}
  for _, figure in ipairs(game:figures({ owner = player, group = "follower", zone = "supply" })) do
    for _, entry in ipairs(seen[figure.kind] and {} or ways_in(game, figure, places)) do all[#all + 1] = entry end
    seen[figure.kind] = true
  end
  return all
end

-- The next quarter clockwise; the castle, if another rule took the Count out of the city.
local function next_quarter(zone) return tostring(zone) == "zone" and clockwise[zone.name] or "castle" end

-- The Count goes to another quarter, as the player says, or the die, or clockwise to the next one.
local function move_count(game, player)
  local figure, how = game:figure("count"), game:option("count_move")
  if how ~= "choice" then
    local quarter = how == "d4" and quarters[game:roll(4)] or next_quarter(figure.zone)
    return game:move(figure, game:zone(quarter), "count")
  end
  local to = game:ask({
    player = player, verb = "count", about = figure, why = "nobody leaves the quarter of the Count", optional = true,
    options = zones(game, figure.zone),
  })
  if to then game:move(figure, to, "count") end
end

-- Whoever placed a tile with which only others scored may send a follower into a quarter, and then move the Count.
local function enter(game)
  local player, state = game.turn.player, game.state
  if game:plays("alternate-rivers") and game:left("citadel") > 0 then return end -- the city is not founded yet
  if not game:option("count_per_part") and state.entered == game.turn.number then return end
  local ways = entries(game, player, zones(game))
  if #ways == 0 then return end
  local why = "others scored by this tile and " .. player.name .. " did not"
  local entry = game:ask({ player = player, verb = "enter", why = why, optional = true, options = ways })
  if not entry then return end
  state.entered = game.turn.number
  game:move(game:ready(player, entry.figure), entry.at, "enter")
  move_count(game, player)
end

local function ways_out(game, player)
  local ways, market_only, dragons = {}, game:option("count_final") == "market-only", dragons_tile(game)
  for _, kind in ipairs(game:plays("lakes-and-fishermen") and kinds_with_lakes or kinds_served) do
    local quarter = serves[kind]
    local may_leave = is_served(game, kind) and (kind == "field" or not market_only) and not is_counts(game, quarter)
    local kinds = may_leave and kinds_in(game, player, game:zone(quarter), kind) or {}
    if #kinds > 0 then
      for _, way in ipairs(pairs_of(kinds, open_features(game, kind, dragons))) do ways[#ways + 1] = way end
    end
  end
  return ways
end

-- When the game ends, followers may leave their quarters: from the market to any farm, from the others to unfinished features.
local function join_at_the_end(game)
  for _, player in ipairs(game:order(game:after(game.turn.player))) do
    repeat
      local ways = function() return ways_out(game, player) end
      local join = game:ask({ player = player, verb = "join", why = "the game ends", options = ways, optional = true })
      if join then
        leave(game, player, game:zone(serves[join.at.kind]), join.figure, spot(join.at, dragons_tile(game)), "join")
      end
    until not join
  end
end

count.on_setup = { { when = { option = standard }, run = begin } }
count.on_complete = {}
for _, kind in ipairs(kinds_served) do
  local when = { kind = kind, figures = { group = "follower", zone = serves[kind] }, option = standard }
  count.on_complete[#count.on_complete + 1] = { when = when, run = function(event) redeploy(event.game, event.feature) end }
end

-- Other sets may have features that a quarter serves: they say when one is scored.
count.rules = { ["count.redeploy"] = function(game, feature)
  if game:option("count_variant") == "standard" then redeploy(game, feature) end
end }

count.phases = {
  enter = { chain = "part", after = "score", when = { earned = "others", option = standard }, run = enter },
  join = { chain = "end", before = "features", when = { zone = quarters, option = standard }, run = join_at_the_end },
}

-- The dragon may fly over the outer tiles of the city or not at all, and never over the two in its middle.
count.overrides = {
  ["dragon.barred"] = { with = "princess-and-dragon", run = function(game)
    local middle = game:option("dragon_carcassonne") == "around" and { "06", "07" } or nil
    return game:tiles({ set = "count", id = middle })
  end },
}

-- ---- Prickett's variant ---------------------------------------------------------------------------------------------------

-- All followers begin in the city, at least one in each quarter; the Count begins in the market.
count.on_setup[2] = { when = { option = prickett }, run = function(event)
  local game = event.game
  game:move("count", game:zone("market"))
  for _, player in ipairs(game.players) do
    local all = entries(game, player, zones(game))
    while #all > 0 do
      local left, empty = #game:figures({ owner = player, group = "follower", zone = "supply" }), {}
      for _, zone in ipairs(zones(game)) do
        if #game:figures({ owner = player, zone = zone }) == 0 then empty[#empty + 1] = zone end
      end
      -- Whoever may stand in few places has no choice.
      local first = #empty < left and all or entries(game, player, empty)
      local options = #first > 0 and first or all
      local entry = game:ask({ player = player, verb = "enter", why = "the game begins", options = options })
      game:move(game:ready(player, entry.figure), entry.at, "enter")
      all = entries(game, player, zones(game))
    end
  end
end }

-- What a player may deploy on the tile just placed: from the quarter that serves it, unless the Count is there. A portal leads
-- everywhere and does not heed the Count.
local function deployments(game, player)
  local options, tile, dragons = {}, game.turn.tile, dragons_tile(game)
  local is_portal = game:plays("princess-and-dragon") and tile:has("portal")
  local function offer(segment)
    local quarter = serves[segment.kind]
    if not is_served(game, segment.kind) or segment.feature.occupied or segment.tile == dragons then return end
    if not is_portal and is_counts(game, quarter) then return end
    for _, kind in ipairs(kinds_in(game, player, game:zone(quarter), segment.kind)) do
      options[#options + 1] = { figure = kind, at = segment }
    end
  end
  for _, segment in ipairs(tile:segments()) do offer(segment) end
  for _, feature in ipairs(is_portal and game:features({ complete = false, occupied = false }) or {}) do
    for _, segment in ipairs(feature:segments()) do
      if segment.tile ~= tile then offer(segment) end
    end
  end
  return options
end

local function deploy(game, player, choice)
  leave(game, player, game:zone(serves[choice.at.kind]), choice.figure, choice.at, "deploy")
  game.state.deployed = game.turn.number * 100 + game.turn.part
end

count.options = { when = { placing = false, option = prickett }, run = function(decision)
  decision:offer("deploy", deployments(decision.game, decision.player))
end }
count.verbs = { deploy = function(game, choice) deploy(game, game.turn.player, choice) end }

-- If the placer deploys nobody, the others may, in turn; the first who does ends it.
count.phases.others_deploy = { chain = "part", after = "deploy", when = { option = prickett }, run = function(game)
  local state, turn = game.state, game.turn
  for _, player in ipairs(game:order(game:after(turn.player))) do
    if player == turn.player or state.deployed == turn.number * 100 + turn.part then return end
    local options = deployments(game, player)
    local choice = #options > 0
      and game:ask({
        player = player,
        verb = "deploy",
        about = turn.tile,
        why = "whoever placed the tile deployed nobody",
        options = options,
        optional = true,
      })
    if choice then deploy(game, player, choice) end
  end
end }

-- A follower that comes home goes to a quarter of its owner's choice.
count.on_move = { when = { option = prickett }, run = function(move)
  local game, figure = move.game, move.figure
  if game.ending or not figure.follower or figure.zone ~= figure:home() then return end
  local options = ways_in(game, figure, zones(game))
  if #options == 0 then return end
  local entry = game:ask({ player = figure.owner, verb = "enter", why = "it came home", about = figure, options = options })
  game:move(figure, entry.at, "enter")
end }

-- Every completed feature makes the Count move by the die.
count.on_scored = { when = { option = prickett }, run = function(event)
  local game = event.game
  game:move("count", game:zone(quarters[game:roll(4)]), "count")
end }

return count
