"""Draws `icon.png`: two cards, one a little different from the other. `python icon.py`"""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

SIZE, FINE = 128, 4  # each pixel is the mean of FINE * FINE points
Colour = tuple[int, int, int, int]
CLEAR, GREEN, PALE, PAPER, RED = (
    (0, 0, 0, 0), (31, 95, 74, 255), (143, 185, 168, 255), (251, 250, 247, 255),
    (138, 51, 36, 255))


def _card(x: float, y: float, left: float, top: float) -> bool:
    """Whether a point lies on a card of 60 by 84 with round corners."""
    dx = max(abs(x - left - 30) - 22, 0)
    dy = max(abs(y - top - 42) - 34, 0)
    return dx * dx + dy * dy <= 64


def colour(x: float, y: float) -> Colour:
    if _card(x, y, 54, 32):
        if not _card(50 + (x - 50) * 1.09 - 3, y * 1.07 - 5, 54, 32):
            return GREEN
        # The lines of a rule; the last one has been changed.
        row, inside = divmod(y - 48, 14)
        if 0 <= row < 4 and inside < 6 and 66 <= x <= (102 if row % 2 == 0 else 92):
            return RED if row == 3 else GREEN
        return PAPER
    if _card(x, y, 14, 12):
        return PALE if y > 28 else GREEN
    return CLEAR


def pixel(column: int, row: int) -> bytes:
    points = [colour(column + (i + 0.5) / FINE, row + (j + 0.5) / FINE)
              for i in range(FINE) for j in range(FINE)]
    seen = [point for point in points if point[3]] or [CLEAR]
    return bytes([*(sum(point[part] for point in seen) // len(seen) for part in range(3)),
                  sum(point[3] for point in points) // len(points)])


def chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def rows() -> bytes:
    return b"".join(b"\0" + b"".join(pixel(column, row) for column in range(SIZE))
                    for row in range(SIZE))


def png() -> bytes:
    header = struct.pack(">IIBBBBB", SIZE, SIZE, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + b"".join((
        chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(rows(), 9)), chunk(b"IEND", b"")))


if __name__ == "__main__":
    Path(__file__).with_name("icon.png").write_bytes(png())
