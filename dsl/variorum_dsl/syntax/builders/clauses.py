"""From rules of the grammar to the clauses of a rulebook."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Literal, NamedTuple, TypeVar

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import NOWHERE, Place
from variorum_dsl.model.clauses import Sight
from variorum_dsl.model.expressions import Direction, Extreme
from variorum_dsl.syntax.builders.expressions import constant, handed_on
from variorum_dsl.syntax.builders.lines import Body, Cites, Span, Using
from variorum_dsl.syntax.stack import Rules, Word, at_of, builds, places, text_of, texts

Printed = m.Words | None
Names = tuple[Word, ...]
Twice = dict[tuple[Place, str], None]  # what a clause says twice though it can be said once
Line = TypeVar("Line")

RULES: Rules = {
    "in_order": constant(True), "then": constant(True),
    "at_once": constant("at once"), "after_round": constant("after the round"),
    **dict.fromkeys(
        ("plural", "also", "cites", "subkinds", "under", "has", "members", "value_names", "may_be",
         "for_every", "settings", "marked", "table", "starting", "kept", "of_each", "of_name",
         "if_clause", "per", "step_if", "rounded_to", "edits", "allow_for"), handed_on
    ),
}
NOTING: Rules = {}
"""Builders that note what is said twice; they get the notes before everything else."""


def once(twice: Twice, at: Place, found: Sequence[Line], what: str) -> Line | None:
    """The only one of them, or the last if there are several (which is noted)."""
    if len(found) > 1:
        twice[at, what] = None
    return found[-1] if found else None


# --------------------------------------------------------------------------- what the file is
@builds(RULES, "edition_heading")
def _edition(at: Place, name: Word, title: str, cites: Cites) -> m.Document:
    return m.Document(
        at=at, form="edition", name=name.value, name_at=name.at, title=title, cites=cites or ()
    )


@builds(RULES, "variant_heading")
def _variant(at: Place, name: Word, title: str, parent: Word, cites: Cites) -> m.Document:
    return m.Document(
        at=at, form="variant", name=name.value, name_at=name.at, title=title,
        parent=parent.value, parent_at=parent.at, cites=cites or (),
    )


@builds(RULES, "library_heading")
def _library(at: Place, name: Word, words: Printed) -> m.Document:
    return m.Document(
        at=at, form="library", name=name.value, name_at=name.at, title=words.one if words else ""
    )


@builds(RULES, "start")
def _start(
    _: Place, heading: m.Document, items: tuple[m.TopLevel, ...] = ()
) -> m.Document:
    return replace(heading, items=items)


@builds(RULES, "words")
def _words(at: Place, one: str, many: str | None, also: str | None) -> m.Words:
    return m.Words(at=at, one=one, many=many or "", also=also or "")


@builds(RULES, "cite")
def _cite(at: Place, heading: str) -> m.Cite:
    return m.Cite(at=at, heading=heading)


@builds(RULES, "saying")
def _saying(at: Place, says: str, fits: tuple[Place, str] | None) -> m.Cite:
    fits_at, sign = fits or (NOWHERE, "")
    return m.Cite(at=at, says=says, fits=sign, fits_at=fits_at)


@builds(RULES, "fits")
def _fits(at: Place, sign: str) -> tuple[Place, str]:
    return at, sign


@builds(RULES, "published")
def _published(at: Place, text: str, cites: Cites) -> m.Published:
    return m.Published(at=at, text=text, cites=cites or ())


@builds(RULES, "about")
def _about(at: Place, text: str, cites: Cites) -> m.Published:
    return m.Published(at=at, text=text, about=True, cites=cites or ())


def _advice(
    about: Literal["ages", "minutes"], at: Place, low: int, high: int | None, cites: Cites
) -> m.Advice:
    return m.Advice(at=at, about=about, low=low, high=high or 0, cites=cites or ())


RULES |= {"ages": partial(_advice, "ages"), "lasts": partial(_advice, "minutes")}


@builds(RULES, "to_number")
def _to_number(_: Place, high: int) -> int:
    return high


@builds(RULES, "language")
def _language(at: Place, version: int) -> m.Language:
    return m.Language(at=at, version=version)


@builds(RULES, "uses")
def _uses(at: Place, names: Names) -> m.Uses:
    return m.Uses(at=at, libraries=texts(names), libraries_at=places(names))


@builds(RULES, "seats")
def _seats(at: Place, low: int, high: int, cites: Cites) -> m.Seats:
    return m.Seats(at=at, low=low, high=high, cites=cites or ())


@builds(RULES, "seats_exactly")
def _seats_exactly(at: Place, low: int, cites: Cites) -> m.Seats:
    return m.Seats(at=at, low=low, high=low, cites=cites or ())


# --------------------------------------------------------------------------- cards and places
@builds(RULES, "kinds")
def _kinds(at: Place, cites: Cites, lines: tuple[m.Kind, ...]) -> m.Kinds:
    return m.Kinds(at=at, cites=cites or (), lines=lines)


@builds(RULES, "kind")
def _kind(
    at: Place, name: Word, words: Printed, under: Word | None,
    has: tuple[m.Attribute, ...] | None, may_be: tuple[m.Mark, ...] | None, cites: Cites,
    kinds: tuple[m.Kind, ...] | None,
) -> m.Kind:
    return m.Kind(
        at=at, name=name.value, name_at=name.at, words=words, under=text_of(under),
        under_at=at_of(under), attributes=has or (), marks=may_be or (), cites=cites or (),
        kinds=kinds or (),
    )


@builds(RULES, "attribute")
def _attribute(
    at: Place, name: Word, words: Printed, given: tuple[Word | m.ValueName, ...] | None
) -> m.Attribute:
    members = [each for each in given or () if isinstance(each, Word)]
    return m.Attribute(
        at=at, name=name.value, name_at=name.at, words=words, members=texts(members),
        members_at=places(members),
        called=tuple(each for each in given or () if isinstance(each, m.ValueName)),
    )


@builds(RULES, "value_name")
def _value_name(at: Place, value: int, name: Word) -> m.ValueName:
    return m.ValueName(at=at, value=value, name=name.value, name_at=name.at)


@builds(RULES, "mark")
def _mark(at: Place, name: Word, words: Printed) -> m.Mark:
    return m.Mark(at=at, name=name.value, name_at=name.at, words=words)


@builds(RULES, "components")
def _components(
    at: Place, cites: Cites, lines: tuple[m.Pile | m.Total | m.Besides, ...]
) -> m.Components:
    return m.Components(at=at, cites=cites or (), lines=lines)


@builds(RULES, "place")
def _pile(
    at: Place, zone: Word, each: Word | None, span: Span | None, cites: Cites,
    lines: tuple[m.Component, ...],
) -> m.Pile:
    low, high = span or (0, 0)
    return m.Pile(
        at=at, zone=zone.value, zone_at=zone.at, each=text_of(each), each_at=at_of(each),
        low=low, high=high, cites=cites or (), lines=lines,
    )


@builds(RULES, "component")
def _component(
    at: Place, count: int, kind: Word, card: tuple[Word, Printed] | None, every: Word | None,
    settings: tuple[m.Setting, ...] | None, marked: Names | None, cites: Cites,
    table: tuple[m.Row, ...] | None,
) -> m.Component:
    name, words = card or (None, None)
    return m.Component(
        at=at, count=count, kind=kind.value, kind_at=kind.at, name=text_of(name),
        name_at=at_of(name), words=words, for_each=text_of(every), for_each_at=at_of(every),
        settings=settings or (), marks=texts(marked), marks_at=places(marked),
        cites=cites or (), table=table or (),
    )


@builds(RULES, "card_name")
def _card_name(_: Place, name: Word, words: Printed) -> tuple[Word, Printed]:
    return name, words


@builds(RULES, "setting")
def _setting(at: Place, name: Word, values: tuple[m.Values, ...]) -> m.Setting:
    return m.Setting(at=at, name=name.value, name_at=name.at, values=values)


@builds(RULES, "one_value")
def _one_value(at: Place, value: int) -> m.Values:
    return m.Values(at=at, low=value, high=value)


@builds(RULES, "minus_value")
def _minus_value(at: Place, value: int) -> m.Values:
    return m.Values(at=at, low=-value, high=-value)


@builds(RULES, "span_value")
def _span_value(at: Place, low: int, high: int) -> m.Values:
    return m.Values(at=at, low=low, high=high)


@builds(RULES, "word_value")
def _word_value(at: Place, word: Word) -> m.Values:
    return m.Values(at=at, word=word.value)


@builds(RULES, "row")
def _row(at: Place, cells: tuple[int | Word, ...]) -> m.Row:
    return m.Row(at=at, cells=tuple(
        cell.value if isinstance(cell, Word) else cell for cell in cells
    ))


@builds(RULES, "total")
def _total(at: Place, count: int, kind: Word, cites: Cites) -> m.Total:
    return m.Total(at=at, count=count, kind=kind.value, kind_at=kind.at, cites=cites or ())


@builds(RULES, "besides")
def _besides(
    at: Place, count: int, name: Word, words: Printed, span: Span | None, cites: Cites
) -> m.Besides:
    low, high = span or (0, 0)
    return m.Besides(at=at, count=count, name=name.value, name_at=name.at, words=words, low=low,
                     high=high, cites=cites or ())


@builds(RULES, "zones")
def _zones(at: Place, cites: Cites, lines: tuple[m.Zone, ...]) -> m.Zones:
    return m.Zones(at=at, cites=cites or (), lines=lines)


@builds(RULES, "numbered")
def _numbered(at: Place, low: int, high: m.Expression) -> m.Span:
    return m.Span(at=at, low=low, high=high)


class Owners(NamedTuple):
    """What stands behind a name to say that there are several."""

    each: str
    each_at: Place
    numbers: m.Span | None


@builds(RULES, "owners")
def _owners(_: Place, owners: Word | m.Span) -> Owners:
    if isinstance(owners, m.Span):
        return Owners("", NOWHERE, owners)
    return Owners(owners.value, owners.at, None)


ONE = Owners("", NOWHERE, None)


@builds(RULES, "zone")
def _zone(
    at: Place, name: Word, owners: Owners | None, words: Printed, kinds: Names, sight: Sight,
    order: bool | None, cites: Cites,
) -> m.Zone:
    return m.Zone(
        at=at, name=name.value, name_at=name.at, **(owners or ONE)._asdict(), words=words,
        kinds=texts(kinds), kinds_at=places(kinds), sight=sight, in_order=bool(order),
        cites=cites or (),
    )


Type = tuple[Word, bool]  # the name of a type, and whether there may be nobody


@builds(RULES, "a_type")
def _a_type(_: Place, name: Word) -> Type:
    return name, False


@builds(RULES, "maybe_type")
def _maybe_type(_: Place, name: Word) -> Type:
    return name, True


@builds(RULES, "tracks")
def _tracks(at: Place, cites: Cites, lines: tuple[m.Track, ...]) -> m.Tracks:
    return m.Tracks(at=at, cites=cites or (), lines=lines)


@builds(RULES, "track")
def _track(
    at: Place, name: Word, owners: Owners | None, words: Printed, kind: Type,
    start: m.Expression | None, sight: Sight | None, cites: Cites,
) -> m.Track:
    return m.Track(
        at=at, name=name.value, name_at=name.at, **(owners or ONE)._asdict(), words=words,
        type=kind[0].value, type_at=kind[0].at, maybe=kind[1], start=start,
        sight=sight or "", cites=cites or (),
    )


@builds(RULES, "dummy")
def _dummy(at: Place, name: Word, words: Printed, span: Span | None, cites: Cites) -> m.Dummy:
    low, high = span or (0, 0)
    return m.Dummy(
        at=at, name=name.value, name_at=name.at, words=words, low=low, high=high,
        cites=cites or (),
    )


@builds(RULES, "figures")
def _figures(at: Place, cites: Cites, lines: tuple[m.Figure, ...]) -> m.Figures:
    return m.Figures(at=at, cites=cites or (), lines=lines)


@builds(RULES, "figure")
def _figure(
    at: Place, name: Word, each: Word | None, words: Printed, value: m.Expression, cites: Cites
) -> m.Figure:
    return m.Figure(
        at=at, name=name.value, name_at=name.at, each=text_of(each), each_at=at_of(each),
        words=words, value=value, cites=cites or (),
    )


# --------------------------------------------------------------------------------------- play
@builds(RULES, "setup")
def _setup(at: Place, words: Printed, cites: Cites, body: Body) -> m.Stage:
    return m.Stage(
        at=at, stage="setup", name="setup", words=words, cites=cites or (), body=body
    )


def _stage(
    stage: Literal["phase", "reckoning"], at: Place, name: Word, words: Printed, cites: Cites,
    body: Body,
) -> m.Stage:
    return m.Stage(
        at=at, stage=stage, name=name.value, name_at=name.at, words=words, cites=cites or (),
        body=body,
    )


RULES |= {"phase": partial(_stage, "phase"), "reckoning": partial(_stage, "reckoning")}


@builds(RULES, "rounds")
def _rounds(
    at: Place, name: Word | None, words: Printed, until: m.Expression, using: Using,
    cites: Cites, body: Body,
) -> m.Stage:
    return m.Stage(
        at=at, stage="rounds", name=text_of(name) or "rounds", name_at=at_of(name), words=words,
        until=until, using=() if isinstance(using, m.Guard) else using,
        guard=using if isinstance(using, m.Guard) else None, cites=cites or (), body=body,
    )


Trigger = tuple[
    Place, Word, Word, Word | None, Word | None, m.Expression | None, tuple[m.Cite, ...]
]


@builds(RULES, "trigger")
def _trigger(
    at: Place, kind: Word, zone: Word, owner: Word | None, card: Word | None,
    condition: m.Expression | None, cites: Cites,
) -> Trigger:
    return at, kind, zone, owner, card, condition, cites or ()


@builds(RULES, "effect")
def _effect(
    at: Place, name: Word, words: Printed, cites: Cites, trigger: Trigger, body: Body
) -> m.Effect:
    when_at, kind, zone, owner, card, condition, when_cites = trigger
    return m.Effect(
        at=at, name=name.value, name_at=name.at, words=words, cites=cites or (),
        kind=kind.value, kind_at=kind.at, zone=zone.value, zone_at=zone.at,
        owner=text_of(owner), owner_at=at_of(owner), card=text_of(card), card_at=at_of(card),
        condition=condition, when_cites=when_cites, when_at=when_at, body=body,
    )


@builds(RULES, "broken_effect")
def _broken_effect(*_: object) -> None:
    """An effect whose first line could not be read."""


Parameter = tuple[Literal["takes", "gives"], m.Parameter]


def _parameter(
    side: Literal["takes", "gives"], at: Place, name: Word, kind: Type, words: Printed
) -> Parameter:
    return side, m.Parameter(
        at=at, name=name.value, name_at=name.at, type=kind[0].value, type_at=kind[0].at,
        maybe=kind[1], words=words,
    )


RULES |= {"takes": partial(_parameter, "takes"), "gives": partial(_parameter, "gives")}


@builds(RULES, "procedure")
def _procedure(
    at: Place, name: Word, words: Printed, cites: Cites,
    parameters: tuple[Parameter, ...] | None, body: Body,
) -> m.Procedure:
    return m.Procedure(
        at=at, name=name.value, name_at=name.at, words=words, cites=cites or (),
        takes=tuple(each for side, each in parameters or () if side == "takes"),
        gives=tuple(each for side, each in parameters or () if side == "gives"), body=body,
    )


# ---------------------------------------------------------------- the end, and who has won
@builds(RULES, "end")
def _end(
    at: Place, name: Word, words: Printed, time: Literal["at once", "after the round"],
    condition: m.Expression, cites: Cites,
) -> m.End:
    return m.End(
        at=at, name=name.value, name_at=name.at, words=words, time=time, condition=condition,
        cites=cites or (),
    )


@builds(RULES, "out")
def _out(
    at: Place, players: m.Expression, condition: m.Expression | None, cites: Cites
) -> m.Out:
    return m.Out(at=at, players=players, condition=condition, cites=cites or ())


Everyone = tuple[Literal["nobody wins", "nobody is out", "impossible"], tuple[m.Cite, ...]]
Tied = tuple[Literal["shared", "nobody", "impossible"], tuple[m.Cite, ...]]


@builds(RULES, "nobody_wins")
def _nobody_wins(_: Place, cites: Cites) -> Everyone:
    return "nobody wins", cites or ()


@builds(RULES, "everyone_impossible")
def _everyone_impossible(_: Place, cites: Cites) -> Everyone:
    return "impossible", cites or ()


@builds(RULES, "nobody_out")
def _nobody_out(_: Place, cites: Cites) -> Everyone:
    return "nobody is out", cites or ()


@builds(NOTING, "elimination")
def _elimination(
    twice: Twice, at: Place, words: Printed, cites: Cites, lines: tuple[m.Out | Everyone, ...]
) -> m.Elimination:
    found = [line for line in lines if isinstance(line, tuple)]
    everyone = once(twice, at, found, "if everyone is out")
    return m.Elimination(
        at=at, words=words, cites=cites or (),
        out=tuple(line for line in lines if isinstance(line, m.Out)),
        everyone=everyone[0] if everyone else "", everyone_cites=everyone[1] if everyone else (),
    )


@builds(RULES, "scoring")
def _scoring(
    at: Place, name: Word, words: Printed, cites: Cites, steps: tuple[m.Step, ...]
) -> m.Scoring:
    return m.Scoring(
        at=at, name=name.value, name_at=name.at, words=words, cites=cites or (), steps=steps
    )


Operator = Literal[
    "add", "subtract", "double", "halve", "multiply by", "divide by", "at least", "at most",
    "round",
]
Operation = tuple[Operator, m.Expression | None, Literal["", "up", "down", "toward zero"]]


def _operation(word: Operator, _: Place, value: m.Expression | None = None) -> Operation:
    return word, value, ""


RULES |= {
    "op_add": partial(_operation, "add"), "op_subtract": partial(_operation, "subtract"),
    "op_double": partial(_operation, "double"), "op_halve": partial(_operation, "halve"),
    "op_multiply": partial(_operation, "multiply by"),
    "op_divide": partial(_operation, "divide by"),
    "op_at_least": partial(_operation, "at least"),
    "op_at_most": partial(_operation, "at most"),
}


@builds(RULES, "op_round")
def _op_round(_: Place, direction: Direction) -> Operation:
    return "round", None, direction


class Group(NamedTuple):
    """So many cards, or players, together."""

    size: int
    of: m.Expression


@builds(RULES, "per_group")
def _per_group(_: Place, size: int, of: m.Expression) -> Group:
    return Group(size, of)


@builds(NOTING, "step")
def _step(
    twice: Twice, at: Place, name: Word, words: Printed, operation: Operation,
    per: m.Expression | Group | None, condition: m.Expression | None, rounded: Direction | None,
    cites: Cites,
) -> m.Step:
    word, value, direction = operation
    if rounded and direction:
        twice[at, "how to round"] = None
    group, per = (per.size, per.of) if isinstance(per, Group) else (1, per)
    if isinstance(per, m.Each):
        # The condition is looked at for each of them; what is added is added up.
        per, condition = replace(per, condition=condition), None
        if word in ("add", "subtract") and value is not None:
            value, per = replace(per, at=value.at.to(per.at), value=value), None
    return m.Step(
        at=at, name=name.value, name_at=name.at, words=words, operation=word, value=value,
        per=per, group=group, condition=condition, rounded=rounded or direction,
        cites=cites or (),
    )


@builds(NOTING, "winner")
def _winner(
    twice: Twice, at: Place, words: Printed, cites: Cites, lines: tuple[m.Tie | Tied, ...]
) -> m.Winner:
    found = [line for line in lines if isinstance(line, tuple)]
    tied = once(twice, at, found, "how the chain ends")
    return m.Winner(
        at=at, words=words, cites=cites or (),
        chain=tuple(line for line in lines if isinstance(line, m.Tie)),
        tied=tied[0] if tied else "", tied_cites=tied[1] if tied else (),
    )


@builds(RULES, "rank_line")
def _rank_line(
    at: Place, _then: bool | None, extreme: Extreme, name: Word, cites: Cites
) -> m.Tie:
    return m.Tie(at=at, extreme=extreme, name=name.value, name_at=name.at, cites=cites or ())


@builds(RULES, "then_shared")
def _then_shared(_: Place, cites: Cites) -> Tied:
    return "shared", cites or ()


@builds(RULES, "then_impossible")
def _then_impossible(_: Place, cites: Cites) -> Tied:
    return "impossible", cites or ()


@builds(RULES, "then_nobody")
def _then_nobody(_: Place, cites: Cites) -> Tied:
    return "nobody", cites or ()


# ------------------------------------------------- what the rulebook offers or leaves open
@builds(RULES, "option")
def _option(
    at: Place, name: Word, words: Printed, cites: Cites,
    lines: tuple[m.Edit | m.Silent | m.Example, ...],
) -> m.Option:
    return m.Option(
        at=at, name=name.value, name_at=name.at, words=words, cites=cites or (), lines=lines
    )


Reading = tuple[Literal["assume", "or"], m.Reading]


@builds(RULES, "assume")
def _assume(at: Place, name: Word, words: Printed, cites: Cites) -> Reading:
    return "assume", m.Reading(
        at=at, name=name.value, name_at=name.at, words=words, cites=cites or ())


@builds(RULES, "reading")
def _reading(
    at: Place, name: Word, words: Printed, options: Names | None, cites: Cites,
    edits: tuple[m.Edit, ...] | None,
) -> Reading:
    return "or", m.Reading(
        at=at, name=name.value, name_at=name.at, words=words, cites=cites or (),
        options=texts(options or ()), options_at=places(options or ()), edits=edits or (),
    )


@builds(RULES, "with_options")
def _with_options(_: Place, names: Names) -> Names:
    return names


@builds(NOTING, "silent")
def _silent(
    twice: Twice, at: Place, name: Word, question: str, cites: Cites, lines: tuple[Reading, ...]
) -> m.Silent:
    assumed = once(twice, at, [reading for side, reading in lines if side == "assume"],
                   "which reading is assumed")
    return m.Silent(
        at=at, name=name.value, name_at=name.at, question=question, cites=cites or (),
        assumed=assumed, readings=tuple(reading for side, reading in lines if side == "or"),
    )


@builds(RULES, "always")
def _always(
    at: Place, name: Word, words: Printed, condition: m.Expression, cites: Cites
) -> m.Always:
    return m.Always(
        at=at, name=name.value, name_at=name.at, words=words, condition=condition,
        cites=cites or (),
    )


@builds(RULES, "allow")
def _allow(at: Place, code: Word, about: Word | None, reason: str) -> m.Allow:
    return m.Allow(
        at=at, code=code.value, about=text_of(about), about_at=at_of(about), reason=reason
    )
