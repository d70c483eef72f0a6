--[[
id = "vows"
name = "Vows"
version = "1.0.0"
api = 1
summary = "A monk stays until his cloister is scored, whatever comes: neither dragon nor tower nor any other rule moves him."
requires = { base = "1" }
]]

local vows = {}

-- A monk has made a vow: no rule moves him from his cloister. Only when it is scored does he go home.
vows.can_move = { when = { cause = "*", kind = "cloister", figure = "follower" }, run = function()
  return false, "a monk keeps his vow"
end }

return vows
