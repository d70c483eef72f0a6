--[=[
id = "orphan"
name = "Orphan"
version = "1.0.0"
summary = "Sends the builder of whoever places a cloister to a road, whether a follower of his stands there or not."
requires = { traders-and-builders = "1" }
]=]

local orphan = {}

orphan.on_place = { when = { kind = "cloister" }, run = function(placed)
  local game = placed.game
  local builder = game:ready(game.turn.player, "builder")
  for _, road in ipairs(game:features({ kind = "road" })) do
    if builder then return game:move(builder, road, "sent") end
  end
end }

return orphan
