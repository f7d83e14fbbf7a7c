"""Whether the examples of a file would notice if one of its clauses were another."""
