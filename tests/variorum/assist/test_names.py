"""Definition, references and rename, in one file and across a folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.variorum.assist.conftest import CHILD, GAME, applied, at, cut
from variorum.assist.desk import Desk, File
from variorum.assist.names import (
    Refused,
    declared,
    definition,
    highlights,
    references,
    renamable,
    rename,
)
from variorum.checker.check import check, read


def test_definition__here_and_in_a_library(desk: Desk, little: File) -> None:
    (found,) = definition(desk, little, at(little, "holds gem, open", "gem"))
    assert found["uri"] == desk.uri(little.path)
    assert cut(GAME, found["range"]) == "gem"
    assert found["range"]["start"]["line"] == 5
    (found,) = definition(desk, little, at(little, "do ascending-auction", "ascending"))
    assert found["uri"].endswith("/library/auctions.variant")
    (found,) = definition(desk, little, at(little, "uses auctions", "auctions"))
    assert found["uri"].endswith("/library/auctions.variant")
    assert definition(desk, little, at(little, "shuffle deck", "shuffle")) == []


def test_definition__in_the_parent(desk: Desk, little: File, tmp_path: Path) -> None:
    child = desk.file(desk.open((tmp_path / "less.variant").as_uri(), CHILD))
    assert child is not None
    (found,) = definition(desk, child, at(child, "each gem", "gem"))
    assert found["uri"] == desk.uri(little.path)
    assert cut(GAME, found["range"]) == "gem"


def test_references__the_variants_of_the_folder_too(desk: Desk, little: File) -> None:
    here = at(little, "gem \"jewel\"")
    found = references(desk, little, here)
    files = [each["uri"].rpartition("/")[2] for each in found]
    assert files.count("little.variant") == 7
    assert files.count("less.variant") == 1
    assert len(references(desk, little, here, declarations=False)) == len(found) - 1
    assert {cut(GAME, each["range"]) for each in highlights(little, here)} == {"gem"}


def test_rename__a_kind_in_an_edition_and_its_variants(
    desk: Desk, little: File, tmp_path: Path
) -> None:
    edit = rename(desk, little, at(little, "treasure of ann holds gem", "gem"), "precious-stone")
    before = [len(check(read(str(tmp_path / name)))) for name in ("little.variant", "less.variant")]
    for uri, edits in edit["changes"].items():
        path = tmp_path / uri.rpartition("/")[2]
        path.write_text(applied(path.read_text("utf-8"), edits), "utf-8")
    assert "for each precious-stone in" in (tmp_path / "less.variant").read_text("utf-8")
    assert " gem " not in (tmp_path / "little.variant").read_text("utf-8")
    after = [len(check(read(str(tmp_path / name)))) for name in ("little.variant", "less.variant")]
    assert before == after


def test_rename__from_a_variant_reaches_the_parent(
    desk: Desk, little: File, tmp_path: Path
) -> None:
    child = desk.file(desk.open((tmp_path / "less.variant").as_uri(), CHILD))
    assert child is not None
    edit = rename(desk, child, at(child, "each gem", "gem"), "stone")
    assert {uri.rpartition("/")[2]: len(edits) for uri, edits in edit["changes"].items()} == {
        "little.variant": 7, "less.variant": 1}


@pytest.mark.parametrize(("row", "word", "below"), [
    ("replace gems", "gems", "gems add total"), ("zone bank", "bank", "  bank holds")])
def test_rename__what_a_variant_replaces(
    desk: Desk, little: File, tmp_path: Path, row: str, word: str, below: str
) -> None:
    """The clause of the parent and the one in its place have one name, whichever is renamed."""
    text = f"{CHILD}replace zone bank holds coin, open\n"
    child = desk.file(desk.open((tmp_path / "less.variant").as_uri(), text))
    assert child is not None
    edit = rename(desk, child, at(child, row, word), "other")
    assert len(edit["changes"]) == 2
    for uri, before in ((desk.uri(little.path), GAME), (desk.uri(child.path), text)):
        after = before.replace(f"{word} ", "other ").replace(f"to {word}", "to other")
        assert applied(before, edit["changes"][uri]) == after
    assert rename(desk, little, at(little, below, word), "other") == edit
    assert definition(desk, child, at(child, row, word))


def test_rename__sees_what_is_not_saved(desk: Desk, little: File, tmp_path: Path) -> None:
    text = CHILD.replace("2 for each gem", "2 for each gem in shop + gem")
    desk.open((tmp_path / "less.variant").as_uri(), text.replace("gem in shop + gem", "red"))
    edit = rename(desk, little, at(little, "gem \"jewel\""), "stone")
    assert all("less" not in uri for uri in edit["changes"])


@pytest.mark.parametrize(("row", "word", "new", "why"), [
    ("shuffle deck", "shuffle", "mix", "no name here"),
    ("ascending-auction giving", "ascending", "haggle", "declared in auctions"),
    ("edition little", "little", "small", "name of its file"),
    ("gem \"jewel\"", "gem", "coin", "means something else"),
    ("gem \"jewel\"", "gem", "Big Gem", "is no name"),
    ("as oldest", "oldest", "starter", "means something else"),
    ("shop holds", "shop", "top", "means something else"),
])
def test_rename__refused(
    desk: Desk, little: File, row: str, word: str, new: str, why: str
) -> None:
    with pytest.raises(Refused, match=why):
        rename(desk, little, at(little, row, word), new)


def test_the_word_that_would_be_renamed(desk: Desk, little: File) -> None:
    found = renamable(desk, little, at(little, "giving buyer", "buyer", 2))
    assert found["placeholder"] == cut(GAME, found["range"]) == "buyer"


def test_names_of_all_open_files(desk: Desk, little: File) -> None:
    assert [(each["name"], each["containerName"]) for each in declared(desk, [little], "treas")] \
        == [("treasure", "little.variant")]
