local turns = 0
return { on_turn = function(event)
  turns = turns + 1
  event.game:tell("turn " .. turns)
end }
