local rules = {}

-- A finished road earns more.
rules.on_score = { when = { kind = "road", complete = true }, run = function(score)
  score:add(score.game:option("jesters"), "road")
end }

return rules
