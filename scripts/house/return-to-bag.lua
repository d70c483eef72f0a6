--[[
id = "return-to-bag"
name = "Back into the bag"
version = "1.0.0"
api = 1
authors = ["Bastide"]
licence = "MIT"
summary = "A tile that fits nowhere is mixed into the pile again instead of leaving the game."
requires = { base = "1" }
# The base game knows the rule as an option; naming this file chooses it.
sets = { unplaceable = "return" }
]]

return {}
