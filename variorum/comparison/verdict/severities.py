"""How grave a difference is: what it can come to at a table."""

from __future__ import annotations

from variorum.comparison.model import Difference, Severity

# What is not proved is as grave as its sort can be.
UNPROVED: dict[str, Severity] = {
    "components": "moves", "play": "moves", "end": "moves", "information": "knowledge",
    "elimination": "winner", "scoring": "winner", "tie-break": "winner", "option": "moves",
    "seen": "knowledge", "players": "words", "owned": "words", "order": "moves",
    "remembered": "moves", "cards": "moves", "question": "moves",
}


def severity(each: Difference) -> Severity:
    """A witness proves that it can change who wins; what is proved never to do so may still change
    what players know."""
    if each.category == "facts":
        return each.severity
    if each.witness is not None or each.verdict == "changes":
        return "winner"
    usual: Severity = "moves"
    for sort, grave in UNPROVED.items():
        if each.id.startswith(sort):
            usual = grave
    if each.verdict == "never" and usual != "knowledge":
        return "knowledge" if each.category == "option" else "words"
    return usual


def graded(found: list[Difference]) -> list[Difference]:
    return [each._replace(severity=severity(each)) for each in found]
