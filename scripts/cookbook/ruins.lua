--[=[
id = "ruins"
name = "Ruins"
version = "1.0.0"
api = 1
summary = "A complete city without a knight falls into ruin: farms get nothing for it."
requires = { base = "1" }

[kinds.ruin]
edge = "none"
closes = "sides"
claim = false
look = { shape = "none", colour = "#9a938a" }
]=]

local ruins = {}

-- Nobody lives there: it is a city no longer, and no farm is paid for it.
ruins.on_complete = { when = { kind = "city" }, run = function(event)
  if not event.feature.occupied then event.game:turn_into(event.feature, "ruin", "nobody lives there") end
end }

return ruins
