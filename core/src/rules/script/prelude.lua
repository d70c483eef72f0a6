-- Runs once in a new Lua, before it is sealed: removes what reaches out of the sandbox, and replaces what would reveal
-- an address, differ between runs, or take long in a single step. Returns the functions with which a handler waits for
-- an answer, and finds out whether it can.

local caught, charge, weigh = ...
local shown = { table = true, ["function"] = true, userdata = true, thread = true, buffer = true, vector = true }
local plain_tostring, plain_tonumber, plain_type, plain_pcall, error = tostring, tonumber, type, pcall, error
local rawget, rawlen, select, ceil, log = rawget, rawlen, select, math.ceil, math.log
local plain_find, plain_format, pack, unpack = string.find, string.format, table.pack, table.unpack
local yield, isyieldable = coroutine.yield, coroutine.isyieldable

-- A library call is one step for Lua, however long it takes. So it pays for its work in steps, in advance where the
-- amount is known: one step for this many bytes that are read or made. How much a call can make is limited by the
-- memory.
local UNIT = 64
local function pay(bytes)
  if bytes >= UNIT then charge(bytes // UNIT) end
end

-- The length of a text. Other values are short, or an error in the function that gets them.
local function size(text) return plain_type(text) == "string" and #text or 0 end
local function length(list) return plain_type(list) == "table" and rawlen(list) or 0 end

-- A table or a function prints as its type, without its address. Its own `__tostring` is respected.
function tostring(value)
  local text = plain_tostring(value)
  if shown[plain_type(value)] and plain_find(text, "^%a+: 0x%x+$") then return plain_type(value) end
  return text
end
local show = tostring

function tonumber(text, ...)
  pay(8 * size(text))
  return plain_tonumber(text, ...)
end

-- A script catches a sentence, never an object of the host. It cannot catch that memory ran out.
local function settle(ok, why, ...)
  if ok then return ok, why, ... end
  return ok, caught(why)
end

function pcall(run, ...) return settle(plain_pcall(run, ...)) end

-- Functions whose work depends on the length of their first text.
for library, names in {
  [string] = { "lower", "upper", "reverse", "pack", "packsize" },
  [utf8] = { "len", "codepoint", "offset", "codes" },
} do
  for _, name in names do
    local plain = library[name]
    library[name] = function(text, ...)
      pay(size(text))
      return plain(text, ...)
    end
  end
end

local plain_unpack = string.unpack
function string.unpack(form, text, ...)
  pay(size(form) + size(text))
  return plain_unpack(form, text, ...)
end

local plain_byte = string.byte
function string.byte(text, first, last)
  if last then pay(16 * size(text)) end
  return plain_byte(text, first, last)
end

-- Functions whose work depends on the length of what they make.
local function made(text)
  pay(#text)
  return text
end

local plain_sub, plain_rep, plain_concat = string.sub, string.rep, table.concat
function string.sub(...) return made(plain_sub(...)) end
function string.rep(...) return made(plain_rep(...)) end

function string.format(pattern, ...)
  local values = pack(...)
  for i = 1, values.n do
    if shown[plain_type(values[i])] then values[i] = show(values[i]) end
  end
  return made(plain_format(pattern, unpack(values, 1, values.n)))
end

function table.concat(list, ...)
  pay(8 * length(list))
  return made(plain_concat(list, ...))
end

-- Before its next step, a search may compare every byte of the text with every byte of the pattern, so each of its
-- steps counts for more. Most searches compare far less, so a quarter of that is charged. A function that it calls back
-- belongs to the script, and its steps count as one each.
local function search(text, pattern)
  local work = size(text) * size(pattern)
  if work > 2 ^ 26 then error("these texts are too long to search one for the other", 3) end
  return work > UNIT * UNIT and work // (4 * UNIT)
end

local function back(weight, ...)
  weigh(weight)
  return ...
end

local plain_match, plain_gmatch, plain_gsub, plain_split = string.match, string.gmatch, string.gsub, string.split
function string.find(text, pattern, ...)
  local weight = search(text, pattern)
  if not weight then return plain_find(text, pattern, ...) end
  -- A plain search takes no further steps, so it is charged here.
  charge(weight)
  return back(weigh(weight), plain_find(text, pattern, ...))
end

function string.match(text, pattern, ...)
  local weight = search(text, pattern)
  if not weight then return plain_match(text, pattern, ...) end
  return back(weigh(weight), plain_match(text, pattern, ...))
end

function string.gmatch(text, pattern)
  local weight, step = search(text, pattern), plain_gmatch(text, pattern)
  if not weight then return step end
  return function() return back(weigh(weight), step()) end
end

function string.gsub(text, pattern, by, ...)
  local weight = search(text, pattern)
  if not weight then return plain_gsub(text, pattern, by, ...) end
  local run = by
  if plain_type(run) == "function" then
    by = function(...) return back(weigh(0), run(...)) end
  elseif plain_type(run) == "table" then
    by = function(found) return back(weigh(0), run[found]) end
  end
  return back(weigh(weight), plain_gsub(text, pattern, by, ...))
end

function string.split(text, separator)
  charge(search(text, separator or ",") or 0)
  local parts = plain_split(text, separator)
  charge(#parts)
  return parts
end

-- Lists pay for the entries that are moved, read or copied.
local plain_insert, plain_remove, plain_move, plain_list_find = table.insert, table.remove, table.move, table.find
function table.insert(list, ...)
  if select("#", ...) > 1 then pay(2 * length(list)) end
  return plain_insert(list, ...)
end

function table.remove(list, ...)
  if select("#", ...) > 0 then pay(2 * length(list)) end
  return plain_remove(list, ...)
end

function table.move(from, first, last, ...)
  if plain_type(first) == "number" and plain_type(last) == "number" and last > first then
    if last - first > 1e6 then error("these are too many to be moved", 2) end
    charge((last - first) // 16, 16 * (last - first))
  end
  return plain_move(from, first, last, ...)
end

function table.find(list, ...)
  pay(4 * length(list))
  return plain_list_find(list, ...)
end

function table.unpack(list, first, last)
  local from, to = first or 1, last or length(list)
  if plain_type(from) == "number" and plain_type(to) == "number" and to > from then pay(4 * (to - from)) end
  return unpack(list, from, to)
end

-- A sort pays for its comparisons, each as long as the longest text. With a function, texts are that function's work.
local plain_sort = table.sort
function table.sort(list, before)
  local n, longest = length(list), 0
  for i = 1, before and 0 or n do
    local text = size(rawget(list, i))
    if text > longest then longest = text end
  end
  if n > 1 then pay(n * ceil(log(n, 2)) * (8 + longest / 16)) end
  return plain_sort(list, before)
end

local plain_create, plain_clone = table.create, table.clone
function table.create(entries, ...)
  if plain_type(entries) == "number" and entries > UNIT then charge(entries // UNIT, 16 * entries) end
  return plain_create(entries, ...)
end

function table.clone(list)
  local entries = length(list)
  if entries > UNIT then charge(entries // UNIT, 16 * entries) end
  return plain_clone(list)
end

-- The capacity of a table is not known here, so each of these pays enough for a check of the clock.
for _, name in { "clear", "maxn", "foreach", "foreachi" } do
  local plain = table[name]
  table[name] = function(list, ...)
    charge(16 + length(list) // 4)
    return plain(list, ...)
  end
end

math.randomseed, math.noise = nil, nil
for _, name in { "collectgarbage", "coroutine", "debug", "gcinfo", "getfenv", "io", "loadstring", "newproxy", "os", "package",
  "print", "require", "setfenv" } do
  _G[name] = nil
end

-- The first waits for an answer. The second says whether that is possible: not inside a function that Lua calls back.
return function() return yield() end, isyieldable
