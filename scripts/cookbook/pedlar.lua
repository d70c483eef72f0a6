--[[
id = "pedlar"
name = "Pedlar"
version = "1.0.0"
api = 1
summary = "A pedlar walks along a road and sells something to everyone he meets; whoever wins the road takes his purse."
requires = { base = "1" }
figures.pedlar = { count = 1, neutral = true }
tokens.penny = { count = 20 }
verbs.walk = "moves the pedlar to the next tile of his road"
]]

local pedlar = {}

-- The pedlar comes with a road. Whoever extends it may move him to a tile beside his own, or over a ferry. Each
-- follower there buys for a penny.
pedlar.on_place = { when = { kind = "road" }, run = function(placed)
  local game, man = placed.game, placed.game:figure("pedlar")
  local here = man.segment
  if not here then return game:move(man, placed.tile:segments({ kind = "road" })[1]) end
  for _, road in ipairs(placed.extended) do
    local ways = road == here.feature and here:beyond() or {}
    local to = game:ask({ player = placed.player, verb = "walk", options = ways, optional = true })
    if to then
      game:move(man, to)
      game:give(man, "penny", #to.tile:figures({ group = "follower" }))
    end
  end
end }

-- A penny is worth two points to whoever wins the complete road. The pedlar comes back with the next one.
pedlar.on_scored = { when = { kind = "road", figure = "pedlar" }, run = function(event)
  local game, man = event.game, event.game:figure("pedlar")
  local n = game:give("bank", "penny", game:tokens(man, "penny"), man)
  for _, winner in ipairs(event.sheet and event.sheet.winners or {}) do game:score(winner, 2 * n, "purse") end
end }

return pedlar
