"""Property tests: the same examples for everybody, new ones with `--hypothesis-profile=random`."""

from hypothesis import settings

settings.register_profile("fixed", deadline=None, derandomize=True)
settings.register_profile("random", deadline=None, max_examples=1000)
settings.load_profile("fixed")
