"""Property tests: the same examples for everybody, new ones with `--hypothesis-profile=random`."""

import os
import tempfile

import pytest
from hypothesis import settings

# What the command line remembers between runs stays out of the user's own cache.
os.environ["VARIORUM_CACHE"] = tempfile.mkdtemp(prefix="variorum-tests-")

settings.register_profile("fixed", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None, max_examples=1000)
settings.load_profile("fixed")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--accept", action="store_true",
                     help="write the golden files in tests/golden again from what comes out")
