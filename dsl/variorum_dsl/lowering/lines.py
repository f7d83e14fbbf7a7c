"""Lines of play, all of them."""

from __future__ import annotations

from variorum_dsl import model as m
from variorum_dsl.lowering.decisions import Decisions
from variorum_dsl.lowering.loops import Loops
from variorum_dsl.lowering.moves import Simple
from variorum_dsl.lowering.procedures import Procedures


class Play(Simple, Loops, Decisions, Procedures):
    """Lowers any line of play."""


Play.LINES = {
    m.Move: Play._move, m.Shuffle: Play._shuffle, m.Let: Play._let,
    m.LocalFigure: Play._local_figure, m.Becomes: Play._becomes, m.Gain: Play._gain,
    m.Lose: Play._gain, m.Drop: Play._gain, m.If: Play._if, m.WithPlayers: Play._with_players,
    m.ForEach: Play._for_each, m.Repeat: Play._repeat, m.Turns: Play._turns,
    m.Together: Play._together, m.Picks: Play._picks, m.Chooses: Play._chooses,
    m.Show: Play._show, m.Call: Play._call, m.Depending: Play._depending,
    m.EndRound: Play._end_round, m.EndGame: Play._end_game, m.Nothing: Play._nothing,
}
