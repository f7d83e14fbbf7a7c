"""What a run showed, from its sums: the figures that the page and the JSON are made of."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction

from variorum_dsl.core.program import Program, Tie
from variorum_engine.bots import skill
from variorum_engine.interpreter.lots import card_salts
from variorum_engine.tally.lines import EVERYONE_OUT, GUARDED, STILL_TIED, Key, reckoning
from variorum_engine.tally.plan import LOWEST_SCORE, MEASURE_SUMS, SCORE_BINS, Plan
from variorum_engine.words.printed import Teller

from variorum.files.lookup import shown
from variorum.simulation.job import Side
from variorum.simulation.pairs import SUMS, figures
from variorum.simulation.report.figures import (
    Card,
    CardsInCommon,
    Change,
    Compared,
    Comparison,
    Counted,
    Elimination,
    Figures,
    Length,
    OneGame,
    Rule,
    Scores,
    Silence,
    Skill,
    Spread,
    Tension,
    TieBreak,
    Wins,
)
from variorum.simulation.report.rule_words import rule_words
from variorum.simulation.statistics import (
    deviation,
    difference,
    mean,
    quantile,
    rounded,
    separate,
    share,
)
from variorum.version import __version__

FORMAT, VERSION = "variorum-simulation", 1
QUARTERS = (25, 50, 75)
ASKS = ("It is left out for this game: what is reckoned at its end asks somebody to decide, so "
        "before the end nobody can say who would win.")
MOST_LINES = 5  # of the text of one rule


def figures_of(
    sides: Sequence[Side], plans: Sequence[Plan], sums: list[int], *, bots: Sequence[str],
    games: int, asked: int, seed: int, form: str, tuned: Sequence[str] = (),
    unjudged: Sequence[str] = (),
) -> Figures:
    """Everything that is known after these games. Nothing in it depends on who played them."""
    own = sums[: plans[0].size]
    found: Figures = {
        "format": FORMAT, "format_version": VERSION, "tool_version": __version__,
        **one_game(sides[0], plans[0], own, bots),
        "run": {
            "games": games, "asked": asked, "complete": games >= asked, "seed": seed,
            "bots": list(bots), "tuned": list(tuned), "unjudged": list(unjudged),
            "played_by": "interpreter" if form == "interpreter" else "compiled",
        },
        "comparison": None,
    }
    if len(sides) == 2:
        middle = plans[0].size + plans[1].size
        found["comparison"] = _comparison(
            sides, plans, sums[middle:], games, bots,
            [one_game(side, plan, part, bots) for side, plan, part in zip(
                sides, plans, (own, sums[plans[0].size : middle]), strict=True)])
    return found


def one_game(side: Side, plan: Plan, sums: list[int], bots: Sequence[str]) -> OneGame:
    """The sections about one game."""
    return {
        "game": {
            "name": side.name, "title": side.title, "players": side.players,
            "options": list(side.options), "readings": dict(side.readings),
            "fingerprint": side.fingerprint,
        },
        "wins": _wins(plan, sums, bots), "elimination": _elimination(plan, sums, bots),
        "tie_breaks": _tie_breaks(plan, sums), "silences": _silences(side, plan, sums),
        "length": _length(plan, sums), "tension": _tension(plan, sums),
        "no_tension": _no_tension(plan),
        "scores": _scores(plan, sums, bots), "cards": _cards(side, plan, sums),
        "rules": _rules(side, plan, sums), "skill": _skill(plan, sums, bots),
    }


def _members(bots: Sequence[str]) -> dict[str, list[int]]:
    """Which places of the party each sort of bot has."""
    found: dict[str, list[int]] = {}
    for member, name in enumerate(bots):
        found.setdefault(name, []).append(member)
    return found


def _wins(plan: Plan, sums: list[int], bots: Sequence[str]) -> Wins:
    games, whole = plan.part(sums, "games")[0], plan.whole
    credit, party = plan.part(sums, "credit"), plan.part(sums, "party_credit")
    return {
        "seats": [{"seat": seat + 1, **share(credit[seat] / whole, games).data()}
                  for seat in range(plan.players)],
        "bots": [{"bot": name, "seats": len(places),
                  **share(sum(party[i] for i in places) / whole, games * len(places)).data()}
                 for name, places in _members(bots).items()],
        "fair": rounded(1 / plan.players),
        "nobody": share(plan.part(sums, "nobody")[0], games).data(),
        "shared": share(plan.part(sums, "shared")[0], games).data(),
    }


def _elimination(plan: Plan, sums: list[int], bots: Sequence[str]) -> Elimination | None:
    if not plan.program.out:
        return None
    games = plan.part(sums, "games")[0]
    out, party = plan.part(sums, "out"), plan.part(sums, "party_out")
    return {
        "games": share(plan.part(sums, "any_out")[0], games).data(),
        "everyone": share(plan.part(sums, "everyone_out")[0], games).data(),
        "players": share(sum(out), games * plan.players).data(),
        "seats": [{"seat": seat + 1, **share(out[seat], games).data()}
                  for seat in range(plan.players)],
        "bots": [{"bot": name, "seats": len(places),
                  **share(sum(party[i] for i in places), games * len(places)).data()}
                 for name, places in _members(bots).items()],
    }


def _tie_breaks(plan: Plan, sums: list[int]) -> list[TieBreak]:
    program, games = plan.program, plan.part(sums, "games")[0]
    counts = plan.part(sums, "decided")
    tied = {"nobody": "nobody wins", "impossible": "the rules break down"}.get(
        program.tied, "the win is shared")
    alone = "only one player was left, or nobody"
    found: list[TieBreak] = [{
        "name": "elimination", "sort": "alone", "figure": alone, "words": alone,
        "cites": list(program.elimination_cites), **share(counts[0], games).data(),
    }] if program.out or counts[0] else []
    for tie, count in zip(program.chain, counts[1:], strict=False):
        figure = _figure(plan, tie)
        found.append({"name": tie.name, "sort": "figure", "figure": figure,
                      "words": f"{figure} ({tie.extreme})", "cites": list(tie.cites),
                      **share(count, games).data()})
    return [*found, {"name": "still tied", "sort": "tied", "figure": tied,
                     "words": f"nothing, so {tied}", "cites": [],
                     **share(counts[-1], games).data()}]


def _figure(plan: Plan, tie: Tie) -> str:
    """What a line of the winner's chain compares."""
    program = plan.program
    tables = program.scorings if tie.is_score else program.figures
    return str(tables[tie.figure].words or tie.name)


