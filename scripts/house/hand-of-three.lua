--[=[
id = "hand-of-three"
name = "Hand of three"
version = "1.0.0"
api = 1
authors = ["Bastide"]
licence = "MIT"
summary = "Everybody holds three tiles, places one of them, and draws another at the end of the turn."
requires = { base = "1" }

[options.hand_size]
about = "how many tiles everybody holds; with one, a tile is drawn when it is to be placed"
range = [1, 5]
default = 3

[[when]]
option = { hand_size = 1 }
settings.hand = 1

[[when]]
option = { hand_size = 2 }
settings.hand = 2

[[when]]
option = { hand_size = 3 }
settings.hand = 3

[[when]]
option = { hand_size = 4 }
settings.hand = 4

[[when]]
option = { hand_size = 5 }
settings.hand = 5
]=]

-- Hands are a mechanism of the table: how large they are is data.
return {}
