"""Tuning of the rule of thumb by self-play.

In come the rules of a game and how many games may be played; out come weights by their names, with
the share of games that they win, and files of them. `sensitivity` finds the weights that can
matter, `regression` first ones from games in which chance decides now and then, and `evolution`
better ones by trying; `search` puts it together within a `budget`.
"""
