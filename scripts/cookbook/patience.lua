--[[
id = "patience"
name = "Patience"
version = "1.0.0"
api = 1
summary = "A city of two tiles waits until the end of the game; what is scored at the end counts one and a half times."
requires = { base = "1" }
]]

local patience = {}

-- A small city is complete, but it is not scored now, and its knights stay.
patience.on_complete = { when = { kind = "city" }, run = function(event)
  if event.feature.size == 2 then event:hold("too small to be paid now") end
end }

-- At the end everything is worth half as much again, rounded up.
patience.on_score = { when = { ending = true }, run = function(score)
  score:scale(3, 2, "patience")
end }

return patience