def _silences(side: Side, plan: Plan, sums: list[int]) -> list[Silence]:
    games, arose = plan.part(sums, "games")[0], plan.part(sums, "silences")
    return [
        {"name": silent.name, "question": silent.question, "reading": silent.reading,
         "cites": list(silent.cites), "settled": silent.settled,
         "arose": None if silent.settled else share(count, games).data(),
         "rules": [] if silent.settled else [_said(side, plan, line) for line in silent.lines]}
        for silent, count in zip(side.silences, arose, strict=True)
    ]


def _spread(plan: Plan, sums: list[int], name: str, bins: str, count: int) -> Spread:
    total, squares = plan.part(sums, name)
    places = plan.part(sums, bins)
    return {
        **mean(total, squares, count).data(),
        "deviation": rounded(deviation(total, squares, count)),
        "middle": quantile(places, 0.5), "from": quantile(places, 0.05),
        "to": quantile(places, 0.95), "bins": _bins(places),
    }


def _bins(counts: list[int]) -> list[Counted]:
    """The bins in which something lies."""
    last = len(counts) - 1
    return [{"value": place, "count": count, "or_more": place == last}
            for place, count in enumerate(counts) if count]


def _length(plan: Plan, sums: list[int]) -> Length:
    games = plan.part(sums, "games")[0]
    guard = plan.lines.number.get(GUARDED)
    return {"rounds": _spread(plan, sums, "rounds", "round_bins", games),
            "decisions": _spread(plan, sums, "decisions", "decision_bins", games),
            "guarded": None if guard is None else share(
                plan.part(sums, "lines")[2 * guard], games).data()}


