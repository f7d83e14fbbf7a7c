"""Running the examples of a file: a position, the moves, and what must then hold."""

from __future__ import annotations

from collections.abc import Callable

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.sanitizer import quote
from variorum_dsl.diagnostics.suggestions import close_names, respelt
from variorum_dsl.lowering.symbols import Symbols
from variorum_dsl.model.examples import REASONS

from variorum_engine.examples.beginnings import go_to_line
from variorum_engine.examples.chance_script import Scripted
from variorum_engine.examples.facts import check
from variorum_engine.examples.positions import Setting, laid_out, named_facts
from variorum_engine.examples.scene import Scene
from variorum_engine.examples.setups import before
from variorum_engine.examples.speech import (
    misnamed_choice,
    no_such_player,
    sensible,
    what_is_open,
)
from variorum_engine.interpreter.chance import Chance
from variorum_engine.interpreter.instructions import FEW_STEPS, MOST_STEPS
from variorum_engine.interpreter.state import OVER, Fault, Marks
from variorum_engine.table.table import Refusal, Rules, Table, run
from variorum_engine.words.phrases import understood
from variorum_engine.words.vocabulary import Vocabulary


def run_example(
    example: m.Example, rules: Rules, symbols: Symbols, seed: int = 1,
    reached: Marks | None = None, vocabulary: Vocabulary | None = None,
) -> list[Diagnostic]:
    """What an example shows to be wrong: with itself, or with the rules."""
    return _played(example, rules, symbols, seed, reached, vocabulary).problems


def played_example(
    example: m.Example, rules: Rules, symbols: Symbols, seed: int = 1
) -> tuple[Table, list[Diagnostic]]:
    """The table to which an example leads, and what is wrong with it."""
    scene = _played(example, rules, symbols, seed, None, None)
    return scene.table, scene.problems


def _played(
    example: m.Example, rules: Rules, symbols: Symbols, seed: int, reached: Marks | None,
    vocabulary: Vocabulary | None,
) -> Scene:
    setting = Setting(rules, symbols, example.players, vocabulary)
    acts = [act for act in example.acts if isinstance(act, m.Act)]
    state = before(rules, acts[0].stage if acts else "")
    named = named_facts(setting, example.given) if any(act.line for act in acts) else {}
    laid_out(setting, (fact for fact in example.given if fact not in named), state)
    state.chance = Chance(seed)
    state.steps = MOST_STEPS - FEW_STEPS
    state.events = []
    state.reached = reached
    scene = Scene(example, setting, Table(rules, names=example.players, state=state),
                  named_facts=tuple(named.values()))
    for act in example.acts:
        if scene.problems:
            break
        if isinstance(act, m.Then):
            for fact in act.facts:
                check(scene, fact)
        else:
            _act(scene, act)
    return scene


def _act(scene: Scene, act: m.Act) -> None:
    """Play what stands below `when`."""
    table, state = scene.table, scene.table.state
    scene.known_outcome = None
    if act.start == "the game ends" and not any(
        stage.stage == "reckoning" for stage in scene.rules.program.stages
    ):
        # Nothing happens any more: who has won can be worked out at once.
        state.pc, scene.playing, scene.rounds_before = OVER, True, state.rounds
        return
    if not _found_beginning(scene, act):
        return
    scene.rounds_before = state.rounds
    told = [said for said in act.moves if said.player == "chance"]
    if told:
        state.chance = Scripted(1, told, table.owners, scene.setting.naming)
    if act.start != "going on" and not _safely(
        scene, act.at, lambda: run(scene.rules.code, state)
    ):
        return
    scene.playing = True
    if not _sound(scene, act.at):
        return
    for said in act.moves:
        if said.player != "chance" and not _said(scene, said):
            return
    if isinstance(state.chance, Scripted) and state.chance.lines:
        came = state.chance.came
        fitting = "nothing that fits" if came else "nothing"
        scene.fails(state.chance.lines[0].at, "chance is never asked for this",
                    f"{fitting} was left to chance",
                    "a line of chance says what a shuffle puts on top, or what is picked; "
                    + ("chance was asked for, in this order: "
                       + "; ".join(f"{number}. {what}" for number, what in enumerate(came, 1))
                       if came else "here no rule asks for it"))


def _found_beginning(scene: Scene, act: m.Act) -> bool:
    """Go to where the play begins; a reason is reported if that is nowhere."""
    table, code, report = scene.table, scene.rules.code, scene.setting.report
    match act.start:
        case "playing" if scene.playing and not table.over:
            report(act.at.head(), "something is being played already",
                   f"to decide: {scene.named(table.to_decide)}", "when going on")
            return False
        case "playing" if act.stage not in code.stage_start:
            near = close_names(act.stage, code.stage_start)
            report(act.at, f"there is no stage called {quote(act.stage)}",
                   f"there are: {', '.join(code.stage_start)}", "when playing rounds",
                   "unknown-name", respelt(act.at.head(), near[0]) if near else None)
            return False
        case "playing" if act.line:
            return go_to_line(scene, act)
        case "playing":
            table.state.pc = code.stage_start[act.stage]
        case "the game ends":
            table.state.pc = code.reckoning_start
        case "going on" if not scene.playing:
            report(act.at, "nothing is being played yet", "when going on continues a game",
                   "when playing rounds")
            return False
    return True


