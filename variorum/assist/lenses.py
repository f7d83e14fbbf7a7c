"""What can be done right where a line stands: play the game, run an example, compare."""

from __future__ import annotations

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place

from variorum.assist.desk import Desk, File
from variorum.assist.shapes import Command, Lens

PLAY, RUN, COMPARE = "variorum.play", "variorum.runExample", "variorum.compare"
COMMANDS = (PLAY, RUN, COMPARE)


def lenses(desk: Desk, file: File) -> list[Lens]:
    """Where there is something to do; what exactly, `resolved` says when the line is looked at."""
    document = file.loaded.document
    if document is None:
        return []
    uri = desk.uri(file.path)
    found: list[Lens] = []
    if document.form != "library":
        found.append(_lens(file, document.at, {
            "title": "▶ play", "command": PLAY, "arguments": [uri]}))
    if document.form == "variant":
        found.append(_lens(file, document.at, {
            "title": f"⇄ compare with {document.parent}", "command": COMPARE,
            "arguments": [uri]}))
    for item in document.items:
        found += [
            _lens(file, each.at, {"title": "▶ run", "command": RUN, "arguments": [uri, each.name]})
            for each in (item, *(item.lines if isinstance(item, m.Option) else ()))
            if isinstance(each, m.Example)]
    return found


def resolved(lens: Lens) -> Lens:
    return {"range": lens["range"], "command": lens["data"]} if "data" in lens else lens


def _lens(file: File, at: Place, command: Command) -> Lens:
    return {"range": file.lines.range(at.head()), "data": command}
