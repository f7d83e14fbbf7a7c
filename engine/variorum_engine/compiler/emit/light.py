"""The light policy as code: every decision from answers of one member each, counting upwards.

One pick beside one other choice: without such an answer it takes the other one and draws nothing;
otherwise it draws below(4), where 0 is the other choice, and then one of the answers. Elsewhere
it draws one answer among those of all choices; the empty one, where that is allowed, comes first.
Where a pick must have several members and nothing else is left, members are taken upwards until
they are an answer. `variorum_engine.bots.light` does the same at a table of the interpreter.

Written into the code of a game, a decision costs no call and puts nothing away.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Literal, NamedTuple

from variorum_dsl import core as c

from variorum_engine.compiler.analysis.decisions import Decisions
from variorum_engine.compiler.emit.decisions import MOST, emit_source
from variorum_engine.compiler.emit.emitter import (
    ARRAYS,
    FAULT,
    SIGNS,
    X_CHOICE,
    X_PICKED,
    Cards,
    Emitter,
    Policy,
    added,
)
from variorum_engine.compiler.emit.expressions import (
    compared,
    each_card,
    emit_at_least,
    emit_at_most,
    emit_flag,
    emit_number,
)
from variorum_engine.compiler.emit.module import Extra, function
from variorum_engine.interpreter.values import COMPARE

Light = Literal["", "some", "all"]
"""Whether nobody, somebody or everybody at a table plays so. For all, it is written into the code,
which then never stops; for some there is a function that answers any decision."""

MOST_TABLE = 4096  # entries of a table of the cards that keep to a limit, by its bound


class Answers(NamedTuple):
    """What a choice comes to, as code."""

    choice: int
    pick: PickOne | None
    singles: Cards  # the answers of one member by page; of numbers see `PickOne.numbers`
    empty: str  # whether nothing at all is an answer
    many: str  # how many answers there are


def always_answers(program: c.Program) -> bool:
    """Whether the light policy comes to an answer wherever there is one. Where several members
    must keep to a condition together, taking them upwards may pass over what there is, and one is
    drawn instead: such a game cannot be written straight through."""
    return all(
        any(choice.pick is None and choice.condition is None for choice in asked.choices)
        or not any(choice.pick is not None and choice.pick.such_that is not None
                   and not _only_one(choice.pick) for choice in asked.choices)
        for asked in Decisions(program).asked)


def light_policy(light: Light) -> Policy | None:
    return emit_light if light == "all" else None


def light_functions(light: Light) -> tuple[Extra, ...]:
    return (emit_light_function,) if light == "some" else ()


def emit_light(out: Emitter, choices: tuple[c.Choice, ...]) -> None:
    """The answer to a decision."""
    plain = [i for i, choice in enumerate(choices) if choice.pick is None]
    if not any(choice.condition is not None for choice in choices):
        if len(choices) == 1 and plain:
            out.put(f"X[{X_CHOICE}] = 0")
            return
        if len(choices) == 2 and len(plain) == 1:
            _pick_or_other(choices, plain[0], out)
            return
    _any_answer(choices, out)


def emit_light_function(out: Emitter) -> str:
    """A function that answers any decision, for tables at which others decide in other ways."""
    restore = "".join(f"    {kept} = L[{i}]\n" for i, kept in enumerate(out.kept))
    found, rows = [], []
    for number, asked in enumerate(out.decisions.asked, 1):
        name = f"light_{number}"
        found.append(function(name, partial(emit_light, choices=asked.choices), out, restore))
        rows += [f"    if go == {number}:", f"        return int({name}({ARRAYS}) == 0)"]
    return "\n\n".join([*found, "\n".join(
        [f"def light({ARRAYS}, go):", *rows, "    return 0\n"])])


def _pick_or_other(choices: tuple[c.Choice, ...], other: int, out: Emitter) -> None:
    index = 1 - other
    pick = choices[index].pick
    assert pick is not None
    one = PickOne(pick, None, out)
    found = one.found()
    some = found.get(0, "0") if one.kind == "numbers" else " | ".join(found.values()) or "0"
    with out.under(f"if ({some}) == 0 or below(R, 4) == 0:"):
        out.put(f"X[{X_CHOICE}] = {other}")
    with out.under("else:"):
        _draw(Answers(index, one, found, "", one.count(found)), out)


def _any_answer(choices: tuple[c.Choice, ...], out: Emitter) -> None:
    """One answer among those of all choices."""
    answers = [_answers(i, choice, out) for i, choice in enumerate(choices)]
    one = answers[0].pick
    single = len(answers) == 1 and one is not None and not answers[0].empty
    if single and one is not None and one.kind != "numbers":
        total = f"({' | '.join(answers[0].singles.values()) or '0'})"
    else:
        total = out.temp(" + ".join(each.many for each in answers))
    sure = any(choice.condition is None and choice.pick is None for choice in choices)
    if not sure:
        with out.under(f"if {total} == 0:"):
            _gathered(choices, out)
    with out.under("else:", when=not sure):
        if single:
            _draw(answers[0], out)
        else:
            ticket = out.name()
            out.put(f"{ticket} = below(R, {total})")
            _taken(answers, ticket, out)


def _taken(answers: list[Answers], ticket: str, out: Emitter) -> None:
    """The answer that a ticket stands for."""
    first, *others = answers
    if not others:
        _put(first, ticket, out)
        return
    with out.under(f"if {ticket} < {first.many}:"):
        _put(first, ticket, out)
    with out.under("else:"):
        out.put(f"{ticket} -= {first.many}")
        _taken(others, ticket, out)


def _answers(index: int, choice: c.Choice, out: Emitter) -> Answers:
    if choice.pick is None:
        if choice.condition is None:
            return Answers(index, None, {}, "", "1")
        offered = out.name()
        out.zero(offered)
        out.put(f"if {emit_flag(choice.condition, out)}: {offered} = 1")
        return Answers(index, None, {}, "", offered)
    one = PickOne(choice.pick, choice.condition, out)
    found, empty = one.found(), one.empty()
    count = one.count(found)
    return Answers(index, one, found, empty,
                   out.temp(f"({count} + {empty})" if empty else count))


def _draw(answers: Answers, out: Emitter) -> None:
    """Choose a pick that has answers, and draw one of them."""
    found, one = answers.singles, answers.pick
    assert one is not None
    if one.kind == "numbers" or len(found) > 1:
        ticket = out.name()
        out.put(f"{ticket} = below(R, {answers.many})")
        _put(answers, ticket, out)
        return
    page, mask = next(iter(found.items()), (0, "0"))
    bits = out.layout.owners if one.kind == "players" else one.reach.get(page, 0).bit_length()
    out.put(f"X[{X_CHOICE}] = {answers.choice}")
    _put_pages(one.pick, {page: f"one(R, {mask}, {bits})"}, out)


def _put(answers: Answers, ticket: str, out: Emitter) -> None:
    """Choose the answer of a number, which is below the count."""
    out.put(f"X[{X_CHOICE}] = {answers.choice}")
    one = answers.pick
    if one is None:
        return
    if one.kind == "numbers":
        out.put(f"X[{X_PICKED}] = {one.numbered(answers.singles, ticket)}")
        return
    names = out.zeros(answers.singles)
    if answers.empty:
        # The ticket of the empty answer becomes -1, which is no member's.
        out.put(f"{ticket} -= {answers.empty}")
    for page, mask in answers.singles.items():
        out.put(f"if 0 <= {ticket} < pop({mask}): {names[page]} = nth({mask}, {ticket})")
        out.put(f"{ticket} -= pop({mask})")
    _put_pages(one.pick, names, out)


def _put_pages(pick: c.Pick, found: Cards, out: Emitter) -> None:
    pages = [0] if pick.source.type == "players" else out.local_pages(pick.local)
    for page in pages:
        out.put(f"X[{X_PICKED + page}] = {found.get(page, '0')}")


def _gathered(choices: tuple[c.Choice, ...], out: Emitter) -> None:
    """Nothing of one member is an answer: take members upwards until they are one."""
    done = ""
    for index, choice in enumerate(choices):
        if choice.pick is None:
            continue
        one = PickOne(choice.pick, choice.condition, out)
        if one.only_one:
            continue
        if not done:
            done = out.name()
            out.zero(done)
        with out.under(f"if {done} == 0:"):
            found = one.gathered(done)
            with out.under(f"if {done}:"):
                out.put(f"X[{X_CHOICE}] = {index}")
                _put_pages(choice.pick, found, out)
    out.put(f"if {done} == 0: return {FAULT}" if done else f"return {FAULT}")


def _only_one(pick: c.Pick) -> bool:
    """Whether no answer has several members."""
    least = _constant(pick.low)
    return pick.source.type == "numbers" or (
        least is not None and least <= 1 and _constant(pick.high) == 1)


def _constant(number: c.Expression | None) -> int | None:
    return number.value if isinstance(number, c.Number) else None


@dataclass
class PickOne:
    """One pick in one decision, answered by one member. What is written here stands where the
    decision is asked."""

    pick: c.Pick
    condition: c.Expression | None
    out: Emitter
    kind: str = field(init=False)

    def __post_init__(self) -> None:
        self.kind = self.pick.source.type
        self.least, self.most = _constant(self.pick.low), _constant(self.pick.high)
        self.only_one = _only_one(self.pick)
        layout = self.out.layout
        self.reach = {} if self.kind in ("players", "numbers") else (
            layout.masks(layout.origins.reach(self.pick.source))
        )

    @cached_property
    def source(self) -> Cards:
        """What can be picked, by page (numbers: the least and the most)."""
        found = emit_source(self.pick, self.out)
        if self.kind == "numbers":
            return found
        return {page: self.out.temp(mask) for page, mask in found.items() if mask != "0"}

    def count(self, found: Cards) -> str:
        if self.kind == "numbers":
            return found[0]
        return " + ".join(f"pop({mask})" for mask in found.values()) or "0"

    # ------------------------------------------------------------------------ one member
    def found(self) -> Cards:
        """The members that are an answer each by itself, as masks by page; of numbers, how many
        there are, the least and the most."""
        out = self.out
        fits = self._sizes_fit() if self.condition is None else ""
        if fits is True:
            return self._fitting()
        names = out.zeros(self._pages())
        condition = "" if self.condition is None else emit_flag(self.condition, out)
        with out.under(f"if {condition}:", when=bool(condition)):
            fits = self._sizes_fit()
            with out.under(f"if {fits}:", when=not isinstance(fits, bool)):
                if fits is False:
                    out.put("pass")
                    return names
                for page, mask in self._fitting().items():
                    out.put(f"{names[page]} = {mask}")
        return names

    def _pages(self) -> list[int]:
        if self.kind == "numbers":
            return [0, 1, 2]
        if self.kind == "players":
            return [0]
        return sorted(self.reach)

    def _sizes_fit(self) -> bool | str:
        """Whether an answer may have exactly one member: known, or as a condition."""
        tests = []
        if self.kind == "numbers":
            return True
        if self.least is None:
            tests.append(f"{emit_at_least(self.pick.low, self.out)} <= 1")
        elif self.least > 1:
            return False
        if self.pick.high is not None:
            if self.most is None:
                tests.append(f"{emit_at_most(self.pick.high, self.out)} >= 1")
            elif self.most < 1:
                return False
        return " and ".join(tests) or True

    def _fitting(self) -> Cards:
        if self.kind == "numbers":
            return self._numbers()
        pick, out = self.pick, self.out
        masks = {page: mask for page, mask in self.source.items() if page in self._pages()}
        if self.kind != "players":
            masks = self._different(masks)
        if pick.such_that is None:
            return masks
        if pick.limit is not None and self.kind != "players":
            return self._limited(masks, pick.limit)
        found = out.zeros(masks)
        for page, card in each_card(masks, out):
            self._give({page: card})
            out.put(f"if {emit_flag(pick.such_that, out)}: {found[page]} |= {card}")
        return found

    def _give(self, members: Cards) -> None:
        """Put an answer where its condition looks for it."""
        out, local = self.out, self.pick.local
        if self.kind == "players":
            mask = members.get(0, "0")
            one = self.least == self.most == 1
            out.put(f"{out.keep(f'r{local}')} = {f'low({mask})' if one else mask}")
            return
        for page in out.local_pages(local):
            out.put(f"{out.keep(f'c{local}_{page}')} = {members.get(page, '0')}")

    def _different(self, masks: Cards) -> Cards:
        """Of cards with the same face only the lowest, on whatever page that is."""
        out = self.out
        found: Cards = {}
        before: dict[int, list[str]] = {}  # by face: whether an earlier page has one
        for page, mask in sorted(masks.items()):
            groups: dict[int, int] = {}
            for bit, card in enumerate(out.layout.pages[page].cards):
                if self.reach.get(page, 0) >> bit & 1:
                    face = out.program.cards[card].face
                    groups[face] = groups.get(face, 0) | 1 << bit
            found[page] = mask
            if any(group & (group - 1) or face in before for face, group in groups.items()):
                found[page], same = out.name(), out.name()
                out.put(f"{found[page]} = {mask}")
                for face, group in groups.items():
                    if group & (group - 1):
                        out.put(f"{same} = {mask} & {group}")
                        out.put(f"{found[page]} &= ~({same} & ({same} - 1))")
                    if face in before:
                        out.put(f"if {' or '.join(before[face])}: {found[page]} &= ~{group}")
            for face, group in groups.items():
                before.setdefault(face, []).append(f"{mask} & {group}")
        return found

    def _limited(self, masks: Cards, limit: c.Limit) -> Cards:
        """The cards that keep to a limit of a total all by themselves: looked up in a table by
        the bound, where it is known to be small."""
        out = self.out
        attribute, comparison, _ = limit
        interval = out.bounds.of(limit.bound)
        need, den = emit_number(limit.bound, out)
        table_of = None
        if not out.exact and den == 1 and interval is not None and (
            interval[1] - interval[0] < MOST_TABLE
        ):
            table_of = min(math.floor(interval[0]), 0), max(math.ceil(interval[1]), 0)
        need = out.temp(need) if len(masks) > 1 or table_of is None else need
        found = {}
        for page, mask in masks.items():
            if table_of is not None:
                low, high = table_of
                test, values = COMPARE[comparison], out.values(attribute, page)
                table = out.table(f"G{attribute}_{page}_{comparison.replace(' ', '_')}", [
                    sum(1 << bit for bit, value in enumerate(values) if test(value, at))
                    for at in range(low, high + 1)
                ])
                place = f"({need}) + {-low}" if low else need
                found[page] = out.temp(f"{mask} & {table}[{place}]")
                continue
            found[page] = out.name()
            out.zero(found[page])
            for _, card in each_card({page: mask}, out):
                own = f"{out.value_table(attribute, page)}[low({card})]"
                out.put(f"if {own}{'' if den == 1 else f' * {den}'} {SIGNS[comparison]} {need}: "
                        f"{found[page]} |= {card}")
        return found

    # --------------------------------------------------------------------------- numbers
    def _numbers(self) -> Cards:
        """How many numbers fit, and the least and the most that there are."""
        out, pick = self.out, self.pick
        least, most = out.temp(self.source[0]), out.temp(self.source[1])
        if pick.such_that is None:
            return {0: out.temp(f"max(0, {most} - {least} + 1)"), 1: least, 2: most}
        count, number = out.name(), out.keep(f"r{pick.local}")
        out.zero(count)
        with out.under(f"for {number} in range({least}, {most} + 1):"):
            out.put(f"if {emit_flag(pick.such_that, out)}: {count} += 1")
        return {0: count, 1: least, 2: most}

    def numbered(self, found: Cards, ticket: str) -> str:
        """The number that a ticket stands for."""
        out, pick = self.out, self.pick
        if pick.such_that is None:
            return f"{found[1]} + {ticket}"
        chosen, number = out.name(), out.keep(f"r{pick.local}")
        out.zero(chosen)
        every = out.under(f"for {number} in range({found[1]}, {found[2]} + 1):")
        with every, out.under(f"if {emit_flag(pick.such_that, out)}:"):
            out.put(f"if {ticket} == 0: {chosen} = {number}")
            out.put(f"{ticket} -= 1")
        return chosen

    # --------------------------------------------------------------------- other answers
    def empty(self) -> str:
        """Whether the empty answer is allowed, as a number; empty if it never is."""
        out = self.out
        if self.kind == "numbers" or (self.least is not None and self.least > 0):
            return ""
        tests = [] if self.condition is None else [emit_flag(self.condition, out)]
        if self.least is None:
            tests.append(f"{emit_at_least(self.pick.low, out)} <= 0")
        name = out.name()
        out.zero(name)
        with out.under(f"if {' and '.join(f'({test})' for test in tests) or 'True'}:"):
            out.put(f"if {self._allowed(dict.fromkeys(self._pages(), '0'))}: {name} = 1")
        return name

    def _allowed(self, members: Cards) -> str:
        """Whether a set of members keeps to the condition of the pick."""
        out, pick = self.out, self.pick
        if pick.such_that is None:
            return "True"
        if pick.limit is not None and self.kind != "players":
            total = added([out.total(pick.limit.attribute, page, mask)
                           for page, mask in members.items()])
            return compared(pick.limit.comparison, (total, 1), emit_number(pick.limit.bound, out))
        self._give(members)
        return emit_flag(pick.such_that, out)

    def gathered(self, done: str) -> Cards:
        """Members taken upwards until they are an answer; then `done` is 1."""
        out, pick = self.out, self.pick
        sets, left = ({page: out.name() for page in self._pages()} for _ in range(2))
        size, most = out.name(), out.name()
        out.zero(size, *sets.values(), *left.values())
        condition = "" if self.condition is None else emit_flag(self.condition, out)
        with out.under(f"if {condition}:", when=bool(condition)):
            for page, name in left.items():
                out.put(f"{name} = {self.source.get(page, '0')}")
            least = out.temp(emit_at_least(pick.low, out))
            out.put(f"{most} = {MOST if pick.high is None else emit_at_most(pick.high, out)}")
            for page, name in left.items():
                with out.under(f"while {name} and {done} == 0:"):
                    card = out.temp(f"{name} & -{name}")
                    out.put(f"{name} ^= {card}")
                    out.put(f"{sets[page]} |= {card}")
                    out.put(f"{size} += 1")
                    with out.under(f"if {least} <= {size} <= {most}:"):
                        out.put(f"if {self._allowed(sets)}: {done} = 1")
        return sets
