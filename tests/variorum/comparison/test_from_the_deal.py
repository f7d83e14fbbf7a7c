"""Witnesses are games from the deal: they replay under both rules, with the same decisions."""

from __future__ import annotations

import json
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.variorum.comparison.sides import side
from variorum import cli
from variorum.comparison.compare import compare
from variorum.comparison.model import Comparison, Told, Witness, mirrored
from variorum.comparison.verdict.reached import from_the_deal
from variorum.comparison.witness.following import Following
from variorum.comparison.witness.games import shortest

PAIRS = [("osprey-2018", "quick-start"), ("money-isnt-everything", "edition-2025")]
# Of the second two, a few: who wins by which tie, how halves are rounded, and a reading.
ONLY = {PAIRS[0]: (), PAIRS[1]: ("tie-break", "scoring-halve-rounding", "elimination-everyone")}
# Whether a card is lost at once or in the end: the same decisions come to the same end, but there
# is more to choose from.
MORE_TO_CHOOSE = "play-effect-choose-move-removed"


@cache
def dealt(left: str, right: str) -> Comparison:
    return from_the_deal(compare(side(left), side(right)),
                         (side(left), side(right)), ONLY[left, right])


def witnesses(left: str, right: str) -> dict[str, Witness]:
    only = ONLY[left, right]
    return {each.id: each.witness for each in dealt(left, right).differences
            if each.witness and (not only or each.id in only)}


def test_every_witness_is_a_game_from_the_deal() -> None:
    found = witnesses(*PAIRS[0])
    assert len(found) > 5
    assert all(witness.reached for witness in found.values())
    assert {name for name, witness in found.items() if "more to choose from" in witness.note} == {
        MORE_TO_CHOOSE}


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_it_replays_in_both_and_ends_otherwise(
    left: str, right: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    given = 0
    for name, witness in witnesses(left, right).items():
        if not witness.reached:
            continue
        won = []
        for number, told in enumerate((witness.left, witness.right)):
            path = tmp_path / f"{name}-{number}.game"
            path.write_text("".join(f"{line}\n" for line in told.record), encoding="utf-8")
            assert cli.main(["replay", str(path), "--format", "json"]) == 0
            found = json.loads(capsys.readouterr().out)
            assert found["valid"]
            assert found["complete"]
            won.append(tuple(found["standing"]["winners"]))
            assert won[-1] == told.winners
            given += bool(header(told).get("given"))
        assert won[0] != won[1], name
    if "money-isnt-everything" in (left, right):
        # Its notes are numbered the other way round, so that the same deal has no seed there.
        assert given


def header(told: Told) -> dict[str, object]:
    found: dict[str, object] = json.loads(told.record[0])
    return found


def decisions(told: Told) -> Counter[tuple[str, str]]:
    rows = [json.loads(line) for line in told.record]
    return Counter((row["decision"], row["said"]) for row in rows if "decision" in row)


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_both_sides_decide_alike(left: str, right: str) -> None:
    """Of one file, whoever decides less often has decided nothing else."""
    looked_at = 0
    for name, witness in witnesses(left, right).items():
        if not witness.reached or header(witness.left)["edition"] != header(witness.right)[
            "edition"
        ] or "asks for" in witness.note or name == MORE_TO_CHOOSE:
            continue
        few, many = sorted((decisions(witness.left), decisions(witness.right)),
                           key=lambda rows: rows.total())
        assert few <= many, name
        looked_at += 1
    assert looked_at or (left, right) == PAIRS[1]


@pytest.mark.parametrize(("left", "right"), PAIRS)
def test_what_hangs_on_another_question_or_another_rule_says_so(left: str, right: str) -> None:
    """Hardly any game does: a last player without money is rare."""
    assert {name for name, witness in witnesses(left, right).items()
            if "depends on" in witness.note or "Another rule" in witness.note
            } <= {"play-rounds-if-each-player-become", "play-effect-chance-choose"}


def test_only_games_that_come_to_a_difference_are_played_again() -> None:
    """What is left out is the same game: played again, it has the same winners."""
    own = side("quick-start")
    left_out = 0
    for silence, reading in (("thief-choice", "at-random"), ("final-tie", "no-winner"),
                             ("least-money", "fewest-cards"), ("removed-money", "own-only")):
        other = own.read_as(silence, reading)
        following, whole = Following(own, other, 3), Following(own, other, 3)
        whole.partings = None
        for game in shortest(own, 3, 0)[::9]:
            left_out += following.untouched(game)
            once, again = following.followed(game), whole.followed(game)
            assert (once and once.winners) == (again and again.winners), (silence, game.seed)
    assert left_out > 150


def test_it_is_the_same_from_the_other_side() -> None:
    left, right = PAIRS[0]
    one = compare(side(right), side(left))
    assert from_the_deal(one, (side(right), side(left))) == mirrored(dealt(left, right))


def test_a_first_screen_looks_for_no_game_that_convinces(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def never(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr("variorum.comparison.verdict.dealt.looked_for", never)
    monkeypatch.setattr("variorum.comparison.verdict.reached.looked_for", never)
    assert cli.main(["diff", "osprey-2018", "quick-start"]) == 0
    assert "--full" in capsys.readouterr().out


def test_records_of_what_proves_a_difference(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "watched"
    assert cli.main(["diff", "osprey-2018", "quick-start", "--only", "scoring-at-least",
                     "--records", str(folder)]) == 0
    told = capsys.readouterr().out
    assert "A game from the deal" in told
    assert "Watch it with" in told
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["scoring-at-least-osprey-2018.game", "scoring-at-least-quick-start.game"]
    for name in names:
        assert cli.main(["replay", str(folder / name), "--quiet"]) == 0
        assert "the game is complete" in capsys.readouterr().out
