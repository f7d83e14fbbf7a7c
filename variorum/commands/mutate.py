"""`variorum mutate`: change one clause at a time and see whether the examples notice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click
from variorum_dsl.diagnostics.sanitizer import clean

from variorum.commands.options import format_option, write_json
from variorum.files.lookup import shown
from variorum.terminal.games import Unusable, broken, playable
from variorum.terminal.progress import Progress

if TYPE_CHECKING:
    from variorum_dsl.files.loader import Loaded
    from variorum_engine.mutation.mutants import Mutant
    from variorum_engine.mutation.run import Measured

FINE, FINDINGS, INTERRUPTED = 0, 1, 130
WIDEST = 400


@click.command()
@click.option("--limit", type=click.IntRange(1), metavar="N",
              help="Try a sample of so many changes instead of all.")
@click.option("--seed", type=int, default=1, show_default=True, metavar="N",
              help="Another sample with another number.")
@click.option("--at-least", type=click.FloatRange(0, 100), default=95, show_default=True,
              metavar="SHARE", help="How many of a hundred changes must be caught.")
@click.option("--list", "only_list", is_flag=True, help="Name the changes and try none.")
@format_option("text", "json", help="How to write the result.")
@click.argument("name", metavar="NAME|PATH")
def command(
    name: str, limit: int | None, seed: int, at_least: float, only_list: bool,
    form: str,
) -> int:
    """Change one clause of a rule file at a time, and see whether anything notices.

    A number, a comparison, a direction, an order of lines, a zone, a line less, an exception for
    the most players, for the highest card or for the last colour: each change makes other rules.
    It is caught when an example of the file fails then, or when the checker reports something new.
    What is left is listed: there an example is missing, or the rule says more than it needs to. A
    change after which the rules still mean the same is not counted.

    The exit status is 0 when enough changes are caught, 1 when too few are or the file has
    mistakes or an example that fails, 2 when it cannot be read, and 130 when it was stopped with
    Ctrl-C: what is seen by then is told.
    """
    from variorum_engine.mutation.run import chosen, measure

    from variorum.files.editions import edition_path

    try:
        found = playable(name) if only_list else _sound(name)
    except Unusable as problem:
        click.echo(problem.told, err=True)
        return problem.status
    if only_list:
        mutants = [mutant for _, mutant in chosen(found, limit, seed)]
        if form == "json":
            assert found.document is not None
            write_json({"name": found.document.name, "mutants": [_data(each) for each in mutants]})
        else:
            for mutant in mutants:
                click.echo(f"{_place(mutant)}: {mutant.id}: {_short(mutant.text)}")
        return FINE
    with Progress() as progress:
        progress.say("getting ready ...", now=True)
        measured = measure(found, edition_path, limit, seed, tell=lambda done, all_of_them:
                           progress.say(f"{done:,} of {all_of_them:,} changes are tried"))
    if form == "json":
        write_json(_report(measured))
    else:
        _write(measured)
    if measured.stopped:
        click.echo("stopped", err=True)
        return INTERRUPTED
    return FINE if measured.share >= at_least else FINDINGS


def _sound(name: str) -> Loaded:
    """A file whose examples pass: one that fails anyway would notice nothing."""
    from variorum_engine.checks.playing import examples
    from variorum_engine.table.preparation import Ready

    found = playable(name)
    assert found.sheet is not None
    failing = examples(Ready(found.sheet))
    if failing:
        raise broken(found, failing)
    return found


def _write(measured: Measured) -> None:
    left = measured.of("survived", "invariant", "undecided")
    same = len(measured.of("same"))
    if measured.stopped:
        click.echo(f"Only {len(measured.rows):,} of {measured.chosen:,} changes are tried; "
                   "of those:")
    examples, checker = len(measured.of("example")), len(measured.of("checker"))
    click.echo(
        f"{clean(measured.name)}: {measured.caught} of {measured.counted} changes are caught "
        f"({measured.share:.1f} of 100): {examples} by examples, {checker} by the checker"
    )
    if same:
        click.echo(f"{same} more mean the same and do not count")
    if left:
        click.echo(f"\nNothing notices {'this change' if len(left) == 1 else 'these changes'}:")
    for mutant, verdict in left:
        click.echo(f"  {_place(mutant)}: {mutant.id}")
        for inside in mutant.within[-1:]:
            click.echo(f"    in {clean(inside)}")
        click.echo(f"    {_short(mutant.text)}")
        if verdict.result == "invariant":
            click.echo(f"    random games notice: {clean(verdict.by)}")
        elif verdict.result == "undecided":
            click.echo(f"    nobody could tell: {clean(verdict.by)}")


def _place(mutant: Mutant) -> str:
    return f"{clean(shown(mutant.place.path))}:{mutant.place.line}"


def _short(text: str) -> str:
    line = clean(text)
    return line if len(line) <= WIDEST else f"{line[: WIDEST - 1]}…"


def _data(mutant: Mutant) -> dict[str, object]:
    return {
        "id": mutant.id, "change": mutant.operator, "path": shown(mutant.place.path),
        "line": mutant.place.line, "within": list(mutant.within), "before": mutant.before,
        "after": mutant.after,
    }


def _report(measured: Measured) -> dict[str, object]:
    return {
        "name": measured.name, "complete": not measured.stopped,
        "tried": len(measured.rows), "counted": measured.counted,
        "caught": measured.caught, "same": len(measured.of("same")),
        "share": round(measured.share, 2),
        "mutants": [{**_data(mutant), "result": verdict.result, "by": verdict.by}
                    for mutant, verdict in measured.rows],
    }
