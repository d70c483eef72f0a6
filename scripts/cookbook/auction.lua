--[[
id = "auction"
name = "Auction"
version = "1.0.0"
api = 1
summary = "Whenever a cloister is completed, all bid points for another turn."
requires = { base = "1" }

[verbs]
bid = "bids this many points for another turn"
]]

local auction = {}

-- Everyone is asked once, from the placer on: any number from the bid that must be beaten to what the player can pay.
-- The highest bid pays and plays on. Whoever cannot pay more is not asked.
auction.on_scored = { when = { kind = "cloister" }, run = function(event)
  local game, winner, highest = event.game, nil, 0
  for _, player in ipairs(game:order(event.placer)) do
    local bid = game:ask({ player = player, verb = "bid", range = { highest + 1, player.points }, optional = true,
      why = "the highest bid so far is " .. highest })
    if bid then winner, highest = player, bid end
  end
  if not winner then return end
  game:score(winner, -highest, "auction")
  game:extra_turn(winner, { why = "auction" })
end }

return auction
