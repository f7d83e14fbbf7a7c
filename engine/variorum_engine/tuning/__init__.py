"""Tuning of the rule of thumb by self-play, and the weights that come of it."""
