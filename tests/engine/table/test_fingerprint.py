"""A fingerprint is of the meaning: names and words do not count, every rule does."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from variorum_dsl import model as m
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.edits.application import renamed
from variorum_dsl.edits.resolution import Sheet
from variorum_dsl.files.libraries import library_path
from variorum_dsl.files.loader import load_text
from variorum_dsl.lowering.program import lowered
from variorum_dsl.model.node import Node, content_fields
from variorum_dsl.printer.formatter import format_text
from variorum_dsl.syntax.reader import parse
from variorum_engine.table.fingerprint import fingerprint

from tests.paths import ROOT

FILES = sorted([*ROOT.glob("variants/*.variant"), *ROOT.glob("tests/games/*.variant")])
_EXAMPLE = re.compile(r"^( *)example .*\n(?:\1 .*\n|\n)*", re.MULTILINE)
every_file = pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)


def of_text(text: str) -> str | None:
    """The fingerprint of a file, or nothing if it is not right."""
    loaded = load_text(text, str(FILES[0].parent / "changed.variant"))
    if loaded.sheet is None or any(p.severity == "error" for p in loaded.problems):
        return None
    game, problems = loaded.sheet.resolved()
    counts = game.player_counts()
    if problems or not counts or any(
        problem.severity == "error" for count in counts for problem in lowered(game, count)[1]
    ):
        return None
    return fingerprint(game)


def names_in(node: Node) -> Iterator[str]:
    """What the clauses of a file are called."""
    for field in content_fields(node):
        value = getattr(node, field)
        if field in ("name", "members", "giving") and not isinstance(node, m.Document):
            yield from (value,) if isinstance(value, str) else value
        for inner in value if isinstance(value, tuple) else (value,):
            if isinstance(inner, Node):
                yield from names_in(inner)


@every_file
def test_other_names_for_everything_leave_the_meaning(path: Path) -> None:
    text = _EXAMPLE.sub("", path.read_text("utf-8") + "\n")
    loaded = load_text(text, str(path))
    assert loaded.document is not None
    assert loaded.sheet is not None
    document = loaded.document
    libraries = [
        library for item in document.items if isinstance(item, m.Uses)
        for name in item.libraries
        if (library := parse(Source(name, Path(str(library_path(name))).read_text("utf-8")))[0])
    ]
    kept = {"setup", "rounds", "players", "nobody", "chance", "left", "right", "player", "card",
            "number", "flag", "shared", "elimination", "", *(lib.name for lib in libraries)}
    names = {name for part in (document, *libraries) for name in names_in(part)} - kept
    assert len(names) > 10
    for number, name in enumerate(sorted(names)):
        document, *libraries = (
            renamed(part, {name: (f"n{number}x", None)}) for part in (document, *libraries)
        )
    sheet = Sheet(document, None, libraries)
    game, problems = sheet.resolved()
    assert not problems
    assert not any(lowered(game, count)[1] for count in game.player_counts())
    assert fingerprint(game) == fingerprint(loaded.sheet.resolved()[0])


@every_file
def test_words_citations_comments_and_layout_leave_the_meaning(path: Path) -> None:
    text = path.read_text("utf-8")
    before = of_text(text)
    assert before is not None
    changed = re.sub(r'"([^"\n]*)"', r'"\1 indeed"', text)
    changed = "\n".join(f"{line}   # a remark" if line.strip() else "# nothing"
                        for line in changed.split("\n"))
    assert of_text(changed) == before
    laid_out, _ = format_text(text, str(path))
    assert laid_out is not None
    assert of_text(laid_out) == before


def test_examples_and_what_always_holds_are_no_rules() -> None:
    text = (ROOT / "variants" / "osprey-2018.variant").read_text("utf-8")
    without = _EXAMPLE.sub("", text)
    without = re.sub(r"(?m)^always .*\n(?: .*\n)*", "", without)
    assert len(without) < len(text) / 2
    assert of_text(without) == of_text(text)


SWAPS = {
    "highest": "lowest", "lowest": "highest", "open": "hidden", "secret": "open",
    "hidden": "secret", "double": "halve", "halve": "double", "add": "subtract",
    "subtract": "add", "more than": "at least", "at least": "at most", "any": "no",
    "is not": "is", "at once": "after the round", "shared": "nobody wins", "and": "or",
    "nobody wins": "nobody is out", "from": "after", "left": "right",
    "then shared": "then nobody wins",
    ", rounded down": "", "1 or more": "1", "in order": "",
}
_OWN = re.compile(r"^(kinds|components|zones|tracks|figures|setup|rounds|phase|effect|end|reckoning"
                  r"|elimination|scoring|winner|players|dummy)\b")
_OTHER = re.compile(r"^\S")


def mutants(text: str) -> Iterator[tuple[int, str, str]]:
    """Every way to change one number or one word of a rule: line, what it was, the whole text."""
    lines = text.split("\n")
    own = False
    for number, line in enumerate(lines):
        if _OTHER.match(line):
            own = bool(_OWN.match(line))
        bare = re.sub(r'"[^"]*"|#.*', lambda found: "\0" * len(found[0]), line)
        if not own or bare.startswith(("  total", "  besides")):  # these have no rules
            continue
        # `for 4 to 5 players` may say more players than can play: that changes nothing.
        for found in re.finditer(r"(?<!to )(?<![-\w])\d+(?![-\w])", bare):
            changed = line[:found.start()] + str(int(found[0]) + 1) + line[found.end():]
            yield number, found[0], "\n".join([*lines[:number], changed, *lines[number + 1:]])
        for old, new in SWAPS.items():
            for found in re.finditer(rf"(?<![-\w]){re.escape(old)}(?![-\w])", bare):
                changed = line[:found.start()] + new + line[found.end():]
                yield number, old, "\n".join([*lines[:number], changed, *lines[number + 1:]])


@every_file
def test_every_change_of_a_rule_changes_it(path: Path) -> None:
    text = path.read_text("utf-8")
    text = _EXAMPLE.sub("", text + "\n")  # so that each of the many files is read quickly
    before = of_text(text)
    seen: dict[str, tuple[int, str]] = {}
    same = []
    changes = list(mutants(text))
    for line, old, changed in changes[::max(1, len(changes) // 40)]:
        found = of_text(changed)
        if found is None:
            continue
        if found == before:
            same.append((line + 1, old, changed.split("\n")[line].strip()))
        seen[found] = (line, old)
    assert not same
    assert len(seen) > 10
