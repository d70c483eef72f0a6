-- Run once in a new Lua, after the prelude: gives the objects of the game their fields and methods. `host` is what the host
-- lends for it; nothing of it is seen by scripts but through the objects.

local host, wait, can_wait = ...
local methods, ask, rules, switch, still = host.methods, host.ask, host.rules, host.switch, host.still
local error, ipairs, next, tostring, type = error, ipairs, next, tostring, type
local items = methods.items
methods.items = nil

for name, items in host.lists do
  methods[name] = function(object, about) return { items(object, about) } end
end

-- The ends of a feature come as four numbers each.
local ends = methods.ends
function methods.ends(object, kind)
  local numbers, list = { ends(object, kind) }, {}
  for i = 1, #numbers, 4 do
    list[#list + 1] = { x = numbers[i], y = numbers[i + 1], joined = numbers[i + 2] == 1, bend = numbers[i + 3] }
  end
  return list
end

-- Takes as many steps as a wait, so that a handler that is run again to where it stood is stopped where it would have been.
local function known(answer)
  still()
  return answer
end

-- Asks a player and waits for the answer; nothing if it was `pass`. The question is taken apart here: reading a table from the
-- host costs more.
local misread, verbs, parts = host.misread, host.verbs, host.parts
function methods.ask(game, question)
  if type(question) ~= "table" then misread(game, question) end
  for key in next, question do
    if not parts[key] then misread(game, question, key) end
  end
  local list, verb = question.options, question.verb
  if verb ~= nil then verb = verbs[verb] or misread(game, question, "verb") end
  local answer, made = ask(game, can_wait(), question.player, verb, list, question.optional, question.about)
  if answer then answer = known(answer) else answer = wait() end
  if answer > 0 then return (made or list)[answer] end
  return nil
end

local function back(before, ...)
  switch(before)
  return ...
end

-- Calls a named rule, which another expansion may have replaced. While it runs, `game.state` is that of its expansion.
function methods.rule(game, name, ...)
  local rule = rules[name]
  if not rule then error("there is no rule `" .. tostring(name) .. "`", 2) end
  local own = rule.source
  local before = switch(own)
  if before == own then return rule.run(game, ...) end
  return back(before, rule.run(game, ...))
end

-- Whoever catches the error of a rule goes on as himself.
local plain_pcall = pcall
function pcall(...) return back(switch(), plain_pcall(...)) end

-- The candidates of a list, with their places in it.
function methods.each(list) return ipairs(items(list)) end

-- Whether any candidate of a list is as wanted.
function methods.any(list, is_wanted)
  for _, candidate in ipairs(items(list)) do
    if is_wanted(candidate) then return true end
  end
  return false
end

-- What an expansion remembers, as a table whose keys have nothing to do with the methods of objects. It is frozen, so that every
-- write comes to the host.
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

-- Fields go by their numbers: a number crosses to the host faster than a name. A name that is a method of some objects and a field of
-- others gives `true` where it is a method.
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
return table.freeze(meta)
