"""How a difference is made, so that it is the same from either side."""

from __future__ import annotations

from dataclasses import replace

from variorum_dsl.diagnostics.diagnostic import Place

from variorum.comparison.align import canonical
from variorum.comparison.align.clauses import Clause, Form, Key
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.terms import Contents, Term, walk
from variorum.comparison.differ.sentences import only
from variorum.comparison.model import (
    Difference,
    Spot,
    Switch,
    Title,
    Verdict,
    Witness,
    digest,
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
def shape(term: Term | None) -> str:
    """What a line does, in which every thing goes by its sort alone."""
    if term is None:
        return ""
    labels = _sort_alone
    return canonical.anonymous(canonical.ordered(untold(term), labels), labels)


def untold(term: Term) -> Term:
    """A line without the words in which a book tells a lot: they are no part of what it does."""
    return replace(term, parts=() if term.label == "told" else tuple(
        untold(part) if isinstance(part, Term) else part for part in term.parts))


def _sort_alone(category: str, _name: str) -> str:
    return category


def shapes(left: Term | None, right: Term | None) -> str:
    """A few letters for what two lines do."""
    return digest(shape(left), shape(right))


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
