"""Who is out, what counts, and who wins: the sections of a rule summary about the outcome."""

from __future__ import annotations

from typing import assert_never

from variorum_dsl import model as m
from variorum_dsl.english import (
    capital,
    is_plural,
    is_superlative,
    lower,
    one_of,
    score_of,
    sentence,
    verb,
    with_players,
)
from variorum_dsl.model.game import Game

from variorum.prose import cards, conditions, numbers, players
from variorum.prose.speaker import Ref, Speaker
from variorum.prose.vocabulary import Vocabulary
from variorum.reports.blocks import Item, Listing, Paragraph, Row, Section, Table, marks


def elimination(game: Game, words: Vocabulary) -> Section:
    elimination = game.elimination
    if elimination is None:
        return Section("Who is out")
    by = Speaker(words)
    items = []
    for out in elimination.out:
        for number, (when, some) in enumerate(_by_players(out.players)):
            who = _those(some, by)
            if out.condition is not None:
                when += f"if {conditions.said(out.condition, by)}, "
            cites = m.headings(out.cites)
            items.append(Item(capital(f"{when}{who} are out: they cannot win."),
                              () if cites == m.headings(elimination.cites) else cites,
                              of=() if number else marks(out)))
    if elimination.everyone == "impossible":
        items.append(Item("It cannot happen that everyone is out.",
                          m.headings(elimination.everyone_cites)))
    elif elimination.everyone:
        items.append(Item(f"If that is everyone, {elimination.everyone}.",
                          m.headings(elimination.everyone_cites)))
    title = "Who is out"
    if elimination.words and elimination.words.one.lower() not in ("who is out", "out"):
        title += f": “{elimination.words.one}”"
    return Section(title, [Paragraph(items)], m.headings(elimination.cites), of=marks(elimination))


def _those(part: m.Expression, by: Speaker) -> str:
    """The players who are out. Whoever is only compared with them is named first."""
    if isinstance(part, m.Ranked) and not isinstance(part.of, m.Name):
        return f"of {players.all_of(part.of, by)}, those with {players.ranks(part, by)}"
    return players.all_of(part, by)


def _by_players(part: m.Expression) -> list[tuple[str, m.Expression]]:
    """An expression for each number of players that it tells apart."""
    for node in m.walk(part):
        if isinstance(node, m.ByPlayers):
            return [
                (f"with {with_players(row.low, row.high)}, {more}", inner)
                for row in node.rows
                for more, inner in _by_players(_instead(part, node, row.value))
            ]
    return [("", part)]


def _instead(part: m.Expression, old: m.ByPlayers, new: m.Expression) -> m.Expression:
    def change(node: m.Node) -> m.Node:
        return new if node is old else m.mapped(node, change)

    return new if part is old else m.mapped(part, change)


def step_words(step: m.Step, by: Speaker) -> str:
    """What a step of the scoring does."""
    value = numbers.said(step.value, by) if step.value is not None else ""
    match step.operation:
        case "add" | "subtract":
            text = f"{step.operation} {value}"
        case "double" | "halve":
            text = f"{step.operation} the result so far"
        case "multiply by" | "divide by":
            word = step.operation.removesuffix(" by")
            text = f"{word} the result so far by {value}"
        case "at least":
            text = f"if the result so far is less than {value}, it becomes {value}"
        case "at most":
            text = f"if the result so far is more than {value}, it becomes {value}"
        case "round":
            text = f"round the result so far {step.rounded}"
        case _:
            assert_never(step.operation)
    if isinstance(step.per, m.Each):
        with by.naming(step.per.name, numbers.each_ref(step.per, by)):
            text += f" {numbers.every(step.per, by)}"
    elif step.per is not None and step.group > 1:
        text += f" for every {step.group} {cards.noun(step.per, by).any()}"
    elif isinstance(step.per, m.Among) and by.words.single(step.per.kind):
        text += f" if {conditions.said(m.Exists(of=step.per), by)}"
    elif step.per is not None:
        text += f" for each {cards.noun(step.per, by).any(many=False)}"
    if step.condition is not None:
        text += f", {'and ' * (' if ' in text)}if {conditions.said(step.condition, by)}"
    if step.rounded and step.operation != "round":
        text += f", rounded {step.rounded}"
    return sentence(text)


def scoring(game: Game, words: Vocabulary) -> Section:
    parts: list[Section] = []
    for scoring in game.scorings:
        by = Speaker(words, me=Ref("player", "the player", "the player’s"))
        rows = []
        for number, step in enumerate(scoring.steps, 1):
            name, what = capital(one_of(step.words, step.name)), step_words(step, by)
            cites = m.headings(step.cites) if step.cites != scoring.cites else ()
            rows.append(Row([str(number), name, what], cites, f"{name}: {what}", marks(step)))
        said = score_of(scoring.words, scoring.name)
        title = capital(said)
        many = is_plural(said) or said.isupper()
        lead = Paragraph([Item(
            f"Each player’s {said} {verb('begin', many=many)} at 0 and {verb('is', many=many)} "
            "worked out in this order:", m.headings(scoring.cites), of=marks(scoring))])
        parts.append(Section(title, [lead, Table(
            f"{title}, step by step", ["Step", "For", "What to do"], rows, ordered=True)]))
    if len(parts) == 1:
        only = parts[0]
        title = only.title if only.title.isupper() else lower(only.title)
        return Section(f"Scoring: {title}", only.blocks, only.cites)
    return Section("Scoring", sections=parts)


def winner(game: Game, words: Vocabulary) -> Section:
    winner = game.winner
    if winner is None:
        return Section("Who wins")
    items = []
    for number, tie in enumerate(winner.chain):
        cites = m.headings(tie.cites) if tie.cites != winner.cites else ()
        figure = words.figure(tie.name)
        who = f"with {words.best(tie.extreme, tie.name)}"
        if is_superlative(figure):
            who = (f"with the {figure}" if tie.extreme == "highest"
                   else f"whose {figure} counts lowest")
        if number == 0:
            text = (f"Of the players who are not out, the one {who} wins."
                    if game.elimination is not None else f"The player {who} wins.")
        else:
            tie_words = "a tie" if number == 1 else "still a tie"
            text = f"If there is {tie_words}, the tied player {who} wins."
        items.append(Item(text, cites, of=marks(tie)))
    last = {"shared": "the tied players share the victory", "nobody": "nobody wins"}.get(
        winner.tied)
    if winner.tied == "impossible":
        items.append(Item("After that no players can still be tied.",
                          m.headings(winner.tied_cites)))
    elif last:
        tied = "a tie" if len(winner.chain) < 2 else "still a tie"
        items.append(Item(f"If there is {tied}, {last}.", m.headings(winner.tied_cites)))
    return Section("Who wins", [Listing(items, ordered=True)], m.headings(winner.cites),
                   of=marks(winner))
