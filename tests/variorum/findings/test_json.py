"""The JSON report, held against its published schema."""

import json
from pathlib import Path

from jsonschema import Draft202012Validator
from variorum_dsl.diagnostics.diagnostic import Diagnostic, Edit, Fix
from variorum_dsl.diagnostics.source import Sources

import variorum
from variorum.findings.json import render

SCHEMA = json.loads(
    (Path(variorum.__file__).parent / "schemas" / "report.schema.json").read_text("utf-8")
)


def test_the_schema_is_a_schema() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def test_a_report_fits_the_schema(
    never_scored: Diagnostic, unused_track: Diagnostic, sources: Sources
) -> None:
    report = json.loads(render([unused_track, never_scored], ["a", "b"], sources))
    Draft202012Validator(SCHEMA).validate(report)
    assert report["counts"] == {"errors": 1, "warnings": 1, "notes": 0}
    assert [found["code"] for found in report["diagnostics"]] == ["unused-name", "never-scored"]


def test_a_diagnostic_is_given_whole(never_scored: Diagnostic, sources: Sources) -> None:
    path = "variants/osprey-2018.variant"
    report = json.loads(render([never_scored], [path], sources))
    assert report["diagnostics"] == [
        {
            "code": "never-scored",
            "severity": "error",
            "title": "nothing ever scores Scandale",
            "place": {"path": path, "line": 17, "column": 16, "end_line": 17, "end_column": 24},
            "label": "declared here",
            "related": [
                {
                    "place": {
                        "path": path, "line": 61, "column": 1, "end_line": 61, "end_column": 15
                    },
                    "label": "no step mentions it",
                }
            ],
            "why": "a card that a player can keep should count for something, "
            "or say that it does not",
            "witness": "",
            "hint": "scandale  halve for each scandale in display",
            "fix": None,
        }
    ]


def test_a_fix_is_given_as_edits(never_scored: Diagnostic, sources: Sources) -> None:
    place = never_scored.primary.place
    found = never_scored._replace(fix=Fix("write passe", (Edit(place, "passe"),), safe=True))
    report = json.loads(render([found], [place.path], sources))
    Draft202012Validator(SCHEMA).validate(report)
    assert report["diagnostics"][0]["fix"] == {
        "title": "write passe", "safe": True,
        "edits": [{"place": place._asdict(), "text": "passe"}],
    }


def test_the_output_is_pure_ascii(never_scored: Diagnostic, sources: Sources) -> None:
    found = never_scored._replace(title="Passé \x1b[31m")
    output = render([found], ["é"], sources)
    assert output.isascii()
    assert json.loads(output)["diagnostics"][0]["title"] == "Passé \\u001b[31m"
