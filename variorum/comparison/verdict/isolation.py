"""What is still open about a difference, played with that difference alone.

Between two editions several rules may differ at once. What one of them can be played with and
without (another reading, an optional rule) is played so. Of anything else, the rule of one edition
is put into the other.
"""

from __future__ import annotations

from variorum.comparison.align.pairing import Pairing
from variorum.comparison.model import Difference
from variorum.comparison.verdict.proofs import Apart, by_play, played
from variorum.comparison.verdict.transplant import Hybrid, alone, transplants

ALONE = "with this rule alone"


def settled(pairing: Pairing, found: list[Difference]) -> list[Difference]:
    """The differences, with games for those that nothing else has settled."""
    if all(each.verdict != "open" for each in found) or all(a != b for a, b in pairing.counts):
        return found
    hybrids: list[Hybrid] = []
    if any(each.verdict == "open" and each.switch is None for each in found):
        hybrids = transplants(pairing)
    known: dict[object, Apart] = {}
    rows, together = [], []
    for each in found:
        ways = None
        if each.verdict == "open" and each.switch is not None:
            side = pairing.left if each.switch.left else pairing.right
            ways = side.ways(each.switch)
        elif each.verdict == "open" and (hybrid := alone(hybrids, each.id)) is not None:
            ways = pairing.left, hybrid
        if ways is None or not set(ways[0].counts) & set(ways[1].counts):
            together.append(each)
            continue
        key = each.switch or each.id
        if key not in known:
            known[key] = by_play(*ways)
        apart = known[key]
        if each.switch is None and apart.witness is not None:
            apart = apart._replace(witness=apart.witness._replace(
                left_label="", right_label=ways[1].label))
        rows.append(_told(each, apart))
    return [*rows, *played(pairing, together)]


def _told(each: Difference, apart: Apart) -> Difference:
    if apart.witness is None:
        hows = dict.fromkeys(filter(None, (each.how, f"{ALONE}, {apart.how}")))
        return each._replace(how="; ".join(hows))
    note = "" if each.note.startswith("see ") else each.note
    return each._replace(verdict="changes", witness=apart.witness, note=note, how=ALONE)
