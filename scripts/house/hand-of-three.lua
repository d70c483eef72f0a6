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

# Hands are a mechanism of the table: how large they are is data.
[settings]
hand = "hand_size"
]=]

return {}
