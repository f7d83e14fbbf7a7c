"""TABLES <-> PEOPLE: cards, moves, logs and score sheets in the words of a game, and back.

What is said comes in as text (`typed_moves`) or as phrases (`phrases`) and becomes moves; tables,
logs and outcomes become lines of text (`printed`, `narrative`, `standing`).
"""
