-- Princess & Dragon. Dragon and fairy as figures that nobody owns, the marks on the tiles and the words are data in the manifest.
local pd = {}

-- A volcano calls the dragon at once, and the dragon tiles that were set aside are mixed into the pile.
pd.on_place = { when = { tag = "volcano" }, run = function(placed)
  local game = placed.game
  game:move("dragon", placed.tile, "volcano")
  game:merge()
end }

-- While the dragon is not on the board, a dragon tile is set aside and another one drawn.
pd.on_draw = { when = { tag = "dragon" }, run = function(drawn)
  if not drawn.game:figure("dragon").tile then drawn.game:set_aside() end
end }

-- Nobody shares a tile with the dragon; so nobody is deployed on a volcano that was just placed.
pd.can_move = { when = { with = "dragon" }, run = function()
  return false, "the dragon is there"
end }

pd.rules = {
  -- The tiles onto which the dragon may never go.
  ["dragon.barred"] = function() return {} end,

  -- One step of six, which a player chooses.
  ["dragon.step"] = function(game, player, tiles, dragon, step)
    local why = "whoever stands there goes home"
    return game:ask({ player = player, verb = "dragon", about = dragon, why = why, step = step, steps = 6, options = tiles })
  end,

  -- A journey: six steps, the players in turn, to no tile twice and never to the fairy. Whoever is met and is not nobody's goes
  -- home. Where there is no way on, the journey is over.
  ["dragon.journey"] = function(game)
    local dragon, players, closed = game:figure("dragon"), game:order(game.turn.player), {}
    local here, fairys = dragon.tile, game:figure("fairy").tile
    if fairys then closed[fairys] = true end
    for _, tile in ipairs(game:rule("dragon.barred")) do closed[tile] = true end
    for step = 1, 6 do
      closed[here] = true
      local free = {}
      for _, tile in ipairs(here:neighbours()) do
        if not closed[tile] then free[#free + 1] = tile end
      end
      if #free == 0 then return end
      here = game:rule("dragon.step", players[(step - 1) % #players + 1], free, dragon, step)
      local met = here:figures()
      game:move(dragon, here, "dragon")
      for _, figure in ipairs(met) do
        if figure.owner then game:move(figure, figure:home(), "dragon") end
      end
    end
  end,
}

-- A dragon tile is used like any other; then the dragon flies.
local function fly(game) game:rule("dragon.journey") end
pd.phases = {
  journey_before = { chain = "part", before = "score", run = fly,
    when = { tag = "dragon", standing = "dragon", option = { dragon_timing = "before-scoring" } } },
  journey_after = { chain = "part", after = "score", run = fly,
    when = { tag = "dragon", standing = "dragon", option = { dragon_timing = "after-scoring" } } },
}

local mine, any_follower, the_fairy = { owner = "active", group = "follower" }, { group = "follower" }, { kind = "fairy" }
local princesses = { tag = "princess" }
local of_tile, of_follower = { fairy_target = "tile" }, { fairy_target = "follower" }

-- The followers that the fairy stands with.
local function company(game)
  local tile = game:figure("fairy").tile
  if not tile then return {} end
  if game:option("fairy_target") == "tile" then return tile:figures(any_follower) end
  local charge = game.state.charge and game:figure(game.state.charge)
  return charge and charge.tile == tile and { charge } or {}
end

-- The players whose followers stand with the fairy on a feature.
local function protected(game, feature)
  local players, seen = {}, {}
  for _, figure in ipairs(company(game)) do
    local owner = figure.owner
    if figure.feature == feature and not seen[owner] then
      seen[owner] = true
      players[#players + 1] = owner
    end
  end
  return players
end

pd.options = {
  -- The fairy may go to any tile with a follower of one's own; or to any follower of one's own, on her tile too.
  { offer = "fairy", when = { placing = false, option = of_tile }, tiles = { with = mine, without = the_fairy } },
  { when = { placing = false, option = of_follower }, run = function(decision)
    local game, others = decision.game, {}
    for _, figure in ipairs(game:figures(mine)) do
      if figure.tile and figure.number ~= game.state.charge then others[#others + 1] = figure end
    end
    decision:offer("fairy", others)
  end },

  -- A portal leads to everything on the board that is neither complete nor occupied.
  { when = { placing = false, tag = "portal", option = { portal_special_figures = false } },
    deploy = { group = "follower", complete = false, elsewhere = true } },
  { when = { placing = false, tag = "portal", option = { portal_special_figures = true } },
    deploy = { complete = false, elsewhere = true } },

  -- A princess sends home one knight of her city, whoever owns it.
  { when = { placing = false, tag = "princess" }, run = function(decision)
    for _, segment in ipairs(decision.tile:segments(princesses)) do
      decision:offer("sendhome", segment.feature:figures(any_follower))
    end
  end },
}

pd.verbs = {
  fairy = {
    { when = { option = of_tile }, move = "fairy", why = "fairy" },
    { when = { option = of_follower }, run = function(game, follower)
      game:move("fairy", follower.tile, "fairy")
      game.state.charge = follower.number
    end },
  },
  sendhome = function(game, knight) game:move(knight, knight:home(), "princess") end,
}

-- A follower that left takes nothing of the fairy along.
pd.on_move = { when = { number = "charge", option = of_follower }, forget = "charge" }

-- Whether the princess of a tile found no knight in her city.
local function is_alone(tile)
  for _, segment in ipairs(tile:segments(princesses)) do
    if #segment.feature:figures(any_follower) > 0 then return false end
  end
  return true
end

pd.can_choose = {
  -- Where a princess finds a knight, one must leave, and nothing else may be done.
  { when = { placing = false, tag = "princess", option = { princess_action = "must" } },
    only = "sendhome", why = "a knight must leave the princess" },

  -- A volcano may forbid everything.
  { when = { placing = false, tag = "volcano", option = { volcano_blocks_wood = true } },
    only = "pass", why = "the volcano forbids it" },

  -- The fairy may have to move whenever no follower is deployed.
  { when = { placing = false, option = { fairy_must_move = true } }, run = function(decision, option)
    local is_enough = option.follower or option.verb == "fairy" or option.verb == "sendhome"
    if not is_enough and decision:has("fairy") then return false, "the fairy must move" end
  end },
}

-- Where she finds none, whoever does nothing with the tile may play another part of the turn instead; never a third.
pd.phases.alone = { chain = "part", after = "deploy",
  when = { acted = false, tag = "princess", option = { princess_empty_extra_tile = true } },
  run = function(game)
    local turn = game.turn
    if turn.part == 1 and is_alone(turn.tile) then game:extra_part("princess", true) end
  end }

local her_company = { with = { the_fairy, mine } }

-- A player whose follower stands with the fairy at the start of the turn gets one point.
pd.on_turn = {
  { when = { tiles = her_company, option = of_tile }, award = 1, why = "fairy" },
  { when = { tiles = her_company, option = of_follower }, run = function(turn)
    for _, figure in ipairs(company(turn.game)) do
      if figure.owner == turn.player then turn.game:score(turn.player, 1, "fairy") end
    end
  end },
}

-- Whose follower stands with the fairy on a feature that is scored gets three points, whoever wins it and even if it is worth
-- nothing. Farms are one feature each, in however many parts they are paid.
pd.on_score = { when = { with = "fairy" }, run = function(score)
  if score.kind == "field" then return end
  for _, player in ipairs(protected(score.game, score.feature)) do score:add(3, "fairy", player) end
end }
pd.rules["fairy.farm"] = function(game, farm)
  for _, player in ipairs(protected(game, farm)) do game:score(player, 3, "fairy") end
end
local her_farmers = { with = { the_fairy, { group = "follower", on = "field" } } }
pd.phases.fairy_farms = { chain = "end", before = "fields", when = { tiles = her_farmers }, run = function(game)
  local paid = {}
  for _, figure in ipairs(company(game)) do
    local farm = figure.feature
    if farm and not paid[farm] and farm.kind == "field" then
      paid[farm] = true
      game:rule("fairy.farm", farm)
    end
  end
end }

return pd
