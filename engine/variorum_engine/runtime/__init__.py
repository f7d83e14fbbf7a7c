"""What every compiled game has in common: code that is put beside the game's own, in its form.

The modules here are read as text and run together with the code of one game, as plain Python or
compiled by numba, so they keep to whole numbers, flat arrays and plain loops. What they import from
`given` is written for each game. They import nothing else but each other.
"""
