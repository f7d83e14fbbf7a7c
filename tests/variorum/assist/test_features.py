"""What an editor shows of a file: findings, meanings, offers, colours, outline, hints, lenses."""

from __future__ import annotations

import re
from pathlib import Path
from urllib.request import url2pathname

import pytest
from variorum_dsl.diagnostics.source import Source
from variorum_dsl.printer.formatter import format_text
from variorum_dsl.syntax.grammar import grammar
from variorum_dsl.syntax.parser import Parser
from variorum_dsl.syntax.reader import Reader
from variorum_dsl.syntax.stack import Word

from tests.paths import ROOT
from tests.variorum.assist.conftest import CHILD, GAME, Opener, applied, at, cut
from variorum.assist.actions import FIX, FIX_ALL, actions, formatting
from variorum.assist.completion import completion
from variorum.assist.desk import Desk, File
from variorum.assist.findings import after_reading, shown, still_standing
from variorum.assist.hints import hints
from variorum.assist.hover import hover
from variorum.assist.lenses import lenses, resolved
from variorum.assist.meaning import meaning
from variorum.assist.outline import folds, outline
from variorum.assist.sorts import COLOURS
from variorum.assist.tokens import MODIFIERS, TYPES, coloured, tokens
from variorum.checker.check import check

EDITIONS = sorted(ROOT.glob("variants/*.variant"))


# --------------------------------------------------------------------------------------- findings
def test_findings__place_reason_way_out_related_places_and_page(
    desk: Desk, opened: Opener
) -> None:
    file = opened(GAME.replace("  coin \"coin\" has worth\n",
                               "  coin \"coin\" has worth\n  coin has worth\n"))
    (found,) = [each for each in shown(desk, file, check(file.loaded))
                if each["code"] == "duplicate-name"]
    assert found["severity"] == 1
    assert "\nwhy: " in found["message"]
    (related,) = found["relatedInformation"]
    assert related["location"]["uri"] == desk.uri(file.path)
    page = Path(url2pathname(found["codeDescription"]["href"].removeprefix("file://")))
    assert page.read_text("utf-8").startswith("# ")


def test_findings__related_places_in_the_parent_have_its_lines(
    desk: Desk, little: File, tmp_path: Path
) -> None:
    text = CHILD + "add kinds\n  gem\n"
    child = desk.file(desk.open((tmp_path / "less.variant").as_uri(), text))
    assert child is not None
    related = [each for found in shown(desk, child, check(child.loaded))
               for each in found.get("relatedInformation", ())
               if each["location"]["uri"] == desk.uri(little.path)]
    assert [cut(GAME, each["location"]["range"])[:3] for each in related] == ["gem"]


def test_findings__what_a_change_left_alone_stays(opened: Opener) -> None:
    text = GAME.replace("tracks\n", "tracks\n  idle is a number, starting at 0\n")
    found = [each for each in check(opened(text).loaded) if '"idle"' in each.title]
    assert [each.code for each in found] == ["unused-name"]
    lower = "# a new line\n" + text
    (kept,) = still_standing(found, text, lower, [])
    assert kept.primary.place.line == found[0].primary.place.line + 1
    assert still_standing(found, text, text.replace("idle is", "idly is"), []) == []


def test_after_reading__what_check_says_too(opened: Opener) -> None:
    text = GAME.replace("shuffle deck", "shufle deck").replace("of gem in tr", "of jem in tr")
    file = opened(text)
    quick = after_reading(file)
    assert {each.primary.place.line for each in quick} == {
        at(file, "shufle")["line"] + 1, at(file, "jem")["line"] + 1}
    assert set(quick) <= set(check(file.loaded))


# ---------------------------------------------------------------------------------------- meaning
@pytest.mark.parametrize(("row", "word", "said"), [
    ("holds gem, open", "gem", ["kind of card", "“jewel”", "4 cards", "see *Cards*"]),
    ("has value", "value", ["attribute", "1 to 2"]),
    ("hue (red", "hue", ["one of red, green"]),
    ("as oldest", "oldest", ["stands for a player", "used 1 time"]),
    ("do ascending", "ascending", ["procedure", "declared in auctions"]),
    ("shuffle deck", "shuffle", ["shuffle"]),
    ("players 2 to 3", "players", ["players"]),
])
def test_hover(little: File, row: str, word: str, said: list[str]) -> None:
    found = hover(little, at(little, row, word, 1))
    assert found is not None
    assert [each for each in said if each not in found["contents"]["value"]] == []
    assert cut(GAME, found["range"]).startswith(word)


