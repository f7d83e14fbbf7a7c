"""Measurements: how fast the engine is, how strong the bots are, and long runs."""
