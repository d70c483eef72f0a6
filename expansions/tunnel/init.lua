-- The Tunnel. The mouths on the tiles, which are open ends of their roads, and the tokens of each player are data in
-- the manifest. A set of which one token lies on the board waits for the other one; that is remembered.
local tunnel = {}
local sets = { "tunnel-a", "tunnel-b", "tunnel-c" }
local free = { tag = "tunnel-mouth", bare = true, linked = false }
local not_yet = { laid = false }

-- The name under which it is remembered where the first token of a player's set lies.
local function name_of(player, set) return set .. " of " .. player.seat end

-- The mouth on which the first token of a player's set waits for the second one. If another rule has closed the mouth
-- and its road was scored, it waits no more.
local function waiting(game, player, set)
  local token = game.state[name_of(player, set)]
  local mouth = token and game:cell(token.x, token.y).tile:at(token.side)
  if mouth and not mouth.feature.complete then return mouth end
end

-- The sets of which a player can lay a token now: each that waits for its second one, and one that is new.
local function choices(game, player)
  local list, has_new = {}, false
  for _, set in ipairs(sets) do
    local has_token = game:tokens(player, set) > 0
    local other = has_token and waiting(game, player, set)
    if other then
      list[#list + 1] = { target = set, label = "makes one road with " .. tostring(other) }
    elseif has_token and not has_new then
      has_new = true
      list[#list + 1] = { target = set, label = "the first of two: it waits for the other one" }
    end
  end
  return list
end

-- Which set the player's token is of; who has no choice is not asked.
local function choose_set(game, player, mouth)
  local list = choices(game, player)
  if #list == 1 then return list[1].target end
  return game:ask({ player = player, verb = "token", about = mouth, options = list }).target
end

-- A token goes on a mouth and stays there. With the second one of its set, the roads of the two mouths are one road, in
-- which only tiles count. A mouth that is not joined is an open end.
local function lay(game, mouth)
  local player, state, tile = game.turn.player, game.state, mouth.tile
  local set = choose_set(game, player, mouth)
  local other = waiting(game, player, set)
  state[name_of(player, set)] = not other and { x = tile.x, y = tile.y, side = mouth.sides[1] } or nil
  state.laid = true
  game:give(mouth, set, 1, player)
  if other then game:join(mouth, other, "tunnel") end
end

-- Once a turn, beside what is done with wood, a player may put a token on any free mouth.
tunnel.options = {
  offer = "tunnel", when = { placing = false, token = sets, state = not_yet }, segments = free, how = { free = true },
}

tunnel.verbs = { tunnel = lay }

tunnel.on_turn = { when = { state = "laid" }, forget = "laid" }

-- Whoever has used the tile may still lay the token after it, before anything is scored.
local function lay_late(game)
  local why = "the last chance in this part of the turn"
  local mouth = game:ask({
    player = game.turn.player, verb = "tunnel", why = why, optional = true,
    options = function() return game:segments(free) end,
  })
  if mouth then lay(game, mouth) end
end

tunnel.phases = {
  tunnel = { chain = "part", after = "deploy", run = lay_late,
    when = { acted = true, token = sets, segments = free, state = not_yet, plays = { ferries = false } } },
  tunnel_before_ferry = { chain = "part", before = "ferry", run = lay_late,
    when = { acted = true, token = sets, segments = free, state = not_yet, plays = { ferries = true } } },
}

return tunnel
