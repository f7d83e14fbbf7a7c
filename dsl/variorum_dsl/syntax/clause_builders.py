"""How the clauses of a rulebook are built from their parts."""

from __future__ import annotations

from typing import Any

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.syntax.line_builders import Build, same

Items = tuple[Any, ...]
# What a clause says twice though it can be said once; the parser reports and empties this.
said_twice: list[tuple[Place, str]] = []


def _once(at: Place, found: list[Any], what: str) -> Any:
    """The only one of them, or the last if there are several (which is noted)."""
    if len(found) > 1:
        said_twice.append((at, what))
    return found[-1] if found else None


def _kind(
    at: Place, name: str, words: Any, under: Any, has: Any, may_be: Any, cites: Any, kinds: Any
) -> m.Kind:
    return m.Kind(
        at=at, name=name, words=words, under=under or "", attributes=has or (),
        marks=may_be or (), cites=cites or (), kinds=kinds or (),
    )


def _component(
    at: Place, count: int, kind: str, card: Any, every: Any, settings: Any, marked: Any,
    cites: Any, table: Any,
) -> m.Component:
    name, words = card or ("", None)
    return m.Component(
        at=at, count=count, kind=kind, name=name, words=words, for_each=every or "",
        settings=settings or (), marks=marked or (), cites=cites or (), table=table or (),
    )


def _pile(at: Place, zone: str, each: Any, span: Any, cites: Any, lines: Any) -> m.Pile:
    low, high = span or (0, 0)
    return m.Pile(
        at=at, zone=zone, each_player=bool(each), low=low, high=high, cites=cites or (),
        lines=lines,
    )


def _zone(
    at: Place, name: str, each: Any, words: Any, kinds: Any, sight: Any, order: Any, cites: Any
) -> m.Zone:
    return m.Zone(
        at=at, name=name, each_player=bool(each), words=words, kinds=kinds, sight=sight,
        in_order=bool(order), cites=cites or (),
    )


def _track(
    at: Place, name: str, each: Any, words: Any, kind: Any, start: Any, cites: Any
) -> m.Track:
    return m.Track(
        at=at, name=name, each_player=bool(each), words=words, type=kind[0], maybe=kind[1],
        start=start, cites=cites or (),
    )


def _dummy(at: Place, name: str, words: Any, span: Any, cites: Any) -> m.Dummy:
    low, high = span or (0, 0)
    return m.Dummy(at=at, name=name, words=words, low=low, high=high, cites=cites or ())


def _rounds(
    at: Place, name: Any, words: Any, until: Any, using: Any, cites: Any, body: Any
) -> m.Stage:
    return m.Stage(
        at=at, stage="rounds", name=name or "rounds", words=words, until=until, using=using,
        cites=cites or (), body=body,
    )


def _stage(stage: Any) -> Build:
    return lambda at, name, words, cites, body: m.Stage(
        at=at, stage=stage, name=name, words=words, cites=cites or (), body=body
    )


def _effect(at: Place, name: str, words: Any, cites: Any, trigger: Any, body: Any) -> m.Effect:
    kind, zone, owner, card, condition, when_cites, when_at = trigger
    return m.Effect(
        at=at, name=name, words=words, cites=cites or (), kind=kind, zone=zone,
        owner=owner or "", card=card or "", condition=condition, when_cites=when_cites or (),
        when_at=when_at, body=body,
    )


def _procedure(
    at: Place, name: str, words: Any, cites: Any, parameters: Any, body: Any
) -> m.Procedure:
    sides: dict[str, list[Any]] = {"takes": [], "gives": []}
    for side, parameter in parameters or ():
        sides[side].append(parameter)
    return m.Procedure(
        at=at, name=name, words=words, cites=cites or (), takes=tuple(sides["takes"]),
        gives=tuple(sides["gives"]), body=body,
    )


def _parameter(side: str) -> Build:
    return lambda at, name, kind, words: (
        side, m.Parameter(at=at, name=name, type=kind[0], maybe=kind[1], words=words)
    )


