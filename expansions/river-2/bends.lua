-- The course of a river with any number of ends: none turns back, and no two of them meet.
local bends = {}

-- A cell as a name under which something can be remembered.
local function name(cell) return cell.x .. "," .. cell.y end

-- The open ends of the river, by the cells that they lead to: the bend that came last on the way there.
function bends.open(game) return game.state.ends or {} end

-- Two bends in a row never turn the same way.
function bends.can_place(list)
  local ends = bends.open(list.game)
  for i, place in list:each() do
    local met, turns_back = 0, false
    for _, way in ipairs(place:ends("river")) do
      if way.joined then met = met + 1 end
      if way.bend ~= 0 and way.bend == ends[name(place)] then turns_back = true end
    end
    if met > 1 then
      list:veto(i, "two branches of the river would meet")
    elseif turns_back then
      list:veto(i, "the river would turn back")
    end
  end
end

-- What is open after a tile was placed. A straight tile between two bends lets the second turn as the first did, unless any turn
-- back is forbidden.
function bends.on_place(placed)
  local game, tile = placed.game, placed.tile
  local ends, here = {}, name(tile)
  for cell, bend in pairs(bends.open(game)) do
    if cell ~= here then ends[cell] = bend end
  end
  local before = game:option("river_uturn") == "any-180" and bends.open(game)[here] or 0
  for _, way in ipairs(tile:ends("river")) do
    if not way.joined then ends[name(way)] = way.bend ~= 0 and way.bend or before end
  end
  game.state.ends = ends
end

return bends
