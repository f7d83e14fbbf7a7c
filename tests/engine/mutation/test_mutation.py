"""One clause changed: the examples notice, the checker notices, or it means the same."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner
from variorum_dsl import model as m
from variorum_dsl.files.loader import Loaded, load_text
from variorum_dsl.model.game import Game
from variorum_engine.mutation import exceptions
from variorum_engine.mutation.mutants import Mutant, Original
from variorum_engine.mutation.run import Measured, chosen, measure
from variorum_engine.mutation.sites import Part, Unchanged
from variorum_engine.mutation.trial import Court, Overdue, Verdict

from variorum.checker.check import read
from variorum.commands.mutate import command
from variorum.files.editions import edition_path

GAME = '''
edition stones "Stones"
players 2

kinds
  stone has weight
  gem under stone

components
  in bag
    4 stone with weight 1 to 4
    1 gem with weight 9

zones
  bag holds stone, hidden, in order
  pile of each player holds stone, open
  lost of each player holds stone, open

tracks
  first is a player

figures
  stones is count of pile

setup
  shuffle bag
  first becomes first

rounds until bag is empty, using up bag
  for each player p clockwise from first
    if bag is not empty
      move top of bag to pile of p

scoring points
  weights add total weight of pile
  bonus add 2 for each gem in pile
  floor at least 0

winner
  highest points
  then highest stones
  then shared

example heavier-wins
  players ann, bo
  given
    pile of ann holds stone 4
    pile of bo holds stone 3
  when the game ends
  then
    points of ann is 4
    winner ann

example both-draw
  players ann, bo
  given
    bag holds stone 1, stone 2, stone 3
    first is ann
  when playing rounds
  then
    pile of ann holds stone 1, stone 3
    pile of bo holds stone 2
'''.lstrip()


@pytest.fixture(scope="module")
def loaded() -> Loaded:
    found = load_text(GAME, "stones.variant")
    assert not [problem for problem in found.problems if problem.severity == "error"]
    return found


@pytest.fixture(scope="module")
def court(loaded: Loaded) -> Court:
    return Court(loaded)


def _edition(name: str) -> Loaded:
    path = edition_path(name)
    assert path is not None
    return read(str(path))


def _the(court: Court, before: str, after: str) -> Mutant:
    (found,) = [
        mutant for mutant in court.mutants if (mutant.before, mutant.after) == (before, after)
    ]
    return found


def test_an_example_catches_a_winner_turned_round(court: Court) -> None:
    verdict = court.trial(_the(court, "highest points", "lowest points"))
    assert (verdict.result, verdict.by) == ("example", "heavier-wins")


def test_the_example_that_comes_by_the_line_is_asked_first(court: Court) -> None:
    mutant = _the(court, "if bag is not empty", "if bag is empty")
    assert court._likely(mutant)[0].name == "both-draw"
    assert court.trial(mutant).by == "both-draw"


def test_the_checker_catches_an_open_tie_break(court: Court) -> None:
    mutant = _the(court, "4 stone with weight 1 to 4", "5 stone with weight 1 to 4")
    assert court.trial(mutant).result == "checker"


def test_a_score_is_compared_on_all_holdings(court: Court) -> None:
    """No stone weighs less than nothing, so the floor is never touched."""
    for before, after in (
        ("floor at least 0", ""), ("floor at least 0", "floor at least -1"),
    ):
        assert court.trial(_the(court, before, after)).result == "same"
    moved = _the(court, "bonus add 2 for each gem in pile / floor at least 0",
                 "floor at least 0 / bonus add 2 for each gem in pile")
    assert court.trial(moved).result == "same"


def test_a_rule_without_an_example_survives(court: Court) -> None:
    mutant = _the(court, "bonus add 2 for each gem in pile", "bonus add 3 for each gem in pile")
    assert court.trial(mutant).result == "survived"
    assert court.trial(_the(court, "highest stones", "lowest stones")).result == "survived"


def test_ids_stay_when_the_file_is_edited_elsewhere(loaded: Loaded) -> None:
    before = Original(loaded).mutants()
    text = GAME.replace("edition stones", "# A line above.\nedition stones").replace(
        "  bonus add", "  shine add 1 for each gem in pile\n  bonus add"
    )
    after = {mutant.id for mutant in Original(load_text(text, "stones.variant")).mutants()}
    assert len({mutant.id for mutant in before}) == len(before)
    kept = [mutant for mutant in before if mutant.operator == "number"]
    assert kept
    assert {mutant.id for mutant in kept} <= after


def test_a_sample_is_the_same_every_time(loaded: Loaded) -> None:
    first, second = chosen(loaded, 5, 7), chosen(loaded, 5, 7)
    assert [mutant.id for _, mutant in first] == [mutant.id for _, mutant in second]
    assert [number for number, _ in first] == sorted(number for number, _ in first)
    assert {mutant.id for _, mutant in chosen(loaded, 5, 8)} != {m.id for _, m in first}


def test_lines_that_do_not_touch_each_other_may_change_places() -> None:
    original = Original(_edition("osprey-2018"))
    court = Court(original.loaded)
    pays = next(
        mutant for mutant in court.mutants
        if mutant.operator == "order" and mutant.before.startswith("pay:")
    )
    assert court.trial(pays).result == "same"
    awards = next(
        mutant for mutant in court.mutants
        if mutant.operator == "order" and mutant.before.startswith("auction:")
    )
    assert court.trial(awards).result in ("example", "checker")


def test_every_record_of_a_file_is_changed_or_named_as_unchanged() -> None:
    def below(cls: type[m.Node]) -> set[str]:
        return {cls.__name__, *(name for each in cls.__subclasses__() for name in below(each))}

    shared = {m.Node, m.Clause, m.Line, m.Groupable, Game}
    in_examples = {m.Phrase, m.Said, m.Act, m.Then, m.UnderReading, *m.members(m.FactLine)}
    known = set(m.members(Part)) | set(m.members(Unchanged)) | in_examples | shared
    assert below(m.Node) == {each.__name__ for each in known}


def test_library_procedures_that_a_file_calls_are_changed_too() -> None:
    mutants = Original(_edition("osprey-2018")).mutants()
    procedures = {mutant.within[0] for mutant in mutants if mutant.root >= 0}
    assert procedures == {"procedure ascending-auction", "procedure first-to-pass"}


def test_few_mutants_of_an_edition() -> None:
    measured = measure(_edition("quick-start"), limit=10, seed=3, processes=1)
    assert len(measured.rows) == 10
    assert measured.caught >= measured.counted - 2


def test_the_command(tmp_path: Path) -> None:
    path = tmp_path / "stones.variant"
    path.write_text(GAME, encoding="utf-8")
    run = CliRunner().invoke(command, [str(path), "--limit", "12", "--json"],
                             standalone_mode=False)
    data = json.loads(run.output)
    assert data["tried"] == len(data["mutants"]) == 12
    assert data["counted"] + data["same"] == 12
    assert run.return_value == (data["share"] < 95)
    run = CliRunner().invoke(command, [str(path), "--limit", "12", "--at-least", "0"],
                             standalone_mode=False)
    assert run.return_value == 0
    assert f"{data['caught']} of {data['counted']} changes are caught" in run.output
    run = CliRunner().invoke(command, [str(path), "--list"], standalone_mode=False)
    assert "highest points -> lowest points" in run.output


FAIR = '''
edition fair "Fair"
players 2 to 4

kinds
  prize has colour (red, green, blue), worth

components
  in bag
    3 prize with colour red and worth 1 to 3
    3 prize with colour green and worth 1 to 3
    3 prize with colour blue and worth 1 to 3

zones
  bag holds prize, hidden, in order
  won of each player holds prize, secret
  lost of each player holds prize, open

setup
  shuffle bag
  for each player p in players
    move top of bag to won of p

scoring points
  prizes add total worth of won
  colours add (count of (won whose colour is k) for each colour k)

elimination
  out players with lowest points
  if everyone is out, nobody is out

winner
  highest points
  then shared

example two-play
  players ann, bo
  given
    won of ann holds prize red 1
    won of bo holds prize red 2
  when the game ends
  then
    points of ann is 2
    eliminated ann
    winner bo
'''.lstrip()
AT_A_FULL_TABLE = '''
example four-play
  players ann, bo, cy, di
  given
    won of ann holds prize red 1
    won of bo holds prize red 3, prize blue 3
    won of cy holds prize red 2
    won of di holds prize blue 2
  when the game ends
  then
    points of ann is 2
    points of bo is 8
    eliminated ann
    winner bo
'''


def _exceptions(text: str) -> tuple[Court, dict[str, list[Mutant]]]:
    found = load_text(text, "fair.variant")
    assert not [problem for problem in found.problems if problem.severity == "error"]
    court = Court(found)
    return court, {
        operator: [each for each in court.mutants if each.operator == operator]
        for operator in exceptions.OPERATORS
    }


def test_a_rule_is_made_wrong_for_one_table_one_card_and_one_member() -> None:
    _, made = _exceptions(FAIR)
    told = {operator: [each.after for each in mutants] for operator, mutants in made.items()}
    assert told["highest card"] == ["prizes add total worth of won whose worth is not 3"]
    assert "prizes add total worth of won whose colour is not blue" in told["last member"]
    assert any("k is not blue" in each for each in told["last member"])
    tables = told["most players"]
    assert ("out (players with lowest points + players with second lowest points for 4 players, "
            "players with lowest points for 2 to 3 players)") in tables
    assert "with 2 to 3 players / shuffle bag" in tables
    assert any("/ show won of p to anybody /" in each for each in tables)
    assert any(each.startswith("with 4 players / move top of bag to lost of p /")
               for each in tables)


def test_an_exception_is_caught_by_an_example_at_that_table_alone() -> None:
    court, made = _exceptions(FAIR)
    scored = [each for mutants in made.values() for each in mutants
              if each.after.startswith(("out", "prizes", "colours"))]
    assert len(scored) > 5
    assert {court.trial(each).result for each in scored} == {"survived"}
    court, made = _exceptions(FAIR + AT_A_FULL_TABLE)
    verdicts = {court.trial(each)[1:] for mutants in made.values() for each in mutants
                if each.after.startswith(("out", "prizes", "colours"))}
    assert verdicts == {("example", "four-play")}


def test_a_table_of_one_size_has_no_exceptions_for_players(loaded: Loaded) -> None:
    operators = {mutant.operator for mutant in Original(loaded).mutants()}
    assert "highest card" in operators
    assert not operators & {"most players", "last member"}


def test_exceptions_stay_few() -> None:
    """An expression has one for the number of players, whatever stands inside it."""
    mutants = Original(_edition("osprey-2018")).mutants()
    tables = [each for each in mutants if each.operator == "most players"]
    at = [each.path for each in tables if isinstance(each.node, m.ByPlayers)]
    assert at
    assert not [1 for one in at for other in at if one != other and one == other[: len(one)]]
    assert len(tables) < len(mutants) / 3


def test_what_is_for_fewer_players_has_no_exception_for_the_most() -> None:
    text = FAIR.replace("  shuffle bag\n", """  with 2 players
    shuffle bag
  otherwise
    shuffle bag
  move top (1 for 2 to 3 players, 0 for 4 players) of bag to lost of first
""").replace("setup\n", "setup\n  first becomes first\n", 1).replace(
        "setup\n", "tracks\n  first is a player\n\nsetup\n", 1)
    _, made = _exceptions(text)
    told = [each.after for each in made["most players"]]
    assert told.count("with 2 to 3 players / shuffle bag") == 1
    (only,) = [each for each in told if "lost of first" in each]
    assert only.startswith("move top (1 for 2 to 3 players, (1 for 4 players, ")


def test_who_does_not_come_to_an_end_is_caught_by_steps_and_not_by_the_clock(
    court: Court, monkeypatch: pytest.MonkeyPatch
) -> None:
    mutant = _the(court, "highest stones", "lowest stones")
    with monkeypatch.context() as patch:
        patch.setattr(court, "steps", 1)
        assert court.trial(mutant) == Verdict(mutant.id, "checker", "too-hard")

    def late(*_: object) -> Verdict:
        raise Overdue

    monkeypatch.setattr(court, "_trial", late)
    verdict = court.trial(mutant)
    assert verdict.result == "undecided"
    measured = Measured("stones", ((mutant, verdict),), 1)
    assert (measured.counted, measured.caught) == (1, 0)
