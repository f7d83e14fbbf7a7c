"""The rule of thumb weighs every kind of pick, and says which of them it cannot judge."""

from __future__ import annotations

import pytest
from variorum_engine.bots import Sitting, bot_named
from variorum_engine.bots.thumb import RuleOfThumb, ThumbBot, rule_of_thumb
from variorum_engine.compiler.backends.machine import Machine
from variorum_engine.compiler.backends.native import is_available
from variorum_engine.interpreter.chance import Stream
from variorum_engine.interpreter.picks import Answers
from variorum_engine.interpreter.values import bits
from variorum_engine.table.table import Move, Rules, Table
from variorum_engine.table.visibility import sees

from tests.engine.bots.seats import rules_of
from tests.paths import ROOT

GAMES = ROOT / "tests" / "games"


Judged = tuple[Table, int, Move, Answers]


def judged(rules: Rules, called: str, weight: str, value: int) -> list[Judged]:
    """What the rule of thumb picks with one weight more, wherever that is called so in some random
    games."""
    rule = rule_of_thumb(rules)
    assert isinstance(rule, RuleOfThumb)
    (name,) = (each.name for each in rule.machine.thumb.weights if each.name == weight)
    found = []
    for seed in range(6):
        bot, table, stream = ThumbBot(rules, seed, {name: value}), Table(rules, seed), Stream(seed)
        while not table.over:
            seat = table.to_decide[0]
            move = bot.choose(Sitting(table, seat))
            asking = table.asking
            assert asking is not None
            answers = table.asked(seat)[move.choice]
            choice = asking.offers[move.choice].choice
            if answers is not None and choice.pick is not None and called == (
                    choice.words or choice.pick.name):
                found.append((table.copy(), seat, move, answers))
            table.apply(seat, table.drawn(seat, stream))
    assert len(found) > 5
    return found


@pytest.mark.parametrize("sign", [1, -1])
def test_a_player_is_picked_by_what_lies_before_them(sign: int) -> None:
    rules = rules_of(GAMES / "hear-say.variant", 4)
    zone = next(each for each in rules.program.zones if each.name == "hand")
    told = f"asked: cards in their {zone.words or zone.name}"
    unlike = 0
    for table, _, move, answers in judged(rules, "asked", told, sign * 5000):
        many = {player: table.state.zones[zone.first + player].bit_count()
                for player in bits(answers.source)}
        (picked,) = bits(move.picked)
        assert sign * many[picked] == max(sign * each for each in many.values())
        unlike += len(set(many.values())) > 1
    assert unlike


@pytest.mark.parametrize("sign", [1, -1])
def test_a_kind_is_named_by_how_many_of_it_are_out_of_sight(sign: int) -> None:
    rules = rules_of(GAMES / "court-notes.variant", 3)
    program = rules.program
    number, table = next((i, each) for i, each in enumerate(program.attributes) if each.members)
    unlike = 0
    for place, seat, move, answers in judged(
            rules, "guess", f"guess: cards out of sight of the {table.name}", sign * 5000):
        unseen = [0] * len(table.members)
        for zone, cards in enumerate(place.state.zones):
            for card in bits(cards) if not sees(program, seat, zone) else ():
                unseen[program.cards[card].values[number]] += 1
        allowed = bits(answers.alone())
        assert sign * unseen[bits(move.picked)[0]] == max(sign * unseen[each] for each in allowed)
        unlike += len({unseen[each] for each in allowed}) > 1
    assert unlike


def test_a_number_is_picked_by_a_mark_although_there_are_other_choices() -> None:
    rules = rules_of(GAMES / "thorn-and-roses.variant", 3)
    picked = [(bits(move.picked)[0], bits(answers.source))
              for _, _, move, answers in judged(
                  rules, "dare more", "dare more: the mark: always", 2000)]
    assert all(number == min(allowed[0] + 2, allowed[-1]) for number, allowed in picked)
    assert any(len(allowed) > 2 for _, allowed in picked)


@pytest.mark.skipif(not is_available(), reason="needs the extra fast")
@pytest.mark.parametrize("game", ["court-notes", "hear-say", "thorn-and-roses", "cattle-rows"])
def test_machine_code_judges_alike(game: str) -> None:
    from variorum_engine.tally.bots import Bots
    from variorum_engine.tally.kernel import MachineKernel

    rules = rules_of(GAMES / f"{game}.variant", 3)
    weights = {each.name: (7 * i) % 11 * 300 - 1500
               for i, each in enumerate(Machine(rules, "plain").thumb.weights)}
    one, two = (MachineKernel(rules, Bots(["thumb"] * 3, {"thumb": weights}), form=form).chunk(
        1, 0, 6, rows=True).rows for form in ("plain", "fast"))
    assert one == two


def test_what_it_cannot_judge_it_says() -> None:
    rules = rules_of(GAMES / "court-notes.variant", 3)
    assert bot_named("thumb", rules, 1).note.startswith("The rule of thumb was never tuned")
    some = {"played: each rank": 100}
    assert ThumbBot(rules, 1, some).note == (
        "The rule of thumb cannot judge: picking a player, naming a kind of courtier.")
    table = next(each for each in rules.program.attributes if each.members)
    some[f"guess: own cards of the {table.name}"] = -100
    assert ThumbBot(rules, 1, some).note == "The rule of thumb cannot judge: picking a player."
    assert bot_named("thumb", rules_of(ROOT / "variants/osprey-2018.variant", 4), 1).note == ""
