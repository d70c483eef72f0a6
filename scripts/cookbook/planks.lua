--[=[
id = "planks"
name = "Planks"
version = "1.0.0"
api = 1
summary = "Everyone has one plank: a road over meadow that makes a tile fit."
requires = { base = "1" }

# All of it is data: the table offers the places with a plank and takes the token.
[tokens.plank]
each = 1

[forms.plank]
kind = "road"
strokes = ["N-S", "W-E"]
token = "plank"
]=]

return {}
