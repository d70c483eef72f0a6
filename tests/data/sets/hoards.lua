--[=[
id = "hoards"
name = "Hoards"
version = "1.0.0"
summary = "Gold lies on tiles, on roads and with followers; a chest hides tiles."
requires = { base = "1" }

[tokens.gold]
count = 20
look = { glyph = "$", ascii = "$", ink = "#141414", ground = "#ffd84a" }

[zones.chest]
holds = "tiles"
hidden = true

[zones.shelf]
holds = "tiles"

[verbs]
hoard = "puts gold on the new tile"
drop = "puts gold on a road"
pay = "gives gold to a follower"
bury = "hides the next tile"
show = "shows the next tile"
]=]

local hoards = { verbs = {} }

hoards.options = { when = { placing = false }, run = function(decision)
  decision:offer("hoard", { decision.tile })
  decision:offer("drop", decision.tile:segments({ kind = "road" }))
  decision:offer("pay", decision.game:figures({ on = { "road", "city" } }))
  decision:offer("bury")
  decision:offer("show")
end }

function hoards.verbs.hoard(game, tile)
  game:give(tile, "gold", 2)
  assert(game:tokens(tile, "gold") == 2 and game:tokens(tile)[1] == "gold", "gold lies there")
end

function hoards.verbs.drop(game, segment) game:give(segment, "gold", 1) end

function hoards.verbs.pay(game, figure) game:give(figure, "gold", 3) end

function hoards.verbs.bury(game) assert(game:draw("pile", "chest") == true, "it is not told") end

function hoards.verbs.show(game) assert(game:draw("pile", "shelf").id == "U", "it is told") end

-- A follower takes its gold home, and the gold on the road with it.
hoards.on_move = { when = { cause = "score" }, run = function(moved)
  local game, figure = moved.game, moved.figure
  game:give(figure.owner, "gold", game:tokens(figure, "gold"), figure)
end }

return hoards
