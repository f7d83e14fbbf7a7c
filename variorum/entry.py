"""Where `variorum` begins.

Plain `variorum check FILE...` is what editors, hooks and build servers run all day, so it starts
without the library behind the command line, which takes as long to load as a small file takes to
check. Everything else, and every option, goes the ordinary way.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command and give the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["check"] and not any(each.startswith("-") for each in given):
        try:
            from variorum.reporting import check_and_report

            return check_and_report(tuple(given[1:]))
        except KeyboardInterrupt:
            sys.stderr.write("stopped\n")
            return 130
        except BrokenPipeError:
            # Whoever read the reports has seen enough.
            sys.stdout = None
            return 1
        except Exception:  # noqa: BLE001
            # Our own mistake: the ordinary way meets it too, and says how to report it.
            if sys.stdout is not None:
                sys.stdout.flush()
    from variorum.cli import main as ordinary

    return ordinary(given)
