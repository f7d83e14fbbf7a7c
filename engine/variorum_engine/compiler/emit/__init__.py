"""A program goes in, the text of Python functions over flat arrays comes out (`module`)."""
