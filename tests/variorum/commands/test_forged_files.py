"""Files that Variorum writes and reads again, forged: each is used or refused, in words.

Bytes are changed, values are exchanged for others, and what seals a file is made to fit again. What
comes of it is never a mistake of ours: the exit status is 0, 1 or 2, and there is no traceback.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from variorum_dsl.files import sealed
from variorum_engine.table import records
from variorum_engine.tuning import weights
from variorum_engine.tuning.matches import Share

from tests.variorum.commands.conftest import SMALL, Run
from variorum.checker.memory import Memory

QUICK = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None,
                 max_examples=25)
VALUES = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=5)
    | st.sampled_from([0, -1, 1, 10**30, -10**30, 2**63, 1e308, "", "\0", "../x", [], {}]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner,
                                                                max_size=3),
    max_leaves=4,
)
Seal = Callable[[str], bytes]


def _paths(value: Any, at: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """Where something stands in a JSON value."""
    inside = (value.items() if isinstance(value, dict)
              else enumerate(value) if isinstance(value, list) else ())
    return [at, *(path for key, each in inside for path in _paths(each, (*at, key)))]


def _with(value: Any, path: tuple[Any, ...], new: object) -> Any:
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = _with(value[path[0]], path[1:], new)
    return copy


def forgery(data: st.DataObject, text: str, seal: Seal) -> bytes:
    """A text with something else in it: one value of its JSON, or a few bytes."""
    if data.draw(st.booleans(), label="whole"):
        value = json.loads(text)
        path = data.draw(st.sampled_from(_paths(value)), label="where")
        changed = _with(value, path, data.draw(VALUES, label="what"))
        return seal(records.dumped(changed))
    body = bytearray(text.encode())
    for _ in range(data.draw(st.integers(1, 3), label="bytes")):
        body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
    return seal(body.decode("utf-8", "surrogateescape"))


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


@pytest.fixture
def checkpoint(run: Run, small: Path) -> str:
    assert run(*SIMULATE).status == 0
    return Path("state").read_text().splitlines()[1]


SIMULATE = ("simulate", "small.variant", "--games", "4", "--bots", "random",
            "--checkpoint", "state")


@QUICK
@given(data=st.data())
def test_checkpoints(data: st.DataObject, run: Run, checkpoint: str) -> None:
    Path("state").write_bytes(forgery(data, checkpoint, lambda text: (
        hashlib.sha256(_bytes(text)).hexdigest().encode() + b"\n" + _bytes(text) + b"\n")))
    result = run(*SIMULATE, "--resume")
    assert result.status == 0 or result.err.startswith("Usage")


WEIGHTS = weights.written(weights.WeightsFile(
    weights.FORMAT, weights.FORMAT_VERSION, "1", "small", "Small", (), {}, "x",
    (weights.Tuned(2, "x", Share(0.5, 0.4, 0.6, 9), weights.Effort(1, 5), {"high": 2.5}),)))


@QUICK
@given(data=st.data())
def test_weights(data: st.DataObject, run: Run, small: Path) -> None:
    Path("w.json").write_bytes(forgery(data, WEIGHTS, _bytes))
    result = run("simulate", "small.variant", "--games", "2", "--bots", "thumb:w.json")
    assert result.status == 0 or "w.json" in result.err


@pytest.fixture
def record(run: Run, small: Path) -> list[str]:
    assert run("play", "small.variant", "--seed", "3", "--save", "r.jsonl").status == 0
    return Path("r.jsonl").read_text("utf-8").splitlines()


@QUICK
@given(data=st.data())
def test_records(data: st.DataObject, run: Run, record: list[str]) -> None:
    number = data.draw(st.integers(0, len(record) - 1), label="line")
    before, lines = "", []

    def seal(text: str) -> bytes:
        """The line with a checksum that fits, so that the lines behind it do too."""
        nonlocal before
        if not (text.startswith("{") and text.endswith("}")) or not text.isprintable():
            return _bytes(text)
        before = records.checked(before, text)
        return _bytes(f'{text[:-1]},"check":"{before}"}}')

    for place, line in enumerate(record):
        value = json.loads(line)
        del value["check"]
        own = records.dumped(value)
        lines.append(forgery(data, own, seal) if place == number else seal(own))
    Path("r.jsonl").write_bytes(b"\n".join(lines) + b"\n")
    result = run("replay", "r.jsonl", "--rules", "small.variant")
    assert result.status == 0 or result.out + result.err


@QUICK
@given(data=st.data())
def test_entries_of_the_memory_of_findings(
    data: st.DataObject, run: Run, here: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("VARIORUM_CACHE", str(here / "memory"))
    path = here / "small.variant"
    path.write_text(SMALL.replace("highest points", "highest pints"), "utf-8")
    honest = run("check", "small.variant")
    memory = Memory()
    name = f"{memory.key('small.variant')}.json"
    kept = sealed.recalled(memory.folder, name)
    assert kept
    body = forgery(data, kept.decode(), _bytes)
    assert sealed.keep(memory.folder, name, body)  # as only this very user could
    for form in ("text", "json", "sarif"):
        result = run("check", "--format", form, "small.variant")
        assert result.status in (0, 1)
    monkeypatch.setattr(sealed, "_seal", lambda *_: b"?" * sealed.SEAL)  # as anybody else
    assert sealed.keep(memory.folder, name, body)
    monkeypatch.undo()
    monkeypatch.setenv("VARIORUM_CACHE", str(here / "memory"))
    monkeypatch.chdir(here)
    assert run("check", "small.variant") == honest


SETTINGS = {"folders": ["."], "format": "text", "severity": {"unused-name": "note"},
            "allow": {"unused-name": "the book names it"}}


def _toml(value: Any) -> str:
    """Anything as TOML, whether or not it makes sense there; what it cannot say is a text."""
    match value:
        case bool():
            return "true" if value else "false"
        case int() | float():
            return repr(value)
        case list():
            return f"[{', '.join(map(_toml, value))}]"
        case dict():
            return f"{{{', '.join(f'{json.dumps(key)} = {_toml(v)}' for key, v in value.items())}}}"
        case _:
            return json.dumps(str(value))


@QUICK
@given(data=st.data())
def test_settings(data: st.DataObject, run: Run, small: Path) -> None:
    def seal(text: str) -> bytes:
        try:
            value = json.loads(text)
        except ValueError:
            return _bytes(text)
        return _bytes("".join(f"{json.dumps(key)} = {_toml(each)}\n" for key, each in (
            value.items() if isinstance(value, dict) else [("folders", value)])))

    Path("variorum.toml").write_bytes(forgery(data, json.dumps(SETTINGS), seal))
    for command in (("check", "small.variant"), ("fmt", "--check", "small.variant")):
        assert run(*command).status in (0, 1, 2)


@QUICK
@given(data=st.data())
def test_locks(data: st.DataObject, run: Run, here: Path) -> None:
    (here / "small.variant").write_text(SMALL.replace("winner\n", 'winner see "End"\n'), "utf-8")
    Path("book.txt").write_text("End\n\nThe highest wins.\n", "utf-8")
    run("sources", "small.variant", "book.txt", "--write")
    lock = Path("citations.lock")
    lock.write_bytes(forgery(data, lock.read_text("utf-8") if lock.exists() else "{}", _bytes))
    for more in ((), ("--write",)):
        assert run("sources", "small.variant", "book.txt", *more).status in (0, 1, 2)
    lock.unlink()


POSITION = """\
players ann, bo
hand of ann holds nothing
"""
LINES = st.lists(st.sampled_from([
    *POSITION.splitlines(), "players", "players ann", "players ann, ann", "with nothing",
    "reading x is y", "ann: 5", "when playing rounds", "then", "hand of ann holds 9 9 9",
    "players " + ", ".join(f"p{i}" for i in range(99)), '"', "(" * 300, "\0", "given", "example x",
    "deck holds nothing", "hand of zoe holds nothing", "edition x", "winner ann",
]), max_size=8)


@QUICK
@given(data=st.data())
def test_positions(data: st.DataObject, run: Run, small: Path) -> None:
    if data.draw(st.booleans()):
        text = "\n".join(data.draw(LINES)).encode()
    else:
        body = bytearray(POSITION.encode())
        for _ in range(data.draw(st.integers(1, 4))):
            body[data.draw(st.integers(0, len(body) - 1))] = data.draw(st.integers(0, 255))
        text = bytes(body)
    Path("p.txt").write_bytes(text)
    result = run("score", "small.variant", "p.txt")
    assert result.status in (0, 1, 2)
    assert result.out + result.err
