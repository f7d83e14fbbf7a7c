"""Where `variorum` begins: streams that are closed on the way in or out are dealt with here."""

from __future__ import annotations

import gc
import os
import sys

from variorum.cli import main


def run() -> None:
    """The command `variorum`: do what is asked and leave."""
    # A command makes many small records that live until its end. Looking for cycles among them
    # every few hundred, and again on the way out, would take a fifth of a check.
    gc.set_threshold(200_000)
    closed = _opened()
    status = main()
    if closed:
        sys.stderr.write("Error: standard output is closed, so nothing could be written\n")
        status = status or 2
    out = sys.stdout
    try:
        out.flush()
    except OSError:
        # Whoever read the reports has gone: at the end Python would try once more to write them.
        os.dup2(os.open(os.devnull, os.O_WRONLY), out.fileno())
        status = status or 1
    gc.freeze()
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
            stream = open(number, "w" if number else "r", encoding="utf-8")  # noqa: SIM115 (it stays)
            setattr(sys, name, stream)  # whoever wants to read finds that there is nothing
    return closed
