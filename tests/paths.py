"""Where the tree is that is tested."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
