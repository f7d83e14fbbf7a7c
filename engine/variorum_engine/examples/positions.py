"""Positions as examples write them: what is given, and everything else in its place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple, assert_never

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote, shorten
from variorum_dsl.diagnostics.suggestions import close_names, respelt
from variorum_dsl.lowering.context import Lowering
from variorum_dsl.lowering.expressions import lower
from variorum_dsl.lowering.scope import Scope
from variorum_dsl.lowering.symbols import Symbols

from variorum_engine.interpreter.state import Fault, State
from variorum_engine.interpreter.values import Number, bits
from variorum_engine.table.table import Rules
from variorum_engine.words.phrases import Naming, NotUnderstood, Wanted, chosen
from variorum_engine.words.vocabulary import Vocabulary


class Setting:
    """The tools to read facts about a game with named players."""

    def __init__(self, rules: Rules, symbols: Symbols, names: tuple[str, ...],
                 vocabulary: Vocabulary | None = None) -> None:
        self.rules = rules
        self.symbols = symbols
        self.naming = _naming(rules, symbols)
        self.lowering = Lowering(symbols)
        self.lowering.seats = {name: seat for seat, name in enumerate(names)}
        self.names = names
        self.problems: list[Diagnostic] = []
        self.vocabulary = vocabulary

    def lowered(self, expression: m.Expression) -> c.Expression | None:
        """An expression over this game; what is wrong with it is reported."""
        seen = len(self.symbols.problems)
        found = lower(self.lowering, expression, Scope())
        problems = self.symbols.problems[seen:]
        del self.symbols.problems[seen:]
        self.problems.extend(problems)
        return None if problems else found

    def value(self, expression: m.Expression, state: State) -> tuple[Number, str] | None:
        """The value of an expression in a position, and its type; nothing if it makes no sense."""
        found = self.lowered(expression)
        if found is None:
            return None
        self.rules.make_room(state)
        try:
            return self.rules.evaluator(found)(state), found.type
        except Fault as fault:
            self.report(expression.at, fault.message, "this fact cannot be worked out")
            return None

    def report(self, at: Place, title: str, why: str, hint: str = "",
               code: str = "example-wrong", fix: Fix | None = None) -> None:
        self.problems.append(Diagnostic(code, "error", title, Label(at), why=why, hint=hint,
                                        fix=fix))

    def zone(self, expression: m.Expression) -> tuple[int, int] | None:
        """The number of a zone and of its owner (-1 for the table)."""
        # Examples name the same few zones over and over.
        key = (self.names, expression.name, expression.of.name) if (
            isinstance(expression, m.Owned) and isinstance(expression.of, m.Name)) else None
        if key is not None and key in self.naming.zones:
            return self.naming.zones[key]
        found = self._zone(expression)
        if found is not None and key is not None:
            self.naming.zones[key] = found
        return found

    def _zone(self, expression: m.Expression) -> tuple[int, int] | None:
        match self.lowered(expression):
            case None:
                return None
            case c.Zone(zone, None):
                return zone, -1
            case c.Zone(zone, c.Seat(owner) | c.Member(owner)):
                return zone, owner
            case found if found.type == "cards":
                self.report(expression.at, "this is not one zone",
                            "what it holds is said of one zone at a time",
                            "name each zone, or count the cards: count of hand of players is 0")
            case _:
                self.report(expression.at, "this is not a zone", "cards lie in zones",
                            "hand of ann, for example")
        return None

    def phrases(self, fact: m.Holds) -> list[Wanted] | None:
        wanted = []
        for phrase in fact.cards:
            try:
                wanted.append(self.naming.wanted(phrase.words))
            except NotUnderstood as error:
                self.no_such_card(phrase.at, str(error))
                return None
        return wanted

    def no_such_card(self, at: Place, said: str) -> None:
        """Report words that name no card, with what may have been meant."""
        words = said.split()
        name = next((word for word in words if not word.isdigit()), "")
        known = name in self.symbols.masks
        option = self.vocabulary.option_with(name) if self.vocabulary and not known else ""
        cards = self.symbols.masks
        near = [] if known else self.symbols.printed_as(name, cards) or close_names(name, cards)
        self.report(
            at, f"no card is called {quote(said)}",
            f"{quote(name)} belongs to the option {quote(option)}" if option
            else "cards are called by their name or kind, then by their values",
            f"with {option}" if option else " ".join(near[0] if word == name else word
                                                     for word in words) if near
            else f"{self.naming.card(0)}, for example",
            fix=_respelt(at, said, name, near[0]) if near and not option else None,
        )

    def no_such_values(self, phrase: m.Phrase, wanted: Wanted) -> None:
        """Report words that name a kind, with values that no card of it has."""
        kind = next(word for word in wanted.text.split(" ") if word in self.symbols.masks)
        known = dict.fromkeys(map(self.naming.card, bits(self.symbols.masks[kind])))
        self.report(phrase.at, f"there is no {wanted.text}",
                    "the components have no card with these values",
                    f"there are: {shorten(', '.join(known), 120)}")


def _respelt(at: Place, said: str, name: str, meant: str) -> Fix | None:
    """Another name in a phrase that stands as it is said."""
    if at.line != at.end_line or at.end_column - at.column != len(said):
        return None
    before = said.split(" ")[: said.split(" ").index(name)]
    column = at.column + sum(len(word) + 1 for word in before)
    return respelt(Place(at.path, at.line, column, at.line, column + len(name)), meant)


def _naming(rules: Rules, symbols: Symbols) -> Naming:
    """Many examples share the rules, and with them what their phrases mean."""
    if rules.naming is None or rules.naming.symbols is not symbols:
        rules.naming = Naming(rules.program, symbols)
    return rules.naming


Claim = tuple[tuple[int, int], list[Wanted], m.Holds]  # a zone with its owner, and what it holds


class NamedFact(NamedTuple):
    """`p is bo`, `raise holds money 4`: what a name of the rules stands for."""

    name: str
    value: m.Expression | m.Holds
    at: Place


def named_facts(setting: Setting, facts: tuple[m.FactLine, ...]) -> dict[m.FactLine, NamedFact]:
    """The facts about names that lines of the rules have made."""
    program = setting.rules.program
    made = {name for names in program.local_names.values() for name in names}
    made -= {*setting.names, *setting.symbols.zones, *setting.symbols.tracks}
    found: dict[m.FactLine, NamedFact] = {}
    for fact in facts:
        match fact:
            case m.Holds(zone=m.Name(name=name)) if name in made:
                found[fact] = NamedFact(name, fact, fact.at)
            case m.Fact(condition=m.Compare(operation="is", left=m.Name(name=name), right=value)
                        ) if name in made:
                found[fact] = NamedFact(name, value, fact.at)
    return found


def laid_out(setting: Setting, facts: Iterable[m.FactLine], state: State) -> None:
    """Let a position be as the facts describe it. A track that nobody speaks of stays as it is."""
    claims: list[Claim] = []
    for fact in facts:
        match fact:
            case m.Holds():
                found, wanted = setting.zone(fact.zone), setting.phrases(fact)
                if found is not None and wanted is not None:
                    claims.append((found, wanted, fact))
            case m.Fact(condition=m.Compare() as condition):
                _given_track(setting, state, condition)
            case (m.Fact() | m.Sees() | m.StepFact() | m.Eliminated() | m.Won() | m.Decided()
                  | m.ToDecide() | m.Ended() | m.Unplayable() | m.Boxed()):
                _not_given(setting, fact.at)
            case _:
                assert_never(fact)
    _place(setting, state, claims)


def _not_given(setting: Setting, at: Place) -> None:
    setting.report(at, "this cannot be given", "a position says what zones hold and what tracks "
                   "are", "hand of ann holds ..., starter is ann")


def _given_track(setting: Setting, state: State, condition: m.Compare) -> None:
    match setting.lowered(condition.left):
        case None:
            pass  # has been reported
        case c.Figure() | c.Score():
            setting.report(condition.at, "what is worked out cannot be given",
                           "it follows from the cards and tracks",
                           "give the cards that it is worked out from")
        case c.Track(track, owner) if condition.operation == "is" and (
            owner is None or isinstance(owner, c.Seat | c.Member)
        ):
            table = setting.rules.program.tracks[track]
            found = setting.value(condition.right, state)
            if found is not None and found[1] != table.type:
                setting.report(condition.at, f"{quote(table.name)} cannot be that",
                               "the track is of another sort")
            elif found is not None:
                state.tracks[table.first + (0 if owner is None else owner.number)] = found[0]
        case _:
            _not_given(setting, condition.at)


def _place(setting: Setting, state: State, claims: list[Claim]) -> None:
    """Take the named cards from wherever they are; leave the rest of a zone aside, unless it is
    only said what the zone includes: then the rest stays, below the named cards."""
    program = setting.rules.program
    everything = (1 << len(program.cards)) - 1
    # What can mean fewest cards comes first, wherever it stands: a vague phrase takes of the rest.
    order = sorted(
        ((each.mask & program.zones[zone].holds).bit_count(), claim, phrase)
        for claim, ((zone, _), wanted, _) in enumerate(claims)
        for phrase, each in enumerate(wanted)
    )
    left = everything
    taken = [[0] * len(wanted) for _, wanted, _ in claims]
    taker: dict[int, int] = {}
    for _, claim, phrase in order:
        (zone, owner), wanted, fact = claims[claim]
        seat = owner if program.zones[zone].each_player else -1
        masks = chosen([wanted[phrase]], left & program.zones[zone].holds,
                       setting.naming.owned(seat))
        if masks is None:
            have = {taker[card] for card in bits(wanted[phrase].mask) if card in taker}
            _missing(setting, fact.cards[phrase], wanted[phrase], zone,
                     [claims[other][2] for other in sorted(have - {claim})])
            continue
        taken[claim][phrase] = masks[0]
        taker.update(dict.fromkeys(bits(masks[0]), claim))
        left &= ~masks[0]
    numbers = [program.zone_number(*claim[0]) for claim in claims]
    named = {number for number, claim in zip(numbers, claims, strict=True) if claim[2].exactly}
    for number in range(program.zone_count):
        if number in named:
            state.zones[number] = 0
        state.zones[number] = left_here = state.zones[number] & left
        row = state.order[number]
        if row is not None and len(row) > left_here.bit_count():
            state.order[number] = [card for card in row if left_here >> card & 1]
    on_top: dict[int, list[int]] = {}
    for i, number in enumerate(numbers):
        for mask in taken[i]:
            state.zones[number] |= mask
            on_top.setdefault(number, []).extend(bits(mask))
    for number, cards in on_top.items():
        row = state.order[number]
        if row is not None:
            row[:0] = cards


def _missing(setting: Setting, phrase: m.Phrase, wanted: Wanted, zone: int,
             others: list[m.Holds]) -> None:
    """Why a phrase finds no card: there is none, not for this zone, or others have it."""
    zones = setting.rules.program.zones
    if not wanted.mask:
        setting.no_such_values(phrase, wanted)
        return
    if not wanted.mask & zones[zone].holds:
        places = ", ".join(each.name for each in zones if each.holds & wanted.mask)
        setting.report(phrase.at, f"{zones[zone].name} cannot hold {wanted.text}",
                       "every zone says which kinds of cards it holds",
                       f"such a card can lie in: {places}")
        return
    setting.problems.append(Diagnostic(
        "example-wrong", "error", f"there are not so many such cards: {wanted.text}",
        Label(phrase.at), tuple(Label(other.at, "named here too") for other in others),
        why="every card is in one place only, and there are as many as the components say",
        hint="name fewer, or other cards",
    ))
