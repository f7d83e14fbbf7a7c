"""Claims about the game: each is true of the position that it shows, and only made when true."""

from __future__ import annotations

import re
from typing import Any

import pytest
from variorum_dsl.diagnostics.diagnostic import Diagnostic
from variorum_dsl.files.loader import Loaded, load_text
from variorum_engine.checks import engine_checks, playing
from variorum_engine.table.preparation import Ready

from variorum.files.editions import edition_names, edition_path

GAME = """\
edition small "Small"
players 2 to 5

kinds
  paper "card" has value

components
  in deck
    12 paper with value 1 to 12

zones
  deck holds paper, hidden, in order
  hand of each player holds paper, secret
  won of each player holds paper, open

figures
  best is highest value of won otherwise 0
  sum is total value of won

setup
  shuffle deck
  for each player p
    move top 2 of deck to hand of p

rounds until hand of players is empty, using up hand of players
  for each player p
    p picks 1 of hand of p as played
    move played to won of p

winner
  highest sum
  then highest best
  then shared
"""


def found(text: str) -> dict[str, Diagnostic]:
    return {each.code: each for each in engine_checks(_loaded(text))}


def _loaded(text: str) -> Loaded:
    loaded = load_text(text, "small.variant")
    assert not loaded.problems
    return loaded


def _holds(text: str, witness: str) -> None:
    """The witness, put into the file as an example, is true there."""
    body = "".join(f"  {line}\n" for line in witness.splitlines())
    loaded = _loaded(f"{text}\nexample the-witness\n{body}")
    assert loaded.sheet
    example = loaded.sheet.draft.examples["the-witness"]
    assert not Ready(loaded.sheet).run(example)


def test_a_sound_game_has_no_findings() -> None:
    assert not found(GAME)


@pytest.mark.parametrize("name", edition_names())
def test_the_editions_have_no_findings(name: str) -> None:
    from variorum_dsl.files.loader import load

    path = edition_path(name)
    assert path
    assert not engine_checks(load(path))


def test_a_setup_runs_out_of_cards() -> None:
    report = found(GAME.replace("top 2 of", "top 3 of"))["runs-out"]
    assert report.title == "the setup breaks down with 5 players"
    assert report.primary.text == "there are 0 cards in the deck, and 3 are needed"
    assert report.primary.place.line == 23
    assert "deck holds nothing" in report.witness


def test_a_setup_runs_out_with_an_option_only() -> None:
    option = '\noption half "Half"\n  change components\n    replace paper by\n'
    text = GAME + option + "      6 paper with value 1 to 6\n"
    report = found(text)["runs-out"]
    assert report.title == "the setup breaks down with 4 or 5 players and half"


def test_a_chain_can_end_tied() -> None:
    text = GAME.replace("  then shared\n", "")
    report = found(text)["open-tie"]
    assert "winners ann, bo" in report.witness
    _holds(text, report.witness)


def test_a_tie_among_those_who_are_not_out() -> None:
    text = GAME.replace("winner\n", "elimination\n  out players with highest best\n"
                        "  if everyone is out, nobody wins\n\nwinner\n")
    text = text.replace("  then shared\n", "")
    report = found(text)["open-tie"]
    assert re.search(r"winners \w+, \w+", report.witness)
    _holds(text, report.witness)


def test_everybody_can_be_out() -> None:
    text = GAME.replace("winner\n", "elimination\n  out players with lowest sum\n\nwinner\n")
    report = found(text)["everyone-out"]
    assert "eliminated ann, bo" in report.witness
    _holds(text, report.witness)


@pytest.mark.parametrize("then", ["nobody wins", "nobody is out"])
def test_an_elimination_that_says_what_then_is_fine(then: str) -> None:
    text = GAME.replace("winner\n", "elimination\n  out players with lowest sum\n"
                        f"  if everyone is out, {then}\n\nwinner\n")
    assert "everyone-out" not in found(text)


def test_an_elimination_that_never_takes_everybody_is_fine() -> None:
    text = GAME.replace("winner\n", "elimination\n  out players whose best is at least 20\n\n"
                        "winner\n")
    assert "everyone-out" not in found(text)


