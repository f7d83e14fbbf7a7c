"""JUnit XML for build servers."""

from textwrap import dedent
from xml.etree import ElementTree

from variorum_dsl.diagnostics.diagnostic import Diagnostic, Label, Place
from variorum_dsl.diagnostics.source import Sources

from variorum.findings import junit


def test_each_file_is_a_case_and_each_error_or_warning_a_failure(unused_track: Diagnostic) -> None:
    sources = Sources()
    sources.add("b.variant", "tracks\nabc < d")
    assert junit.render([unused_track], ["a.variant", "b.variant"], sources) == dedent(
        """\
        <?xml version="1.0" encoding="UTF-8"?>
        <testsuites>
          <testsuite name="variorum check" tests="2" failures="1" errors="0">
            <testcase classname="variorum.check" name="a.variant" />
            <testcase classname="variorum.check" name="b.variant">
              <failure type="unused-name" message="nothing uses the track">warning[unused-name]: \
nothing uses the track
          --&gt; b.variant:2:1
           |
         2 | abc &lt; d
           | ^^^
           |</failure>
            </testcase>
          </testsuite>
        </testsuites>
        """
    )


def test_a_note_is_no_failure() -> None:
    note = Diagnostic("hm", "note", "just so you know", Label(Place.start_of("f")))
    tree = ElementTree.fromstring(junit.render([note], ["f"], Sources()))
    assert tree.find(".//failure") is None
    assert "just so you know" in (tree.findtext(".//system-out") or "")


def test_a_file_that_was_not_listed_still_has_its_case(unused_track: Diagnostic) -> None:
    tree = ElementTree.fromstring(junit.render([unused_track], [], Sources()))
    assert [case.get("name") for case in tree.iter("testcase")] == ["b.variant"]


def test_ten_thousand_reports_are_all_listed_and_the_first_drawn(unused_track: Diagnostic) -> None:
    tree = ElementTree.fromstring(junit.render([unused_track] * 10_000, [], Sources()))
    texts = [failure.text for failure in tree.iter("failure")]
    assert len(texts) == 10_000
    assert texts[-1] == "b.variant:2:1"
