"""Policies that are written into the code: a decision costs no call and puts nothing away."""

from __future__ import annotations

from typing import Any, NamedTuple

from variorum_dsl.core.program import Choice, Op, Pick, Program

from variorum_engine.compiler.emit.decisions import Deciding
from variorum_engine.compiler.emit.expressions import FAULT
from variorum_engine.compiler.emit.flow import X_CHOICE, X_DECISIONS, X_PICKED
from variorum_engine.compiler.emit.singles import Singles


class Answers(NamedTuple):
    """What a choice comes to: its place, its answers of one member by page, whether nothing at
    all is an answer, and how many answers there are, each as code."""

    choice: int
    of: Singles | None
    singles: dict[int, str]
    nothing: str
    many: str


class Cheap:
    """Every decision from answers of one member each, counting upwards.

    One pick beside one other choice: without such an answer it takes the other one and draws
    nothing; otherwise it draws below(4), where 0 is the other choice, and then one of the answers.
    Elsewhere it draws one answer among those of all choices; the empty one, where that is allowed,
    comes first. Where a pick must have several members and nothing else is left, members are
    taken upwards until they are an answer. A card that arrives and is itself the only answer is
    not asked about.
    """

    def __init__(self, program: Program) -> None:
        self.arriving: dict[int, int] = {}
        for stage in program.stages:
            self._look(stage.body, None)

    def _look(self, part: Any, local: int | None) -> None:
        if isinstance(part, Op):
            if part.op == "move":
                for effect in part.args[3]:
                    self._look(effect[4], effect[1])
                return
            if part.op == "decide" and local is not None:
                for choice in part.args[1]:
                    self.arriving[id(choice)] = local
            for each in part.args:
                self._look(each, local)
        elif isinstance(part, tuple):
            for each in part:
                self._look(each, local)

    def __call__(
        self, code: Deciding, number: int, seat: str, choices: tuple[Choice, ...]
    ) -> None:
        plain = [i for i, choice in enumerate(choices) if choice.pick is None]
        if not any(choice.condition is not None for choice in choices):
            if len(choices) == 1 and plain:
                code.put(f"X[{X_CHOICE}] = 0")
                return
            if len(choices) == 2 and len(plain) == 1:
                self._pick_or_other(code, choices, plain[0])
                return
        if len(choices) == 1:
            local = self.arriving.get(id(choices[0]))
            if local is not None and self._arrived(code, choices[0], local):
                return
        self._any(code, choices)

    def _pick_or_other(self, code: Deciding, choices: tuple[Choice, ...], other: int) -> None:
        index = 1 - other
        pick = choices[index].pick
        assert pick is not None
        of = Singles(code, pick)
        found = of.found()
        some = found.get(0, "0") if pick.source.type == "numbers" else " | ".join(found.values())
        code.put(f"if ({some or '0'}) == 0 or below(R, 4) == 0:")
        code.put(f"    X[{X_CHOICE}] = {other}")
        code.put("else:")
        code.depth += 1
        self._draw(code, Answers(index, of, found, "", self._count(pick, found)))
        code.depth -= 1

    def _arrived(self, code: Deciding, choice: Choice, local: int) -> bool:
        """A card that has just arrived, where it may be the only answer."""
        pick = choice.pick
        if pick is None or choice.condition is not None or pick.source.type in (
            "players", "numbers"
        ):
            return False
        singles = Singles(code, pick)
        names = code.local_pages(local)
        source = {page: mask for page, mask in singles.source.items() if mask != "0"}
        if not set(source) <= set(names) or singles.least != 1:
            return False
        same = " and ".join(
            f"{source.get(page, '0')} == c{local}_{page}" for page in names
        )
        some = " | ".join(source.values()) or "0"
        code.put(f"if {same} and ({some}):")
        code.put(f"    X[{X_CHOICE}] = 0")
        for page in code.local_pages(pick.local):
            code.put(f"    X[{X_PICKED + page}] = {source.get(page, '0')}")
        code.put(f"    X[{X_DECISIONS}] -= 1")
        code.put("else:")
        code.depth += 1
        self._any(code, (choice,))
        code.depth -= 1
        return True

    def _any(self, code: Deciding, choices: tuple[Choice, ...]) -> None:
        """One answer among those of all choices."""
        answers = [self._answers(code, i, choice) for i, choice in enumerate(choices)]
        single = len(answers) == 1 and answers[0].of is not None and not answers[0].nothing
        of = answers[0].of
        if single and of is not None and of.kind != "numbers":
            total = f"({' | '.join(answers[0].singles.values()) or '0'})"
        else:
            total = code.temp(" + ".join(each.many for each in answers))
        sure = any(choice.condition is None and choice.pick is None for choice in choices)
        if not sure:
            code.put(f"if {total} == 0:")
            code.depth += 1
            self._gathered(code, choices)
            code.depth -= 1
            code.put("else:")
            code.depth += 1
        if single:
            self._draw(code, answers[0])
        else:
            ticket = code.name()
            code.put(f"{ticket} = below(R, {total})")
            self._taken(code, answers, ticket)
        if not sure:
            code.depth -= 1

    def _taken(self, code: Deciding, answers: list[Answers], ticket: str) -> None:
        """The answer that a ticket stands for."""
        for i, each in enumerate(answers):
            last = i == len(answers) - 1
            code.put("if True:" if last else f"if {ticket} < {each.many}:")
            code.depth += 1
            self._put(code, each, ticket)
            code.depth -= 1
            if not last:
                code.put("else:")
                code.depth += 1
                code.put(f"{ticket} -= {each.many}")
        code.depth -= len(answers) - 1

    def _answers(self, code: Deciding, index: int, choice: Choice) -> Answers:
        if choice.pick is None:
            if choice.condition is None:
                return Answers(index, None, {}, "", "1")
            offered = code.name()
            code.put(f"{offered} = 0")
            code.put(f"if {code.flag(choice.condition)}: {offered} = 1")
            return Answers(index, None, {}, "", offered)
        singles = Singles(code, choice.pick, choice.condition)
        found, nothing = singles.found(), singles.nothing()
        count = self._count(choice.pick, found)
        if nothing:
            count = f"({count} + {nothing})"
        return Answers(index, singles, found, nothing, code.temp(count))

    @staticmethod
    def _count(pick: Pick, found: dict[int, str]) -> str:
        if pick.source.type == "numbers":
            return found[0]
        return " + ".join(f"pop({mask})" for mask in found.values()) or "0"

    def _draw(self, code: Deciding, answers: Answers) -> None:
        """Choose a pick that has answers, and draw one of them."""
        found, of = answers.singles, answers.of
        assert of is not None
        if of.kind == "numbers" or len(found) > 1:
            ticket = code.name()
            code.put(f"{ticket} = below(R, {answers.many})")
            self._put(code, answers, ticket)
            return
        page, mask = next(iter(found.items()), (0, "0"))
        bits = code.layout.owners if of.kind == "players" else of.reach.get(page, 0).bit_length()
        code.put(f"X[{X_CHOICE}] = {answers.choice}")
        self._pages(code, of.pick, {page: f"one(R, {mask}, {bits})"})

    def _put(self, code: Deciding, answers: Answers, ticket: str) -> None:
        """Choose the answer of a number, which is below the count."""
        code.put(f"X[{X_CHOICE}] = {answers.choice}")
        of = answers.of
        if of is None:
            return
        if of.kind == "numbers":
            code.put(f"X[{X_PICKED}] = {of.numbered(answers.singles, ticket)}")
            return
        names = {page: code.name() for page in answers.singles}
        for name in names.values():
            code.put(f"{name} = 0")
        if answers.nothing:
            # The ticket of the empty answer becomes -1, which is no member's.
            code.put(f"{ticket} -= {answers.nothing}")
        for page, mask in answers.singles.items():
            code.put(f"if 0 <= {ticket} < pop({mask}): {names[page]} = nth({mask}, {ticket})")
            code.put(f"{ticket} -= pop({mask})")
        self._pages(code, of.pick, names)

    def _pages(self, code: Deciding, pick: Pick, found: dict[int, str]) -> None:
        pages = [0] if pick.source.type == "players" else code.local_pages(pick.local)
        for page in pages:
            code.put(f"X[{X_PICKED + page}] = {found.get(page, '0')}")

    def _gathered(self, code: Deciding, choices: tuple[Choice, ...]) -> None:
        """Nothing of one member is an answer: take members upwards until they are one."""
        done = ""
        for index, choice in enumerate(choices):
            if choice.pick is None:
                continue
            singles = Singles(code, choice.pick, choice.condition)
            if singles.only_one:
                continue
            if not done:
                done = code.name()
                code.put(f"{done} = 0")
            code.put(f"if {done} == 0:")
            code.depth += 1
            found = singles.gathered(done)
            code.put(f"if {done}:")
            code.depth += 1
            code.put(f"X[{X_CHOICE}] = {index}")
            self._pages(code, choice.pick, found)
            code.depth -= 2
        code.put(f"if {done} == 0: return {FAULT}" if done else f"return {FAULT}")
