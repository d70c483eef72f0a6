--[=[
id = "secret-goals"
name = "Secret goals"
version = "1.0.0"
api = 1
summary = "Everyone draws a secret goal; at the end it is worth a point for each complete feature of its kind."
requires = { base = "1" }
[tokens]
road = { count = 3 }
city = { count = 3 }
cloister = { count = 3 }

[zones.goals]
holds = "tokens"
hidden = true
start = ["road", "city", "cloister"]
[zones.goal]
holds = "tokens"
owned = true
private = true
]=]

local goals = {}

-- Goals are drawn from a bag that nobody can look into, and only their owners see them.
function goals.on_setup(event)
  for _, player in ipairs(event.game.players) do event.game:draw("goals", event.game:zone("goal", player)) end
end

-- At the end each goal is worth a point for each complete feature of its kind, whoever owns it.
function goals.on_end(event)
  local game = event.game
  for _, player in ipairs(game.players) do
    local goal = game:tokens(game:zone("goal", player))[1]
    game:score(player, #game:features({ kind = goal, complete = true }), "secret goal: " .. goal)
  end
end

return goals
