"""Every promise about the engine is seen to fail once, on an engine that was broken for it."""

from typing import Any

import pytest
from variorum_dsl.files.loader import load
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.outcome import Reckoner
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.verification.observation import Look
from variorum_engine.verification.promises import INVARIANTS

from tests.paths import ROOT


def rules_of(name: str, players: int) -> Rules:
    path = ROOT / "variants" / f"{name}.variant"
    if not path.exists():
        path = ROOT / "tests" / "games" / f"{name}.variant"
    sheet = load(path).sheet
    assert sheet is not None
    rules, _, _ = Ready(sheet).rules(players)
    assert rules is not None
    return rules


@pytest.fixture
def table() -> Table:
    return Table(rules_of("osprey-2018", 3), 1)


def names(table: Table) -> set[str]:
    """The promises that are broken at a table."""
    look = Look(table, Stream(1))
    when = {"position", "over" if table.over else "deciding"}
    return {
        broken.invariant
        for invariant in INVARIANTS if invariant.when in when
        for broken in invariant.broken(look)
    }


def finished(rules: Rules) -> Table:
    table, stream = Table(rules, 3), Stream(5)
    while not table.over:
        seat = table.to_decide[0]
        table.apply(seat, table.drawn(seat, stream))
    return table


def test_a_sound_table_breaks_nothing(table: Table) -> None:
    assert names(table) == set()
    assert names(finished(table.rules)) == set()


def test_a_card_in_two_zones(table: Table) -> None:
    zones = table.state.zones
    zones[-1] |= zones[0] & -zones[0]
    assert "one-place" in names(table)


def test_a_lost_card(table: Table) -> None:
    zones, order = table.state.zones, table.state.order
    lost = order[0][-1] if order[0] else 0
    zones[0] &= ~(1 << lost)
    order[0] = [card for card in order[0] or [] if card != lost]
    assert "one-place" in names(table)


def test_a_card_where_it_may_not_be(table: Table) -> None:
    program, zones = table.rules.program, table.state.zones
    hand = next(t for t in program.zones if t.name == "hand").first
    display = next(t for t in program.zones if t.name == "display").first
    card = zones[hand] & -zones[hand]
    zones[hand] ^= card
    zones[display] |= card
    assert "right-zones" in names(table)


def test_a_row_that_lists_other_cards(table: Table) -> None:
    row = table.state.order[0]
    assert row
    row.pop()
    assert "right-zones" in names(table)


def test_a_move_that_is_offered_and_refused(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuses(self: Table, seat: int, move: Move) -> Any:
        return original(self, seat, move) or (move.choice == 0 and "no") or None

    original = Table.why_not
    monkeypatch.setattr(Table, "why_not", refuses)
    assert "offered" in names(table)


def test_a_move_that_is_accepted_and_not_offered(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Table, "why_not", lambda self, seat, move: None)
    assert "offered" in names(table)


def test_a_count_that_is_not_exact(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    stream = Stream(2)
    while table.count(table.to_decide[0]) > 100:
        seat = table.to_decide[0]
        table.apply(seat, table.drawn(seat, stream))
    original = Table.count
    monkeypatch.setattr(Table, "count", lambda self, seat: original(self, seat) + 1)
    assert "offered" in names(table)


def test_simultaneous_answers_whose_order_matters(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table(rules_of("goofspiel", 3), 1)
    assert names(table) == set()
    original = Table.apply_unchecked

    def counts_answers(self: Table, seat: int, move: Move) -> Any:
        # An engine that notes who answered last.
        self.state.tracks.append(seat)
        return original(self, seat, move)

    monkeypatch.setattr(Table, "apply_unchecked", counts_answers)
    assert "commute" in names(table)


def test_a_winner_who_is_out(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(rules_of("osprey-2018", 3))
    original = Reckoner.outcome

    def everyone_wins(self: Reckoner, state: Any) -> Any:
        outcome = original(self, state)
        return outcome._replace(winners=(0, 1, 2), eliminated=(0,))

    monkeypatch.setattr(Reckoner, "outcome", everyone_wins)
    assert names(table)


def test_a_score_sheet_that_does_not_add_up(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(rules_of("osprey-2018", 3))
    reckoner = table.rules.reckoner
    original = reckoner.sheets[0]

    def wrong(state: Any, seat: int) -> Any:
        return [line._replace(result=line.result + 1) for line in original(state, seat)]

    monkeypatch.setitem(reckoner.__dict__, "sheets", [wrong])
    assert "sheet" in names(table)


def test_a_seat_that_is_favoured(monkeypatch: pytest.MonkeyPatch) -> None:
    table = finished(rules_of("osprey-2018", 3))
    original = Reckoner.outcome

    def first_seat(self: Reckoner, state: Any) -> Any:
        return original(self, state)._replace(winners=(0,), eliminated=())

    monkeypatch.setattr(Reckoner, "outcome", first_seat)
    assert "seats" in names(table)
