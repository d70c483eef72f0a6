-- The city of Carcassonne that is founded late: beside a regular tile, which lies beside the river.
local carcassonne = {}

-- The tiles of the city with a meadow on the outside: where each lies in the city, and where its meadow leads to.
local meadows = {
  { id = "01", x = 0, y = 0, dx = 0, dy = -1 }, { id = "02", x = 1, y = 0, dx = 0, dy = -1 },
  { id = "03", x = 2, y = 0, dx = 0, dy = -1 }, { id = "04", x = 3, y = 0, dx = 1, dy = 0 },
  { id = "08", x = 3, y = 1, dx = 1, dy = 0 }, { id = "12", x = 3, y = 2, dx = 0, dy = 1 },
  { id = "10", x = 1, y = 2, dx = 0, dy = 1 }, { id = "09", x = 0, y = 2, dx = -1, dy = 0 },
  { id = "05", x = 0, y = 1, dx = -1, dy = 0 },
}
local width, height = 4, 3

local function name(x, y) return x .. "," .. y end

-- The cells where these tiles lie.
local function cells(tiles)
  local taken = {}
  for _, tile in ipairs(tiles) do taken[name(tile.x, tile.y)] = true end
  return taken
end

-- Whether the city can lie there and touch nothing but the tile at one cell.
local function is_free(taken, x, y, but)
  for dx = -1, width do
    for dy = -1, height do
      local is_corner = (dx == -1 or dx == width) and (dy == -1 or dy == height)
      local cell = name(x + dx, y + dy)
      if not is_corner and taken[cell] and cell ~= but then return false end
    end
  end
  return true
end

-- Where the city can lie beside a cell: the tile of it that comes beside the cell, and where.
local function sites(taken, cell)
  local found = {}
  for _, meadow in ipairs(meadows) do
    local x, y = cell.x - meadow.dx, cell.y - meadow.dy
    if is_free(taken, x - meadow.x, y - meadow.y, name(cell.x, cell.y)) then
      found[#found + 1] = { id = meadow.id, x = x, y = y, left = x - meadow.x, top = y - meadow.y }
    end
  end
  return found
end

-- Whether a tile of the river lies beside a cell; if one is named, that one.
local function is_beside(cell, river, only)
  for _, side in ipairs({ { 0, -1 }, { 1, 0 }, { 0, 1 }, { -1, 0 } }) do
    local beside = name(cell.x + side[1], cell.y + side[2])
    if only and beside == only or not only and river[beside] then return true end
  end
  return false
end

-- The waymark lies beside the river, where there is room for the city. A die may say beside which tile, counted back from the last
-- one, if there is room.
function carcassonne.can_place(list)
  local game = list.game
  local taken, river = cells(game:tiles()), cells(game:tiles({ kind = "river" }))
  local course, back = game.state.course or {}, game.state.back
  local only = back and (course[#course - back + 1] or course[1])
  local function is_fine(place, at) return is_beside(place, river, at) and #sites(taken, place) > 0 end
  if only and not list:any(function(place) return is_fine(place, only) end) then only = nil end
  for i, place in list:each() do
    if not is_fine(place, only) then list:veto(i, "the way to Carcassonne does not lead from here") end
  end
end

-- A tile of the city as it lies on its cell, not turned.
local function fit(game, id, cell)
  local tile = game:tiles({ zone = "citadel", id = id })[1]
  for _, place in ipairs(tile and game:fits(tile, cell) or {}) do
    if place.turned == 0 then return tile, place end
  end
end

-- All tiles of the city that touch what lies there are laid, until none is left.
local function lay(game, left, top)
  repeat
    local is_laid = false
    for number = 0, width * height - 1 do
      local id = string.format("%02d", number + 1)
      local tile, place = fit(game, id, { x = left + number % width, y = top + math.floor(number / width) })
      if place then
        game:place(tile, place)
        is_laid = true
      end
    end
  until not is_laid
end

-- Whoever placed the waymark says where the city lies beside it.
function carcassonne.found(placed)
  local game, options, site_of = placed.game, {}, {}
  for _, site in ipairs(sites(cells(game:tiles()), placed.tile)) do
    local _, place = fit(game, site.id, site)
    if place then
      options[#options + 1] = place
      site_of[place] = site
    end
  end
  if #options == 0 then return end
  local place = game:ask({
    player = placed.player,
    about = "the city of Carcassonne",
    why = "it lies beside the waymark",
    options = options,
  })
  local site = site_of[place]
  lay(game, site.left, site.top)
end

-- Where the river went, tile by tile.
function carcassonne.remember(placed)
  local state, course = placed.game.state, {}
  for i, cell in ipairs(state.course or {}) do course[i] = cell end
  course[#course + 1] = name(placed.tile.x, placed.tile.y)
  state.course = course
end

return carcassonne
