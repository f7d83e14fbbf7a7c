"""Expressions: names become numbers, and every part gets a type."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Literal, assert_never

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import respelt
from variorum_dsl.english import article
from variorum_dsl.lowering.context import Lowering
from variorum_dsl.lowering.domains import one_type, owner_called, owner_type
from variorum_dsl.lowering.narrowing import holder
from variorum_dsl.lowering.scope import Alias, Local, Property, Scope, Thing
from variorum_dsl.lowering.symbols import MOST_PROBLEMS, PREDECLARED
from variorum_dsl.lowering.uses import Role

SETS = ("cards", "players", "card")
PLACE = c.Zone | c.Track
ORDERED = ("is at least", "is at most", "is more than", "is less than")
SHOWN = {
    "number": "a number", "flag": "a yes or no", "player": "a player", "players": "players",
    "card": "a card", "cards": "cards", "numbers": "numbers",
}


def shown(kind: str) -> str:
    """A type in plain words."""
    attribute, _, seen_as = kind.removeprefix("member ").partition(" as ")
    if kind.startswith("members "):
        return f"every {seen_as or attribute.removeprefix('members ')}"
    return SHOWN.get(kind) or f"{article(seen_as or attribute)} {seen_as or attribute}"


def one_of_set(kind: str) -> str:
    """The type of one member of a set."""
    if kind.startswith("members "):
        return "member " + kind.removeprefix("members ")
    return {"cards": "card", "players": "player", "card": "card"}.get(kind, "")


def lower(  # noqa: C901 - one case for each construct
    ctx: Lowering, e: m.Expression, scope: Scope
) -> c.Expression:
    """An expression with its names resolved and its type known. What is wrong is reported and has
    no type, and nothing more is said about what it is a part of."""
    ctx.budget.spend(2, "this", e.at)
    match e:
        case m.Number():
            return c.Number(e.value, type="number", at=e.at)
        case m.Truth():
            return c.Flag(e.value, type="flag", at=e.at)
        case m.Name():
            return _name(ctx, e, scope)
        case m.Nth():
            return _nth(ctx, e, scope)
        case m.This():
            return _this(ctx, e, scope)
        case m.Owned():
            return _owned(ctx, e, scope)
        case m.Among():
            return _among(ctx, e, scope)
        case m.Outside():
            return _outside(ctx, e, scope)
        case m.Top():
            return _top(ctx, e, scope)
        case m.Whose():
            return _whose(ctx, e, scope)
        case m.Ranked():
            return _ranked(ctx, e, scope)
        case m.Unique():
            return _unique(ctx, e, scope)
        case m.Those():
            return _those(ctx, e, scope)
        case m.OneOf():
            of = cards(ctx, e.of, scope, "what one is taken of")
            return c.OneOf(of, type="card" if of.type else "", at=e.at, reach=of.reach)
        case m.TheOne():
            return seen_as(ctx, the_one(ctx, e, scope), scope)
        case m.Numbers():
            low = want(ctx, e.low, scope, "number", what="the lowest number")
            high = want(ctx, e.high, scope, "number", what="the highest number")
            return c.NumberRange(low, high, type="numbers", at=e.at)
        case m.Members():
            if e.kind:
                return _kinds(ctx, e)
            return members(ctx, e.attribute, e.at, e.attribute_at)
        case m.Aggregate():
            return _aggregate(ctx, e, scope)
        case m.Count():
            of = selection(ctx, e.of, scope, "what is counted")
            return c.Count(of, type="number", at=e.at)
        case m.ByPlayers():
            return _by_players(ctx, e, scope)
        case m.Next():
            of = as_set(want(ctx, e.of, scope, "players", "player", what="who may be next"))
            after = player(ctx, e.after, scope, "the one before")
            return c.NextOf(of, after, type="player" if of.type else "", at=e.at)
        case m.Empty():
            return _empty(ctx, e, scope)
        case m.TwoOf():
            left = want(ctx, e.left, scope, "number", what=f"the {e.size} of")
            right = want(ctx, e.right, scope, "number", what=f"the {e.size} of")
            extreme: c.Extreme = "highest" if e.size == "larger" else "lowest"
            return c.TwoOf(extreme, left, right, type="number", at=e.at)
        case m.ByTable():
            of = want(ctx, e.of, scope, "number", what="what the table is for")
            return c.ByTable(e.values, of, type="number", at=e.at)
        case m.Each():
            return _each(ctx, e, scope)
        case m.Shared():
            return _shared(ctx, e, scope)
        case m.Rounded(of=m.Shared() as share):
            return _shared(ctx, share, scope, e)
        case m.Rounded():
            of = want(ctx, e.of, scope, "number", what="what is rounded")
            return c.Rounded(e.direction, of, type="number", at=e.at)
        case m.Binary():
            return _binary(ctx, e, scope)
        case m.Joined():
            joined = c.And if e.operation == "and" else c.Or
            return joined(tuple(want(ctx, part, scope, "flag", what="a condition")
                                for part in e.parts), type="flag", at=e.at)
        case m.Not():
            return c.Not(want(ctx, e.of, scope, "flag", what="a condition"), type="flag", at=e.at)
        case m.Compare():
            return _compare(ctx, e, scope)
        case m.IsEmpty() | m.Exists():
            return _is_empty(ctx, e, scope)
        case m.IsA() if (named := _named_kind(ctx, e.kind, e.kind_at, scope)) is not None:
            of = cards(ctx, e.of, scope, "what is a kind of card")
            return _is_of_named(of, named, e)
        case m.IsA(of=m.Name(name=name)) if (
                picked := _named_kind(ctx, name, e.of.at, scope)) is not None:
            return _is_below(ctx, e, picked[1])
        case m.IsA():
            of = cards(ctx, e.of, scope, "what is a kind of card")
            test = c.IsKind(mask_of(ctx, e.kind, e.at, e.kind_at), of, type="flag", at=e.at)
            return c.Not(test, type="flag", at=e.at) if e.negated else test
        case _:
            assert_never(e)


def the_one(ctx: Lowering, e: m.TheOne, scope: Scope) -> c.Expression:
    """The only member of a set. One row is still that row, and not yet its cards."""
    of = selection(ctx, e.of, scope, "what follows the one in")
    return c.TheOne(of, type=one_of_set(of.type), at=e.at, reach=of.reach)


def want(
    ctx: Lowering, expression: m.Expression, scope: Scope, *kinds: str, what: str
) -> c.Expression:
    """Lower a part that must be of one of these types."""
    found = lower(ctx, expression, scope)
    if "cards" in kinds:
        found = cards_of(ctx, found, scope)
    if found.type == "card" and "cards" in kinds:
        return found
    if found.type and found.type not in kinds:
        wanted = " or ".join(shown(kind) for kind in kinds)
        return ctx.wrong(
            expression.at, f"{what} must be {wanted}, and this is {shown(found.type)}",
            "the two do not go together",
        )
    return found


def selection(
    ctx: Lowering, expression: m.Expression, scope: Scope, what: str, *others: str
) -> c.Expression:
    """Lower a set of cards, of players, or of members; `row` alone is every row. What else it may
    be, the others say."""
    if isinstance(expression, m.Name) and scope.find(expression.name) is None:
        owner = owner_called(ctx.symbols, expression.name)
        if owner is not None and scope.this_one(
            one_type(ctx.program, owner).partition(" as ")[0]) is None:
            return members(ctx, expression.name, expression.at, expression.at)
    found = lower(ctx, expression, scope)
    if found.type.startswith("members "):
        return found
    if found.type and found.type not in (*SETS, *others):
        return ctx.wrong(
            expression.at, f"{what} must be cards or players, and this is {shown(found.type)}",
            "the two do not go together",
        )
    return found


def seen_as(ctx: Lowering, one: c.Expression, scope: Scope) -> c.Expression:
    """One member, as the place that it was called by: a row is the cards of that row."""
    plain, _, name = one.type.partition(" as ")
    if not name:
        return one
    one = replace(one, type=plain)
    word: Property = "zone" if name in ctx.symbols.zones else "track"
    number = ctx.symbols.zones[name] if word == "zone" else ctx.symbols.tracks[name]
    return _owned_thing(ctx, word, number, name, one, one.at, scope)


def cards_of(ctx: Lowering, found: c.Expression, scope: Scope) -> c.Expression:
    """The cards of several places, where cards are meant: `every row` is what lies in the rows."""
    place = found.type.partition(" as ")[2]
    several = found.type.startswith("members ") and place in ctx.symbols.zones
    return seen_as(ctx, found, scope) if several else found


def player(ctx: Lowering, expression: m.Expression, scope: Scope, what: str) -> c.Expression:
    return want(ctx, expression, scope, "player", what=what)


def cards(ctx: Lowering, expression: m.Expression, scope: Scope, what: str) -> c.Expression:
    return want(ctx, expression, scope, "cards", "card", what=what)


def _name(ctx: Lowering, e: m.Name, scope: Scope) -> c.Expression:
    symbols = ctx.symbols
    binding = scope.find(e.name)
    if binding is not None:
        ctx.used(binding, e.at, ctx.role(e))
        found = binding.value
        if isinstance(found, Alias):
            return _owned_thing(ctx, found.word, found.number, e.name, None, e.at, scope)
        local = c.Local(found.number, type=found.type, at=e.at, reach=ctx.reaching.of(found))
        return local if local.type.startswith("members ") else seen_as(ctx, local, scope)
    if e.name in ctx.seats:
        return c.Seat(ctx.seats[e.name], type="player", at=e.at)
    if e.name == "players":
        return c.Players(type="players", at=e.at)
    if e.name == "nobody":
        return c.Nobody(type="player", at=e.at)
    for word, table in ctx.things:
        if e.name in table:
            symbols.used(word, e.name, e.at, ctx.role(e))
            return _owned_thing(ctx, word, table[e.name], e.name, None, e.at, scope)
    if e.name in symbols.dummies:
        symbols.used("dummy", e.name, e.at)
        return c.Seat(symbols.dummies[e.name], type="player", at=e.at)
    if e.name in symbols.members:
        symbols.used("member", e.name, e.at)
        attribute, member = symbols.members[e.name]
        kind = f"member {ctx.program.attributes[attribute].name}"
        return c.Member(member, type=kind, at=e.at)
    if e.name in symbols.values:
        symbols.used("member", e.name, e.at)
        return c.Number(symbols.values[e.name][1], type="number", at=e.at)
    if owner_called(symbols, e.name) is not None:
        return members(ctx, e.name, e.at, e.at)
    _unknown_name(ctx, e.name, e.at, e.at, scope, alone=True)
    return c.Broken(at=e.at)


def _unknown_name(
    ctx: Lowering, name: str, at: Place, name_at: Place, scope: Scope,
    fitting: Collection[str] | None = None, *, alone: bool = False,
) -> None:
    """Report a name that nothing has; one that stands alone has no owner behind it."""
    symbols = ctx.symbols
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
        attribute = ctx.program.attributes[symbols.members[name][0]].name
        sort = shown(f"member {attribute}")
        symbols.report(
            "wrong-type", f"{quote(name)} is {sort}, and belongs to nobody", at,
            why="what stands before `of` is something that a card or a player has",
            hint=f"say where the cards are first: ZONE of PLAYERS whose {attribute} is {name}",
        )
        return
    if name in ("more", "higher", "greater", "less", "fewer", "lower"):
        bound = "at least" if name in ("more", "higher", "greater") else "at most"
        symbols.report(
            "unknown-name", f"no thing here is called {quote(name)}", at, f"`is {bound}` is meant",
            why="behind `or` stands another condition", hint=f"is {bound} 3, for example",
        )
        return
    known = [
        *scope.visible(), *symbols.zones, *symbols.tracks, *symbols.figures,
        *symbols.scorings, *symbols.dummies, *symbols.members, *symbols.values, *ctx.seats,
        *PREDECLARED,
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

    def whole(near: str) -> str:
        owned = alone and scope.this_one("player") is None and any(
            owners_of(ctx, word, table[near]).sort == "player"
            for word, table in ctx.things if near in table)
        return f"{near} of {_somebody(ctx, scope)}" if owned else near

    symbols.unknown("thing", name, at, known, name_at, fitting, whole)


def _somebody(ctx: Lowering, scope: Scope) -> str:
    """A player whom the lines above name, the nearest one, who sits there, or whom the table
    remembers."""
    for name in scope.visible():
        binding = scope.find(name)
        if binding is not None and isinstance(binding.value, Local) and (
            binding.value.type == "player"
        ):
            return name
    return next(iter((*ctx.seats, *(track.name for track in ctx.symbols.game.tracks if (
        track.type == "player" and not track.each and track.numbers is None)))), "p")


def _owned_thing(
    ctx: Lowering, word: Property, number: int, name: str, owner: c.Expression | None, at: Place,
    scope: Scope,
) -> c.Expression:
    """A zone, track or figure, of an owner where one is named."""
    program = ctx.program
    if word == "attribute":
        return ctx.wrong(at, f"{quote(name)} is something that a card has",
                         "it needs a card", f"{name} of CARD, or total {name} of CARDS")
    domain = owners_of(ctx, word, number)
    sort = owner_type(program, domain).partition(" as ")[0]
    each = sort.removeprefix("member ")
    if domain.sort != "table" and owner is None:
        this = scope.this_one(sort)
        if this is None:
            whose = _somebody(ctx, scope) if each == "player" else (
                program.attributes[domain.attribute].members[0])
            hint = f"{name} 1" if each == name else f"{name} of {whose}"
            return ctx.wrong(
                at, f"{quote(name)} belongs to each {each}: say whose",
                "every player has one of their own" if each == "player"
                else f"there is one for each {each}", hint,
            )
        owner = c.Local(this.number, type=sort, at=at)
    elif domain.sort == "table" and owner is not None:
        return ctx.wrong(at, f"{quote(name)} belongs to the table, not to "
                         f"{'a player' if _group(owner.type) == 'players' else shown(owner.type)}",
                         "there is only one", name)
    if owner is not None and one_of_set(owner.type).partition(" as ")[0] == sort:
        owner = replace(owner, type=owner.type.partition(" as ")[0])
        if word == "zone":
            return c.ZonesOf(number, owner, type="cards", at=at, reach=program.zones[number].holds)
        several = "PLAYERS" if each == "player" else f"every {each}"
        return ctx.wrong(at, f"{quote(name)} belongs to one {each} at a time",
                         f"this names several {'players' if each == 'player' else 'of them'}",
                         f"total {name} of {several}, or highest {name} of {several}")
    if owner is not None and owner.type != sort:
        only = "only players own things" if each == "player" else f"there is one for each {each}"
        return ctx.wrong(
            owner.at, f"{quote(name)} belongs to {article(each)} {each}, and this is "
            f"{shown(owner.type)}", only, "" if each == "player" or each == name else
            f"{name} of {program.attributes[domain.attribute].members[0]}, for example")
    if word == "zone":
        zone = c.Zone(number, owner, type="cards", at=at, reach=program.zones[number].holds)
        held = holder(zone)
        known = None if held is None else ctx.zone_reach.get(held[1:])
        return zone if known is None else replace(zone, reach=known)
    if word == "track":
        return c.Track(number, owner, type=program.tracks[number].type, at=at)
    assert owner is not None
    if word == "figure":
        return c.Figure(number, owner, type="number", at=at)
    return c.Score(number, owner, type="number", at=at)


def owners_of(ctx: Lowering, word: Thing, number: int) -> c.Domain:
    """Who has one each of a zone, a track, a figure or a score."""
    match word:
        case "zone":
            return ctx.program.zones[number].domain
        case "track":
            return ctx.program.tracks[number].domain
        case "figure":
            return ctx.program.figures[number].domain
        case "scoring":
            return c.Domain("player", ctx.symbols.owners)
        case _:
            assert_never(word)


def property_of(
    ctx: Lowering, name: str, scope: Scope, at: Place, role: Role = "reads"
) -> tuple[Property, int] | None:
    """What a name means as a property: of a card, or of a player."""
    binding = scope.find(name)
    if binding is not None:
        if isinstance(binding.value, Alias):
            ctx.used(binding, at, role)
            return binding.value.word, binding.value.number
        if not binding.value.type:
            ctx.used(binding, at, role)  # a parameter of which nothing is known
    for word, table in ctx.properties:
        if name in table:
            ctx.symbols.used(word, name, at, role)
            return word, table[name]
    return None


def _twice(ctx: Lowering, name: str, word: str, at: Place) -> c.Expression:
    """Cards are asked for something whose name means something else."""
    return ctx.wrong(at, f"{quote(name)} is a {word}, and something that cards have as well",
                     "a name stands for one thing, and cards cannot be asked for the "
                     f"{word}", f"give the {word} another name")


def _owned(ctx: Lowering, e: m.Owned, scope: Scope) -> c.Expression:
    if e.name in ("left", "right"):
        of = player(ctx, e.of, scope, f"{e.name} of")
        neighbour = c.LeftOf if e.name == "left" else c.RightOf
        return neighbour(of, type="player", at=e.at)
    found = property_of(ctx, e.name, scope, e.name_at, ctx.role(e))
    if found is None and e.name in ("number", "amount", "size"):
        counted = m.Count(at=e.at, of=e.of)
        ctx.symbols.report(
            "unknown-name", f"no thing here is called {quote(e.name)}", e.name_at,
            "`count` is meant", why="cards and players are counted by `count of`",
            hint="count of ZONE, or count of KIND in ZONE",
            fix=respelt(e.name_at, "count", safe=True))
        return lower(ctx, counted, scope)
    if found is None:
        lower(ctx, e.of, scope)
        fitting = [name for _, table in ctx.properties for name in table]
        _unknown_name(ctx, e.name, e.at.first(e.name), e.name_at, scope, fitting)
        return c.Broken(at=e.at)
    word, number = found
    of = lower(ctx, e.of, scope)
    if not of.type:
        return c.Broken(at=e.at)
    if word == "attribute":
        if of.type not in ("card", "cards"):
            return ctx.wrong(e.of.at, f"{quote(e.name)} is something that a card has, and "
                             f"this is {shown(of.type)}", "only cards have attributes")
        return c.Attribute(number, of, type=_attribute_type(ctx, number), at=e.at)
    if of.type in ("card", "cards") and e.name in ctx.symbols.attributes:
        return _twice(ctx, e.name, word, e.at.first(e.name))
    domain = owners_of(ctx, word, number)
    if isinstance(of, PLACE) and of.owner is not None and domain.sort == "member" and (
        f"member {ctx.program.attributes[domain.attribute].name}" == of.owner.type
    ):
        of = of.owner  # the bonus of a row is that of its number
    if domain.sort == "table" and of.type not in ("player", "players"):
        return ctx.wrong(e.of.at, f"{quote(e.name)} belongs to a player, and this is "
                         f"{shown(of.type)}", "only players own things")
    return _owned_thing(ctx, word, number, e.name, of, e.at, scope)


def _nth(ctx: Lowering, e: m.Nth, scope: Scope) -> c.Expression:
    symbols = ctx.symbols
    for word, table in ctx.things:
        attribute = symbols.attributes.get(e.name, -1)
        low = ctx.program.attributes[attribute].low if attribute >= 0 else None
        if e.name in table and low is not None:
            symbols.used(word, e.name, e.at.first(e.name), ctx.role(e))
            one = _numbered(ctx, e, low, len(ctx.program.attributes[attribute].members), scope)
            return _owned_thing(ctx, word, table[e.name], e.name, one, e.at, scope)
    if e.name == "in":  # `whose colour is in (pile of red)`
        return ctx.wrong(e.at, "`in` cannot stand behind `whose`",
                         "what stands behind `whose` is compared with one value",
                         "say it in full: (those x in CARDS such that no OTHERS whose colour is "
                         "colour of x)")
    numbered = [table.name for table in ctx.program.attributes if table.low is not None]
    symbols.unknown("numbered place", e.name, e.at, numbered, e.at.first(e.name))
    return c.Broken(at=e.at)


def _numbered(ctx: Lowering, e: m.Nth, low: int, many: int, scope: Scope) -> c.Expression:
    """One of several places: by a number that stands there, or the only one that has a number
    which is worked out."""
    sort, high = f"member {e.name}", low + many - 1
    if isinstance(e.number, m.Number):
        if not low <= e.number.value <= high:
            return ctx.wrong(e.at, f"there is no {e.name} {e.number.value}",
                             f"they have the numbers {low} to {high}")
        return c.Member(e.number.value - low, type=sort, at=e.at)
    wanted = want(ctx, e.number, scope, "number", what="the number of a place")
    local = ctx.new_local(sort).number
    own: c.Expression = c.Local(local, type="number", at=e.at)
    if low:
        own = c.Sum(own, _number(low, e.at), type="number", at=e.at)
    every = c.NumberRange(_number(0, e.at), _number(many - 1, e.at), type=f"members {e.name}",
                          at=e.at)
    fits = c.Compare("is", own, wanted, type="flag", at=e.at)
    found = c.PlayersSuchThat(local, every, fits, type=every.type, at=e.at)
    return c.TheOne(found, type=sort, at=e.at)


def _number(value: int, at: Place) -> c.Number:
    return c.Number(value, type="number", at=at)


def _this(ctx: Lowering, e: m.This, scope: Scope) -> c.Expression:
    owner = owner_called(ctx.symbols, e.sort)
    sort = "player" if owner is None else one_type(ctx.program, owner)
    this = scope.this_one(sort.partition(" as ")[0]) if e.sort == "player" or owner else None
    if this is None:
        return ctx.wrong(e.at, f"nothing here is worked out for each {e.sort}",
                         "`this` is the one whose figure or score is worked out",
                         f"name the {e.sort} in another way")
    if owner is not None:
        for namespace in ("attribute", "zone", "track"):
            ctx.symbols.used(namespace, e.sort, e.sort_at)
    return seen_as(ctx, c.Local(this.number, type=sort, at=e.at), scope)


def _attribute_type(ctx: Lowering, number: int) -> str:
    table = ctx.program.attributes[number]
    return f"member {table.name}" if table.members else "number"


def mask_of(ctx: Lowering, name: str, at: Place, name_at: Place) -> int:
    """The cards of a kind, or with a mark, that something at a place names."""
    symbols = ctx.symbols
    if name not in symbols.masks:
        symbols.unknown("kind of card", name, at, symbols.masks, name_at)
        return 0
    symbols.used("kind", name, name_at)
    return symbols.masks[name]


def _among(ctx: Lowering, e: m.Among, scope: Scope) -> c.Expression:
    within = cards(ctx, e.within, scope, "what follows in")
    named = _named_kind(ctx, e.kind, e.kind_at, scope)
    if named is not None:
        return c.CardsWhose(within, named[0], "is", named[1], type="cards" if within.type else "",
                            at=e.at, reach=within.reach)
    mask = mask_of(ctx, e.kind, e.at.first(e.kind), e.kind_at)
    if within.type and mask:
        ctx.never_there(e.at, bool(within.reach & mask), Diagnostic(
            "never-there", "error", f"no {e.kind} can ever be there", Label(e.at),
            why="none of the cards that can lie there is one", hint="name another zone or kind",
        ))
    return c.OfKind(mask, within, type="cards" if within.type else "", at=e.at,
                    reach=within.reach & mask)


def kind_attribute(ctx: Lowering, kind: str) -> int:
    """The number under which cards are told apart by which kind of a kind they are. It is an
    attribute like any other, and is there as soon as somebody picks one."""
    program, name = ctx.program, f"kind of {kind}"
    for number, table in enumerate(program.attributes):
        if table.name == name:
            return number
    mask = ctx.symbols.masks[kind]
    kinds = list(dict.fromkeys(card.kind for i, card in enumerate(program.cards)
                               if mask >> i & 1))
    program.attributes.append(c.AttributeTable(name, name, tuple(kinds)))
    program.cards = [
        card._replace(values=(*card.values,
                              kinds.index(card.kind) if mask >> i & 1 else c.NO_MEMBER))
        for i, card in enumerate(program.cards)
    ]
    return len(program.attributes) - 1


def _named_kind(
    ctx: Lowering, name: str, at: Place, scope: Scope
) -> tuple[int, c.Expression] | None:
    """A kind of card that somebody has picked, and what tells the kinds apart."""
    binding = scope.find(name)
    if binding is None or not isinstance(binding.value, Local):
        return None
    kind = binding.value.type.removeprefix("member ")
    if not kind.startswith("kind of "):
        return None
    ctx.used(binding, at)
    local = c.Local(binding.value.number, type=binding.value.type, at=at)
    return kind_attribute(ctx, kind.removeprefix("kind of ")), local


def _is_of_named(of: c.Expression, named: tuple[int, c.Expression], e: m.IsA) -> c.Expression:
    """Whether there are cards, and all of them are of the kind that was picked."""
    if not of.type:
        return of
    others = c.CardsWhose(of, named[0], "is not", named[1], type="cards", at=e.at, reach=of.reach)
    some = c.Not(c.IsEmpty(of, type="flag", at=e.at), type="flag", at=e.at)
    test = c.And((some, c.IsEmpty(others, type="flag", at=e.at)), type="flag", at=e.at)
    return c.Not(test, type="flag", at=e.at) if e.negated else test


def _is_below(ctx: Lowering, e: m.IsA, picked: c.Expression) -> c.Expression:
    """Whether a kind of card that somebody has picked is one of these."""
    mask = mask_of(ctx, e.kind, e.at, e.kind_at)
    table = next(table for table in ctx.program.attributes if f"member {table.name}" == picked.type)
    kinds = {card.kind for i, card in enumerate(ctx.program.cards) if mask >> i & 1}
    tests = [c.Compare("is", picked, c.Member(number, type=picked.type, at=e.at), type="flag",
                       at=e.at)
             for number, kind in enumerate(table.members) if kind in kinds]
    test: c.Expression = c.Flag(False, type="flag", at=e.at)
    if tests:
        test = tests[0] if len(tests) == 1 else c.Or(tuple(tests), type="flag", at=e.at)
    return c.Not(test, type="flag", at=e.at) if e.negated else test


def _outside(ctx: Lowering, e: m.Outside, scope: Scope) -> c.Expression:
    zone = cards(ctx, e.zone, scope, "what follows outside")
    mask = mask_of(ctx, e.kind, e.at.first(e.kind), e.kind_at)
    return c.Outside(mask, zone, type="cards" if zone.type else "", at=e.at, reach=mask)


def _top(ctx: Lowering, e: m.Top, scope: Scope) -> c.Expression:
    if isinstance(e.count, m.Name) and e.count.name in ctx.symbols.masks and (
        scope.find(e.count.name) is None
    ):
        return ctx.wrong(e.count.at, "behind `top` stands how many",
                         f"{quote(e.count.name)} is a kind of card",
                         f"top of ZONE, or top of ({e.count.name} in ZONE)")
    among = lower(ctx, e.of, scope)
    zone = _zone_of(among)
    if zone is None:
        if not among.type:
            return among
        return ctx.wrong(e.of.at, "only a zone has a top, or a part of one",
                         "these cards do not all lie in one zone")
    if not ctx.program.zones[zone.zone].in_order:
        return ctx.wrong(e.of.at, "this zone keeps no order, so it has no top",
                         "only a zone declared in order has a top",
                         "declare it with: , in order")
    part = None if among is zone else among
    if e.count is None:
        one = c.Number(1, type="number", at=e.at)
        return c.Top(zone, one, part, type="card", at=e.at, reach=among.reach)
    count = want(ctx, e.count, scope, "number", what="how many")
    if e.at_most:
        there = c.Count(among, type="number", at=e.at)
        count = c.TwoOf("lowest", count, there, type="number", at=e.at)
    return c.Top(zone, count, part, type="cards", at=e.at, reach=among.reach)


def _zone_of(cards: c.Expression) -> c.Zone | None:
    """The one zone that cards are a part of."""
    while not isinstance(cards, c.Zone):
        match cards:
            case (c.OfKind(cards=of) | c.CardsWhose(cards=of) | c.CardsSuchThat(cards=of)
                  | c.BestCards(cards=of) | c.UniqueCards(cards=of) | c.Without(left=of)):
                cards = of
            case _:
                return None
    return cards


# --------------------------------------------------------------------------------- selections
def bound(
    ctx: Lowering, name: str, at: Place, name_at: Place, scope: Scope, one: str
) -> tuple[Local, c.Expression]:
    """A property of each member of a set of players or of members: the place of the one in
    question, and the value."""
    local = ctx.new_local(one)
    return local, owned_by(ctx, name, at, name_at, scope, local)


def owned_by(
    ctx: Lowering, name: str, at: Place, name_at: Place, scope: Scope, local: Local
) -> c.Expression:
    """A property of a player or member that stands in a place. The `count` of a row is that of
    its cards."""
    inner = Scope(scope, this=local)
    one = c.Local(local.number, type=local.type, at=at)
    found = property_of(ctx, name, scope, name_at)
    if found is None and name == "count":
        place = seen_as(ctx, one, inner)
        if place.type == "cards":
            return c.Count(place, type="number", at=at)
    if found is None or (isinstance(seen_as(ctx, one, inner), PLACE) and found[0] == "attribute"):
        fitting = [name for word, table in ctx.properties if word != "attribute" for name in table]
        _unknown_name(ctx, name, at, name_at, scope, fitting)
        return c.Broken(at=at)
    if found[0] == "attribute":
        these = "players" if local.type == "player" else f"not cards but {shown(local.type)} each"
        return ctx.wrong(at, f"{quote(name)} is something that a card has, and these "
                         f"are {these}", "players have figures, tracks and zones")
    one = replace(one, type=one.type.partition(" as ")[0])
    return _owned_thing(ctx, found[0], found[1], name, one, at, inner)


def card_attribute(
    ctx: Lowering, name: str, at: Place, name_at: Place, scope: Scope
) -> int | None:
    found = property_of(ctx, name, scope, name_at)
    if found is None or found[0] != "attribute":
        if found is None:
            _unknown_name(ctx, name, at, name_at, scope, ctx.symbols.attributes)
        elif name in ctx.symbols.attributes:
            _twice(ctx, name, found[0], at)
        else:
            ctx.wrong(at, f"{quote(name)} belongs to players, and these are cards",
                      "cards have attributes")
        return None
    return found[1]


def _whose(ctx: Lowering, e: m.Whose, scope: Scope) -> c.Expression:
    of = selection(ctx, e.of, scope, "what stands before whose")
    value = lower(ctx, e.value, scope) if e.value is not None else None
    if not of.type:
        return of
    if c.of_owners(of.type):
        local, expr = bound(ctx, e.property, e.at, e.property_at, scope, one_of_set(of.type))
        if e.comparison == "is empty" or e.comparison == "is not empty" or value is None:
            if expr.type and expr.type not in SETS:
                return ctx.wrong(e.at, f"{quote(e.property)} cannot be empty",
                                 "only zones can be empty")
        else:
            same = comparable(ctx, e.comparison, expr, value, e.at)
            if same and isinstance(value, c.Flag):
                holds = value.value == (e.comparison == "is")
                flag = expr if holds else c.Not(expr, type="flag", at=e.at)
                return c.PlayersSuchThat(local.number, of, flag, type=of.type, at=e.at)
            return c.PlayersWhose(of, local.number, expr, e.comparison, value,
                                  type=of.type, at=e.at)
        negated = e.comparison == "is not empty"
        return c.PlayersWhoseEmpty(of, local.number, expr, negated, type=of.type, at=e.at)
    number = card_attribute(ctx, e.property, e.at, e.property_at, scope)
    if (number is None or value is None
            or e.comparison == "is empty" or e.comparison == "is not empty"):
        if number is not None:
            ctx.wrong(e.at, "an attribute cannot be empty", "every such card has one")
        return c.Broken(at=e.at)
    left = c.Attribute(number, of, type=_attribute_type(ctx, number), at=e.at)
    comparable(ctx, e.comparison, left, value, e.at)
    return c.CardsWhose(of, number, e.comparison, value, type="cards", at=e.at, reach=of.reach)


def _ranked(ctx: Lowering, e: m.Ranked, scope: Scope) -> c.Expression:
    of = selection(ctx, e.of, scope, "what stands before with")
    if not of.type:
        return of
    if e.place > 1:
        return _in_place(ctx, e, of, scope)
    if c.of_owners(of.type):
        ranks = player_ranks(ctx, e.ranks, scope, one_of_set(of.type))
        return c.BestPlayers(of, ranks, type=of.type, at=e.at)
    ranked: list[c.CardRank] = []
    for rank in e.ranks:
        number = card_attribute(ctx, rank.name, rank.at, rank.name_at, scope)
        if number is not None:
            ranked.append(c.CardRank(rank.extreme, number))
    if len(ranked) < len(e.ranks):
        return c.Broken(at=e.at)
    return c.BestCards(of, tuple(ranked), type="cards", at=e.at, reach=of.reach)


def _in_place(ctx: Lowering, e: m.Ranked, of: c.Expression, scope: Scope) -> c.Expression:
    """Those before whom there are exactly so many: with two in front, nobody is second."""
    rank = e.ranks[0]
    before: c.Comparison = "is more than" if rank.extreme == "highest" else "is less than"
    many = c.Number(e.place - 1, type="number", at=e.at)
    if c.of_owners(of.type):
        sort = one_of_set(of.type)
        local, own = numeric(ctx, rank.name, rank.at, rank.name_at, scope, sort)
        other, theirs = numeric(ctx, rank.name, rank.at, rank.name_at, scope, sort)
        better: c.Expression = c.PlayersWhose(of, other, theirs, before, own, type=of.type,
                                              at=e.at)
        count = c.Count(better, type="number", at=e.at)
        condition = c.Compare("is", count, many, type="flag", at=e.at)
        return c.PlayersSuchThat(local, of, condition, type=of.type, at=e.at)
    number = card_attribute(ctx, rank.name, rank.at, rank.name_at, scope)
    if number is None:
        return c.Broken(at=e.at)
    one = ctx.new_local("card", of.reach).number
    value = c.Attribute(number, c.Local(one, type="card", at=e.at, reach=of.reach), type="number",
                        at=e.at)
    better = c.CardsWhose(of, number, before, value, type="cards", at=e.at, reach=of.reach)
    count = c.Count(better, type="number", at=e.at)
    condition = c.Compare("is", count, many, type="flag", at=e.at)
    return c.CardsSuchThat(one, of, condition, type="cards", at=e.at, reach=of.reach)


def player_ranks(
    ctx: Lowering, ranks: tuple[m.Rank, ...], scope: Scope, one: str
) -> tuple[c.PlayerRank, ...]:
    return tuple(
        c.PlayerRank(rank.extreme, *numeric(ctx, rank.name, rank.at, rank.name_at, scope, one))
        for rank in ranks
    )


def numeric(
    ctx: Lowering, name: str, at: Place, name_at: Place, scope: Scope, one: str
) -> tuple[int, c.Expression]:
    """A number of each one of a set: the local of the one in question, and the number."""
    local, expr = bound(ctx, name, at, name_at, scope, one)
    if expr.type and expr.type != "number":
        expr = ctx.wrong(at, f"this must be a number, and it is {shown(expr.type)}",
                         "only numbers can be higher or lower")
    return local.number, expr


def _unique(ctx: Lowering, e: m.Unique, scope: Scope) -> c.Expression:
    of = selection(ctx, e.of, scope, "what stands before with")
    if not of.type:
        return of
    if c.of_owners(of.type):
        local, expr = numeric(ctx, e.name, e.at, e.name_at, scope, one_of_set(of.type))
        return c.UniquePlayers(of, local, expr, type=of.type, at=e.at)
    number = card_attribute(ctx, e.name, e.at, e.name_at, scope)
    if number is None:
        return c.Broken(at=e.at)
    return c.UniqueCards(of, number, type="cards", at=e.at, reach=of.reach)


def _aggregate(ctx: Lowering, e: m.Aggregate, scope: Scope) -> c.Expression:
    of = selection(ctx, e.of, scope, f"what follows {e.operation}")
    if not of.type:
        return of
    owners = of.type.startswith("members ") and property_of(ctx, e.name, scope, e.name_at)
    if owners and owners[0] == "attribute":
        of = cards_of(ctx, of, scope)
    if e.operation == "different" or e.operation == "same":
        if c.of_owners(of.type):
            return _not_counted(ctx, e)
        number = card_attribute(ctx, e.name, e.at, e.name_at, scope)
        if number is None:
            return c.Broken(at=e.at)
        counted = c.DifferentCards if e.operation == "different" else c.SameCards
        return counted(number, _having(ctx, e.name, of), type="number", at=e.at)
    if c.of_owners(of.type):
        local, expr = numeric(ctx, e.name, e.at, e.name_at, scope, one_of_set(of.type))
        if e.operation == "total":
            return c.TotalOfPlayers(local, expr, of, type="number", at=e.at)
        return c.ExtremeOfPlayers(e.operation, local, expr, of, type="number", at=e.at)
    number = card_attribute(ctx, e.name, e.at, e.name_at, scope)
    if number is None:
        return c.Broken(at=e.at)
    if ctx.program.attributes[number].members:
        return ctx.wrong(e.at, f"{quote(e.name)} is not a number",
                         "only numbers have a total, a highest and a lowest")
    if e.operation == "total":
        return c.TotalOfCards(number, of, type="number", at=e.at)
    return c.ExtremeOfCards(e.operation, number, of, type="number", at=e.at)


def _not_counted(ctx: Lowering, e: m.Aggregate) -> c.Expression:
    return ctx.wrong(e.at, f"players cannot be counted by {quote(e.name)}",
                     "only cards are of the same sort or of different ones",
                     "name cards, such as those of a zone")


def _having(ctx: Lowering, attribute: str, cards: c.Expression) -> c.Expression:
    """Those of the cards that have the attribute: the others are neither alike nor unlike."""
    mask = sum(1 << i for i, card in enumerate(ctx.program.cards) if any(
        each.name == attribute for each in ctx.symbols.attributes_of(card.kind)))
    # A name may be given other cards later on; what a zone can hold is settled.
    if mask == (1 << len(ctx.program.cards)) - 1 or (
        isinstance(cards, c.Zone | c.ZonesOf) and not cards.reach & ~mask
    ):
        return cards
    return c.OfKind(mask, cards, type="cards", at=cards.at, reach=cards.reach & mask)


def _by_players(ctx: Lowering, e: m.ByPlayers, scope: Scope) -> c.Expression:
    if ctx.everywhere:
        for row in e.rows:
            lower(ctx, row.value, scope)
    for row in e.rows:
        if row.low <= ctx.symbols.players <= row.high:
            return lower(ctx, row.value, scope)
    ctx.symbols.report(
        "missing-count", f"nothing is said for {ctx.symbols.players} players", e.at,
        why="the value must be known for every number of players that can play",
        hint=f"add: ... for {ctx.symbols.players} players",
    )
    return c.Broken(at=e.at)


def _binary(ctx: Lowering, e: m.Binary, scope: Scope) -> c.Expression:
    left, right = lower(ctx, e.left, scope), lower(ctx, e.right, scope)
    if not left.type or not right.type:
        return c.Broken(at=e.at)
    if e.operation == "otherwise":
        if _family(left.type) != _family(right.type):
            return ctx.wrong(e.at, f"this is {shown(left.type)}, otherwise "
                             f"{shown(right.type)}", "both must be of the same sort")
        return c.Otherwise(left, right, type=left.type, at=e.at, reach=left.reach | right.reach)
    if left.type == right.type == "number" and e.operation != "except":
        return _arithmetic(e.operation)(left, right, type="number", at=e.at)
    if _group(left.type) != _group(right.type):
        left, right = cards_of(ctx, left, scope), cards_of(ctx, right, scope)
    group = _group(left.type)
    if e.operation in ("+", "except") and group == _group(right.type) and (
        group == "cards" or c.of_owners(group)
    ):
        left, right = as_set(left), as_set(right)
        if e.operation == "+":
            return c.Union(left, right, type=_family(left.type), at=e.at,
                           reach=left.reach | right.reach)
        reach = left.reach
        if isinstance(right, c.OfKind) and isinstance(e.right, m.Among) and (
                m.same(e.left, e.right.within)):
            reach &= ~right.mask  # `block except coin in block` holds no coin
        return c.Without(left, right, type=_family(left.type), at=e.at, reach=reach)
    return ctx.wrong(
        e.at, f"{shown(left.type)} and {shown(right.type)} cannot be joined by "
        f"{quote(e.operation)}", "both sides must be numbers, or both sets of one sort",
        "use parentheses to say what belongs together",
    )


def comparable(
    ctx: Lowering, comparison: c.Comparison, left: c.Expression, right: c.Expression, at: Place
) -> bool:
    """Whether two values can be compared so; if not, that is said."""
    if not left.type or not right.type:
        return False
    if comparison in ORDERED and not left.type == right.type == "number":
        other = left if left.type != "number" else right
        ctx.wrong(at, f"{shown(other.type)} is neither more nor less than something",
                  "only numbers have an order")
        return False
    if _family(left.type) != _family(right.type):
        ctx.wrong(at, f"{shown(left.type)} can never be {shown(right.type)}",
                  "the two sides are of different sorts")
        return False
    return True


def _compare(ctx: Lowering, e: m.Compare, scope: Scope) -> c.Expression:
    left = lower(ctx, e.left, scope)
    meant = _kind_meant(ctx, e, left, scope)
    if meant is not None:
        return meant
    right = lower(ctx, e.right, scope)
    if e.operation == "is in" or e.operation == "is not in":
        if isinstance(left, PLACE) and left.owner is not None and (
            one_of_set(right.type).partition(" as ")[0] == left.owner.type
        ):
            left = left.owner
        sets = {"player": "players", "card": "cards", "cards": "cards"}
        if left.type.startswith("member "):
            sets[left.type] = f"members {left.type.removeprefix('member ')}"
        if left.type and right.type and sets.get(left.type) != _family(right.type):
            return ctx.wrong(e.at, f"{shown(left.type)} cannot be in {shown(right.type)}",
                             "a card is in cards, a player in players")
        inside = c.IsIn(left, right, type="flag", at=e.at)
        return inside if e.operation == "is in" else c.Not(inside, type="flag", at=e.at)
    if isinstance(left, c.Zone) and isinstance(right, c.Zone) and left.zone == right.zone and (
        left.owner is not None and right.owner is not None
        and left.owner.type == right.owner.type != "player"
    ):
        left, right = left.owner, right.owner  # one row is another if it has its number
    comparable(ctx, e.operation, left, right, e.at)
    return c.Compare(e.operation, left, right, type="flag", at=e.at)


def _kind_meant(
    ctx: Lowering, e: m.Compare, left: c.Expression, scope: Scope
) -> c.Expression | None:
    """`drawn is last-round`: a card is of a kind, it is not the kind itself."""
    symbols = ctx.symbols
    if not isinstance(e.right, m.Name) or e.operation not in ("is", "is not") or (
        left.type not in ("card", "cards") or scope.find(e.right.name) is not None
    ):
        return None
    name = e.right.name
    if name not in symbols.masks or name in symbols.members or any(
        name in table for _, table in ctx.things
    ):
        return None
    written = f"{article(name)} {name}"
    symbols.report(
        "wrong-type", f"{quote(name)} is a kind of card, not a card", e.right.at,
        f"write {written}", why="a card is one of a kind", hint=f"{e.operation} {written}",
        fix=respelt(e.right.at, written, safe=True),
    )
    test = c.IsKind(symbols.masks[name], left, type="flag", at=e.at)
    return c.Not(test, type="flag", at=e.at) if e.operation == "is not" else test


def _is_empty(ctx: Lowering, e: m.IsEmpty | m.Exists, scope: Scope) -> c.Expression:
    of = selection(ctx, e.of, scope, "what can be empty")
    empty = c.IsEmpty(of, type="flag", at=e.at)
    wants_empty = e.negated if isinstance(e, m.Exists) else not e.negated
    return empty if wants_empty else c.Not(empty, type="flag", at=e.at)


def _empty(ctx: Lowering, e: m.Empty, scope: Scope) -> c.Expression:
    """Nobody, or no card. Where something is called `cards`, it is said that there is none."""
    if e.sort == "players":
        everybody = c.Players(type="players", at=e.at)
        return c.Without(everybody, everybody, type="players", at=e.at)
    if scope.find("cards") is not None or "cards" in ctx.symbols.zones:
        return _is_empty(ctx, m.Exists(at=e.at, of=m.Name(at=e.at, name="cards"), negated=True),
                         scope)
    if not ctx.program.zones:
        return ctx.wrong(e.at, "there are no cards in this game", "it has no zone")
    first = ctx.program.zones[0].domain.sort
    owner = (c.Seat(0, type="player", at=e.at) if first == "player"
             else c.Member(0, at=e.at) if first == "member" else None)
    anywhere = c.Zone(0, owner, type="cards", at=e.at, reach=ctx.program.zones[0].holds)
    return c.OfKind(0, anywhere, type="cards", at=e.at)


def _those(ctx: Lowering, e: m.Those, scope: Scope) -> c.Expression:
    within = selection(ctx, e.within, scope, "what is gone through")
    one = one_of_set(within.type)
    local = ctx.new_local(one, within.reach)
    inner = Scope(scope)
    ctx.bind(inner, e, local)
    condition = want(ctx, e.condition, inner, "flag", what="a condition")
    if not within.type:
        return within
    if c.of_owners(within.type):
        return c.PlayersSuchThat(local.number, within, condition, type=within.type, at=e.at,
                                 reach=within.reach)
    return c.CardsSuchThat(local.number, within, condition, type="cards", at=e.at,
                           reach=within.reach)


def _each(ctx: Lowering, e: m.Each, scope: Scope) -> c.Expression:
    """A number added up over what is gone through, which has a name meanwhile."""
    of, kind = _gone_through(ctx, e, scope)
    local = ctx.new_local(kind, of.reach)
    inner = Scope(scope)
    ctx.bind(inner, e, local)
    value = want(ctx, e.value, inner, "number", what="what is added up")
    condition = None
    if e.condition is not None:
        condition = want(ctx, e.condition, inner, "flag", what="a condition")
    if not of.type:
        return of
    return c.TotalOfEach(local.number, of, condition, value, e.best, e.extreme, type="number",
                         at=e.at)


def _gone_through(ctx: Lowering, e: m.Each, scope: Scope) -> tuple[c.Expression, str]:
    """What `for each` goes through, and what sort of thing each of them is."""
    if e.sort == "player":
        if e.within is None:
            return c.Players(type="players", at=e.at), "player"
        return as_set(want(ctx, e.within, scope, "players", "player",
                           what="what is gone through")), "player"
    if e.sort == "card":
        if e.within is None:
            return ctx.wrong(e.at, "it is not said which cards are gone through",
                             "there are cards everywhere",
                             f"for each card {e.name} in ZONE"), "card"
        return want(ctx, e.within, scope, "cards", what="what is gone through"), "card"
    if e.sort == "number" and "number" not in ctx.symbols.attributes:
        if not isinstance(e.within, m.Numbers):
            return ctx.wrong(e.at, "it is not said which numbers are gone through",
                             "numbers go on without end",
                             f"for each number {e.name} from 1 to 5"), "number"
        return lower(ctx, e.within, scope), "number"
    owner = owner_called(ctx.symbols, e.sort)
    if owner is None:
        known = [table.name for table in ctx.program.attributes if table.members]
        ctx.symbols.unknown("sort of thing", e.sort, e.at, ["player", "card", "number", *known],
                            e.sort_at)
        return c.Broken(at=e.at), ""
    one = one_type(ctx.program, owner)
    if e.within is None:
        return members(ctx, e.sort, e.at, e.sort_at), one
    within = selection(ctx, e.within, scope, "what is gone through")
    if within.type and one_of_set(within.type).partition(" as ")[0] != one.partition(" as ")[0]:
        return ctx.wrong(e.within.at, f"these are not {e.sort} but {shown(within.type)}",
                         f"the line goes through every {e.sort}"), ""
    return within, one


def _shared(
    ctx: Lowering, e: m.Shared, scope: Scope, rounded: m.Rounded | None = None
) -> c.Expression:
    """The share of the player in question, rounded if that is said; nothing for the others."""
    value = want(ctx, e.value, scope, "number", what="what is shared")
    among = as_set(want(ctx, e.among, scope, "players", "player", what="those who share"))
    if not value.type or not among.type:
        return c.Broken(at=e.at)
    this = scope.this_one("player")
    if this is None:
        return ctx.wrong(e.at, "it is not said whose share this is",
                         "a share is worked out in figures and scoring steps, for the player "
                         "in question", "for each player p in PLAYERS, with a line of its own")
    me = c.Single(c.Local(this.number, type="player", at=e.at), type="players", at=e.at)
    others = c.Without(me, among, type="players", at=e.at)
    mine = c.Without(me, others, type="players", at=e.at)
    share: c.Expression = c.Quotient(
        value, c.Count(among, type="number", at=e.at), type="number", at=e.at)
    if rounded is not None:
        share = c.Rounded(rounded.direction, share, type="number", at=rounded.at)
    return c.TotalOfPlayers(ctx.new_local("player").number, share, mine, type="number", at=e.at)


def _kinds(ctx: Lowering, e: m.Members) -> c.Expression:
    """The kinds that there are of a kind of card, by their numbers."""
    if e.attribute != "kind":
        return ctx.wrong(e.at, f"{quote(e.attribute)} has no members of {quote(e.kind)}",
                         "what can be picked is a kind of cards, or a word that cards have",
                         f"a kind of {e.kind}")
    mask = mask_of(ctx, e.kind, e.at, e.kind_at)
    if e.kind not in ctx.symbols.parents or not mask:
        if mask:
            return ctx.wrong(e.at, f"{quote(e.kind)} is a mark, and has no kinds",
                             "only a kind of card has kinds below it")
        return c.Broken(at=e.at)
    last = len(ctx.program.attributes[kind_attribute(ctx, e.kind)].members) - 1
    ends = (c.Number(end, type="number", at=e.at) for end in (0, last))
    return c.NumberRange(*tuple(ends), type="numbers", at=e.at)


def members(ctx: Lowering, name: str, at: Place, name_at: Place) -> c.Expression:
    """All members of an attribute, or all that have one of something."""
    owner = owner_called(ctx.symbols, name)
    if owner is None:
        known = [table.name for table in ctx.program.attributes if table.members]
        if name == "player":
            return ctx.wrong(at, "all players are called `players`",
                             "`every` is for members of an attribute and for numbered places",
                             "players")
        if name not in ctx.symbols.attributes:
            ctx.symbols.unknown("attribute with members", name, at, known, name_at)
            return c.Broken(at=at)
        return ctx.wrong(at, f"{quote(name)} is a number, and has no members",
                         "only an attribute that is one of a few words can be picked",
                         "a number from 1 to 5, for example")
    for namespace in ("attribute", "zone", "track"):
        ctx.symbols.used(namespace, name, name_at)
    last = len(ctx.program.attributes[owner.attribute].members) - 1
    low, high = (c.Number(end, type="number", at=at) for end in (0, last))
    sort = one_type(ctx.program, owner).removeprefix("member ")
    return c.NumberRange(low, high, type=f"members {sort}", at=at)


def _arithmetic(
    sign: Literal["+", "-", "*", "/"]
) -> type[c.Sum] | type[c.Difference] | type[c.Product] | type[c.Quotient]:
    match sign:
        case "+":
            return c.Sum
        case "-":
            return c.Difference
        case "*":
            return c.Product
        case "/":
            return c.Quotient
        case _:
            assert_never(sign)


def _family(kind: str) -> str:
    return "cards" if kind == "card" else kind.partition(" as ")[0]


def _group(kind: str) -> str:
    """The type of the sets that such values are in."""
    if kind.startswith("member "):
        return f"members {_family(kind.removeprefix('member '))}"
    return {"card": "cards", "player": "players"}.get(kind, _family(kind))


def as_set(part: c.Expression) -> c.Expression:
    """One player, or one member, as a set."""
    if part.type == "player" or part.type.startswith("member "):
        return c.Single(part, type=_group(part.type), at=part.at)
    return part
