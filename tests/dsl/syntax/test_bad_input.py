"""Files from strangers: every one gets a diagnostic with its place, and nothing breaks.

Each file is checked by the real command in a process of its own, with its memory and its processor
time limited, so that a bomb fails here and not on somebody's machine.
"""

import resource
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.lark import from_lark
from variorum_dsl.diagnostics.terminal import render_all
from variorum_dsl.files.loader import load_text
from variorum_dsl.syntax import grammar

from tests.paths import ROOT
from variorum.checker.check import check

HEAD = (
    'edition x "X"\nplayers 3 to 5\nkinds\n  k has value\nzones\n  z holds k, open\n'
    "components\n  in z\n    1 k with value 1\nwinner\n  highest f\n  then shared\n"
)
FIGURE = HEAD + "figures\n  f is "
MEMORY = 300 << 20
SECONDS = 10

BOMBS = {
    "a-range": HEAD.replace("1 k with value 1", "999999999 k with value 1 to 999999999"),
    "a-count": HEAD.replace("1 k with value 1", "999999999 k with value 1"),
    "many-ranges": HEAD.replace("with value 1\n", "with value " + ", ".join(["1 to 1999"] * 400)
                                + "\n"),
    "a-product": HEAD.replace("has value", "has a, b, c, d").replace(
        "with value 1", "with a 1 to 1900 and b 1 to 1901 and c 1 to 1902 and d 1 to 1903"),
    "a-table": HEAD.replace("1 k with value 1\n", "9 k\n      value copies\n      1 999999999\n"),
    "many-players": HEAD.replace("3 to 5", "3 to 999999999"),
    "players-backwards": HEAD.replace("3 to 5", "9 to 3"),
    "no-players": HEAD.replace("3 to 5", "0 to 0"),
    "parentheses": FIGURE + "(" * 9000 + "1" + ")" * 9000 + "\n",
    "a-long-sum": FIGURE + " + ".join(["1"] * 4000) + "\n",
    "deep-blocks": HEAD + "setup\n" + "".join("  " * (i + 1) + "if true\n" for i in range(600)),
    "a-long-line": FIGURE + "a" * 1_000_000 + "\n",
    "a-long-comment": HEAD + "#" + "a" * 1_000_000 + "\n",
    "ten-thousand-mistakes": HEAD + "setup\n" + "  foo bar baz\n" * 10_000,
    "ten-thousand-unknown-names": HEAD + "setup\n" + "  move a to b\n" * 10_000,
    "many-digits": FIGURE + "9" * 5000 + "\n",
    "procedures-that-double": 'edition x "X"\nplayers 3\nprocedure p0\n  nothing happens\n'
    + "".join(f"procedure p{i}\n  do p{i - 1}\n  do p{i - 1}\n" for i in range(1, 40))
    + "setup\n  do p39\n",
    "procedures-in-a-circle": HEAD + "procedure a\n  do b\nprocedure b\n  do a\nsetup\n  do a\n",
    "kinds-in-a-circle": HEAD.replace("k has value", "k under j has value\n  j under k"),
    "many-commas": HEAD + "uses " + "," * 9000 + "\n",
    "uneven-indents": HEAD + "setup\n" + "".join(" " * (i % 37 + 1) + "shuffle z\n"
                                                 for i in range(1500)),
    "many-options": HEAD + "".join(f'option o{i} "o"\n  add zones\n    y{i} holds k, open\n'
                                   for i in range(40)),
    "tabs": HEAD.replace("  ", "\t"),
    "nul": HEAD + "\0\n",
    "carriage-returns": HEAD.replace("\n", "\r\n"),
    "only-carriage-returns": HEAD.replace("\n", "\r"),
    "a-look-alike": HEAD.replace("  z ", "  z\u043e "),
    "an-invisible-letter": HEAD.replace("  z ", "  z\u200b "),
    "text-that-turns-round": HEAD.replace('"X"', '"X\u202e"'),
    "terminal-colours": HEAD.replace('"X"', '"X\x1b[31m"'),
    "a-log-command": HEAD.replace('"X"', '"::error::X"') + "::error::here\n",
    "open-quotes": FIGURE + '"abc\n',
    "empty": "",
    "blank": "\n\n  \n# nothing\n",
    "no-heading": "zones\n  z holds k, open\n",
    "a-path-as-parent": 'variant y "Y" extends ../../etc/passwd\n',
    "no-such-parent": 'variant y "Y" extends nothing-there\n',
    "its-own-parent": 'variant its-own-parent "Y" extends its-own-parent\n',
    "no-such-library": HEAD + "uses nowhere\n",
}
BYTES = {
    "not-utf8": HEAD.encode() + b"\xff\xfe\n",
    "a-byte-order-mark": b"\xef\xbb\xbf" + HEAD.encode(),
}


