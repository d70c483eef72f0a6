return { on_place = function(event)
  local colour = event.tile.colour
end }
