"""A file comes in; games are played, and promises that do not hold go out with an example.

`promises` list what must always be true (`outcome_promises` and `secrecy_promises` are two families
of them), `observation` is what they look at. `random_games` and `exhaustive` play, `shrinker`
makes a failure small, `coverage` says which rules were reached.
"""
