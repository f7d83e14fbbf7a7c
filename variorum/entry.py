"""Where `variorum` begins.

Plain `variorum check FILE...` is what editors, hooks and build servers run all day, so it starts
without the library behind the command line, which takes as long to load as a small file takes to
check. Everything else, and every other option than `--fresh`, goes the ordinary way.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence


def run() -> None:
    """The command `variorum`: do what is asked and leave."""
    closed = _opened()
    status = main()
    if closed:
        sys.stderr.write("Error: standard output is closed, so nothing could be written\n")
        status = status or 2
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError:
        # Whoever read the reports has gone: at the end Python would try once more to write them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = status or 1
    sys.exit(status)


def _opened() -> bool:
    """Put something in the place of streams that are closed, lest a file get their numbers; gives
    whether that of the output is."""
    closed = sys.stdout is None
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        if getattr(sys, name) is None:
            handle = os.open(os.devnull, os.O_RDWR)
            if handle != number:
                os.dup2(handle, number)
                os.close(handle)
            if number:  # whoever wants to read finds that nothing can be read
                setattr(sys, name, open(number, "w", encoding="utf-8"))  # noqa: SIM115 (it stays)
    return closed


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    names = [each for each in given[1:] if each != "--fresh"]
    if given[:1] == ["check"] and not any(
        each.startswith("-") and each != "-" for each in names
    ):
        try:
            from variorum.checker.report import check_and_report

            return check_and_report(tuple(names), remember="--fresh" not in given)
        except KeyboardInterrupt:
            sys.stderr.write("stopped\n")
            return 130
        except BrokenPipeError:
            return 1  # whoever read the reports has seen enough
        except Exception:  # noqa: BLE001
            # Our own mistake: the ordinary way meets it too, and says how to report it.
            sys.stdout.flush()
    from variorum.cli import main as ordinary

    return ordinary(given)
