"""Lowered rules as terms: numbers of things become names, shapes that mean the same agree."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl.core.walk import mentions, walk
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.lowering.program import Apart
from variorum_engine.interpreter.dependencies import reads, touched

from variorum.comparison.align import terms
from variorum.comparison.align.terms import (
    NONE,
    NOTHING,
    Block,
    Call,
    Cards,
    Case,
    Cases,
    Choices,
    Compare,
    Contents,
    Count,
    InZone,
    Local,
    Not,
    Number,
    Order,
    Part,
    Reference,
    Show,
    Term,
    Touched,
    Tree,
    Whole,
    inner,
)

_FLIPPED = {"is more than": "is less than", "is at least": "is at most"}
_OPPOSITE = {
    "is": "is not", "is not": "is", "is less than": "is at least", "is at most": "is more than",
    "is more than": "is at most", "is at least": "is less than",
}
_EMPTY = {("is", 0), ("is less than", 1), ("is at most", 0)}
_NOT_EMPTY = {("is not", 0), ("is more than", 0), ("is at least", 1)}
KIND_OF = "kind of "  # how lowering calls what tells the kinds of a kind apart
# What is worked out from these alone stays the same, whatever happens.
_STEADY = (c.Local | c.Players | c.Nobody | c.Number | c.Flag | c.Seat | c.Member | c.Single)
# What can change what is read at the table.
_CHANGING = c.Move | c.Shuffle | c.SetTrack | c.Decide | c.Together | c.Call | c.EndGame

Convertible = c.Expression | Tree | str | int | None


class Translation:
    """Turns the operations of one game into terms."""

    def __init__(self, kept: Apart, atoms: dict[str, int]) -> None:
        self.kept = kept
        self.program = kept.program
        self.symbols = kept.symbols
        self.atoms = atoms
        self.declared: dict[str, list[str]] = {}
        for kind in kept.symbols.game.kinds:
            for attribute in kind.attributes:
                self.declared.setdefault(attribute.name, []).append(kind.name)
        self.global_figures = {number: name for name, number in kept.symbols.figures.items()}
        self.names: dict[int, Tree] = {}  # locals that stand for something
        self.set_often: dict[int, int] = {}

    # ------------------------------------------------------------------------ things
    def cards(self, mask: int) -> Cards:
        return Cards(frozenset(name for name, own in self.atoms.items() if own & mask))

    def attribute(self, name: str, cards: int) -> Reference:
        """An attribute of these cards. One name that two kinds declare is two attributes."""
        kinds = {
            kind for kind in self.declared.get(name, ())
            if not cards or self.symbols.masks.get(kind, 0) & cards
        }
        if len(self.declared.get(name, ())) > 1:
            name = f"{name} of {' and '.join(sorted(kinds))}"
        return Reference("attribute", name)

    def _attribute(self, number: int, cards: c.Expression) -> Reference:
        return self.attribute(self.program.attributes[number].name,
                              cards.reach if cards.type in ("card", "cards") else 0)

    def zone(self, number: int) -> Reference:
        return Reference("zone", self.program.zones[number].name)

    def _track(self, number: int) -> Reference:
        return Reference("track", self.program.tracks[number].name)

    # ------------------------------------------------------------------------- parts
    def value(self, part: c.Expression | None) -> Tree:
        return NONE if part is None else self.expression(part)

    def _parts(self, parts: Iterable[Convertible]) -> tuple[Part, ...]:
        return tuple(
            NONE if part is None else self.expression(part) if isinstance(part, c.Typed) else part
            for part in parts
        )

    def _made(self, label: str, node: c.Expression, *parts: Convertible,
              order: Order = Order.FIXED, reads: frozenset[Touched] = NOTHING) -> Term:
        return Term(label, self._parts(parts), node.at, order=order, reads=reads)

    # ------------------------------------------------------------------- expressions
    def expression(self, node: c.Expression) -> Tree:  # noqa: C901 (one case for each operation)
        made = self._made
        match node:
            case c.Local(number):
                return self.names.get(number) or Local(number)
            case c.Number(value):
                return Number("number", (value,), node.at)
            case c.Flag(value):
                return made("flag", node, value)
            case c.Member(number):
                return self._member(node, number)
            case c.Seat(number):
                players = self.program.players
                if number >= players:
                    return Reference("dummy", self.program.dummy_names[number - players])
                return Term("seat", (number,))
            case c.Nobody():
                return made("nobody", node)
            case c.Players():
                return made("players", node)
            case c.Broken():
                return made("error", node)
            case c.Track(track, owner):
                return made("track", node, self._track(track), owner)
            case c.Figure(figure, player):
                return self._figure(figure, player)
            case c.Score(scoring, player):
                name = self.program.scorings[scoring].name
                return made("score", node, Reference("scoring", name), player,
                            reads=frozenset({Whole.TABLE}))
            case c.Attribute(attribute, card):
                return made("attribute", node, self._attribute(attribute, card), card)
            case c.LeftOf(player):
                return made("left", node, player)
            case c.RightOf(player):
                return made("right", node, player)
            case c.NextOf(players, after):
                return made("next", node, players, after)
            case c.Single(player):
                return made("single", node, player)
            case c.Zone(zone, owner):
                return Contents("zone", self._parts((self.zone(zone), owner)), node.at)
            case c.ZonesOf(zone, players):
                return Contents("zones_of", self._parts((self.zone(zone), players)), node.at,
                                several=True)
            case c.OfKind(mask, cards):
                if mask & cards.reach == cards.reach:
                    return self.expression(cards)
                if not mask & cards.reach:  # none of them, wherever they are looked for
                    return made("no_cards", node)
                return made("kind", node, self.cards(mask & cards.reach), cards)
            case c.Outside(mask, zone):
                return made("outside", node, self.cards(mask), zone,
                            reads=frozenset({Whole.TABLE}))
            case c.Top(zone, count, among):
                return made("top", node, among or zone, count)
            case c.OneOf(cards):
                return made("one_of", node, cards)
            case c.Union(left, right):
                return made("union", node, left, right, order=Order.FLAT)
            case c.Without(left, right):
                return made("without", node, left, right)
            case c.Count(of):
                return Count("count", self._parts((of,)), node.at)
            case c.IsEmpty(of):
                return made("empty", node, of)
            case c.TheOne(of):
                return made("the_one", node, of)
            case c.NumberRange(low, high):
                return made("numbers", node, low, high)
            case c.CardsSuchThat(local, cards, condition):
                return made("cards_such", node, Local(local), cards, condition)
            case c.PlayersSuchThat(local, players, condition):
                return made("players_such", node, Local(local), players, condition)
            case c.PlayersIf(condition, players):
                return made("players_if", node, condition, players)
            case c.CardsWhose(cards, attribute, comparison, value):
                return made("cards_whose", node, cards, self._attribute(attribute, cards),
                            comparison, value)
            case c.PlayersWhose(players, local, about, comparison, value):
                return made("players_whose", node, players, Local(local), about, comparison, value)
            case c.PlayersWhoseEmpty(players, local, about, negated):
                return made("players_whose", node, players, Local(local), about,
                            "is not empty" if negated else "is empty", None)
            case c.BestCards(cards, ranks):
                return made("best_cards", node, cards, self._card_ranks(ranks, cards))
            case c.BestPlayers(players, ranks):
                return made("best_players", node, players, self._player_ranks(ranks))
            case c.UniqueCards(cards, attribute):
                return made("unique_cards", node, cards, self._attribute(attribute, cards))
            case c.UniquePlayers(players, local, value):
                return made("unique_players", node, players, Local(local), value)
            case c.TotalOfCards(attribute, cards):
                return made("total_cards", node, self._attribute(attribute, cards), cards)
            case c.ExtremeOfCards(extreme, attribute, cards):
                return made(f"{extreme}_cards", node, self._attribute(attribute, cards), cards)
            case c.DifferentCards(attribute, cards):
                return made("different_cards", node, self._attribute(attribute, cards), cards)
            case c.SameCards(attribute, cards):
                return made("same_cards", node, self._attribute(attribute, cards), cards)
            case c.TotalOfPlayers(local, value, players):
                return made("total_players", node, Local(local), value, players)
            case c.ExtremeOfPlayers(extreme, local, value, players):
                return made(f"{extreme}_players", node, Local(local), value, players)
            case c.Sum(left, right):
                return _folded(made("+", node, left, right, order=Order.FLAT))
            case c.Difference(left, right):
                return _folded(made("-", node, left, right))
            case c.Product(left, right):
                return _folded(made("*", node, left, right, order=Order.FLAT))
            case c.Quotient(left, right):
                return made("/", node, left, right)
            case c.Rounded(direction, of):
                return made("round", node, direction, of)
            case c.Guard():
                return made("guard", node)
            case c.TwoOf(extreme, left, right):
                return made(f"{extreme}_of_two", node, left, right, order=Order.FLAT)
            case c.ByTable(values, of):
                return made("by_table", node, Term("values", values), of)
            case c.TotalOfEach(local, through, condition, value, best, extreme):
                return made("total_each", node, Local(local), through, condition, value, best,
                            extreme)
            case c.Otherwise(value, fallback):
                return made("otherwise", node, value, fallback)
            case c.And(parts):
                return made("and", node, *parts, order=Order.FLAT)
            case c.Or(parts):
                return made("or", node, *parts, order=Order.FLAT)
            case c.Not(of):
                return _negated(self.expression(of), node.at)
            case c.Compare(comparison, left, right):
                return _compared(comparison, self.expression(left), self.expression(right),
                                 node.at)
            case c.IsIn(member, of):
                return made("in", node, member, of)
            case c.IsKind(mask, cards):
                return made("is_kind", node, self.cards(mask), cards)
            case _:
                assert_never(node)

    def _member(self, node: c.Expression, number: int) -> Term:
        """A member of an attribute by its number; a kind that is named, by its cards."""
        name = node.type.removeprefix("member ")
        member: Part = number
        if name.startswith(KIND_OF):
            (table,) = (table for table in self.program.attributes if table.name == name)
            member = self.cards(self.symbols.masks[table.members[number]])
        return self._made("member", node, Reference("attribute", name), member)

    def _figure(self, number: int, player: c.Expression) -> Tree:
        name = self.global_figures.get(number)
        if name is not None:
            return Term("figure", (Reference("figure", name), self.expression(player)),
                        reads=frozenset({Whole.TABLE}))
        # A figure that lines of play make for themselves is read as what it says.
        table = self.program.figures[number]
        before = self.names.get(table.local)
        self.names[table.local] = self.expression(player)
        made = self.expression(table.value)
        if before is None:
            del self.names[table.local]
        else:
            self.names[table.local] = before
        return made

    def _player_ranks(self, ranks: tuple[c.PlayerRank, ...]) -> Term:
        return Term("ranks", tuple(
            Term("rank", (rank.extreme, Local(rank.local), self.expression(rank.value)))
            for rank in ranks))

    def _card_ranks(self, ranks: tuple[c.CardRank, ...], cards: c.Expression) -> Term:
        return Term("ranks", tuple(
            Term("rank", (rank.extreme, self._attribute(rank.attribute, cards)))
            for rank in ranks))

    # ------------------------------------------------------------------------- lines
    def whole(self, lines: tuple[c.Line, ...]) -> Block:
        """A block that nothing else shares locals with."""
        # Several cases can share one body, which is then there more than once.
        for node in {id(each): each for each in walk(lines)}.values():
            if isinstance(node, c.SetLocal):
                self.set_often[node.local] = self.set_often.get(node.local, 0) + 1
        return self.block(lines)

    def block(self, lines: tuple[c.Line, ...]) -> Block:
        found: list[Term] = []
        for place, line in enumerate(lines):
            match line:
                case c.Nothing():
                    continue
                case c.SetLocal(local, value) if self._can_stand_for(line, lines[place + 1 :]):
                    self.names[local] = self.expression(value)
                case _:
                    found.append(self.line(line))
        return Block("block", tuple(found), order=Order.LINES)

    def _can_stand_for(self, line: c.SetLocal, rest: tuple[c.Line, ...]) -> bool:
        """A name that is made once can be read as what it stands for, as long as that stays."""
        if self.set_often.get(line.local, 0) != 1:
            return False
        if all(
            isinstance(part, _STEADY)
            and not (isinstance(part, c.Local) and self.set_often.get(part.number, 0) > 1)
            for part in walk(line.value)
        ):
            return True
        using = [other for other in rest if mentions(other, line.local)]
        if len(using) != 1:
            return False
        between = rest[: rest.index(using[0])]
        return not any(isinstance(node, _CHANGING) for node in walk(between)) and not mentions(
            _below(using[0]), line.local)

    def line(self, line: c.Line) -> Term:
        match line:
            case c.Move(cards, to, _, depth):
                moved, where = self.expression(cards), self.zone(to.zone)
                deep = () if depth is None else (Term("bottom"),) if depth.at_bottom else (
                    Term(depth.level, (self.expression(depth.others),)),)
                return InZone(
                    "move", self._parts((moved, where, to.owner, *deep)), line.at, line.cites,
                    changes=frozenset({where, *_zones(moved), *self._sets_off(line)}), owner=2)
            case c.Shuffle(zone):
                where = self.zone(zone.zone)
                return InZone("shuffle", self._parts((where, zone.owner)), line.at, line.cites,
                              changes=frozenset({where}))
            case c.SetLocal(local, value):
                return self._line("set_local", line, Local(local), value, changes={Local(local)})
            case c.SetTrack(track, value):
                ref = self._track(track.track)
                return self._line("set_track", line, ref, track.owner, value, changes={ref})
            case c.Show(cards, to):
                return Show("show", self._parts((cards, to)), line.at, line.cites)
            case c.If(condition, then, otherwise):
                return self._line("if", line, condition, self.block(then), self.block(otherwise))
            case c.Cases():
                return self._cases(line)
            case c.ForEachPlayer(local, players, start, ranks, until, body):
                return self._line("for_players", line, Local(local), players, start,
                                  self._player_ranks(ranks), until, self.block(body),
                                  changes={Local(local)})
            case c.ForEachCard(local, cards, card_ranks, until, body):
                return self._line("for_cards", line, Local(local), cards,
                                  self._card_ranks(card_ranks, cards), until, self.block(body),
                                  changes={Local(local)})
            case c.ForEachMember(local, count, until, body):
                return self._line("for_members", line, Local(local), count, until,
                                  self.block(body), changes={Local(local)})
            # What a loop uses up is a promise, and changes no game.
            case c.Repeat(until, _, body):
                return self._line("repeat", line, until, self.block(body))
            case c.Turns(start, local, players, until, _, body):
                return _asking(self._line("turns", line, start, Local(local), players, until,
                                          self.block(body)))
            case c.Decide(who, choices):
                return _asking(self._line("decide", line, who, self._choices(choices)))
            case c.Together(local, players, choices, body):
                return _asking(self._line("together", line, Local(local), players,
                                          self._choices(choices), self.block(body)))
            case c.Chance(local, low, high, source, told):
                # What stands for the lot in real life is no rule of play, but a fact.
                by = (Term("told", (told,)),) if told else ()
                return self._line("chance", line, Local(local), low, high, source, *by,
                                  changes={Local(local)})
            case c.Call(procedure, body):
                return Call("call", (procedure, self.block(body)), line.at, line.cites)
            case c.EndRound():
                return self._line("end_round", line, changes={Whole.EVERYTHING})
            case c.EndGame():
                return self._line("end_game", line, changes={Whole.EVERYTHING})
            case c.Nothing():
                return self._line("nothing", line)
            case _:
                assert_never(line)

    def _line(self, label: str, line: c.Line, *parts: Convertible,
              changes: Iterable[Touched] = ()) -> Term:
        return Term(label, self._parts(parts), line.at, line.cites, changes=frozenset(changes))

    def _cases(self, line: c.Cases) -> Cases:
        left = line.card.reach
        bodies: dict[int, tuple[int, tuple[c.Line, ...]]] = {}
        for mask, body in line.cases:
            taken = mask & left
            left &= ~taken
            if taken:
                bodies[id(body)] = (bodies.get(id(body), (0, ()))[0] | taken, body)
        made = tuple(
            Case("case", (self.cards(mask), self.block(body)), body[0].at if body else line.at,
                 body[0].cites if body else ())
            for mask, body in bodies.values()
        )
        return Cases("cases", (self.expression(line.card), *made), line.at, line.cites,
                     order=Order.REST)

    def _choices(self, choices: tuple[c.Choice, ...]) -> Choices:
        return Choices("choices", tuple(map(self._choice, choices)), order=Order.ANY)

    def _choice(self, choice: c.Choice) -> Term:
        pick = NONE if choice.pick is None else self._pick(choice.pick)
        return Term("choice", (self.value(choice.condition), pick, self.block(choice.body)),
                    choice.at, choice.cites)

    def _pick(self, pick: c.Pick) -> Term:
        return _asking(Term("pick", self._parts((
            pick.low, pick.high, pick.source, Local(pick.local), pick.such_that))))

    # ----------------------------------------------------------------- what a move sets off
    def _sets_off(self, move: c.Move) -> set[Touched]:
        """What can follow a move at once: the end of the game, or an effect."""
        moved = touched(move, self.program)
        if any(end.at_once and moved.meets(reads(end.condition, self.program))
               for end in self.program.ends):
            return {Whole.EVERYTHING}
        found: set[Touched] = set()
        for effect in self.kept.effects:
            if effect.zone == move.to.zone and effect.mask & move.cards.reach:
                for node in walk(effect.condition, effect.body):
                    match node:
                        case c.Zone(zone) | c.ZonesOf(zone):
                            found.add(self.zone(zone))
                        case c.Track(track):
                            found.add(self._track(track))
                        case c.Decide() | c.Together():
                            found.add(Whole.DECISIONS)
                        case c.Figure() | c.Score() | c.Outside() | c.EndGame() | c.EndRound():
                            found.add(Whole.EVERYTHING)
                        case _:
                            pass  # the others touch what the nodes inside them touch
        return found


def _below(line: c.Line) -> tuple[object, ...]:
    """What of a line is followed only after other things may have happened."""
    match line:
        case c.If(_, then, otherwise):
            return then, otherwise
        case c.Cases(_, cases):
            return cases
        case c.ForEachPlayer() | c.ForEachCard() | c.ForEachMember() | c.Repeat():
            return line.until, line.body
        case c.Turns():
            return line.players, line.until, line.body
        case c.Decide(_, choices):
            return tuple(choice.body for choice in choices)
        case c.Together(_, _, choices, body):
            return *(choice.body for choice in choices), body
        case c.Call(_, body):
            return body
        case (c.Move() | c.Shuffle() | c.SetLocal() | c.SetTrack() | c.Show() | c.Chance()
              | c.EndRound() | c.EndGame() | c.Nothing()):
            return ()
        case _:
            assert_never(line)


def _asking(term: Term) -> Term:
    """A term that asks players; whom it asks, and from what, must not change meanwhile."""
    names = (part for part in term.parts if isinstance(part, Local))
    return replace(term, changes=frozenset({Whole.DECISIONS, *names}))


def _zones(tree: Tree) -> set[Touched]:
    return {part for part in terms.walk(tree)
            if isinstance(part, Reference) and part.category == "zone"}


# ------------------------------------------------------------------- conditions in one shape
def _compared(how: str, left: Tree, right: Tree, at: Place) -> Term:
    """Numbers stand on the right, nothing is more or at least, and no count is 0."""
    if isinstance(left, Number) and not isinstance(right, Number) and how in ("is", "is not"):
        left, right = right, left
    if isinstance(left, Count) and isinstance(right, Number):
        empty = Term("empty", left.parts, at)
        if (how, right.value) in _EMPTY:
            return empty
        if (how, right.value) in _NOT_EMPTY:
            return Not("not", (empty,), at)
    if how in _FLIPPED:
        how, left, right = _FLIPPED[how], right, left
    return Compare("compare", (how, left, right), at,
                   order=Order.REST if how in ("is", "is not") else Order.FIXED)


def _negated(condition: Tree, at: Place) -> Tree:
    if isinstance(condition, Not):
        (inside,) = inner(condition)
        return inside
    if isinstance(condition, Compare):
        left, right = inner(condition)
        return _compared(_OPPOSITE[condition.how], left, right, at)
    return Not("not", (condition,), at)


def _folded(term: Term) -> Term:
    """Two numbers are worked out."""
    left, right = term.parts
    if not isinstance(left, Number) or not isinstance(right, Number):
        return term
    a, b = left.value, right.value
    value = a + b if term.label == "+" else a - b if term.label == "-" else a * b
    return Number("number", (value,), term.at)
