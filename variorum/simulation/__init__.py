"""Very many games of a variant: running them, what they show, and how that is told."""
