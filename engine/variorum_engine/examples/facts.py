"""What an example says must hold, against what came out."""

from __future__ import annotations

from typing import assert_never

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Edit, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import close_names, respelt
from variorum_dsl.lowering.uses import placed

from variorum_engine.examples.scene import Scene
from variorum_engine.examples.speech import no_such_player
from variorum_engine.interpreter.values import Number
from variorum_engine.table.visibility import knows_cards, sees_track
from variorum_engine.words.phrases import chosen

CAME_OUT = "this is what came out"


def check(scene: Scene, fact: m.FactLine) -> None:
    """Report a line below `then` that does not hold."""
    match fact:
        case m.Holds():
            _holds(scene, fact)
        case m.Boxed():
            _boxed(scene, fact)
        case m.Sees():
            _sees(scene, fact)
        case m.Fact():
            _fact(scene, fact)
        case m.StepFact():
            _step(scene, fact)
        case m.Eliminated():
            _eliminated(scene, fact)
        case m.Won():
            _won(scene, fact)
        case m.Decided():
            _decided(scene, fact)
        case m.ToDecide():
            _to_decide(scene, fact)
        case m.Ended():
            _ended(scene, fact)
        case m.Unplayable():
            many = len(scene.example.players)
            scene.fails(fact.at, f"{many} players can play this game", "they can",
                        "this is what the rules say")
        case _:
            assert_never(fact)


# --------------------------------------------------------------------------------------- the table
def _holds(scene: Scene, fact: m.Holds) -> None:
    found, wanted = scene.setting.zone(fact.zone), scene.setting.phrases(fact)
    if found is None or wanted is None:
        return
    state = scene.table.state
    number = scene.rules.program.zone_number(*found)
    content, order = state.zones[number], state.order[number]
    fits = chosen(wanted, content) is not None
    if fact.exactly:
        fits = fits and content.bit_count() == sum(each.number for each in wanted)
        if fits and order is not None:
            singles = [each.mask for each in wanted for _ in range(each.number)]
            fits = all(mask >> card & 1 for mask, card in zip(singles, order, strict=True))
    if not fits:
        there = scene.setting.naming.cards(content, order)
        scene.fails(fact.at, "this zone holds something else", f"it holds {there}", CAME_OUT,
                    instead=Edit(fact.cards[0].at.to(fact.cards[-1].at), there)
                    if fact.exactly and fact.cards else None)


def _boxed(scene: Scene, fact: m.Boxed) -> None:
    """What has no rule is counted where it is declared, for so many players."""
    many, there = len(scene.example.players), dict[str, int]()
    for each in scene.setting.symbols.game.besides:
        if not each.low or each.low <= many <= each.high:
            there[each.name] = each.count
    for phrase in fact.parts:
        *number, name = phrase.words
        if len(number) > 1 or not all(isinstance(each, int) for each in number) or (
            name not in there
        ):
            scene.setting.report(
                phrase.at, f"nothing in the box is called {quote(str(name))}",
                "what has no rule is named by a line `besides` of the components",
                f"5 {next(iter(there))}, for example" if there else "besides 5 player-aid")
        elif there[str(name)] != (number or [1])[0]:
            scene.fails(phrase.at, f"the box holds {there[str(name)]} {name}",
                        f"there are {there[str(name)]}", "this is what the components say")


def _sees(scene: Scene, fact: m.Sees) -> None:
    names, program, state = scene.example.players, scene.rules.program, scene.table.state
    line: c.ZoneTable | c.TrackTable
    cites: tuple[str, ...] = ()
    match scene.setting.lowered(fact.zone):
        case c.Track(track, owner) if owner is None or isinstance(owner, c.Seat | c.Member):
            line = program.tracks[track]
            place = line.first + (0 if owner is None else owner.number)
            seers = {name for seat, name in enumerate(names) if sees_track(program, seat, place)}
            what = "track"
        case _:
            found = scene.setting.zone(fact.zone)
            if found is None:
                return
            line, zone = program.zones[found[0]], program.zone_number(*found)
            seers = {name for seat, name in enumerate(names)
                     if knows_cards(program, state, seat, zone)}
            what, cites = "zone", line.cites
    if fact.player not in names and fact.player in ("everyone", "nobody"):
        if not fact.seen:
            unclear = quote(f"{fact.player} does not see")
            scene.setting.report(fact.at, f"{unclear} can be read in two ways",
                                 "a fact must mean one thing", "nobody sees deck, for example")
            return
        holds = seers == (set(names) if fact.player == "everyone" else set())
    elif _players(scene, (fact.player,), (fact.player_at,)) is None:
        return
    else:
        holds = (fact.player in seers) == fact.seen
    if not holds:
        seen = ", ".join(name for name in names if name in seers) or "nobody"
        scene.fails(fact.at, f"this {what} is seen by {seen}", f"it is {line.sight}",
                    "a player sees what the zone or track lets them see, and cards that have been "
                    "shown to them and have not moved since", cites)


def _fact(scene: Scene, fact: m.Fact) -> None:
    found = scene.setting.value(fact.condition, scene.table.state)
    if found is None:
        return
    value, kind = found
    if kind != "flag":
        scene.setting.report(fact.at, "this is not something that can hold or not",
                             "a fact is a condition", "count of deck is 3, for example")
    elif not value:
        came_out, instead = _came_out(scene, fact.condition)
        scene.fails(fact.at, "this does not hold", came_out, CAME_OUT, instead=instead)


