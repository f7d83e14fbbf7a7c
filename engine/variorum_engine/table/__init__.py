"""RULES -> TABLES: one game in progress, what each seat may do, see and read, and its record.

In comes a prepared file (`preparation`). Out come decisions and refusals (`table`), what a seat sees
(`visibility`, `views`) and reads (`logs`), and records that can be verified (`records`, `replay`).
"""
