"""Games that only players with a habit play, and games with another winner that are recorded.

In these files it matters whether nearly every gem is kept, which is hardly ever drawn by lot.
"""

from __future__ import annotations

import json
from pathlib import Path

import jsonschema
import pytest
from variorum_dsl.files.loader import load_text

from tests.paths import ROOT
from variorum import cli
from variorum.checker.check import read
from variorum.comparison.align.sides import Side
from variorum.comparison.compare import compare, side_of
from variorum.comparison.model import Comparison, Difference, Told, mirrored
from variorum.comparison.verdict.options import WHERE_CHOSEN
from variorum.comparison.verdict.proofs import told_apart
from variorum.comparison.witness.following import way_of
from variorum.files.editions import edition_path
from variorum.simulation.records import Records
from variorum.simulation.ways import Playing, compared

SCHEMAS = ROOT / "variorum" / "schemas"
PLAIN = '''edition keepers "Keepers"
players 2 to 3

kinds
  gem has worth

components
  in deck
    24 gem with worth 1 to 24

zones
  deck holds gem, hidden, in order
  market holds gem, open
  box holds gem, open
  kept of each player holds gem, open

tracks
  turn is a player

setup
  shuffle deck

rounds until deck is empty, using up deck
  move top of deck to market
  turn chooses
    keep "keep"
      move market to kept of turn
    leave "leave"
      move market to box
  turn becomes left of turn

scoring wealth "wealth"
  gems add total worth of kept

winner
  highest wealth
  then shared
'''
ENOUGH = 'end enough "enough" at once when count of kept of players is 20\n'
EARLY = f'''
option early "Early end"
  add {ENOUGH}'''
FULL = '''
option full "Full house"
  change scoring wealth
    last add full subtract 100 if count of kept of players is 24 and highest worth of kept is 24
'''
ASKED = f'''
silent enough "When is it enough?"
  assume all "when the deck is empty"
  or twenty "when twenty are kept"
    add {ENOUGH}'''


def side(text: str, name: str = "keepers") -> Side:
    found = load_text(text.replace("edition keepers", f"edition {name}"), f"{name}.variant",
                      edition_path)
    assert not found.problems, found.problems
    return side_of(found)


def option(text: str) -> Difference:
    (found,) = compare(side(PLAIN), side(PLAIN + text, "other")).differences
    return found


def holds(text: str, told: Told, winners: tuple[str, ...], chosen: str = "") -> bool:
    """Whether the witness, pasted into a file as an example, has these winners."""
    lines = ["", "example pasted", *(f"  {line}" for line in told.lines), "  then",
             f"    winner{'s' if len(winners) > 1 else ''} {', '.join(winners)}"]
    if chosen:
        lines.insert(3, f"  {chosen}")
    found = load_text(text + "\n".join(lines) + "\n", "pasted.variant", edition_path)
    assert found.sheet is not None
    assert not found.problems, found.problems
    from variorum_engine.table.preparation import Ready

    ready = Ready(found.sheet)
    (example,) = ready.game()[0].examples
    return not ready.run(example)


@pytest.mark.parametrize(("name", "text"), [("early", EARLY), ("full", FULL)])
def test_an_option_that_only_habits_decide_has_a_witness(name: str, text: str) -> None:
    found = option(text)
    assert found.how == WHERE_CHOSEN
    witness = found.witness
    assert witness is not None
    assert witness.reached
    assert witness.left.winners != witness.right.winners
    assert holds(PLAIN + text, witness.left, witness.left.winners)
    assert not holds(PLAIN + text, witness.left, witness.right.winners)
    assert holds(PLAIN + text, witness.right, witness.right.winners, f"with {name}")
    assert not holds(PLAIN + text, witness.right, witness.left.winners, f"with {name}")


def test_it_is_the_same_every_time_and_from_either_side() -> None:
    def once(*, turned: bool) -> Comparison:
        both = side(PLAIN), side(PLAIN + EARLY, "other")
        return compare(*reversed(both)) if turned else compare(*both)

    assert once(turned=False) == once(turned=False) == mirrored(once(turned=True))


def test_two_readings_are_told_apart() -> None:
    found = told_apart(side(PLAIN + ASKED), "enough", "twenty")
    assert found.verdict == "changes"
    assert found.witness is not None
    assert found.witness.reached


def test_where_the_same_moves_decide_nothing_it_stays_open() -> None:
    unseen = PLAIN.replace("box holds gem, open", "box holds gem, open\n  shed holds gem, open")
    text = '''
option never "Never"
  add end never "never" at once when count of shed is 1
'''
    (found,) = compare(side(unseen), side(unseen + text, "other")).differences
    assert found.witness is None
    assert "no game from the deal that was looked at came out differently" in found.how


# ---------------------------------------------------------------------------- one rule alone
TURN = "turn becomes left of turn", "turn becomes right of turn"
RENAMED = (("kept", "hoard"), ("market", "stall"), ("gem", "jewel"), ("worth", "price"))


