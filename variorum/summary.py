"""A short summary of the rules of a game, and the lines of a rule file that say something."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from dsl.core import Choice, Op
from engine.telling import listed, see

if TYPE_CHECKING:
    from dsl.diagnostics import Place
    from dsl.source import Sources
    from variorum.games import Opened

MOST_LINES = 14


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
    """The stages, the choices in them, the ends, the scoring and who wins."""
    program = opened.rules.program
    lines = [f"{program.title or program.name}, {program.players} players"]
    for stage in program.stages:
        lines.append(_cited(f"{_capital(stage.words)}:", stage.cites))
        lines.extend(_choices(stage.body))
    for end in program.ends:
        when = "at once" if end.at_once else "after the round"
        lines.append(_cited(f"The game ends {when}: {end.words}", end.cites))
    elimination = opened.game.elimination
    if elimination is not None and program.out:
        lines.append(_cited(f"{_capital(elimination.words.one if elimination.words else 'out')}:",
                            program.elimination_cites))
        for _, _, at in program.out:
            lines.extend(excerpt(opened.sources, at))
    for scoring in program.scorings:
        lines.append(f"{_capital(scoring.words)}:")
        lines.extend(_cited(f"  {step.words}: {_operation(step)}", step.cites)
                     for step in scoring.steps)
    lines.append(_winner(program))
    return lines


def _winner(program: Any) -> str:
    names = {table.name: table.words
             for table in (*program.tracks, *program.figures, *program.scorings)}
    chain = [f"{tie.extreme} {names.get(tie.name, tie.name)}" for tie in program.chain]
    last = {"nobody": "nobody wins", "shared": "the victory is shared"}.get(program.tied, "")
    cites = program.chain[0].cites if program.chain else ()
    return _cited(f"Winner: {', then '.join(filter(None, [*chain, last]))}", cites)


def _operation(step: Any) -> str:
    words: str = step.operation
    if step.value is not None and step.value.op == "number":
        words += f" {step.value.args[0]}"
    if step.per is not None:
        words += " for each"
    return words + (f", rounded {step.rounded}" if step.rounded else "")


def _choices(body: Any) -> list[str]:
    """The decisions of a stage, each kind once."""
    found: dict[str, None] = {}
    for choices in _decisions(body):
        names = [choice.words or (f"pick {choice.pick.name.replace('-', ' ')}"
                                  if choice.pick else choice.name) for choice in choices]
        cites = choices[0].cites if choices else ()
        found[_cited(f"  choose: {listed(names, 'or')}", cites)] = None
    return list(found)


def _decisions(part: Any) -> list[tuple[Choice, ...]]:
    if isinstance(part, Choice):
        return _decisions(part.body)
    if isinstance(part, Op):
        own = []
        if part.op in ("decide", "together"):
            own = [part.args[1 if part.op == "decide" else 2]]
        return own + _decisions(part.args)
    if isinstance(part, tuple):
        return [row for each in part for row in _decisions(each)]
    return []


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _cited(text: str, cites: tuple[str, ...]) -> str:
    return f"{text:<60}  {see(cites)}" if cites else text
