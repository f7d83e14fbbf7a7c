"""Which text is meant: a path or a name comes in, a file with its parents and libraries goes out.

Only named libraries and parents from the folders that are allowed are ever read.
"""
