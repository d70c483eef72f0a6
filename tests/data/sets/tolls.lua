--[=[
id = "tolls"
name = "Tolls"
version = "1.0.0"
summary = "Roads can be joined anywhere, cities become strongholds, and half of what others earn goes to the tax collector."
requires = { base = "1" }

[kinds.stronghold]
edge = "none"
closes = "sides"
claim = false
counts_as = "city"
look = { shape = "none" }

[options.tax]
about = "what happens when a city is complete"
values = ["none", "hold", "stronghold", "halve"]
default = "none"

[verbs]
tie = "joins the road of the new tile with another road"
untie = "parts two roads again"
]=]

local tolls = { verbs = {} }

local function road(tile) return tile:segments({ kind = "road" })[1] end

function tolls.options(decision)
  if decision.placing or not road(decision.tile) then return end
  local others = {}
  for _, feature in ipairs(decision.game:features({ kind = "road" })) do
    for _, segment in ipairs(feature:segments()) do
      if segment ~= road(decision.tile) then others[#others + 1] = segment end
    end
  end
  decision:offer("tie", others)
  decision:offer("untie", road(decision.tile):links())
end

function tolls.verbs.tie(game, segment) game:join(road(game.turn.tile), segment, "tied") end

function tolls.verbs.untie(game, segment) game:split(road(game.turn.tile), segment, "untied") end

tolls.on_complete = {
  { when = { kind = "city", option = { tax = "hold" } }, run = function(event) event:hold("not today") end },
  { when = { kind = "city", option = { tax = "stronghold" } }, run = function(event)
    event.game:turn_into(event.feature, "stronghold", "fortified")
  end },
}

tolls.on_score = { when = { kind = "city", option = { tax = "halve" } }, run = function(score)
  score:add(1, "gate")
  score:scale(1, 2, "tax of " .. score.points)
end }

-- Whoever sits to the left gets half of what a road brings, rounded up, and a point for every such half of somebody else.
tolls.on_points = { when = { kind = "road" }, run = function(event)
  event.game:score(event.game:after(event.who), math.ceil(event.points / 2), "toll")
end }

tolls.on_scored = { when = { ending = true, kind = { "city", "field" } }, run = function(event)
  event.game:tell(event.feature.kind .. " of " .. #event.feature:figures() .. " at the end")
end }

return tolls