def _came_out(scene: Scene, condition: m.Expression) -> tuple[str, Edit | None]:
    """What the left side of a comparison is, in words; and what would hold on its right side."""
    if isinstance(condition, m.Compare):
        value, kind = scene.setting.value(condition.left, scene.table.state) or (0, "")
        equal = condition.operation == "is"
        if kind == "player":
            said = "nobody" if value < 0 else scene.table.owners[int(value)]
            named = value < len(scene.example.players)  # and no dummy, which is printed otherwise
            return f"it is {said}", Edit(condition.right.at, said) if equal and named else None
        if kind == "number":
            return f"it is {value}", _number(condition.right, value) if equal else None
        if kind in ("card", "cards"):
            return f"it is {scene.setting.naming.cards(int(value))}", None
    return "it is not so", None


def _number(written: m.Expression, value: Number) -> Edit | None:
    """Another number in the place of one that is written; halves have no form of their own."""
    if isinstance(written, m.Number) and value == int(value) >= 0:
        return Edit(written.at, str(int(value)))
    return None


# --------------------------------------------------------------------------------------- the score
def _step(scene: Scene, fact: m.StepFact) -> None:
    score, setting = fact.score, scene.setting
    scorings, names = setting.symbols.scorings, scene.example.players
    if not (isinstance(score, m.Owned) and score.name in scorings
            and isinstance(score.of, m.Name) and score.of.name in names):
        setting.report(fact.at, "this is not a score of a player",
                       "only a scoring has steps", "status of ann after passe is 7")
        return
    sheet_of = scene.rules.reckoner.sheets[scorings[score.name]]
    sheet = sheet_of(scene.table.state, names.index(score.of.name))
    line = next((line for line in sheet if line.step == fact.step), None)
    if line is None:
        steps = ", ".join(each.step for each in sheet)
        near = close_names(fact.step, [each.step for each in sheet])
        setting.report(fact.at, f"there is no step called {quote(fact.step)}",
                       f"the steps are {steps}", f"write {near[0]}" if near else "",
                       "unknown-name", respelt(fact.at, near[0]) if near else None)
        return
    found = setting.value(fact.value, scene.table.state)
    if found is not None and line.result != found[0]:
        scene.fails(fact.at, "the step comes to something else", f"it is {line.result}", CAME_OUT,
                    line.cites, instead=_number(fact.value, line.result))


# ------------------------------------------------------------------------------------- the outcome
def _players(
    scene: Scene, names: tuple[str, ...], places: tuple[Place, ...]
) -> set[int] | None:
    """The seats of named players; nothing, with a reason, if somebody is not there."""
    if names == ("nobody",):
        return set()
    players = scene.example.players
    for name, at in placed(names, places):
        if name not in players:
            no_such_player(scene.setting, name, at)
            return None
    return {players.index(name) for name in names}


def _names(fact: m.Won | m.Eliminated | m.ToDecide, word: str, names: str) -> Edit | None:
    """Others in the place of the players that a fact names."""
    return Edit(fact.at.to(fact.players_at[-1]), f"{word} {names}") if fact.players_at else None


def _eliminated(scene: Scene, fact: m.Eliminated) -> None:
    wanted = _players(scene, fact.players, fact.players_at)
    if wanted == set() and scene.playing and not scene.table.over:
        return  # nobody is out before the end
    outcome = scene.outcome(fact.at)
    if wanted is not None and outcome and set(outcome.eliminated) != wanted:
        scene.fails(fact.at, "others are eliminated",
                    f"eliminated: {scene.named(outcome.eliminated)}", CAME_OUT,
                    outcome.elimination_cites,
                    instead=_names(fact, "eliminated", scene.named(outcome.eliminated)))


def _won(scene: Scene, fact: m.Won) -> None:
    wanted = _players(scene, fact.players, fact.players_at)
    outcome = scene.outcome(fact.at)
    if wanted is not None and outcome and set(outcome.winners) != wanted:
        by = f", decided by {outcome.decided_by}" if outcome.decided_by else ""
        scene.fails(fact.at, "the game comes out differently",
                    f"winner: {scene.named(outcome.winners)}{by}", CAME_OUT,
                    instead=_names(fact, "winners" if len(outcome.winners) > 1 else "winner",
                                   scene.named(outcome.winners)))


def _decided(scene: Scene, fact: m.Decided) -> None:
    outcome = scene.outcome(fact.at)
    if outcome and outcome.decided_by != fact.by:
        scene.fails(fact.at, "something else decides",
                    f"decided by {outcome.decided_by or 'nothing'}", CAME_OUT,
                    instead=Edit(fact.by_at, outcome.decided_by) if outcome.decided_by else None)


def _to_decide(scene: Scene, fact: m.ToDecide) -> None:
    wanted = _players(scene, fact.players, fact.players_at)
    actual = scene.table.to_decide if scene.playing else ()
    if wanted is not None and set(actual) != wanted:
        over = ", since the game has ended" if scene.playing and scene.table.over else ""
        scene.fails(fact.at, "somebody else is to decide",
                    f"to decide: {scene.named(actual)}{over}", CAME_OUT,
                    instead=_names(fact, "to decide", scene.named(actual)))


def _ended(scene: Scene, fact: m.Ended) -> None:
    over = scene.playing and scene.table.over
    ended = over if fact.what == "game" else scene.table.state.rounds > scene.rounds_before
    if ended != fact.over or (over and not fact.over):
        scene.fails(fact.at, "this does not hold",
                    f"to decide: {scene.named(scene.table.to_decide)}" if not over
                    else "the game has ended", CAME_OUT)
