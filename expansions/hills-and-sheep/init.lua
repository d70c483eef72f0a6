-- Hills & Sheep. The marks on the tiles, the bag, the flocks and the shepherds are data in the manifest.
local hills = {}
local shepherds, followers = { kind = "shepherd" }, { group = "follower" }
local fields, vineyards = { kind = "field" }, { tag = "vineyard" }

-- ---- Hills ----------------------------------------------------------------------------------------------------------

-- With a hill, the next tile of the pile goes under it, unseen, and is out of the game. If the pile is empty there is
-- none.
local function dig(event)
  event.game:draw("pile", "hills")
end

-- A mayor in a city without a pennant weighs nothing, so he does not stand on a hill either.
local function weighs(figure)
  return figure.kind ~= "mayor" or figure.feature:tag("pennant") > 0
end

-- How many followers each player has on hills, among those by whom the features are won.
local function on_hills(features)
  local count = {}
  for _, feature in ipairs(features) do
    for _, figure in ipairs(feature:figures(followers)) do
      if figure.tile:has("hill") and weighs(figure) then count[figure.owner] = (count[figure.owner] or 0) + 1 end
    end
  end
  return count
end

-- If players are tied for a feature, those of them with a follower of that feature on a hill tile win it, or those with
-- the most there.
hills.on_winners = { when = { tied = true }, run = function(winners)
  local tied = winners.players
  local count, most = on_hills(winners.features), 0
  for _, player in ipairs(tied) do most = math.max(most, count[player] or 0) end
  if winners.game:option("hill_tiebreak") == "presence" then most = math.min(most, 1) end
  for _, player in ipairs(tied) do
    if (count[player] or 0) < most then winners:remove(player, "hill") end
  end
end }

-- ---- Vineyards ------------------------------------------------------------------------------------------------------

-- A complete cloister is worth three points more for each vineyard on the eight tiles around it.
local function drink(score)
  local count = 0
  for _, segment in ipairs(score.feature:segments()) do count = count + #segment.tile:around(vineyards) end
  if count > 0 then score:add(3 * count, "vineyard") end
end

local of_gardens = { vineyard_gardens = true }
hills.on_score = {
  { when = { kind = "cloister", complete = true }, run = drink },
  { when = { kind = "garden", complete = true, plays = { abbot = true }, option = of_gardens }, run = drink },
}

-- ---- Shepherds ------------------------------------------------------------------------------------------------------

local worth = { ["one-sheep"] = 1, ["two-sheep"] = 2, ["three-sheep"] = 3, ["four-sheep"] = 4 }

-- Whether a shepherd is in a field.
local function is_herding(shepherd) return shepherd.feature ~= nil and shepherd.feature.kind == "field" end

-- How many sheep lie with a shepherd.
local function count_sheep(game, shepherd)
  local sheep = 0
  for _, token in ipairs(game:tokens(shepherd)) do
    sheep = sheep + game:tokens(shepherd, token) * (worth[token] or 0)
  end
  return sheep
end