@pytest.mark.parametrize(
    "figure",
    ["total value of won * 2", "total value of won", "total value of won + total value of won"],
)
def test_a_tie_break_that_follows_from_the_lines_above(figure: str) -> None:
    text = GAME.replace("highest value of won otherwise 0", figure)
    assert "idle-tie-break" in found(text)


@pytest.mark.parametrize(
    "figure", ["count of won", "total value of hand", "highest value of won otherwise 0",
               "lowest value of won otherwise 0", "count of deck"],
)
def test_a_tie_break_that_decides_or_is_not_certain(figure: str) -> None:
    text = GAME.replace("highest value of won otherwise 0", figure)
    assert "idle-tie-break" not in found(text)


def test_a_promise_that_does_not_hold() -> None:
    text = GAME + '\nalways few "few": count of won of players is at most 3\n'
    report = found(text)["broken-promise"]
    assert report.title == '"few" does not always hold'
    assert "won of ann holds" in report.witness


def test_a_promise_that_holds() -> None:
    assert not found(GAME + '\nalways all "all": count of (deck + hand of players + won of players)'
                     " is 12\n")


def test_rules_that_break_down_in_play() -> None:
    text = GAME.replace("    move played to won of p\n",
                        "    move played to won of p\n    move top 3 of deck to hand of p\n")
    report = found(text)["broken-rule"]
    assert "cards in the deck, and 3 are needed" in report.title
    assert "\n  players ann, bo" in report.witness


def test_an_example_that_fails_in_an_option_is_found() -> None:
    example = ("  example e\n    players ann, bo\n    when playing setup\n    then\n"
               "      count of hand of ann is 5\n")
    option = '\noption more "More"\n  replace zone hand of each player holds paper, open\n'
    assert "example-fails" in found(GAME + option + example)


def test_an_end_that_comes_true_while_hands_are_dealt() -> None:
    end = "\nend bare at once when any players whose hand is empty"
    report = found(GAME + end + "\n")["ends-at-once"]
    assert report.title == "this ends the game before it begins"
    assert report.witness.startswith("players ann, bo")
    assert "ends-at-once" not in found(GAME + end + " and count of deck is less than 3\n")


def test_an_end_that_only_some_deals_bring_about_may_be_meant() -> None:
    """With the twelve among the four that are dealt, the game is over before anybody decides."""
    end = "\nend lucky at once when any hand of players whose value is 12\n"
    assert "ends-at-once" not in found(GAME.replace("2 to 5", "2 to 2") + end)


def test_every_example_that_runs_into_a_rule_is_named() -> None:
    one = ("\nexample {}\n  players ann, bo\n  given\n    hand of ann holds paper 1, paper 2\n"
           "    hand of bo holds nothing\n  when playing rounds\n    ann: paper 1\n  then\n"
           "    count of won of ann is 1\n")
    problems = engine_checks(_loaded(GAME + one.format("first") + one.format("second")))
    broken = [problem for problem in problems if problem.code == "broken-rule"]
    assert len(broken) == 2
    assert len({problem.secondary for problem in broken}) == 2



LEAKY = GAME.replace("""\
    p picks 1 of hand of p as played
    move played to won of p
""", """\
    p chooses
      low, if total value of hand of (left of p) is at most 10, picking 1 of hand of p as one-card
        move one-card to won of p
      any, picking 1 of hand of p as one-card
        move one-card to won of p
""").replace("""\
    move top 2 of deck to hand of p
""", """\
    move top 2 of deck to hand of p
    SHOW
""")


def test_cards_that_are_shown_to_somebody_else_are_not_seen_by_whoever_decides() -> None:
    leak = found(LEAKY.replace("SHOW", "show hand of p to p"))["leak"]
    assert "what is hidden" in leak.title
    assert leak.primary.place.line == LEAKY[: LEAKY.index("p chooses")].count("\n") + 1
    assert "hand of ann holds" in leak.witness


def test_cards_that_were_shown_to_whoever_decides_are_no_leak() -> None:
    assert "leak" not in found(LEAKY.replace("SHOW", "show hand of p to right of p"))


