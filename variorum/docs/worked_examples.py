"""What the engine adds to a summary: worked examples, and the table after the setup."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise

from variorum_dsl import model as m
from variorum_dsl.core.program import Program
from variorum_dsl.english import capital, exact, listed, one_of, score_of, sentence, spoken
from variorum_engine.examples.runner import played_example
from variorum_engine.interpreter.events import RoundEnded
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import bits
from variorum_engine.table.logs import Chose, observed
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Table as GameTable
from variorum_engine.table.visibility import REFEREE, whose
from variorum_engine.words.printed import Teller
from variorum_engine.words.standing import Standing, did

from variorum.docs.tale import Tale
from variorum.prose import numbers
from variorum.prose.speaker import Speaker, they
from variorum.prose.vocabulary import Vocabulary
from variorum.reports.blocks import Block, Item, Listing, Row, Section, Table, paragraph, plain

Played = tuple[m.Example, Standing]


def worked(ready: Ready) -> Section | None:
    """The examples that the rulebook prints; where it has none, a score sheet of the file's own."""
    shown = [section for example in ready.sheet.examples()
             if example.printed and (section := _printed(ready, example))]
    if not shown:
        return _worked_sheet(ready)
    if len(shown) == 1:
        return replace(shown[0], title="A worked example", anchor="example", blocks=[
            paragraph(f"{shown[0].title}."), *shown[0].blocks])
    return Section("Worked examples", anchor="example", sections=shown)


def _printed(ready: Ready, example: m.Example) -> Section | None:
    """An example of the rulebook, played again."""
    final = _final(ready, example)
    if final is not None:
        used = _used(final[1])
        scored = _speaks_of_scores(example, ready) and used
        blocks = (_sheet(*final, max(used, key=lambda seat: used[seat])) if scored
                  else _position(*final))
    elif any(isinstance(act, m.Act) for act in example.acts) and not (
            example.options or example.readings or example.origin):
        blocks = _play(ready, example)
    else:
        return None
    title = capital(example.words.one if example.words else spoken(example.name))
    return Section(title, blocks, m.headings(example.cites)) if blocks else None


def _position(example: m.Example, standing: Standing) -> list[Block]:
    """What everybody has at the end, and what it comes to."""
    teller = standing.teller
    rows = [Item(" ".join(f"{item.term}: {plain(item.text)}" for item in had),
                 term=teller.owner(seat))
            for seat in range(len(example.players))
            if (had := _holdings(example, standing, seat))]
    return [paragraph("At the end of the game the players have this:"), Listing(rows),
            *_results(example, standing.teller)]


def _results(example: m.Example, teller: Teller) -> list[Block]:
    """The numbers of players that an example states, a column for each sort."""
    columns: dict[str, dict[str, int]] = {}
    words = Vocabulary(teller.symbols.game)
    for act in example.acts:
        for fact in act.facts if isinstance(act, m.Then) else ():
            match fact:
                case m.Fact(condition=m.Compare(operation="is", left=left,
                                                right=m.Number(value=int() as value))):
                    named = {node.name for node in m.walk(left)
                             if isinstance(node, m.Name) and node.name in example.players}
                    if len(named) == 1:
                        who = named.pop()
                        by = Speaker(words, scope={who: they()})
                        said = numbers.said(left, by)
                        if isinstance(left, m.Owned):
                            said = _words(teller, left.name)
                        columns.setdefault(capital(said.removeprefix("the ")), {})[who] = value
    rows = [Row([teller.owner(seat), *(str(each.get(who, "")) for each in columns.values())])
            for seat, who in enumerate(example.players)
            if any(who in each for each in columns.values())]
    return [Table("What it comes to", ["Player", *columns], rows,
                  tuple(range(1, len(columns) + 1)))] if columns else []


def _words(teller: Teller, name: str) -> str:
    game = teller.symbols.game
    named = {each.name: each.words for each in game.tracks}
    named |= {each.name: each.words for each in game.figures}
    scores = {each.name: score_of(each.words, name) for each in game.scorings}
    return scores.get(name) or one_of(named.get(name), name)


