"""The sample file and the sample report that the tests of all formats share."""

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.source import Sources

PATH = "variants/osprey-2018.variant"


@pytest.fixture
def sources() -> Sources:
    lines = [""] * 70
    lines[16] = '    1 disgrace scandale "Scandale", dark'
    lines[60] = "scoring status"
    sources = Sources()
    sources.add(PATH, "\n".join(lines))
    return sources


@pytest.fixture
def never_scored() -> Diagnostic:
    return Diagnostic(
        code="never-scored",
        severity="error",
        title="nothing ever scores Scandale",
        primary=Label(Place(PATH, 17, 16, 17, 24), "declared here"),
        secondary=(Label(Place(PATH, 61, 1, 61, 15), "no step mentions it"),),
        why="a card that a player can keep should count for something, "
        "or say that it does not",
        hint="scandale  halve for each scandale in display",
    )


@pytest.fixture
def unused_track() -> Diagnostic:
    return Diagnostic(
        "unused-name", "warning", "nothing uses the track", Label(Place("b.variant", 2, 1, 2, 4))
    )
