"""What a name stands for, and the words for types."""

from __future__ import annotations

from typing import Any

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.english import article
from variorum_dsl.lowering.components import MOST_PROBLEMS
from variorum_dsl.lowering.reach import Reaching
from variorum_dsl.lowering.scope import Alias, Local, Scope
from variorum_dsl.lowering.symbols import PREDECLARED, Symbols

SHOWN = {
    "number": "a number", "flag": "a yes or no", "player": "a player", "players": "players",
    "card": "a card", "cards": "cards", "numbers": "numbers",
}


def shown(kind: str) -> str:
    """A type in plain words."""
    attribute = kind.removeprefix("member ")
    return SHOWN.get(kind) or f"{article(attribute)} {attribute}"


class Names:
    """Finds what a name means in a scope. What is wrong gets the type "" and stays silent."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.program = symbols.program
        self.reaching = Reaching()
        self.seats: dict[str, int] = {}  # the players of an example, by name
        # What a name can mean by itself, and as a property of something: the first one counts.
        self.things = (
            ("zone", symbols.zones), ("track", symbols.tracks), ("figure", symbols.figures),
            ("scoring", symbols.scorings),
        )
        self.properties = (
            ("figure", symbols.figures), ("scoring", symbols.scorings), ("track", symbols.tracks),
            ("zone", symbols.zones), ("attribute", symbols.attributes),
        )

    def lower(self, expression: Any, scope: Scope) -> c.Expression:
        """An expression with its names resolved and its type known."""
        raise NotImplementedError

    def new_local(self, kind: str, reach: int = 0) -> Local:
        number = self.program.locals
        self.program.locals += 1
        return Local(number, kind, reach)

    def wrong(self, at: Place, title: str, why: str, hint: str = "") -> c.Expression:
        self.symbols.report("wrong-type", title, at, why=why, hint=hint)
        return c.Broken(at=at)

    def want(self, expression: Any, scope: Scope, *kinds: str, what: str) -> c.Expression:
        """Lower a part that must be of one of these types."""
        found = self.lower(expression, scope)
        if found.type == "card" and "cards" in kinds:
            return found
        if found.type and found.type not in kinds:
            wanted = " or ".join(shown(kind) for kind in kinds)
            return self.wrong(
                expression.at, f"{what} must be {wanted}, and this is {shown(found.type)}",
                "the two do not go together",
            )
        return found

    def player(self, expression: Any, scope: Scope, what: str) -> c.Expression:
        return self.want(expression, scope, "player", what=what)

    def cards(self, expression: Any, scope: Scope, what: str) -> c.Expression:
        return self.want(expression, scope, "cards", "card", what=what)

    def _name(self, e: m.Name, scope: Scope) -> c.Expression:
        found = scope.find(e.name)
        symbols = self.symbols
        if isinstance(found, Local):
            return c.Local(found.number, type=found.type, at=e.at, reach=self.reaching.of(found))
        if isinstance(found, Alias):
            return self._owned_thing(found.word, found.number, e.name, None, e.at, scope)
        if e.name in self.seats:
            return c.Seat(self.seats[e.name], type="player", at=e.at)
        if e.name == "players":
            return c.Players(type="players", at=e.at)
        if e.name == "nobody":
            return c.Nobody(type="player", at=e.at)
        for word, table in self.things:
            if e.name in table:
                symbols.used.add((word, e.name))
                return self._owned_thing(word, table[e.name], e.name, None, e.at, scope)
        if e.name in symbols.dummies:
            symbols.used.add(("dummy", e.name))
            return c.Seat(symbols.dummies[e.name], type="player", at=e.at)
        if e.name in symbols.members:
            attribute, member = symbols.members[e.name]
            kind = f"member {self.program.attributes[attribute].name}"
            return c.Member(member, type=kind, at=e.at)
        self._unknown_name(e.name, e.at, scope)
        return c.Broken(at=e.at)

    def _unknown_name(self, name: str, at: Place, scope: Scope) -> None:
        symbols = self.symbols
        if len(symbols.problems) >= MOST_PROBLEMS:
            return
        if name in symbols.parents or name in symbols.marks:
            symbols.report(
                "wrong-type", f"{quote(name)} is a kind of card, not a set of cards", at,
                why="a kind says which cards, not where they are",
                hint=f"{name} in ZONE, for example",
            )
            return
        if name in symbols.members:
            attribute = self.program.attributes[symbols.members[name][0]].name
            sort = shown(f"member {attribute}")
            symbols.report(
                "wrong-type", f"{quote(name)} is {sort}, and belongs to nobody", at,
                why="what stands before `of` is something that a card or a player has",
                hint=f"say where the cards are first: ZONE of PLAYERS whose {attribute} is {name}",
            )
            return
        known = [
            *scope.visible(), *symbols.zones, *symbols.tracks, *symbols.figures,
            *symbols.scorings, *symbols.dummies, *symbols.members, *self.seats, *PREDECLARED,
        ]
        dummy = next((d for d in symbols.game.dummies if d.name == name), None)
        if dummy is not None:
            symbols.report(
                "unknown-name", f"{quote(name)} takes no part with {symbols.players} players",
                at, why=f"it is a dummy for {dummy.low} to {dummy.high} players only",
                hint=f"put this below: with {dummy.low} players",
            )
            return
        later = next((each for each in symbols.game.figures if each.name == name), None)
        if later is not None:
            symbols.report(
                "unknown-name", f"{quote(name)} is declared only further down", at, "used here",
                why="a figure is worked out from those above it",
                hint=f"move {name} up, above what uses it",
                secondary=(Label(later.at.head(), "declared here"),),
            )
            return
        symbols.unknown("thing", name, at, known)

    def _owned_thing(
        self, word: str, number: int, name: str, owner: c.Expression | None, at: Place, scope: Scope
    ) -> c.Expression:
        """A zone, track or figure, of an owner where one is named."""
        program = self.program
        each = word in ("figure", "scoring") or (
            program.zones[number].each_player if word == "zone"
            else program.tracks[number].each_player if word == "track" else False
        )
        if word == "attribute":
            return self.wrong(at, f"{quote(name)} is something that a card has",
                              "it needs a card", f"{name} of CARD, or total {name} of CARDS")
        if each and owner is None:
            if scope.self_player is None:
                return self.wrong(
                    at, f"{quote(name)} belongs to each player: say whose",
                    "every player has one of their own", f"{name} of p",
                )
            owner = c.Local(scope.self_player.number, type="player", at=at)
        elif not each and owner is not None:
            return self.wrong(at, f"{quote(name)} belongs to the table, not to a player",
                              "there is only one", name)
        if word == "zone":
            reach = program.zones[number].holds
            if owner is not None and owner.type == "players":
                return c.ZonesOf(number, owner, type="cards", at=at, reach=reach)
            return c.Zone(number, owner, type="cards", at=at, reach=reach)
        if owner is not None and owner.type == "players":
            return self.wrong(at, f"{quote(name)} belongs to one player at a time",
                              "this names several players",
                              f"total {name} of PLAYERS, or highest {name} of PLAYERS")
        if word == "track":
            return c.Track(number, owner, type=program.tracks[number].type, at=at)
        assert owner is not None
        if word == "figure":
            return c.Figure(number, owner, type="number", at=at)
        return c.Score(number, owner, type="number", at=at)

    def _property(self, name: str, scope: Scope) -> tuple[str, int] | None:
        """What a name means as a property: of a card, or of a player."""
        found = scope.find(name)
        if isinstance(found, Alias):
            return found.word, found.number
        symbols = self.symbols
        for word, table in self.properties:
            if name in table:
                symbols.used.add((word, name))
                return word, table[name]
        return None

    def twice(self, name: str, word: str, at: Place) -> c.Expression:
        """Cards are asked for something whose name means something else."""
        return self.wrong(at, f"{quote(name)} is a {word}, and something that cards have as well",
                          "a name stands for one thing, and cards cannot be asked for the "
                          f"{word}", f"give the {word} another name")

    def _owned(self, e: m.Owned, scope: Scope) -> c.Expression:
        if e.name in ("left", "right"):
            of = self.player(e.of, scope, f"{e.name} of")
            neighbour = c.LeftOf if e.name == "left" else c.RightOf
            return neighbour(of, type="player", at=e.at)
        found = self._property(e.name, scope)
        if found is None:
            self.lower(e.of, scope)
            self._unknown_name(e.name, start_of(e.at, e.name), scope)
            return c.Broken(at=e.at)
        word, number = found
        of = self.lower(e.of, scope)
        if not of.type:
            return c.Broken(at=e.at)
        if word == "attribute":
            if of.type not in ("card", "cards"):
                return self.wrong(e.of.at, f"{quote(e.name)} is something that a card has, and "
                                  f"this is {shown(of.type)}", "only cards have attributes")
            return c.Attribute(number, of, type=self._attribute_type(number), at=e.at)
        if of.type in ("card", "cards") and e.name in self.symbols.attributes:
            return self.twice(e.name, word, start_of(e.at, e.name))
        if of.type not in ("player", "players"):
            return self.wrong(e.of.at, f"{quote(e.name)} belongs to a player, and this is "
                              f"{shown(of.type)}", "only players own things")
        return self._owned_thing(word, number, e.name, of, e.at, scope)

    def _attribute_type(self, number: int) -> str:
        table = self.program.attributes[number]
        return f"member {table.name}" if table.members else "number"

    def mask(self, name: str, at: Place, *, first: bool = False) -> int:
        """The cards of a kind, or with a mark, whose name may be the first word of the place."""
        symbols = self.symbols
        if name not in symbols.masks:
            symbols.unknown("kind of card", name, start_of(at, name) if first else at,
                            symbols.masks)
            return 0
        symbols.used.add(("kind", name))
        return symbols.masks[name]


def start_of(at: Place, name: str) -> Place:
    """The place of the first word."""
    return Place(at.path, at.line, at.column, at.line, at.column + len(name))
