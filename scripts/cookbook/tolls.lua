--[[
id = "tolls"
name = "Tolls"
version = "1.0.0"
api = 1
summary = "A coin is laid on each road that is extended; whoever wins the road takes its coins, two points each at the end."
requires = { base = "1" }

[tokens.coin]
count = 30
]]

local tolls = {}

-- The coin lies on the segment of the tile that extends the road.
tolls.on_place = { when = { kind = "road" }, run = function(placed)
  for _, segment in ipairs(placed.tile:segments({ kind = "road" })) do
    for _, road in ipairs(placed.extended) do
      if road == segment.feature then placed.game:give(segment, "coin", 1) end
    end
  end
end }

-- All coins of a complete road go to the player who won it, or to the bank.
tolls.on_scored = { when = { kind = "road", complete = true }, run = function(event)
  local winner = event.sheet and event.sheet.winners[1]
  for _, segment in ipairs(event.feature:segments()) do
    event.game:give(winner or "bank", "coin", event.game:tokens(segment, "coin"), segment)
  end
end }

function tolls.on_end(event)
  for _, player in ipairs(event.game.players) do
    event.game:score(player, 2 * event.game:tokens(player, "coin"), "coins")
  end
end

return tolls
