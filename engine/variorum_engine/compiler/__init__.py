"""The compiled form: a game turned into code of its own, which plays the very same game."""
