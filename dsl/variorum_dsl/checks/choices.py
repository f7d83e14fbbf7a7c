"""Options and readings: every one of them, and every subset of the options.

What: an edit that does not apply, alone or together with others, or after which the rules have a
mistake that they do not have without it (reported under the code of that mistake, with the
combination); a reading or an option that changes nothing (`same-reading`, `idle-option`).
Why: a choice that is offered must work, whatever else is chosen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations, islice
from typing import NamedTuple, assert_never

from variorum_dsl import model as m
from variorum_dsl.checks.subject import Lowered, Subject
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.edits.application import apply_all
from variorum_dsl.edits.draft import Draft
from variorum_dsl.lowering.program import lowered
from variorum_dsl.model.game import Game
from variorum_dsl.model.node import content_fields, shape

MOST_SUBSETS = 64
MOST_PAIRS = 150
Key = tuple[str, Place, str]
Target = tuple[str, str]  # the sort of a clause and its name
Checks = Callable[[Subject, Subject], Iterator[Diagnostic]]
_SORTS = {"setup": "stage", "rounds": "stage", "phase": "stage", "reckoning": "stage"}
_CHOSEN = frozenset({"chosen_options", "chosen_readings", "options", "silences", "examples"})
_WORDING = frozenset({"at", "cites", "origin", "words", "when_cites", "tied_cites",
                      "everyone_cites", "label"})


class Choice(NamedTuple):
    """Some options, and readings of some silences."""

    options: tuple[str, ...]
    readings: tuple[tuple[str, str], ...] = ()

    def shown(self) -> str:
        parts = [f"option {name}" for name in self.options]
        parts += [f"reading {silence} is {reading}" for silence, reading in self.readings]
        return " and ".join(parts)


def key(problem: Diagnostic) -> Key:
    return problem.code, problem.primary.place, problem.title


def subsets(names: list[str]) -> list[tuple[str, ...]]:
    """Every subset but the empty one, the smallest first; of many, the singles, pairs and all."""
    sizes = range(1, len(names) + 1)
    if 2 ** len(names) > MOST_SUBSETS:
        found = [(name,) for name in names]
        pairs = list(combinations(names, 2))
        return [*found, *pairs[: MOST_SUBSETS * 4], tuple(names)]
    return [subset for size in sizes for subset in combinations(names, size)]


class Choices:
    """Goes through the choices of a file, from the simplest to the most involved."""

    def __init__(self, subject: Subject, known: set[Key], checks: Checks) -> None:
        self.subject = subject
        self.known = set(known)
        self.checks = checks
        self.games: dict[Choice, Game] = {}
        self.broken: set[Choice] = set()
        sheet = subject.sheet
        self.inside = {line.name: name for name, option in sheet.options.items()
                       for line in option.lines if isinstance(line, m.Silent)}
        self.readings = list(self._readings())
        self.answers: dict[tuple[str, str], list[m.Edit]] = {}
        for silent, reading in self.readings:
            self.answers.setdefault((silent.name, reading.name), []).extend(reading.edits)
        self.edits: dict[str, tuple[m.Edit, ...]] = {
            name: tuple(line for line in option.lines if not isinstance(line, m.Silent | m.Example))
            for name, option in sheet.options.items()
        }

    def _readings(self) -> Iterator[tuple[m.Silent, m.Reading]]:
        sheet = self.subject.sheet
        silences = [*sheet.silences.values()]
        silences += [line for option in sheet.options.values() for line in option.lines
                     if isinstance(line, m.Silent)]
        for silent in silences:
            for reading in silent.readings:
                yield silent, reading

    def found(self) -> Iterator[Diagnostic]:
        every = subsets(list(self.subject.sheet.options))
        for options in every:
            yield from self._look(Choice(options))
        for silent, reading in self.readings:
            yield from self._look(self._alone(silent, reading))
        yield from self._together(every)
        yield from self._alike()

    def _alone(self, silent: m.Silent, reading: m.Reading) -> Choice:
        needs = (self.inside[silent.name],) if silent.name in self.inside else ()
        return Choice(needs, ((silent.name, reading.name),))

    # ------------------------------------------------------------ one choice
    def _look(self, choice: Choice) -> Iterator[Diagnostic]:
        game, problems = self.subject.sheet.resolved(choice.options, dict(choice.readings))
        if problems:
            self.broken.add(choice)
        self.games[choice] = game
        if not problems:
            problems = self._lowered(choice, game)
        yield from self._new(choice, problems)

    def _new(self, choice: Choice, problems: list[Diagnostic]) -> Iterator[Diagnostic]:
        for problem in problems:
            if key(problem) not in self.known:
                self.known.add(key(problem))
                with_it = f"with {choice.shown()}"
                hint, fix = problem.hint, problem.fix
                if choice.readings and not self.subject.is_own(problem.primary.place):
                    hint = f"remove silent {choice.readings[-1][0]}"
                    fix = None
                yield problem._replace(
                    why=f"{with_it}: {problem.why}" if problem.why else with_it, hint=hint, fix=fix)

    def _lowered(self, choice: Choice, game: Game) -> list[Diagnostic]:
        counts = list(game.player_counts())
        if not counts:
            return []
        if not self._speaks_of_counts(choice):
            counts = counts[:1]
        programs: dict[int, Lowered] = {}
        problems: list[Diagnostic] = []
        for players in counts:
            base = self.subject.programs.get(players)
            program, found, symbols = lowered(
                game, players, base and base.symbols, self.subject.loaded.budget)
            programs[players] = Lowered(program, symbols)
            problems.extend(found)
        if problems:
            return problems
        subject = Subject(self.subject.loaded, self.subject.sheet, game, programs)
        self.subject.others.append(subject)
        return list(self.checks(subject, self.subject))

    def _speaks_of_counts(self, choice: Choice) -> bool:
        parts = [line for name in choice.options for line in self.edits[name]]
        for chosen in choice.readings:
            parts.extend(self.answers[chosen])
        return any(
            isinstance(node, m.Seats | m.WithPlayers | m.ByCount)
            or (isinstance(node, m.Pile | m.Dummy) and node.low)
            for part in parts for node in m.walk(part)
        )

    # -------------------------------------------------------------- together
    def _together(self, every: list[tuple[str, ...]]) -> Iterator[Diagnostic]:
        """Readings with options, and two readings, that edit the same clause."""
        order = list(self.subject.sheet.options)
        touched = {name: _targets(edits) for name, edits in self.edits.items()}
        rows = [(silent, reading, _targets(reading.edits)) for silent, reading in self.readings]
        meeting = _Meeting([mine for _, _, mine in rows])
        for options in every:
            by_all = set().union(*(touched[name] for name in options))
            draft = None
            for silent, reading, _ in map(rows.__getitem__, meeting.those(by_all)):
                if self.inside.get(silent.name, options[0]) not in options:
                    continue
                draft = draft or self._draft(options)
                choice = Choice(options, ((silent.name, reading.name),))
                yield from self._new(choice, _problems(draft, reading))
        pairs = self._pairs(rows, meeting)
        for one, first, two, second in islice(pairs, MOST_PAIRS):
            needs = tuple(name for name in order
                          if name in (self.inside.get(one.name), self.inside.get(two.name)))
            choice = Choice(needs, ((one.name, first.name), (two.name, second.name)))
            yield from self._new(choice, _problems(self._draft(needs), first, second))

    def _pairs(
        self, rows: list[tuple[m.Silent, m.Reading, set[Target]]], meeting: _Meeting
    ) -> Iterator[tuple[m.Silent, m.Reading, m.Silent, m.Reading]]:
        """Readings of two silences that edit the same clause."""
        last = {silent.name: i for i, (silent, _, _) in enumerate(rows)}
        for i, (one, first, mine) in enumerate(rows):
            if last[one.name] == len(rows) - 1:
                continue  # whatever comes later is of the same silence
            for j in meeting.those(mine):
                self.subject.loaded.budget.spend(1, "this question", one.at)
                two, second, _ = rows[j]
                if j > i and one.name != two.name:
                    yield one, first, two, second

    def _draft(self, options: tuple[str, ...]) -> Draft:
        draft = self.subject.sheet.draft.copy()
        for name in options:
            apply_all(draft, self.edits[name], "")
        return draft

    # ------------------------------------------------------- nothing changes
    def _alike(self) -> Iterator[Diagnostic]:
        subject = self.subject
        games: dict[tuple[str, object], m.Reading] = {}
        for silent, reading in self.readings:
            choice = self._alone(silent, reading)
            if choice in self.broken:
                continue  # what does not apply cannot be compared
            game = self.games[choice]
            assumed = self.games[Choice(choice.options)] if choice.options else subject.game
            if alike(game, assumed):
                yield self._same(silent, silent.assumed, reading, "the one assumed")
                continue
            twin = games.setdefault((silent.name, self._changes(game, assumed)), reading)
            if twin is not reading:
                yield self._same(silent, twin, reading, quote(twin.name))
        for name, option in subject.sheet.options.items():
            alone = Choice((name,))
            if alone not in self.broken and alike(self.games[alone], subject.game):
                yield Diagnostic(
                    "idle-option", "warning", f"the option {quote(name)} changes no rule",
                    Label(subject.line(option.at), "plays the same"),
                    why="with it and without it the rules are the same",
                    hint="let it edit something, or remove it",
                    fix=Fix("remove it", (Edit(option.at.lines(), ""),)),
                )

    def _changes(self, game: Game, assumed: Game) -> object:
        """What a game has that the assumed one has not, as something that can be looked up."""
        found = []
        for name in content_fields(game):
            mine, theirs = getattr(game, name), getattr(assumed, name)
            if name in _CHOSEN or mine is theirs:
                continue
            parts = mine if type(mine) is tuple else (mine,)
            known = {id(part): i for i, part in enumerate(
                theirs if type(theirs) is tuple else (theirs,))}
            self.subject.loaded.budget.spend(len(parts), "this choice", game.at)
            # What is taken over as it stands is named by its number.
            found.append((name, tuple(known.get(id(part), -1) if id(part) in known
                                      else shape(part, _played) for part in parts)))
        return tuple(found)

    def _same(
        self, silent: m.Silent, other: m.Reading | None, reading: m.Reading, named: str
    ) -> Diagnostic:
        subject = self.subject
        return Diagnostic(
            "same-reading", "error", f"{quote(reading.name)} plays the same as {named}",
            Label(subject.line(reading.at), "this reading"),
            (Label(subject.line(other.at), "and this one"),) if other is not None else (),
            why="two answers to a question must differ in some rule",
            hint="let its edits say what differs, or remove it",
            fix=Fix("remove it", (Edit(reading.at.lines(), ""),)) if (
                len(silent.readings) > 1) else None,
        )


def _problems(draft: Draft, *readings: m.Reading) -> list[Diagnostic]:
    """What does not apply when readings come on top of a draft."""
    after = draft.copy()
    for reading in readings:
        apply_all(after, reading.edits, "")
    return after.problems


def _targets(edits: tuple[m.Edit, ...]) -> set[Target]:
    """The clauses that some edits touch."""
    found: set[Target] = set()
    for edit in edits:
        match edit:
            case m.Change():
                found.add((_SORTS.get(edit.section, edit.section), edit.name))
            case m.Remove():
                found.add((_SORTS.get(edit.word, edit.word), edit.name))
            case m.Rename():
                found.add(("", edit.old))
            case m.Replace(clause=clause) | m.Add(section=clause):
                found.update(_touched(clause))
            case _:
                assert_never(edit)
    return found


def _touched(clause: m.Section | m.Replaceable | m.Pile | m.Total | m.Besides) -> Iterator[Target]:
    match clause:
        case m.Kinds() | m.Components() | m.Zones() | m.Tracks() | m.Figures():
            for line in clause.lines:
                yield from _touched(line)
        case m.Pile() | m.Total():
            yield "components", ""
        case m.Elimination() | m.Winner() | m.Seats():
            yield clause.node, ""
        case (m.Kind() | m.Besides() | m.Zone() | m.Track() | m.Dummy() | m.Figure() | m.Stage()
              | m.Effect() | m.Procedure() | m.End() | m.Scoring() | m.Silent() | m.Always()):
            yield clause.node, clause.name
        case _:
            assert_never(clause)


class _Meeting:
    """Which of several lists of edits can get in the way of others; a new name touches anything."""

    def __init__(self, rows: list[set[Target]]) -> None:
        self.everything = range(len(rows))
        self.at: dict[Target, list[int]] = {}
        self.anything: list[int] = []
        for i, row in enumerate(rows):
            for target in row:
                self.at.setdefault(target, []).append(i)
            if any(sort == "" for sort, _ in row):
                self.anything.append(i)

    def those(self, targets: set[Target]) -> Iterable[int]:
        """The rows that meet what touches these, in order."""
        if any(sort == "" for sort, _ in targets):
            return self.everything
        found = set(self.anything)
        for target in targets:
            found.update(self.at.get(target, ()))
        return sorted(found)


def unknown_but_lost(problem: Diagnostic, lost: frozenset[str]) -> bool:
    """A name that stands on a line which could not be read is not unknown."""
    if problem.code != "unknown-name" or not lost:
        return False
    parts = problem.title.split('"')
    return len(parts) > 2 and parts[1] in lost


def _played(node: m.Node) -> Iterator[str]:
    """The fields of a record that make a difference to play."""
    return (field for field in content_fields(node) if field not in _WORDING)


def alike(left: object, right: object) -> bool:
    """Whether two games play the same: what stands in them, apart from places and words."""
    if left is right:
        return True
    if isinstance(left, m.Node):
        skipped = _CHOSEN if isinstance(left, Game) else _WORDING
        return type(left) is type(right) and all(
            alike(getattr(left, field), getattr(right, field))
            for field in content_fields(left) if field not in skipped
        )
    if type(left) is tuple and type(right) is tuple:
        return len(left) == len(right) and all(map(alike, left, right))
    return bool(left == right)