def _tension(plan: Plan, sums: list[int]) -> Tension | None:
    watched = plan.part(sums, "watched")[0]
    if not watched:
        return None
    doubted = plan.part(sums, "doubted")[0]
    total, squares = plan.part(sums, "doubt")
    leading, kept = plan.part(sums, "leading"), plan.part(sums, "held")
    ahead, ahead_squares = plan.part(sums, "margin")
    margins = plan.part(sums, "margins")[0]
    tenths = plan.part(sums, "doubt_bins")
    return {
        "lead_changes": _spread(plan, sums, "changes", "change_bins", watched),
        "in_doubt": {
            **mean(total, squares, doubted, 1000).data(),
            "tenths": [{"from": i / 10, "count": count} for i, count in enumerate(tenths)],
            "to_the_end": share(tenths[-1], doubted).data(),
        },
        "leader_wins": [{"after": quarter, **share(won, led).data()}
                        for quarter, led, won in zip(QUARTERS, leading, kept, strict=True)],
        "margin": mean(ahead, ahead_squares, margins, plan.unit).data(),
    }


def _no_tension(plan: Plan) -> str:
    """Why it is not known who led, if that is so."""
    return ASKS if reckoning(plan.program) < 0 else ""


def _scores(plan: Plan, sums: list[int], bots: Sequence[str]) -> Scores | None:
    program = plan.program
    if not program.chain:
        return None
    games, unit = plan.part(sums, "games")[0], plan.unit
    tie = program.chain[0]
    seat, party = plan.part(sums, "seat_score"), plan.part(sums, "party_score")
    total, squares = plan.part(sums, "score")
    best, best_squares = plan.part(sums, "winner_score")
    every, won = plan.part(sums, "score_bins"), plan.part(sums, "winner_bins")
    return {
        "figure": _figure(plan, tie), "best": tie.extreme, "parts": unit,
        **mean(total, squares, games * plan.players, unit).data(),
        "deviation": rounded(deviation(total, squares, games * plan.players, unit)),
        "seats": [{"seat": i + 1, **mean(seat[2 * i], seat[2 * i + 1], games, unit).data()}
                  for i in range(plan.players)],
        "bots": [{"bot": name, "seats": len(places), **mean(
            sum(party[2 * i] for i in places), sum(party[2 * i + 1] for i in places),
            games * len(places), unit).data()} for name, places in _members(bots).items()],
        "winners": mean(best, best_squares, plan.part(sums, "winning")[0], unit).data(),
        "bins": [{"score": _exact(plan, place), "value": rounded(_value(plan, place)),
                  "count": count, "won": won[place], "beyond": place in (0, SCORE_BINS - 1)}
                 for place, count in enumerate(every) if count],
    }


def _value(plan: Plan, place: int) -> float:
    return (place - LOWEST_SCORE) * plan.step / plan.unit


def _exact(plan: Plan, place: int) -> str:
    return str(Fraction((place - LOWEST_SCORE) * plan.step, plan.unit))


def _said(side: Side, plan: Plan, line: int) -> str:
    """A line of the rules as it is written."""
    key = plan.lines.lines[line].key
    if key in (special := _unplaced(plan.program)):
        return special[key][0]
    sources, (path, first) = side.loaded.sources, key
    text = _bare(sources.line(path, first))
    for more in range(first + 1, first + MOST_LINES):
        if not text.endswith(","):
            break
        text = f"{text} {_bare(sources.line(path, more))}".rstrip()
    return text


def _unplaced(program: Program) -> dict[Key, tuple[str, str]]:
    """The rules that stand on no line of their own: as they are written, and their sentences."""
    nobody = program.tied == "nobody"
    return {
        EVERYONE_OUT: (f"if everyone is out, {program.everyone}",
                       f"If all players are out, {program.everyone}."),
        STILL_TIED: (
            "then nobody wins" if nobody else "then shared",
            f"If all is equal, {'nobody wins' if nobody else 'the tied players share the win'}."),
    }


