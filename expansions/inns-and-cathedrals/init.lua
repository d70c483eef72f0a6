-- Inns & Cathedrals. The large follower with its weight of two is data in the manifest.
local inns = {}

inns.on_score = {
  -- A finished road with an inn earns one more for each tile, however many inns it has; an unfinished one earns nothing.
  { when = { kind = "road", tag = "inn" }, run = function(score)
    if score.complete then score:rate("tile", 1, "inn") else score:void("inn") end
  end },

  -- A finished city with a cathedral earns one more for each tile and pennant; an unfinished one earns nothing.
  { when = { kind = "city", tag = "cathedral" }, run = function(score)
    if not score.complete then score:void("cathedral") return end
    score:rate("tile", 1, "cathedral")
    score:rate("pennant", 1, "cathedral")
  end },
}

return inns
