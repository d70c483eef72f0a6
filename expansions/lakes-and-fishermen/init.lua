-- Lakes & Fishermen. Lakes as a kind of edge and of feature, what they are worth, fish and lighthouses are data in the manifest.
local lakes = {}

-- A tile that can extend a lake must; only one that fits no lake begins another.
lakes.can_place = { when = { kind = "lake" }, only = { joins = "lake" }, why = "this tile can extend a lake, so it must" }

-- With the Count, followers from the market may join a lake that is scored.
local traders = { group = "follower", zone = "market" }
lakes.on_complete = { when = { kind = "lake", figures = traders, plays = { count = true } }, run = function(event)
  event.game:rule("count.redeploy", event.feature)
end }

-- A complete lake with a lighthouse earns one more for each tile and each fish; an incomplete one earns nothing.
lakes.on_score = { when = { kind = "lake", tag = "lighthouse" }, run = function(score)
  if not score.complete then score:void("lighthouse") return end
  score:rate("tile", 1, "lighthouse")
  score:rate("fish", 1, "lighthouse")
end }

-- The fish of a completed lake go to whoever placed the tile, whoever fishes there.
lakes.on_scored = { when = { kind = "lake", tag = "fish" }, run = function(event)
  event.game:give(event.placer, "fish", event.feature:tag("fish"))
end }

-- The most fish are worth ten points, to everyone who shares them.
lakes.on_end = { award = 10, most = "fish", why = "fish" }

return lakes
