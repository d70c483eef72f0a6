-- Run once in a new Lua, after the prelude: gives the objects of the game their fields and methods. `host` is what the host
-- lends for it; nothing of it is seen by scripts but through the objects.

local host, wait = ...
local methods, field, ask, rules, switch = host.methods, host.field, host.ask, host.rules, host.switch
local error, ipairs, pcall, tostring = error, ipairs, raw_pcall, tostring
raw_pcall = nil
local items = methods.items
methods.items = nil

-- Takes as many steps as a wait, so that a handler that is run again to where it stood is stopped where it would have been.
local function known(here, answer)
  switch(here)
  return answer
end

-- Asks a player and waits for the answer; nothing if it was `pass`.
function methods.ask(game, question)
  if not wait(true) then error("a player cannot be asked from inside a function that is called back", 2) end
  local answer = ask(game, question)
  local here = switch(0)
  switch(here)
  if answer then answer = known(here, answer) else answer = wait() end
  -- Others may have run meanwhile.
  switch(here)
  if answer > 0 then return question.options[answer] end
  return nil
end

local function settle(before, ok, ...)
  switch(before)
  if not ok then error(..., 0) end
  return ...
end

-- Calls a named rule, which another expansion may have replaced. While it runs, `game.state` is that of its expansion.
function methods.rule(game, name, ...)
  local rule = rules[name]
  if not rule then error("there is no rule `" .. tostring(name) .. "`", 2) end
  return settle(switch(rule.source), pcall(rule.run, game, ...))
end

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
local assign, freeze, last, memory = host.assign, table.freeze, nil, nil
local function memory_of(object)
  if object ~= last then
    local keys = {
      __index = function(_, key) return field(object, key) end,
      __newindex = function(_, key, value) assign(object, key, value) end,
    }
    last, memory = object, freeze(setmetatable({}, keys))
    keys.__metatable = "locked"
  end
  return memory
end

local meta = {
  __index = function(object, key)
    if key == "state" then return memory_of(field(object, key)) end
    return methods[key] or field(object, key)
  end,
  __newindex = host.assign,
  __tostring = host.show,
  __metatable = "locked",
}
table.freeze(methods)
return table.freeze(meta)