def _bare(line: str | None) -> str:
    """A line without what is said of it and where it stands in the book."""
    return re.split("  (?:says|see) ", line or "", maxsplit=1)[0].strip()


def _rules(side: Side, plan: Plan, sums: list[int]) -> list[Rule]:
    games, counts = plan.part(sums, "games")[0], plan.part(sums, "lines")
    words = rule_words(side) | {key: said for key, (_, said) in _unplaced(plan.program).items()}
    return [
        {"rule": line.sort, "section": line.section,
         "path": shown(line.key[0]) if line.key[1] else "", "line": line.key[1],
         "text": _said(side, plan, number),
         "words": words.get(line.key) or _said(side, plan, number), "cites": list(line.cites),
         **share(counts[2 * number], games).data(),
         "times": rounded(counts[2 * number + 1] / games) if games else 0.0}
        for number, line in enumerate(plan.lines.lines) if line.key not in side.shadows
        and line.key != GUARDED
        and not (line.key == EVERYONE_OUT and plan.program.everyone == "impossible")
        and not (line.key == STILL_TIED and plan.program.tied == "impossible")
    ]


def _skill(plan: Plan, sums: list[int], bots: Sequence[str]) -> list[Skill] | None:
    """For every two sorts of bots, how much more the stronger one wins, game by game."""
    members = sorted(_members(bots).items(), key=lambda row: skill(row[0]), reverse=True)
    if len(members) < 2:
        return None
    games, players = plan.part(sums, "games")[0], plan.players
    credit, products = plan.part(sums, "party_credit"), plan.part(sums, "party_products")
    found: list[Skill] = []
    for index, (strong, mine) in enumerate(members):
        for weak, theirs in members[index + 1 :]:
            weight = {**dict.fromkeys(mine, len(theirs)), **dict.fromkeys(theirs, -len(mine))}
            total = sum(weight[i] * credit[i] for i in weight)
            squares = sum(weight[i] * weight[j] * products[i * players + j]
                          for i in weight for j in weight)
            found.append({"stronger": strong, "weaker": weak, **difference(
                total, squares, games, plan.whole * len(mine) * len(theirs)).data()})
    return found


# --------------------------------------------------------------------------------------- cards
def _cards(side: Side, plan: Plan, sums: list[int]) -> list[Card]:
    """Every card that can change hands, in the order of the components."""
    program, width = plan.program, plan.card_width
    teller = Teller(program, side.symbols, [""] * program.players)
    games = plan.part(sums, "games")[0]
    numbers = plan.part(sums, "cards")
    rows = [numbers[i * width : (i + 1) * width] for i in range(len(plan.faces))]
    shown = _given_up(plan, rows)
    found: list[Card] = []
    for card, row in zip(plan.faces, rows, strict=True):
        came, own = row[0], row[1 + MEASURE_SUMS * len(plan.measures) :]
        held, total, squares, owners, mine, others, theirs = own
        face = program.cards[card].face
        found.append({
            "card": teller.card(card), "kind": program.cards[card].kind,
            "copies": sum(each.face == face for each in program.cards),
            "came": came, "times": rounded(came / games) if games else 0.0,
            "fetched": [
                {"zone": _zone(plan, i), "measure": _measure(plan, i),
                 **mean(row[1 + MEASURE_SUMS * i], row[2 + MEASURE_SUMS * i], came).data(),
                 "others": rounded(row[3 + MEASURE_SUMS * i] / came / (plan.players - 1))}
                for i in shown if not _is_among(plan, card, i)
            ] if came else [],
            "owners": share(mine, owners).data(), "others": share(theirs, others).data(),
            "difference": difference(total, squares, held, plan.whole).data(),
        })
    return found


