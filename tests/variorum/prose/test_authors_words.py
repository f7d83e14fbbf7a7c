"""A sentence that the author wrote for a rule is printed for as long as it fits."""

from __future__ import annotations

from dataclasses import dataclass, fields

from variorum_dsl import model as m
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.edits.wording import sayings
from variorum_dsl.files.loader import Loaded, load_text
from variorum_dsl.printer.formatter import format_text

from tests.variorum.prose.test_wording import GAME
from variorum.checker.check import check
from variorum.checker.fixes import mended
from variorum.docs.pages import aid_page, edition_of, summary_page
from variorum.files.editions import edition_path
from variorum.reports import html, markdown

LINE = '  gems "gems" add total worth of treasure\n'
OWN = "Every gem counts what is printed on it."
SAID = GAME.replace(LINE, f'{LINE.rstrip()}  says "{OWN}"\n')


def read(text: str) -> Loaded:
    return load_text(text, "small.variant", edition_path)


def stale(text: str) -> list[Diagnostic]:
    return [each for each in check(read(text)) if each.code == "stale-wording"]


def signed(text: str, *, unsafe: bool = False) -> str:
    """The file as `check --fix` leaves it."""
    found = mended("small.variant", text.encode(), unsafe=unsafe)
    assert found is not None
    return found.after


def pages(text: str) -> tuple[str, str]:
    edition = edition_of(read(text))
    return markdown.render(summary_page(edition)), markdown.render(aid_page(edition))


def test_the_sentence_is_printed_and_the_made_one_stays_at_hand() -> None:
    for page in pages(SAID):
        assert OWN in page
        assert "Add the total worth" not in page
    turn = SAID.replace("  starter becomes left of starter\n",
                        '  starter becomes left of starter  says "On to the left."\n')
    page = html.render(summary_page(edition_of(read(turn))))
    assert "On to the left." in page
    assert ("<details class=\"made\"><summary>As the rule says it</summary>The next player to the "
            "left of the starter becomes the starter.</details>") in page


def test_a_new_sentence_is_signed_and_survives_the_formatter() -> None:
    assert "does not note the rule" in stale(SAID)[0].title
    text = signed(SAID)
    assert not stale(text)
    assert 'fits "' in text
    again, _ = format_text(text, "small.variant")
    assert again is not None
    assert f'says "{OWN}" fits "' in again
    assert not stale(again)


def test_a_changed_rule_is_noticed_and_told_in_made_words() -> None:
    text = signed(SAID).replace("add total worth of treasure", "add count of treasure")
    assert "the rule has changed" in stale(text)[0].title
    assert OWN not in pages(text)[0]
    assert "Add the number of gem cards" in pages(text)[0]
    assert not stale(signed(text, unsafe=True))


def test_other_words_and_headings_leave_the_rule_as_it_was() -> None:
    text = signed(SAID).replace('gems "gems" add', 'gems "the gems" add').replace(
        f'says "{OWN}"', f'see "Scoring" says "{OWN}"')
    assert not stale(text)
    assert "[Scoring]" not in pages(text)[0].partition(OWN)[0].rpartition("\n")[2]
    assert "| Scoring |" in pages(text)[0]


def test_a_changed_score_is_noticed_where_a_rule_names_it() -> None:
    own = GAME.replace("  highest points\n", '  highest points  says "The richest wins."\n')
    text = signed(own)
    assert not stale(text)
    assert stale(text.replace("add total worth of treasure", "add count of treasure"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Step(m.Step):
    """A step of a language that has learned something new."""

    newly: str = ""


def test_a_language_that_learns_something_leaves_the_signs_of_old_rules_alone() -> None:
    game = edition_of(read(SAID)).rules.game
    [scoring] = game.scorings
    old, *others = scoring.steps

    def sign(**new: str) -> str:
        step = Step(**{each.name: getattr(old, each.name) for each in fields(old)}, **new)
        [saying] = sayings(game.but(scorings=(scoring.but(steps=(step, *others)),)))
        return saying.sign

    [before] = sayings(game)
    assert sign() == before.sign != sign(newly="twice")


def test_a_sentence_about_a_kind_is_not_one_about_the_kinds_below_it() -> None:
    kinds = GAME.replace("kinds\n", 'kinds\n  sort "sort" has weight  says "Sorts weigh much."\n'
                         '    part "part"\n', 1)
    text = signed(kinds)
    assert not stale(text)
    sheet = read(text).sheet
    assert sheet is not None
    assert [saying.rule.name for saying in sayings(sheet.resolved()[0])
            if isinstance(saying.rule, m.Kind)] == ["sort"]
