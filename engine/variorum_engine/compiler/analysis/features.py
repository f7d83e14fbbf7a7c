"""What the rule of thumb looks at in one game, and what each of its weights is called.

Everything is read off the program: zones, attributes, tracks, and what can be picked at which
decision. A *feature* is a number that the deciding seat may know. Each choice of a decision has a
block of weights for them, except one choice of each decision that the others are measured against;
each pick has a block by which its members are ranked. `runtime/thumb/rule.py` reads the tables.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from variorum_dsl import core as c
from variorum_dsl.core.visibility import everybody_sees, sees_cards
from variorum_dsl.core.walk import Node, children, meaning, walk
from variorum_dsl.files.libraries import library_names

from variorum_engine.compiler.analysis.decisions import Decision, zones_read
from variorum_engine.compiler.analysis.layout import Layout
from variorum_engine.table.visibility import SPECTATOR, sees

FACES_APART = 24  # with more kinds of cards at stake their attributes must tell what they are worth
(ONE, OWN_COUNT, OWN_TOTAL, FEWEST, MOST, RIVAL_TOTAL, SHARED_COUNT, SHARED_TOTAL, OWN_TRACK,
 IS_ME, SHARED_TRACK, RIVAL_TRACK, NEEDED, HELD, KIN_OWN, KIN_RIVAL, GAIN, LEAD,
 STAYING) = range(19)
# What is felt of one thing among those that can be picked: of a member or a kind how many cards of
# it are one's own, rivals', at stake, out of sight; what lies in the place of a member, its total,
# its number; whether a player is oneself, what lies before them, its total, their number.
(MEMBER_OWN, MEMBER_RIVALS, MEMBER_STAKE, MEMBER_UNSEEN, MEMBER_COUNT, MEMBER_TOTAL, MEMBER_TRACK,
 PLAYER_SELF, PLAYER_COUNT, PLAYER_TOTAL, PLAYER_TRACK) = range(11)
LARGEST = 1500  # numbers in a memory that is copied to reckon with


class Weight(NamedTuple):
    """One weight: its name for people, and where it starts before anything is tuned."""

    name: str
    start: int


class Judged(NamedTuple):
    """Something to pick, in words, and the weights that tell one thing from another there: without
    any, or with nothing but zeros, one is as good as the next."""

    words: str
    weights: range


class Thumb:
    """Features, weights and tables of one program. `judged` are the picks, each with what it is
    judged by."""

    def __init__(
        self, program: c.Program, layout: Layout, asked: Sequence[Decision], most: int, size: int
    ) -> None:
        self.program, self.layout = program, layout
        self.weights: list[Weight] = []
        self.features: list[tuple[str, tuple[int, ...]]] = [("always", (ONE, 0, 0, 0, 0, 0))]
        self.stakes = self._stakes()
        self.apart = self._faces_apart()
        self._zone_features()
        self._track_features()
        self._kin_features()
        self.homes = self._homes()
        if self.homes:
            self.features.append(("what the cards at stake would add", (GAIN, 0, 0, 0, 0, 0)))
        self._reckoned_features(size)
        self.features += [("needed to pick", (NEEDED, 0, 0, 0, 0, 0)),
                          ("held to pick from", (HELD, 0, 0, 0, 0, 0))]
        self.score_block = [-1] * (most * (len(asked) + 1))
        self.pick_block = [-1] * (most * (len(asked) + 1))
        self.in_sight = [0] * (most * (len(asked) + 1))
        self.mark = [0] * (most * (len(asked) + 1))
        self.more_block, self.more_first, self.more_count = (
            [0] * (most * (len(asked) + 1)) for _ in range(3))
        self.of_member = [0] * (most * (len(asked) + 1))
        self.rows: list[tuple[int, ...]] = []  # what is felt of one thing that can be picked
        self.judged: list[Judged] = []
        self._blocks(asked, most)
        self.weights = _told_apart(self.weights)

    # ---------------------------------------------------------------------- features
    def _is_open(self, zone: int) -> bool:
        """Whether everybody sees the cards of a zone."""
        return sees(self.program, SPECTATOR, self.program.zones[zone].first)

    def _owner_sees(self, zone: int) -> bool:
        """Whether a player sees the cards of the zone that is theirs."""
        return sees(self.program, 0, self.program.zones[zone].first)

    def _zone(self, zone: int, attribute: int = 0) -> tuple[int, int, int, int, int]:
        pages = self.layout.pages_of_zone(zone)
        return (self.layout.first_slot[zone], len(pages), pages[0].number, attribute,
                int(self.program.zones[zone].each_player))

    def _places(self, zone: int) -> list[tuple[int, int, int, int, int]]:
        """The same of a zone, or of each place where it belongs to members."""
        table, (first, pages, *rest) = self.program.zones[zone], self._zone(zone)
        if table.domain.sort != "member":
            return [self._zone(zone)]
        return [(first + pages * owner, pages, rest[0], rest[1], rest[2])
                for owner in range(table.domain.size)]

    def _numbers(self, zone: int, *, members: bool = False) -> list[int]:
        """The attributes that tell cards of a zone apart."""
        program = self.program
        cards = [card for i, card in enumerate(program.cards)
                 if program.zones[zone].holds >> i & 1]
        return [number for number, table in enumerate(program.attributes)
                if bool(table.members) == members
                and len({card.values[number] for card in cards}) > 1]

    def _add(self, name: str, kind: int, place: tuple[int, int, int, int, int]) -> None:
        self.features.append((name, (kind, *place)))

    def _stakes(self) -> list[int]:
        """Open zones that all share and that cards are moved away from during the game."""
        zones = self.program.zones
        found = {zone for zone, _ in self._ways()}
        return [z for z in sorted(found) if self._is_open(z)
                and zones[z].domain.sort == "table" and self.layout.pages_of_zone(z)]

    def _ways(self) -> list[tuple[int, int]]:
        """Between which zones cards are moved in the rounds of the game."""
        program, origins = self.program, self.layout.origins
        rounds = [stage.body for stage in program.stages if stage.stage == "rounds"]
        found = []
        for move in _moves(rounds):
            zone = origins.zone(move.cards)
            sources = [zone[0]] if zone is not None else [
                z for z, table in enumerate(program.zones) if table.holds & move.cards.reach]
            found += [(source, move.to.zone) for source in sources]
        return found

    def _faces_apart(self) -> dict[int, int]:
        """The faces of cards that can be at stake, numbered, if they are few."""
        program = self.program
        reach = 0
        for zone in self.stakes:
            reach |= program.zones[zone].holds
        faces = sorted({card.face for i, card in enumerate(program.cards) if reach >> i & 1})
        if len(faces) > FACES_APART or len(faces) < 2:
            return {}
        return {face: number for number, face in enumerate(faces)}

    def _zone_features(self) -> None:
        program = self.program
        for zone, table in enumerate(program.zones):
            words, place = table.words or table.name, self._zone(zone)
            numbers = self._numbers(zone)
            if table.domain.sort == "member":
                for owner, one in enumerate(self._places(zone)):
                    called = program.place_of_member(table, owner, words)
                    self._add(f"cards in {called}", SHARED_COUNT, one)
                continue
            if not table.each_player:
                if zone in self.stakes and not self.apart:
                    for a in numbers:
                        self._add(f"{program.attributes[a].name} of {words}", SHARED_TOTAL,
                                  self._zone(zone, a))
                if zone not in self.stakes or not self.apart:
                    self._add(f"cards in {words}", SHARED_COUNT, place)
                continue
            self._add(f"cards in own {words}", OWN_COUNT, place)
            self._add(f"cards in {words}, fewest of a rival", FEWEST, place)
            self._add(f"cards in {words}, most of a rival", MOST, place)
            for a in numbers:
                name = program.attributes[a].name
                if self._owner_sees(zone):
                    self._add(f"{name} of own {words}", OWN_TOTAL, self._zone(zone, a))
                if self._is_open(zone):
                    self._add(f"{name} of {words}, most of a rival", RIVAL_TOTAL,
                              self._zone(zone, a))

    def _track_features(self) -> None:
        for table in self.program.tracks:
            words = table.words or table.name
            place = (table.first, 0, 0, 0, int(table.each_player))
            if not sees_cards(table, owns=table.each_player):
                continue  # nobody knows what it says
            if table.domain.sort == "member":
                for owner in range(table.domain.size if table.type == "number" else 0):
                    self._add(self.program.place_of_member(table, owner, words), SHARED_TRACK,
                              (table.first + owner, 0, 0, 0, 0))
            elif table.type == "player" and not table.each_player:
                self._add(f"being {words}", IS_ME, place)
            elif table.type == "number" and table.each_player:
                self._add(f"own {words}", OWN_TRACK, place)
                if everybody_sees(table):
                    self._add(f"{words}, most of a rival", RIVAL_TRACK, place)
            elif table.type == "number":
                self._add(words, SHARED_TRACK, place)

    def _kin_features(self) -> None:
        """How many cards of one's own, and of rivals, are of a kind with a card in the open."""
        program = self.program
        for zone, table in enumerate(program.zones):
            if not self._is_open(zone) or self._owned(zone):
                continue
            if not table.each_player and zone not in self.stakes:
                continue  # nor what belongs to members
            for a in self._numbers(zone, members=True):
                words = f"same {program.attributes[a].name} as {table.words or table.name}"
                self._add(f"own cards of the {words}", KIN_OWN, self._zone(zone, a))
                self._add(f"rivals' cards of the {words}", KIN_RIVAL, self._zone(zone, a))

    def _owned(self, zone: int) -> bool:
        """Whether the cards of a zone belong to players from the beginning: how cards are laid
        out in memory depends on it, and what is felt must not."""
        return any(card.owner >= 0 for i, card in enumerate(self.program.cards)
                   if self.program.zones[zone].holds >> i & 1)

    def _homes(self) -> list[tuple[int, int]]:
        """For each zone at stake the zone of a player that its cards are moved to, where the
        first figure that decides needs nothing that a player may not see."""
        program = self.program
        if not program.chain:
            return []
        tie = program.chain[0]
        scored = program.scorings[tie.figure] if tie.is_score else program.figures[tie.figure]
        read = zones_read(scored, program)
        seen = all(self._is_open(zone) or (
            self._owner_sees(zone) and owner == meaning(c.Local(local)))
            for zone, owner, local in read)
        if not seen:
            return []
        counts = {zone for zone, _, _ in read}
        homes = ((stake, self._home(stake)) for stake in self.stakes)
        return [(stake, home) for stake, home in homes if home in counts]

    def _home(self, zone: int) -> int:
        """The zone of a player that cards of a zone are moved to; -1 if there is none."""
        program = self.program
        for source, target in self._ways():
            if (source == zone != target and program.zones[target].each_player
                    and self._owner_sees(target)):
                return target
        return -1

    def _reckoned_features(self, size: int) -> None:
        """Where the figures that decide are only written at the end: what they would be, with the
        cards of an open zone for oneself."""
        program = self.program
        ends = [stage for stage in program.stages if stage.stage == "reckoning"]
        if size > LARGEST or not any(isinstance(node, c.SetTrack)
                                     for stage in ends for node in walk(stage.body)):
            return
        for zone, table in enumerate(program.zones):
            if not self._is_open(zone) or (not table.each_player and zone not in self.stakes):
                continue
            home = self._home(zone)
            if home >= 0:
                words = table.words or table.name
                self._add(f"lead with {words}", LEAD, self._zone(zone, self._zone(home)[0]))
                self._add(f"staying in with {words}", STAYING, self._zone(zone))

    # ----------------------------------------------------------------------- weights
    def _blocks(self, asked: Sequence[Decision], most: int) -> None:
        labels = self._labels(asked)
        for number, line in enumerate(asked, 1):
            choices = line.choices
            decider = line.who if isinstance(line, c.Decide) else c.Local(line.local)
            last = max((i for i, choice in enumerate(choices) if choice.pick is None),
                       default=len(choices) - 1)
            for i, choice in enumerate(choices):
                label = labels[number, i]
                at = number * most + i
                if len(choices) > 1 and i != last:
                    self.score_block[at] = len(self.weights)
                    self._score_weights(label, choice.pick)
                if choice.pick is not None:
                    sort = choice.pick.source.type
                    aims = len(choices) == 1 if sort not in ("players", "numbers") else (
                        sort == "numbers" and choice.pick.members < 0)
                    self.in_sight[at] = self._in_sight(choice.pick, decider)
                    self.pick_block[at] = len(self.weights)
                    self.mark[at] = int(aims)
                    self._pick_weights(label, choice.pick, marked=bool(self.mark[at]))
                    self._more_weights(label, choice.pick, at)
                    self._judge(choice.pick, at, decider)

    def _labels(self, asked: Sequence[Decision]) -> dict[tuple[int, int], str]:
        """What each choice is called; those of the same words are numbered in the order in which
        they were written: libraries, what is extended, the file itself with its options and
        readings at the end. So what a reading adds takes no number of another choice away."""
        libraries, line_of = library_names(), self.program.ancestors[::-1]

        def written(choice: c.Choice) -> tuple[int, int]:
            stem = choice.at.path.replace("\\", "/").rpartition("/")[2].partition(".")[0]
            age = 0 if stem in libraries else (
                1 + line_of.index(stem) if stem in line_of else 1 + len(line_of))
            return age, choice.at.line

        every = [(number, i, choice) for number, line in enumerate(asked, 1)
                 for i, choice in enumerate(line.choices)]
        used: dict[str, int] = {}
        found = {}
        for number, i, choice in sorted(every, key=lambda each: written(each[2])):
            label = choice.words or (choice.pick.name if choice.pick else "") or choice.name
            used[label] = used.get(label, 0) + 1
            found[number, i] = label if used[label] == 1 else f"{label} ({used[label]})"
        return found

    def _score_weights(self, label: str, pick: c.Pick | None) -> None:
        bids = pick is not None and pick.such_that is not None
        for name, (kind, *_) in self.features:
            start = 0
            if bids and kind == NEEDED:
                start = -1000
            elif bids and kind == HELD:
                start = 120
            self.weights.append(Weight(f"{label}: {name}", start))
        self._stake_weights(label)

    def _stake_weights(self, label: str) -> None:
        words = self._face_words()
        self.weights += [Weight(f"{label}: {words[face]} at stake", 0) for face in self.apart]

    def _face_words(self) -> dict[int, str]:
        """What the cards at stake are called; numbers are added where words are not enough."""
        program = self.program
        first: dict[int, int] = {}
        for i, card in enumerate(program.cards):
            if card.face in self.apart:
                first.setdefault(card.face, i)
        found = {}
        for face, i in first.items():
            said = program.card_words[i]
            alike = [program.cards[j] for j in first.values() if program.card_words[j] == said]
            for a, table in enumerate(program.attributes):
                if len({card.values[a] for card in alike}) > 1:
                    value = program.cards[i].values[a]
                    said += f" {table.members[value] if table.members else value}"
            found[face] = said
        return found

    def _pick_weights(self, label: str, pick: c.Pick, *, marked: bool) -> None:
        """Attributes, kin at stake, own kin, rivals' kin, too much, each card, more than needed;
        then, for numbers, and for cards where nothing else is decided, a mark to aim at."""
        attributes = self.program.attributes
        of_cards = pick.source.type not in ("players", "numbers")
        low = -100 if of_cards else 0
        self.weights += [Weight(f"{label}: each {table.name}", 0 if table.members else low)
                         for table in attributes]
        self.weights += [
            Weight(f"{label}: kin among the cards at stake", 0),
            Weight(f"{label}: kin among own cards", 0),
            Weight(f"{label}: kin among rivals' cards", 0),
            Weight(f"{label}: paid beyond what is needed", -1000),
            Weight(f"{label}: each one picked", -1000 if pick.such_that is not None else 0),
            Weight(f"{label}: more than is needed", 0),
            Weight(f"{label}: away from the mark", 1000 if marked and self.homes else 0),
        ]
        if marked:
            # The more there is to win, the more is played for it.
            self.weights += [Weight(f"{label}: the mark: {name}", 1000 if kind == GAIN else 0)
                             for name, (kind, *_) in self.features]
            self._stake_weights(f"{label}: the mark")

    def _more_weights(self, label: str, pick: c.Pick, at: int) -> None:
        """What is felt of each player, member or kind that can be picked."""
        self.more_block[at], self.more_first[at] = len(self.weights), len(self.rows)
        if pick.members >= 0:
            self.of_member[at] = 1
            for name, row in self._member_rows(pick.members):
                self.rows.append(row)
                self.weights.append(Weight(f"{label}: {name}", 0))
        elif pick.source.type == "players":
            for name, row in self._player_rows():
                self.rows.append(row)
                self.weights.append(
                    Weight(f"{label}: {name}", -1000 if row[0] == PLAYER_SELF else 0))
        self.more_count[at] = len(self.rows) - self.more_first[at]

    def _member_rows(self, attribute: int) -> Iterable[tuple[str, tuple[int, ...]]]:
        """Of the members of an attribute; the second number is the attribute or the first place."""
        program, called = self.program, self.program.attributes[attribute].name
        if any(card.values[attribute] >= 0 and card.owner < 0 for card in program.cards):
            yield f"own cards of the {called}", (MEMBER_OWN, attribute, 0, 0, 0, 0)
            yield f"rivals' cards of the {called}", (MEMBER_RIVALS, attribute, 0, 0, 0, 0)
            yield f"cards at stake of the {called}", (MEMBER_STAKE, attribute, 0, 0, 0, 0)
            yield f"cards out of sight of the {called}", (MEMBER_UNSEEN, attribute, 0, 0, 0, 0)
        for zone, table in enumerate(program.zones):
            if table.domain.sort == "member" and table.domain.attribute == attribute:
                words = table.words or table.name
                yield f"cards in its {words}", (MEMBER_COUNT, *self._zone(zone))
                for a in self._numbers(zone) if self._is_open(zone) else ():
                    yield (f"{program.attributes[a].name} of its {words}",
                           (MEMBER_TOTAL, *self._zone(zone, a)))
        for track in program.tracks:
            if (track.domain.sort == "member" and track.domain.attribute == attribute
                    and track.type == "number" and everybody_sees(track)):
                yield f"its {track.words or track.name}", (MEMBER_TRACK, track.first, 0, 0, 0, 0)

    def _player_rows(self) -> Iterable[tuple[str, tuple[int, ...]]]:
        program = self.program
        yield "oneself", (PLAYER_SELF, 0, 0, 0, 0, 0)
        for zone, table in enumerate(program.zones):
            if table.each_player:
                words = table.words or table.name
                yield f"cards in their {words}", (PLAYER_COUNT, *self._zone(zone))
                for a in self._numbers(zone) if self._is_open(zone) else ():
                    yield (f"{program.attributes[a].name} of their {words}",
                           (PLAYER_TOTAL, *self._zone(zone, a)))
        for track in program.tracks:
            if track.each_player and track.type == "number" and everybody_sees(track):
                yield f"their {track.words or track.name}", (PLAYER_TRACK, track.first, 0, 0, 0, 0)

    def _judge(self, pick: c.Pick, at: int, who: c.Expression) -> None:
        """Note by which weights things to pick are told apart; none, if nobody sees them."""
        block, ranked = self.pick_block[at], len(self.program.attributes) + 3
        more = range(self.more_block[at], self.more_block[at] + self.more_count[at])
        if pick.members >= 0:
            table = self.program.attributes[pick.members]
            found = Judged(f"naming a {table.words or table.name}", more)
        elif pick.source.type == "players":
            found = Judged("picking a player", more[1:])
        elif pick.source.type == "numbers":
            found = Judged("picking a number", range(block + ranked + 4, more.start))
        elif self._is_hidden(pick, who):
            found = Judged("picking cards that it does not see", range(0))
        else:
            found = Judged("picking cards", range(block, more.start))
        self.judged.append(found)

    def _is_hidden(self, pick: c.Pick, who: c.Expression) -> bool:
        """Whether cards lie where whoever picks does not see them."""
        zone = self.layout.origins.zone(pick.source)
        return zone is not None and not self._in_sight(pick, who)

    def unjudged(self, weights: Sequence[int]) -> list[str]:
        """What is picked without anything to tell one thing from another by, in words."""
        return list(dict.fromkeys(
            each.words for each in self.judged if not any(weights[i] for i in each.weights)))

    def _in_sight(self, pick: c.Pick, who: c.Expression) -> int:
        """Whether all that can be picked is certainly seen by whoever picks."""
        zone = self.layout.origins.zone(pick.source)
        if zone is None:
            return 0
        if self._is_open(zone[0]):
            return 1
        return int(self._owner_sees(zone[0]) and zone[1] is not None
                   and meaning(zone[1]) == meaning(who))

    # ------------------------------------------------------------------------ tables
    def tables(self) -> dict[str, int | list[int]]:
        """Constants for `runtime/thumb/rule.py`."""
        program, layout = self.program, self.layout
        pages = max(1, len(layout.pages))
        ordinal = [-1] * (pages * 64)
        kindred = [0] * (max(1, len(program.attributes)) * pages * 64)
        for page in layout.pages:
            for bit, number in enumerate(page.cards):
                card = program.cards[number]
                ordinal[page.number * 64 + bit] = self.apart.get(card.face, -1)
                for a, table in enumerate(program.attributes):
                    if table.members and card.owner < 0:
                        kindred[(a * pages + page.number) * 64 + bit] = sum(
                            1 << other for other, n in enumerate(page.cards)
                            if program.cards[n].values[a] == card.values[a]
                            and program.cards[n].owner < 0)
        first_member: list[int] = []
        of_members: list[int] = []
        for a, table in enumerate(program.attributes):
            first_member.append(len(of_members))
            of_members += [sum(1 << bit for bit, n in enumerate(page.cards)
                               if program.cards[n].values[a] == member
                               and program.cards[n].owner < 0)
                           for member in range(len(table.members)) for page in layout.pages]
        own = [self._zone(z) for z, table in enumerate(program.zones)
               if table.each_player and self._owner_sees(z)
               and not layout.local[layout.universe_of_zone[z]]]
        seen = [self._zone(z) for z, table in enumerate(program.zones)
                if table.each_player and self._is_open(z)
                and not layout.local[layout.universe_of_zone[z]]]
        at_stake = [self._zone(z) for z in self.stakes]
        open_shared = [place for z, table in enumerate(program.zones)
                       if self._is_open(z) and not table.each_player for place in self._places(z)]
        homes = [(*self._zone(stake)[:3], layout.first_slot[home]) for stake, home in self.homes]
        lowest = bool(program.chain) and program.chain[0].extreme == "lowest"
        zones = range(len(program.zones))
        hidden = [place for z in zones if not self._owner_sees(z) for place in self._places(z)]
        secret = [self._zone(z) for z in zones if self._owner_sees(z) and not self._is_open(z)]
        rows = [(layout.first_count[z], table.domain.size)
                for z, table in enumerate(program.zones)
                if table.in_order and not self._is_open(z)]
        unseen = [(table.first, table.domain.size, int(sees_cards(table, owns=table.each_player)))
                  for table in program.tracks if not everybody_sees(table)]
        return {
            "HIDDEN_ZONES": _flat(hidden), "HIDDEN_ZONE_COUNT": len(hidden),
            "SECRET_ZONES": _flat(secret), "SECRET_ZONE_COUNT": len(secret),
            "UNSEEN_ROWS": _flat(rows), "UNSEEN_ROW_COUNT": len(rows),
            "UNSEEN_TRACKS": _flat(unseen), "UNSEEN_TRACK_COUNT": len(unseen),
            "FEATURES": [n for _, row in self.features for n in row] or [0],
            "FEATURE_COUNT": len(self.features), "STAKE_FACES": len(self.apart),
            "ORDINAL": ordinal, "KINDRED": kindred,
            "MEMBERS": [int(bool(table.members)) for table in program.attributes] or [0],
            "OWN_ZONES": _flat(own), "OWN_ZONE_COUNT": len(own),
            "RIVAL_ZONES": _flat(seen), "RIVAL_ZONE_COUNT": len(seen),
            "STAKE_ZONES": _flat(at_stake), "STAKE_ZONE_COUNT": len(at_stake),
            "OPEN_ZONES": _flat(open_shared), "OPEN_ZONE_COUNT": len(open_shared),
            "HOMES": _flat(homes), "HOME_COUNT": len(homes), "BETTER": -1 if lowest else 1,
            "SCORE_BLOCK": self.score_block, "PICK_BLOCK": self.pick_block,
            "IN_SIGHT": self.in_sight, "MARKED": self.mark, "OF_MEMBER": self.of_member,
            "MORE_BLOCK": self.more_block, "MORE_FIRST": self.more_first,
            "MORE_COUNT": self.more_count, "MORE": _flat(self.rows),
            "MEMBER_FIRST": first_member or [0], "MEMBER_CARDS": of_members or [0],
            "LOCAL_PAGE": [int(layout.local[page.universe]) for page in layout.pages] or [0],
            "WEIGHTS": len(self.weights),
        }


def _told_apart(weights: list[Weight]) -> list[Weight]:
    """The same weights, with no name twice."""
    used: dict[str, int] = {}
    found = []
    for weight in weights:
        used[weight.name] = times = used.get(weight.name, 0) + 1
        found.append(weight if times == 1 else weight._replace(name=f"{weight.name} [{times}]"))
    return found


def _flat(rows: Iterable[Sequence[int]]) -> list[int]:
    return [n for row in rows for n in row] or [0]


def _moves(bodies: Iterable[tuple[c.Line, ...]]) -> list[c.Move]:
    """Every move in some blocks, effects included, the last one first: where cards of a zone go to
    several places, it is the last that counts."""
    found: list[c.Move] = []
    stack: list[Node] = [line for body in bodies for line in body]
    while stack:
        node = stack.pop()
        if isinstance(node, c.Move):
            found.append(node)
        stack.extend(children(node))
    return found
