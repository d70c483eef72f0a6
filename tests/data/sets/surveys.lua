--[=[
id = "surveys"
name = "Surveys"
version = "1.0.0"
summary = "Says of a cell and its tile all that can be read."
requires = { base = "1" }

[verbs]
survey = "says what lies at a cell"
stake = "puts a stake at a corner where four fields meet"
]=]

local surveys = { verbs = {} }

-- Cells as options: free ones and those with a tile.
function surveys.options(decision)
  if decision.placing then return end
  decision:offer("survey", decision.game:cells())
  local corners = {}
  for _, name in ipairs({ "NW", "NE", "SE", "SW" }) do
    local corner = decision.tile.cell:corner(name)
    if #corner:segments({ kind = "field" }) == 4 then corners[#corners + 1] = corner end
  end
  decision:offer("stake", corners)
end

local function names(cells)
  local list = {}
  for i, cell in ipairs(cells) do list[i] = cell.x .. "," .. cell.y end
  return table.concat(list, " ")
end

function surveys.verbs.stake(game, corner)
  game:tell("a stake at " .. corner.x .. "," .. corner.y .. " among " .. names(corner:cells()))
end

local function name(segment)
  if not segment then return "nothing" end
  return segment.kind .. " " .. table.concat(segment.sides, "") .. " " .. table.concat(segment.halves, "")
end

local function kinds(list)
  local found = {}
  for i, one in ipairs(list) do found[i] = one.kind end
  return table.concat(found, " ")
end

function surveys.verbs.survey(game, cell)
  assert(cell == game:cell(cell.x, cell.y), "another cell")
  game:tell("beside " .. names(cell:neighbours()))
  game:tell("around " .. names(cell:around()))
  game:tell("taken " .. cell.taken .. (cell.open and " open" or " not open"))
  local tile = cell.tile
  if not tile then return game:tell("no tile") end
  assert(tile.cell == cell, "another cell")
  game:tell("turned " .. tile.turned .. ", " .. #tile:around() .. " tiles around")
  for _, point in ipairs({ "N", "E", "S", "W", "NL", "WR", "NW", "NE", "SE", "SW", "*" }) do
    game:tell("at " .. point .. ": " .. name(tile:at(point)))
  end
  for _, segment in ipairs(tile:segments()) do
    game:tell(name(segment) .. " touches: " .. kinds(segment:touches()))
    game:tell(name(segment) .. " has beside it: " .. kinds(segment.feature:neighbours()))
  end
end

return surveys
