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

-- Numbers from the bid that must be beaten to what the player can pay.
local function bids(player, highest)
  local found = {}
  for n = highest + 1, math.min(player.points, highest + 5) do found[#found + 1] = n end
  return found
end

-- Everyone is asked once, from the placer on; the highest bid pays and plays on.
auction.on_scored = { when = { kind = "cloister" }, run = function(event)
  local game, winner, highest = event.game, nil, 0
  for _, player in ipairs(game:order(event.placer)) do
    local bid = game:ask({ player = player, verb = "bid", options = bids(player, highest), optional = true,
      why = "the highest bid so far is " .. highest })
    if bid then winner, highest = player, bid end
  end
  if not winner then return end
  game:score(winner, -highest, "auction")
  game:extra_turn(winner, { why = "auction" })
end }

return auction
