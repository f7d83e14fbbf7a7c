"""A tiny game with something wrong in it."""

from tests.engine.verification.conftest import tiny

__all__ = ["tiny"]
