"""How a difference is made, so that it is the same from either side."""

from __future__ import annotations

from variorum_dsl.diagnostics.diagnostic import Place

from variorum.comparison.align.clauses import Clause, Key
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.model import (
    Difference,
    Spot,
    Switch,
    Title,
    Verdict,
    Witness,
    identity,
    plainly,
)


def made(
    pairing: Pairing, category: str, title: Title, left: Spot | None, right: Spot | None,
    keys: tuple[str, str], word: str = "", *, players: tuple[int, ...] = (),
    verdict: Verdict = "open", how: str = "", note: str = "", witness: Witness | None = None,
    switch: Switch | None = None,
) -> Difference:
    """A difference with an identity that does not depend on which side is left."""
    if left is not None and right is not None:
        word = min(filter(None, (word, *map(_last, keys))), default="")
    names = [f"{side.name} {key}" for side, key in
             zip((pairing.left, pairing.right), keys, strict=True)]
    return Difference(identity(category, category, *names, word=word), category, title, left,
                      right, players, verdict, how, note, witness, switch)


def _last(key: str) -> str:
    """The name in a key such as `sight spent`; lines of play have none."""
    return "" if key.startswith("(") else key.rsplit(" ", maxsplit=1)[-1]


def only_in(
    pairing: Pairing, category: str, text: str, clause: Clause, *, left: bool, word: str,
    verdict: Verdict = "open", how: str = "",
) -> Difference:
    """A clause that one side has and the other has not."""
    side = pairing.left if left else pairing.right
    spot = side.spot(clause.at, clause.cites)
    name = clause.key[1] if clause.key[0] in ("card", "end", "scoring") else f"{clause.key}"
    return made(pairing, category, plainly(text), spot if left else None,
                None if left else spot, (name, "") if left else ("", name), word,
                verdict=verdict, how=how)


def unpaired(pairing: Pairing, *sorts: str) -> list[tuple[Key, Clause, bool]]:
    """The clauses of some sorts that only one side has, and whether it is the left one."""
    left, right = pairing.forms()
    return [*((key, clause, True) for key, clause in left.of(*sorts)
              if pairing.partner(key) is None),
            *((key, clause, False) for key, clause in right.of(*sorts)
              if pairing.back(key) is None)]


def first_line(at: Place) -> Place:
    return at._replace(end_line=at.line, end_column=at.column + 1)
