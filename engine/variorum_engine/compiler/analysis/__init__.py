"""A program goes in, facts about it come out: layout, origins, bounds, decisions, features."""
