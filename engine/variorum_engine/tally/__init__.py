"""Very many games at once, and everything that is counted in them, as one row of whole numbers."""
