-- Run once in a new Lua, after the prelude: gives the objects of the game their fields and methods. `host` is what the host
-- lends for it; nothing of it is seen by scripts but through the objects.

local host, yield = ...
local methods, field, ask, rules, switch = host.methods, host.field, host.ask, host.rules, host.switch
local pack, unpack = table.pack, table.unpack
local items = methods.items
methods.items = nil

-- Asks a player and waits for the answer; nothing if it was `pass`.
function methods.ask(game, question)
  local answer = ask(game, question) or yield()
  if answer > 0 then return question.options[answer] end
  return nil
end

-- Calls a named rule, which another expansion may have replaced.
function methods.rule(game, name, ...)
  local rule = rules[name]
  if not rule then error("there is no rule `" .. tostring(name) .. "`", 2) end
  local before = switch(rule.source)
  local results = pack(rule.run(game, ...))
  switch(before)
  return unpack(results, 1, results.n)
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

local meta = {
  __index = function(object, key) return methods[key] or field(object, key) end,
  __newindex = host.assign,
  __tostring = host.show,
  __metatable = "locked",
}
table.freeze(methods)
return table.freeze(meta)
