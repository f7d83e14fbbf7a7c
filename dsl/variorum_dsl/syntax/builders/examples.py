"""From rules of the grammar to examples."""

from __future__ import annotations

from functools import partial
from typing import Literal, NamedTuple

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.model.examples import Scene
from variorum_dsl.syntax.builders.clauses import Names, Printed
from variorum_dsl.syntax.builders.expressions import handed_on
from variorum_dsl.syntax.builders.lines import Cites
from variorum_dsl.syntax.stack import Rules, Word, at_of, builds, places, text_of, texts

RULES: Rules = {"script": handed_on}
Phrases = tuple[m.Phrase, ...]
Start = tuple[Word, Word | None]  # a line, and perhaps the one that calls its procedure


class Line(NamedTuple):
    """A line of an example; each says one of these."""

    players: Names = ()
    options: Names = ()
    readings: tuple[m.UnderReading, ...] = ()
    given: tuple[m.FactLine, ...] = ()
    scenes: tuple[Scene, ...] = ()


@builds(RULES, "example")
def _example(
    at: Place, name: Word, words: Printed, printed: bool | None, cites: Cites,
    lines: tuple[Line, ...],
) -> m.Example:
    players = [each for line in lines for each in line.players]
    options = [each for line in lines for each in line.options]
    return m.Example(
        at=at, name=name.value, name_at=name.at, words=words, printed=bool(printed),
        cites=cites or (), players=texts(players), players_at=places(players),
        options=texts(options), options_at=places(options),
        readings=tuple(each for line in lines for each in line.readings),
        given=tuple(each for line in lines for each in line.given),
        acts=tuple(each for line in lines for each in line.scenes),
    )


@builds(RULES, "as_printed")
def _as_printed(_: Place) -> bool:
    return True


@builds(RULES, "cast")
def _cast(_: Place, names: Names) -> Line:
    return Line(players=names)


@builds(RULES, "chosen")
def _chosen(_: Place, names: Names) -> Line:
    return Line(options=names)


@builds(RULES, "under_reading")
def _under_reading(at: Place, silence: Word, reading: Word) -> Line:
    return Line(readings=(m.UnderReading(
        at=at, silence=silence.value, silence_at=silence.at, reading=reading.value,
        reading_at=reading.at,
    ),))


@builds(RULES, "given")
def _given(_: Place, facts: tuple[m.FactLine, ...]) -> Line:
    return Line(given=facts)


# --------------------------------------------------------------------------------------- play
@builds(RULES, "playing")
def _playing(
    at: Place, stage: Word, start: Start | None, moves: tuple[m.Said, ...] | None
) -> Line:
    line, caller = start or (None, None)
    return Line(scenes=(m.Act(
        at=at, start="playing", stage=text_of(stage), stage_at=at_of(stage), line=text_of(line),
        line_at=at_of(line), caller=text_of(caller), caller_at=at_of(caller), moves=moves or (),
    ),))


@builds(RULES, "from_line")
def _from_line(_: Place, line: Word, caller: Word | None) -> Start:
    return line, caller


@builds(RULES, "called_by")
def _called_by(_: Place, caller: Word) -> Word:
    return caller


@builds(RULES, "going_on")
def _going_on(at: Place, moves: tuple[m.Said, ...] | None) -> Line:
    return Line(scenes=(m.Act(at=at, start="going on", moves=moves or ()),))


@builds(RULES, "ending")
def _ending(at: Place) -> Line:
    return Line(scenes=(m.Act(at=at, start="the game ends"),))


@builds(RULES, "then_facts")
def _then(at: Place, facts: tuple[m.FactLine, ...]) -> Line:
    return Line(scenes=(m.Then(at=at, facts=facts),))


@builds(RULES, "did")
def _did(at: Place, player: Word, move: Phrases) -> m.Said:
    return m.Said(at=at, player=player.value, player_at=player.at, move=move)


@builds(RULES, "may")
def _may(at: Place, player: Word, move: Phrases) -> m.Said:
    return m.Said(at=at, player=player.value, player_at=player.at, move=move, asked=True)


@builds(RULES, "may_not")
def _may_not(at: Place, player: Word, move: Phrases, why: Word | str | None) -> m.Said:
    reason = why if isinstance(why, Word) else None
    return m.Said(
        at=at, player=player.value, player_at=player.at, move=move, refused=True,
        reason=text_of(reason), reason_at=at_of(reason),
        heading="" if why is None or isinstance(why, Word) else why,
    )


@builds(RULES, "because")
def _because(_: Place, reason: Word) -> Word:
    return reason


@builds(RULES, "because_of_rule")
def _because_of_rule(_: Place, heading: str) -> str:
    return heading


# -------------------------------------------------------------------------------------- facts
@builds(RULES, "sees")
def _sees(at: Place, player: Word, zone: m.Expression) -> m.Sees:
    return m.Sees(at=at, player=player.value, player_at=player.at, zone=zone)


@builds(RULES, "sees_not")
def _sees_not(at: Place, player: Word, zone: m.Expression) -> m.Sees:
    return m.Sees(at=at, player=player.value, player_at=player.at, zone=zone, seen=False)


@builds(RULES, "holds")
def _holds(at: Place, zone: m.Expression, cards: Phrases) -> m.Holds:
    nothing = len(cards) == 1 and cards[0].words == ("nothing",)
    return m.Holds(at=at, zone=zone, cards=() if nothing else cards)


@builds(RULES, "includes")
def _includes(at: Place, zone: m.Expression, cards: Phrases) -> m.Holds:
    return m.Holds(at=at, zone=zone, cards=cards, exactly=False)


@builds(RULES, "boxed")
def _boxed(at: Place, parts: Phrases) -> m.Boxed:
    return m.Boxed(at=at, parts=parts)


@builds(RULES, "fact")
def _fact(at: Place, condition: m.Expression) -> m.Fact:
    return m.Fact(at=at, condition=condition)


@builds(RULES, "step_fact")
def _step_fact(at: Place, score: m.Expression, step: Word, value: m.Expression) -> m.StepFact:
    return m.StepFact(at=at, score=score, step=step.value, step_at=step.at, value=value)


@builds(RULES, "eliminated")
def _eliminated(at: Place, players: Names) -> m.Eliminated:
    return m.Eliminated(at=at, players=texts(players), players_at=places(players))


@builds(RULES, "won")
def _won(at: Place, player: Word) -> m.Won:
    return m.Won(at=at, players=(player.value,), players_at=(player.at,))


@builds(RULES, "won_together")
def _won_together(at: Place, players: Names) -> m.Won:
    return m.Won(at=at, players=texts(players), players_at=places(players))


@builds(RULES, "decided")
def _decided(at: Place, by: Word) -> m.Decided:
    return m.Decided(at=at, by=by.value, by_at=by.at)


@builds(RULES, "to_decide")
def _to_decide(at: Place, players: Names) -> m.ToDecide:
    return m.ToDecide(at=at, players=texts(players), players_at=places(players))


def _ended(what: Literal["round", "game"], at: Place, *, over: bool) -> m.Ended:
    return m.Ended(at=at, what=what, over=over)


RULES |= {
    "round_ended": partial(_ended, "round", over=True),
    "round_goes_on": partial(_ended, "round", over=False),
    "game_ended": partial(_ended, "game", over=True),
    "game_goes_on": partial(_ended, "game", over=False),
}


@builds(RULES, "unplayable")
def _unplayable(at: Place) -> m.Unplayable:
    return m.Unplayable(at=at)
