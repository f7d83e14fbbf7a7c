"""The text of a game goes in, functions that can be called come out (`machine`)."""
