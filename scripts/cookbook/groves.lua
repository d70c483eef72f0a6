--[=[
id = "groves"
name = "Groves"
version = "1.0.0"
api = 1
summary = "On six tiles of the base game there is a wood, which is complete when tiles lie all around it."
requires = { base = "1" }

# A wood may have several tiles. Each of them, and each tile around them, is worth a point, also if it is not complete.
[kinds.wood]
edge = "side"
closes = "neighbours"
role = "forester"
claim = "followers"
order = 35
complete = { tile = 1, neighbour = 1 }
incomplete = { tile = 1, neighbour = 1 }

[kinds.wood.look]
shape = "area"
colour = "#2f6b34 22 2"
mono = "♣"
ascii = "%"

[[when]]
tiles."base:B" = { copies = 2, wood = "S" }
tiles."base:U" = { copies = 2, wood = "N" }
tiles."base:V" = { copies = 2, wood = "N-E" }
]=]

-- All of it is data.
return {}
