"""SARIF 2.1.0, held against the part of its schema that we use (written from the standard).

Every object in `sarif-2.1.0-used.schema.json` is closed, so a property that we misspell or invent
fails here.
"""

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft7Validator
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix, Label, Place
from variorum_dsl.diagnostics.source import Sources

from variorum.findings import sarif

SCHEMA = json.loads(
    Path(__file__).with_name("sarif-2.1.0-used.schema.json").read_text(encoding="utf-8")
)


def run_of(
    found: list[Diagnostic], sources: Sources, files: tuple[str, ...] = (), **options: Any
) -> Any:
    log = json.loads(sarif.render(found, files, sources, **options))
    Draft7Validator(SCHEMA).validate(log)
    assert len(log["runs"]) == 1
    return log["runs"][0]


def test_a_report_is_a_result_with_its_places(never_scored: Diagnostic, sources: Sources) -> None:
    path = "variants/osprey-2018.variant"
    run = run_of([never_scored], sources, (path,))
    [result] = run["results"]
    assert result["ruleId"] == "never-scored"
    assert result["level"] == "error"
    assert result["locations"] == [
        {
            "physicalLocation": {
                "artifactLocation": {"uri": path, "uriBaseId": "SRCROOT"},
                "region": {"startLine": 17, "startColumn": 16, "endLine": 17, "endColumn": 24},
            }
        }
    ]
    [related] = result["relatedLocations"]
    assert related["message"] == {"text": "no step mentions it"}
    assert related["physicalLocation"]["region"]["startLine"] == 61
    assert run["columnKind"] == "unicodeCodePoints"


def test_a_fix_is_a_replacement(never_scored: Diagnostic, sources: Sources) -> None:
    place = never_scored.primary.place
    fix = Fix("write passe", (Edit(place, "passe"),))
    [result] = run_of([never_scored._replace(fix=fix)], sources)["results"]
    [change] = result["fixes"][0]["artifactChanges"]
    assert change["replacements"] == [{
        "deletedRegion": {"startLine": 17, "startColumn": 16, "endLine": 17, "endColumn": 24},
        "insertedContent": {"text": "passe"},
    }]


def test_a_clean_run_has_no_results(sources: Sources) -> None:
    run = run_of([], sources, ("a.variant", "b.variant"))
    assert run["results"] == []
    assert [found["location"]["uri"] for found in run["artifacts"]] == ["a.variant", "b.variant"]


def test_each_code_is_one_rule_with_help(
    never_scored: Diagnostic, unused_track: Diagnostic, sources: Sources
) -> None:
    found = [never_scored, unused_track, unused_track]
    run = run_of(found, sources, rule_help={"unused-name": "A name that nothing uses."})
    rules = run["tool"]["driver"]["rules"]
    assert [rule["id"] for rule in rules] == ["never-scored", "unused-name"]
    assert "variorum explain never-scored" in rules[0]["help"]["text"]
    assert rules[1]["help"]["text"] == "A name that nothing uses."
    for result in run["results"]:
        assert rules[result["ruleIndex"]]["id"] == result["ruleId"]


def fingerprints(run: Any) -> list[str]:
    return [found["partialFingerprints"]["primaryLocationLineHash"] for found in run["results"]]


def test_a_fingerprint_stays_when_lines_are_added_above_it() -> None:
    before, after = Sources(), Sources()
    before.add("f", "  add 5")
    after.add("f", "\n\n    add   5")
    found = [Diagnostic("code", "error", "title", Label(Place("f", n, 3, n, 6))) for n in (1, 3)]
    assert fingerprints(run_of(found[:1], before)) == fingerprints(run_of(found[1:], after))


def test_equal_lines_have_fingerprints_of_their_own() -> None:
    sources = Sources()
    sources.add("f", "same\nsame")
    found = [Diagnostic("code", "error", "title", Label(Place("f", n, 1, n, 5))) for n in (1, 2)]
    first, second = fingerprints(run_of(found, sources))
    assert first.removesuffix(":1") == second.removesuffix(":2")


@pytest.mark.parametrize(
    ("path", "location"),
    [
        ("a b,é#.variant", {"uri": "a%20b%2C%C3%A9%23.variant", "uriBaseId": "SRCROOT"}),
        ("c:d.variant", {"uri": "c%3Ad.variant", "uriBaseId": "SRCROOT"}),
        ("/tmp/x.variant", {"uri": "file:///tmp/x.variant"}),
    ],
)
def test_a_path_becomes_a_uri(path: str, location: dict[str, str], sources: Sources) -> None:
    found = Diagnostic("code", "error", "title", Label(Place.start_of(path)))
    [result] = run_of([found], sources)["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"] == location


def test_text_from_a_file_makes_no_link(never_scored: Diagnostic, sources: Sources) -> None:
    found = never_scored._replace(title="[click](javascript:alert)")
    [result] = run_of([found], sources)["results"]
    assert "](" not in result["message"]["text"].replace("\\](", "")


def test_a_run_holds_at_most_25000_results_and_says_so(unused_track: Diagnostic) -> None:
    run = json.loads(sarif.render([unused_track] * 25_001, [], Sources()))["runs"][0]
    assert len(run["results"]) == 25_000
    [notification] = run["invocations"][0]["toolExecutionNotifications"]
    assert notification["message"]["text"].startswith("1 more reports were left off")
