"""Records: what was cut off, altered or played by other rules is noticed, with its line."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator
from variorum_engine.interpreter.chance import Stream
from variorum_engine.table.preparation import Ready
from variorum_engine.table.records import Game, Header, Scribe, Writer, begun, checked, dumped
from variorum_engine.table.replay import NoSuchGame, Replayed, may_go_back, replay
from variorum_engine.table.table import Table
from variorum_engine.table.views import view
from variorum_engine.table.visibility import REFEREE

from tests.paths import ROOT

GameOf = Callable[..., Game]
SCHEMA = json.loads(
    (ROOT / "variorum/schemas/record.schema.json").read_text("utf-8")
)


def played(game: Game, path: Path, seed: int = 3, steps: int = 10_000) -> Table:
    """A random game, written down as it goes."""
    players = game.rules.program.players
    names = tuple(f"p{seat}" for seat in range(players))
    header = Header("a-game", "a-game", game.fingerprint, (), {}, names, seed)
    table = begun(header, game)
    scribe, writer, stream = Scribe(table, game.symbols), Writer(path), Stream(seed)
    writer.write(header.data(), *scribe.chance())
    for _ in range(steps):
        if table.over:
            writer.write(scribe.outcome())
            break
        seat = table.to_decide[0]
        move = table.canonical(seat, table.drawn(seat, stream))
        line = scribe.decision(seat, move)
        table.apply(seat, move)
        writer.write(line, *scribe.chance())
    writer.close()
    return table


def again(path: Path, game: Game) -> Replayed:
    return replay(path, lambda header: game)


def test_every_game_can_be_played_again_from_its_record(ready: Ready, tmp_path: Path) -> None:
    from variorum_engine.table.fingerprint import fingerprint

    resolved, _ = ready.game()
    rules, _, symbols = ready.rules(resolved.player_counts()[0])
    assert rules is not None
    game = Game(rules, symbols, fingerprint(resolved))
    table = played(game, tmp_path / "game")
    found = again(tmp_path / "game", game)
    assert found.problem is None
    assert found.finished
    assert found.table is not None
    assert view(found.table, REFEREE) == view(table, REFEREE)
    validator = Draft202012Validator(SCHEMA)
    for line in (tmp_path / "game").read_text("utf-8").splitlines():
        validator.validate(json.loads(line))


def test_the_same_seed_and_moves_give_the_same_bytes(game_of: GameOf, tmp_path: Path) -> None:
    game = game_of("gossip-and-the-city", 3)
    played(game, tmp_path / "one")
    played(game, tmp_path / "two")
    assert (tmp_path / "one").read_bytes() == (tmp_path / "two").read_bytes()


def test_cut_at_any_byte_all_whole_lines_are_kept(game_of: GameOf, tmp_path: Path) -> None:
    game = game_of("osprey-2018", 3)
    path = tmp_path / "game"
    played(game, path)
    data = path.read_bytes()
    lines = data.splitlines(keepends=True)
    short = tmp_path / "short"
    start = len(data) - len(b"".join(lines[-3:]))
    for cut in [*range(1, len(lines[0]) + 1, 37), *range(start, len(data))]:
        short.write_bytes(data[:cut])
        found = again(short, game)
        whole = data[:cut].count(b"\n")
        torn = not data[:cut].endswith(b"\n")
        assert found.problem is not None
        assert found.lines == whole
        assert found.bytes == len(b"".join(lines[:whole]))
        assert found.problem.line == (whole + 1 if torn else whole)
        assert (found.problem.torn, found.problem.stopped) == (torn, not torn)
        assert not found.finished


def test_a_torn_record_goes_on_and_ends_as_if_nothing_had_happened(
    game_of: GameOf, tmp_path: Path
) -> None:
    game = game_of("houses-and-cheques", 3)
    played(game, tmp_path / "whole")
    data = (tmp_path / "whole").read_bytes()
    for cut in (len(data) - 10, len(data) // 2, len(data) // 3):
        path = tmp_path / f"cut-{cut}"
        path.write_bytes(data[:cut])
        found = again(path, game)
        assert found.table is not None
        writer = Writer(path, before=found.check, fresh=False, keep=found.bytes)
        writer.write(*found.pending)
        rest = [json.loads(line) for line in data.splitlines()[found.lines + len(found.pending):]]
        for line in rest:
            line.pop("check")
            writer.write(line)
        writer.close()
        assert path.read_bytes() == data


def test_an_altered_byte_is_noticed_in_its_line(game_of: GameOf, tmp_path: Path) -> None:
    game = game_of("osprey-2018", 3)
    path = tmp_path / "game"
    played(game, path, steps=12)
    data = path.read_bytes()
    stream = Stream(5)
    for _ in range(150):
        at = stream.below(len(data) - 1)
        new = bytes([(data[at] + 1 + stream.below(255)) % 256])
        path.write_bytes(data[:at] + new + data[at + 1:])
        found = again(path, game)
        assert found.problem is not None
        line = data[:at].count(b"\n") + 1
        assert found.problem.line == line
        assert found.lines == line - 1


def forged(path: Path, number: int, change: dict[str, object]) -> None:
    """Change a line and make all checksums right again."""
    before, lines = "", []
    for row, text in enumerate(path.read_text("utf-8").splitlines(), 1):
        line = json.loads(text)
        line.pop("check")
        if row == number:
            line |= change
        before = checked(before, dumped(line))
        lines.append(dumped(line | {"check": before}) + "\n")
    path.write_text("".join(lines), "utf-8")


@pytest.mark.parametrize(("number", "change", "text"), [
    (2, {"cards": list(range(15, -1, -1))}, "not what chance did"),
    (3, {"players": [2]}, "not what chance did"),
    (4, {"seat": 7}, "not your turn"),
    (4, {"cards": [999]}, "not everything that you named"),
    (4, {"choice": 9}, "no such choice"),
    (4, {"said": "pass"}, "do not fit its numbers"),
    (4, {"cards": ["x"]}, "cannot be read"),
    (1, {"seed": 4}, "not what chance did"),
    (1, {"record": 2}, "not the first line of a record"),
    (1, {"players": 3}, "does not say which game"),
])
def test_a_forged_line_is_held_against_the_rules(
    game_of: GameOf, tmp_path: Path, number: int, change: dict[str, object], text: str
) -> None:
    game = game_of("osprey-2018", 3)
    path = tmp_path / "game"
    played(game, path, steps=12)
    forged(path, number, change)
    found = again(path, game)
    assert found.problem is not None
    assert text in found.problem.text
    assert found.problem.line == max(number, 2 if "seed" in change else number)
    assert found.lines == found.problem.line - 1


def test_chance_that_is_given_needs_no_seed(game_of: GameOf, tmp_path: Path) -> None:
    """A game that was dealt by another edition: chance is as its lines say, and still has to be
    what the rules can make."""
    game = game_of("osprey-2018", 3)
    path = tmp_path / "game"
    table = played(game, path)
    forged(path, 1, {"seed": 4, "given": True})
    found = again(path, game)
    assert found.problem is None
    assert found.finished
    assert found.table is not None
    assert view(found.table, REFEREE) == view(table, REFEREE)
    Draft202012Validator(SCHEMA).validate(json.loads(path.read_text("utf-8").splitlines()[0]))
    forged(path, 2, {"cards": [1, 2, 3]})
    problem = again(path, game).problem
    assert problem is not None
    assert "a chance that the rules cannot make" in problem.text


def test_lines_in_another_order_or_missing_are_noticed(game_of: GameOf, tmp_path: Path) -> None:
    game = game_of("osprey-2018", 3)
    path = tmp_path / "game"
    played(game, path, steps=12)
    lines = path.read_bytes().splitlines(keepends=True)
    for changed in ([*lines[:5], lines[6], lines[5], *lines[7:]], lines[:5] + lines[6:],
                    [*lines[:5], lines[4], *lines[5:]]):
        path.write_bytes(b"".join(changed))
        found = again(path, game)
        assert found.problem is not None
        assert found.problem.line == 6
        assert "checksum" in found.problem.text


def test_a_record_of_other_rules_is_told_from_a_broken_one(
    game_of: GameOf, tmp_path: Path
) -> None:
    path = tmp_path / "game"
    played(game_of("osprey-2018", 3), path)
    found = again(path, game_of("osprey-2018", 3, odd_halves="rounded-down"))
    assert found.problem is not None
    assert found.problem.line == 1
    assert "played by other rules" in found.problem.text


def test_a_game_that_cannot_be_had_is_said(game_of: GameOf, tmp_path: Path) -> None:
    def nothing(header: Header) -> Game:
        raise NoSuchGame("its rules cannot be had")

    played(game_of("osprey-2018", 3), tmp_path / "game")
    found = replay(tmp_path / "game", nothing)
    assert found.problem is not None
    assert (found.problem.line, found.problem.text) == (1, "its rules cannot be had")


@pytest.mark.parametrize("content", [
    b"", b"\n", b"{}\n", b"[1]\n", b"\xff\xfe\n", b'{"check":"x"}\n', b"[" * 100_000 + b"\n",
    b'{"record":1,"check":"0"}\n', b'{"a":"\\ud800","check":"0"}\n', b"\x00" * 50,
])
def test_what_is_no_record_is_said_in_line_one(
    game_of: GameOf, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "game").write_bytes(content)
    found = again(tmp_path / "game", game_of("osprey-2018", 3))
    assert found.problem is not None
    assert found.problem.line == 1
    assert found.table is None


def test_moves_can_be_taken_back_only_while_nothing_became_known(
    game_of: GameOf, tmp_path: Path
) -> None:
    game = game_of("osprey-2018", 3)
    header = Header("a-game", "a-game", game.fingerprint, (), {}, ("a", "b", "c"), 1)
    table = begun(header, game)
    first = table.to_decide[0]
    passing = next(move for move in table.moves(first) if move.choice == 1)
    start = table.copy()
    table.apply(first, passing)
    after_one = table.copy()
    assert may_go_back(table, start, first)
    # The second pass ends the auction, and the next card is turned up.
    table.apply(table.to_decide[0], passing)
    assert not may_go_back(table, start, first)
    bids = after_one.copy()
    bid = next(move for move in bids.moves(bids.to_decide[0]) if move.choice == 0)
    bids.apply(bids.to_decide[0], bid)
    assert not may_go_back(bids, start, first)  # a card of another hand was seen


def test_a_record_with_moves_taken_back_is_right(game_of: GameOf, tmp_path: Path) -> None:
    game = game_of("osprey-2018", 3)
    path = tmp_path / "game"
    header = Header("a-game", "a-game", game.fingerprint, (), {}, ("a", "b", "c"), 1)
    table = begun(header, game)
    scribe, writer = Scribe(table, game.symbols), Writer(path)
    writer.write(header.data(), *scribe.chance())
    seat = table.to_decide[0]
    passing = next(move for move in table.moves(seat) if move.choice == 1)
    writer.write(scribe.decision(seat, passing))
    writer.write({"undo": 1, "seat": seat}, {"left": "the table was left here"})
    writer.close()
    found = again(path, game)
    assert found.problem is None
    assert found.decisions == 0
    assert found.table is not None
    assert found.table.to_decide == (seat,)
