return { on_turn = function() while true do end end }
