"""What the parser calls whenever it has recognised a rule of the grammar.

Nothing builds a tree and nothing recurses: each rule is turned at once into what it stands for. A
builder gets the common place of the parts of its rule, and the parts themselves: keywords left
out, an absent optional part as None.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial
from operator import itemgetter

from lark.grammar import Rule

from variorum_dsl.model.lines import Nothing
from variorum_dsl.model.node import Node
from variorum_dsl.syntax.builders import clauses, edits, examples, expressions, lines
from variorum_dsl.syntax.builders.clauses import NOTING, Twice
from variorum_dsl.syntax.grammar import SETS, grammar
from variorum_dsl.syntax.stack import Chain, Part, Rules, Word

Value = Word | Node | Part | Chain
Reduction = Callable[[list[Value]], Value]

BUILDERS: Rules = {
    **expressions.RULES, **lines.RULES, **clauses.RULES, **edits.RULES, **examples.RULES,
}
LISTS = frozenset({"many", "list", "either", "chain", "ranking"})
LAYOUT = frozenset({"_NL", "_INDENT", "_DEDENT"})
MEANINGFUL = frozenset({"NAME", "INT", "STRING", "SAID", *SETS}) - {"ARTICLE"}


def reductions(twice: Twice) -> dict[Rule, Reduction]:
    """What to do for each rule of the grammar; what is said twice is noted."""
    noting = {
        rule: _reduction(rule, partial(NOTING[callback_name(rule)], twice))
        for rule in _noting_rules()
    }
    return _common() | noting


@cache
def _common() -> dict[Rule, Reduction]:
    """The reductions that are the same for every text."""
    return {
        rule: _reduction(rule, BUILDERS.get(callback_name(rule)))
        for rule in grammar().lark.rules if callback_name(rule) not in NOTING
    }


@cache
def _noting_rules() -> list[Rule]:
    return [rule for rule in grammar().lark.rules if callback_name(rule) in NOTING]


def callback_name(rule: Rule) -> str:
    """The name under which a rule of the grammar has its builder."""
    return str(rule.alias or rule.options.template_source or rule.origin.name)


def _reduction(rule: Rule, build: Callable[..., object] | None) -> Reduction:
    symbols = [str(symbol.name) for symbol in rule.expansion]
    solid = [place for place, symbol in enumerate(symbols) if symbol not in LAYOUT]
    first, last = solid[0], solid[-1]
    takes = _takes(rule)
    if rule.origin.name == "many{_stmt}":
        return _lines_begun if len(symbols) == 1 else _lines_gone_on
    if callback_name(rule) in LISTS:
        return _begun if len(symbols) == 1 else _gone_on
    if rule.origin.name.startswith("_"):
        # Such a rule only gives a name to several others, perhaps with a word before them.
        (place,) = takes
        assert place is not None
        return itemgetter(place)
    assert build is not None, callback_name(rule)

    def reduce(parts: list[Value]) -> Value:
        at = parts[first].at.to(parts[last].at)
        built = build(at, *[
            None if place is None else _argument(parts[place]) for place in takes
        ])
        return built if isinstance(built, Node) else Part(at, built)

    return reduce


def _takes(rule: Rule) -> list[int | None]:
    """Where the arguments of the builder stand among the parts; None for one that is absent."""
    absent = rule.options.empty_indices or (False,) * len(rule.expansion)
    keeps_words = bool(rule.options.keep_all_tokens)
    found: list[int | None] = []
    place = 0
    for empty in absent:
        if empty:
            found.append(None)
            continue
        symbol = rule.expansion[place]
        if not symbol.is_term or symbol.name in MEANINGFUL or keeps_words:
            found.append(place)
        place += 1
    return found


def _argument(part: Value) -> object:
    if isinstance(part, Word):
        if part.type == "NAME":
            return part
        if part.type == "INT":
            return int(part.value)
        if part.type == "SAID":
            return part.phrases
        return part.value[1:-1] if part.type == "STRING" else part.value
    if isinstance(part, Part):
        return part.value
    if isinstance(part, Chain):
        return part.unrolled()
    return part


def _lines_begun(parts: list[Value]) -> Chain:
    return _begun([_unread(parts[0])])


def _lines_gone_on(parts: list[Value]) -> Chain:
    return _gone_on([parts[0], _unread(parts[-1])])


def _unread(part: Value) -> Value:
    """A line of play that could not be read keeps its place: what comes there is not known."""
    if isinstance(part, Part) and part.value is None:
        return Nothing(at=part.at, unread=True)
    return part


def _begun(parts: list[Value]) -> Chain:
    return Chain(parts[0].at, None, _argument(parts[0]))


def _gone_on(parts: list[Value]) -> Chain:
    before, newest = parts[0], parts[-1]
    assert isinstance(before, Chain)
    return Chain(before.at.to(newest.at), before, _argument(newest))
