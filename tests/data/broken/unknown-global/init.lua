local bonus = 2
return { on_score = { when = { kind = "road", figures = { kind = "follower" } }, run = function(score)
  if score:count("tile") > 1000 then score:add(bonsu, "never reached") end
  return bonus
end } }
