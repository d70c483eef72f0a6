--[=[
id = "stall"
name = "Stall"
version = "1.0.0"
api = 1
summary = "Three tiles lie on a stall for all to see; whoever completes a city may place one of them in another part of the turn."
requires = { base = "1" }

[zones.stall]
holds = "tiles"
]=]

local stall = { phases = {} }

function stall.on_setup(event)
  for _ = 1, 3 do event.game:draw("pile", "stall") end
end

-- Whoever completes a city has another part of the turn, in which no tile is drawn.
stall.on_scored = { when = { kind = "city", zone = "stall" }, run = function(event)
  event.game.state.is_due = true
  event.game:extra_part("stall", false, { draw = false })
end }

-- There a tile of the stall may be placed, with all that follows. The next tile of the pile takes its place.
stall.phases.stall = { chain = "part", before = "draw", when = { state = "is_due" }, run = function(game)
  local player, places, of = game.turn.player, {}, {}
  game.state.is_due = nil
  for _, tile in ipairs(game:tiles({ zone = "stall" })) do
    for _, place in ipairs(game:fits(tile, nil, player)) do places[#places + 1], of[place] = place, tile end
  end
  local place = game:ask({ player = player, about = "the stall", options = places, optional = true })
  if not place then return end
  game:place(of[place], place, { draw = false })
  game:draw("pile", "stall")
end }

return stall
