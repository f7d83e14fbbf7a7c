"""`variorum simulate`: the same result for any number of workers, and clear words for mistakes."""

from __future__ import annotations

import csv
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import jsonschema
import pytest
from variorum_engine.compiler.analysis.layout import NotCompilable
from variorum_engine.compiler.backends.native import is_available

from tests.paths import ROOT
from tests.variorum.simulation.conftest import GAMES, GOOFSPIEL, Simulate

SCHEMA = ROOT / "variorum" / "schemas" / "simulation.schema.json"
QUICK = ("--players", "3", "--games", "40", "--bots", "random", "--workers", "1", "--form",
         "plain")


def test_two_workers_report_what_one_reports(simulate: Simulate) -> None:
    one = simulate(GOOFSPIEL, *QUICK, "--format", "json")
    two = simulate(GOOFSPIEL, *QUICK, "--format", "json", "--workers", "2")
    assert (one.status, two.status) == (0, 0)
    assert one.out == two.out
    assert json.loads(one.out)["run"]["games"] == 40


def test_another_seed_is_another_run(simulate: Simulate) -> None:
    one = simulate(GOOFSPIEL, *QUICK, "--format", "json")
    other = simulate(GOOFSPIEL, *QUICK, "--format", "json", "--seed", "2")
    assert one.out != other.out


@pytest.mark.parametrize("name", ["osprey-2018", "gossip-and-the-city", GOOFSPIEL])
def test_json_follows_its_schema(simulate: Simulate, name: str) -> None:
    schema = json.loads(SCHEMA.read_text("utf-8"))
    jsonschema.Draft202012Validator.check_schema(schema)
    data = json.loads(simulate(name, *QUICK, "--games", "12", "--format", "json").out)
    jsonschema.validate(data, schema)
    wins = sum(row["share"] for row in data["wins"]["seats"]) + data["wins"]["nobody"]["share"]
    assert wins == pytest.approx(1, abs=1e-5)


def test_json_of_a_comparison_follows_its_schema(simulate: Simulate) -> None:
    result = simulate("osprey-2018", *QUICK, "--games", "12", "--format", "json",
                      "--compare-reading", "all-cast-out=no-one")
    data = json.loads(result.out)
    jsonschema.validate(data, json.loads(SCHEMA.read_text("utf-8")))
    rows = {row["figure"]: row for row in data["comparison"]["differences"]}
    # The reading is about the end of the game only, so everything before it is the same.
    assert rows["rounds"]["difference"] == {"of": 12, "mean": 0.0, "low": 0.0, "high": 0.0}
    assert rows["decisions"]["left"] == rows["decisions"]["right"]
    changed = data["comparison"]["winners_changed"]["count"]
    assert changed == data["wins"]["nobody"]["count"] > 0
    assert rows["nobody"]["right"] == 0


def test_a_comparison_with_itself_finds_nothing(simulate: Simulate) -> None:
    data = json.loads(simulate(GOOFSPIEL, *QUICK, "--format", "json", "--compare", GOOFSPIEL).out)
    assert data["comparison"]["winners_changed"]["count"] == 0
    assert all(row["difference"]["mean"] == 0 for row in data["comparison"]["differences"])


def test_the_interpreter_gives_the_same_kind_of_report(simulate: Simulate) -> None:
    data = json.loads(simulate(GOOFSPIEL, *QUICK, "--form", "interpreter", "--games", "10",
                               "--format", "json").out)
    jsonschema.validate(data, json.loads(SCHEMA.read_text("utf-8")))
    assert data["run"]["played_by"] == "interpreter"
    assert data["length"]["rounds"]["mean"] == 13


def test_text_says_what_each_figure_means(simulate: Simulate) -> None:
    result = simulate("osprey-2018", *QUICK, "--full")
    assert result.status == 0
    for title in ("Wins by seat", "Elimination", "What decided", "Length", "Tension", "Scores",
                  "Questions that the rules leave open", "Cards", "How often each rule was used"):
        assert f"\n{title}\n" in result.out
    assert "luxury card 7" in result.out
    assert "What becomes of" in result.out
    assert all(len(line) <= 100 for line in result.out.splitlines())


