"""What somebody at the table may ask: what a card does, and how near the end is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.core.visibility import everybody_sees
from variorum_dsl.core.walk import walk_through
from variorum_dsl.english import capital, is_plural, mixed, numbered, plural, verb

if TYPE_CHECKING:
    from variorum_dsl.core.program import Program
    from variorum_engine.table.table import Table

    from variorum.reports.blocks import Said
    from variorum.terminal.games import Opened


def deeds(opened: Opened) -> dict[str, list[str]]:
    """For each card, by the name of the file, the sentences of the rules that speak of it."""
    from variorum.prose.sections.card_index import different_cards, in_play
    from variorum.prose.sections.summary import told
    from variorum.reports.blocks import marks, sentences

    game = opened.game
    rules = told(game)
    texts: list[str] = []
    said: dict[object, int] = {}
    for each in sentences([rules.parts[key] for key in ("scoring", "effects", "end")]):
        if each.depth:  # what then happens goes on with the sentence before
            texts[-1] += f" {each.text}"
            continue
        said.update(dict.fromkeys(each.of, len(texts)))
        texts.append(f"{each.term}: {each.text}" if each.term else each.text)
    cases = _cases(list(sentences([rules.parts["play"]])))
    clauses: list[m.Node] = [*(step for scoring in game.scorings for step in scoring.steps),
                             *game.effects, *game.ends]
    found: dict[str, list[str]] = {}
    for _, line, name in different_cards(game):
        names = {name, *rules.words.lineage(line.kind), *line.marks}
        numbers = [said[mark] for clause in clauses if _concerns(clause, name, names)
                   for mark in marks(clause) if mark in said]
        kinds = list(dict.fromkeys([name, *rules.words.lineage(line.kind)]))
        played = [cases[mark] for case in in_play(game, kinds) for mark in marks(case)
                  if cases.get(mark)]
        found[name] = [*played, *(texts[number] for number in dict.fromkeys(numbers))]
    return found


def _cases(said: list[Said]) -> dict[object, str]:
    """What is done with each sort of card in a round: the steps, without what each consists of."""
    found: dict[object, str] = {}
    for number, each in enumerate(said):
        for mark in each.of:
            if mark[0] == m.Case.__name__:
                rest = said[number + 1:]
                end = next((i for i, inner in enumerate(rest) if inner.depth <= each.depth),
                           len(rest))
                steps = [inner.text for inner in rest[:end] if inner.depth == each.depth + 1]
                found[mark] = " ".join(step.removesuffix(":").removesuffix(".") + "."
                                       for step in steps)
    return found


def _concerns(clause: m.Node, name: str, names: set[str]) -> bool:
    """Whether a rule is about a card. An effect of any card of a wide kind is about none."""
    from variorum.prose.sections.card_index import speaks_of

    if isinstance(clause, m.Effect):
        return clause.kind == name or speaks_of(clause.but(kind=""), names)
    return speaks_of(clause, names)


def nearness(table: Table) -> list[str]:
    """How far what ends the game is on its way, where everybody can see it."""
    program = table.rules.program
    found = []
    for end in program.ends:
        match end.condition:
            case c.Compare(comparison, left, right) if (
                    left.type == "number" and _seen(left, program)
                    and _seen(right, program)):
                now, then = (table.rules.evaluator(part)(table.state) for part in (left, right))
                if comparison in ("is", "is at least", "is more than") and now <= then:
                    so_far = f"{mixed(now)} of {mixed(then)} so far"
                else:
                    so_far = f"{mixed(now)} now, {comparison.removeprefix('is ')} {mixed(then)}"
                found.append(f"{capital(end.words)} ends the game: {so_far}")
    return found or _rounds_left(table)  # what ends a game mostly comes before the last card


def _rounds_left(table: Table) -> list[str]:
    """What the last rounds use up; how many cards lie anywhere is always seen."""
    program = table.rules.program
    played = [stage for stage in program.stages if stage.stage != "reckoning"]
    match played[-1].until if played else None:
        case c.IsEmpty(c.Zone(zone) | c.ZonesOf(zone) as cards):
            left = table.rules.evaluator(c.Count(cards, type="number"))(table.state)
            words = program.zones[zone].words
            words = f"all {plural(words)}" if program.zones[zone].each_player else f"the {words}"
            return [(f"Rounds are played until {words} {verb('is', many=is_plural(words))} empty: "
                    f"{numbered(int(left), 'card')} left")]
    return []


def _seen(part: c.Expression, program: Program) -> bool:
    """Whether a number is made of what everybody sees: open cards, and how many lie where."""
    only_counted: set[int] = set()
    for node in walk_through(program, part):
        match node:
            case c.Count(c.Zone() | c.ZonesOf() as zone):
                only_counted.add(id(zone))
            case c.Outside(mask, c.Zone(number) as zone):
                only_counted.add(id(zone))
                if not all(each == number or not table.holds & mask or everybody_sees(table)
                           for each, table in enumerate(program.zones)):
                    return False
            case c.Zone(number) | c.ZonesOf(number):
                if id(node) not in only_counted and not everybody_sees(program.zones[number]):
                    return False
    return True
