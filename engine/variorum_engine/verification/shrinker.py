"""A failure made small: fewer cards, fewer moves, and an example that still shows it.

hypothesis does the shrinking. A card, a track or a move that is left out is a draw that came out
as zero, which is where hypothesis always wants to go.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.core.walk import walk
from variorum_dsl.diagnostics.diagnostic import Diagnostic

from variorum_engine.examples.runner import run_example
from variorum_engine.examples.setups import before
from variorum_engine.examples.writer import Played, Story
from variorum_engine.interpreter.dependencies import reads
from variorum_engine.interpreter.state import State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.visibility import whose
from variorum_engine.verification.observation import Broken
from variorum_engine.verification.promises import blame
from variorum_engine.verification.random_games import Failure, Watched

KEPT = 39  # a part stays in the story in so many of KEPT + 1 first tries
TRIES = 250


class Written(NamedTuple):
    """An example that shows a failure; `fails` says that it does so in the file."""

    example: m.Example
    fails: bool
    small: bool


def can_shrink() -> bool:
    """Whether the library that makes failures small is installed."""
    try:
        import hypothesis  # noqa: F401
    except ImportError:
        return False
    return True


def written(watched: Watched, failure: Failure) -> Written:
    """The failure as an example, as small as hypothesis gets it."""
    telling = _telling(watched, failure)
    whole = telling.example(failure.story)
    if blame(failure.broken) == "engine" or not telling.shows(failure.story):
        return Written(whole, fails=False, small=False)
    if not can_shrink():
        return Written(whole, fails=True, small=False)
    small = _shrunk(watched, failure.story, telling.shows, _needed(watched, failure.broken))
    if small is None:
        return Written(whole, fails=True, small=False)
    return Written(telling.example(small), fails=True, small=True)


# ------------------------------------------------------------------------------------- telling
class _Telling(NamedTuple):
    """How a sort of failure is told, and by what it is recognised."""

    watched: Watched
    name: str
    words: str
    then: tuple[m.FactLine, ...]
    last: tuple[m.Said, ...]
    recognised: Callable[[Diagnostic], bool]
    first: tuple[m.FactLine, ...] = ()  # facts that must hold before anything is played

    def example(self, story: Story) -> m.Example:
        return self.watched.writer.example(
            self.name, story, self.then, words=self.words, last=self.last
        )

    def shows(self, story: Story) -> bool:
        example = self.example(story)
        if self.first:
            before = example.but(acts=(m.Then(facts=self.first),))
            if run_example(before, self.watched.rules, self.watched.symbols):
                return False
        problems = run_example(example, self.watched.rules, self.watched.symbols)
        return bool(problems) and self.recognised(problems[0])


def _telling(watched: Watched, failure: Failure) -> _Telling:
    found = failure.broken
    kind, _, name = found.invariant.partition(" ")
    if kind == "always":
        clause = next(each for each in watched.symbols.game.always if each.name == name)
        fact = (m.Fact(condition=clause.condition),)
        telling = _Telling(
            watched, f"shows-{name}", f"{name} does not always hold", fact, (),
            lambda problem: problem.code == "broken-promise" or (
                problem.code == "example-fails" and problem.title == "this does not hold"), fact,
        )
        # A promise that is broken from the start cannot hold first.
        return telling if telling.shows(failure.story) else telling._replace(first=())
    if kind == "leak" and found.move is not None and found.other is not None:
        return _leak(watched, failure)
    return _Telling(
        watched, f"shows-{kind}", _words(watched, found), (), (),
        lambda problem: problem.code == "broken-rule" and (
            found.at is None or problem.primary.place == found.at),
    )


def _words(watched: Watched, found: Broken) -> str:
    who = f"{watched.writer.names[found.seat]} " if found.seat >= 0 else ""
    return f"{who}{found.text}".replace('"', "'")


def _leak(watched: Watched, failure: Failure) -> _Telling:
    """The move is refused because of cards that the player cannot see."""
    found = failure.broken
    assert found.move is not None
    assert found.other is not None
    writer = watched.writer
    said = writer.said(found.other, found.seat, found.move)
    last = (m.Said(player=writer.names[found.seat], move=said),)
    refusal = found.other.why_not(found.seat, found.move)
    reason = refusal.text[:12] if refusal is not None else ""
    return _Telling(watched, "shows-leak", _words(watched, found), (), last,
                    lambda problem: problem.primary.text.startswith(reason)
                    and "may not do this" in problem.title)


# ------------------------------------------------------------------------------------ shrinking
def _shrunk(watched: Watched, story: Story, shows: Callable[[Story], bool],
            needed: frozenset[int]) -> Story | None:
    import hypothesis as tool
    from hypothesis import strategies as st

    cards = _loose(watched, story.start, needed)
    tracks = [i for i, (now, then) in enumerate(zip(
        story.start.tracks, before(watched.rules, story.stage).tracks, strict=True)) if now != then]
    fixed = {("card", card) for card in bits(sum(story.start.zones) & ~cards)}
    parts = [("card", card) for card in bits(cards)] + [("track", place) for place in tracks]
    parts += [("told", number) for number in range(len(story.told))]
    parts += [("move", number) for number in range(len(story.moves))]
    best: list[Story] = []

    def smaller(draws: tuple[int, ...]) -> Story:
        kept = {part for part, draw in zip(parts, draws, strict=True) if draw}
        return _with(watched, story, kept | fixed)

    def search(draws: tuple[int, ...]) -> None:
        told = smaller(draws)
        if shows(told):
            best[:] = [told]
            raise _Shown

    tried = tool.given(st.tuples(*(st.integers(0, KEPT) for _ in parts)))(search)
    settled = tool.settings(
        max_examples=TRIES, database=None, deadline=None, report_multiple_bugs=False,
        phases=(tool.Phase.generate, tool.Phase.shrink), verbosity=tool.Verbosity.quiet,
        suppress_health_check=list(tool.HealthCheck),  # pyright: ignore[reportArgumentType]
    )(tried)
    with suppress(_Shown):
        tool.seed(1)(settled)()
    return best[0] if best else None


def _needed(watched: Watched, broken: Broken) -> frozenset[int]:
    """The zones, by their lines, from which no card may be left out.

    Who has no answer must still have what they had: an empty hand would show nothing. A promise
    speaks of all the cards in the zones that it looks at.
    """
    program = watched.rules.program
    everything = range(len(program.zones))
    if broken.invariant == "can-move":
        return frozenset(zone for zone in everything if program.zones[zone].each_player)
    kind, _, name = broken.invariant.partition(" ")
    if kind != "always":
        return frozenset()
    condition = next(each.condition for each in program.always if each.name == name)
    if any(isinstance(node, c.Outside) for node in walk(condition)):
        return frozenset(everything)
    return reads(condition, program).zones


def _loose(watched: Watched, start: State, needed: frozenset[int]) -> int:
    """The cards that may be left out: a zone that is as at the opening need not be named."""
    opening, program = watched.rules.opening(), watched.rules.program
    found = 0
    for zone, cards in enumerate(start.zones):
        as_before = (cards, start.order[zone]) == (opening.zones[zone], opening.order[zone])
        if not as_before and whose(program, zone)[0] not in needed:
            found |= cards
    return found


class _Shown(Exception):
    """The example still shows the failure."""


def _with(watched: Watched, story: Story, kept: set[tuple[str, int]]) -> Story:
    start: State = story.start.copy()
    for zone, cards in enumerate(story.start.zones):
        for card in bits(cards):
            if ("card", card) not in kept:
                start.zones[zone] &= ~(1 << card)
                row = start.order[zone]
                if row is not None:
                    row.remove(card)
    opening = before(watched.rules, story.stage)
    for place in range(len(start.tracks)):
        if ("track", place) not in kept:
            start.tracks[place] = opening.tracks[place]
    told = tuple(row for number, row in enumerate(story.told) if ("told", number) in kept)
    moves: tuple[Played, ...] = tuple(
        move for number, move in enumerate(story.moves) if ("move", number) in kept
    )
    return story._replace(start=start, told=told, moves=moves)
