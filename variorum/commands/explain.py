"""`variorum explain`: the longer page on a kind of mistake."""

from __future__ import annotations

import click
from variorum_dsl.diagnostics.sanitizer import clean, quote


@click.command()
@click.argument("code", required=False)
def command(code: str | None) -> int:
    """Say more about a kind of mistake.

    CODE is the word in brackets at the beginning of a report, for example never-scored. Without
    one, all codes are listed.

    The exit status is 0, or 2 when there is no such code.
    """
    from variorum_dsl.diagnostics.explanations import codes, page

    if code is None:
        for each in codes():
            click.echo(each)
        return 0
    text = page(code)
    if text is None:
        raise click.UsageError(_no_such(code, codes()))
    for line in text.splitlines():
        click.echo(clean(line))
    return 0


def _no_such(code: str, known: list[str]) -> str:
    from difflib import get_close_matches

    close = get_close_matches(code, known, n=1)
    advice = f"did you mean {close[0]}?" if close else "`variorum explain` lists them"
    return f"there is no kind of mistake called {quote(code)}; {advice}"
