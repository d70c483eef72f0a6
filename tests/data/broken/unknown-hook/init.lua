return { on_plase = function() end }
