"""What code that reasons about hidden cards has to know of a game: who sees what, and where a
position keeps it."""

from __future__ import annotations

from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends.memory import Constants
from variorum_engine.compiler.emit.module import Source
from variorum_engine.runtime.search.determinization import AS_BEGUN, SEEN_TRACK
from variorum_engine.table.deduction import knows_track
from variorum_engine.table.table import Rules
from variorum_engine.table.visibility import in_blind_order, sees, which

NOTES = 1000  # so many moves between two decisions are noted
MOST_ZONES = 62


def knowing_constants(rules: Rules, source: Source, size: int) -> Constants:
    """The tables that `runtime.interface` describes under "Who sees what"."""
    program, layout = rules.program, source.layout
    if source.nested:
        raise NotCompilable("something is decided while other answers are sealed")
    if source.exact:
        raise NotCompilable(f"its numbers are fractions of any size ({source.exact})")
    count = program.zone_count
    table: dict[str, list[int]] = {name: [] for name in (
        "ZONE_SLOT", "ZONE_PAGES", "ZONE_PAGE", "ZONE_INDEX", "ZONE_ORDER", "ZONE_COUNT")}
    in_universe: dict[int, int] = {}
    page_zone = [-1] * (max(1, len(layout.pages)) * 64)
    slot_zone, holds = [0] * layout.slots, [0] * layout.slots
    for zone in range(count):
        number, at = which(program, zone)
        pages = layout.pages_of_zone(number)
        universe = layout.universe_of_zone[number]
        first = layout.first_slot[number] + len(pages) * at
        ordered = program.zones[number].in_order
        row = (
            first, len(pages), pages[0].number, in_universe.get(universe, 0),
            layout.first_order[number] + layout.order_size[number] * at if ordered else -1,
            layout.first_count[number] + at if ordered else -1,
        )
        for name, value in zip(table, row, strict=True):
            table[name].append(value)
        if row[3] < MOST_ZONES:
            for page in pages:
                page_zone[page.number * 64 + row[3]] = zone
        in_universe[universe] = in_universe.get(universe, 0) + 1
        masks = layout.masks(program.zones[number].holds)
        for i, page in enumerate(pages):
            slot_zone[first + i] = zone
            holds[first + i] = masks.get(page.number, 0)
    if max(in_universe.values(), default=0) > MOST_ZONES:
        raise NotCompilable(f"more than {MOST_ZONES} of its zones can hold the same cards")
    return {
        **table, **_cards(rules, source), "LOG": size, "NOTES": NOTES, "ZONES": count,
        "PAGE_ZONE": page_zone, "UNIVERSE": [page.universe for page in layout.pages] or [0],
        "SLOT_ZONE": slot_zone, "HOLDS": holds,
        "SEES": [int(sees(program, seat, zone))
                 for seat in range(program.players) for zone in range(count)],
        "BLIND": [int(in_blind_order(program, zone)) for zone in range(count)],
        "TRACKS": program.track_count, "TRACK_LIKE": _imagined_tracks(rules),
        "TRACK_START": [int(value) for value in rules.opening().tracks] or [0],
        "LEADING": _leading(rules),
        **_names(source),
    }


def _imagined_tracks(rules: Rules) -> list[int]:
    """By seat and track: whether it is known, or what it is taken to be (as `Knowledge` does)."""
    program, found = rules.program, []
    for seat in range(program.players):
        for table in program.tracks:
            own = table.first + seat
            mine = table.each_player and knows_track(program, seat, own)
            found += [SEEN_TRACK if knows_track(program, seat, place) else own if mine else AS_BEGUN
                      for place in range(table.first, table.first + table.domain.size)]
    return found or [SEEN_TRACK]


def _leading(rules: Rules) -> int:
    """Whether much or little of the first figure that decides is good; 0 if nothing decides."""
    chain = rules.program.chain
    return 0 if not chain else 1 if chain[0].extreme == "highest" else -1


def _cards(rules: Rules, source: Source) -> Constants:
    layout, cards = source.layout, rules.program.cards
    places = max(1, len(layout.pages)) * 64
    number, first, following = [-1] * places, [-1] * places, [-1] * places
    place = [layout.page_of[card] * 64 + layout.bit[card] for card in range(len(cards))]
    twinned = [0] * max(1, len(layout.pages))
    last: dict[int, int] = {}
    begins: dict[int, int] = {}
    for card in sorted(range(len(cards)), key=place.__getitem__):
        at, face = place[card], cards[card].face
        number[at] = card
        first[at] = begins.setdefault(face, at)
        if face in last:
            following[last[face]] = at
            twinned[at >> 6] = twinned[last[face] >> 6] = 1
        last[face] = at
    return {"CARD": number, "PLACE": place or [0], "PLACES": places, "FIRST_ALIKE": first,
            "NEXT_ALIKE": following, "TWINNED": twinned}


def _names(source: Source) -> Constants:
    """Which of the names that outlive a decision are sets of cards, of which page; and, for
    decisions of all at once, in which names it stands who is still asked and who is at all."""
    index = {name: i for i, name in enumerate(source.kept)}
    page, group = [-1] * max(1, len(index)), [-1] * max(1, len(index))
    groups: dict[str | tuple[str, int], int] = {}
    for name, i in index.items():
        if name[0] == "c":
            page[i] = int(name.rpartition("_")[2])
            group[i] = groups.setdefault(name.rpartition("_")[0], len(groups))
        elif name in source.held and source.held[name][0] in ("cards", "entering", "entered"):
            page[i] = source.held[name][2]
            group[i] = groups.setdefault(source.held[name][:2], len(groups))
    waiting, everybody = [-1] * (len(source.asked) + 1), [-1] * (len(source.asked) + 1)
    for number, (one, two) in source.sealed.items():
        waiting[number], everybody[number] = index[one], index[two]
    return {"NAMES": len(index), "NAME_PAGE": page, "NAME_GROUP": group,
            "WAITING": waiting, "EVERYBODY": everybody}
