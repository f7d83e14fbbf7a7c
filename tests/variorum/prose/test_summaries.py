"""A summary says every rule once, in the edition's own words, and no name of the language."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from variorum_dsl import model as m
from variorum_dsl.english import spoken
from variorum_dsl.model.node import content_fields, walk
from variorum_engine.mutation.mutants import Mutant, Original

from tests.variorum.pages import EDITIONS, loaded, rules_in_words, summary
from variorum.docs.pages import aid_page, edition_of, summary_page
from variorum.reports import markdown
from variorum.reports.blocks import marks, places, sentences

WORKED = "A worked example"
HEADINGS = ("Components", "What is on the table", "Setup", "The end of the game",
            "Who is out", "Scoring", "Who wins", WORKED,
            "Rulings where the rulebook is silent", "About this summary")
# Words of the language that no rulebook of these uses in that sense.
OF_THE_LANGUAGE = re.compile(r"\b(?:zones?|stake|purse of|otherwise 0|let |giving|otherwise:$)\b")
ENOUGH = 25


@pytest.mark.parametrize("name", EDITIONS)
def test_a_summary_is_in_the_order_of_a_rulebook(name: str) -> None:
    text = summary(name).replace("## Worked examples", f"## {WORKED}")
    places = [text.find(f"\n## {heading}") for heading in HEADINGS]
    assert -1 not in places
    assert places == sorted(places)


@pytest.mark.parametrize("name", EDITIONS)
def test_no_name_of_the_language_shows_through(name: str) -> None:
    document = loaded(name).document
    assert document is not None
    printed = " ".join(
        text for node in walk(document) for text in (
            *((node.one, node.many) if isinstance(node, m.Words) else ()),
            *((node.heading,) if isinstance(node, m.Cite) else ()),
            *((node.question,) if isinstance(node, m.Silent) else ()),
            *((node.text,) if isinstance(node, m.Published) else ()),
        )
    )
    names = {
        getattr(node, "name", "") for node in walk(document) if not isinstance(node, m.Document)
    }
    text = re.sub(r"rule file “[^”]*”", "", summary(name))
    # Some names, such as `runner-up`, are English words as they stand.
    shown = {each for each in names if isinstance(each, str) and "-" in each
             and spoken(each) != each and each not in printed
             and re.search(rf"(?<![\w-]){re.escape(each)}(?![\w-])", text)}
    assert not shown
    assert not OF_THE_LANGUAGE.findall(text.replace(printed, ""))
    assert "~" not in text


@pytest.mark.parametrize("name", EDITIONS)
def test_every_step_of_an_aid_has_words(name: str) -> None:
    text = markdown.render(aid_page(edition_of(loaded(name))))
    steps = re.findall(r"^ *(?:[0-9]+\.|-) (.*)$", text, re.MULTILINE)
    assert steps
    assert not [step for step in steps if not re.search(r"\w{2}", step)]


@pytest.mark.parametrize("name", EDITIONS)
def test_prose_has_no_seams(name: str) -> None:
    text = summary(name)
    for seam in ("  -  ", " ,", ",,", "..", " .", "the the ", "a a ", "’s’s", "they is",
                 "players is ", "one cards", "1 cards"):
        assert seam not in text, seam


@pytest.mark.parametrize("name", EDITIONS)
def test_everything_that_is_printed_in_the_file_is_in_the_summary(name: str) -> None:
    sheet = loaded(name).sheet
    assert sheet is not None
    game, _ = sheet.resolved()
    text = summary(name).lower().replace("\\", "")
    clauses = [*game.kinds, *game.zones, *game.tracks, *game.dummies, *game.figures, *game.effects,
               *game.ends, *game.scorings, *game.always, *game.options,
               *(step for scoring in game.scorings for step in scoring.steps)]
    missing = [each.words.one for each in clauses
               if each.words and each.words.one.lower() not in text
               and (each.words.many or f"{each.words.one}s").lower() not in text]
    assert not missing
    for silent in game.silences:
        assert f"### {silent.question}".lower() in text
        for reading in (silent.assumed, *silent.readings):
            assert reading is not None
            assert reading.words is not None
            assert reading.words.one.lower() in text


# What only holds others together, and is no rule by itself.
CONTAINERS = (m.Document, m.Uses, m.Kinds, m.Components, m.Pile, m.Zones, m.Tracks, m.Figures,
              m.Add, m.Change, m.Replace, m.Remove, m.DropLine)


def clauses(node: m.Node, *, read: bool = False) -> Iterator[tuple[m.Node, bool]]:
    """Every clause of a file, and whether it stands in a reading; examples tell no rules."""
    if isinstance(node, m.Example):
        return
    if (hasattr(node, "cites") or isinstance(node, m.Attribute | m.Mark)) and not isinstance(
            node, CONTAINERS) and node.at.line:
        yield node, read
    for field in content_fields(node):
        value = getattr(node, field)
        for part in value if type(value) is tuple else (value,):
            if isinstance(part, m.Node):
                yield from clauses(part, read=read or isinstance(node, m.Reading))


@pytest.mark.parametrize("name", EDITIONS)
def test_every_clause_has_one_place_in_the_summary(name: str) -> None:
    found = Counter(mark for mark, _ in places(summary_page(edition_of(loaded(name)))))
    document = loaded(name).document
    assert document is not None
    every = list(clauses(document))
    assert len(every) > 90
    for node, read in every:
        (mark,) = marks(node)
        # A reading that says what is said anyway does not say it again.
        assert found[mark] == 1 or (read and not found[mark]), mark


def test_what_a_sentence_tells_is_where_it_says() -> None:
    page = summary_page(edition_of(loaded("osprey-2018")))
    told = {(mark[0], mark[2]): text for mark, text in places(page)}
    lines = loaded("osprey-2018").sources.get(loaded("osprey-2018").path).lines  # type: ignore[union-attr]
    step = next(n for n, line in enumerate(lines, 1) if "subtract 5 for each passe" in line)
    assert told["Step", step] == "Passé: Subtract 5 if Passé is in the player’s display."


@pytest.mark.parametrize("name", EDITIONS)
def test_every_silence_is_a_ruling_with_its_citation(name: str) -> None:
    for part in summary(name).partition("## Rulings where")[2].partition("\n## ")[0].split(
            "\n### ")[1:]:
        lines = [line for line in part.split("\n") if line]
        assert lines[1].startswith("<sub>["), lines[0]
        assert lines[2].startswith("- **Ruling.** ")
        assert any(line.startswith("- **Another reading.** ") for line in lines)


def test_the_summary_of_osprey_reads_like_this() -> None:
    text = summary("osprey-2018")
    for said in (
        "Turn up the top card of the status deck; it is now the contested card.",
        ("Clockwise from the starting player, the players in the auction take turns until only one "
        "player is left in the auction."),
        ("They add one or more money cards from their hand to their bid, so that the total value "
        "of their bid is then higher than any other player’s."),
        "They take their bid back into their hand and are no longer in the auction.",
        "The contested card goes to the winner’s display; a winner",
        "All players’ hands are shown to everyone. Everyone announces the total",
        ("The game ends at once when the fourth card with a dark green background comes out of the "
        "status deck. The round is not played out: the contested card goes to nobody."),
        "The game ends at the latest with the last card of the status deck.",
        "If there is still a tie, the tied player with the single most valuable luxury card wins.",
        ("Whoever has the least money left is out and cannot win; if several are equal, all of "
        "them are out."),
        "If there is a tie, the tied player with the most money left wins.",
    ):
        assert said in text


def test_a_worked_sheet_comes_from_the_engine() -> None:
    assert "| Prestige cards | double, twice | 28 |" in summary("osprey-2018")
    assert "| Scandale | halve | 14 |" in summary("osprey-2018")


def test_examples_of_the_book_are_played_again() -> None:
    text = summary("edition-2025").partition("\n## Worked examples")[2]
    assert ("4. Jay passes.\n5. Kloe bids money card 4, so that the bid is now 7.\n"
            "6. Rahul passes and takes money card 6 back into their hand.\n7. The revealed card "
            "goes to Kloe’s claimed cards. Money cards 3 and 4 go to Kloe’s discard pile.") in text
    # What the next round brings is no part of it.
    assert "Luxury card 1" not in text.partition("\n### Rahul")[0]
    chips = summary("gossip-and-the-city").partition("\n## Worked examples")[2]
    assert "| Charlotte | 4 | 4 | 3 | 0 |" in chips  # the most icons, but a rank sum of 4
    assert "Miranda’s offered card is laid in front of Carrie." in chips
    assert "This example is not from the rulebook." in summary("quick-start")
    assert "This example is not from the rulebook." not in summary("osprey-2018")


def test_what_the_book_says_twice_is_not_called_unsaid() -> None:
    text = summary("edition-2025")
    assert ("*† assumed; the book can be read in more ways than one: When are the three advanced "
            "cards in the auction deck?*") in text
    assert "The optional rules “Gambling”, “Excursions” and “Yacht Club” are then in force." in text
    # They are marked where they are chosen, not at every sentence that they would change.
    assert text.count("When are the three advanced cards in the auction deck?") == 2


def test_a_question_is_marked_once_where_it_stands() -> None:
    text = summary("quick-start").partition("\n## Optional rules")[0]
    assert text.count("When is the Luxury card given up to the Thief?") == 1
    assert "highest single Luxury card wins. *†" not in text
    shields = next(line for line in summary("gossip-and-the-city").splitlines()
                   if line.startswith("- **Shields.**"))
    assert "†" not in shields


def test_the_setup_is_given_for_every_number_of_players() -> None:
    assert "| Hand, each player | 9 | 10 | 9 |" in summary("gossip-and-the-city")


# -------------------------------------------------------------------------------- mutation
def same_rule(mutant: Mutant) -> bool:
    """Changes after which the rules are still the same: how a loop is known to end, and the
    order of lines of which one only says what a word means."""
    before, after = (text.partition("using up") for text in (mutant.before, mutant.after))
    if before[1] and before[0] == after[0]:
        return True
    return mutant.operator == "order" and "figure " in mutant.text


@pytest.mark.parametrize("name", EDITIONS)
def test_changing_any_rule_changes_the_summary(name: str) -> None:
    original = Original(loaded(name))
    before = rules_in_words(original.sheet)
    mutants = random.Random(5).sample(original.mutants(), ENOUGH)
    unseen = [
        mutant.text for mutant in mutants
        if not same_rule(mutant) and rules_in_words(original.changed(mutant).sheet) == before
    ]
    assert not unseen


def test_what_begins_with_none_is_gained_and_what_is_measured_goes_up() -> None:
    assert "Each of the best players gains 5 VP." in [
        row.text for row in sentences(edition_of(loaded("gossip-and-the-city")).rules.sections())]
    text = summary("edition-2025")
    assert "Their money multiplier goes up by 1." in text
    assert "gains 1 money" not in text
