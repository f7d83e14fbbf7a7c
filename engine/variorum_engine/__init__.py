"""The engine: from an edition to games."""
