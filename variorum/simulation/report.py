"""What a run showed, as plain data: the form of the JSON report, from which the others are made."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from variorum_engine.bots import skill
from variorum_engine.tally.lines import EVERYONE_OUT, STILL_TIED
from variorum_engine.tally.plan import LOWEST_SCORE, SCORE_BINS, Plan

from variorum.files.lookup import shown
from variorum.simulation.job import Side
from variorum.simulation.report_cards import cards
from variorum.simulation.report_compare import comparison
from variorum.simulation.statistics import deviation, difference, mean, quantile, rounded, share
from variorum.version import __version__

FORMAT, VERSION = "variorum-simulation", 1
QUARTERS = (25, 50, 75)
MOST_LINES = 5  # of the text of one rule
Data = dict[str, Any]


def report(
    sides: Sequence[Side], plans: Sequence[Plan], sums: list[int], *, bots: Sequence[str],
    games: int, asked: int, seed: int, form: str, tuned: Sequence[str] = (),
) -> Data:
    """Everything that is known after these games. Nothing in it depends on who played them."""
    own = sums[: plans[0].size]
    found: Data = {
        "format": FORMAT, "format_version": VERSION, "tool_version": __version__,
        **one_game(sides[0], plans[0], own, bots),
        "run": {
            "games": games, "asked": asked, "complete": games >= asked, "seed": seed,
            "bots": list(bots), "tuned": list(tuned),
            "played_by": "interpreter" if form == "interpreter" else "compiled",
        },
        "comparison": None,
    }
    if len(sides) == 2:
        middle = plans[0].size + plans[1].size
        found["comparison"] = comparison(
            sides, plans, sums[middle:], games, bots,
            [one_game(side, plan, part, bots) for side, plan, part in zip(
                sides, plans, (own, sums[plans[0].size : middle]), strict=True)])
    return found


def one_game(side: Side, plan: Plan, sums: list[int], bots: Sequence[str]) -> Data:
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
        "scores": _scores(plan, sums, bots), "cards": cards(side, plan, sums),
        "rules": _rules(side, plan, sums), "skill": _skill(plan, sums, bots),
    }


def _members(bots: Sequence[str]) -> dict[str, list[int]]:
    """Which places of the party each sort of bot has."""
    found: dict[str, list[int]] = {}
    for member, name in enumerate(bots):
        found.setdefault(name, []).append(member)
    return found


def _wins(plan: Plan, sums: list[int], bots: Sequence[str]) -> Data:
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


def _elimination(plan: Plan, sums: list[int], bots: Sequence[str]) -> Data | None:
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


def _tie_breaks(plan: Plan, sums: list[int]) -> list[Data]:
    program, games = plan.program, plan.part(sums, "games")[0]
    counts = plan.part(sums, "decided")
    rows: list[Data] = [{"name": "elimination", "words": "only one player was left, or nobody",
                         "cites": list(program.elimination_cites)}]
    for tie in program.chain:
        tables: Any = program.scorings if tie.is_score else program.figures
        words = tables[tie.figure].words or tie.name
        rows.append({"name": tie.name, "words": f"{words} ({tie.extreme})",
                     "cites": list(tie.cites)})
    tied = "nobody wins" if program.tied == "nobody" else "the win is shared"
    rows.append({"name": "still tied", "words": f"nothing: {tied}", "cites": []})
    if not program.out and not counts[0]:
        rows, counts = rows[1:], counts[1:]
    return [{**row, **share(count, games).data()} for row, count in zip(rows, counts, strict=True)]


def _silences(side: Side, plan: Plan, sums: list[int]) -> list[Data]:
    games, arose = plan.part(sums, "games")[0], plan.part(sums, "silences")
    return [
        {"name": silent.name, "question": silent.question, "reading": silent.reading,
         "cites": list(silent.cites), "settled": silent.settled,
         "arose": None if silent.settled else share(count, games).data(),
         "rules": [] if silent.settled else [_said(side, plan, line) for line in silent.lines]}
        for silent, count in zip(side.silences, arose, strict=True)
    ]


def _spread(plan: Plan, sums: list[int], name: str, bins: str, count: int) -> Data:
    total, squares = plan.part(sums, name)
    places = plan.part(sums, bins)
    return {
        **mean(total, squares, count).data(),
        "deviation": rounded(deviation(total, squares, count)),
        "middle": quantile(places, 0.5), "from": quantile(places, 0.05),
        "to": quantile(places, 0.95), "bins": _bins(places),
    }


def _bins(counts: list[int]) -> list[Data]:
    """The bins in which something lies."""
    last = len(counts) - 1
    return [{"value": place, "count": count, "or_more": place == last}
            for place, count in enumerate(counts) if count]


def _length(plan: Plan, sums: list[int]) -> Data:
    games = plan.part(sums, "games")[0]
    return {"rounds": _spread(plan, sums, "rounds", "round_bins", games),
            "decisions": _spread(plan, sums, "decisions", "decision_bins", games)}


def _tension(plan: Plan, sums: list[int]) -> Data | None:
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


def _scores(plan: Plan, sums: list[int], bots: Sequence[str]) -> Data | None:
    program = plan.program
    if not program.chain:
        return None
    games, unit = plan.part(sums, "games")[0], plan.unit
    tie = program.chain[0]
    tables: Any = program.scorings if tie.is_score else program.figures
    seat, party = plan.part(sums, "seat_score"), plan.part(sums, "party_score")
    total, squares = plan.part(sums, "score")
    best, best_squares = plan.part(sums, "winner_score")
    every, won = plan.part(sums, "score_bins"), plan.part(sums, "winner_bins")
    return {
        "figure": tables[tie.figure].words or tie.name, "best": tie.extreme, "parts": unit,
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
    special = {EVERYONE_OUT: f"if everyone is out, {plan.program.everyone}",
               STILL_TIED: "then nobody wins" if plan.program.tied == "nobody" else "then shared"}
    if key in special:
        return special[key]
    sources, (path, first) = side.loaded.sources, key
    text = _bare(sources.line(path, first))
    for more in range(first + 1, first + MOST_LINES):
        if not text.endswith(","):
            break
        text = f"{text} {_bare(sources.line(path, more))}".rstrip()
    return text


def _bare(line: str | None) -> str:
    return (line or "").split("  see ")[0].strip()


def _rules(side: Side, plan: Plan, sums: list[int]) -> list[Data]:
    games, counts = plan.part(sums, "games")[0], plan.part(sums, "lines")
    return [
        {"rule": line.sort, "section": line.section,
         "path": shown(line.key[0]) if line.key[1] else "", "line": line.key[1],
         "text": _said(side, plan, number), "cites": list(line.cites),
         **share(counts[2 * number], games).data(),
         "times": rounded(counts[2 * number + 1] / games) if games else 0.0}
        for number, line in enumerate(plan.lines.lines) if line.key not in side.ghosts
    ]


def _skill(plan: Plan, sums: list[int], bots: Sequence[str]) -> list[Data] | None:
    """For every two sorts of bots, how much more the stronger one wins, game by game."""
    members = sorted(_members(bots).items(), key=lambda row: skill(row[0]), reverse=True)
    if len(members) < 2:
        return None
    games, players = plan.part(sums, "games")[0], plan.players
    credit, products = plan.part(sums, "party_credit"), plan.part(sums, "party_products")
    found = []
    for index, (strong, mine) in enumerate(members):
        for weak, theirs in members[index + 1 :]:
            weight = {**dict.fromkeys(mine, len(theirs)), **dict.fromkeys(theirs, -len(mine))}
            total = sum(weight[i] * credit[i] for i in weight)
            squares = sum(weight[i] * weight[j] * products[i * players + j]
                          for i in weight for j in weight)
            found.append({"stronger": strong, "weaker": weak, **difference(
                total, squares, games, plan.whole * len(mine) * len(theirs)).data()})
    return found


