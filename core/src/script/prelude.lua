-- Run once in a new Lua, before it is sealed: takes away what reaches out of the sandbox, and does again what would show
-- an address or differ from start to start.

local shown = { table = true, ["function"] = true, userdata = true, thread = true, buffer = true, vector = true }
local plain_tostring, plain_format, plain_type = tostring, string.format, type
local pack, unpack = table.pack, table.unpack
local meta = getmetatable

-- A table or function shows what it is, never where it lies. A `__tostring` of its own is asked.
function tostring(value)
  if not shown[plain_type(value)] then return plain_tostring(value) end
  local metatable = meta(value)
  if plain_type(metatable) == "table" and metatable.__tostring then return plain_tostring(value) end
  return plain_type(value)
end
local show = tostring

function string.format(pattern, ...)
  local values = pack(...)
  for i = 1, values.n do
    if shown[plain_type(values[i])] then values[i] = show(values[i]) end
  end
  return plain_format(pattern, unpack(values, 1, values.n))
end

math.randomseed, math.noise = nil, nil
for _, name in { "collectgarbage", "coroutine", "debug", "gcinfo", "getfenv", "io", "loadstring", "newproxy", "os", "package",
  "print", "require", "setfenv" } do
  _G[name] = nil
end
