--[=[
id = "weathercocks"
name = "Weathercocks"
version = "1.0.0"
api = 1
summary = "Five tiles of the base game have a weathercock. Whoever makes one point at another tile gets two points."
requires = { base = "1" }

[tags.weathercock]
turns = true
look = { glyph = "↑→↓←", ascii = "^>v<", ink = "#ffffff", ground = "#5a3a1e" }

[[when]]
tiles."base:E" = { copies = 2, tags = ["weathercock"] }
tiles."base:V" = { copies = 3, tags = ["weathercock"] }
]=]

return {
  -- A weathercock that points at a tile is worth two points to whoever placed the second one of the two tiles.
  on_place = { when = { aims = { tag = "weathercock" } }, award = 2, why = "weathercock" },
}