@pytest.mark.parametrize(("row", "word", "said"), [
    ("gem \"jewel\"", "gem", "4 cards"),
    ("coin \"coin\"", "coin", "6 cards with 2 players, 9 cards with 3 players"),
    ("hue (red", "red", "2 cards"),
    ("deck holds", "deck", "4 cards before the setup"),
    ("purse of each player holds", "purse", "3 cards each before the setup"),
    ("shop holds", "shop", "empty before the setup"),
    ("scoring wealth", "wealth", "between 0 and 6"),
    ("income is", "income", "at first 7"),
    ("price is", "price", "always 3"),
    ("money-left is", "money-left",
     "between 0 and 12 with 2 players, between 0 and 18 with 3 players"),
    ("two-of-them is", "two-of-them", "always 6"),
    ("let prize", "prize", "stands for a number, always 4"),
    ("let share", "share", "stands for a number, 1 with 2 players, 2 with 3 players"),
])
def test_hover__the_value_where_it_is_known(
    opened: Opener, row: str, word: str, said: str
) -> None:
    text = GAME.replace("tracks\n", """\
tracks
  income is a number, starting at 7
  price is a number, starting at 3
""").replace("# The oldest", """\
figures
  money-left is total worth of purse
  two-of-them is 2 * price

# The oldest""").replace("  shuffle deck\n", """\
  shuffle deck
  let prize be 4
  let share be (1 for 2 players, 2 for 3 players)
  income becomes income + prize + share
""")
    file = opened(text)
    assert after_reading(file) == []
    found = hover(file, at(file, row, word, 1))
    assert found is not None
    assert said in found["contents"]["value"].split("\n\n")


def test_hover__no_value_while_there_are_mistakes(opened: Opener) -> None:
    file = opened(GAME.replace("total value of gem", "total value of jem"))
    found = hover(file, at(file, "scoring wealth", "wealth", 1))
    assert found is not None
    assert "scoring" in found["contents"]["value"]


def test_hover__nothing_in_text_and_comments(little: File) -> None:
    assert hover(little, at(little, "\"jewel\"", "jewel", 2)) is None
    assert hover(little, at(little, "# The oldest", "oldest", 2)) is None


def test_hover__every_word_of_the_language_has_a_meaning(opened: Opener) -> None:
    silent = set()
    for path in EDITIONS:
        file = opened(path.read_text("utf-8"))
        for token in coloured(file, 1, file.text.count("\n")):
            if token.type == "keyword":
                line = file.text.split("\n")[token.line - 1]
                if not meaning(token.text, line):
                    silent.add(token.text)
    assert silent == set()


# ----------------------------------------------------------------------------------------- offers
def labels(file: File, row: str, word: str, more: int = 0) -> set[str]:
    return {each["label"] for each in completion(file, at(file, row, word, more))}


def test_completion__only_what_can_stand_there(little: File) -> None:
    assert labels(little, "shop holds gem, open", "open") == {"open", "secret", "hidden"}
    assert labels(little, "do ascending-auction", "ascending", 3) == {
        "ascending-auction", "first-to-pass", "highest-unique", "offers-in-turn", "sealed-bids"}
    assert labels(little, "uses auctions", "auctions") >= {"auctions", "places"}
    assert labels(little, "highest wealth", "wealth") >= {"wealth", "starter"}
    assert "deck" not in labels(little, "holds gem, open", "gem")
    assert labels(little, "first starter", "first") == {
        "bidders", "first", "purse", "stake", "worth"}
    assert completion(little, at(little, "\"jewel\"", "jewel")) == []


def test_completion__all_that_an_example_says(opened: Opener) -> None:
    text = GAME + """
example listing
  players ann, bo
  given
    purse of ann holds coin 1, coin 2,
      coin 3
  when playing setup
    chance: ann
  then
    winner ann
"""
    file = opened(text)
    for row, word in (("holds coin 1, coin 2,", "coin 1"), ("holds coin 1, coin 2,", "coin 2"),
                      ("      coin 3", "coin 3")):
        assert "coin" in labels(file, row, word)
    assert {"ann", "bo", "chance"} <= labels(file, "chance: ann", "chance")
    assert labels(file, "winner ann", "ann") >= {"ann", "bo"}
    assert "chance" not in labels(file, "winner ann", "ann")


