"""Somebody types: how long findings take after a change, and ten thousand changes in a row.

    python -m bench.editing             processor time from a change to the findings after reading
    python -m bench.editing 10000       so many changes against the server, which must stay up

Times are processor time; a file ten times as long stands beside the largest edition, so that the
ratio can be read off on any machine.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
import time
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

from variorum_dsl.checks import mistakes  # noqa: F401 - loaded before anything is measured

from variorum.assist.desk import Desk
from variorum.assist.findings import after_reading, shown
from variorum.assist.text import Lines, changed
from variorum.checker.check import check, read

ROOT = Path(__file__).parent.parent
LARGEST = max(ROOT.glob("variants/*.variant"), key=lambda path: path.stat().st_size)
MOST_MEMORY = 300  # MB


def ten_times(text: str) -> str:
    """The same game with its examples ten times, each under a name of its own."""
    first = re.search(r"(?m)^example ", text)
    assert first is not None
    head, examples = text[: first.start()], text[first.start() :]
    again = [re.sub(r"(?m)^(example [a-z0-9-]+)", rf"\1-{number}", examples)
             for number in range(1, 10 * len(text) // len(examples))]
    return head + examples + "\n".join(again)


def timed(text: str) -> dict[str, float]:
    """Milliseconds of the processor after opening, after a letter, after a new line and after one
    that cannot be read."""
    desk = Desk()
    path = desk.open(LARGEST.as_uri(), text)
    lines = text.split("\n")
    row = next(n for n, line in enumerate(lines) if line.startswith("setup")) + 1

    def run() -> float:
        start = time.process_time()
        file = desk.file(path)
        assert file is not None
        shown(desk, file, after_reading(file))
        return (time.process_time() - start) * 1000

    found: dict[str, list[float]] = {"opened": [run()], "letter": [], "line": [], "unfinished": []}
    for _ in range(7):
        for what, new in (("letter", " "), ("line", "\n"), ("unfinished", "\n  move to")):
            at = {"line": row, "character": len(lines[row])}
            desk.change(path, {"start": at, "end": at}, new)  # type: ignore[typeddict-item]
            found[what].append(run())
            desk.open(LARGEST.as_uri(), text)
            run()
    return {what: median(times) for what, times in found.items()}


# --------------------------------------------------------------------------------- many changes
class Client:
    """Just enough of an editor."""

    async def start(self) -> None:
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "variorum", "lsp", stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, limit=1 << 26)
        self.waiting: dict[int, asyncio.Future[dict]] = {}  # type: ignore[type-arg]
        self.published: dict = {}  # type: ignore[type-arg]
        self.listening = asyncio.create_task(self.listen())
        await self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {
            "general": {"positionEncodings": ["utf-16"]}}})

    async def listen(self) -> None:
        out = self.process.stdout
        assert out is not None
        while True:
            head = await out.readuntil(b"\r\n\r\n")
            size = int(re.search(rb"Content-Length: (\d+)", head)[1])  # type: ignore[index]
            message = json.loads(await out.readexactly(size))
            if "method" not in message:
                self.waiting.pop(message["id"]).set_result(message)
            elif message["method"] == "textDocument/publishDiagnostics":
                self.published = message["params"]

    def tell(self, method: str, params: object, **more: object) -> None:
        data = json.dumps({"jsonrpc": "2.0", "method": method, "params": params, **more}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)

    async def ask(self, method: str, params: object) -> dict:  # type: ignore[type-arg]
        number = len(self.waiting) + int(time.monotonic_ns())
        self.waiting[number] = asyncio.get_running_loop().create_future()
        self.tell(method, params, id=number)
        return await asyncio.wait_for(self.waiting[number], 120)

    def memory(self) -> int:
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmHWM:\s+(\d+)", status)[1]) // 1024  # type: ignore[index]

    def processor(self) -> int:
        """Seconds of the processor that the server itself has taken."""
        numbers = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(numbers[11]) + int(numbers[12])) // os.sysconf("SC_CLK_TCK")


TYPED = ("a", "x", " ", "\n", "  ", '"', "(", ",", "#", "🎩", "\t", "\r", "\u2028", "-", "7",
         "move deck to hand\n", "scoring x\n", "kinds\n", "of", "\n\n")
ASKED = ("hover", "completion", "definition", "documentHighlight")


def one_change(text: str, by: Random) -> tuple[int, int, str]:
    start = by.randrange(len(text) + 1)
    end = min(len(text), start + by.choice((0, 0, 0, 1, 2, 12, 60)))
    return start, end, by.choice(TYPED) if by.random() < 0.7 else ""


async def many_changes(count: int, original: str, path: Path) -> dict[str, object]:
    by = Random(count)
    client = Client()
    await client.start()
    uri, text = path.as_uri(), original
    client.tell("textDocument/didOpen", {"textDocument": {
        "uri": uri, "languageId": "variant", "version": 0, "text": text}})
    here = {"textDocument": {"uri": uri}}
    for version in range(1, count + 1):
        if by.random() < 0.02:
            change: dict[str, object] = {"text": original}
            text = original
        else:
            start, end, new = one_change(text, by)
            lines = Lines(text, "utf-16")
            where = {"start": lines.position_of(start), "end": lines.position_of(end)}
            change = {"range": where, "text": new}
            text = changed(text, where, new, "utf-16")  # type: ignore[arg-type]
        client.tell("textDocument/didChange", {
            "textDocument": {"uri": uri, "version": version}, "contentChanges": [change]})
        if version % 20 == 0:
            position = Lines(text, "utf-16").position_of(by.randrange(len(text) + 1))
            await client.ask(f"textDocument/{by.choice(ASKED)}", {**here, "position": position})
        if version % 100 == 0:
            await asyncio.sleep(0.02)
    last = count + 1
    client.tell("textDocument/didChange", {
        "textDocument": {"uri": uri, "version": last}, "contentChanges": [{"text": text}]})
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    desk = Desk()
    file = desk.file(desk.open(uri, text))
    assert file is not None
    expected = shown(desk, file, check(read(str(path))))
    found: list[object] = []
    for _ in range(1500):
        await asyncio.sleep(0.2)
        if client.published.get("version") == last:
            found = client.published["diagnostics"]
            if found == expected:
                break
    memory, took = client.memory(), client.processor()
    await client.ask("shutdown", None)
    client.tell("exit", None)
    await client.process.wait()
    client.listening.cancel()
    return {"changes": count, "memory": memory, "same": found == expected,
            "findings": len(expected), "took": took}


def main() -> None:
    if len(sys.argv) > 1:
        with TemporaryDirectory() as folder:
            text = LARGEST.read_text("utf-8")
            told = asyncio.run(many_changes(int(sys.argv[1]), text, Path(folder) / LARGEST.name))
        print(f"{told['changes']} changes in {told['took']} s of the processor: the server is up, "
              f"with {told['memory']} MB at most (of {MOST_MEMORY}); the findings are "
              f"{'' if told['same'] else 'NOT '}those of check ({told['findings']})")
        return
    text = LARGEST.read_text("utf-8")
    for name, each in ((LARGEST.stem, text), ("ten times as long", ten_times(text))):
        told_times = timed(each)
        print(f"{name:20} {each.count(chr(10)):6} lines  " + "  ".join(
            f"{what} {took:.0f} ms" for what, took in told_times.items()))


if __name__ == "__main__":
    main()