def limited() -> None:
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))


def checked(path: Path) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "variorum", "check", "--fresh", str(path)],
        capture_output=True, text=True, preexec_fn=limited, check=False,
        cwd=ROOT,
    )


@pytest.mark.parametrize("name", [*BOMBS, *BYTES])
def test_a_stranger_is_told_what_is_wrong(name: str, tmp_path: Path) -> None:
    path = tmp_path / f"{name}.variant"
    path.write_bytes(BYTES.get(name) or BOMBS[name].encode("utf-8"))
    run = checked(path)
    assert run.returncode in (1, 2), run.stdout[-300:] + run.stderr[-300:]
    assert "Traceback" not in run.stderr
    assert f"{name}.variant:" in run.stdout
    shown = run.stdout.replace("\n", "")
    assert shown.isprintable() or "\u202e" not in shown
    assert "\x1b" not in run.stdout
    assert not any(line.lstrip().startswith("::") for line in run.stdout.split("\n"))


def test_what_is_not_a_file(tmp_path: Path) -> None:
    (tmp_path / "link.variant").symlink_to("/etc/passwd")
    (tmp_path / "dangling.variant").symlink_to(tmp_path / "nowhere")
    inside = tmp_path / "outside.variant"
    inside.write_text('variant outside "Y" extends link\n')
    assert checked(tmp_path / "nowhere.variant").returncode == 2
    assert checked(tmp_path / "dangling.variant").returncode == 2
    refused = checked(inside)
    assert refused.returncode == 1
    assert "/bin/" not in refused.stdout
    assert "unknown-parent" in refused.stdout


def test_parents_in_a_circle(tmp_path: Path) -> None:
    for one, other in (("a", "b"), ("b", "a")):
        (tmp_path / f"{one}.variant").write_text(f'variant {one} "Y" extends {other}\n')
    assert "parent-cycle" in checked(tmp_path / "a.variant").stdout


def survives(text: str) -> None:
    loaded = load_text(text, "made.variant")
    assert isinstance(render_all(check(loaded), loaded.sources), str)


LAYOUT = st.sampled_from(["\n", "\n  ", "\n    ", "\n\n", "\n      "])
WORDS = {
    "_INDENT": st.just(""), "_DEDENT": st.just(""), "BROKEN": st.just("? "), "_NL": LAYOUT,
    "NAME": st.sampled_from([" z ", " k ", " p ", " players ", " value ", " x-1 "]),
    "INT": st.sampled_from([" 1 ", " 3 ", " 12 "]),
    "STRING": st.sampled_from([' "A card" ', ' "" ']),
    "SAID": st.sampled_from([" k 1", " bid k 1, k 2", " nothing"]),
    "COMMENT": st.just("# c\n"), "SPACE": st.just(" "),
}


@settings(max_examples=60)
@given(text=from_lark(grammar.analysed(), start="start", explicit=WORDS))
def test_text_made_from_the_grammar_never_breaks_the_checker(text: str) -> None:
    survives(text)
    survives(HEAD + text.partition("\n")[2])


@settings(max_examples=60)
@given(data=st.data())
def test_mutated_editions_never_break_the_checker(data: st.DataObject) -> None:
    path = ROOT / "tests" / "games" / "goofspiel.variant"
    lines = path.read_text("utf-8").split("\n")
    for _ in range(data.draw(st.integers(1, 4))):
        place = data.draw(st.integers(0, len(lines) - 1))
        match data.draw(st.integers(0, 4)):
            case 0:
                del lines[place]
            case 1:
                lines.insert(place, data.draw(st.sampled_from(lines)))
            case 2:
                lines[place] = "  " + lines[place]
            case 3:
                lines[place] = lines[place][2:]
            case _:
                words = lines[place].split(" ")
                words.insert(data.draw(st.integers(0, len(words))),
                             data.draw(st.sampled_from(["of", "1", "(", '"', "is", "deck", ","])))
                lines[place] = " ".join(words)
        lines = lines or [""]
    survives("\n".join(lines))
