"""The texts that diagnostics point into."""

from collections.abc import ItemsView


class Source:
    """The text of one file. Lines end at a line feed only, which is how columns are counted."""

    __slots__ = ("_lines", "path", "text")

    def __init__(self, path: str, text: str) -> None:
        self.path = path
        self.text = text
        self._lines: list[str] | None = None

    @property
    def lines(self) -> list[str]:
        """The lines without their ends (a carriage return before a line feed goes with it)."""
        if self._lines is None:
            self._lines = [line.removesuffix("\r") for line in self.text.split("\n")]
        return self._lines


class Sources:
    """The files that were read in one run, by the path that places use."""

    __slots__ = ("_by_path",)

    def __init__(self) -> None:
        self._by_path: dict[str, Source] = {}

    def add(self, path: str, text: str) -> Source:
        source = self._by_path[path] = Source(path, text)
        return source

    def update(self, others: "Sources") -> None:
        """Take over the files of another run."""
        self._by_path.update(others._by_path)

    def items(self) -> ItemsView[str, Source]:
        return self._by_path.items()

    def get(self, path: str) -> Source | None:
        return self._by_path.get(path)

    def files(self) -> dict[str, Source]:
        """All of them, by their paths."""
        return dict(self._by_path)

    def line(self, path: str, number: int) -> str | None:
        """A line by its number from 1, or nothing when there is no such line."""
        source = self._by_path.get(path)
        if source is None or not 1 <= number <= len(source.lines):
            return None
        return source.lines[number - 1]
