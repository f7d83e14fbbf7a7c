"""A game at a terminal: a name and who plays come in, questions and answers go to and fro.

`games` opens a game with its options and readings, `bots` seats who is not human, `session` asks
and saves after every move, `console` is the terminal itself, `rules` prints the rules while one
plays, `advice` says what a card does and how near the end is, `positions` reads final positions,
`progress` tells whoever waits how far it is.
"""
