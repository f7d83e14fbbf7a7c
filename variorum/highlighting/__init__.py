"""Colours without understanding: one list of patterns from the grammar, for all highlighters.

`patterns` is the list, `textmate` writes it for editors, `pygments_lexer` offers it to
Pygments, `spans` colours our own pages with that.
"""
