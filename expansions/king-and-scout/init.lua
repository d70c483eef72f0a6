-- King & Scout. The two cards are tokens of which there is one each, in the manifest.
local king = {}

local kinds = { "city", "road" }
local cards = { city = "king", road = "scout" }

-- Who holds a card; nobody until the first city or road is complete.
local function holder(game, card) return game:most(card)[1] end

-- Where the cards pay all along: a point for whoever holds the card when a city or a road is completed.
local function pay(event)
  local card = cards[event.feature.kind]
  local player = holder(event.game, card)
  if player then event.game:score(player, 1, card) end
end

-- The King goes to whoever completes a larger city than any before, the Scout to whoever completes a longer road, with a follower
-- there or without.
local function transfer(event)
  local game, size, kind = event.game, event.feature.size, event.feature.kind
  local card = cards[kind]
  game.state[card] = size
  game:tell(("the largest %s has %d tiles"):format(kind, size))
  local former = holder(game, card)
  if former == event.placer then return end
  if former then game:give(former, card, -1) end
  game:give(event.placer, card, 1)
end

-- That point is given after the card changed hands, or before it.
king.on_scored = {
  { when = { kind = kinds, option = { king_scoring = "running", king_point_order = "before-transfer" } }, run = pay },
  -- The same size is not enough.
  { when = { kind = "city", larger = "king" }, run = transfer },
  { when = { kind = "road", larger = "scout" }, run = transfer },
  { when = { kind = kinds, option = { king_scoring = "running", king_point_order = "after-transfer" } }, run = pay },
}

-- How many features of a kind are complete. The city of the Count is one city more, where it counts as one.
local function completed(game, kind)
  local n = #game:features({ kind = kind, complete = true })
  local has_carcassonne = kind == "city" and game:plays("count") and game:option("carcassonne_is_city")
  return has_carcassonne and n + 1 or n
end

-- At the end the cards pay a point for each complete city or road on the board, with followers or without.
local function pay_each(event)
  local game = event.game
  for _, kind in ipairs(kinds) do
    local player = holder(game, cards[kind])
    if player then game:score(player, completed(game, kind), cards[kind]) end
  end
end

-- With flat and running pay it is ten points for each card.
king.on_end = { { when = { option = { king_scoring = "per-feature" } }, run = pay_each } }
for _, scoring in ipairs({ "flat-10", "running" }) do
  for _, card in ipairs({ "king", "scout" }) do
    king.on_end[#king.on_end + 1] = { when = { option = { king_scoring = scoring } }, award = 10, most = card, why = card }
  end
end

return king
