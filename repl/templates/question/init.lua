-- {{name}}. What players type is declared in the manifest.
---@type Expansion
local rules = {}

-- Whoever completes a city may take a point from another player who has one.
rules.on_scored = { when = { kind = "city", complete = true }, run = function(event)
  local game, others = event.game, {}
  for _, player in ipairs(game.players) do
    if player ~= event.placer and player.points > 0 then table.insert(others, player) end
  end
  if #others == 0 then return end
  -- The rule waits here; the game can be saved meanwhile. Without an answer (`pass`) it gets nil.
  local from = game:ask({ player = event.placer, verb = "{{id}}", options = others, optional = true, about = event.feature })
  if not from then return end
  game:score(from, -1, "{{id}}")
  game:score(event.placer, 1, "{{id}}")
end }

return rules
