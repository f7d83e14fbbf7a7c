"""PROGRAM -> POSITIONS: the reference for what rules mean, short and plain.

In comes a lowered program. Out come functions of a position: what expressions come to
(`expressions`), what lines do (`lines`, as a list of `instructions`), what may be answered
(`picks`), what a final position is worth (`scoring`, `outcome`). Everything that is quicker is
tested against this.
"""
