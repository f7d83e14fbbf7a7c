"""What a word of the language means, in the words of `docs/language.md` or of the grammar."""

from __future__ import annotations

import re
from functools import cache

from variorum_dsl.syntax.grammar import GRAMMAR

_CODE = re.compile(r"`([^`\n]+)`")
_SENTENCE = re.compile(r"(?<=[.:;]) +(?=[A-Z`])")
_LONGEST = 600


def meaning(word: str, line: str = "") -> str:
    """The passage that says what a word of the language does: best one that shows it as it stands
    in this line, and that is about few others."""
    found = [(-fit, len(codes), text) for codes, text in _passages()
             if (fit := max((_fit(code, word, line) for code in codes), default=0))]
    return min(found)[2][:_LONGEST] if found else _form(word)


def _fit(code: str, word: str, line: str) -> int:
    words: list[str] = re.findall(r"[a-z-]+", code)
    if word not in words:
        return 0
    return 1 + 2 * (words[0] == word) + (code.partition(" ")[0] in line.split()) + (code == word)


def _form(word: str) -> str:
    """The rule of the grammar that has the word, best as its beginning, and what is said there."""
    found = [((f'"{word}"' not in rule.split(":", 1)[1][:20], len(rule)), comment, rule)
             for comment, rule in _rules() if f'"{word}"' in rule]
    if not found:
        return ""
    _, comment, rule = min(found)
    return f"{comment}\n\n```\n{rule}\n```".strip()


@cache
def _rules() -> list[tuple[str, str]]:
    """The rules of the grammar, each with the comment above it."""
    with open(GRAMMAR, encoding="utf-8") as file:
        parts = re.split(r"\n\s*\n", file.read())
    found = []
    for part in parts:
        lines = part.split("\n")
        comment = " ".join(line[2:].strip() for line in lines
                           if line.startswith("//") and "----" not in line)
        rules = re.split(r"\n(?=[a-z_!?])", "\n".join(
            line for line in lines if not line.startswith("//")))
        found += [(comment, rule) for rule in rules if ":" in rule]
    return found


@cache
def _passages() -> list[tuple[list[str], str]]:
    """The rows of tables and the sentences of the guide that have something to type in them."""
    from variorum.docs.manual import document

    found = []
    text = re.sub(r"(?s)```.*?```", "", document("language"))
    for block in re.split(r"\n\s*\n", text):
        if block.startswith("|"):
            for row in block.split("\n")[2:]:
                written, _, means = row.strip("| ").partition(" | ")
                found.append((_CODE.findall(written), f"{written}: {means}"))
        elif not block.startswith("#"):
            for sentence in _SENTENCE.split(" ".join(block.split())):
                codes = _CODE.findall(sentence)
                if codes:
                    found.append((codes, sentence))
    return found
