"""What may follow at a place of a text: words of the language, and names of which sort."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from lark.grammar import Rule

from variorum_dsl.diagnostics.source import Source
from variorum_dsl.syntax.builders.reductions import callback_name
from variorum_dsl.syntax.grammar import grammar
from variorum_dsl.syntax.parser import Parser
from variorum_dsl.syntax.reader import Reader
from variorum_dsl.syntax.tokens import WORD

NEW = "new"
SORTS: dict[str, tuple[str, ...]] = {
    # For each rule of the grammar the sorts of the names in it, in order; a list counts once.
    "edition_heading": (NEW,), "variant_heading": (NEW, "edition"), "library_heading": (NEW,),
    "uses": ("library",),
    "kind": (NEW,), "under": ("kind",), "attribute": (NEW,), "members": (NEW,), "mark": (NEW,),
    "value_name": (NEW,),
    "place": ("zone",), "component": ("kind",), "card_name": (NEW,), "for_every": ("attribute",),
    "setting": ("attribute",), "word_value": ("member",), "marked": ("mark",),
    "row": ("column",), "total": ("kind",), "besides": (NEW,),
    "of_each": ("type",),
    "zone": (NEW, "kind"), "track": (NEW,), "a_type": ("type",), "maybe_type": ("type",),
    "dummy": (NEW,), "figure": (NEW,),
    "phase": (NEW,), "rounds": (NEW,), "reckoning": (NEW,), "effect": (NEW,),
    "broken_effect": (NEW,), "trigger": ("kind", "zone"), "of_name": (NEW,), "as_name": (NEW,),
    "procedure": (NEW,), "takes": (NEW,), "gives": (NEW,),
    "labelled": (NEW,), "let": (NEW,), "local_figure": (NEW,), "for_each": ("type", NEW),
    "for_each_number": ("type", NEW),
    "custom": (NEW,),
    "every": ("type", NEW), "pass_on": ("zone",), "next_whose": ("property",),
    "next_whose_empty": ("property",), "next_whose_not_empty": ("property",),
    "turns": (NEW,), "together": (NEW,), "some_member": ("attribute",), "choice": (NEW,),
    "call": ("procedure",), "giving": (NEW,), "argument": ("parameter",), "case": ("kind",),
    "end": (NEW,), "scoring": (NEW,), "step": (NEW,), "rank_line": ("property",),
    "option": (NEW,), "silent": (NEW,), "assume": (NEW,), "reading": (NEW,), "always": (NEW,),
    "allow": ("finding",), "allow_for": ("clause",),
    "remove_named": ("clause",), "rename": ("clause", NEW), "change_scoring": ("scoring",),
    "in_rounds": ("stage",), "in_phase": ("stage",), "in_reckoning": ("stage",),
    "in_effect": ("effect",), "in_procedure": ("procedure",),
    "after_key": ("line",), "before_key": ("line",), "drop_line": ("line",),
    "replace_tie": ("line",), "replace_component": ("component",), "replace_stmt": ("line",),
    "insert_case": ("line",), "extend_case": ("kind", "kind"), "drop_case": ("kind",),
    "insert_choice": ("line",),
    "name": ("value",), "nth": ("value",), "this": ("type",), "all_members": ("attribute",),
    "owned": ("property",), "among": ("kind",), "outside": ("kind",),
    "is_a": ("kind",), "is_not_a": ("kind",), "aggregate": ("property",),
    "extreme": ("property",), "different": ("property",), "same": ("property",),
    "whose": ("property",), "whose_empty": ("property",), "whose_not_empty": ("property",),
    "rank": ("property",), "with_unique": ("property",), "those": (NEW,),
    "example": (NEW,), "cast": (NEW,), "chosen": ("option",), "with_options": ("option",),
    "under_reading": ("silence", "reading"), "playing": ("stage",),
    "from_line": ("line",), "called_by": ("line",), "because": ("reason",),
    "did": ("actor",), "may": ("player",), "may_not": ("player",), "sees": ("player",),
    "sees_not": ("player",), "step_fact": ("step",), "eliminated": ("somebody",),
    "won": ("somebody",), "won_together": ("player",), "decided": ("property",),
    "to_decide": ("player",),
}
_LISTS_OF_NAMES = ("list{NAME}", "either{NAME}", "many{_cell}")
_NEAR = 4
_LONGEST = 7  # so many symbols at most stand behind a name in the shortest form of its rule


@dataclass(frozen=True, slots=True)
class Following:
    """What may follow. `words` are those of the language, `names` the sorts of names (`new` for a
    name that is given here); `phrase` is what somebody says in an example."""

    words: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    number: bool = False
    quoted: bool = False
    phrase: bool = False


def following(text: str, line: int, column: int) -> Following:
    """What may stand at a place, counted from 1; the part of a word before it is left out."""
    lines = [each.removesuffix("\r") for each in text.split("\n")[:line]]
    lines[-1] = re.sub(r"[a-z0-9-]*$", "", lines[-1][: column - 1])
    if _is_text(lines[-1]):
        return Following()
    reader = Reader(Source("", "\n".join(_near(lines))))
    if not reader.read_up_to_end():
        return Following()
    accepted = reader.parser.accepts()
    words = {word for symbol in accepted for word in grammar().words.get(symbol, ())
             if WORD.fullmatch(word)}
    return Following(
        tuple(sorted(words)),
        tuple(sorted(_sorts(reader.parser))) if "NAME" in accepted else (),
        "INT" in accepted, "STRING" in accepted, "SAID" in accepted,
    )


def _near(lines: list[str]) -> list[str]:
    """The heading and the sections next to the place: what may follow does not depend on those
    between. A line that goes on at the margin makes a section longer, so a few are kept."""
    margins = [row for row, line in enumerate(lines) if line and line[0] not in " #"]
    if len(margins) < 2 * _NEAR or any(
        lines[row].rstrip().endswith((",", "(")) for row in margins[-_NEAR:]
    ):
        return lines
    return [*lines[: margins[1]], *lines[margins[-_NEAR] :]]


def _is_text(line: str) -> bool:
    """Whether a line ends inside of quotes or in a comment."""
    return re.sub(r'"[^"]*"', "", line).count('"') > 0 or "#" in re.sub(r'"[^"]*"', "", line)


def _sorts(parser: Parser) -> set[str]:
    """The sorts of names that fit: those of every rule that could take up a name here."""
    found: set[str] = set()
    waiting = [parser.after(parser.states, "NAME")]
    seen = set()
    while waiting:
        stack = waiting.pop()
        if stack is None or stack in seen:
            continue
        seen.add(stack)
        for rule, place in _takers(stack[-1]):
            name = callback_name(rule)
            if name in SORTS:
                before = [symbol.name for symbol in rule.expansion[:place]]
                number = sum(each == "NAME" or each in _LISTS_OF_NAMES for each in before)
                found.add(SORTS[name][number])
            else:
                below = stack[: -1 - place]
                waiting.append((*below, grammar().shifts(below[-1])[rule.origin.name]))
    return found


@cache
def _takers(state: int) -> frozenset[tuple[Rule, int]]:
    """The rules that can take up the symbol that led to a state, and its place in them."""
    found: set[tuple[Rule, int]] = set()
    states = {state}
    for behind in range(_LONGEST + 1):
        for each in states:
            found |= {(rule, len(rule.expansion) - 1 - behind) for rule in grammar().ends(each)
                      if len(rule.expansion) > behind}
        states = {after for each in states for after in grammar().shifts(each).values()}
    return frozenset(found)
