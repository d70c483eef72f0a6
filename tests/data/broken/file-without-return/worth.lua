local worth = { road = 2 }
