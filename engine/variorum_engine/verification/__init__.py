"""RULES -> FAILURES: what must always be true, asked for in random games or in all of them.

In come prepared rules; out come promises that a game broke, made small and told as examples
(`random_games`, `exhaustive`, `shrinker`), and which lines examples reach (`coverage`). What is asked
for stands in `promises`, `secrecy_promises` and `outcome_promises`.
"""
