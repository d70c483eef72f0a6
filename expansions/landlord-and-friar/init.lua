-- Landlord & Friar. The cards are tokens, of which there is one each.
local cards = { phases = {} }

local on_board, cumulative = { landlord_count = "on-board" }, { landlord_count = "cumulative" }

local function holder(game, card) return game:most(card)[1] end

-- A card goes from whoever has it to a player.
local function hand_over(game, card, player)
  local before = holder(game, card)
  if before == player then return end
  if before then game:give(before, card, -1) end
  game:give(player, card, 1)
end

-- ---- The landlord ----------------------------------------------------------------------------------------------------

-- How many farmers each player has on the board, by seat.
local function farmers(game)
  local counts = {}
  for seat = 1, #game.players do counts[seat] = 0 end
  for _, farmer in ipairs(game:figures({ group = "follower", on = "field" })) do
    local seat = farmer.owner.seat
    counts[seat] = counts[seat] + 1
  end
  return counts
end

-- The landlord is held by whoever has, or had first, more farmers than everyone else; on a tie it stays where it is. Farmers whom a lab
-- puts on the board come without a move.
cards.on_turn = {
  { when = { lab = true, option = on_board }, run = function(event)
    event.game.state.farmers = farmers(event.game)
  end },
  { when = { lab = true, option = cumulative }, run = function(event)
    event.game.state.farmers = event.game.state.farmers or farmers(event.game)
  end },
}

-- The card may change hands with each farmer who comes or leaves; followers in the market are none until they leave it. Several moves may
-- be told of when all are made, as when followers leave the market, so they are counted one by one.
cards.on_move = {
  { when = { enters = "field", group = "follower" }, tally = 1, under = "farmers", lead = "landlord" },
  { when = { leaves = "field", group = "follower", option = on_board }, tally = -1, under = "farmers", lead = "landlord" },
}

-- Whether three roads or more end where this one does.
local function is_crossing(road)
  local others = road:touches("road")
  for _, one in ipairs(others) do
    for _, met in ipairs(one:touches("road")) do
      for _, other in ipairs(others) do
        if met == other then return true end
      end
    end
  end
  return false
end

local function has_farmyard(field)
  for _, road in ipairs(field:touches("road")) do
    if is_crossing(road) then return true end
  end
  return false
end

-- The houses of a farm: one at each crossing that it touches, and those that are drawn on it.
local function farmyards(farm)
  local yards, seen = farm:tag("farmyard"), {}
  for _, segment in ipairs(farm:segments()) do
    if not seen[segment.tile] and has_farmyard(segment) then
      seen[segment.tile] = true
      yards = yards + 1
    end
  end
  return yards
end

-- The farmyards of the biggest farm, whoever has it; of several that are equally big, the most.
local function most_farmyards(game)
  local size, yards = 0, 0
  for _, farm in ipairs(game:features({ kind = "field" })) do
    if farm.size > size then size, yards = farm.size, 0 end
    if farm.size == size then yards = math.max(yards, farmyards(farm)) end
  end
  return yards
end

-- The farmers and pigs on the board, whoever owns them.
local function farm_hands(game)
  local hands = 0
  for _, figure in ipairs(game:figures({ on = "field" })) do
    if figure.follower or figure.kind == "pig" then hands = hands + 1 end
  end
  return hands
end

local function worth(game)
  local scoring = game:option("landlord_scoring")
  if scoring == "farmyards-2" then return 2 * most_farmyards(game) end
  return farm_hands(game) * (scoring == "figures-2" and 2 or 1)
end

-- The landlord pays before farms are scored and their figures leave.
cards.phases.landlord = { chain = "end", before = "fields", run = function(game)
  local player = holder(game, "landlord")
  local points = player and worth(game) or 0
  if points > 0 then game:score(player, points, "landlord") end
end }

-- ---- The friar -------------------------------------------------------------------------------------------------------

local function note(game, tile)
  if game:counter(tile, "monk") == 0 then game:raise(tile, "monk", 1) end
end

-- Once a monk has come to a cloister, from wherever, it counts.
cards.on_move[#cards.on_move + 1] = { when = { kind = "cloister", group = "follower" }, run = function(moved)
  local segment = moved.figure.segment
  if segment and segment.kind == "cloister" then note(moved.game, segment.tile) end
end }

-- Whoever completes a cloister gets the friar, whether a monk is there or not.
cards.on_complete = { when = { kind = "cloister" }, run = function(event)
  if event.feature.occupied then note(event.game, event.feature:segments()[1].tile) end
  hand_over(event.game, "friar", event.placer)
end }

-- A cloister where a monk stands when the game ends counts too.
cards.phases.monks = { chain = "end", before = "features", when = { figures = { group = "follower", on = "cloister" } },
  run = function(game)
    for _, monk in ipairs(game:figures({ group = "follower", on = "cloister" })) do note(game, monk.tile) end
  end }

-- Two points for each complete cloister and one for each other, as far as a monk ever stood there.
function cards.on_end(event)
  local game = event.game
  local player, points = holder(game, "friar"), 0
  if not player then return end
  for _, cloister in ipairs(game:features({ kind = "cloister" })) do
    if game:counter(cloister:segments()[1].tile, "monk") > 0 then points = points + (cloister.complete and 2 or 1) end
  end
  if points > 0 then game:score(player, points, "friar") end
end

return cards
