-- Run once in a new Lua, before it is sealed: takes away what reaches out of the sandbox, and does again what would show
-- an address, differ from start to start, or take long in a single step. Gives back how a handler waits for an answer, and whether it can.

local caught = ...
local shown = { table = true, ["function"] = true, userdata = true, thread = true, buffer = true, vector = true }
local plain_tostring, plain_format, plain_type, plain_pcall = tostring, string.format, type, pcall
local plain_find, plain_split, plain_move, plain_error = string.find, string.split, table.move, error
local pack, unpack = table.pack, table.unpack
local yield, isyieldable = coroutine.yield, coroutine.isyieldable

-- A table or function shows what it is, never where it lies. A `__tostring` of its own is asked.
function tostring(value)
  local text = plain_tostring(value)
  if shown[plain_type(value)] and plain_find(text, "^%a+: 0x%x+$") then return plain_type(value) end
  return text
end
local show = tostring

function string.format(pattern, ...)
  local values = pack(...)
  for i = 1, values.n do
    if shown[plain_type(values[i])] then values[i] = show(values[i]) end
  end
  return plain_format(pattern, unpack(values, 1, values.n))
end

-- What is caught is a sentence, never an object of the host's; a lack of memory is not for scripts to catch.
local function settle(ok, why, ...)
  if ok then return ok, why, ... end
  return ok, caught(why)
end

function pcall(run, ...) return settle(plain_pcall(run, ...)) end

-- A search takes one step however long it is: one for a long text in a long text would never end.
local function check_search(text, sought)
  if plain_type(text) == "string" and plain_type(sought) == "string" and #text * #sought > 2 ^ 26 then
    plain_error("these texts are too long to search one for the other", 3)
  end
end

function string.find(text, pattern, ...)
  check_search(text, pattern)
  return plain_find(text, pattern, ...)
end

function string.split(text, separator)
  check_search(text, separator or ",")
  return plain_split(text, separator)
end

function table.move(from, first, last, ...)
  if plain_type(first) == "number" and plain_type(last) == "number" and last - first > 1e6 then
    plain_error("these are too many to be moved", 2)
  end
  return plain_move(from, first, last, ...)
end

math.randomseed, math.noise = nil, nil
for _, name in { "collectgarbage", "coroutine", "debug", "gcinfo", "getfenv", "io", "loadstring", "newproxy", "os", "package",
  "print", "require", "setfenv" } do
  _G[name] = nil
end

-- Waits for an answer; and says whether that is possible, which it is not inside of a function that Lua itself calls back.
return function() return yield() end, isyieldable
