"""Commands run inside this process, and a tiny game with something wrong in it."""

from tests.engine.verification.conftest import tiny
from tests.variorum.commands.conftest import here, run, small

__all__ = ["here", "run", "small", "tiny"]
