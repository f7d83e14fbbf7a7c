"""Editions side by side: what differs, what only has other names, and what proves it.

In come two loaded files. `align` says which thing of one is which of the other and whether two
rules say the same; `differ` makes a difference of every rule that does not; `witness` looks for
positions and games in which the two name different winners; `verdict` says of each difference what
comes of it. Out goes a `model.Comparison`, which `formats` writes.
"""
