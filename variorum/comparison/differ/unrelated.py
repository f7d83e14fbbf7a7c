"""Two different games: what they share, and what is another game altogether."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from itertools import zip_longest

from variorum_dsl import core as c
from variorum_dsl.core.program import Tie
from variorum_dsl.core.walk import walk as core_walk
from variorum_dsl.english import is_plural, listed, lower, numbered, verb
from variorum_dsl.model.game import Game
from variorum_dsl.model.words import headings

from variorum.comparison.align.canonical import text
from variorum.comparison.align.clauses import (
    ELIMINATION,
    SEATS,
    WINNER,
    Clause,
    Form,
    words_of,
)
from variorum.comparison.align.pairing import Pairing
from variorum.comparison.align.sides import Side
from variorum.comparison.align.terms import Contents, Reference, walk
from variorum.comparison.differ.differences import first_line, made
from variorum.comparison.differ.facts import in_the_box, of_components
from variorum.comparison.differ.outcome import is_open
from variorum.comparison.differ.sentences import both, prose
from variorum.comparison.model import Difference, Sentence, Shared, Spot, plainly, said
from variorum.prose.sections.summary import advised
from variorum.reports.blocks import Said, sentences

STRANGE = "the two are different games, so no position of one is a position of the other"


def shared(pairing: Pairing) -> list[Shared]:
    """The rules that two games have in common."""
    left, right = pairing.forms()
    found = []
    mine, theirs = left.game.seats, right.game.seats
    if mine and theirs and (mine.low, mine.high) == (theirs.low, theirs.high) and not _assumed(
        pairing, lambda game: game.seats and (game.seats.low, game.seats.high)
    ):
        found.append(Shared(plainly(f"{mine.low} to {mine.high} players"),
                            pairing.left_spot(left.clauses[SEATS]),
                            pairing.right_spot(right.clauses[SEATS])))
    found += _table(pairing)
    found += _elimination(pairing)
    found += _winner(pairing)
    for key, other in pairing.pairs_of("stage", "effect", "end"):
        if not pairing.differs(key, other):
            a, b = left.clauses[key], right.clauses[other]
            found.append(Shared(said("{l0} / {r0}", (a.words, b.words)), pairing.left_spot(a),
                                pairing.right_spot(b)))
    return found


def _table(pairing: Pairing) -> list[Shared]:
    """What both tables have in common: how it goes round, what is turned up and what is seen."""
    forms = pairing.forms()
    sides = pairing.left, pairing.right
    found = []
    nodes = [[node for stage in form.program.stages for node in core_walk(stage.body)]
             for form in forms]
    if all(any(isinstance(node, c.Turns | c.LeftOf) for node in each)
           and not any(isinstance(node, c.RightOf) for node in each) for each in nodes):
        found.append(Shared(plainly("players act clockwise"), None, None))
    turned = [_turned_up(form) for form in forms]
    if turned[0] and turned[1]:
        found.append(Shared(said("a round begins with the top card of the deck, turned up: "
                                 "{l0} / {r0}", (turned[0], turned[1])), None, None))
    hands = [{zone.words for zone in _zones(side, form, "secret")}
             for side, form in zip(sides, forms, strict=True)]
    found += [Shared(plainly(f"each player’s {words} is seen only by its owner"), None, None)
              for words in sorted(hands[0] & hands[1])]
    shown = [[zone.words for zone in _zones(side, form, "open")
              if any(isinstance(part, Contents) and part.zone == zone.key[1]
                     for _, clause in form.of("scoring", "figure") for part in walk(clause.term))]
             for side, form in zip(sides, forms, strict=True)]
    if shown[0] and shown[1]:
        found.append(Shared(said("what counts lies open in front of its owner: {l0} / {r0}",
                                 (listed(shown[0]), listed(shown[1]))), None, None))
    left, right = ({each.about: each for each in side.game.advice} for side in sides)
    found += [Shared(plainly(lower(advised(each).rstrip("."))), None, None)
              for about, each in left.items() if about in right
              and (each.low, each.high) == (right[about].low, right[about].high)]
    return found


def _turned_up(form: Form) -> str:
    """What the top card of a deck is called that a round begins with."""
    for stage in form.program.stages:
        if stage.stage == "rounds":
            first = next((node for node in core_walk(stage.body) if isinstance(node, c.Move)), None)
            if first is not None and isinstance(first.cards, c.Top):
                zone = form.program.zones[first.to.zone]
                if zone.sight == "open" and zone.domain.sort == "table":
                    return form.clauses["zone", zone.name].words
    return ""


def _zones(side: Side, form: Form, sight: str) -> list[Clause]:
    """The places of players that are seen so, as the book says and not as it is read here."""
    def asked(name: str) -> bool:
        return is_open(side, lambda game: [zone.sight for zone in game.zones if zone.name == name])

    return [clause for key, clause in form.of("zone") if form.zone(key[1]).each_player
            and form.zone(key[1]).sight == sight and not asked(key[1])]


def _elimination(pairing: Pairing) -> list[Shared]:
    found = []
    for place in range(len(pairing.counts)):
        left, right = pairing.forms(place)
        a, b = left.clauses.get(ELIMINATION), right.clauses.get(ELIMINATION)
        if a is None or b is None:
            return []
        # Who has the least is out, whatever it is that they have least of.
        if len({text(clause.term.terms[0], lambda category, _: category)
                for clause in (a, b)}) == 1:
            players = f" (with {pairing.counts[place][0]} or more players)" if place else ""
            found.append(Shared(
                said("whoever has the least is out before the best can win: {l0} / {r0}{l1}",
                     (_figures(left, a), _figures(right, b)), (players, players)),
                pairing.left_spot(a), pairing.right_spot(b),
            ))
            break
    left, right = pairing.forms()
    everyone = left.program.everyone
    if everyone and everyone == right.program.everyone and not _assumed(
        pairing, lambda game: game.elimination and game.elimination.everyone
    ):
        found.append(Shared(plainly(f"if everyone is out, {everyone}"),
                            pairing.left_spot(left.clauses[ELIMINATION]),
                            pairing.right_spot(right.clauses[ELIMINATION])))
    return found


def _figures(form: Form, clause: Clause) -> str:
    names = dict.fromkeys(part.name for part in walk(clause.term)
                          if isinstance(part, Reference) and part.category == "figure")
    return " and ".join(form.clauses["figure", name].words for name in names)


def _winner(pairing: Pairing) -> list[Shared]:
    left, right = pairing.forms()
    a, b = left.clauses.get(WINNER), right.clauses.get(WINNER)
    if a is None or b is None:
        return []
    rows = []
    for mine, theirs, one, other in zip(a.term.terms, b.term.terms, left.program.chain,
                                        right.program.chain, strict=False):
        if pairing.left_text(mine) != pairing.right_text(theirs):
            break
        rows.append((_compared(pairing.left, left, one), _compared(pairing.right, right, other)))
    spots = pairing.left_spot(a), pairing.right_spot(b)
    found = []
    if rows:
        found.append(Shared(said("whoever has the {l0} / {r0} wins", rows[0]), *spots))
    found += [Shared(said("a tie is then broken by {l0} / {r0}", row), *spots)
              for row in rows[1:]]
    tied = left.program.tied
    if tied and tied == right.program.tied and not _assumed(
        pairing, lambda game: game.winner and game.winner.tied
    ):
        last = {"shared": "who is still tied in the end shares the victory",
                "nobody": "if players are still tied in the end, nobody wins",
                "impossible": "nobody can be tied in the end"}[tied]
        found.append(Shared(plainly(last), *spots))
    return found


def _compared(side: Side, form: Form, tie: Tie) -> str:
    if not tie.is_score:
        return prose(side).summary.words.best(tie.extreme, tie.name)
    clause = form.clauses.get(form.compared(tie))
    return f"{tie.extreme} {clause.words if clause else tie.name}"


def _assumed(pairing: Pairing, what: Callable[[Game], object]) -> bool:
    """Whether one of the books leaves it open, so that it is shared only as it is read here."""
    return is_open(pairing.left, what) or is_open(pairing.right, what)


PARTS = {
    "components": ("components", "what is in the box"),
    "hands": ("components", "what only its owner sees"),
    "setup": ("play", "how a game is set up"),
    "play": ("play", "how a round goes"),
    "next": ("play", "who begins the next round"),
    "counts": ("play", "what is so with some numbers of players only"),
    "effects": ("play", "what cards set off"),
    "end": ("end", "how the game ends"),
    "reckoning": ("scoring", "what happens after the last round, before it is settled who wins"),
    "scoring": ("scoring", "what counts"),
}
FEW = 2  # sentences that stand for a round in which no procedure has a name
_COUNTED = re.compile(r"With [\d, to or]+ players")
_OWNED = re.compile(r"Each player’s (.+): holds (.+), seen only by its owner")


def apart(pairing: Pairing) -> list[Difference]:
    """One difference for each part of the rules that is another game: in a sentence, and as the
    summaries tell it."""
    found = []
    for part, (category, about) in PARTS.items():
        rows = _rows(pairing.left, part), _rows(pairing.right, part)
        texts = [[row.text for row in each] for each in rows]
        if texts[0] == texts[1] or (part == "next" and not all(texts)):
            continue
        mine, theirs = (_briefly(side, part, each) or "nothing"
                        for side, each in zip((pairing.left, pairing.right), rows, strict=True))
        whole = part in ("setup", "play", "counts", "effects", "reckoning", "scoring")
        told = [_nested(each) if whole else () for each in rows]
        found.append(made(
            category, ("game", part), both(pairing.left, pairing.right, mine, theirs, about),
            _spot(pairing.left, part, rows[0]), _spot(pairing.right, part, rows[1]),
            verdict="incomparable", how=STRANGE,
            note=_left_open(pairing) if part == "scoring" else "")._replace(
                told=(told[0], told[1])))
    return found


def _nested(rows: list[Said]) -> tuple[Sentence, ...]:
    """Sentences with their depth; what opens a list of its own level has that list below it."""
    found: list[Sentence] = []
    below = 0
    for row, after in zip_longest(rows, rows[1:]):
        opens = row.text.endswith(":") and after is not None and after.depth <= row.depth
        said = f"{row.term}: {row.text}" if row.term and row.text else row.text or row.term
        found.append(Sentence(row.depth + (0 if opens else below), said))
        below = 1 if opens else below
    return tuple(found)


def _rows(side: Side, part: str) -> list[Said]:
    """What the summary of a game says about a part."""
    summary = prose(side).summary
    if part == "counts":
        return [row for each in ("setup", "play", "reckoning")
                for row in _under_counts(list(sentences([summary.parts[each]])))]
    where = {"hands": "table", "next": "play"}.get(part, part)
    rows = list(sentences([summary.parts[where]]))
    if part == "hands":
        return [row for row in rows if _OWNED.match(row.text)]
    if part == "next":
        names = [words_of(track) for track in side.game.tracks if track.type == "player"]
        return [row for row in rows if row.of and row.of[0][0] == "Becomes" and any(
            row.text.endswith(f" the {name}.") for name in names)]
    if part == "components":  # how many there are; what is printed on each is told elsewhere
        return [row for row in rows if row.of and row.of[0][0] == "Component"]
    return rows


def _under_counts(rows: list[Said]) -> Iterator[Said]:
    """The sentences that only some numbers of players have, each below its number."""
    depth = -1
    for row in rows:
        if row.depth <= depth:
            depth = -1
        if depth < 0 and _COUNTED.match(row.text):
            depth = row.depth
        if depth >= 0:
            yield row


def _left_open(pairing: Pairing) -> str:
    """What a book leaves open about what counts."""
    rows = []
    for side in (pairing.left, pairing.right):
        asked = [silent.question for silent in side.game.silences if not (
            silent.assumed and headings(silent.assumed.cites)) and any(
                side.read_as(silent.name, reading.name).game.scorings != side.game.scorings
                for reading in silent.readings)]
        if asked:
            rows.append(f"{side.called} leaves open: {' '.join(asked)}")
    return " ".join(rows)


def _briefly(side: Side, part: str, rows: list[Said]) -> str:
    """A part in a few words."""
    match part:
        case "components":
            return listed(in_the_box(side) or [re.split(r"[,;(]", row.text)[0].strip()
                                               for row in rows])
        case "hands":
            owned = [found for row in rows if (found := _OWNED.match(row.text))]
            return listed([f"the {each[1]} ({each[2]})" for each in owned])
        case "effects" | "reckoning":
            named = (side.game.effects if part == "effects" else
                     [each for each in side.game.stages if each.stage == "reckoning"])
            return listed([f"“{words_of(each)}”" for each in named])
        case "scoring":
            form = side.form(side.counts[0])
            return "; ".join(
                f"the {form.clauses['scoring', each.name].words} "
                f"{verb('count', many=is_plural(form.clauses['scoring', each.name].words))} "
                + listed([step.words or "a step without a name" for step in each.steps])
                for each in form.program.scorings)
        case "play":
            calls = [row.text.rstrip(":.") for row in rows if row.of and row.of[0][0] == "Call"]
            if calls:
                return " or ".join(f"“{prose(side).inner(each)}”" for each in dict.fromkeys(calls))
            rows = [row for row in rows if not row.text.endswith(":")][:FEW]
        case "setup":  # what everybody does, whatever the number of players
            rows = [row for row in rows if row.depth == 0 and not row.text.endswith(":")
                    and not row.text.startswith("Shuffle ")]
        case "counts":
            heads = [row.text.rstrip(":.") for row in rows if _COUNTED.match(row.text)]
            return listed([f"{lower(each)}, {numbered(heads.count(each), 'rule')}"
                           for each in dict.fromkeys(heads)])
    return "; ".join(prose(side).inner(row.text.rstrip(".")) for row in rows)


def _spot(side: Side, part: str, rows: list[Said]) -> Spot | None:
    """Where a part begins; what it says is told beside it."""
    if part == "components":
        spot = of_components(side)
        return spot and spot._replace(text="")
    mark = next((mark for row in rows for mark in row.of), None)
    clauses = (*side.game.stages, *side.game.effects, *side.game.ends, *side.game.scorings,
               *side.game.zones)
    clause = next((each for each in clauses if mark and each.at.path == mark[1]
                   and each.at.line <= mark[2] <= max(each.at.line, each.at.end_line)), None)
    if clause is None and part == "setup":
        clause = next((each for each in side.game.stages if each.stage == "setup"), None)
    if clause is None and part == "end":  # the rounds come to an end by themselves
        clause = next((each for each in side.game.stages if each.stage == "rounds"), None)
    return Spot(first_line(clause.at), "", headings(clause.cites)) if clause else None
