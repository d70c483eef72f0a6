--[=[
id = "audits"
name = "Audits"
version = "1.0.0"
summary = "After placing, features may be paid in every way that a rule can ask for."
requires = { base = "1" }

[verbs]
audit = "has a feature paid as the table would"
alms = "is paid alone; the figures stay"
feast = "has a feature paid as if it were complete"
favour = "wins a feature, whoever leads, and goes home alone"
tithe = "has a farm paid at one point a city"
]=]

local audits = { verbs = {} }

function audits.options(decision)
  if decision.placing then return end
  for _, verb in ipairs({ "audit", "alms", "feast", "favour" }) do
    decision:offer(verb, decision.game:features({ occupied = true }))
  end
  decision:offer("tithe", decision.game:features({ kind = "field" }))
end

-- What is said before is what is paid.
function audits.verbs.audit(game, feature)
  local before, points = feature:sheet(), {}
  for _, player in ipairs(game.players) do points[player] = player.points end
  local paid = game:score_feature(feature)
  assert(before.total == paid.total and #before.winners == #paid.winners and #before.lines == #paid.lines, "other sheets")
  for _, player in ipairs(game.players) do
    assert(player.points - points[player] == before.points[player], "other points")
    assert(feature:count(player) == 0, "somebody stayed")
  end
  game:tell("paid " .. paid.total .. " on " .. #paid.lines .. " lines")
  if paid.void then game:tell("void by " .. paid.void) end
end

-- What the table paid can be read when it was paid.
function audits.on_scored(event)
  local sheet, game = event.sheet, event.game
  if not sheet then return game:tell("nobody was paid") end
  for _, player in ipairs(game.players) do
    if sheet.points[player] ~= 0 then game:tell(player.name .. " was paid " .. sheet.points[player]) end
  end
  game:tell(#sheet.winners .. " won " .. sheet.total .. " by " .. #sheet.lines .. " lines" .. (sheet.void and ", void" or ""))
end

function audits.verbs.alms(game, feature)
  game:score_feature(feature, { only = game.turn.player, home = false })
end

function audits.verbs.feast(game, feature)
  game:tell(game:score_feature(feature, { complete = true }).complete and "as complete" or "unfinished")
end

function audits.verbs.favour(game, feature)
  game:score_feature(feature, { winners = { game.turn.player }, only = game.turn.player })
end

function audits.verbs.tithe(game, feature) game:score_feature(feature, { rate = 1 }) end

return audits