def test_a_game_that_breaks_down_only_with_the_most_players_is_played() -> None:
    text = GAME.replace("    move played to won of p\n", """\
    move played to won of p
    with 5 players
      if count of won of p is 2
        let card be the one in won of p
        if value of card is 3
          nothing happens
""")
    assert found(text)["broken-rule"].title.startswith("the rules break down")


def test_a_game_of_an_option_is_played_too() -> None:
    text = GAME + """\
option odd "Odd"
  change rounds
    after move-played add
      if count of won of p is 2
        let card be the one in won of p
        if value of card is 3
          nothing happens
"""
    broken = found(text)["broken-rule"]
    assert broken.why.startswith("with odd: ")


# Seven options and five readings; each adds a line to the rounds, and one of them breaks down.
CHOICES = [*(f"o{i}" for i in range(7)), "q0 read as r0", "q1 read as r0", "q1 read as r1",
           "q1 read as r2", "q2 read as r0"]


def _many_choices(broken: str) -> str:
    def line(choice: str, indent: str) -> str:
        what = "let gone be the one in deck" if choice == broken else "nothing happens"
        return f"{indent}change rounds\n{indent}  last add\n{indent}    {what}\n"

    text = GAME
    for choice in CHOICES[:7]:
        text += f'\noption {choice} "{choice}"\n' + line(choice, "  ")
    for number, readings in enumerate((["r0"], ["r0", "r1", "r2"], ["r0"])):
        text += f'\nsilent q{number} "What then?"\n  assume nothing "nothing"\n'
        for each in readings:
            text += f'  or {each} "{each}"\n' + line(f"q{number} read as {each}", "    ")
    return text


@pytest.mark.parametrize("broken", CHOICES)
def test_whichever_choice_breaks_down_is_found_and_named(broken: str) -> None:
    loaded = load_text(_many_choices(broken), "small.variant")
    [finding] = [each for each in engine_checks(loaded) if each.code == "broken-rule"]
    assert finding.why.startswith(f"with {broken}: ")
    assert "the one in deck" in _many_choices(broken).splitlines()[finding.primary.place.line - 1]


def test_few_games_are_played_however_many_choices_there_are(
    monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[object] = []
    once = playing._played

    def counted(*given: Any) -> list[Diagnostic]:
        played.append(given)
        return once(*given)

    monkeypatch.setattr(playing, "_played", counted)
    assert "broken-rule" not in [
        each.code for each in engine_checks(load_text(_many_choices(""), "small.variant"))]
    assert len(played) == 5


def test_choices_that_exclude_each_other_are_played_apart() -> None:
    away = '\noption first "First"\n  remove winner\noption second "Second"\n  remove winner\n'
    text = _many_choices("q1 read as r2") + away
    [finding] = [each for each in engine_checks(load_text(text, "small.variant"))
                 if each.code == "broken-rule"]
    assert finding.why.startswith("with q1 read as r2: ")


@pytest.mark.parametrize("text", [
    GAME.replace("top 2 of", "top 1 of").replace(
        "    move played to won of p\n",
        "    move played to won of p\n    p picks 1 of hand of p as more\n    nothing happens\n"),
    GAME.replace("until hand of players is empty, using up hand of players",
                 "until deck is empty, using up deck").replace(
        "    move played to won of p\n", "    move played to won of p\n    move top of deck to won "
        "of p\n    move top of deck to won of p\n"),
    GAME + '\nalways few "few": count of won of players is less than 4\n',
    GAME + '\noption greedy "Greedy"\n  change rounds\n    last add\n'
    "      move top 9 of deck to won of (the one in players with highest sum)\n",
], ids=["nothing to choose", "nothing left", "a promise", "an option"])
def test_what_a_random_game_shows_is_an_example_that_shows_it_again(text: str) -> None:
    [report] = [each for each in engine_checks(_loaded(text))
                if each.code in ("broken-rule", "broken-promise")]
    assert report.witness.startswith("example shown-here\n")
    loaded = _loaded(f"{text}\n{report.witness}\n")
    assert loaded.sheet
    again = Ready(loaded.sheet).run(loaded.sheet.draft.examples["shown-here"])
    assert [(each.code, each.primary.place.line) for each in again] == [
        (report.code, report.primary.place.line)]
