"""Why the rules broke down in a simulated game: it is played once more, on a table."""

from __future__ import annotations

from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_engine.checks.finals import Final
from variorum_engine.checks.playing import broken_rule, stuck
from variorum_engine.interpreter.chance import Chance, game_seed
from variorum_engine.interpreter.state import Fault
from variorum_engine.table.table import Rules, Table
from variorum_engine.tally.bots import Bots
from variorum_engine.tally.retelling import NotRetold, Retelling

from variorum.simulation.job import Side


def breakdown(side: Side, bots: Bots, seed: int, game: int, form: str = "") -> Diagnostic | None:
    """What `check` would say of it; nothing where the table plays on."""
    rules = Rules(side.plain)
    final = Final(rules, side.symbols)
    state = rules.opening()
    state.chance = Chance(game_seed(seed, game))
    table = Table(rules, state=state)
    try:
        rules.begin(state)
        for seat, move in Retelling(rules, bots, form).moves(table, seed, game):
            table.apply(seat, move)
        rules.reckoner.outcome(state)
    except Fault as fault:
        return broken_rule(fault, final, state)
    except NotRetold:
        helpless = [seat for seat in table.to_decide if not table.offers(seat)]
        return stuck(table, final, helpless[0]) if helpless else None
    return None
