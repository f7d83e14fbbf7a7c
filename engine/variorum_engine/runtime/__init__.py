"""What every compiled game has in common: code that is put beside the game's own, in its form.

The modules here are read as text and run together with the code of one game, as plain Python or as
machine code, so they keep to whole numbers, flat arrays and plain loops. What they import from
`interface` is written for each game; they import nothing else but each other. In comes a memory,
one row of numbers that is a position; out come answers, and games that are played to their end.

totals, draws          totals of sets of cards; answers, drawn at random
thumb/                 the rule of thumb
search/                the tree search
streams, games         who draws from which stream, and games from beginning to end
observation, tallies   what is looked at and counted while games run
"""
