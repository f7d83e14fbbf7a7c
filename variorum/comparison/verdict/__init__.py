"""What comes of a difference.

In come a pairing and its differences; out come the same with a verdict: a witness, a proof that the
winner never changes, or what was tried. What one file leaves open or offers as an option is played
both ways, and the rule of one edition is tried alone in the other.
"""