def _elimination(at: Place, words: Any, cites: Any, lines: Items) -> m.Elimination:
    everyone = _once(at, [line for line in lines if type(line) is tuple], "if everyone is out")
    return m.Elimination(
        at=at, words=words, cites=cites or (),
        out=tuple(line for line in lines if type(line) is m.Out),
        everyone=everyone[0] if everyone else "",
        everyone_cites=everyone[1] if everyone else (),
    )


def _chain(at: Place, lines: Items) -> dict[str, Any]:
    tied = _once(at, [line for line in lines if type(line) is tuple], "how the chain ends")
    return {
        "chain": tuple(line for line in lines if type(line) is m.Tie),
        "tied": tied[0] if tied else "",
        "tied_cites": tied[1] if tied else (),
    }


def _step(
    at: Place, name: str, words: Any, operation: Any, per: Any, condition: Any, rounded: Any,
    cites: Any,
) -> m.Step:
    word, value, direction = operation
    if rounded and direction:
        said_twice.append((at, "how to round"))
    return m.Step(
        at=at, name=name, words=words, operation=word, value=value, per=per,
        condition=condition, rounded=rounded or direction, cites=cites or (),
    )


def _operation(word: str) -> Build:
    return lambda at, value=None: (word, value, "")


def _silent(at: Place, name: str, question: str, cites: Any, lines: Items) -> m.Silent:
    assumed = _once(at, [reading for side, reading in lines if side == "assume"],
                    "which reading is assumed")
    return m.Silent(
        at=at, name=name, question=question, cites=cites or (),
        assumed=assumed,
        readings=tuple(reading for side, reading in lines if side == "or"),
    )


def _reading(side: str) -> Build:
    return lambda at, name, words, cites, edits=None: (
        side, m.Reading(at=at, name=name, words=words, cites=cites or (), edits=edits or ())
    )


def _section(cls: Any) -> Build:
    return lambda at, cites, lines: cls(at=at, cites=cites or (), lines=lines)


