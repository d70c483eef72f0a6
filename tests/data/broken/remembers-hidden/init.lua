return { on_turn = function(event)
  local state, next_tile = event.game.state, event.game:top()
  event.game.state.known = next_tile
  event.game:tell("a turn with " .. #event.game.players .. " players")
  state.here = event.game:top()
end }
