"""Workflow commands for annotations."""

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.source import Sources

from variorum.findings import github

NOWHERE = Sources()


def test_a_report_is_one_command(never_scored: Diagnostic, sources: Sources) -> None:
    assert github.render([never_scored], [], sources) == (
        "::error file=variants/osprey-2018.variant,line=17,col=16,endLine=17,endColumn=24,"
        "title=never-scored::nothing ever scores Scandale%0Adeclared here%0A"
        "why: a card that a player can keep should count for something, or say that it does not"
        "%0Atry: scandale  halve for each scandale in display%0A"
        "variants/osprey-2018.variant:61:1: no step mentions it\n"
    )


def test_signs_that_mean_something_in_a_command_are_escaped() -> None:
    place = Place("a,b:c%.variant", 1, 1, 1, 1)
    found = Diagnostic("code", "note", "100% odd: a, b\n::error::x", Label(place))
    assert github.render([found], [], NOWHERE) == (
        "::notice file=a%2Cb%3Ac%25.variant,line=1,col=1,title=code::"
        "100%25 odd: a, b%0A\\u003a:error::x\n"
    )


def test_a_stretch_of_several_lines_gives_only_its_start() -> None:
    found = Diagnostic("code", "warning", "title", Label(Place("f", 3, 2, 9, 4)))
    command = "::warning file=f,line=3,col=2,title=code::title\n"
    assert github.render([found], [], NOWHERE) == command


def test_the_rest_is_counted(unused_track: Diagnostic) -> None:
    lines = github.render([unused_track] * 60, [], NOWHERE).splitlines()
    assert len(lines) == 51
    assert lines[-1] == "::notice title=variorum::and 10 more not shown"


def test_nothing_found_prints_nothing() -> None:
    assert github.render([], ["f"], NOWHERE) == ""