CLAUSES: dict[str, Build] = {
    "edition_heading": lambda at, name, title, cites: m.Document(
        at=at, form="edition", name=name, title=title, cites=cites or ()
    ),
    "variant_heading": lambda at, name, title, parent, cites: m.Document(
        at=at, form="variant", name=name, title=title, parent=parent, cites=cites or ()
    ),
    "library_heading": lambda at, name, words: m.Document(
        at=at, form="library", name=name, title=words.one if words else ""
    ),
    "start": lambda at, heading, items=(): heading.but(items=items),
    "words": lambda at, one, many: m.Words(at=at, one=one, many=many or ""),
    "plural": same,
    "cites": same,
    "cite": lambda at, heading: m.Cite(at=at, heading=heading),
    "published": lambda at, text, cites: m.Published(at=at, text=text, cites=cites or ()),
    "about": lambda at, text, cites: m.Published(at=at, text=text, about=True, cites=cites or ()),
    "uses": lambda at, names: m.Uses(at=at, libraries=names),
    "seats": lambda at, low, high, cites: m.Seats(at=at, low=low, high=high, cites=cites or ()),
    "seats_exactly": lambda at, low, cites: m.Seats(at=at, low=low, high=low, cites=cites or ()),
    "kinds": _section(m.Kinds),
    "kind": _kind,
    "subkinds": same,
    "under": same,
    "has": same,
    "attribute": lambda at, name, words, members: m.Attribute(
        at=at, name=name, words=words, members=members or ()
    ),
    "members": same,
    "may_be": same,
    "mark": lambda at, name, words: m.Mark(at=at, name=name, words=words),
    "components": _section(m.Components),
    "place": _pile,
    "of_each": lambda at: True,
    "component": _component,
    "card_name": lambda at, name, words: (name, words),
    "for_every": same,
    "settings": same,
    "setting": lambda at, name, values: m.Setting(at=at, name=name, values=values),
    "one_value": lambda at, value: m.Values(at=at, low=value, high=value),
    "minus_value": lambda at, value: m.Values(at=at, low=-value, high=-value),
    "span_value": lambda at, low, high: m.Values(at=at, low=low, high=high),
    "word_value": lambda at, word: m.Values(at=at, word=word),
    "marked": same,
    "table": same,
    "row": lambda at, cells: m.Row(at=at, cells=cells),
    "total": lambda at, count, kind, cites: m.Total(
        at=at, count=count, kind=kind, cites=cites or ()
    ),
    "zones": _section(m.Zones),
    "zone": _zone,
    "in_order": lambda at: True,
    "tracks": _section(m.Tracks),
    "track": _track,
    "starting": same,
    "a_type": lambda at, name: (name, False),
    "maybe_type": lambda at, name: (name, True),
    "dummy": _dummy,
    "figures": _section(m.Figures),
    "figure": lambda at, name, words, value, cites: m.Figure(
        at=at, name=name, words=words, value=value, cites=cites or ()
    ),
    "setup": lambda at, words, cites, body: m.Stage(
        at=at, stage="setup", name="setup", words=words, cites=cites or (), body=body
    ),
    "phase": _stage("phase"),
    "reckoning": _stage("reckoning"),
    "rounds": _rounds,
    "effect": _effect,
    "broken_effect": lambda at, *rest: None,
    "trigger": lambda at, kind, zone, owner, card, condition, cites: (
        kind, zone, owner, card, condition, cites, at
    ),
    "of_name": same,
    "if_clause": same,
    "procedure": _procedure,
    "takes": _parameter("takes"),
    "gives": _parameter("gives"),
    "end": lambda at, name, words, time, condition, cites: m.End(
        at=at, name=name, words=words, time=time, condition=condition, cites=cites or ()
    ),
    "at_once": lambda at: "at once",
    "after_round": lambda at: "after the round",
    "elimination": _elimination,
    "out": lambda at, players, condition, cites: m.Out(
        at=at, players=players, condition=condition, cites=cites or ()
    ),
    "nobody_wins": lambda at, cites: ("nobody wins", cites or ()),
    "nobody_out": lambda at, cites: ("nobody is out", cites or ()),
    "scoring": lambda at, name, words, cites, steps: m.Scoring(
        at=at, name=name, words=words, cites=cites or (), steps=steps
    ),
    "step": _step,
    "op_add": _operation("add"),
    "op_subtract": _operation("subtract"),
    "op_double": _operation("double"),
    "op_halve": _operation("halve"),
    "op_multiply": _operation("multiply by"),
    "op_divide": _operation("divide by"),
    "op_at_least": _operation("at least"),
    "op_at_most": _operation("at most"),
    "op_round": lambda at, direction: ("round", None, direction),
    "operation": same,
    "per": same,
    "step_if": same,
    "rounded_to": same,
    "winner": lambda at, words, cites, lines: m.Winner(
        at=at, words=words, cites=cites or (), **_chain(at, lines)
    ),
    "rank_line": lambda at, then, extreme, name, cites: m.Tie(
        at=at, extreme=extreme, name=name, cites=cites or ()
    ),
    "then": lambda at: True,
    "then_shared": lambda at, cites: ("shared", cites or ()),
    "then_nobody": lambda at, cites: ("nobody", cites or ()),
    "option": lambda at, name, words, cites, lines: m.Option(
        at=at, name=name, words=words, cites=cites or (), lines=lines
    ),
    "silent": _silent,
    "assume": _reading("assume"),
    "reading": _reading("or"),
    "edits": same,
    "always": lambda at, name, words, condition, cites: m.Always(
        at=at, name=name, words=words, condition=condition, cites=cites or ()
    ),
    "allow_for": same,
    "allow": lambda at, code, about, reason: m.Allow(
        at=at, code=code, about=about or "", reason=reason
    ),
}