-- The players who have a shepherd in a field, and the sheep of all of them.
local function flocks(game, field)
  local players, sheep, seen = {}, 0, {}
  for _, shepherd in ipairs(field:figures(shepherds)) do
    local owner = shepherd.owner
    sheep = sheep + count_sheep(game, shepherd)
    if not seen[owner] then seen[owner], players[#players + 1] = true, owner end
  end
  return players, sheep
end

-- All shepherds of a field go home.
local function disperse(game, field, why)
  for _, shepherd in ipairs(field:figures(shepherds)) do game:move(shepherd, shepherd:home(), why) end
end

-- A token is drawn for a shepherd: sheep join his flock, a wolf sends all shepherds of the field home.
local function grow(game, shepherd)
  if game:draw("sheep-bag", shepherd) == "wolf" then disperse(game, shepherd.feature, "wolf") end
end

-- Everyone with a shepherd in the field gets a point for each sheep of all flocks there; the shepherds go home.
local function gather(game, field)
  local players, sheep = flocks(game, field)
  for _, player in ipairs(players) do
    if sheep > 0 then game:score(player, sheep, "sheep", { earned = true }) end
  end
  disperse(game, field, "gather")
end

-- A shepherd goes to a field without a shepherd; farmers do not matter to him, nor he to them. Fields with a shepherd
-- each may become one field later.
hills.can_move = { when = { figure = "shepherd", meets = "shepherd" }, run = function()
  return false, "a shepherd is in this field"
end }

hills.on_move = {
  -- A shepherd who comes to a field draws a token at once: sheep are his flock, a wolf sends him home. In a field that
  -- is closed he gathers them at once.
  { when = { figure = "shepherd", enters = "field" }, run = function(moved)
    local game, shepherd, field = moved.game, moved.figure, moved.figure.feature
    if not is_herding(shepherd) then return end
    grow(game, shepherd)
    if field.open == 0 then gather(game, field) end
  end },

  -- When a shepherd leaves his field, for whatever reason, his tokens go back into the bag.
  { when = { figure = "shepherd", leaves = "field" }, run = function(moved)
    local game, flock = moved.game, moved.figure
    for _, token in ipairs(game:tokens(flock)) do game:give("sheep-bag", token, game:tokens(flock, token), flock) end
  end },
}

hills.on_place = {
  { when = { tag = "hill", option = { hill_tile = "on-placing" } }, run = dig },

  -- A tile may extend the field of its player's shepherd, and close a field with a shepherd: no side of it is open.
  { when = { figure = "shepherd" }, run = function(placed)
    local state = placed.game.state
    for _, field in ipairs(placed.tile:features(fields)) do
      for _, shepherd in ipairs(field:figures(shepherds)) do
        if shepherd.owner == placed.player then state.tended = shepherd.number end
        if field.open == 0 then state.closed = true end
      end
    end
  end },

  -- An abbey may close the fields around it, without a field of its own.
  { when = { tag = "abbey", plays = { ["abbey-and-mayor"] = true } }, run = function(placed)
    placed.game.state.closed = true
  end },
}
hills.on_draw = { when = { tag = "hill", option = { hill_tile = "on-drawing" } }, run = dig }

-- What a tile brings is due in its own turn, even if a rule placed the tile late.
hills.on_turn = { when = { state = { "tended", "closed" } }, forget = { "tended", "closed" } }

-- What the two choices bring, in words.
local function choices(game, shepherd)
  local players, sheep = flocks(game, shepherd.feature)
  local risk = "one of " .. game:left("sheep-bag") .. " tokens; a wolf ends every flock of the field"
  local gain = sheep .. " sheep" .. (#players > 1 and ", for each of " .. #players .. " players" or "")
  return { { target = "grow", label = risk }, { target = "gather", label = gain } }
end

hills.phases = {
  -- Whoever extends the field of a shepherd of their own must, after the action with wood, let the flock grow or gather
  -- it. To grow, a token is drawn: sheep join the flock, a wolf sends all shepherds of the field home. To gather,
  -- everyone with a shepherd in the field gets a point for each sheep of all flocks there, and the shepherds go home.
  -- Sheep that are never gathered are worth nothing.
  tend = { chain = "part", after = "deploy", when = { state = "tended" }, run = function(game)
    local shepherd = game:figure(game.state.tended)
    game.state.tended = nil
    if not is_herding(shepherd) then return end
    local chosen = game:ask({
      player = shepherd.owner, about = shepherd.feature, why = "the tile extends the field of the shepherd",
      options = function() return choices(game, shepherd) end,
    })
    if chosen.target == "grow" then grow(game, shepherd) else gather(game, shepherd.feature) end
  end },

  -- When a field is closed, its flocks are gathered at once, whoever closed it.
  closed_fields = { chain = "part", after = "tend", when = { state = "closed" }, run = function(game)
    game.state.closed = nil
    for _, shepherd in ipairs(game:figures(shepherds)) do
      if is_herding(shepherd) and shepherd.feature.open == 0 then gather(game, shepherd.feature) end
    end
  end },
}

return hills