def _safely(scene: Scene, at: Place, play: Callable[[], object]) -> bool:
    try:
        play()
    except Fault as fault:
        scene.breaks(at, fault.message, fault.at)
        return False
    return True


def _said(scene: Scene, said: m.Said) -> bool:
    """Make a move, or see it refused; gives whether the example can go on."""
    players, table, naming = scene.example.players, scene.table, scene.setting.naming
    if said.player not in players:
        no_such_player(scene.setting, said.player, said.player_at)
        return False
    seat = players.index(said.player)
    try:
        move = understood(table, naming, seat, [phrase.words for phrase in said.move])
        refusal = move if isinstance(move, Refusal) else table.why_not(seat, move)
        if isinstance(move, Refusal) and move.reason in ("no-such-choice", "not-understood") and (
            misnamed_choice(scene.setting, table, seat, said.move[0])
        ):
            return False
        if said.refused:
            # A move that was understood has no words that mean nothing.
            if isinstance(move, Refusal) and not sensible(scene.setting, said):
                return False
            if refusal is None:
                scene.fails(said.at, f"{said.player} may do this: {_spoken(said)}",
                            "expected: a refusal", "the rules accept the move")
                return False
            return _for_that_reason(scene, said, refusal)
        if refusal is not None:
            scene.fails(said.at, f"{said.player} may not do this: {_spoken(said)}",
                        refusal.text + what_is_open(table, naming, seat, said, refusal),
                        "the rules refuse the move", cites=refusal.cites, rule=refusal.at)
            return False
        if said.asked:
            return True
        assert not isinstance(move, Refusal)
        table.apply_unchecked(seat, table.canonical(seat, move))
    except Fault as fault:
        scene.breaks(said.at, fault.message, fault.at)
        return False
    return _sound(scene, said.at)


def _for_that_reason(scene: Scene, said: m.Said, refusal: Refusal) -> bool:
    """Whether a move is refused for the reason that the example names."""
    if said.reason and said.reason not in REASONS:
        near = close_names(said.reason, REASONS)
        scene.setting.report(
            said.reason_at, f"there is no reason called {quote(said.reason)}",
            f"a move is refused for one of these: {', '.join(REASONS)}; or the heading that the "
            "rule cites, in quotes", f"because {near[0]}" if near else f"because {refusal.reason}",
            "unknown-name", respelt(said.reason_at, near[0]) if near else None)
        return False
    if said.reason and said.reason != refusal.reason:
        scene.fails(said.at, f"{said.player} may not do this for another reason",
                    f"{refusal.reason}: {refusal.text}", "this is why the rules refuse it",
                    cites=refusal.cites, rule=refusal.at)
        return False
    if said.heading and said.heading not in refusal.cites:
        cited = ", ".join(map(quote, refusal.cites)) or "nothing"
        scene.fails(said.at, f"{said.player} may not do this by another rule",
                    f"the rule that refuses it cites {cited}", f"{refusal.reason}: {refusal.text}",
                    rule=refusal.at)
        return False
    return True


def _sound(scene: Scene, at: Place) -> bool:
    """Whoever is asked has an answer, an end has an outcome, and what the file promises holds
    (as long as no card is aside, since a promise speaks of the whole game)."""
    table, state, rules = scene.table, scene.table.state, scene.rules
    if table.over and not _safely(scene, at, lambda: rules.reckoner.winners(state)):
        return False
    try:
        for seat in () if table.over else table.to_decide:
            if not table.offers(seat):
                scene.breaks(at, f"{table.names[seat]} must decide and has no answer",
                             table.asked_of(seat).line.at)
                return False
    except Fault as fault:  # nobody is asked, or what they may do breaks down
        scene.breaks(at, fault.message, fault.at)
        return False
    if sum(map(int.bit_count, state.zones)) < len(rules.program.cards):
        return True
    rules.make_room(state)
    for (name, _, place), condition in rules.promises:
        try:
            holds = condition(state)
        except Fault:
            continue
        if not holds:
            scene.problems.append(Diagnostic(
                "broken-promise", "error", f"{quote(name)} does not always hold",
                Label(place, "promised here"), (Label(at.head(), "does not hold after this"),),
                why="an `always` line holds at every moment of a game",
                hint=f"mend the rule, or the promise; in a variant that means otherwise: "
                f"remove always {name}",
            ))
            return False
    return True


def _spoken(said: m.Said) -> str:
    return ", ".join(" ".join(map(str, phrase.words)) for phrase in said.move)
