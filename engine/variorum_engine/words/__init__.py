"""What happens at a table, in the words of the game; and the words of people back to moves.

`vocabulary` and `phrases` name cards and moves, `printed` uses the words of the file, `narrative`
tells a log, `brief` a game round by round, `standing` a result; `typed_moves` understands what
somebody types.
"""