def test_text_fits_a_narrow_terminal(
    simulate: Simulate, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    result = simulate("osprey-2018", *QUICK, "--games", "5", "--full")
    assert all(len(line) <= 60 for line in result.out.splitlines())


def test_what_cannot_be_compiled_is_left_to_the_interpreter(
    simulate: Simulate, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise NotCompilable("the rules are nested too deeply")

    monkeypatch.setattr("variorum_engine.tally.counted_game.counted", refused)
    result = simulate(GOOFSPIEL, *QUICK, "--games", "4", "--format", "json")
    assert result.status == 0
    assert "left to the interpreter, which is slower: the rules are nested" in result.err
    assert json.loads(result.out)["run"]["played_by"] == "interpreter"


@pytest.mark.slow
@pytest.mark.skipif(not is_available(), reason="needs the extra fast")
def test_machine_code_reports_the_same(simulate: Simulate) -> None:
    plain = simulate(GOOFSPIEL, *QUICK, "--format", "json")
    fast = simulate(GOOFSPIEL, *QUICK, "--format", "json", "--form", "fast")
    assert fast.status == 0, fast.err
    assert fast.out == plain.out


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.open: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in ("meta", "line", "rect"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_needs_nothing_and_can_be_heard(simulate: Simulate) -> None:
    assert simulate("osprey-2018", *QUICK, "--format", "html", "--out", "page.html").out == ""
    text = Path("page.html").read_text("utf-8")
    page = _Page()
    page.feed(text)
    assert page.open == []
    ids = [attributes["id"] for _, attributes in page.tags if "id" in attributes]
    assert len(ids) == len(set(ids))
    plots = [attributes for tag, attributes in page.tags if tag == "svg"]
    assert len(plots) >= 8
    for plot in plots:
        assert plot["role"] == "img"
        title, words = (plot["aria-labelledby"] or "").split()
        assert title in ids
        assert words in ids
    assert sum(tag == "table" for tag, _ in page.tags) >= len(plots)
    for tag, attributes in page.tags:
        assert tag not in ("script", "link", "img", "iframe", "object")
        for name in ("src", "href"):
            value = attributes.get(name)
            assert value is None or value.startswith("#"), value


def test_no_text_of_a_file_gets_out_of_the_page(simulate: Simulate) -> None:
    text = Path(GOOFSPIEL).read_text("utf-8")
    Path("evil.variant").write_text(
        text.replace('"Goofspiel"', '"<script>alert(1)</script>"')
        .replace('scoring points "point"', 'scoring points "<b>&amp;"')
        .replace('prize "prize"', 'prize "<img src=x onerror=y>"'), "utf-8")
    result = simulate("evil.variant", *QUICK, "--format", "html")
    assert result.status == 0
    for bad in ("<script>alert", "<b>&", "<img"):
        assert bad not in result.out
    assert "&lt;script&gt;" in result.out


def test_rows_as_csv(simulate: Simulate) -> None:
    assert simulate(GOOFSPIEL, *QUICK, "--rows", "a.csv").status == 0
    assert simulate(GOOFSPIEL, *QUICK, "--rows", "b.csv", "--workers", "2").status == 0
    assert Path("a.csv").read_bytes() == Path("b.csv").read_bytes()
    with open("a.csv", encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [int(row["game"]) for row in rows] == list(range(40))
    assert {row["rounds"] for row in rows} == {"13"}
    assert all(sum(float(row[f"won_{seat}"]) for seat in (1, 2, 3)) == pytest.approx(1)
               for row in rows)


def test_rows_as_parquet(simulate: Simulate) -> None:
    pytest.importorskip("pyarrow")
    from pyarrow import parquet

    assert simulate(GOOFSPIEL, *QUICK, "--rows", "a.parquet").status == 0
    table = parquet.read_table("a.parquet")
    assert table.num_rows == 40
    assert table.column("game").to_pylist() == list(range(40))
    assert table.schema.field("score_1").type == "double"


@pytest.mark.parametrize(("arguments", "words"), [
    (("--resume",), "--resume needs --checkpoint FILE"),
    (("--resume", "--checkpoint", "none"), 'there is no checkpoint "none"'),
    (("--bots", "clever"), 'no bot is called "clever"'),
    (("--bots", "random,random,random,random"), "4 bots cannot sit on 3 seats"),
    (("--rows", "rows.txt"), "must end in .csv or .parquet"),
    (("--rows", "no/such/folder.csv"), "cannot be written"),
    (("--cluster", "x:1", "--workers", "2"), "choose one of them"),
    (("--skill", "--bots", "random"), "--skill names the bots itself"),
    (("--games", "0"), "--games"),
    (("--checkpoint", "x", "--rows", "x.parquet"), "FILE.csv only"),
    (("--reading", "nonsense"), "--reading SILENCE=READING"),
    (("--out", "no/such/folder"), "No such file or directory"),
    (("--compare", "no-such-edition"), "no edition or file called"),
])
def test_wrong_usage(simulate: Simulate, arguments: tuple[str, ...], words: str) -> None:
    base = ("--players", "3", "--games", "2", "--form", "plain")
    base = base if "--cluster" in arguments else (*base, "--workers", "1")
    base = base if "--bots" in arguments or "--skill" in arguments else (*base, "--bots", "random")
    result = simulate(GOOFSPIEL, *base, *arguments)
    assert result.status == 2
    assert words in result.err
    assert "Traceback" not in result.err


def test_too_many_players(simulate: Simulate) -> None:
    result = simulate("osprey-2018", "--players", "9")
    assert result.status == 2
    assert "is for 3 to 5 players, and not for 9" in result.err


def test_a_broken_rule_is_reported(simulate: Simulate) -> None:
    text = Path(GOOFSPIEL).read_text("utf-8")
    assert "move top of prizes" in text
    Path("broken.variant").write_text(
        text.replace("turn-up: move top of prizes to upturned",
                     "turn-up: move top 2 of prizes to upturned"), "utf-8")
    for form in ("plain", "interpreter"):
        result = simulate("broken.variant", *QUICK, "--form", form)
        assert result.status == 1
        assert "the rules broke down in game 0 of seed 1.\n" in result.err
        # The reason, its place and the position, as `check` shows them.
        assert "break down: there are 1 cards in the prize" in result.err
        assert re.search(r"--> broken.variant:\d+:\d+\n", result.err)
        assert "= for example: players ann, bo, cy\n" in result.err
        assert "variorum verify" not in result.err


SELDOM = """edition seldom "Now and then the two best cards are left"
players 2

kinds
  card has rank

components
  in deck
    1 card with rank 1
    1 card with rank 2
    1 card with rank 4
    1 card with rank 8
    1 card with rank 16
    1 card with rank 32
    2 card with rank 64

zones
  deck holds card, hidden, in order
  hand of each player holds card, open
  pile holds card, open

tracks
  share is a number

setup
  shuffle deck
  for each player p
    move top 4 of deck to hand of p

rounds until count of pile is 6, using up hand of players
  for each player p
    p picks 1 of hand of p as played
    move played to pile
  {rule}

scoring wealth "wealth"
  cards add total rank of hand

winner
  highest wealth
  then shared
"""


@pytest.mark.parametrize(("rule", "why"), [
    ("if total rank of pile is 63\n    move top of deck to pile", "there are 0 cards in the deck"),
    ("share becomes 12 / (63 - total rank of pile) rounded down", "something is divided by zero"),
])
@pytest.mark.parametrize("form", ["plain", "fast", "interpreter"])
def test_what_breaks_in_one_game_only_is_shown_in_that_game(
    simulate: Simulate, rule: str, why: str, form: str
) -> None:
    if form == "fast" and not is_available():
        pytest.skip("needs LLVM")
    Path("seldom.variant").write_text(SELDOM.format(rule=rule), "utf-8")
    result = simulate("seldom.variant", *QUICK, "--players", "2", "--games", "400", "--form", form)
    assert result.status == 1
    assert "in game 0 of" not in result.err
    assert f"the rules break down: {why}" in result.err
    assert "hand of ann holds card 64\n" in result.err
    assert "hand of bo holds card 64\n" in result.err
    assert "variorum verify" not in result.err


@pytest.mark.parametrize("form", ["plain", "fast", "interpreter"])
def test_a_tie_that_the_rules_call_impossible_breaks_them(simulate: Simulate, form: str) -> None:
    if form == "fast" and not is_available():
        pytest.skip("needs LLVM")
    text = SELDOM.format(rule="share becomes 1").replace("then shared", "then impossible")
    Path("tied.variant").write_text(text, "utf-8")
    rest = (*QUICK, "--players", "2", "--games", "400", "--form", form)
    result = simulate("tied.variant", *rest)
    assert result.status == 1
    assert "all is equal here, and the rules say that this is impossible" in result.err
    assert f"--> tied.variant:{text.splitlines().index('  highest wealth') + 1}:" in result.err
    assert "hand of ann holds card 64\n" in result.err
    assert "hand of bo holds card 64\n" in result.err
    # Where it does not happen, it is no rule that was never used.
    Path("untied.variant").write_text(text.replace("2 card with rank 64", (
        "1 card with rank 64\n    1 card with rank 65")), "utf-8")
    result = simulate("untied.variant", *rest, "--full")
    assert result.status == 0
    assert "share the win" not in result.out


def test_every_test_game_can_be_simulated(simulate: Simulate) -> None:
    for path in sorted(GAMES.glob("*.variant")):
        result = simulate(str(path), "--games", "3", "--bots", "random", "--workers", "1")
        assert result.status == 0, result.err
        assert "3 games" in result.out


def test_skill_pays_in_the_editions(simulate: Simulate) -> None:
    data = json.loads(simulate(
        "osprey-2018", "--players", "3", "--games", "30", "--bots", "thumb,random", "--workers",
        "1", "--form", "plain", "--format", "json").out)
    row, = data["skill"]
    assert (row["stronger"], row["weaker"]) == ("thumb", "random")
    assert row["low"] > 0


def test_a_table_of_all_skills(simulate: Simulate) -> None:
    data = json.loads(simulate(GOOFSPIEL, "--skill", "--players", "3", "--games", "2", "--workers",
                               "1", "--form", "plain", "--format", "json").out)
    assert data["run"]["bots"] == ["search:100", "thumb", "random"]
    assert [(row["stronger"], row["weaker"]) for row in data["skill"]] == [
        ("search:100", "thumb"), ("search:100", "random"), ("thumb", "random")]


def test_bots_may_not_be_sure_after_a_few_games(simulate: Simulate) -> None:
    """All games so far went the same way, and still the range does not say that all will."""
    data = json.loads(simulate("osprey-2018", "--players", "3", "--games", "4", "--bots",
                               "thumb,random,random", "--workers", "1", "--form", "plain",
                               "--format", "json").out)
    assert data["skill"][0]["low"] < 0.9
