"""Variorum: rule books of card games, written down so that a machine can check and play them."""

from variorum.version import __version__ as __version__