def test_completion__names_of_a_block_only_inside_it(little: File) -> None:
    assert "oldest" in labels(little, "starter becomes oldest", "oldest")
    assert "oldest" not in labels(little, "starter becomes buyer", "buyer")
    assert "buyer" in labels(little, "starter becomes buyer", "buyer")
    assert "buyer" not in labels(little, "move top of deck to shop", "shop")


def test_completion__a_change_knows_the_names_where_it_applies(opened: Opener) -> None:
    file = opened(GAME.replace("  do ascending", "  sale: do ascending") + """
option generous "Generous"
  change rounds
    after sale add
      move bank to purse of buyer
    before sale add
      move bank to purse of starter
""")
    assert "buyer" in labels(file, "move bank to purse of buyer", "buyer")
    assert "buyer" not in labels(file, "move bank to purse of starter", "starter")


def test_completion__replaces_the_whole_word(little: File) -> None:
    offer = completion(little, at(little, "do ascending-auction", "ascending", 5))[0]
    assert cut(GAME, offer["textEdit"]["range"]) == "ascending-auction"


def test_completion__what_the_editions_say_is_offered(opened: Opener) -> None:
    """Every name and word that stands somewhere can be written there."""
    file = opened((ROOT / "variants/osprey-2018.variant").read_text("utf-8"))
    rows = file.text.split("\n")
    missing = []
    for token in [*coloured(file, 1, len(rows))][::37]:
        if token.type in ("comment", "string", "number", "operator"):
            continue
        if "declaration" in token.modifiers or _is_said(rows[token.line - 1]):
            continue
        offered = {each["label"] for each in completion(
            file, file.lines.position(token.line, token.column))}
        if token.text not in offered:
            missing.append((rows[token.line - 1], token.text))
    assert missing == []


def _is_said(row: str) -> bool:
    return bool(re.match(r" +[a-z]+( may| may not)?: ", row) or " holds " in row
                or " includes " in row or re.match(r" +[a-z-]+ [0-9]+,", row))