@pytest.mark.parametrize("names", [(), RENAMED])
def test_each_of_several_rules_is_played_alone(names: tuple[tuple[str, str], ...]) -> None:
    text = (PLAIN + ENOUGH).replace(*TURN)
    for before, after in names:
        text = text.replace(before, after)
    found = {each.category: each for each in
             compare(side(PLAIN), side(text, "other")).differences}
    assert set(found) == {"play", "end"}
    for each in found.values():
        assert each.verdict == "changes"
        assert each.how == "with this rule alone"
        assert each.witness is not None
        assert ", with this as in " in each.witness.right_label
    end = found["end"].witness
    assert end is not None
    assert holds(PLAIN, end.left, end.left.winners)
    assert holds(PLAIN + ENOUGH, end.right, end.right.winners)
    assert not holds(PLAIN, end.right, end.right.winners)


def test_a_quick_comparison_leaves_it_open() -> None:
    (found,) = compare(side(PLAIN), side(PLAIN + ENOUGH, "other"), quick=True).differences
    assert (found.verdict, found.witness) == ("open", None)


# ---------------------------------------------------------------------------------- records
@pytest.fixture
def files(tmp_path: Path) -> tuple[str, str]:
    paths = []
    for name, text in (("keepers", PLAIN), ("other", PLAIN + ASKED + EARLY)):
        path = tmp_path / f"{name}.variant"
        path.write_text(text.replace("edition keepers", f"edition {name}"), encoding="utf-8")
        assert not read(str(path)).problems
        paths.append(str(path))
    return paths[0], paths[1]


def replayed(paths: list[str], winners: list[list[str]],
             capsys: pytest.CaptureFixture[str]) -> None:
    for path, won in zip(paths, winners, strict=True):
        assert cli.main(["replay", path]) == 0
        told = capsys.readouterr().out
        assert "the game is complete" in told
        assert f"{won[0]} wins" in told


def test_a_game_with_another_winner_is_named_and_recorded(
    files: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "watched"
    given = ["diff", *files, "--quick", "--games", "40", "--workers", "1"]
    assert cli.main([*given, "--format", "json", "--records", str(folder)]) == 0
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, json.loads((SCHEMAS / "diff.schema.json").read_text("utf-8")))
    (measured,) = [each["measured"] for each in data["comparisons"][0]["differences"]
                   if each["class"] == "option"]
    game = measured["game"]
    assert game["first"] != game["second"]
    replayed(game["records"], [game["first"], game["second"]], capsys)
    assert {path.suffix for path in folder.iterdir()} == {".game"}
    # Once more gives the same files; a file that holds something else is left alone.
    assert cli.main([*given, "--records", str(folder)]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert f"Game {game['number']} (seed {game['seed']}) is one of them: " in told
    assert f"`variorum replay {game['records'][0]}`" in told
    Path(game["records"][0]).write_text("mine", encoding="utf-8")
    assert cli.main([*given, "--records", str(folder)]) == 2
    assert "name another folder" in capsys.readouterr().err
    assert Path(game["records"][0]).read_text(encoding="utf-8") == "mine"


def test_two_games_of_one_name_are_two_files(tmp_path: Path) -> None:
    found = []
    for text in (EARLY, EARLY.replace("is 20", "is 18")):
        own = side(PLAIN + text)
        found.append([way_of(way, 2) for way in (own, own.choosing("early"))])
    records = Records(tmp_path)
    names = ("without", "with")
    for ways in found:
        games = compared([way.rules.program for way in ways], [(0, 1)],
                         Playing(("thumb",) * 2, 40, 1)).changed[0]
        assert records.written(ways, names, ("thumb",) * 2, (None, None), 1, games[1:])
        assert records.written(ways, names, ("thumb",) * 2, (None, None), 1, games[1:])
    assert {"with.game", "with-2.game"} <= {path.name for path in tmp_path.iterdir()}
    assert not list(tmp_path.glob("*-3.game"))


def test_without_records_the_game_is_named_all_the_same(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["diff", *files, "--quick", "--games", "40", "--workers", "1"]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "is one of them: " in told
    assert "without it, " in told
    assert "variorum replay" not in told


def test_a_quick_comparison_has_no_games_to_record(
    files: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["diff", *files, "--quick", "--records", "watched"]) == 2
    assert "--records has none to record" in capsys.readouterr().err


def no_games(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is found but by measuring."""
    monkeypatch.setattr("variorum.comparison.verdict.proofs.decided", lambda *_: None)
    monkeypatch.setattr("variorum.comparison.verdict.proofs.constructed", lambda *_: (None, 0))


def test_games_that_are_measured_become_witnesses(
    files: tuple[str, str], monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    no_games(monkeypatch)
    assert cli.main(["diff", *files, "--games", "40", "--workers", "1", "--format", "json"]) == 0
    data = json.loads(capsys.readouterr().out)
    (found,) = [each for each in data["comparisons"][0]["differences"]
                if each["class"] == "option"]
    assert found["witness"] is not None
    assert found["witness"]["reached"]


def test_readings_record_games_too(
    files: tuple[str, str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    no_games(monkeypatch)
    folder = tmp_path / "watched"
    assert cli.main(["readings", files[1], "--games", "40", "--workers", "1", "--format", "json",
                     "--records", str(folder)]) == 0
    data = json.loads(capsys.readouterr().out)
    jsonschema.validate(data, json.loads((SCHEMAS / "readings.schema.json").read_text("utf-8")))
    (pair,) = data["questions"][0]["pairs"]
    assert (pair["verdict"], pair["witness"] is None) == ("changes", False)
    replayed(pair["game"]["records"], [pair["game"]["first"], pair["game"]["second"]], capsys)
