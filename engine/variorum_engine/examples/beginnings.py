"""Where an example begins that does not begin with a stage: at a line inside of one.

A line is called as edits call it. Everything above it in its blocks counts as having happened: the
names that were made there are worked out from the position or given by the example, and a loop
around the line goes on after whoever its turn is given to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple, assert_never

from variorum_dsl import core as c
from variorum_dsl import model as m
from variorum_dsl.core.walk import walk
from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import close_names, respelt
from variorum_dsl.edits.addresses import keyed
from variorum_dsl.lowering.symbols import Symbols

from variorum_engine.examples.positions import NamedFact
from variorum_engine.examples.scene import Scene
from variorum_engine.interpreter.instructions import make_room
from variorum_engine.interpreter.state import Fault
from variorum_engine.interpreter.values import Number
from variorum_engine.words.phrases import chosen

Lines = tuple[c.Line, ...]
Loop = c.ForEachPlayer | c.ForEachCard | c.ForEachMember | c.Turns


# ------------------------------------------------------------------------------- finding a line
class Called(NamedTuple):
    """A line of the rules, and the lines by whose calls play comes to it, with their names."""

    line: m.Statement
    calls: tuple[Place, ...]
    callers: tuple[str, ...]


def _lines_called(name: str, stage: m.Stage, symbols: Symbols) -> tuple[list[Called], list[str]]:
    """The lines of that name in a stage and the procedures that it calls, and all names there."""
    found: list[Called] = []
    names: list[str] = []
    waiting: list[tuple[tuple[m.Statement, ...], tuple[Place, ...], tuple[str, ...]]]
    waiting = [(stage.body, (), ())]
    while waiting:
        body, calls, callers = waiting.pop(0)
        for key, line in keyed(body).items():
            names.append(key)
            if key == name:
                found.append(Called(line, calls, callers))
            procedure = symbols.procedures.get(line.procedure) if (
                isinstance(line, m.Call)) else None
            if procedure is not None and line.at not in calls:
                waiting.append((procedure.body, (*calls, line.at), (*callers, key)))
    return found, names


def _the_line(scene: Scene, act: m.Act, stage: m.Stage) -> Called | None:
    """The one line at which an act begins; if it is not one, that is reported."""
    setting = scene.setting
    found, names = _lines_called(act.line, stage, setting.symbols)
    if act.caller:
        found = [each for each in found if act.caller in each.callers[-1:]]
    # A line of the stage itself comes before one of its procedures.
    found = [each for each in found if not each.calls] or found
    if len(found) == 1:
        return found[0]
    where = f"in {act.caller}" if act.caller else f"in {act.stage}"
    if not found:
        near = close_names(act.line, names)
        setting.report(
            act.line_at, f"no line {where} is called {quote(act.line)}",
            "a line is called by the name before its colon, or by what it does: "
            + ", ".join(dict.fromkeys(names)),
            f"from {near[0]}" if near and not act.caller else "", "unknown-name",
            respelt(act.line_at, near[0]) if near and not act.caller else None)
        return None
    ways = [each.callers[-1] for each in found]
    setting.report(
        act.line_at, f"{len(found)} lines are called {quote(act.line)}",
        f"play comes to it by {', '.join(ways)}",
        f"from {act.line} in {ways[0]}" if len(set(ways)) > 1 else "give the lines names")
    return None


class Above(NamedTuple):
    """A line above the one where play begins, or around it; `choice` if it is inside of one."""

    line: c.Line
    around: bool
    choice: c.Choice | None = None


class Path(NamedTuple):
    """How play comes to a line, and everything that can still happen from there on."""

    above: tuple[Above, ...]
    line: c.Line
    ahead: Lines


def _paths(body: Lines, is_it: Callable[[c.Line], bool], above: tuple[Above, ...] = (),
           ahead: Lines = ()) -> Iterator[Path]:
    """Every way to a line that is the one; of several in a row only the first counts."""
    passed: tuple[Above, ...] = ()
    for index, line in enumerate(body):
        if is_it(line):
            yield Path((*above, *passed), line, (*body[index:], *ahead))
            return
        for inner, choice in _blocks(line):
            again = (line,) if not isinstance(line, c.If | c.Cases | c.Decide | c.Move) else ()
            yield from _paths(inner, is_it, (*above, *passed, Above(line, True, choice)),
                              (*body[index + 1:], *again, *ahead))
        passed = (*passed, Above(line, False))


def _blocks(line: c.Line) -> Iterator[tuple[Lines, c.Choice | None]]:
    """The lines inside of a line. What an effect does belongs to no stage."""
    match line:
        case c.If(_, then, otherwise):
            yield then, None
            yield otherwise, None
        case c.Cases(_, cases):
            for case in cases:
                yield case.body, None
        case c.Decide(_, choices):
            for choice in choices:
                yield choice.body, choice
        case c.Together(_, _, choices, body):
            for choice in choices:
                yield choice.body, choice
            yield body, None
        case (c.ForEachPlayer() | c.ForEachCard() | c.ForEachMember() | c.Repeat() | c.Turns()
              | c.Call()):
            yield line.body, None
        case (c.Move() | c.Shuffle() | c.SetLocal() | c.SetTrack() | c.Show() | c.Chance()
              | c.EndRound() | c.EndGame() | c.Nothing()):
            return
        case _:
            assert_never(line)


# --------------------------------------------------------------------------------- going there
def go_to_line(scene: Scene, act: m.Act) -> bool:
    """Let the position stand at the line where an act begins; a reason is reported if it cannot."""
    setting, state, code = scene.setting, scene.table.state, scene.rules.code
    stage = next(each for each in setting.symbols.game.stages if each.name == act.stage)
    table = next(each for each in scene.rules.program.stages if each.name == act.stage)
    called = _the_line(scene, act, stage)
    if called is None:
        return False
    at, calls = called.line.at, called.calls
    found = list(_paths(table.body, lambda line: (
        (line.origin.at, line.origin.calls) == (at, calls)
        or line.origin.calls[: len(calls) + 1] == (*calls, at))))
    if not found:
        setting.report(act.line_at, f"nothing happens at {quote(act.line)}",
                       "the line only gives something a name, or is not there with so many "
                       "players", "begin at another line")
        return False
    path = found[0]
    if any(each.around and isinstance(each.line, c.Together) for each in path.above):
        setting.report(act.line_at, "nobody has decided yet when play begins here",
                       "these lines follow upon what all players have chosen at the same time",
                       "begin at the line with `at the same time`")
        return False
    make_room(code, state)
    state.pc = code.starts[id(path.line)]
    return _in_force(scene, act, path)


def _in_force(scene: Scene, act: m.Act, path: Path) -> bool:
    """Give every name that was made above the line its value."""
    state, code, names = scene.table.state, scene.rules.code, scene.rules.program.local_names
    given = {fact.name: fact for fact in scene.named_facts}
    used: set[str] = set()
    needed = {node.number for node in walk(path.ahead) if isinstance(node, c.Local)}
    made = [local for each in path.above for local in _makes(each)]
    inner = {name: local for local in made for name in names.get(local, ())}
    for each in path.above:
        start = code.starts[id(each.line)]
        loop = isinstance(each.line, Loop) and each.around
        if loop or isinstance(each.line, c.Repeat):
            code.instructions[start](state)  # the loop begins
        for local in _makes(each):
            fact = next((given[name] for name in names.get(local, ())
                         if name in given and inner[name] == local), None)
            if fact is not None:
                used.add(fact.name)
                if not _give(scene, fact, local):
                    return False
            elif isinstance(each.line, c.SetLocal):
                try:
                    code.instructions[start](state)
                except Fault:
                    if local in needed:
                        return _ungiven(scene, act, path, local)
            elif local in needed or loop:
                return _ungiven(scene, act, path, local)
        if loop and isinstance(each.line, Loop) and not _turn(scene, act, each.line):
            return False
    for name, fact in given.items():
        if name not in used:
            scene.setting.report(
                fact.at, f"nothing is called {quote(name)} at {quote(act.line)}",
                "only names that the lines above it have made can be given",
                ", ".join(inner) or "begin at another line")
            return False
    return True


def _makes(above: Above) -> Iterator[int]:
    """The locals that a line above has made, or that stand inside of one around."""
    match above.line:
        case c.SetLocal(local) | c.Chance(local):
            yield local
        case c.Decide(_, choices):
            for choice in choices:
                if choice.pick is not None and (
                    choice is above.choice if above.around else not choice.name
                ):
                    yield choice.pick.local
        case (c.ForEachPlayer(local) | c.ForEachCard(local) | c.ForEachMember(local)
              | c.Turns(_, local)):
            if above.around:
                yield local
        case (c.Move() | c.Shuffle() | c.SetTrack() | c.Show() | c.If() | c.Cases() | c.Repeat()
              | c.Together() | c.Call() | c.EndRound() | c.EndGame() | c.Nothing()):
            return
        case _:
            assert_never(above.line)


def _ungiven(scene: Scene, act: m.Act, path: Path, local: int) -> bool:
    # What a procedure gives has a name there, and another one behind the call.
    names = scene.rules.program.local_names.get(local) or ["it"]
    name = names[0 if path.line.origin.calls else -1]
    kind = scene.rules.program.local_types.get(local, "")
    example = {"player": f"{name} is {scene.example.players[0]}", "number": f"{name} is 1"}.get(
        kind, f"{name} holds ..." if kind in ("card", "cards") else f"{name} is ...")
    scene.setting.report(
        act.line_at, f"it must be given what {quote(name)} is",
        f"the lines from {quote(act.line)} on speak of it, and play begins below the line that "
        "would say", f"given: {example}")
    return False


def _give(scene: Scene, fact: NamedFact, local: int) -> bool:
    """A name has the value that the example gives."""
    setting, state, kind = scene.setting, scene.table.state, scene.rules.program.local_types[local]
    value: Number
    if isinstance(fact.value, m.Holds):
        wanted = setting.phrases(fact.value)
        if wanted is None:
            return False
        masks = chosen(wanted, sum(state.zones)) if kind in ("card", "cards") else None
        if masks is None:
            setting.report(fact.at, f"{quote(fact.name)} cannot be that",
                           "it stands for cards that lie somewhere" if kind in ("card", "cards")
                           else f"it is a {kind.partition(' ')[0]}, and holds nothing",
                           "let a zone hold them")
            return False
        value = sum(masks)
    else:
        found = setting.value(fact.value, state)
        if found is None:
            return False
        value, sort = found
        if sort == "player" and kind == "players":
            value = 1 << int(value)
        elif sort.partition(" as ")[0] != kind.partition(" as ")[0] and {sort, kind} != {
            "card", "cards"
        }:
            setting.report(fact.at, f"{quote(fact.name)} cannot be that",
                           f"it is a {kind.partition(' ')[0]}, and this is a "
                           f"{sort.partition(' ')[0]}")
            return False
    state.locals[local] = value
    return True


def _turn(scene: Scene, act: m.Act, loop: Loop) -> bool:
    """The loop goes on after the one whose turn it is."""
    state, code = scene.table.state, scene.rules.code
    number = code.places[id(loop)][0].loop
    one = int(state.locals[loop.local])
    if isinstance(loop, c.Turns):
        state.pending[number] = ((one + 1) % scene.rules.program.players,)
        return True
    waiting = state.pending[number]
    if one not in waiting:
        name = scene.rules.program.local_names[loop.local][0]
        scene.setting.report(act.line_at, f"{quote(name)} is none of those whom the loop is for",
                             "it goes on after the one that is given", "give another one")
        return False
    state.pending[number] = waiting[waiting.index(one) + 1:]
    return True
