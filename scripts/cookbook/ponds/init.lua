-- Ponds. The tile and where it fits are data in tiles.toml.
local ponds = {}

-- Whoever digs a pond gets a point for each follower beside it, whoever they belong to.
ponds.on_place = { when = { kind = "pond" }, run = function(placed)
  local n = 0
  for _, tile in ipairs(placed.tile:neighbours()) do n = n + #tile:figures({ group = "follower" }) end
  placed.game:score(placed.player, n, "pond")
end }

return ponds
