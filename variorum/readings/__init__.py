"""What a rulebook leaves open, and how much depends on the answer.

In comes a loaded file; `questions` plays every two readings of each silence against each other; out
goes a `model.Report`, which `report` puts into words.
"""
