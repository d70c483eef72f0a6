-- Stalls. What lies where at first is data in the manifest.
local stalls = { phases = {}, verbs = {} }

-- When a cloister is placed the next player places a booth, which is no turn.
stalls.on_place = { when = { kind = "cloister" }, run = function(placed)
  local game = placed.game
  local booth = game:tiles({ zone = "stall" })[1]
  if not booth or placed.tile.set ~= "base" then return end
  local places = game:fits(booth)
  if #places == 0 then return end
  game:place(booth, game:ask({ player = game:after(placed.player), about = booth, options = places }))
end }

-- A complete road brings a coin to the top of the pile.
stalls.on_scored = { when = { kind = "road" }, run = function(event)
  local coin = event.game:draw("well")
  if coin then event.game:move(coin, "pile", { at = "top" }) end
end }

-- Instead of a follower, a booth may be carried home.
stalls.options = { offer = "carry", when = { placing = false, zone = "stall" }, tiles = { zone = "stall" } }

function stalls.verbs.carry(game, booth)
  game:move(booth, game:zone("chest", game.turn.player))
end

-- After the last tile everybody may place what is in the chest.
stalls.phases.gifts = { chain = "end", before = "features", run = function(game)
  for _, player in ipairs(game.players) do
    for _, gift in ipairs(game:tiles({ zone = game:zone("chest", player), kind = "cloister" })) do
      local place = game:ask({ player = player, options = game:fits(gift), optional = true })
      if place then game:place(gift, place) end
    end
  end
end }

return stalls
