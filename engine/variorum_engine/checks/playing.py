"""What comes out when the game is set up, when its examples run and when it is played."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from itertools import combinations, islice

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.checks.subject import with_players
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.lowering.symbols import Symbols
from variorum_dsl.model.game import Game

from variorum_engine.checks.finals import Final, beginning, few_counts, position
from variorum_engine.interpreter.chance import Chance, Stream
from variorum_engine.interpreter.events import EndReached
from variorum_engine.interpreter.state import Fault, State
from variorum_engine.table.preparation import Ready
from variorum_engine.table.table import Move, Rules, Table

MOST_SUBSETS = 64
MOST_MOVES = 120
GAMES = 2
CHOICES = 4  # at most so many games are played with options and readings
Choice = tuple[str, str]  # a question and its reading, or nothing and an option
LOOKS = frozenset({0, 3, 12})  # the moves before which secrets are looked at


# ---------------------------------------------------------------------------------- the setup
def runs_out(ready: Ready) -> list[Diagnostic]:
    """Setups that need more than there is, with some number of players and some options."""
    found: dict[Place, tuple[list[int], tuple[str, ...], Fault, str]] = {}
    names = list(ready.sheet.options)
    subsets = (subset for size in range(len(names) + 1) for subset in combinations(names, size))
    for options in islice(subsets, MOST_SUBSETS):
        game, problems = ready.game(options)
        if problems or not _can_run_out(game):
            continue
        for players in few_counts(game):
            rules, _, symbols = ready.setup(players, options)
            if rules is None:
                break
            fault, state = _set_up(rules)
            if fault is None:
                continue
            if fault.at not in found:
                witness = position(Final(rules, symbols), state)
                found[fault.at] = [], options, fault, witness
            if found[fault.at][1] == options:
                found[fault.at][0].append(players)
    return [_ran_out(*row) for row in found.values()]


def _ran_out(
    counts: list[int], options: tuple[str, ...], fault: Fault, witness: str
) -> Diagnostic:
    many = " or ".join(str(count) for count in counts)
    chosen = f" and {', '.join(options)}" if options else ""
    return Diagnostic(
        "runs-out", "error", f"the setup breaks down with {many} players{chosen}",
        Label(fault.at, fault.message),
        why="the game cannot be set up as the rules say",
        hint="deal fewer cards, add components, or say what is different with that many players",
        witness=witness,
    )


def _can_run_out(game: Game) -> bool:
    """Whether a line of the setup could ask for something that is not there."""
    risky = (m.Top, m.TheOne, m.Call, m.Aggregate)
    for stage in game.stages:
        if stage.stage != "setup":
            continue
        for node in m.walk(stage):
            if isinstance(node, risky):
                return True
            if isinstance(node, m.Picks) and not (
                isinstance(node.pick.of, m.Name) and node.pick.of.name == "players"
            ):
                return True
    return False


def _set_up(rules: Rules) -> tuple[Fault | None, State]:
    """Run the setup; decisions in it are made by chance."""
    state = beginning(rules, 1)
    table = Table(rules, state=state)
    stream = Stream(1)
    try:
        rules.begin(state)
        for _ in range(MOST_MOVES):
            if table.over:
                break
            seat = table.to_decide[0]
            table.apply_unchecked(seat, table.drawn(seat, stream))
    except Fault as fault:
        return fault, state
    return None, state


def over_at_once(ready: Ready) -> list[Diagnostic]:
    """Ends that come true while the game is being set up, as hands are still empty then."""
    game, _ = ready.game()
    if all(end.time != "at once" for end in game.ends):
        return []
    found: dict[Place, tuple[list[int], str]] = {}
    counts = few_counts(game)
    for players in counts:
        rules, _, symbols = ready.rules(players)
        if rules is None:
            continue
        begun = [_begun(rules, seed + 1) for seed in range(GAMES)]
        # What only some deals bring about is a matter of luck, and may be meant.
        if not all(Table(rules, state=state).over and not state.rounds for state in begun):
            continue
        for event in begun[0].events or ():
            if isinstance(event, EndReached):
                witness = position(Final(rules, symbols), begun[0])
                found.setdefault(event.end.condition.at, ([], witness))[0].append(players)
    return [
        Diagnostic(
            "ends-at-once", "error",
            f"this ends the game before it begins{with_players(those, counts)}",
            Label(at, "true before anybody has decided anything"),
            why="an end that comes at once is looked at from the first move of the setup on",
            hint="ask as well for something that is there only after the setup, such as: "
            "and any ZONE", witness=witness,
        )
        for at, (those, witness) in found.items()
    ]


def _begun(rules: Rules, seed: int) -> State:
    """A game up to its first decision; a rule that breaks down there is found elsewhere."""
    state = beginning(rules, seed)
    state.events = []
    try:  # without loading `contextlib` for it
        rules.begin(state)
    except Fault:
        return state
    return state


# ------------------------------------------------------------------------------- the examples
def own_examples(ready: Ready) -> list[m.Example]:
    """The examples of the file itself: those of a parent are checked with the parent."""
    found = [
        example for example in ready.sheet.draft.examples.values()
        if not example.origin.startswith("parent ")
    ]
    for option in ready.sheet.options.values():
        if not option.origin.startswith("parent "):
            found += [line.but(origin=f"option {option.name}") for line in option.lines
                      if isinstance(line, m.Example)]
    return found


def examples(ready: Ready) -> list[Diagnostic]:
    """Examples that fail, or that make no sense."""
    return [problem for example in own_examples(ready) for problem in ready.run(example)]


# ------------------------------------------------------------------------------- random games
def broken_promises(ready: Ready) -> list[Diagnostic]:
    """Rules that break down in play, and `always` lines that do not hold."""
    game, _ = ready.game()
    counts = few_counts(game)
    # What a parent promises is promised of the parent.
    promised = {each.name for each in game.always if not each.origin.startswith("parent ")}
    found: dict[Place, Diagnostic] = {}
    for seed, players in enumerate(dict.fromkeys((*counts[:1], *counts[-1:])), 1):
        for problem in _game(ready, players, (), seed, promised):
            found.setdefault(problem.primary.place, problem)
    if found:
        return list(found.values())  # choices are looked at on top of a game that is right
    for seed, choices in enumerate(islice(_few_choices(ready, game), CHOICES), GAMES + 1):
        chosen, _ = ready.game(*_taken(choices))
        for players in (few_counts(chosen)[-1:] if seed % 2 else few_counts(chosen)[:1]):
            for problem in _game(ready, players, choices, seed, promised):
                if problem.primary.place not in found:
                    found[problem.primary.place] = _to_blame(
                        ready, players, choices, seed, promised, problem)
    return list(found.values())


def _few_choices(ready: Ready, game: Game) -> Iterator[tuple[Choice, ...]]:
    """The options and readings that a game is played with, all of them in as few games as can be:
    no reading of one question with another of the same. Few are played one by one; `verify` plays
    every one by itself."""
    every = [[("", name)] for name in ready.sheet.options]
    every += [[(silent.name, each.name) for each in silent.readings] for silent in game.silences]
    many = sum(map(len, every))
    if many > CHOICES:
        many = min(CHOICES, max(map(len, every)))
    groups: list[list[Choice]] = [[] for _ in range(many)]
    place = 0
    for either in every:
        for choice in either[:many]:
            groups[place % many].append(choice)
            place += 1
    waiting = [tuple(group) for group in groups if group]
    while waiting:
        choices = waiting.pop(0)
        _, problems = ready.game(*_taken(choices))
        if not problems:
            yield choices
        elif len(choices) > 1:  # they do not go together
            half = len(choices) // 2
            waiting += [choices[:half], choices[half:]]


def _taken(choices: tuple[Choice, ...]) -> tuple[tuple[str, ...], dict[str, str]]:
    """The options and the readings among some choices."""
    return (tuple(name for silent, name in choices if not silent),
            {silent: name for silent, name in choices if silent})


def _game(
    ready: Ready, players: int, choices: tuple[Choice, ...], seed: int, promised: set[str]
) -> list[Diagnostic]:
    rules, _, symbols = ready.rules(players, *_taken(choices))
    if rules is None:
        return []
    made: list[tuple[int, Move]] = []
    found = _played(rules, Final(rules, symbols), seed, promised, made)
    return [problem._replace(witness=_told(
        ready, rules, symbols, choices, seed, made[:moves], problem) or problem.witness)
        for problem, moves in found]


def _told(
    ready: Ready, rules: Rules, symbols: Symbols, choices: tuple[Choice, ...], seed: int,
    made: list[tuple[int, Move]], problem: Diagnostic,
) -> str:
    """The last stages of a game as an example, from the latest one on from which it shows the
    problem when it is run; nothing if none does."""
    from variorum_dsl.printer.document import print_clause

    from variorum_engine.examples.writer import Played, Story, Writer
    from variorum_engine.verification.random_games import MARKS, told, watch_stages

    options, readings = _taken(choices)
    watched = Rules(rules.program)
    writer = Writer(watched, symbols, options, readings.items())
    spoken: list[Played] = []
    began: list[tuple[str, State, int]] = []
    watch_stages(watched, lambda stage, now: began.append((stage, now.copy(), len(spoken))))
    state = beginning(watched, seed)
    state.chance, state.events = Chance(seed, []), []
    table = Table(watched, names=writer.names, state=state)
    with suppress(Fault):
        watched.begin(state)
        for seat, move in made:
            spoken.append(Played(seat, writer.said(table, seat, move)))
            table.apply_unchecked(seat, move)
    place = problem.primary.place.head()
    promise = next((holds for each, holds in watched.promises if each.at.head() == place), None)
    for stage, start, since in began[:-MARKS - 1:-1]:
        if promise is not None and not promise(start.copy()):
            continue  # it was broken before
        story = Story(stage, start, tuple(spoken[since:]), told(rules.program, state, start))
        example = writer.example("shown-here", story)
        if any(each.code == problem.code and each.primary.place.head() == place
               for each in ready.run(example)):
            return print_clause(example)
    return ""


def _to_blame(
    ready: Ready, players: int, choices: tuple[Choice, ...], seed: int, promised: set[str],
    problem: Diagnostic,
) -> Diagnostic:
    """The problem as it comes with as few of the choices as bring it about."""
    for choice in choices:
        fewer = tuple(each for each in choices if each != choice)
        game, problems = ready.game(*_taken(fewer))
        if not fewer or problems or players not in game.player_counts():
            continue
        for same in _game(ready, players, fewer, seed, promised):
            if same.primary.place == problem.primary.place and same.code == problem.code:
                choices, problem = fewer, same
                break
    said = [name if not silent else f"{silent} read as {name}" for silent, name in choices]
    return problem._replace(why=f"with {', '.join(said)}: {problem.why}")


def _played(
    rules: Rules, final: Final, seed: int, promised: set[str], made: list[tuple[int, Move]]
) -> list[tuple[Diagnostic, int]]:
    """A game with chance at every decision, watched after every move: what is wrong, each with the
    number of moves before it. The moves are noted down."""
    # Whoever is shown cards at some time may look at them later: only playing shows whether these
    # are the ones. What is never shown is looked at without playing (`variorum_dsl.checks.leaks`).
    secrets = any(isinstance(line, c.Show) for line in rules.code.lines.values())
    promises = [(name, rules.evaluator(op), at)
                for name, op, at in rules.program.always if name in promised]
    table = Table(rules, state=beginning(rules, seed))
    table.state.events = [] if secrets else None  # what was shown is known from the log
    found: list[tuple[Diagnostic, int]] = []
    try:
        rules.begin(table.state)
        stream = Stream(seed)
        for moves in range(MOST_MOVES):
            state = table.state
            for promise in list(promises):
                name, holds, at = promise
                if not holds(state):
                    promises.remove(promise)
                    found.append((_broken(name, at, position(final, state), moves), moves))
            if table.over:
                break
            seat = table.to_decide[0]
            offers = table.offers(seat)
            if not offers:
                found.append((stuck(table, final, seat), moves))
                break
            if secrets and moves in LOOKS and (leak := _leak(table, final)):
                found.append((leak, moves))
                secrets = False
            made.append((seat, table.drawn(seat, stream, offers)))
            table.apply_unchecked(*made[-1])
    except Fault as fault:
        found.append((broken_rule(fault, final, table.state), len(made)))
    return found


def broken_rule(fault: Fault, final: Final, state: State) -> Diagnostic:
    """A game that cannot go on from this position."""
    return Diagnostic(
        "broken-rule", "error", f"the rules break down: {fault.message}",
        Label(fault.at, "here"),
        why="a rule must say what happens in every position that can arise",
        hint="say what happens then", witness=position(final, state),
    )


def _broken(name: str, at: Place, witness: str, moves: int) -> Diagnostic:
    after = f"after {moves} moves" if moves else "before the first move"
    return Diagnostic(
        "broken-promise", "error", f"{quote(name)} does not always hold",
        Label(at.head(), f"not so {after} of a random game"),
        why="the game reaches a position in which this is not true",
        hint="mend the rule that leads there, or the promise", witness=witness,
    )


def _leak(table: Table, final: Final) -> Diagnostic | None:
    """Whether whoever decides can tell what is hidden from what is allowed or offered."""
    from variorum_engine.verification.observation import Look
    from variorum_engine.verification.secrecy_promises import nothing_leaks

    state, asking = table.state, table.asking
    assert asking is not None
    kept = state.locals.copy()
    broken = next(nothing_leaks(Look(table, Stream(1), thorough=False)), None)
    state.locals[:] = kept
    if broken is None:
        return None
    return Diagnostic(
        "leak", "error", f"{final.names[broken.seat]} {broken.text}",
        Label((broken.at or asking.line.at).head(), "here, in a random game"),
        why="with other cards in the hidden places, or other secret numbers, the player would "
            "be told something else",
        hint="let the rule look only at what the player sees, or show it to everybody first",
        witness=position(final, state),
    )


def stuck(table: Table, final: Final, seat: int) -> Diagnostic:
    asking = table.asking
    assert asking is not None
    return Diagnostic(
        "broken-rule", "error", "the rules break down: there is nothing to choose",
        Label(asking.line.at.head(), f"{final.names[seat]} has no answer here"),
        why="a decision needs at least one answer in every position that can arise",
        hint="offer a choice that is always open, or ask only if there is something to choose",
        witness=position(final, table.state),
    )

