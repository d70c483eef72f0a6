-- The Abbot. Where he may stand, the gardens and the tiles that have one are data in the manifest.
local abbot = { verbs = {} }

-- Instead of any other action with wood, an abbot of one's own may be taken back.
abbot.options = {
  offer = "recall", when = { placing = false },
  figures = { owner = "active", kind = "abbot", on = { "cloister", "garden" } },
}

-- His owner gets what the cloister or garden is worth now, whoever else stands there.
function abbot.verbs.recall(game, figure)
  game:score_feature(figure.feature, { complete = false, winners = { figure.owner }, only = figure.owner, home = false })
  game:move(figure, figure:home(), "recall")
end

return abbot
