"""How a difference is made, so that it is the same from either side."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from variorum_dsl.diagnostics.diagnostic import Place

from variorum.comparison.align.clauses import Clause, Form, Key
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.terms import Call, Contents, InZone, Show, Term, walk
from variorum.comparison.differ.sentences import only
from variorum.comparison.model import (
    Difference,
    Spot,
    Switch,
    Title,
    Verdict,
    Witness,
    identity,
)


def made(
    category: str, about: tuple[str, ...], title: Title, left: Spot | None, right: Spot | None, *,
    players: tuple[int, ...] = (), verdict: Verdict = "open", how: str = "", note: str = "",
    witness: Witness | None = None, switch: Switch | None = None,
) -> Difference:
    """A difference; what it is `about` gives it a name that is the same for any two editions."""
    return Difference(identity(category, *about), category, title, left, right, players, verdict,
                      how, note, witness, switch)


def only_in(
    pairing: Pairing, category: str, about: tuple[str, ...], text: str, clause: Clause, *,
    left: bool, verdict: Verdict = "open", how: str = "",
) -> Difference:
    """A clause that one side has and the other has not."""
    side = pairing.left if left else pairing.right
    spot = side.spot(clause.at, clause.cites)
    return made(category, about, only(side, text), spot if left else None,
                None if left else spot, verdict=verdict, how=how)


def unpaired(pairing: Pairing, *sorts: str) -> list[tuple[Key, Clause, bool]]:
    """The clauses of some sorts that only one side has, and whether it is the left one."""
    left, right = pairing.forms()
    return [*((key, clause, True) for key, clause in left.of(*sorts)
              if pairing.partner(key) is None),
            *((key, clause, False) for key, clause in right.of(*sorts)
              if pairing.back(key) is None)]


def first_line(at: Place) -> Place:
    return at._replace(end_line=at.line, end_column=at.column + 1)


def distinct(found: list[Difference]) -> list[Difference]:
    """Names are told apart where two differences are about the same."""
    seen: dict[str, int] = {}
    rows = []
    for each in found:
        seen[each.id] = seen.get(each.id, 0) + 1
        many = seen[each.id]
        rows.append(each if many == 1 else each._replace(id=f"{each.id}-{many}"))
    return rows


# ------------------------------------------------------------------------------ without names
def untold(term: Term) -> Term:
    """A line without the words in which a book tells a lot: they are no part of what it does."""
    return replace(term, parts=() if term.label == "told" else tuple(
        untold(part) if isinstance(part, Term) else part for part in term.parts))


DOES = {"set_track": "remember", "set_local": "become", "for_players": "each-player",
        "for_cards": "each-card", "for_members": "each-member", "end_round": "end-round",
        "end_game": "end-game", "decide": "choose", "together": "choose-together"}
LINES = ("move", "shuffle", "show", "if", "chance", "turns", "repeat", *DOES)


def deeds(*sides: tuple[Form, Term | None], most: int = 4) -> tuple[str, ...]:
    """What lines do, in a few words that are the same in any two editions: `choose`, `move`, and
    the places that cards come to by what these are for. Of a change on both sides, what only one of
    them does."""
    rows = [list(dict.fromkeys(_deeds(form, term))) for form, term in sides if term is not None]
    if len(rows) == 2 and set(rows[0]) != set(rows[1]):
        rows = [[word for word in mine if word not in theirs]
                for mine, theirs in ((rows[0], rows[1]), (rows[1], rows[0]))]
    first = [word for row in sorted(rows) for word in row]
    return tuple(dict.fromkeys(first))[:most]


def _deeds(form: Form, term: Term) -> Iterator[str]:
    if isinstance(term, Call) and any(
        each.name == term.procedure and each.origin.startswith("library ")
        for each in form.game.procedures
    ):
        yield term.procedure
        return
    if term.label in LINES:
        yield DOES.get(term.label, term.label)
        zones = [part.zone for part in walk(term) if isinstance(part, Contents)] if isinstance(
            term, Show) else [term.zone] if isinstance(term, InZone) else []
        yield from (role(form, zone) for zone in zones)
    for part in term.terms:
        yield from _deeds(form, part)


def role(form: Form, zone: str) -> str:
    """What a place is for, whatever it is called: a hand, a deck, where cards are spent."""
    table = form.zone(zone)
    cards = [card for number, card in enumerate(form.program.cards) if table.holds >> number & 1]
    own = any(card.owner >= 0 for card in cards)
    starts = any(form.program.zones[card.zone].name == zone for card in cards)
    if starts:
        return "hand" if own else "deck"
    if not read(form, zone):
        return "spent" if own else "removed"
    return f"{'own' if own else 'shared'}-{'display' if table.each_player else 'table'}"


def read(form: Form, zone: str) -> bool:
    """Whether any rule looks at what lies in a place, rather than only moving cards there."""
    return any(isinstance(part, Contents) and part.zone == zone
               for (word, _), clause in form.clauses.items() if word not in ("card", "zone")
               for part in walk(clause.term))


def card_role(form: Form, atom: str) -> str:
    """Whether cards are everybody's own from the start, or common ones."""
    mask = form.atoms[atom]
    owned = any(card.owner >= 0 for number, card in enumerate(form.program.cards)
                if mask >> number & 1)
    return "own" if owned else "shared"
