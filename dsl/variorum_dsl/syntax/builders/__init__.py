"""Reductions of the parser come in, records of the model go out: a function for each rule."""
