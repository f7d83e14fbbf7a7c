"""`variorum show` and `variorum schema`: a game resolved, as text and as JSON."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from variorum_dsl import model
from variorum_dsl.files.loader import load, load_text
from variorum_dsl.model import same
from variorum_dsl.model.schema import NotAModel, from_json, json_schema, to_json

from tests.paths import ROOT
from variorum.files.editions import edition_names, edition_path, library_names, library_path

Run = Callable[..., Any]
GAMES = sorted((ROOT / "tests" / "games").glob("*.variant"))
FILES = [path for name in edition_names() if (path := edition_path(name))] + GAMES
LIBRARIES = [path for name in library_names() if (path := library_path(name))]


def name_of(path: Path) -> str:
    return path.stem


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_what_is_shown_is_the_same_game_again(run: Run, path: Path) -> None:
    result = run("show", str(path))
    assert result.status == 0
    shown, loaded = load_text(result.out), load(path)
    assert not shown.problems
    assert shown.sheet
    assert loaded.sheet
    again, _ = shown.sheet.resolved()
    game, _ = loaded.sheet.resolved()
    for part in ("kinds", "zones", "tracks", "figures", "effects", "ends", "scorings", "always"):
        assert same(tuple(sorted(getattr(again, part), key=lambda clause: clause.name)),
                    tuple(sorted(getattr(game, part), key=lambda clause: clause.name))), part
    assert same(again.winner, game.winner)
    assert same(again.elimination, game.elimination)


def test_what_an_option_contributes_is_marked(run: Run) -> None:
    shown = run("show", "edition-2025", "--with", "yacht-club").out
    assert "# with yacht-club" in shown
    assert "case yacht-club  # from option yacht-club" in shown
    assert "# from option" not in run("show", "edition-2025").out


def test_what_a_reading_contributes_is_marked(run: Run) -> None:
    shown = run("show", "osprey-2018", "--reading", "odd-halves=rounded-down").out
    assert "rounded down" in shown
    assert "# from reading odd-halves is rounded-down" in shown


def test_what_a_parent_and_a_library_contribute_is_marked(run: Run, small: Path) -> None:
    Path("mine.variant").write_text(
        'variant mine "Mine" extends small\n\nadd zones\n  box holds paper, open\n', "utf-8"
    )
    shown = run("show", "mine.variant").out.splitlines()
    deck = next(line for line in shown if line.strip().startswith("deck holds"))
    box = next(line for line in shown if line.strip().startswith("box holds"))
    assert "# from parent small" in deck
    assert not any("elsewhere" in line for line in shown)
    assert any(line.startswith("winner") and "# from parent small" in line for line in shown)
    assert "#" not in box
    assert "# from library auctions" in run("show", "osprey-2018").out


def test_a_number_of_players_settles_what_depends_on_it(run: Run) -> None:
    three = run("show", "gossip-and-the-city", "--players", "3").out
    five = run("show", "gossip-and-the-city", "--players", "5").out
    assert "players 3" in three
    assert "with 3 players" not in three + five
    assert three != five


def test_the_names_of_lines_are_shown_on_request(run: Run) -> None:
    assert "# [shuffle-deck]" in run("show", "osprey-2018", "--keys").out


@pytest.mark.parametrize(
    "arguments",
    [
        ("no-such-edition",), ("osprey-2018", "--with", "yacht-club"),
        ("osprey-2018", "--reading", "odd-halves"), ("osprey-2018", "--reading", "odd=kept"),
        ("osprey-2018", "--reading", "odd-halves=sideways"), ("osprey-2018", "--players", "9"),
        ("osprey-2018", "--players", "many"), (),
    ],
)
def test_wrong_arguments_are_explained(run: Run, arguments: tuple[str, ...]) -> None:
    result = run("show", *arguments)
    assert result.status == 2
    assert "Error:" in result.err or "Usage:" in result.err


def test_a_file_with_mistakes_is_reported_instead(run: Run, here: Path) -> None:
    (here / "broken.variant").write_text("edition broken\nplayers two\n", "utf-8")
    result = run("show", "broken.variant")
    assert result.status == 1
    assert "error[" in result.err


def test_a_reading_that_does_not_exist_is_answered_with_all_that_do(run: Run) -> None:
    shown = run("show", "osprey-2018", "--reading", "odd-halves=kepd").err
    assert "it has: kept, rounded-down, rounded-up; did you mean kept?" in shown


# -------------------------------------------------------------------------------------- JSON
@pytest.mark.parametrize("path", FILES + LIBRARIES, ids=name_of)
def test_a_file_goes_to_json_and_back_unchanged(path: Path) -> None:
    loaded = load(path)
    assert loaded.document
    assert from_json(to_json(loaded.document)) == loaded.document


@pytest.mark.parametrize("path", FILES, ids=name_of)
def test_a_game_goes_to_json_and_back_unchanged(path: Path) -> None:
    sheet = load(path).sheet
    assert sheet
    game, _ = sheet.resolved(sheet.options)
    assert from_json(to_json(game)) == game


def test_json_fits_the_schema_that_is_printed(run: Run) -> None:
    schema = json.loads(run("schema").out)
    assert schema == json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    document = load(LIBRARIES[-1]).document
    assert document
    jsonschema.Draft202012Validator(schema).validate(json.loads(to_json(document)))


def test_json_on_the_command_line_is_the_resolved_game(run: Run) -> None:
    shown = from_json(run("show", str(FILES[0]), "--json").out)
    sheet = load(FILES[0]).sheet
    assert sheet
    assert same(shown, sheet.resolved()[0])


def test_the_records_are_frozen() -> None:
    sheet = load(FILES[0]).sheet
    assert sheet
    with pytest.raises(AttributeError, match="cannot assign"):
        sheet.document.name = "another"  # type: ignore[misc]


def test_places_do_not_count_in_what_a_record_means() -> None:
    here = model.Place("a.variant", 1, 2, 1, 3)
    assert same(model.Let(name="x", name_at=here, value=model.Number(value=1, at=here)),
                model.Let(name="x", value=model.Number(value=1)))


def test_every_union_of_records_says_which_by_its_node() -> None:
    schema = json_schema()
    words = schema["discriminator"]["mapping"]
    assert set(words) == {"document", "game"}
    unions = [part for part in _parts(schema) if "oneOf" in part]
    assert unions
    assert all(part["discriminator"]["propertyName"] == "node" for part in unions)
    assert all(part["properties"]["node"]["const"] for name, part in schema["$defs"].items()
               if name != "Place")


def _parts(value: Any) -> Iterator[dict[str, Any]]:
    if isinstance(value, dict):
        yield value
    for inner in value.values() if isinstance(value, dict) else value:
        if isinstance(inner, dict | list):
            yield from _parts(inner)


@pytest.mark.parametrize("text", ["", "{", "[]", '{"node": "document"}', '{"node": "unheard"}'])
def test_json_that_is_no_rule_file_is_refused(text: str) -> None:
    with pytest.raises(NotAModel):
        from_json(text)
