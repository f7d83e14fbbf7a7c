"""From a file to a game: parents, libraries, the chosen options and the chosen readings."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from variorum_dsl import model as m
from variorum_dsl.budget import Budget
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import close_names, respelt
from variorum_dsl.edits.application import apply_all
from variorum_dsl.edits.draft import Draft, add, cited, inherit
from variorum_dsl.model.game import MOST_PLAYERS, Game

LANGUAGE = 1  # the language that is read here


class Sheet:
    """A file with its parents and libraries, before anything is chosen.

    `draft` holds the clauses; options and readings are applied to a copy of it.
    """

    def __init__(self, document: m.Document, parent: Sheet | None,
                 libraries: Iterable[m.Document], budget: Budget | None = None) -> None:
        self.document = document
        self.parent = parent
        self.draft: Draft = parent.draft.copy() if parent else Draft(budget=budget or Budget())
        for library in libraries:
            for item in library.items:
                if isinstance(item, m.Procedure) and item.name not in self.draft.procedures:
                    add(self.draft, item, f"library {library.name}")
        if parent:
            inherit(self.draft, f"parent {parent.document.name}")
            # What speaks of the parent as it was printed does not speak of its variants.
            self.draft.allows, self.draft.totals, self.draft.published = [], [], []
            self.draft.examples.clear()
        origin = ""
        edits = []
        for item in document.items:
            match item:
                case m.Published():
                    self.draft.published.append(item)
                case m.Advice():
                    self.draft.advice[item.about] = item
                case m.Seats():
                    self.draft.seats = item
                case m.Allow():
                    self.draft.allows.append(item)
                case m.Uses():
                    pass
                case m.Language():
                    self.draft.problems.extend(_language_problems(item))
                case m.Add() | m.Replace() | m.Remove() | m.Rename() | m.Change():
                    edits.append(item)
                case _:
                    add(self.draft, item, origin)
        apply_all(self.draft, edits, origin)
        self.problems = self.draft.problems
        self._named: dict[int, tuple[m.Silent, dict[str, m.Reading]]] = {}

    @property
    def ancestors(self) -> tuple[str, ...]:
        """The names of what it extends, the nearest first."""
        parent = self.parent
        return (parent.document.name, *parent.ancestors) if parent else ()

    @property
    def options(self) -> dict[str, m.Option]:
        return self.draft.options

    @property
    def silences(self) -> dict[str, m.Silent]:
        return self.draft.silences

    def examples(self) -> list[m.Example]:
        """All examples; one that stands inside an option has it as its origin."""
        inside = [
            replace(cited(line, option.cites), origin=f"option {option.name}")
            for option in self.options.values() if not option.origin.startswith("parent")
            for line in option.lines
            if isinstance(line, m.Example)
        ]
        return [*self.draft.examples.values(), *inside]

    def resolved(
        self, options: Iterable[str] = (), readings: Mapping[str, str] | None = None
    ) -> tuple[Game, list[Diagnostic]]:
        """The game with these options and readings, and what did not apply."""
        draft = self.draft.copy()
        asked = dict.fromkeys(options, self.document.at)
        asked = {**asked, **self._put_in_force(tuple(asked), readings or {})}
        chosen = tuple(name for name in self.options if name in asked)
        problems = [_unknown("option", name, self.options, at)
                    for name, at in asked.items() if name not in self.options]
        draft.budget.spend(sum(map(len, draft.drawers.values())), "this file", self.document.at)
        for name in chosen:
            option = self.options[name]
            edits: list[m.Edit] = []
            for line in option.lines:
                if isinstance(line, m.Silent | m.Example):
                    apply_all(draft, edits, f"option {name}")
                    edits = []
                    add(draft, cited(line, option.cites), f"option {name}")
                else:
                    edits.append(line)
            apply_all(draft, edits, f"option {name}")
        silences = draft.silences
        picked = []
        for silence, reading_name in (readings or {}).items():
            silent = silences.get(silence)
            if silent is None:
                problems.append(self._no_silence(silence, silences))
                continue
            if silent.assumed and reading_name == silent.assumed.name:
                continue
            reading = self.reading(silent, reading_name)
            if reading is None:
                known = [each.name for each in (silent.assumed, *silent.readings) if each]
                problems.append(_unknown("reading", reading_name, known, silent.at))
                continue
            picked.append((silence, reading))
        for silence, reading in _in_order(picked, silences):
            apply_all(draft, reading.edits, f"reading {silence}: {reading.name}")
        taken = tuple((silence, reading.name) for silence, reading in picked)
        problems += _seats_problems(draft.seats)
        return self._game(draft, chosen, taken), problems + draft.problems

    def _put_in_force(
        self, options: tuple[str, ...], readings: Mapping[str, str]
    ) -> dict[str, Place]:
        """The options that readings bring along, and where they say so."""
        inside = {line.name: line for name in options if name in self.options
                  for line in self.options[name].lines if isinstance(line, m.Silent)}
        found: dict[str, Place] = {}
        for name, answer in readings.items():
            for silent in (self.silences.get(name), inside.get(name)):
                reading = self.reading(silent, answer) if silent else None
                if reading is not None:
                    found.update(zip(reading.options, reading.options_at, strict=True))
        return found

    def reading(self, silent: m.Silent, name: str) -> m.Reading | None:
        """The answer of that name to a question, apart from the one assumed."""
        known = self._named.get(id(silent))
        if known is None or known[0] is not silent:
            known = silent, {each.name: each for each in silent.readings}
            self._named[id(silent)] = known
        return known[1].get(name)

    def _no_silence(self, name: str, known: Iterable[str]) -> Diagnostic:
        problem = _unknown("silence", name, known, self.document.at)
        owner = next((option.name for option in self.options.values() for line in option.lines
                      if isinstance(line, m.Silent) and line.name == name), "")
        if not owner:
            return problem
        return problem._replace(
            title=f"{quote(name)} is a question of the option {quote(owner)}",
            why="an option brings its own questions along", hint=f"with {owner}",
        )

    def _game(
        self, draft: Draft, options: tuple[str, ...], readings: tuple[tuple[str, str], ...]
    ) -> Game:
        return Game(
            at=self.document.at, name=self.document.name, title=self.document.title,
            form=self.document.form, ancestors=self.ancestors,
            published=tuple(draft.published), advice=tuple(draft.advice.values()),
            seats=draft.seats,
            kinds=tuple(draft.kinds.values()), piles=tuple(draft.piles),
            totals=tuple(draft.totals), besides=tuple(draft.besides.values()),
            zones=tuple(draft.zones.values()),
            tracks=tuple(draft.tracks.values()), dummies=tuple(draft.dummies.values()),
            figures=tuple(draft.figures.values()),
            # A setup comes first wherever it stands: an option may add one to a game without.
            stages=tuple(sorted(draft.stages.values(), key=lambda one: one.stage != "setup")),
            effects=tuple(draft.effects.values()),
            procedures=tuple(draft.procedures.values()), ends=tuple(draft.ends.values()),
            elimination=draft.elimination, scorings=tuple(draft.scorings.values()),
            winner=draft.winner, always=tuple(draft.always.values()),
            options=tuple(draft.options.values()),
            silences=tuple(draft.silences.values()),
            examples=tuple(draft.examples.values()), allows=tuple(draft.allows),
            chosen_options=options, chosen_readings=readings,
        )


def _in_order(
    picked: list[tuple[str, m.Reading]], silences: Iterable[str]
) -> list[tuple[str, m.Reading]]:
    """Readings in the order of their questions."""
    if len(picked) < 2:
        return picked
    order = {name: number for number, name in enumerate(silences)}
    return sorted(picked, key=lambda row: order[row[0]])


def _language_problems(language: m.Language) -> list[Diagnostic]:
    if language.version == LANGUAGE:
        return []
    return [Diagnostic(
        "unknown-language", "error", f"there is no language {language.version} here",
        Label(language.at, "named here"),
        why=f"this program reads language {LANGUAGE}, and no other",
        hint=f"language {LANGUAGE}, or a later program" if language.version > LANGUAGE
        else f"language {LANGUAGE}",
        fix=None if language.version > LANGUAGE
        else Fix(f"language {LANGUAGE}", (Edit(language.at, f"language {LANGUAGE}"),)),
    )]


def _seats_problems(seats: m.Seats | None) -> list[Diagnostic]:
    if seats is None or 1 <= seats.low <= seats.high <= MOST_PLAYERS:
        return []
    return [Diagnostic(
        "wrong-players", "error", f"{seats.low} to {seats.high} players cannot play",
        Label(seats.at, "here"),
        why=f"a game is for at least 1 and at most {MOST_PLAYERS} players, the smaller number "
        "first", hint="players 3 to 5",
    )]


def _unknown(word: str, name: str, known: Iterable[str], at: Place) -> Diagnostic:
    names = list(known)
    near = close_names(name, names, n=1)
    return Diagnostic(
        f"unknown-{word}", "error", f"there is no {word} called {quote(name)}",
        Label(at, "in this file"), why=f"it has: {', '.join(names)}" if names
        else f"it has no {word} at all",
        hint=f"did you mean {near[0]}?" if near else "",
        fix=respelt(at, near[0]) if near else None,  # whoever knows where it was named moves it
    )
