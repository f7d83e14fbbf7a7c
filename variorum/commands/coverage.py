"""`variorum coverage`: which rules the examples and random games came by, on the source text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import clean
from variorum_dsl.english import numbered

from variorum.commands.options import format_option, write_json
from variorum.files.lookup import shown
from variorum.terminal.games import Unusable, playable
from variorum.terminal.progress import Progress

if TYPE_CHECKING:
    from variorum_dsl.files.loader import Loaded
    from variorum_engine.verification.coverage import Coverage, Rule

FINE, FINDINGS = 0, 1
BOTH, EXAMPLES, GAMES, NEITHER, UNTESTED, NO_RULE = "+", "e", "g", "!", "~", " "


@click.command()
@click.option("--games", type=click.IntRange(0), default=50, show_default=True, metavar="N",
              help="How many random games to play.")
@click.option("--brief", is_flag=True, help="Leave the source text out.")
@format_option("text", "json", help="How to write the result.")
@click.argument("name", metavar="NAME|PATH")
def command(name: str, games: int, brief: bool, form: str) -> int:
    """Show which rules the examples of a file reach, and which ones random games reach.

    Before each line that says what happens stands "+" when both came by, "e" when only examples
    did, "g" when only games did, and "!" when neither did. A tie-break counts as reached when it
    has told players apart, a bound of a score when it has changed the score. Before a custom, which
    no game can show to be kept, stands "~".

    The exit status is 0 when the examples reach every rule, 1 when they do not or the file has
    mistakes, and 2 when it cannot be read.
    """
    from variorum_engine.verification.coverage import coverage

    try:
        found = playable(name)
    except Unusable as problem:
        click.echo(problem.told, err=True)
        return problem.status
    with Progress() as progress:
        progress.say(f"running the examples and {games:,} random games ...", now=True)
        covered = coverage(found, games)
    if form == "json":
        _write_json(covered, found)
    else:
        if not brief:
            _write_text(covered, found)
        _write_summary(covered, found)
    return FINDINGS if covered.unreached else FINE


def _mark(rule: Rule) -> str:
    from variorum_engine.verification.coverage import CUSTOM

    if rule.sort == CUSTOM:
        return UNTESTED
    if rule.examples:
        return BOTH if rule.games else EXAMPLES
    return GAMES if rule.games else NEITHER


def _write_text(covered: Coverage, found: Loaded) -> None:
    """The file up to its last rule; what follows are examples."""
    marks = {rule.line: _mark(rule) for rule in covered.rules if rule.path == covered.path}
    source = found.sources.get(covered.path)
    if source is None or not marks:
        return
    for number, line in enumerate(source.lines[: max(marks)], 1):
        click.echo(f"{marks.get(number, NO_RULE)} {number:>4}  {clean(line)}".rstrip())
    click.echo()


def _write_summary(covered: Coverage, found: Loaded) -> None:
    from variorum_engine.verification.coverage import CUSTOM

    rules, missed = [rule for rule in covered.rules if rule.sort != CUSTOM], covered.unreached
    by_games = sum(bool(rule.games) for rule in rules)
    played = f", {by_games} by {covered.games} random games" if covered.games else ""
    click.echo(
        f"{clean(covered.name)}: {len(rules) - len(missed)} of {len(rules)} rules are reached by "
        f"{numbered(covered.examples, 'example')}{played}"
    )
    customs = len(covered.rules) - len(rules)
    if customs:
        click.echo(f"No example can show whether {numbered(customs, 'custom')} "
                   f"{'is' if customs == 1 else 'are'} kept.")
    if missed:
        click.echo("\nNo example reaches:")
    for rule in missed:
        text = (found.sources.line(rule.path, rule.line) or "").strip()
        games = "  (games do)" if rule.games else ""
        click.echo(f"  {clean(shown(rule.path))}:{rule.line}: {rule.sort}: {clean(text)}{games}")


def _write_json(covered: Coverage, found: Loaded) -> None:
    rows: list[dict[str, object]] = [
        {"rule": rule.sort, "path": shown(rule.path), "line": rule.line,
         "text": (found.sources.line(rule.path, rule.line) or "").strip(),
         "examples": rule.examples, "games": rule.games}
        for rule in covered.rules
    ]
    write_json({
        "name": covered.name, "examples": covered.examples, "games": covered.games,
        "rules": rows, "unreached": len(covered.unreached),
    })
