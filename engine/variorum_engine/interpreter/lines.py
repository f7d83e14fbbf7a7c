"""Lines of play as instructions: what each line of the core means.

Every line is made of three sorts of instructions (do something, go on if, go elsewhere); only a
decision waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, cached_property, partial
from typing import assert_never

from variorum_dsl import core as c

from variorum_engine.interpreter.dependencies import Touch, reads, touched
from variorum_engine.interpreter.events import (
    CardsMoved,
    CardsShown,
    ChancePicked,
    EffectBegan,
    EndReached,
    GameEnded,
    RoundEnded,
    StageBegan,
    TrackSet,
    ZoneShuffled,
)
from variorum_engine.interpreter.expressions import (
    Context,
    Evaluator,
    WholeEvaluator,
    evaluator,
    per_player,
    somebody,
    track_place,
    whole,
    zone_number,
)
from variorum_engine.interpreter.instructions import (
    MOST_STEPS,
    STOP,
    Asking,
    Code,
    Held,
    Instruction,
    Label,
    Offer,
    TooManySteps,
    choose,
    stop,
    used_up,
)
from variorum_engine.interpreter.lots import OWNER, Lot, zone_salt
from variorum_engine.interpreter.picks import PickRule
from variorum_engine.interpreter.state import GUARDED, OVER, Fault, State, Unread, lying
from variorum_engine.interpreter.values import Number, bits, mask_of, members


@dataclass
class Assembly:
    """Code under construction, and what is around the line in question."""

    code: Code
    finish: Label = field(default_factory=Label)  # what happens when the game ends
    round_end: Label | None = None
    ended: bool = False  # inside the reckonings: a game that has ended does not end again

    @property
    def context(self) -> Context:
        return self.code.context

    @cached_property
    def ends_at_once(self) -> list[tuple[c.EndTable, Evaluator, Touch]]:
        """The ends that come at once, each with what it depends on."""
        program = self.context.program
        return [(end, evaluator(end.condition, self.context), reads(end.condition, program))
                for end in program.ends if end.at_once]

    def optional(self, part: c.Expression | None) -> Evaluator | None:
        return None if part is None else evaluator(part, self.context)


def assembled(context: Context) -> Code:
    """The instructions of a whole game."""
    code = Code(context)
    assembly = Assembly(code)
    for stage in context.program.stages:
        if stage.stage != "reckoning":
            _stage(stage, assembly)
    code.place(assembly.finish)
    code.act(_game_over)
    code.reckoning_start = code.here
    assembly.ended = True
    for stage in context.program.stages:
        if stage.stage == "reckoning":
            _stage(stage, assembly)
    code.instructions.append(stop(OVER))
    return code


def _game_over(state: State) -> None:
    if state.events is not None:
        state.events.append(GameEnded())


def _stage(stage: c.StageTable, assembly: Assembly) -> None:
    code = assembly.code
    code.stage_start[stage.name] = code.here
    if stage.until is not None and stage.measure is not None:
        _rounds(stage, stage.until, stage.measure, assembly)
        return

    def begin(state: State) -> None:
        state.mark(stage.at)
        if state.events is not None:
            state.events.append(StageBegan(stage))

    code.act(begin)
    _block(stage.body, assembly)


def _rounds(
    stage: c.StageTable, until: c.Expression, measure: c.Expression, assembly: Assembly
) -> None:
    code, loop = assembly.code, assembly.code.new_loop()
    code.rounds.add(loop)
    ends = [(end, evaluator(end.condition, assembly.context))
            for end in assembly.context.program.ends if not end.at_once]

    def begin(state: State) -> None:
        state.measures[loop] = None
        if state.events is not None:
            state.events.append(StageBegan(stage))

    def close(state: State) -> bool:
        state.rounds += 1
        if state.events is not None:
            state.events.append(RoundEnded())
        return not _ended(state, ends)

    code.act(begin)
    head, done, closing = Label(code.here), Label(), Label()
    code.branch(_turn_of(loop, until, measure, stage, assembly), done)
    around, assembly.round_end = assembly.round_end, closing
    _block(stage.body, assembly)
    assembly.round_end = around
    code.place(closing)
    code.closings.append(code.here)
    code.branch(close, assembly.finish)
    code.jump(head)
    code.place(done)


def _turn_of(
    loop: int, until: c.Expression, measure: c.Expression, part: c.Repeat | c.StageTable,
    assembly: Assembly,
) -> Callable[[State], bool]:
    """Whether a loop that uses something up goes round once more."""
    stops = _stops(until, measure, loop, assembly.context)
    left = _left(measure, loop, assembly.context)

    def goes_on(state: State) -> bool:
        if stops(state):
            return False
        used_up(state, loop, left(state), part)
        return True

    return goes_on


def _left(measure: c.Expression, loop: int, context: Context) -> Evaluator:
    """What a loop has left to use up; a guarded one has its turns."""
    if not isinstance(measure, c.Guard):
        return evaluator(measure, context)
    turns = measure.turns

    def left(state: State) -> Number:
        before = state.measures[loop]
        return turns if before is None else before - 1

    return left


def _stops(
    until: c.Expression, measure: c.Expression, loop: int, context: Context
) -> Callable[[State], object]:
    """Whether a loop is at its end; a guarded one also when it has had all its turns."""
    stops = evaluator(until, context)
    if not isinstance(measure, c.Guard):
        return stops

    def stopped(state: State) -> object:
        if stops(state):
            return True
        before = state.measures[loop]
        if before is None or before > 1:
            return False
        state.mark(GUARDED)
        return True

    return stopped


Ends = list[tuple[c.EndTable, Evaluator]]


def _ended(state: State, ends: Ends) -> bool:
    """Whether one of these ends of the game has come about."""
    for end, condition in ends:
        if condition(state):
            state.mark(end.at)
            if state.events is not None:
                state.events.append(EndReached(end))
            return True
    return False


def _look_for_ends(touch: Touch, assembly: Assembly) -> None:
    """After a change that can matter: has the game ended at once?"""
    ends = [(end, condition) for end, condition, read in assembly.ends_at_once
            if read.meets(touch)]
    if ends and not assembly.ended:
        assembly.code.branch(lambda state: not _ended(state, ends), assembly.finish)


# ------------------------------------------------------------------------------------------ lines
def _block(body: Iterable[c.Line], assembly: Assembly) -> None:
    for line in body:
        _line(line, assembly)


def _line(line: c.Line, assembly: Assembly) -> None:  # noqa: C901 (one case for each line)
    code, context = assembly.code, assembly.context
    code.starts.setdefault(id(line), code.here)
    if not isinstance(line, c.Decide | c.Together | c.Call):  # those are marked by what they do
        code.lines[code.here] = line
    match line:
        case c.Move():
            _move(line, assembly)
        case c.Shuffle():
            _shuffle(line, assembly)
        case c.SetLocal(local, value):
            _set_local(local, evaluator(value, context), code)
        case c.SetTrack():
            _set_track(line, assembly)
        case c.Show():
            _show(line, assembly)
        case c.If():
            _if(line, assembly)
        case c.Cases():
            _cases(line, assembly)
        case c.ForEachPlayer(local, players, start, ranks, until, body):
            seats = _seats_in_order(players, start, ranks, context)
            _for_each(line, local, seats, until, body, assembly)
        case c.ForEachCard(local, cards, ranks, until, body):
            _for_each(line, local, _cards_in_order(cards, ranks, context), until, body, assembly)
        case c.ForEachMember(local, count, until, body):
            _for_each(line, local, lambda state: tuple(range(count)), until, body, assembly)
        case c.Repeat():
            _repeat(line, assembly)
        case c.Turns():
            _turns(line, assembly)
        case c.Decide():
            _decide(line, assembly)
        case c.Together():
            _together(line, assembly)
        case c.Chance():
            _chance(line, assembly)
        case c.Call(_, body):
            _block(body, assembly)
        case c.EndRound():
            if assembly.round_end is None:
                raise Fault("there is no round to end here", line)
            code.jump(assembly.round_end)
        case c.EndGame() if not assembly.ended:
            code.jump(assembly.finish)
        case c.Nothing(unread=True):
            code.act(_unread(line))
        case c.EndGame() | c.Nothing():
            code.act(lambda state: None)
        case _:
            assert_never(line)


# ------------------------------------------------------------------------------------ single deeds
def _set_local(local: int, value: Evaluator, code: Code) -> None:
    def act(state: State) -> None:
        state.locals[local] = value(state)

    code.act(act)


def _set_track(line: c.SetTrack, assembly: Assembly) -> None:
    where = track_place(line.track, assembly.context)
    value = evaluator(line.value, assembly.context)

    def act(state: State) -> None:
        place = where(state)
        state.tracks[place] = new = value(state)
        if state.events is not None:
            state.events.append(TrackSet(place, new, line))

    assembly.code.act(act)
    _look_for_ends(Touch(tracks=frozenset({line.track.track})), assembly)


def _unread(line: c.Line) -> Callable[[State], None]:
    def act(_: State) -> None:
        raise Unread(line)

    return act


def _shuffle(line: c.Shuffle, assembly: Assembly) -> None:
    context, table = assembly.context, assembly.context.program.zones[line.zone.zone]
    number = zone_number(line.zone, context)

    @cache
    def lot(zone: int) -> Lot:
        name = zone_salt(context.program, line.zone.zone)
        return Lot(name + (zone - table.first) * OWNER, context.card_salts)

    def act(state: State) -> None:
        zone = number(state)
        order = state.order[zone]
        assert order is not None
        state.chance.shuffle(order, lot(zone))
        if state.events is not None:
            state.events.append(ZoneShuffled(zone, line))

    assembly.code.act(act)


def _show(line: c.Show, assembly: Assembly) -> None:
    cards, who = whole(line.cards, assembly.context), whole(line.to, assembly.context)
    one = line.to.type == "player"

    def act(state: State) -> None:
        if state.events is not None:
            seats = 1 << who(state) if one else who(state)
            shown = cards(state)
            state.events.append(CardsShown(shown, seats, line, lying(state, shown)))

    assembly.code.act(act)


def _chance(line: c.Chance, assembly: Assembly) -> None:
    context, source = assembly.context, line.source
    fewest, most = evaluator(line.low, context), assembly.optional(line.high)
    among = whole(source, context)
    of_cards = source.type in ("card", "cards")
    one = not of_cards and _is_one(line.low) and _is_one(line.high)
    lots = cache(partial(_lots, line, context))  # few games come to every line of chance

    def act(state: State) -> None:
        found = bits(among(state))
        least = fewest(state)
        wanted = len(found) if most is None else most(state)
        if least != int(least) or wanted != int(wanted):
            raise Fault("chance should pick a part of something, and it picks whole ones", line)
        count, greatest = int(least), min(int(wanted), len(found))
        if count > len(found):
            raise Fault(f"chance should pick {count}, and there are {len(found)}", line)
        if greatest > count:
            count = state.chance.number(count, greatest, Lot(context.draw_salts[line], None))
        taken = state.chance.pick(found, count, lots()(found))
        picked = mask_of(taken)
        state.locals[line.local] = taken[0] if one else picked
        if state.events is not None:
            places = lying(state, picked if of_cards else 0)
            state.events.append(ChancePicked(picked, line, places))

    assembly.code.act(act)


def _lots(line: c.Chance, context: Context) -> Callable[[list[int]], Lot]:
    """What a line of chance draws among some members. A set of cards of one owner comes to the
    same luck whoever that is."""
    name = context.draw_salts[line]
    sort = context.program.local_types.get(line.local, line.source.type)
    if line.source.type not in ("card", "cards"):
        numbers = isinstance(line.source, c.NumberRange)
        lot = Lot(name, None if numbers else context.seat_salts, sort)
        return lambda found: lot
    cards, salts = context.program.cards, context.card_salts
    by_owner = {owner: Lot(name, [each - owner * OWNER for each in salts], sort)
                for owner in {card.owner for card in cards}}
    empty = Lot(name, salts, sort)
    return lambda found: by_owner[cards[found[0]].owner] if found else empty


def _is_one(part: c.Expression | None) -> bool:
    return isinstance(part, c.Number) and part.value == 1


# ------------------------------------------------------------------------------------------ moves
def _move(line: c.Move, assembly: Assembly) -> None:
    code, context = assembly.code, assembly.context
    cards, target = whole(line.cards, context), zone_number(line.to, context)
    loop = code.new_loop() if line.effects else -1
    touch = touched(line, context.program)
    sources = [place for zone in sorted(touch.zones) for place in context.places(zone)]
    watched, table = 0, context.program.zones[line.to.zone]
    for effect in line.effects:
        watched |= effect.mask
    among = None if line.depth is None else _among(line, line.depth, context)

    def act(state: State) -> None:
        moving, zone = cards(state), target(state)
        here = moving & state.zones[zone]
        moving ^= here
        deep = 0 if among is None else among(state, here, zone)
        if loop >= 0:
            owner = -1 if table.domain.sort == "table" else zone - table.first
            state.pending[loop] = (owner, 0, *(1 << card for card in members(moving & watched)))
        if here and among is not None:
            _put_among(state, here, zone, deep)
            if state.events is not None:
                state.events.append(CardsMoved(((here, zone, zone),), line))
        if moving:
            taken = _take(state, moving, sources, zone, deep)
            if state.events is not None:
                moves = tuple((hit, source, zone) for hit, source in taken)
                state.events.append(CardsMoved(moves, line))

    code.act(act)
    _look_for_ends(touch, assembly)
    if line.effects:
        _effects(line, loop, assembly)


def _take(
    state: State, cards: int, sources: list[int], target: int, deep: int
) -> list[tuple[int, int]]:
    """Take cards from wherever they are into the target, below so many of its cards; gives which
    came from where."""
    taken: list[tuple[int, int]] = []
    row: list[int] = []
    left = cards
    for source in sources:
        hit = state.zones[source] & left
        if hit:
            taken.append((hit, source))
            state.zones[source] ^= hit
            order = state.order[source]
            if order is not None:
                row = [card for card in order if hit >> card & 1]
                state.order[source] = [card for card in order if not hit >> card & 1]
            left ^= hit
            if not left:
                break
    state.zones[target] |= cards & ~left
    others = state.order[target]
    if others is not None:
        # Cards from one row stay in its order; those from several places have none.
        if len(taken) > 1 or not row:
            row = [card for hit, _ in taken for card in members(hit)]
        state.order[target] = [*others[:deep], *row, *others[deep:]]
    return taken


def _among(
    line: c.Move, depth: c.Depth, context: Context
) -> Callable[[State, int, int], int]:
    """Below how many cards of a zone some come to lie, if these are there already."""
    count = evaluator(depth.others, context)

    def among(state: State, here: int, zone: int) -> int:
        wanted = count(state)
        if wanted != int(wanted) or wanted < 0:
            raise Fault(f"cards should be put {depth.level} {wanted} cards", line)
        others = (state.zones[zone] & ~here).bit_count()
        beside = min(int(wanted), others)
        # Those that are there already go down first, and so lie above the ones that come.
        return (beside if depth.level == "below" else others - beside) + here.bit_count()

    return among


def _put_among(state: State, cards: int, zone: int, deep: int) -> None:
    """Cards go to another depth of the zone in which they lie: so many are above or among them."""
    order = state.order[zone] or []
    down = [card for card in order if cards >> card & 1]
    others = [card for card in order if not cards >> card & 1]
    above = deep - len(down)
    state.order[zone] = [*others[:above], *down, *others[above:]]


def _effects(line: c.Move, loop: int, assembly: Assembly) -> None:
    """Card by card, the effects whose condition holds. What is pending begins with the owner of the
    zone and the card in question."""
    code = assembly.code

    def next_card(state: State) -> bool:
        owner, _, *left = state.pending[loop]
        if left:
            state.pending[loop] = (owner, *left)
        return bool(left)

    def all_effects() -> None:
        for effect in line.effects:
            skip = Label()
            code.branch(_sets_off(line, effect, loop, assembly), skip)
            _block(effect.body, assembly)
            code.place(skip)

    code.card_loops[loop] = 1
    _loop(line, loop, lambda state: None, next_card, all_effects, code)


def _sets_off(
    line: c.Move, effect: c.Effect, loop: int, assembly: Assembly
) -> Callable[[State], bool]:
    """Whether the card that arrived sets off an effect."""
    condition = assembly.optional(effect.condition)

    def holds(state: State) -> bool:
        owner, card, *_ = state.pending[loop]
        if not card & effect.mask:
            return False
        state.locals[effect.card] = card
        state.locals[effect.owner] = owner
        if condition is not None and not condition(state):
            return False
        if state.events is not None:
            state.events.append(EffectBegan(effect.name, line))
        return True

    return holds


# --------------------------------------------------------------------------------------- branches
def _if(line: c.If, assembly: Assembly) -> None:
    code, otherwise, done = assembly.code, Label(), Label()
    code.branch(evaluator(line.condition, assembly.context), otherwise)
    _block(line.then, assembly)
    if line.otherwise:
        code.jump(done)
    code.place(otherwise)
    _block(line.otherwise, assembly)
    code.place(done)


def _cases(line: c.Cases, assembly: Assembly) -> None:
    code, done = assembly.code, Label()
    card = whole(line.card, assembly.context)

    def one_of(mask: int) -> Callable[[State], bool]:
        def test(state: State) -> bool:
            found = card(state)
            if found.bit_count() != 1:
                raise Fault(f"this depends on one card, and here are {found.bit_count()}", line)
            return bool(found & mask)

        return test

    def unforeseen(_: State) -> None:
        raise Fault("no case says what happens with this card", line)

    for case in line.cases:
        otherwise = Label()
        code.branch(one_of(case.mask), otherwise)
        _block(case.body, assembly)
        code.jump(done)
        code.place(otherwise)
    code.act(unforeseen)
    code.place(done)


# ------------------------------------------------------------------------------------------ loops
Members = Callable[[State], tuple[int, ...]]


def _for_each(
    line: c.ForEachPlayer | c.ForEachCard | c.ForEachMember, local: int, all_of_them: Members,
    until: c.Expression | None, body: tuple[c.Line, ...], assembly: Assembly,
) -> None:
    code, loop = assembly.code, assembly.code.new_loop()
    stops = assembly.optional(until)

    def begin(state: State) -> None:
        state.pending[loop] = all_of_them(state)

    def next_one(state: State) -> bool:
        left = state.pending[loop]
        if not left or (stops is not None and stops(state)):
            return False
        state.locals[local], state.pending[loop] = left[0], left[1:]
        state.steps += 1
        if state.steps > MOST_STEPS:
            raise TooManySteps(line)
        return True

    if isinstance(line, c.ForEachCard):
        code.card_loops[loop] = 0
    _loop(line, loop, begin, next_one, lambda: _block(body, assembly), code)


def _loop(
    line: c.Line, loop: int, begin: Callable[[State], None], goes_on: Callable[[State], bool],
    body: Callable[[], None], code: Code,
) -> None:
    """Begin; then, as long as it goes on, what the body makes. The question whether it goes on
    stands behind the body."""
    code.act(begin)
    test = Label()
    code.jump(test)
    first = code.here
    body()
    code.place(test)
    code.instructions.append(lambda state: first if goes_on(state) else None)
    code.places.setdefault(id(line), []).append(Held(first, code.here, loop, line))


def _seats_in_order(
    players: c.Expression, start: c.Expression | None, ranks: tuple[c.PlayerRank, ...],
    context: Context,
) -> Members:
    """Clockwise from somebody; those who are equal by rank keep that order."""
    who = whole(players, context)
    first = None if start is None else somebody(start, context)
    keys = [(1 if rank.extreme == "lowest" else -1, per_player(rank.local, rank.value, context))
            for rank in ranks]

    def in_order(state: State) -> tuple[int, ...]:
        seats = bits(who(state))
        if first is not None:
            begin = first(state)
            seats.sort(key=lambda seat: seat < begin)
        if keys:
            seats.sort(key=lambda seat: [sign * own(state, seat) for sign, own in keys])
        return tuple(seats)

    return in_order


def _cards_in_order(
    cards: c.Expression, ranks: tuple[c.CardRank, ...], context: Context
) -> Members:
    """Each card as a set, by rank."""
    inner = whole(cards, context)
    keys = [(1 if rank.extreme == "lowest" else -1, context.values[rank.attribute])
            for rank in ranks]

    def in_order(state: State) -> tuple[int, ...]:
        found = bits(inner(state))
        found.sort(key=lambda card: [sign * values[card] for sign, values in keys])
        return tuple(1 << card for card in found)

    return in_order


def _repeat(line: c.Repeat, assembly: Assembly) -> None:
    code, loop = assembly.code, assembly.code.new_loop()

    def begin(state: State) -> None:
        state.measures[loop] = None

    goes_on = _turn_of(loop, line.until, line.measure, line, assembly)
    _loop(line, loop, begin, goes_on, lambda: _block(line.body, assembly), code)


def _turns(line: c.Turns, assembly: Assembly) -> None:
    code, context, loop = assembly.code, assembly.context, assembly.code.new_loop()
    first, who = somebody(line.start, context), whole(line.players, context)
    stops = _stops(line.until, line.measure, loop, context)
    left = _left(line.measure, loop, context)
    count = context.program.players

    def begin(state: State) -> None:
        state.measures[loop] = None
        state.pending[loop] = (first(state),)

    def next_turn(state: State) -> bool:
        if stops(state):
            return False
        used_up(state, loop, left(state), line)
        seats = members(who(state))
        if not seats:
            return False
        (turn,) = state.pending[loop]
        seat = seats[0]
        for later in seats:
            if later >= turn:
                seat = later
                break
        state.locals[line.local] = seat
        state.pending[loop] = ((seat + 1) % count,)
        return True

    _loop(line, loop, begin, next_turn, lambda: _block(line.body, assembly), code)


# -------------------------------------------------------------------------------------- decisions
def _offers(choices: tuple[c.Choice, ...], assembly: Assembly) -> tuple[Offer, ...]:
    return tuple(
        Offer(choice, assembly.optional(choice.condition),
              None if choice.pick is None else PickRule(assembly.context, choice.pick), Label())
        for choice in choices
    )


def _choices(offers: tuple[Offer, ...], after: Label, assembly: Assembly) -> None:
    """What happens with each choice; then the game goes on behind them all."""
    for offer in offers:
        assembly.code.place(offer.start)
        _block(offer.choice.body, assembly)
        if offer is not offers[-1]:
            assembly.code.jump(after)
    assembly.code.place(after)


def _decide(line: c.Decide, assembly: Assembly) -> None:
    code, after = assembly.code, Label()
    offers = _offers(line.choices, assembly)
    code.asking[code.here] = Asking(line, somebody(line.who, assembly.context), offers,
                                    together=False, after=after)
    code.instructions.append(stop(code.here))
    _choices(offers, after, assembly)


def _together(line: c.Together, assembly: Assembly) -> None:
    """All answer; then, seat by seat, the choice happens and the lines below it."""
    code, loop, asked_at = assembly.code, assembly.code.new_loop(), assembly.code.here
    who, offers = whole(line.players, assembly.context), _offers(line.choices, assembly)
    play_out, following, after = Label(asked_at + 1), Label(), Label()
    asking = Asking(line, who, offers, together=True, after=play_out, local=line.local)
    code.asking[asked_at] = asking
    code.sealed[loop] = asked_at
    code.instructions.append(_wait_for_all(who, asked_at, play_out))

    def collect(state: State) -> None:
        state.sealed[loop] = tuple(sorted(state.answers.items()))
        state.answers = {}

    def next_answer(state: State) -> int:
        left = state.sealed[loop]
        if not left:
            return after.pc
        seat, (number, picked) = left[0]
        state.sealed[loop] = left[1:]
        state.locals[line.local] = seat
        choose(state, seat, offers[number], picked, asking)
        return offers[number].start.pc

    code.lines[code.here] = line
    code.act(collect)
    head = Label(code.here)
    code.instructions.append(next_answer)
    _choices(offers, following, assembly)
    _block(line.body, assembly)
    code.jump(head)
    code.place(after)


def _wait_for_all(who: WholeEvaluator, asked_at: int, play_out: Label) -> Instruction:
    def wait(state: State) -> int:
        if not who(state):
            return play_out.pc
        state.pc = asked_at
        return STOP

    return wait
