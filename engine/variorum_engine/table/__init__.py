"""A game comes in and is played: questions go out, answers come back.

`preparation` makes games ready by options, readings and number of players; `table` is the game in
play, and `why_not` the one truth about a move. `visibility` says who sees what, and `views` and
`logs` are made by it. `limits` says what a pick has to come to. `records` and `replay` keep a game
and verify it; `fingerprint` says what it means.
"""
