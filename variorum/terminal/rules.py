"""The rules for somebody at the table: a short summary, and the lines of the file that say it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from variorum_dsl.diagnostics.diagnostic import Place
    from variorum_dsl.diagnostics.source import Sources

    from variorum.terminal.games import Opened

MOST_LINES = 14
# What is asked for in the middle of a game; the cards and their places are in sight.
AT_THE_TABLE = ("setup", "play", "effects", "end", "reckoning", "elimination", "scoring", "winner")


def excerpt(sources: Sources, at: Place | None) -> list[str]:
    """The lines of the rule file at a place."""
    if at is None or not at.line:
        return []
    lines = []
    for number in range(at.line, min(at.end_line, at.line + MOST_LINES - 1) + 1):
        text = sources.line(at.path, number)
        if text is not None:
            lines.append(f"  | {text.rstrip()}")
    while lines and lines[-1] == "  | ":
        lines.pop()
    if at.end_line > at.line + MOST_LINES - 1:
        lines.append("  | ...")
    return lines


def summary(opened: Opened) -> list[str]:
    """The course of the game, its end, the scoring and who wins, in the words of the pages."""
    from variorum.prose.sections.summary import told
    from variorum.reports.blocks import sentences

    game = opened.game
    program = opened.rules.program
    lines = [f"{program.title or program.name}, {program.players} players"]
    title, numbers = "", [0]
    for said in sentences([section for key, section in told(game).parts.items()
                           if section and key in AT_THE_TABLE]):
        if said.title != title:
            title, numbers = said.title, [0]
            lines += ["", title]
        # How far each level of a list has been counted.
        numbers = [*numbers, *[0] * said.depth][: said.depth + 1]
        numbers[-1] += said.ordered
        mark = f"{numbers[-1]}. " if said.ordered else "- " if said.depth or said.term else ""
        term = f"{said.term}: " if said.term else ""
        lines.append(f"{'   ' * said.depth}  {mark}{term}{said.text}")
    return lines
