"""The sample report that the tests of all formats share."""

from tests.dsl.diagnostics.conftest import never_scored, sources, unused_track

__all__ = ["never_scored", "sources", "unused_track"]
