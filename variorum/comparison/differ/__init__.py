"""What is not the same.

In comes a pairing; out go differences, each with its two places in the files: components and who
sees what, the course of play, how winners are found, and words that mislead.
"""
