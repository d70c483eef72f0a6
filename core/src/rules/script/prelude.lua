-- Run once in a new Lua, before it is sealed: takes away what reaches out of the sandbox, and does again what would show
-- an address, differ from start to start, or take long in a single step. Gives back how a handler waits for an answer, and whether it can.

local caught, charge, weigh = ...
local shown = { table = true, ["function"] = true, userdata = true, thread = true, buffer = true, vector = true }
local plain_tostring, plain_tonumber, plain_type, plain_pcall, error = tostring, tonumber, type, pcall, error
local rawget, rawlen, select, ceil, log = rawget, rawlen, select, math.ceil, math.log
local plain_find, plain_format, pack, unpack = string.find, string.format, table.pack, table.unpack
local yield, isyieldable = coroutine.yield, coroutine.isyieldable

-- A call of a library is one step however long it takes, so that it pays for its work in steps, before it is done where that is
-- known: so many bytes looked at or made are one step. What a call makes is bounded by the memory.
local UNIT = 64
local function pay(bytes)
  if bytes >= UNIT then charge(bytes // UNIT) end
end

-- How long a text is; what is no text is short, or an error of the function that gets it.
local function size(text) return plain_type(text) == "string" and #text or 0 end
local function length(list) return plain_type(list) == "table" and rawlen(list) or 0 end

-- A table or function shows what it is, never where it lies. A `__tostring` of its own is asked.
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

-- What is caught is a sentence, never an object of the host's; a lack of memory is not for scripts to catch.
local function settle(ok, why, ...)
  if ok then return ok, why, ... end
  return ok, caught(why)
end

function pcall(run, ...) return settle(plain_pcall(run, ...)) end

-- Those whose work is the length of their first text.
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

-- Those whose work is what they make.
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

-- A search may look at every byte of the text with every byte of the pattern before it takes its next step, so that each of its
-- steps counts for more; most look at far less, so that it is a quarter of that. What it calls back is a script's again, whose steps
-- are single.
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
  -- One without a pattern takes no further step.
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

-- Lists: what is moved, looked at or copied.
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

-- As much as there is to compare: the longest text, so often as a sort compares.
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

-- How much room a table has is not known here: each of these is worth a look at the clock.
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

-- Waits for an answer; and says whether that is possible, which it is not inside of a function that Lua itself calls back.
return function() return yield() end, isyieldable
