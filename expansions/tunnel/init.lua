-- The Tunnel. The mouths on the tiles, which are open ends of their roads, and the tokens of each player are data in
-- the manifest. A set of which one token lies on the board waits for the other one; that is remembered.
local tunnel = {}
local sets = { "tunnel-a", "tunnel-b", "tunnel-c" }
local mouths = { tag = "tunnel-mouth" }

-- The mouth on which a remembered token lies.
local function mouth_of(game, token) return game:cell(token.x, token.y).tile:at(token.side) end

-- The mouth on which the first token of a player's set waits for the second one. If another rule has closed the mouth
-- and its road was scored, it waits no more.
local function waiting(game, player, set)
  for _, token in ipairs(game.state.waiting or {}) do
    local mouth = token.seat == player.seat and token.set == set and mouth_of(game, token)
    if mouth and not mouth.feature.complete then return mouth end
  end
end

-- The mouths without a token, wherever they are.
local function free_mouths(game)
  local taken, free = {}, {}
  for _, token in ipairs(game.state.waiting or {}) do taken[mouth_of(game, token)] = true end
  for _, tile in ipairs(game:tiles(mouths)) do
    for _, mouth in ipairs(tile:segments(mouths)) do
      if not taken[mouth] and #mouth:links() == 0 then free[#free + 1] = mouth end
    end
  end
  return free
end

-- The sets of which a player can lay a token now: each that waits for its second one, and one that is new.
local function choices(game, player)
  local list, has_new = {}, false
  for _, set in ipairs(sets) do
    local other = game:tokens(player, set) > 0 and waiting(game, player, set)
    if other then
      list[#list + 1] = { target = set, label = "makes one road with " .. tostring(other) }
    elseif not has_new and game:tokens(player, set) > 0 then
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
  local other, still = waiting(game, player, set), {}
  for _, token in ipairs(state.waiting or {}) do
    if token.seat ~= player.seat or token.set ~= set then still[#still + 1] = token end
  end
  if not other then
    still[#still + 1] = { seat = player.seat, set = set, x = tile.x, y = tile.y, side = mouth.sides[1] }
  end
  state.waiting, state.laid = still, game.turn.number
  game:give(player, set, -1)
  game:raise(tile, "tunnel-count", 1)
  if other then game:join(mouth, other, "tunnel") end
end

-- Whether the player whose turn it is has a token and has laid none in this turn.
local function can_lay(game)
  if game.state.laid == game.turn.number then return false end
  for _, set in ipairs(sets) do
    if game:tokens(game.turn.player, set) > 0 then return true end
  end
  return false
end

-- Once a turn, beside what is done with wood, a player may put a token on any free mouth.
tunnel.options = { when = { placing = false, tiles = mouths }, run = function(decision)
  if can_lay(decision.game) then decision:offer("tunnel", free_mouths(decision.game), { free = true }) end
end }

tunnel.verbs = { tunnel = lay }

-- Whoever has used the tile may still lay the token after it, before anything is scored.
local function lay_late(game)
  if not game.turn.acted or not can_lay(game) then return end
  local free = free_mouths(game)
  local why = "the last chance in this part of the turn"
  local mouth = game:ask({ player = game.turn.player, verb = "tunnel", why = why, options = free, optional = true })
  if mouth then lay(game, mouth) end
end

tunnel.phases = {
  tunnel = { chain = "part", after = "deploy", run = lay_late,
    when = { tiles = mouths, plays = { ferries = false } } },
  tunnel_before_ferry = { chain = "part", before = "ferry", run = lay_late,
    when = { tiles = mouths, plays = { ferries = true } } },
}

return tunnel
