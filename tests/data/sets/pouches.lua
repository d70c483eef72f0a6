--[=[
id = "pouches"
name = "Pouches"
version = "1.0.0"
summary = "A bag from which tokens are drawn by chance, a stall that sells them, and pouches into which only their owners look."
requires = { base = "1" }

[tokens.lamb]
count = 4

[tokens.wolf]
count = 2

[tokens.apple]
count = 3

[tokens.coin]
each = 2

[zones.bag]
holds = "tokens"
hidden = true
start = ["lamb", "wolf"]

[zones.stall]
holds = "tokens"
start = ["apple"]

[zones.pouch]
holds = "tokens"
owned = true
private = true
start = ["coin"]

[verbs]
draw = "draws a token out of the bag, to be kept or put back"
keep = "keeps the token that was drawn"
buy = "buys a token of the stall for a coin"
hide = "draws a token out of the bag into the pouch, unseen"
]=]

local pouches = { verbs = {} }

pouches.options = {
  { offer = "draw", when = { placing = false, zone = "bag" } },
  { offer = "hide", when = { placing = false, zone = "bag" } },
  function(decision)
    local game = decision.game
    local pouch = game:zone("pouch", decision.player)
    if decision.placing or game:tokens(pouch, "coin") == 0 then return end
    decision:offer("buy", game:tokens("stall"), { free = true })
  end,
}

-- What is drawn lies in the bank until it is kept or put back.
function pouches.verbs.draw(game)
  local drawn = game:draw("bag")
  local kept = game:ask({ player = game.turn.player, verb = "keep", options = { drawn }, optional = true })
  if kept then game:give(game.turn.player, drawn, 1) else game:give("bag", drawn, 1) end
end

function pouches.verbs.hide(game)
  game:draw("bag", game:zone("pouch", game.turn.player))
end

function pouches.verbs.buy(game, token)
  local pouch = game:zone("pouch", game.turn.player)
  game:give("stall", "coin", 1, pouch)
  game:give(game.turn.player, token, 1, "stall")
end

-- At the end the pouches are opened: a lamb is worth two points, wolves go to the bank.
function pouches.on_end(event)
  local game = event.game
  for _, player in ipairs(game.players) do
    local pouch = game:zone("pouch", player)
    local lambs = game:give(player, "lamb", 9, pouch)
    if lambs > 0 then game:score(player, 2 * lambs, "lambs") end
    game:give(pouch, "wolf", -9)
  end
end

return pouches
