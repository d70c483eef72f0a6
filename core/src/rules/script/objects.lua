-- Runs once in a new Lua, after the prelude: gives the objects of the game their fields and methods. `host` has what
-- Rust provides for this; scripts reach it only through the objects.

local host, wait, can_wait = ...
local methods, ask, rules, switch, still = host.methods, host.ask, host.rules, host.switch, host.still
local error, ipairs, next, tostring, type = error, ipairs, next, tostring, type
local items = methods.items
methods.items = nil

-- A method that finds several objects returns them as separate values; the list is made here.
for name, items in host.lists do
  methods[name] = function(object, about) return { items(object, about) } end
end

-- The host returns four numbers for each end.
local ends = methods.ends
function methods.ends(object, kind)
  local numbers, list = { ends(object, kind) }, {}
  for i = 1, #numbers, 4 do
    list[#list + 1] = { x = numbers[i], y = numbers[i + 1], joined = numbers[i + 2] == 1, bend = numbers[i + 3] }
  end
  return list
end

-- Takes as many steps as `wait`, so that a handler that is run again uses up its budget at the same point as before.
local function known(answer)
  still()
  return answer
end

-- Asks a player and waits for the answer; returns nil if it was `pass`. The question is taken apart here, because
-- reading a table from Rust costs more.
local misread, verbs, parts = host.misread, host.verbs, host.parts
function methods.ask(game, question)
  if type(question) ~= "table" then misread(game, question) end
  for key in next, question do
    if not parts[key] then misread(game, question, key) end
  end
  local list, verb = question.options, question.verb
  if verb ~= nil then verb = verbs[verb] or misread(game, question, "verb") end
  local about, why, step, steps, range = question.about, question.why, question.step, question.steps, question.range
  local player, optional = question.player, question.optional
  local answer, made = ask(game, can_wait(), player, verb, list, optional, about, why, step, steps, range)
  if answer then answer = known(answer) else answer = wait() end
  if answer > 0 then return range and range[1] + answer - 1 or (made or list)[answer] end
  return nil
end

local function back(before, ...)
  switch(before)
  return ...
end

-- Calls a named rule, which another expansion may have replaced. While it runs, `game.state` belongs to its expansion.
function methods.rule(game, name, ...)
  local rule = rules[name]
  if not rule then error("there is no rule `" .. tostring(name) .. "`", 2) end
  local own = rule.source
  local before = switch(own)
  if before == own then return rule.run(game, ...) end
  return back(before, rule.run(game, ...))
end

-- A rule that fails does not switch back to the expansion that called it, so `pcall` does.
local plain_pcall = pcall
function pcall(...) return back(switch(), plain_pcall(...)) end

-- Iterates over the candidates of a list, with their indexes.
function methods.each(list) return ipairs(items(list)) end

-- Whether the function returns true for any candidate of a list.
function methods.any(list, is_wanted)
  for _, candidate in ipairs(items(list)) do
    if is_wanted(candidate) then return true end
  end
  return false
end

-- What an expansion remembers, as a table of its own, so that its keys cannot collide with methods. It is empty and
-- frozen, so that every write reaches the host.
local recall, remember, freeze, memories = host.recall, host.remember, table.freeze, {}
local function memory_of(source)
  local memory = memories[source]
  if not memory then
    local keys = {
      __index = function(_, key) return recall(source, key) end,
      __newindex = function(_, key, value) remember(source, key, value) end,
    }
    memory = freeze(setmetatable({}, keys))
    keys.__metatable = "locked"
    memories[source] = memory
  end
  return memory
end

-- Fields are read by number, because a number crosses to Rust faster than a name. For a name that is a method of some
-- objects and a field of others, `field` returns `true` where it is a method.
local numbers, field, shared = host.numbers, host.field, {}
for _, name in host.shared do
  shared[name], methods[name] = methods[name], nil
end
local meta = {
  __index = function(object, key)
    local method = methods[key]
    if method then return method end
    local found = field(object, numbers[key] or key)
    if key == "state" then return memory_of(found) end
    return found == true and shared[key] or found
  end,
  __newindex = host.refuse,
  __tostring = host.show,
  __metatable = "locked",
}
table.freeze(methods)

-- Makes the table of a sheet from what the host says about each player and each line.
local function sheet(complete, total, void, players, terms, ...)
  local parts, winners, points, lines = { ... }, {}, {}, {}
  for i = 1, 3 * players, 3 do
    local player = parts[i]
    if parts[i + 1] then winners[#winners + 1] = player end
    points[player] = parts[i + 2]
  end
  for n = 1, terms do
    local i = 3 * players + 8 * (n - 1)
    lines[n] = {
      line = parts[i + 1], count = parts[i + 2], rate = parts[i + 3], points = parts[i + 4], times = parts[i + 5],
      over = parts[i + 6], player = parts[i + 7], why = parts[i + 8],
    }
  end
  return { complete = complete, total = total, winners = winners, points = points, lines = lines, void = void }
end

return table.freeze(meta), sheet
