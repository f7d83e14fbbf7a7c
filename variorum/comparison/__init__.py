"""Editions side by side: what differs, what only has other names, and what proves it."""
