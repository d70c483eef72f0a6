-- Bridges, Castles & Bazaars. The marks, what everyone has, the bridge as a form of road and the castle as a kind of
-- feature are data in the manifest.
local set = { phases = {}, verbs = {} }
local followers, lords = { group = "follower" }, { group = "follower", on = "castle" }

-- The tile that a player bought and has not placed yet.
local function bought_by(game, player) return game:tiles({ zone = game:zone("bought", player) })[1] end
local function has_bought(game, player) return game:left(game:zone("bought", player)) > 0 end

-- Whether a tile that somebody bought is still to be placed.
local function is_sale_open(game)
  for _, player in ipairs(game.players) do
    if has_bought(game, player) then return true end
  end
  return false
end

-- ---- Bridges --------------------------------------------------------------------------------------------------------

-- A bridge is a straight road over a tile, from meadow to meadow. It parts nothing and disturbs nobody. A tile may be
-- placed where it fits only with a bridge over it, or over one neighbour whose other side is free. No tile ever has two
-- bridges, and nobody builds two in a part: whoever has fewer than when the part began has built one.
local a_bridge = { token = "bridge" }
set.phases.bridges = { chain = "part", before = "draw", when = a_bridge, note = "bridge", under = "bridges" }

-- Offers to build a bridge over one of these tiles.
local function offer(decision, tiles)
  local game, forms = decision.game, {}
  if game:tokens(decision.player, "bridge") < (game.state.bridges or 0) then return end
  for _, tile in ipairs(tiles) do
    for _, form in ipairs(tile:forms("bridge")) do forms[#forms + 1] = form end
  end
  decision:offer("build", forms, { free = true })
end

-- A bridge may also be built after placing, beside the action with wood: over the new tile, if the cells at both ends
-- are free, or by an option over a tile at one of its sides.
set.options = {
  { when = { placing = false, token = "bridge", forms = "bridge", option = { bridge_where = "new-tile" } },
    run = function(decision) offer(decision, { decision.tile }) end },
  { when = { placing = false, token = "bridge", option = { bridge_where = "new-or-neighbour" } },
    run = function(decision)
      local tile = decision.tile
      if tile then offer(decision, { tile, table.unpack(tile:neighbours()) }) end
    end },
}

function set.verbs.build(game, form)
  game:build(form)
  game:give(game.turn.player, "bridge", -1)
end

-- ---- Castles --------------------------------------------------------------------------------------------------------

-- Tiles whose city with one side is not a plain cap.
local cut = {
  ["cap-road-cut"] = true, ["cap-cut"] = true, ["princess-cap-corner-p"] = true, ["cap-cut-vineyard"] = true,
  ["opposite-caps-cut-vineyard"] = true, ["straight-cap-p"] = true, ["cap-p-3fields"] = true,
}

-- Whether a city is small: two tiles, a plain cap on each.
local function is_small(city)
  if city.size ~= 2 then return false end
  for _, cap in ipairs(city:segments()) do
    if #cap.halves ~= 2 or cut[cap.tile.id:match("^[^+]+")] then return false end
  end
  return true
end

-- The only follower in a small city, who can become its lord. A mayor cannot.
local function heir(city)
  local knights = is_small(city) and city:figures(followers) or {}
  if #knights == 1 and knights[1].kind ~= "mayor" then return knights[1] end
end

-- The small city becomes a castle: a token lies there, beside the lord, to the end of the game.
local function found(game, city, lord)
  local state, fresh, caps = game.state, { table.unpack(game.state.fresh or {}) }, city:segments()
  game:turn_into(city, "castle", "castle")
  if game:plays("traders-and-builders") then game:rule("goods.take", game.turn.player, city) end
  game:give(caps[1] == lord.segment and caps[2] or caps[1], "castle", 1, lord.owner)
  fresh[#fresh + 1] = lord.number
  state.fresh, state.castles = fresh, true
end

local held_cities = { kind = "city", complete = true, occupied = true }

-- When a small city with exactly one follower has just been completed, whoever owns the follower may make it a castle
-- before anything is scored, the active player first. The city is not scored, and the follower stays as its lord.
set.phases.found = { chain = "part", before = "score", when = { features = held_cities }, run = function(game)
  local cities = game.turn.tile:features(held_cities)
  for _, player in ipairs(#cities > 0 and game:order(game.turn.player) or {}) do
    for _, city in ipairs(cities) do
      local lord = city.kind == "city" and heir(city)
      if lord and lord.owner == player and game:tokens(player, "castle") > 0 then
        local chosen = game:ask({
          player = player, verb = "found", about = city, why = "a small city with one follower is complete",
          optional = true, options = { { target = city, label = "instead of " .. city:sheet().total .. " points" } },
        })
        if chosen then found(game, city, lord) end
      end
    end
  end
end }

-- The fief of a castle: its two tiles, and for each of them the two cells at the long sides of the pair.
local function fief(game, castle)
  local caps, cells = castle:segments(), {}
  local is_upright = caps[1].tile.x == caps[2].tile.x
  local dx, dy = is_upright and 1 or 0, is_upright and 0 or 1
  for _, cap in ipairs(caps) do
    for step = -1, 1 do cells[#cells + 1] = game:cell(cap.tile.x + step * dx, cap.tile.y + step * dy) end
  end
  return cells
end

-- Whether a feature has a tile in the fief of a castle.
local function is_beside(game, castle, feature)
  for _, cell in ipairs(fief(game, castle)) do
    for _, other in ipairs(cell.tile and cell.tile:features() or {}) do
      if other == feature then return true end
    end
  end
  return false
end

-- The lords whose castles were not founded in this part: what the same tile completes does not count for new ones.
local function old_lords(game)
  local fresh, found_before = {}, {}
  for _, number in ipairs(game.state.fresh or {}) do fresh[number] = true end
  for _, lord in ipairs(game:figures(lords)) do
    if not fresh[lord.number] then found_before[#found_before + 1] = lord end
  end
  return found_before
end

local earned_from = { road = true, city = true, cloister = true, garden = true, shrine = true }

-- A lord earns what the next road, city, cloister or garden completed with a tile in the fief is worth, whoever scores
-- it; if nobody does, what it would be worth to somebody.
set.on_scored = { when = { figures = lords }, run = function(event)
  local game, feature = event.game, event.feature
  if not earned_from[feature.kind] then return end
  local due, worth = { table.unpack(game.state.due or {}) }, nil
  for _, lord in ipairs(old_lords(game)) do
    if is_beside(game, lord.feature, feature) then
      worth = worth or (event.sheet or feature:sheet({ complete = true })).total
      due[#due + 1] = { lord = lord.number, worth = worth }
    end
  end
  if worth then game.state.due = due end
end }

-- What a lord earns of several features: the best of them, or the one that its player names.
local function choose(game, lord, worths)
  table.sort(worths, function(a, b) return a > b end)
  if worths[1] == worths[#worths] or game:option("castle_choice") == "best" then return worths[1] end
  local why = "several features beside the castle were completed at once"
  return game:ask({ player = lord.owner, verb = "earn", about = lord.feature, why = why, options = worths })
end

-- What each lord earns from features, in turn order.
local function earnings(game, due)
  local worths, earned = {}, {}
  for _, one in ipairs(due) do
    local lord = game:figure(one.lord)
    worths[lord] = worths[lord] or {}
    table.insert(worths[lord], one.worth)
  end
  for _, player in ipairs(game:order(game.turn.player)) do
    for _, lord in ipairs(old_lords(game)) do
      if lord.owner == player and worths[lord] then earned[lord] = choose(game, lord, worths[lord]) end
    end
  end
  return earned
end

-- A castle that scores is a feature too: it brings its own worth to every castle in whose fief it lies, and so on.
local function spread(game, earned)
  local old = old_lords(game)
  repeat
    local is_over = true
    for _, from in ipairs(old) do
      for _, to in ipairs(old) do
        if (earned[to] or -1) < (earned[from] or -1) and is_beside(game, to.feature, from.feature) then
          earned[to], is_over = earned[from], false
        end
      end
    end
  until is_over
end

-- After the features of a part the castles score: each lord gets what he earned and goes home. The empty castle stays.
set.phases.fiefs = { chain = "part", after = "score", when = { state = { "due", "fresh" } }, run = function(game)
  local state = game.state
  local earned = earnings(game, state.due or {})
  spread(game, earned)
  for _, lord in ipairs(old_lords(game)) do
    if earned[lord] then
      state.worth = earned[lord]
      -- Another rule may have brought him to a castle that has scored before.
      if not lord.feature.scored then game:score_feature(lord.feature, { winners = { lord.owner }, home = false }) end
      game:move(lord, lord:home(), "castle")
    end
  end
  state.due, state.fresh, state.worth = nil, nil, nil
end }

set.on_score = {
  { when = { kind = "castle", state = "worth" },
    run = function(score) score:add(score.game.state.worth, "fief") end },

  -- For farms a castle is a complete city that is worth one point more.
  { when = { kind = "field", state = "castles" }, run = function(score)
    local near = score.neighbour
    local castles = near and (near.kind == "castle" and 1 or 0) or #score.feature:neighbours("castle")
    if castles > 0 then score:add(castles, "castle") end
  end },
}

set.overrides = {
  -- For a barn too.
  ["barn.extra"] = { with = "abbey-and-mayor", run = function(_, field) return #field:neighbours("castle") end },
  -- Bought tiles are placed before abbeys, except for the abbey of a second part.
  ["abbey.waits"] = { with = "abbey-and-mayor", run = function(game) return is_sale_open(game) end },
}

-- A lord who is left at the end of the game gets nothing.
set.phases.idle_lords = { chain = "end", before = "features", when = { figures = lords }, run = function(game)
  for _, lord in ipairs(game:figures(lords)) do game:move(lord, lord:home(), "castle") end
end }

-- Neither the dragon nor a tower takes a lord.
set.can_move = { when = { cause = { "dragon", "capture" }, kind = "castle" },
  run = function() return false, "a lord is safe in the castle" end }

-- ---- Bazaars --------------------------------------------------------------------------------------------------------

-- A bazaar tile calls for a bazaar at the end of the turn, unless tiles of another one are still to be placed.
set.on_place = { when = { tag = "bazaar" }, run = function(placed)
  if not is_sale_open(placed.game) then placed.game.state.bazaar = true end
end }

-- The tile that a player chooses from those for sale.
local function pick(game, player, verb)
  local tiles = game:tiles({ zone = "bazaar" })
  return game:ask({ player = player, verb = verb, why = #tiles .. " tiles are for sale", options = tiles })
end

-- A bid of a player, higher than the one so far; nil for a pass. Who offers the tile must bid, if only 0.
local function ask_bid(game, player, tile, above, why)
  local bids = { above + 1, game:option("bazaar_debt") and 32767 or math.max(player.points, 0) }
  return game:ask({ player = player, verb = "bid", about = tile, why = why, range = bids, optional = above >= 0 })
end

-- The highest bid of an auction would be due if the game ended now.
set.phases.standing_bid = { chain = "end", before = "features", when = { state = "bid" }, run = function(game)
  local bid = game.state.bid
  game:score(game.players[bid.seat], -bid.points, "bazaar")
end }

-- If somebody bid more than whoever offered the tile, that player says who of the two pays the bid and has the tile.
local function settle(game, tile, offerer, bidder, bid)
  if bidder == offerer then
    if bid > 0 then game:score(offerer, -bid, "bazaar") end
    return offerer
  end
  local may_buy, gets = game:option("bazaar_debt") or offerer.points >= bid, " pays " .. bid .. " and has the tile"
  local buy, sell = { target = "buy", label = offerer.name .. gets }, { target = "sell", label = bidder.name .. gets }
  local options, why = may_buy and { sell, buy } or { sell }, bidder.name .. " bids " .. bid
  local is_sold = game:ask({ player = offerer, about = tile, why = why, options = options }) == sell
  game:score(offerer, is_sold and bid or -bid, "bazaar")
  game:score(bidder, is_sold and -bid or bid, "bazaar")
  return is_sold and bidder or offerer
end

-- A player offers a tile and bids for it. Then everyone else who has no tile yet, in turn order, once, bids more or
-- passes. Returns the tile and who gets it.
local function auction(game, offerer)
  local tile = pick(game, offerer, "offer")
  local bidder, bid = offerer, ask_bid(game, offerer, tile, -1, "everyone else may bid more")
  for _, player in ipairs(game:order(offerer)) do
    if player ~= offerer and not has_bought(game, player) then
      game.state.bid = { seat = bidder.seat, points = bid }
      local higher = ask_bid(game, player, tile, bid, bidder.name .. " bids " .. bid)
      if higher then bidder, bid = player, higher end
    end
  end
  game.state.bid = { seat = bidder.seat, points = bid }
  local buyer = settle(game, tile, offerer, bidder, bid)
  game.state.bid = nil
  return tile, buyer
end

-- The next player in turn order who has no tile yet.
local function next_buyer(game, player)
  for _, other in ipairs(game:order(game:after(player))) do
    if not has_bought(game, other) then return other end
  end
end

-- A bought tile is what its owner draws in the next turn: it goes on top of the pile, or to the hand.
set.phases.take_up = { chain = "part", before = "draw", when = { zone = "bought" }, run = function(game)
  local state, turn = game.state, game.turn
  local tile, hand = bought_by(game, turn.player), game:zone("hand", turn.player)
  if state.called == turn.player.seat then state.called = nil end
  if not tile or turn.part > 1 or not turn.draws then return end
  if game:left(hand) > 0 then game:move(tile, hand) else game:move(tile, game:zone("pile"), { at = "top" }) end
end }

-- The game goes on until the bought tiles are placed: when no other tile is left, the next player whose bought tile
-- fits has a turn, and one that fits nowhere is discarded.
local function go_on(game)
  local state, line = game.state, game:order(game:after(game.turn.player))
  if state.called or game:left() > 0 or game:left(game:zone("hand", line[1])) > 0 then return end
  for _, player in ipairs(line) do
    local tile = bought_by(game, player)
    if tile and #game:fits(tile, nil, player) > 0 then
      state.called = player.seat
      return game:extra_turn(player, { why = "bazaar" })
    end
    if tile then game:move(tile, game:zone("out")) end
  end
end
set.phases.go_on = { chain = "turn", before = "end", when = { zone = "bought" }, run = go_on }

-- At the end of the turn as many tiles as there are players are drawn; with too few there is no bazaar. The next player
-- offers one of them and bids, then everyone without a tile may bid more, once. A highest bid of one's own is paid to
-- nobody; for another one the offerer buys the tile from its bidder, or sells it. The next player without a tile offers
-- the next one, and the last tile is free. Without an auction everyone takes a tile.
set.phases.bazaar = { chain = "turn", before = "end", when = { state = "bazaar" }, run = function(game)
  local player, count = game.turn.player, #game.players
  game.state.bazaar = nil
  if game:left() < count then return end
  for _ = 1, count do game:draw("pile", "bazaar") end
  for left = count, 1, -1 do
    player = next_buyer(game, player)
    local tile, buyer = game:tiles({ zone = "bazaar" })[1], player
    if left > 1 and game:option("bazaar_auction") then
      tile, buyer = auction(game, player)
    elseif left > 1 then
      tile = pick(game, player, "pick")
    end
    game:move(tile, game:zone("bought", buyer))
  end
  go_on(game)
end }

return set
