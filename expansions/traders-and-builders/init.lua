-- Traders & Builders. Goods as marks and tokens, builder and pig with what they need there, are data in the manifest.
local traders = {}
local goods = { "wine", "grain", "cloth" }

-- Whoever extends the feature where their builder stands already plays a second part of the turn; never a third.
traders.on_place = { when = { figure = "builder" }, run = function(placed)
  local game = placed.game
  if placed.turn.part > 1 then return end
  for _, feature in ipairs(placed.extended) do
    if feature:count(placed.player, "builder") > 0 then
      game:extra_part("builder", game:option("double_turn_optional"))
      return
    end
  end
end }

local function take_goods(game, player, city)
  for _, good in ipairs(goods) do game:give(player, good, city:tag(good)) end
end

-- The goods of a completed city go to whoever placed the tile, no matter whose knights are there.
traders.on_scored = { when = { kind = "city", tag = goods }, run = function(event)
  take_goods(event.game, event.placer, event.feature)
end }

-- So do those of a completed city of which another set makes something else.
traders.rules = { ["goods.take"] = take_goods }

-- Whether a pig on this farm helps its owner: where a farm is paid for all its cities, they lead it anyway; where cities are paid
-- one by one, the player may have to lead the farm of the pig too.
local function helps(score, farm, player)
  if farm:count(player, "pig") == 0 then return false end
  local game = score.game
  if game:option("farm_scoring") == "city-majority-4" and game:option("pig_bonus") == "adjacent-farm" then return true end
  for _, leader in ipairs(farm:leaders()) do
    if leader == player then return true end
  end
  return false
end

-- A pig is worth one more for each city that its owner scores with.
traders.on_score = { when = { kind = "field", figure = "pig" }, run = function(score)
  for _, player in ipairs(score.winners) do
    for _, farm in ipairs(score.features) do
      if helps(score, farm, player) then
        score:add(score:count("city"), "pig", player)
        break
      end
    end
  end
end }

-- The most of each good is worth ten points, to everyone who shares it.
traders.on_end = {}
for _, good in ipairs(goods) do
  traders.on_end[#traders.on_end + 1] = { award = 10, most = good, why = good }
end

return traders