def _given_up(plan: Plan, rows: list[list[int]]) -> list[int]:
    """The measures of which new owners have less afterwards than the others at the table, all cards
    taken together: what everybody lays down in a round is no price.

    Where an attribute tells what was given up, the number of cards need not be told as well."""
    less = [i for i in range(len(plan.measures) if plan.players > 1 else 0) if sum(
        row[1 + MEASURE_SUMS * i] * (plan.players - 1) - row[3 + MEASURE_SUMS * i]
        for row in rows) > 0]
    valued = {plan.measures[i].zone for i in less if plan.measures[i].attribute >= 0}
    return [i for i in less
            if plan.measures[i].attribute >= 0 or plan.measures[i].zone not in valued]


def _is_among(plan: Plan, card: int, number: int) -> bool:
    """Whether a card can lie among what is measured: it is what others are paid for with."""
    zone = plan.measures[number].zone
    return zone >= 0 and bool(plan.program.zones[zone].holds >> card & 1)


def _zone(plan: Plan, number: int) -> str:
    """Where it was given up from; nothing for a track."""
    zone = plan.measures[number].zone
    return plan.program.zones[zone].words if zone >= 0 else ""


def _measure(plan: Plan, number: int) -> str:
    _, attribute, track = plan.measures[number]
    if track >= 0:
        return plan.program.tracks[track].words or plan.program.tracks[track].name
    if attribute < 0:
        return "cards"
    table = plan.program.attributes[attribute]
    return table.words or table.name


# ---------------------------------------------------------------------------------- comparison
def _comparison(
    sides: Sequence[Side], plans: Sequence[Plan], sums: list[int], games: int,
    bots: Sequence[str], both: Sequence[OneGame],
) -> Comparison:
    """The differences: the second game against the first."""
    rows: list[Change] = []
    party: dict[str, list[int]] = {}
    for member, name in enumerate(bots):
        party.setdefault(name, []).append(member)
    for number, figure in enumerate(figures(*plans)):
        known, left, right, total, squares, *apart = sums[
            1 + SUMS * number : 1 + SUMS * (number + 1)]
        if not known or (figure.name == "out" and not any(p.program.out for p in plans)):
            continue
        title, name = figure.title, figure.name
        if name.startswith("party-"):
            member = int(name.removeprefix("party-")) - 1
            # Where all bots are the same it means nothing which of them won.
            if len(party) == 1:
                continue
            title = f"wins of {bots[member]}" + (
                f" (number {party[bots[member]].index(member) + 1})"
                if len(party[bots[member]]) > 1 else "")
        rows.append({
            "figure": name, "words": title, "sort": figure.sort, "games": known,
            "left": rounded(left / known / figure.unit),
            "right": rounded(right / known / figure.unit),
            "difference": (difference if figure.sort == "share" else mean)(
                total, squares, known, figure.unit).data(),
            "unrelated": rounded(
                separate((left, right), (apart[0], apart[1]), known, figure.unit)),
        })
    return {
        "left": _side(sides[0]), "right": _side(sides[1]),
        "cards": _in_common(*(side.plain for side in sides)),
        "winners_changed": share(sums[0], games).data(),
        "unrelated": rounded(_unrelated(both[0]["wins"], both[1]["wins"])), "differences": rows,
        "right_report": both[1],
    }


def _in_common(one: Program, other: Program) -> CardsInCommon:
    """Cards are the same if what decides their luck is."""
    left, right = Counter(card_salts(one)), Counter(card_salts(other))
    return {"both": (left & right).total(), "left": (left - right).total(),
            "right": (right - left).total()}


def _unrelated(one: Wins, other: Wins) -> float:
    """In what share of games the winners would differ if two games had nothing in common. What is
    shared counts for each seat in part."""
    rows = zip(one["seats"], other["seats"], strict=True)
    return 1 - one["nobody"]["share"] * other["nobody"]["share"] - sum(
        a["share"] * b["share"] for a, b in rows)


def _side(side: Side) -> Compared:
    return {"name": side.name, "label": side.label, "options": list(side.options),
            "readings": dict(side.readings), "fingerprint": side.fingerprint}