def _play(ready: Ready, example: m.Example) -> list[Block]:
    """What happens in an example, choice by choice, to the end of its last round."""
    rules, _, symbols = ready.rules(len(example.players))
    if rules is None:
        return []
    try:
        table, problems = played_example(example, rules, symbols)
    except Fault:
        return []
    if problems:
        return []
    teller = Teller(rules.program, symbols, [capital(spoken(name)) for name in example.players])
    log = observed(rules.program, table.state.events or [], REFEREE)
    last = max((place for place, event in enumerate(log) if isinstance(event, Chose)), default=0)
    over = next((place for place in range(last, len(log))
                 if isinstance(log[place], RoundEnded)), len(log))
    return [Listing([Item(text) for text in Tale(teller).told(log[:over])], ordered=True)]


def _worked_sheet(ready: Ready) -> Section | None:
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
    words = [paragraph("This example is not from the rulebook."
                       + (f" {sentence(example.words.one)}" if example.words else ""))]
    return Section("A worked example", [
        *words, *_sheet(example, standing, seat), *(
            [Listing(_outcome(standing))]
            if any(isinstance(act, m.Then) for act in example.acts) else [])], anchor="example")


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
    if not _speaks_of_scores(example, ready) or any(isinstance(act, m.Act) for act in example.acts):
        return example
    return example.but(acts=(m.Act(start="the game ends"),))


def _speaks_of_scores(example: m.Example, ready: Ready) -> bool:
    scores = {scoring.name for scoring in ready.game()[0].scorings}
    return any(isinstance(node, m.StepFact) or (isinstance(node, m.Owned) and node.name in scores)
               for act in example.acts for node in m.walk(act))


def _used(standing: Standing) -> dict[int, int]:
    """How many steps of the scoring changed the score, for every player."""
    used: dict[int, int] = {}
    for sheets in standing.outcome.sheets.values():
        for seat, sheet in sheets.items():
            results = [0, *(line.result for line in sheet)]
            used[seat] = used.get(seat, 0) + sum(
                before != after for before, after in pairwise(results))
    return used


def _sheet(example: m.Example, standing: Standing, seat: int) -> list[Block]:
    """What one player has at the end, and how it is scored."""
    teller, program = standing.teller, standing.program
    name = teller.owner(seat)
    blocks: list[Block] = [paragraph(f"At the end of the game {name} has this:"),
                           Listing(_holdings(example, standing, seat))]
    for scoring in program.scorings:
        rows = [
            Row([capital(line.words), did(line, exact), exact(line.result)])
            for line in standing.outcome.sheets[scoring.name][seat]
        ]
        blocks.append(Table(f"{name}: {scoring.words}", ["Step", "What happens", "Result"], rows,
                            (2,)))
    return blocks


def _holdings(example: m.Example, standing: Standing, seat: int) -> list[Item]:
    """What a player has on the table, as far as the example speaks of it."""
    given = {node.name for fact in example.given for node in m.walk(fact)
             if isinstance(node, m.Owned)}
    teller, program = standing.teller, standing.program
    game = teller.symbols.game
    scored = {node.name for clause in (*game.scorings, *game.figures) for node in m.walk(clause)
              if isinstance(node, m.Name | m.Owned)}
    items = []
    for zone, cards in enumerate(_zones(standing.state)):
        if not cards:
            continue
        number, owner = whose(program, zone)
        if owner == seat and program.zones[number].name in (given or scored):
            items.append(Item(sentence(teller.cards(cards)),
                              term=capital(program.zones[number].words)))
    return items or [Item("No cards at all.")]


def _zones(state: State) -> list[list[int]]:
    return [list(bits(cards)) for cards in state.zones]


def _outcome(standing: Standing) -> list[Item]:
    teller, outcome = standing.teller, standing.outcome
    items = []
    for players, _, _ in standing.program.out:
        for words, compared in standing.compared(players):
            row = listed([f"{teller.owner(seat)} {exact(number)}" for seat, number in compared])
            items.append(Item(sentence(row), term=capital(words)))
    if outcome.eliminated:
        items.append(Item(sentence(teller.owners(outcome.eliminated)), term="Out"))
    if outcome.chain:
        first = outcome.chain[0]
        row = listed([f"{teller.owner(seat)} {exact(n)}" for seat, n in first.numbers.items()])
        if row:
            items.append(Item(sentence(row), term=capital(_words(teller, first.name))))
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
    if all(len(set(map(plain, row.cells[1:]))) == 1 for row in rows):
        return Table("Cards in each place when play begins", ["Place", "Cards"],
                     [Row(row.cells[:2]) for row in rows], (1,))
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

