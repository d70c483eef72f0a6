local rules = {}

-- A finished road earns a point more.
rules.on_score = { when = { kind = "road" }, run = function(score)
  score:add(1, "road")
}

return rules
