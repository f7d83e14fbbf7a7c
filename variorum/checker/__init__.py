"""Paths come in; everything that is wrong with the files goes out.

`check` takes the three steps (reading, static checks, playing), `memory` remembers the findings of
files that have not changed, `report` is what the command says, `verification` plays random games.
"""
