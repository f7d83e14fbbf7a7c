"""Very many games with bots: a game and who plays it come in, figures with their ranges go out.

`job` is what is sent to whoever plays; `run` adds up what comes back from `workers`, `checkpoints`
keep it, `rows` write it game by game. `ways` plays one game in several ways, `compare` asks about
two readings, and `records` lets people watch a game that came out otherwise. `pairs` and `silences`
say what is compared and counted, `statistics` how sure a figure is, `report` tells it all.
"""
