"""The TextMate grammar for editors: `python -m variorum.highlighting.textmate` writes it again."""

from __future__ import annotations

import json
from pathlib import Path

from variorum.highlighting.patterns import patterns

FILE = Path(__file__).parents[2] / "editors" / "vscode" / "syntaxes" / "variant.tmLanguage.json"


def grammar() -> str:
    return json.dumps({
        "$schema":
            "https://raw.githubusercontent.com/martinring/tmlanguage/master/tmlanguage.json",
        "name": "Variorum rule file", "scopeName": "source.variant", "fileTypes": ["variant"],
        "patterns": [{"match": each.regex, "name": each.scope} for each in patterns()],
    }, indent=2) + "\n"


if __name__ == "__main__":
    FILE.write_text(grammar(), "utf-8")
