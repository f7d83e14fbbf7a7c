"""Variorum: rule books of card games, written down so that a machine can check and play them.

A bundled edition is loaded by name, any other one by its path:

>>> import variorum
>>> edition = variorum.load("osprey-2018")
>>> edition.title, list(edition.players)
('High Society', [3, 4, 5])

What is wrong with a file is collected, never raised:

>>> edition.check()
[]

A rulebook offers options and leaves questions open. A variant is what is played: an edition with
everything chosen.

>>> edition.silences["odd-halves"].readings
('kept', 'rounded-down', 'rounded-up')
>>> variant = edition.variant(players=3, readings={"odd-halves": "rounded-down"})
>>> table = variant.table(seed=1, names=("ann", "bo", "cy"))
>>> len(table.to_decide), table.over
(1, False)
"""

from __future__ import annotations

from variorum.version import __version__ as __version__

TYPE_CHECKING = False  # to import it would be to load something, here where nothing is needed

if TYPE_CHECKING:
    import os

    from variorum.edition import Edition, NotPlayable, Option, Silence, Variant

__all__ = ["Edition", "NotPlayable", "Option", "Silence", "Variant", "__version__", "load"]


def load(name_or_path: str | os.PathLike[str]) -> Edition:
    """Read an edition: one that comes with Variorum by its name, any other by its path.

    >>> load("quick-start").title
    'High Society: Quick Start'

    A file that cannot be read is an edition too, with what is wrong in its `diagnostics`:

    >>> load("no-such-edition").diagnostics[0].code
    'unreadable-file'
    """
    from variorum.edition import loaded

    return loaded(name_or_path)


def __getattr__(name: str) -> object:
    # The classes are for type hints and `except`; importing them is left until they are asked for.
    if name in __all__:
        from variorum import edition

        return getattr(edition, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
