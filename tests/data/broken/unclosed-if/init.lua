local rules = {}

-- At the end, a line is written to the log.
function rules.on_end(event)
  if #event.game.players > 2 then
    event.game:tell("many players")
end

return rules