# ---------------------------------------------------------------------------------------- colours
@pytest.mark.parametrize("path", EDITIONS[:3], ids=lambda path: path.stem)
def test_colours__words_of_the_language_and_names_are_told_apart(
    path: Path, opened: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The parser knows which is which, and the colours agree with it."""
    taken: dict[tuple[int, int], str] = {}
    feed = Parser.feed

    def noting(parser: Parser, word: Word) -> object:
        result = feed(parser, word)
        taken[word.at.line, word.at.column] = word.type
        return result

    monkeypatch.setattr(Parser, "feed", noting)
    file = opened(path.read_text("utf-8"))
    Reader(Source("x", file.text)).read()
    wrong = [token for token in coloured(file, 1, file.text.count("\n") + 1)
             if token.text in grammar().symbols and token.type != "keyword"
             and taken.get((token.line, token.column), "NAME") not in ("NAME", "SAID")
             and token.type != "operator"]
    assert wrong == []


def test_colours__full_and_range(little: File) -> None:
    whole = tokens(little)["data"]
    assert len(whole) % 5 == 0
    row = at(little, "shop holds gem")["line"]
    part = tokens(little, {"start": {"line": row, "character": 0},
                           "end": {"line": row, "character": 9}})["data"]
    assert part[0] == row
    words = [TYPES[number] for number in part[3::5]]
    assert words == ["namespace", "keyword", "class", "keyword"]
    assert part[4] == 1 << MODIFIERS.index("declaration")
    assert set(COLOURS.values()) <= set(TYPES)


# ------------------------------------------------------------------------------- outline and folds
def test_outline(little: File) -> None:
    found = outline(little)
    assert [each["name"] for each in found] == [
        "kinds", "components", "zones", "tracks", "setup", "rounds", "wealth", "winner", "one-gem"]
    assert [each["name"] for each in found[0]["children"]] == ["gem", "coin"]
    assert cut(GAME, found[0]["children"][0]["selectionRange"]) == "gem"
    for each in found:
        start, end = each["range"]["start"], each["range"]["end"]
        inner = each["selectionRange"]
        assert (start["line"], start["character"]) <= (
            inner["start"]["line"], inner["start"]["character"])
        assert (inner["end"]["line"], inner["end"]["character"]) <= (
            end["line"], end["character"])


def test_folds() -> None:
    found = folds(GAME)
    lines = GAME.split("\n")
    assert {"startLine": lines.index("# The oldest begins,"),
            "endLine": lines.index("# or anybody by lot."), "kind": "comment"} in found
    setup = lines.index("setup")
    assert {"startLine": setup, "endLine": setup + 3, "kind": "region"} in found
    assert folds("") == []


# -------------------------------------------------------------------------------- hints and lenses
def test_hints__what_a_line_makes(little: File) -> None:
    rows = GAME.split("\n")
    found = {(rows[each["position"]["line"]].strip().split()[0], each["label"])
             for each in hints(little)}
    assert found == {
        ("in", "4 cards"), ("4", "= 4 cards"), ("in", "3 cards each, 6 to 9 in all"),
        ("3", "= 3 cards"), ("chance", ": a player"), ("do", ": a player"),
    }
    row = at(little, "in deck")["line"]
    assert len(hints(little, {"start": {"line": row, "character": 0},
                              "end": {"line": row, "character": 0}})) == 1


def test_lenses__are_resolved_when_looked_at(desk: Desk, little: File, tmp_path: Path) -> None:
    found = lenses(desk, little)
    assert all("command" not in each for each in found)
    assert [resolved(each)["command"]["title"] for each in found] == ["▶ play", "▶ run"]
    child = desk.file(desk.open((tmp_path / "less.variant").as_uri(), CHILD))
    assert child is not None
    assert [resolved(each)["command"]["title"] for each in lenses(desk, child)] == [
        "▶ play", "⇄ compare with little"]


# ---------------------------------------------------------------------------------------- actions
def test_actions__a_fix_mends_the_file(desk: Desk, opened: Opener) -> None:
    text = GAME.replace("total value of gem", "total value of jem")
    file = opened(text)
    found = after_reading(file)
    where = at(file, "of jem", "jem", 1)
    (action,) = actions(desk, file, found, {"start": where, "end": where}, [FIX])
    assert action["diagnostics"][0]["code"] == "unknown-name"
    assert applied(text, action["edit"]["changes"][desk.uri(file.path)]) == GAME
    far = at(file, "shuffle deck")
    assert actions(desk, file, found, {"start": far, "end": far}, [FIX]) == []


def test_actions__everything_that_leaves_no_doubt(desk: Desk, opened: Opener) -> None:
    text = GAME.replace("winner ann", "winner ann\n    count of treasure of ann is one")
    file = opened(text)
    found = check(file.loaded)
    sure = [each for each in found if each.fix and each.fix.safe]
    where = at(file, "edition")
    made = actions(desk, file, found, {"start": where, "end": where})
    assert [each["kind"] for each in made] == ([FIX_ALL] if sure else [])
    if sure:
        assert "is 1" in applied(text, made[0]["edit"]["changes"][desk.uri(file.path)])


def test_formatting__the_one_style_in_few_changes(opened: Opener) -> None:
    formatted, _ = format_text(GAME, "x")
    assert formatted is not None
    crooked = formatted.replace("  shuffle deck", "      shuffle   deck").replace(
        "  chance picks", "      chance picks").replace("  starter becomes oldest",
                                                        "      starter  becomes oldest")
    crooked = crooked.rstrip("\n") + "\n\n\n"
    file = opened(crooked)
    edits = formatting(file)
    assert applied(crooked, edits) == formatted
    assert sum(edit["range"]["end"]["line"] - edit["range"]["start"]["line"]
               for edit in edits) < 9
    assert formatting(opened(formatted)) == []
    assert formatting(opened("edition broken\n")) == []


# --------------------------------------------------------------------------- wherever it comes from
@pytest.mark.parametrize("text", ["", "\n", "\x00", "edition", "\ufeff", "((((", "a\rb", "\ud800",
                                  'edition x "x"\n' + "  " * 300 + "deep\n",
                                  'variant x "x" extends x\n'])
def test_no_text_breaks_a_feature(desk: Desk, opened: Opener, text: str) -> None:
    file = opened(text)
    here = {"line": 0, "character": 1}
    shown(desk, file, after_reading(file))
    completion(file, here)  # type: ignore[arg-type]
    hover(file, here)  # type: ignore[arg-type]
    tokens(file)
    outline(file)
    folds(text)
    hints(file)
    lenses(desk, file)
    formatting(file)


def test_nothing_is_found_beside_what_is_not_on_the_disk(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "secret.variant").write_text(GAME, "utf-8")
    monkeypatch.chdir(tmp_path)
    for uri in ("untitled:Untitled-1", "studio:/x.variant", "http://[", "file:///a%00b"):
        file = desk.file(desk.open(uri, 'variant x "X" extends secret\n'))
        assert file is not None
        assert [each.code for each in after_reading(file)] == ["unknown-parent"]
