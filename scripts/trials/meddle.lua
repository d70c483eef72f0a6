--[[
id = "meddle"
name = "Meddle"
version = "1.0.0"
api = 1
authors = ["Bastide"]
licence = "MIT"
summary = "Tries the program out: now and then features are joined, parted, held, halved or ruined, and points cause points."
requires = { base = "1" }

[kinds.ruin]
edge = "none"
closes = "sides"
claim = false
look = { shape = "none" }
]]

local function any(game, list) return list[game:roll(#list)] end

-- An unfinished road or city somewhere on the board, or nil.
local function unfinished(game, kind)
  local list = game:features({ kind = kind, complete = false })
  return #list > 0 and any(game, any(game, list):segments()) or nil
end

-- Two segments are parted if they are joined, otherwise joined.
local function relink(game, kind)
  local a = unfinished(game, kind)
  if not a then return end
  local across = a:links()
  if #across > 0 then return game:split(a, any(game, across), "meddled with") end
  local b = unfinished(game, kind)
  if b and b ~= a then game:join(a, b, "meddled with") end
end

return {
  on_place = function(placed)
    if placed.game:roll(4) == 1 then relink(placed.game, placed.game:roll(2) == 1 and "road" or "city") end
  end,
  on_complete = function(event)
    local way = event.game:roll(10)
    if way == 1 then event:hold("meddled with") end
    if way == 2 then event.game:turn_into(event.feature, "ruin", "meddled with") end
  end,
  on_score = { when = { kind = { "road", "city" } }, run = function(score)
    if score.feature.size % 3 == 0 then score:scale(1, 2, "meddled with") end
    if score.feature.size % 4 == 0 then score:scale(3, 2, "meddled with") end
  end },
  on_scored = { when = { ending = true, kind = "road" }, run = function(event)
    if event.sheet then event.game:score(event.sheet.winners[1] or event.player, 1, "the last roads") end
  end },
  on_points = { when = { points = 10 }, run = function(event)
    if event.points % 5 == 0 then event.game:score(event.who, 1, "points for points") end
  end },
}
