"""Positions and games in which two ways to play name different winners.

In comes a pairing; out goes a witness as both sides tell it, or how far it was looked for. Who wins
is decided on all holdings where it depends on nothing else, on made-up positions, on short games
that are dealt alike, and at last on simulated games.
"""
