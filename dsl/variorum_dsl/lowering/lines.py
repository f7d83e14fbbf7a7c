"""Lines of play: procedures and effects are inlined where they are called or set off."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial, reduce
from operator import or_
from typing import NamedTuple, TypeVar, assert_never

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.core.walk import walk
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import respelt
from variorum_dsl.english import one_of
from variorum_dsl.lowering.context import Lowering
from variorum_dsl.lowering.domains import (
    MOST_OWNERS,
    Owner,
    domain_of,
    one_type,
    owner_called,
    owner_type,
    settled,
)
from variorum_dsl.lowering.expressions import (
    SETS,
    as_set,
    card_attribute,
    cards,
    comparable,
    kind_attribute,
    lower,
    mask_of,
    members,
    one_of_set,
    owned_by,
    player,
    player_ranks,
    property_of,
    selection,
    shown,
    the_one,
    want,
)
from variorum_dsl.lowering.narrowing import holder, knowing, known_if, moved_to, renamed
from variorum_dsl.lowering.pick_limits import limit_of
from variorum_dsl.lowering.scope import Alias, Local, Property, Scope
from variorum_dsl.lowering.uses import Symbol, placed

ALIASES: dict[str, Property] = {
    "zone": "zone", "player-zone": "zone", "attribute": "attribute", "figure": "figure"}
VALUES = ("player", "players", "number", "flag", "card", "cards")
MOST_LINES = 20_000
MOST_GUARDED = 10_000
MOST_NESTED = 60
Cites = tuple[str, ...]
Lines = tuple[c.Line, ...]
Made = TypeVar("Made")


def block(ctx: Lowering, body: tuple[m.Statement, ...], scope: Scope) -> Lines:
    """Lines whose names are not seen outside."""
    return in_order(ctx, body, Scope(scope))


def citing(ctx: Lowering, cites: Cites, make: Callable[[], Made]) -> Made:
    """What is made of lines that cite this unless they cite something themselves."""
    outer, ctx.cites = ctx.cites, cites
    made = make()
    ctx.cites = outer
    return made


def in_order(ctx: Lowering, body: tuple[m.Statement, ...], scope: Scope) -> Lines:
    ctx.depth += 1
    made: list[c.Line] = []
    if ctx.depth <= MOST_NESTED:
        for line in body:
            made += _line(ctx, line, scope)
    elif body:
        ctx.symbols.report(
            "too-large", "the rules unfold to blocks inside blocks without end", body[0].at.head(),
            why="procedures and effects are unfolded where they are used, and nobody could follow "
            f"more than {MOST_NESTED} of them inside each other",
            hint="use fewer procedures inside procedures",
        )
    ctx.depth -= 1
    return tuple(made)


def _line(ctx: Lowering, line: m.Statement, scope: Scope) -> Lines:
    """What a line comes to, or a gap where something is wrong with it."""
    ctx.lines += 1
    ctx.budget.spend(10, "this line", line.at)
    if ctx.lines > MOST_LINES:
        if ctx.lines == MOST_LINES + 1:
            ctx.symbols.report(
                "too-large", "the rules unfold to too many lines", line.at.head(),
                why="procedures and effects are unfolded where they are used",
                hint="use fewer procedures inside procedures",
            )
        return ()
    before, inside = len(ctx.symbols.problems), ctx.wrong_lines
    made = citing(ctx, cited(line.cites) or ctx.cites, lambda: _lowered(ctx, line, scope))
    found = len(ctx.symbols.problems) - before
    if ctx.symbols.problems and (found > ctx.wrong_lines - inside or _has_gaps(made)):
        made = (c.Nothing(True, origin=ctx.origin(line.at)),)
    ctx.wrong_lines = inside + max(0, found)
    return made


def _has_gaps(lines: Lines) -> bool:
    """Whether a part of some lines could not be made out."""
    return any(isinstance(node, c.Typed) and not node.type for node in walk(lines))


def cited(cites: tuple[m.Cite, ...]) -> Cites:
    return m.headings(cites)


def _lowered(  # noqa: C901 - one case for each construct
    ctx: Lowering, line: m.Statement, scope: Scope
) -> Lines:
    match line:
        case m.Move():
            return (_move(ctx, line, scope),)
        case m.PassOn():
            return _pass_on(ctx, line, scope)
        case m.Shuffle():
            return (_shuffle(ctx, line, scope),)
        case m.Let():
            return (_let(ctx, line, scope),)
        case m.LocalFigure():
            number = figure(ctx, line, scope)
            ctx.bind(scope, line, Alias("figure", number))
            return ()
        case m.Becomes():
            return (_becomes(ctx, line, scope),)
        case m.Gain() | m.Lose() | m.Drop():
            return (_gain(ctx, line, scope),)
        case m.Show():
            what = cards(ctx, line.what, scope, "what is shown")
            to = want(ctx, line.to, scope, "player", "players", what="who sees it")
            return (c.Show(what, to, origin=ctx.origin(line.at)),)
        case m.If():
            return (_if(ctx, line, scope),)
        case m.WithPlayers():
            return _with_players(ctx, line, scope)
        case m.Depending():
            return (_depending(ctx, line, scope),)
        case m.ForEach():
            return (looped(ctx, lambda: _for_each(ctx, line, scope)),)
        case m.Repeat():
            return (looped(ctx, lambda: _repeat(ctx, line, scope)),)
        case m.Turns():
            return (looped(ctx, lambda: _turns(ctx, line, scope)),)
        case m.Together():
            # What happens for one player comes before what happens for the next.
            return (looped(ctx, lambda: _together(ctx, line, scope)),)
        case m.Picks():
            return (_picks(ctx, line, scope),)
        case m.Chooses():
            who = player(ctx, line.who, scope, "who decides")
            _not_in_together(ctx, line.at)
            return (c.Decide(who, _choices(ctx, line, scope), origin=ctx.origin(line.at)),)
        case m.Call():
            body = _call(ctx, line, scope)
            if ctx.apart:
                return (c.Call(line.procedure, body, origin=ctx.origin(line.at)),)
            return body
        case m.EndRound():
            return (c.EndRound(origin=ctx.origin(line.at)),)
        case m.EndGame():
            return (c.EndGame(origin=ctx.origin(line.at)),)
        case m.Nothing():
            return (c.Nothing(line.unread, origin=ctx.origin(line.at)),)
        case m.Custom():
            return ()
        case _:
            assert_never(line)


def looped(ctx: Lowering, make: Callable[[], Made]) -> Made:
    """The parts of a loop. If a turn can leave more in a name than the loop began with, they
    are lowered again: the next turn begins with that."""
    problems, figures = ctx.symbols.problems, ctx.program.figures
    marks = len(problems), len(figures), ctx.program.locals
    while True:
        begun = dict(ctx.reaching.now)
        ctx.zone_reach = {}  # a later line may move cards there before an earlier one comes again
        made = make()
        ctx.zone_reach = {}
        if not ctx.reaching.now or not ctx.reaching.turn(begun, marks[2]):
            return made
        del problems[marks[0]:], figures[marks[1]:]
        ctx.program.locals = marks[2]


# ------------------------------------------------------------------------------ single deeds
def target(ctx: Lowering, expression: m.Expression, scope: Scope, what: str) -> c.Zone | None:
    """A zone that cards can be moved to."""
    zone = lower(ctx, expression, scope)
    if not zone.type:
        return None
    if not isinstance(zone, c.Zone):
        title = f"{what} must be one zone, and this is {shown(zone.type)}"
        if isinstance(zone, c.ZonesOf):
            title = f"{what} must be the zone of one player"
        ctx.wrong(expression.at, title, "cards lie in one place at a time")
        return None
    return zone


def _set_value(ctx: Lowering, target: c.Expression, value: c.Expression, at: Place) -> c.Line:
    if isinstance(target, c.Local):
        renamed(ctx, target.number)
        if value.type != "card":
            ctx.singles.discard(("local", target.number))
        if target.type in ("card", "cards"):
            ctx.reaching.becomes(target.number, target.reach, value.reach)
        return c.SetLocal(target.number, value, origin=ctx.origin(at))
    if isinstance(target, c.Track):
        return c.SetTrack(target, value, origin=ctx.origin(at))
    ctx.wrong(target.at, "this cannot be given another value",
              "only tracks, and names made with let, change")
    return c.Nothing(origin=ctx.origin(at))


def _move(ctx: Lowering, line: m.Move, scope: Scope) -> c.Line:
    what = cards(ctx, line.what, scope, "what is moved")
    zone = target(ctx, line.to, scope, "where cards go")
    if zone is None or not what.type:
        return c.Nothing(origin=ctx.origin(line.at))
    number = zone.zone
    table = ctx.program.zones[number]
    if what.reach & ~table.holds:
        stray = ctx.program.cards[(what.reach & ~table.holds).bit_length() - 1].kind
        ctx.symbols.report(
            "wrong-zone", f"{quote(table.name)} cannot hold {stray}", line.at,
            "moved here", f"it was declared to hold "
            f"{', '.join(ctx.symbols.game.zones[number].kinds)} only",
            f"let {table.name} hold {stray}, or move it elsewhere",
            fix=_elsewhere(ctx, line, table, what.reach),
        )
    depth = _depth(ctx, line, scope)
    if depth is not None and not table.in_order:
        ctx.wrong(line.to.at, "this zone keeps no order, so it has no "
                  f"{'bottom' if line.bottom else 'above and below'}",
                  "only a zone declared in order has one", "declare it with: , in order")
    moved_to(ctx, number)
    effects = () if ctx.apart else _effects(ctx, number, what.reach)
    return c.Move(what, zone, effects, depth, origin=ctx.origin(line.at))


def _depth(ctx: Lowering, line: m.Move, scope: Scope) -> c.Depth | None:
    """The bottom is where no card lies below."""
    if line.bottom:
        return c.Depth("above", c.Number(0, type="number", at=line.to.at))
    if line.depth is None:
        return None
    count = want(ctx, line.depth.count, scope, "number", what="a number of cards")
    return c.Depth(line.depth.level, count)


def _elsewhere(ctx: Lowering, line: m.Move, table: c.ZoneTable, reach: int) -> Fix | None:
    """The one other zone of the table that takes such cards."""
    others = [each.name for each in ctx.program.zones
              if each.domain == table.domain and not reach & ~each.holds]
    return respelt(line.to.at, others[0]) if len(others) == 1 and (
        isinstance(line.to, m.Name)) else None


def _effects(ctx: Lowering, zone: int, reach: int) -> tuple[c.Effect, ...]:
    """The effects that can follow when such cards enter the zone."""
    found: list[c.Effect] = []
    for effect in ctx.symbols.game.effects:
        if ctx.symbols.zones.get(effect.zone) != zone:
            continue
        mask = ctx.symbols.masks.get(effect.kind, 0)
        if not mask & reach:
            continue
        if effect.name in ctx.effects:
            chain = [*ctx.effects[ctx.effects.index(effect.name):], effect.name]
            ctx.symbols.report(
                "endless-effects", "effects set each other off without end",
                effect.at.head(), " > ".join(chain),
                "each of them moves a card that starts the next one",
                "let one of them move its card to a zone without an effect",
            )
            continue
        ctx.effects.append(effect.name)
        rule, ctx.rule = ctx.rule, f"effect {effect.name}"
        together, ctx.together = ctx.together, False
        found.append(effect_of(ctx, effect, mask))
        ctx.rule, ctx.together = rule, together
        ctx.effects.pop()
    return tuple(found)


def effect_of(ctx: Lowering, effect: m.Effect, mask: int) -> c.Effect:
    """What an effect does where a card of the mask sets it off."""
    scope = Scope()
    card = ctx.new_local("card", mask)
    zone = ctx.symbols.zones.get(effect.zone)
    owner = ctx.new_local(
        "player" if zone is None else owner_type(ctx.program, ctx.program.zones[zone].domain))
    if effect.card:
        ctx.bind_name(scope, Symbol("local", effect.card, effect.card_at), card)
    if effect.owner:
        ctx.bind_name(scope, Symbol("local", effect.owner, effect.owner_at), owner)
    condition = None
    if effect.condition is not None:
        condition = want(ctx, effect.condition, scope, "flag", what="a condition")
    known = {} if condition is None else known_if(ctx, condition, holds=True)
    body = knowing(ctx, known, lambda: citing(
        ctx, cited(effect.when_cites or effect.cites), lambda: block(ctx, effect.body, scope)))
    return c.Effect(mask, card.number, owner.number, condition, body, effect.name)


def _pass_on(ctx: Lowering, line: m.PassOn, scope: Scope) -> Lines:
    """First it is noted what everybody has, then it goes to the neighbours."""
    found = property_of(ctx, line.zone, scope, line.zone_at)
    each = [zone.name for zone in ctx.program.zones if zone.each_player]
    if found is None or found[0] != "zone":
        ctx.symbols.unknown("zone of each player", line.zone, line.at.head(), each, line.zone_at)
        return ()
    number, origin = found[1], ctx.origin(line.at)
    table = ctx.program.zones[number]
    if not table.each_player:
        ctx.wrong(line.zone_at, f"{quote(line.zone)} belongs to the table, not to each player",
                  "there is only one, and nobody to pass it on",
                  f"move each {each[0]} to the {line.side}" if each else "")
        return ()
    count, noted, moved = ctx.symbols.players, [], []
    for seat in range(count):
        have, get = (c.Zone(number, c.Seat(owner, type="player", at=line.at), type="cards",
                            at=line.at, reach=table.holds)
                     for owner in (seat, (seat + (1 if line.side == "left" else -1)) % count))
        local = ctx.new_local("cards", table.holds)
        noted.append(c.SetLocal(local.number, have, origin=origin))
        what = c.Local(local.number, type="cards", at=line.at, reach=table.holds)
        moved_to(ctx, number)
        effects = () if ctx.apart else _effects(ctx, number, table.holds)
        moved.append(c.Move(what, get, effects, None, origin=origin))
    return (*noted, *moved)


def _shuffle(ctx: Lowering, line: m.Shuffle, scope: Scope) -> c.Line:
    zone = target(ctx, line.zone, scope, "what is shuffled")
    if zone is None:
        return c.Nothing(origin=ctx.origin(line.at))
    if not ctx.program.zones[zone.zone].in_order:
        ctx.wrong(line.zone.at, "this zone keeps no order, so it cannot be shuffled",
                  "only a zone declared in order has one", "declare it with: , in order")
    return c.Shuffle(zone, origin=ctx.origin(line.at))


def _let(ctx: Lowering, line: m.Let, scope: Scope) -> c.Line:
    # `let r be the one in row with lowest bonus` names the row, not the cards that lie there now.
    value = (the_one(ctx, line.value, scope) if isinstance(line.value, m.TheOne)
             else lower(ctx, line.value, scope))
    kind = "cards" if value.type == "card" and not isinstance(value, c.Local) else value.type
    local = ctx.new_local(kind, value.reach)
    ctx.bind(scope, line, local)
    if value.type == "card":
        ctx.singles.add(("local", local.number))
    return c.SetLocal(local.number, value, origin=ctx.origin(line.at))


def figure(ctx: Lowering, line: m.LocalFigure | m.Figure, scope: Scope) -> int:
    domain = c.Domain("player", ctx.symbols.owners)
    if isinstance(line, m.Figure):
        domain = domain_of(ctx.symbols, line)
    local = ctx.new_local(owner_type(ctx.program, domain))
    inner = Scope(scope, this=local)
    value = want(ctx, line.value, inner, "number", what="a figure")
    shown_name = one_of(line.words if isinstance(line, m.Figure) else None, line.name)
    ctx.program.figures.append(c.FigureTable(line.name, shown_name, domain, local.number, value))
    return len(ctx.program.figures) - 1


def _becomes(ctx: Lowering, line: m.Becomes, scope: Scope) -> c.Line:
    ctx.targets = (line.target, *_added_to(line))
    target, value = lower(ctx, line.target, scope), lower(ctx, line.value, scope)
    ctx.targets = ()
    if not target.type or not value.type:
        return c.Nothing(origin=ctx.origin(line.at))
    comparable(ctx, "is", target, value, line.at)
    return _set_value(ctx, target, value, line.at)


def _added_to(line: m.Becomes) -> list[m.Expression]:
    """`turns` in `turns becomes turns + 1`: it is read only to be set."""
    match line.target, line.value:
        case (m.Name(name=name) | m.Owned(name=name)), m.Binary(
            operation="+" | "-", left=(m.Name(name=same) | m.Owned(name=same)) as left
        ) if name == same:
            return [left]
    return []


def _gain(ctx: Lowering, line: m.Gain | m.Lose | m.Drop, scope: Scope) -> c.Line:
    ctx.targets = (line.target,)
    target = lower(ctx, line.target, scope)
    ctx.targets = ()
    part = lower(ctx, line.what if isinstance(line, m.Drop) else line.amount, scope)
    if not target.type or not part.type:
        return c.Nothing(origin=ctx.origin(line.at))
    single = {"player": "players", "card": "cards"}
    if target.type == "number" == part.type and not isinstance(line, m.Drop):
        operation = c.Sum if isinstance(line, m.Gain) else c.Difference
        value = operation(target, part, type="number", at=line.at)
        return _set_value(ctx, target, value, line.at)
    if single.get(part.type, part.type) == target.type and not isinstance(line, m.Lose):
        joined: c.Expression
        if isinstance(line, m.Gain):
            joined = c.Union(target, as_set(part), type=target.type, at=line.at,
                             reach=target.reach | part.reach)
        else:
            joined = c.Without(target, as_set(part), type=target.type, at=line.at,
                               reach=target.reach)
        return _set_value(ctx, target, joined, line.at)
    ctx.wrong(line.at, f"{shown(part.type)} and {shown(target.type)} do not go together here",
              "numbers are added to and subtracted from number tracks; players are added "
              "to and removed from sets of players")
    return c.Nothing(origin=ctx.origin(line.at))


# ---------------------------------------------------------------------------------- branches
def _if(ctx: Lowering, line: m.If, scope: Scope) -> c.Line:
    condition = want(ctx, line.condition, scope, "flag", what="a condition")
    then, otherwise = ctx.reaching.one_of((
        lambda: knowing(ctx, known_if(ctx, condition, holds=True),
                        lambda: block(ctx, line.then, scope)),
        lambda: knowing(ctx, known_if(ctx, condition, holds=False),
                        lambda: block(ctx, line.otherwise, scope)),
    ), or_none=False)
    return c.If(condition, then, otherwise, origin=ctx.origin(line.at))


def _with_players(ctx: Lowering, line: m.WithPlayers, scope: Scope) -> Lines:
    fits = line.low <= ctx.symbols.players <= line.high
    if ctx.everywhere:
        in_order(ctx, line.otherwise if fits else line.then, scope)
    return in_order(ctx, line.then if fits else line.otherwise, scope)


class _CaseOfKind(NamedTuple):
    """One kind of a case."""

    kind: str
    mask: int
    body: Lines
    clause: m.Case


def _depending(ctx: Lowering, line: m.Depending, scope: Scope) -> c.Line:
    on = cards(ctx, line.on, scope, "what it depends on")
    what, masks = holder(on), ctx.symbols.masks
    bodies = ctx.reaching.one_of((
        partial(knowing, ctx, {} if what is None else {
            what: reduce(or_, (masks.get(kind, 0) for kind in case.kinds))},
            partial(citing, ctx, cited(case.cites) or ctx.cites,
                    partial(block, ctx, case.body, scope)))
        for case in line.cases
    ), or_none=True)
    rows = [
        _CaseOfKind(kind, mask_of(ctx, kind, case.at, at), body, case)
        for case, body in zip(line.cases, bodies, strict=True)
        for kind, at in placed(case.kinds, case.kinds_at)
    ]
    if on.type:
        _unhandled(ctx, line, on, rows)
    # The most specific case first; marks count as most specific of all.
    symbols = ctx.symbols
    rows.sort(key=lambda row: -(
        len(symbols.lineage(row.kind)) if row.kind in symbols.parents else 99))
    return c.Cases(on, tuple(c.Case(row.mask, row.body) for row in rows),
                   origin=ctx.origin(line.at))


def _unhandled(
    ctx: Lowering, line: m.Depending, on: c.Expression, rows: list[_CaseOfKind]
) -> None:
    handled = 0
    for row in rows:
        if row.mask:
            ctx.never_there(row.clause.at.head().first(row.kind), bool(row.mask & on.reach),
                            Diagnostic(
                "never-there", "error", f"no {row.kind} can ever be there",
                Label(row.clause.at.head(), "this case never happens"),
                why="the zone holds other kinds of cards only", hint="remove the case",
                fix=Fix("remove the case", (Edit(row.clause.at.lines(), ""),))
                if len(row.clause.kinds) == 1 and len(line.cases) > 1 else None,
            ))
        handled |= row.mask
    left = on.reach & ~handled
    if left:
        card = ctx.program.cards[(left & -left).bit_length() - 1]
        ctx.symbols.report(
            "unhandled-case", f"no case says what happens with {card.kind}", line.at.head(),
            f"{left.bit_count()} cards have no case",
            "every card that can be there needs a case", f"case {card.kind}",
            fix=_case(line, card.kind),
        )


def _case(line: m.Depending, kind: str) -> Fix | None:
    """A case more, in which nothing happens."""
    if not line.cases:
        return None
    last = line.cases[-1].at
    behind = Place(last.path, last.end_line + 1, 1, last.end_line + 1, 1)
    indent = " " * (last.column - 1)
    return Fix(f"case {kind}, in which nothing happens", (
        Edit(behind, f"{indent}case {kind}\n{indent}  nothing happens\n"),))


# ------------------------------------------------------------------------------------- loops
def set_of_players(ctx: Lowering, within: m.Expression | None, scope: Scope) -> c.Expression:
    if within is None:
        return c.Players(type="players")
    return want(ctx, within, scope, "players", what="who takes part")


def measure(ctx: Lowering, loop: m.Stage | m.Repeat | m.Turns, scope: Scope) -> c.Expression:
    total: c.Expression | None = None
    if loop.guard is not None:
        if not 0 < loop.guard.turns <= MOST_GUARDED:
            return ctx.wrong(
                loop.guard.at, f"a loop is guarded at 1 to {MOST_GUARDED} turns",
                "the guard is far beyond what is ever played, and a machine gets there in time",
                "guarded at 200 turns")
        return c.Guard(loop.guard.turns, type="number", at=loop.guard.at)
    for expression in loop.using:
        part = selection(ctx, expression, scope, "what is used up", "number")
        if part.type in ("cards", "card") or c.of_owners(part.type):
            part = c.Count(part, type="number", at=expression.at)
        total = part if total is None else c.Sum(total, part, type="number", at=expression.at)
    assert total is not None
    return total


def _for_each(ctx: Lowering, line: m.ForEach, scope: Scope) -> c.Line:
    inner = Scope(scope)
    until = None
    if line.sort == "player":
        within = set_of_players(ctx, line.within, scope)
        start = player(ctx, line.start, scope, "where it starts") if line.start else None
        if start is not None and line.order == "after":
            start = c.LeftOf(start, type="player", at=line.at)
        ranks = player_ranks(ctx, line.ranks, scope, "player")
        local = ctx.new_local("player")
        ctx.bind(inner, line, local)
        if line.until is not None:
            until = want(ctx, line.until, scope, "flag", what="a condition")
        body = block(ctx, line.body, inner)
        return c.ForEachPlayer(local.number, within, start, ranks, until, body,
                               origin=ctx.origin(line.at))
    if line.until is not None:
        until = want(ctx, line.until, scope, "flag", what="a condition")
    if line.sort == "number" or isinstance(line.within, m.Numbers):
        return _for_each_number(ctx, line, until, inner)
    if line.sort == "card":
        if line.within is None:
            ctx.wrong(line.at, "say which cards: for each card c in ...",
                      "the cards of one zone or set are gone through one by one")
            return c.Nothing(origin=ctx.origin(line.at))
        within = cards(ctx, line.within, scope, "what is gone through")
        by = tuple(
            c.CardRank(
                rank.extreme,
                card_attribute(ctx, rank.name, rank.at, rank.name_at, scope) or 0)
            for rank in line.ranks
        )
        local = ctx.new_local("card", within.reach)
        ctx.bind(inner, line, local)
        body = block(ctx, line.body, inner)
        return c.ForEachCard(local.number, within, by, until, body, origin=ctx.origin(line.at))
    owner = owner_called(ctx.symbols, line.sort)
    if owner is None:
        known = [table.name for table in ctx.program.attributes if table.members]
        ctx.symbols.unknown("sort of thing", line.sort, line.at.head(),
                            ["player", "card", *known], line.sort_at)
        return c.Nothing(origin=ctx.origin(line.at))
    everyone = members(ctx, line.sort, line.at, line.sort_at)
    one = one_type(ctx.program, owner)
    within = everyone
    if line.within is not None:
        within = selection(ctx, line.within, scope, "what is gone through")
        if within.type and one_of_set(within.type).partition(" as ")[0] != one.partition(" as ")[0]:
            ctx.wrong(line.within.at, f"these are not {line.sort} but {shown(within.type)}",
                      f"the line goes through {shown(everyone.type)}")
    ranks = player_ranks(ctx, line.ranks, scope, one)
    if line.start is not None:
        ctx.wrong(line.start.at, f"{shown(everyone.type)} does not sit around the table",
                  "only players come clockwise")
    local = ctx.new_local(one)
    ctx.bind(inner, line, local)
    body = block(ctx, line.body, inner)
    if within is everyone and not ranks:
        count = len(ctx.program.attributes[owner.attribute].members)
        return c.ForEachMember(local.number, count, until, body, origin=ctx.origin(line.at))
    return c.ForEachPlayer(local.number, within, None, ranks, until, body,
                           origin=ctx.origin(line.at))


def _for_each_number(
    ctx: Lowering, line: m.ForEach, until: c.Expression | None, inner: Scope
) -> c.Line:
    """Once for each of some numbers: as many turns as there are, in which the number is named."""
    origin, span = ctx.origin(line.at), line.within
    if line.sort != "number" or not isinstance(span, m.Numbers):
        ctx.wrong(line.at.head(), "this does not say which numbers it goes through",
                  "one after the other, from the lowest to the highest",
                  f"for each number {line.name} from 1 to 3")
        return c.Nothing(origin=origin)
    low, high = settled(ctx.symbols, span.low), settled(ctx.symbols, span.high)
    if low is None or high is None or high - low >= MOST_OWNERS:
        ctx.wrong(span.at, "how many numbers these are must be known before the game",
                  f"they may depend on the number of players alone, and there are at most "
                  f"{MOST_OWNERS}", "repeat until ..., using up ...")
        return c.Nothing(origin=origin)
    turn, number = ctx.new_local("number"), ctx.new_local("number")
    ctx.bind(inner, line, number)
    first = c.Number(low, type="number", at=span.at)
    value = c.Sum(c.Local(turn.number, type="number", at=span.at), first, type="number", at=span.at)
    named = c.SetLocal(number.number, value, origin=origin)
    body = (named, *block(ctx, line.body, inner))
    return c.ForEachMember(turn.number, max(0, high - low + 1), until, body, origin=origin)


def _repeat(ctx: Lowering, line: m.Repeat, scope: Scope) -> c.Line:
    until = want(ctx, line.until, scope, "flag", what="a condition")
    using = measure(ctx, line, scope)
    return c.Repeat(until, using, block(ctx, line.body, scope), origin=ctx.origin(line.at))


def _turns(ctx: Lowering, line: m.Turns, scope: Scope) -> c.Line:
    start = player(ctx, line.start, scope, "who starts")
    if line.order == "after":
        start = c.LeftOf(start, type="player", at=start.at)
    within = set_of_players(ctx, line.within, scope)
    until = want(ctx, line.until, scope, "flag", what="a condition")
    using = measure(ctx, line, scope)
    inner = Scope(scope)
    local = ctx.new_local("player")
    ctx.bind(inner, line, local)
    body = block(ctx, line.body, inner)
    return c.Turns(start, local.number, within, until, using, body, origin=ctx.origin(line.at))


# --------------------------------------------------------------------------------- decisions
def _pick(ctx: Lowering, pick: m.Picking, scope: Scope) -> c.Pick | None:
    low = want(ctx, pick.amount.low, scope, "number", what="how many")
    high = None
    if pick.amount.high is not None:
        high = low if pick.amount.high is pick.amount.low else want(
            ctx, pick.amount.high, scope, "number", what="how many")
    if m.picked_member(pick.of) is not None:
        return _member_pick(ctx, pick, low, scope)
    source = want(
        ctx, pick.of, scope, "cards", "players", "numbers", what="what is picked from")
    one = isinstance(pick.amount.high, m.Number) and pick.amount.high.value == 1 and (
        isinstance(pick.amount.low, m.Number) and pick.amount.low.value == 1
    )
    kind = {"cards": "card", "players": "player", "card": "card"}.get(source.type, "")
    kind = kind if one or not kind else kind + "s"
    if source.type == "numbers":
        kind = "number"
    local = ctx.new_local(kind, source.reach)
    ctx.bind(scope, pick, local)
    if not source.type:
        return None
    such_that = limit = None
    if pick.such_that is not None:
        such_that = want(ctx, pick.such_that, scope, "flag", what="a condition")
        limit = limit_of(such_that, local.number)
    return c.Pick(low, high, source, local.number, such_that, limit, pick.name)


def _member_pick(
    ctx: Lowering, pick: m.Picking, one: c.Expression, scope: Scope
) -> c.Pick | None:
    """A pick of one of several: of a colour, or of a row. What narrows it is its condition."""
    of = m.picked_member(pick.of)
    assert of is not None
    everyone = lower(ctx, of, scope)
    owner = owner_called(ctx.symbols, of.attribute)
    if of.kind:
        owner = Owner(kind_attribute(ctx, of.kind), "") if everyone.type else None
    local = ctx.new_local("" if owner is None else one_type(ctx.program, owner))
    condition = None if owner is None else _narrowed(ctx, pick.of, local, scope)
    ctx.bind(scope, pick, local)
    if owner is None:
        return None
    if pick.such_that is not None:
        stated = want(ctx, pick.such_that, scope, "flag", what="a condition")
        condition = stated if condition is None else c.And(
            (condition, stated), type="flag", at=pick.such_that.at)
    return c.Pick(one, one, replace(everyone, type="numbers"), local.number, condition, None,
                  pick.name, owner.attribute)


def _narrowed(
    ctx: Lowering, of: m.Expression, local: Local, scope: Scope
) -> c.Expression | None:
    """The condition that `a row whose count is less than 3` comes to."""
    match of:
        case m.Whose():
            outer = _narrowed(ctx, of.of, local, scope)
            own = owned_by(ctx, of.property, of.at, of.property_at, scope, local)
            test: c.Expression
            if of.comparison == "is empty" or of.comparison == "is not empty" or of.value is None:
                if own.type and own.type not in SETS:
                    return ctx.wrong(of.at, f"{quote(of.property)} cannot be empty",
                                     "only zones can be empty")
                test = c.IsEmpty(own, type="flag", at=of.at)
                if of.comparison == "is not empty":
                    test = c.Not(test, type="flag", at=of.at)
            else:
                value = lower(ctx, of.value, scope)
                comparable(ctx, of.comparison, own, value, of.at)
                test = c.Compare(of.comparison, own, value, type="flag", at=of.at)
            return test if outer is None else c.And((outer, test), type="flag", at=of.at)
        case _:
            return None


def _picks(ctx: Lowering, line: m.Picks, scope: Scope) -> c.Line:
    if isinstance(line.who, m.Name) and line.who.name == "chance":
        made = _pick(ctx, line.pick, scope)
        if made is None:
            return c.Nothing(origin=ctx.origin(line.at))
        if made.such_that is not None:
            ctx.wrong(line.at, "chance picks without a condition",
                      "every member is equally likely", "narrow the set with whose")
        return c.Chance(made.local, made.low, made.high, made.source, line.told,
                        origin=ctx.origin(line.at))
    if line.told:
        ctx.wrong(line.at, "what is told here is for chance alone",
                  "words behind a pick say what happens at a table in the place of a lot",
                  "leave the words out")
    who = player(ctx, line.who, scope, "who decides")
    made = _pick(ctx, line.pick, scope)
    choice = c.Choice("", "", None, made, (), ctx.cites, line.at)
    _not_in_together(ctx, line.at)
    return c.Decide(who, (choice,) if made else (), origin=ctx.origin(line.at))


def _not_in_together(ctx: Lowering, at: Place) -> None:
    if ctx.together:
        ctx.symbols.report(
            "late-choice", "this decision comes after everybody has decided", at,
            why="at the same time means one decision for each, and nothing in between",
            hint="put the second decision into a block of its own",
        )


def _choices(ctx: Lowering, line: m.Chooses, scope: Scope) -> tuple[c.Choice, ...]:
    return tuple(ctx.reaching.one_of(
        (partial(_choice, ctx, choice, Scope(scope)) for choice in line.choices),
        or_none=False,
    ))


def _choice(ctx: Lowering, choice: m.Choice, inner: Scope) -> c.Choice:
    own = cited(choice.cites) or ctx.cites
    condition = None
    if choice.condition is not None:
        condition = want(ctx, choice.condition, inner, "flag", what="a condition")
    pick = _pick(ctx, choice.pick, inner) if choice.pick else None
    known = {} if condition is None else known_if(ctx, condition, holds=True)
    body = knowing(ctx, known, lambda: citing(
        ctx, own, lambda: block(ctx, choice.body, inner)))
    words = one_of(choice.words, choice.name)
    return c.Choice(choice.name, words, condition, pick, body, own, choice.at)


def _together(ctx: Lowering, line: m.Together, scope: Scope) -> c.Line:
    within = set_of_players(ctx, line.within, scope)
    inner = Scope(scope)
    local = ctx.new_local("player")
    ctx.bind(inner, line, local)
    first = line.body[0] if line.body else None
    if not isinstance(first, m.Picks | m.Chooses) or not (
        isinstance(first.who, m.Name) and first.who.name == line.name
    ):
        ctx.symbols.report(
            "no-choice", "the first line at the same time must be a decision of each player",
            (first or line).at.head(),
            why="all decide before anything happens; the lines below it then happen",
            hint=f"{line.name} picks 1 of hand of {line.name} as chosen",
        )
        return c.Nothing(origin=ctx.origin(line.at))
    _not_in_together(ctx, line.at)
    player(ctx, first.who, inner, "who decides")
    choices: tuple[c.Choice, ...]
    own = cited(first.cites) or ctx.cites
    if isinstance(first, m.Picks):
        pick = _pick(ctx, first.pick, inner)
        choices = (c.Choice("", "", None, pick, (), own, first.at),) if pick else ()
        ctx.together = True
    else:
        ctx.together = True
        choices = citing(ctx, own, lambda: _choices(ctx, first, inner))
    body = in_order(ctx, line.body[1:], inner)
    ctx.together = False
    return c.Together(local.number, within, choices, body, origin=ctx.origin(line.at))


# -------------------------------------------------------------------------------- procedures
def _call(ctx: Lowering, line: m.Call, scope: Scope) -> Lines:
    procedure = ctx.symbols.procedures.get(line.procedure)
    if procedure is None:
        ctx.symbols.unknown("procedure", line.procedure, line.at.head(),
                            ctx.symbols.procedures, line.procedure_at)
        for name, at in placed(line.giving, line.giving_at):
            local = ctx.new_local("")
            if name not in scope.names:
                ctx.bind_name(scope, Symbol("local", name, at), local)
        return ()
    ctx.symbols.used("procedure", procedure.name, line.procedure_at)
    if procedure.name in ctx.calls:
        ctx.symbols.report(
            "endless-calls", f"{quote(procedure.name)} calls itself", line.at.head(),
            " > ".join([*ctx.calls, procedure.name]), "it would never end",
            "use repeat, and say what it uses up",
        )
        return ()
    inner = Scope()
    made = _arguments(ctx, line, procedure, scope, inner)
    ctx.calls.append(procedure.name)
    ctx.callers.append(line.at)
    rule = ctx.rule
    made += in_order(ctx, procedure.body, inner)
    ctx.rule = rule
    ctx.callers.pop()
    ctx.calls.pop()
    if len(line.giving) > len(procedure.gives):
        ctx.symbols.report(
            "wrong-count", f"{quote(procedure.name)} gives {len(procedure.gives)} results",
            line.at.head(), why=f"this line takes {len(line.giving)}",
            hint=f"giving {', '.join(each.name for each in procedure.gives)}",
        )
    for (name, at), gives in zip(
        placed(line.giving, line.giving_at), procedure.gives, strict=False
    ):
        made += _result(ctx, Symbol("local", name, at), gives, inner, scope, line.at)
    return tuple(made)


def _arguments(
    ctx: Lowering, line: m.Call, procedure: m.Procedure, scope: Scope, inner: Scope
) -> list[c.Line]:
    made: list[c.Line] = []
    given = {argument.name: argument for argument in line.arguments}
    for name, argument in given.items():
        if name not in {each.name for each in procedure.takes}:
            ctx.symbols.unknown("parameter", name, argument.at,
                                [each.name for each in procedure.takes], argument.name_at)
    for parameter in procedure.takes:
        told = given.get(parameter.name)
        symbol = Symbol("parameter", parameter.name, parameter.name_at)
        if told is not None:
            ctx.symbols.uses.note(symbol, told.name_at, "states")
        ctx.symbols.used("attribute", parameter.type, parameter.type_at)
        if told is None:
            ctx.symbols.report(
                "missing-argument", f"{quote(procedure.name)} is not told its "
                f"{parameter.name}", line.at.head(),
                why=f"it takes {parameter.name}, "
                f"{parameter.words.one if parameter.words else 'a ' + parameter.type}",
                hint=f"{parameter.name} ...",
            )
            ctx.bind_name(inner, symbol, ctx.new_local(""))
        elif parameter.type in ALIASES:
            ctx.bind_name(inner, symbol, _alias(ctx, told, parameter, scope))
        else:
            value = lower(ctx, told.value, scope)
            if parameter.type not in VALUES and not parameter.type.startswith("member"):
                attribute = parameter.type in ctx.symbols.attributes
                kind = f"member {parameter.type}" if attribute else ""
            else:
                kind = parameter.type
            fits = value.type == kind or {value.type, kind} == {"card", "cards"}
            if value.type and kind and not fits:
                ctx.wrong(told.at, f"{parameter.name} must be {shown(kind)}, and this "
                          f"is {shown(value.type)}", "the procedure declares it so")
            local = ctx.new_local(value.type, value.reach)
            ctx.bind_name(inner, symbol, local)
            made.append(c.SetLocal(local.number, value, origin=ctx.origin(told.at)))
    return made


def _alias(
    ctx: Lowering, argument: m.Argument, parameter: m.Parameter, scope: Scope
) -> Alias | Local:
    """What a parameter stands for that is not a value: a zone, an attribute or a figure."""
    word = ALIASES[parameter.type]
    value = argument.value
    found: tuple[Property, int] | None = None
    if isinstance(value, m.Name):
        binding = scope.find(value.name)
        if binding is not None and isinstance(binding.value, Alias):
            ctx.used(binding, value.at)
            found = (binding.value.word, binding.value.number)
        elif word == "attribute":
            number = ctx.symbols.attributes.get(value.name)
            found = None if number is None else ("attribute", number)
            ctx.symbols.used("attribute", value.name, value.at)
        else:
            found = property_of(ctx, value.name, scope, value.at)
    wanted = ("figure", "scoring", "track") if word == "figure" else (word,)
    if found is None or found[0] not in wanted:
        ctx.wrong(argument.at, f"{parameter.name} must be the name of a "
                  f"{parameter.type.replace('player-zone', 'zone of each player')}",
                  "the procedure works on whatever is named here")
        return ctx.new_local("")
    if word == "zone":
        each = ctx.program.zones[found[1]].each_player
        if each != (parameter.type == "player-zone"):
            owner = "each player" if parameter.type == "player-zone" else "the table"
            ctx.wrong(argument.at, f"{parameter.name} must be a zone of {owner}",
                      "the procedure declares it so")
    return Alias(found[0], found[1])


def _result(
    ctx: Lowering, symbol: Symbol, gives: m.Parameter, inner: Scope, scope: Scope, at: Place
) -> Lines:
    """What a call gives becomes the value of a name that there is, or is called so from here."""
    name = symbol.name
    given = inner.find(gives.name)
    if given is None or not isinstance(given.value, Local):
        ctx.symbols.report(
            "missing-result", f"the procedure never says {quote(gives.name)}", at.head(),
            why="it promises to give it", hint=f"let {gives.name} be ...",
        )
        ctx.bind_name(scope, symbol, ctx.new_local(""))
        return ()
    ctx.used(given, gives.name_at)
    local = given.value
    value = c.Local(local.number, type=local.type, at=at, reach=ctx.reaching.of(local))
    before = scope.find(name)
    if before is not None and isinstance(before.value, Local) and before.value.type == local.type:
        ctx.used(before, symbol.at, "sets")
        target = c.Local(before.value.number, type=local.type, at=at,
                         reach=ctx.reaching.of(before.value))
        return (_set_value(ctx, target, value, at),)
    if name in ctx.symbols.tracks:
        track = ctx.symbols.tracks[name]
        if not ctx.program.tracks[track].each_player:
            ctx.symbols.used("track", name, symbol.at, "sets")
            there = c.Track(track, None, type=ctx.program.tracks[track].type, at=at)
            return (c.SetTrack(there, value, origin=ctx.origin(at)),)
    # The result is simply another name for what the procedure made.
    ctx.bind_name(scope, symbol, local)
    return ()


def uncalled(ctx: Lowering, procedure: m.Procedure) -> None:
    """Lower a procedure by itself, with parameters that could be given, so that its names are
    resolved although nobody calls it."""
    inner = Scope()
    program, attributes = ctx.program, ctx.symbols.attributes
    for parameter in procedure.takes:
        ctx.symbols.used("attribute", parameter.type, parameter.type_at)
        value: Local | Alias | None = None
        match ALIASES.get(parameter.type):
            case "zone":
                each = parameter.type == "player-zone"
                value = next((Alias("zone", number) for number, zone in enumerate(program.zones)
                              if zone.each_player == each), None)
            case "attribute" if program.attributes:
                value = Alias("attribute", 0)
            case "figure" if program.figures:
                value = Alias("figure", 0)
        if value is None:
            member = parameter.type in attributes
            kind = f"member {parameter.type}" if member else parameter.type
            everything = (1 << len(program.cards)) - 1
            value = ctx.new_local(kind if member or kind in VALUES else "", everything)
        symbol = Symbol("parameter", parameter.name, parameter.name_at)
        ctx.bind_name(inner, symbol, value)
    in_order(ctx, procedure.body, inner)
    for gives in procedure.gives:
        given = inner.find(gives.name)
        if given is not None:
            ctx.used(given, gives.name_at)
