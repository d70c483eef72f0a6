return {
  options = function(decision)
    if #decision.game.players > 8 then decision:offer("juggle", decision.game.players) end
  end,
  verbs = { juggle = function() end },
}
