"""Who is out, what counts, and who wins: the sections of a rule summary about the outcome."""

from __future__ import annotations

from typing import Any

from variorum_dsl import model as m
from variorum_dsl.edits.game import Game
from variorum_dsl.model.node import content_fields

from variorum.prose.english import (
    capital,
    is_plural,
    many_of,
    one_of,
    sentence,
)
from variorum.prose.lines import Play, headings
from variorum.prose.scope import Ref, with_players
from variorum.prose.vocabulary import counts
from variorum.reports.blocks import Item, Listing, Row, Section, Table, Text, marks


def elimination(game: Game, play: Play) -> Section:
    elimination = game.elimination
    if elimination is None:
        return Section("Who is out")
    play.scope.clear()
    items = []
    for out in elimination.out:
        for number, (when, players) in enumerate(by_players(out.players)):
            who = _those(players, play)
            if out.condition is not None:
                when += f"if {play.condition(out.condition)}, "
            cites = headings(out.cites)
            items.append(Item(capital(f"{when}{who} are out: they cannot win."),
                              () if cites == headings(elimination.cites) else cites,
                              of=() if number else marks(out)))
    if elimination.everyone:
        items.append(Item(f"If that is everyone, {elimination.everyone}.",
                          headings(elimination.everyone_cites)))
    title = "Who is out"
    if elimination.words and elimination.words.one.lower() not in ("who is out", "out"):
        title += f": “{elimination.words.one}”"
    return Section(title, [Text(items)], headings(elimination.cites), of=marks(elimination))


def _those(players: Any, play: Play) -> str:
    """The players who are out. Whoever is only compared with them is named first."""
    if isinstance(players, m.Ranked) and not isinstance(players.of, m.Name):
        return f"of {play.all(players.of)}, those with {play.ranks(players)}"
    return play.all(players)


def by_players(part: Any) -> list[tuple[str, Any]]:
    """An expression for each number of players that it tells apart."""
    for node in m.walk(part):
        if isinstance(node, m.ByPlayers):
            return [
                (f"with {with_players(row.low, row.high)}, {more}", inner)
                for row in node.rows
                for more, inner in by_players(_instead(part, node, row.value))
            ]
    return [("", part)]


def _instead(part: Any, old: Any, new: Any) -> Any:
    if part is old:
        return new
    if not isinstance(part, m.Node):
        return part
    changes = {
        field: _instead(value, old, new) for field in content_fields(part)
        if isinstance(value := getattr(part, field), m.Node)
    }
    return part.but(**changes) if changes else part


def step_words(step: m.Step, play: Play) -> str:
    """What a step of the scoring does."""
    value = play.number(step.value) if step.value is not None else ""
    text = {
        "double": "double the result so far", "halve": "halve the result so far",
        "multiply by": f"multiply the result so far by {value}",
        "divide by": f"divide the result so far by {value}",
        "at least": f"if the result so far is less than {value}, it becomes {value}",
        "at most": f"if the result so far is more than {value}, it becomes {value}",
        "round": f"round the result so far {step.rounded}",
    }.get(step.operation, f"{step.operation} {value}")
    if step.per is not None:
        per = play.card_group(step.per)
        text += f" for each {per.one}{per.post}"
    if step.condition is not None:
        text += f", if {play.condition(step.condition)}"
    if step.rounded and step.operation != "round":
        text += f", rounded {step.rounded}"
    return sentence(text)


def scoring(game: Game, play: Play) -> Section:
    section = Section("Scoring")
    for scoring in game.scorings:
        play.scope.clear()
        play.me = Ref("player", "the player", "the player’s")
        name = many_of(scoring.words, scoring.name)
        rows = []
        for number, step in enumerate(scoring.steps, 1):
            play.me = Ref("player", "the player", "the player’s")
            rows.append(Row([str(number), capital(one_of(step.words, step.name)),
                             step_words(step, play)],
                            headings(step.cites) if step.cites != scoring.cites else (),
                            f"{capital(one_of(step.words, step.name))}: {step_words(step, play)}",
                            marks(step)))
        title = capital(name if counts(one_of(scoring.words, scoring.name))
                        else one_of(scoring.words, scoring.name))
        said = name if counts(one_of(scoring.words, scoring.name)) else one_of(
            scoring.words, scoring.name)
        many = is_plural(said) or said.isupper()
        lead = Text([Item(f"Each player’s {said} begin{'' if many else 's'} at 0 and "
                          f"{'are' if many else 'is'} worked out step by step, in this "
                          "order:", headings(scoring.cites), of=marks(scoring))])
        section.sections.append(Section(title, [lead, Table(
            f"{title}, step by step", ["Step", "For", "What to do"], rows, ordered=True)]))
    if len(section.sections) == 1:
        only = section.sections[0]
        return Section(f"Scoring: {only.title[:1].lower() if not only.title.isupper() else ''}"
                       f"{only.title[1:] if not only.title.isupper() else only.title}",
                       only.blocks, only.cites)
    return section


def winner(game: Game, play: Play) -> Section:
    winner = game.winner
    if winner is None:
        return Section("Who wins")
    items = []
    for number, tie in enumerate(winner.chain):
        cites = headings(tie.cites) if tie.cites != winner.cites else ()
        best = play.words.best(tie.extreme, tie.name)
        words = play.words.figure(tie.name)
        who = f"with {best}"
        if m.is_superlative(words):
            who = (f"with the {words}" if tie.extreme == "highest"
                   else f"whose {words} counts lowest")
        if number == 0:
            text = (f"Of the players who are not out, the one {who} wins."
                    if game.elimination is not None else f"The player {who} wins.")
        else:
            tie_words = "a tie" if number == 1 else "still a tie"
            text = f"If there is {tie_words}, the tied player {who} wins."
        items.append(Item(text, cites, of=marks(tie)))
    last = {"shared": "the tied players share the victory", "nobody": "nobody wins"}.get(
        winner.tied)
    if last:
        tied = "a tie" if len(winner.chain) < 2 else "still a tie"
        items.append(Item(f"If there is {tied}, {last}.", headings(winner.tied_cites)))
    return Section("Who wins", [Listing(items, ordered=True)], headings(winner.cites),
                   of=marks(winner))
