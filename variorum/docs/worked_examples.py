"""What the engine adds to a summary: a worked score sheet, and the table after the setup."""

from __future__ import annotations

from itertools import pairwise

from variorum_dsl import model as m
from variorum_dsl.core.program import Program
from variorum_dsl.english import capital, exact, listed, sentence, spoken
from variorum_engine.examples.runner import played_example
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Table as GameTable
from variorum_engine.table.visibility import whose
from variorum_engine.words.printed import Teller
from variorum_engine.words.standing import Standing, did

from variorum.reports.blocks import Block, Item, Listing, Paragraph, Row, Section, Table

Played = tuple[m.Example, Standing]


def worked_sheet(ready: Ready) -> Section | None:
    """A score sheet that uses as many steps as any example of the file."""
    best: tuple[tuple[int, ...], Played, int] | None = None
    for place, example in enumerate(ready.sheet.examples()):
        played = _final(ready, example)
        if played is None:
            continue
        outcome, all_used = played[1].outcome, _used(played[1])
        for seat, used in all_used.items():
            key = (used, len(outcome.winners) == 1, sum(all_used.values()),
                   len(outcome.eliminated), -place)
            if best is None or key > best[0]:
                best = key, played, seat
    if best is None or best[0][0] < 1:
        return None
    (example, standing), seat = best[1], best[2]
    return _section(example, standing, seat)


def _final(ready: Ready, example: m.Example) -> Played | None:
    """An example of a final position under the plain rules, played to its end."""
    example = _ended(example, ready)
    acts = [act for act in example.acts if isinstance(act, m.Act)]
    if example.options or example.readings or example.origin or not acts or any(
            act.start != "the game ends" for act in acts):
        return None
    rules, _, symbols = ready.final(len(example.players))
    if rules is None:
        return None
    try:
        table, problems = played_example(example, rules, symbols)
    except Fault:
        return None
    if problems or not table.over:
        return None
    names = [capital(spoken(name)) for name in example.players]
    return example, Standing(rules, table.state, Teller(rules.program, symbols, names))


def _ended(example: m.Example, ready: Ready) -> m.Example:
    """An example that only states a score, with the end of the game before it."""
    scores = {scoring.name for scoring in ready.game()[0].scorings}
    states = any(
        isinstance(node, m.StepFact) or (isinstance(node, m.Owned) and node.name in scores)
        for act in example.acts for node in m.walk(act)
    )
    if not states or any(isinstance(act, m.Act) for act in example.acts):
        return example
    return example.but(acts=(m.Act(start="the game ends"),))


def _used(standing: Standing) -> dict[int, int]:
    """How many steps of the scoring changed the score, for every player."""
    used: dict[int, int] = {}
    for sheets in standing.outcome.sheets.values():
        for seat, sheet in sheets.items():
            results = [0, *(line.result for line in sheet)]
            used[seat] = used.get(seat, 0) + sum(
                before != after for before, after in pairwise(results))
    return used


def _section(example: m.Example, standing: Standing, seat: int) -> Section:
    teller, program = standing.teller, standing.program
    name = teller.owner(seat)
    items = [Item(sentence(example.words.one))] if example.words else []
    items.append(Item(f"At the end of the game {name} has this:"))
    blocks: list[Block] = [Paragraph(items), Listing(_holdings(example, standing, seat))]
    for scoring in program.scorings:
        rows = [
            Row([capital(line.words), did(line, exact), exact(line.result)])
            for line in standing.outcome.sheets[scoring.name][seat]
        ]
        blocks.append(Table(f"{name}: {scoring.words}", ["Step", "What happens", "Result"], rows,
                            (2,)))
    if any(isinstance(act, m.Then) for act in example.acts):
        blocks.append(Listing(_outcome(standing)))
    return Section("A worked example", blocks, m.headings(example.cites), "example")


def _holdings(example: m.Example, standing: Standing, seat: int) -> list[Item]:
    """What a player has on the table, as far as the example speaks of it."""
    given = {node.name for fact in example.given for node in m.walk(fact)
             if isinstance(node, m.Owned)}
    teller, program = standing.teller, standing.program
    items = []
    for zone, cards in enumerate(_zones(standing.state)):
        if not cards:
            continue
        number, owner = whose(program, zone)
        if owner == seat and (not given or program.zones[number].name in given):
            items.append(Item(sentence(teller.cards(cards)),
                              term=capital(program.zones[number].words)))
    return items or [Item("No cards at all.")]


def _zones(state: State) -> list[list[int]]:
    return [list(bits(cards)) for cards in state.zones]


def _outcome(standing: Standing) -> list[Item]:
    teller, outcome = standing.teller, standing.outcome
    items = []
    for players, _, _ in standing.program.out:
        for words, numbers in standing.compared(players):
            row = listed([f"{teller.owner(seat)} {exact(number)}" for seat, number in numbers])
            items.append(Item(sentence(row), term=capital(words)))
    if outcome.eliminated:
        items.append(Item(sentence(teller.owners(outcome.eliminated)), term="Out"))
    if outcome.chain:
        first = outcome.chain[0]
        row = listed([f"{teller.owner(seat)} {exact(n)}" for seat, n in first.numbers.items()])
        if row:
            items.append(Item(sentence(row), term=capital(standing.words(first.name))))
    return [*items, Item(standing.winner_lines()[-1])]


def after_setup(ready: Ready) -> Table | None:
    """How many cards lie where when the setup is over, for every number of players."""
    game, _ = ready.game()
    counts: dict[int, dict[str, str]] = {}
    for players in game.player_counts():
        rules, _, _ = ready.setup(players)
        if rules is None:
            return None
        try:
            table = GameTable(rules, 1)
        except Fault:
            return None
        if not table.over:
            return None  # somebody has to decide: there is no one answer
        counts[players] = _counted(rules.program, table.state)
    names = list(dict.fromkeys(name for row in counts.values() for name in row))
    if not names or not game.stages or game.stages[0].stage != "setup":
        return None
    rows = [Row([capital(name), *(row.get(name, "–") for row in counts.values())])
            for name in names]
    return Table("Cards in each place when play begins",
                 ["Place", *(f"{players} players" for players in counts)], rows,
                 tuple(range(1, len(counts) + 1)))


def _counted(program: Program, state: State) -> dict[str, str]:
    sizes: dict[int, set[int]] = {}
    for zone, cards in enumerate(_zones(state)):
        number, owner = whose(program, zone)
        if owner < program.players:
            sizes.setdefault(number, set()).add(len(cards))
    found = {}
    for number, many in sizes.items():
        if many == {0}:
            continue
        table = program.zones[number]
        text = "–".join(str(size) for size in sorted(many))
        found[table.words + (", each player" if table.each_player else "")] = text
    return found

