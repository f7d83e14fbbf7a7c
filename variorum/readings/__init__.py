"""What a rulebook leaves open: every answer, what tells them apart, and how much it matters."""
