total = 2
return { on_end = function(event) event.game:tell("total " .. total) end }
