"""What an edition says, in sentences: the words for a rule come from its summary."""

from __future__ import annotations

from variorum_dsl.diagnostics.diagnostic import Place
from variorum_dsl.english import capital, is_superlative, lower

from variorum.comparison.align.clauses import Clause, Form
from variorum.comparison.align.sides import Side
from variorum.comparison.model import Spot, Title, plainly, said
from variorum.prose.sections.summary import Told, told
from variorum.reports.blocks import Said, sentences

MOST_SENTENCES = 2
LAST = {"shared": "the tied players share the victory", "nobody": "nobody wins"}


class Prose:
    """The sentences of one edition, by the places in the file that they tell."""

    def __init__(self, side: Side) -> None:
        self.summary: Told = told(side.game).worded()
        self.rows: list[Said] = list(sentences(self.summary.sections()))
        words = self.summary.words
        named = [each.words for things in (words.kinds, words.zones, words.cards, words.dummies,
                                           words.tracks) for each in things.values()]
        self.proper = {each.one.split(" ")[0] for each in named
                       if each is not None and each.one[:1].isupper()}

    def of(self, at: Place, most: int = MOST_SENTENCES) -> str:
        """What is said about a clause or a line, as the middle of a sentence."""
        rows = [row.text for row in self.rows if any(
            mark[1] == at.path and at.line <= mark[2] <= max(at.line, at.end_line - (
                at.end_column <= 1)) for mark in row.of)]
        parts = [self.inner(text.rstrip(".")) for text in rows[:most]]
        return "; ".join(parts).replace(":; ", ": ").rstrip(":")

    def step(self, at: Place) -> str:
        """A step of a scoring without its name."""
        return self.inner(self.of(at).split(": ", 1)[-1])

    def component(self, at: Place) -> str:
        """Cards without where they begin."""
        return self.of(at).split("; begins in")[0]

    def inner(self, text: str) -> str:
        """A sentence as the middle of another one."""
        first = text.split(" ", maxsplit=1)[0].rstrip(",:’s")
        return text if first in self.proper else lower(text)


def prose(side: Side) -> Prose:
    """The sentences of an edition, made once."""
    return side.once("prose", lambda: Prose(side))


def spoken(side: Side, spot: Spot) -> Spot:
    """What stands at a place, in the words of the summary instead of those of the file."""
    if spot.text != side.text(spot.place):
        return spot
    told = prose(side).of(spot.place, 2 * MOST_SENTENCES)
    return spot._replace(text=f"{capital(told)}.") if told else spot


def both(left: Side, right: Side, mine: str, theirs: str, about: str = "") -> Title:
    """One sentence about two editions, each with what it says."""
    frame = f"{about}: {{l0}}; {{r0}}." if about else "{l0}; {r0}."
    return said(frame, (f"in {left.called}, {mine}", f"in {right.called}, {theirs}"))


def says(side: Side, text: str, about: str = "") -> Title:
    """One sentence about what one book says, and the other does not speak of."""
    told = f"only {side.called} says: {text.rstrip('.')}."
    return said(f"{about}: {{l0}}" if about else "{l0}", (told, told))


def only(side: Side, text: str) -> Title:
    """One sentence about what one edition alone has."""
    return plainly(f"only in {side.called}: {text.rstrip('.')}.")


def ties(side: Side, form: Form, *, with_last: bool) -> str:
    """How a tie is broken."""
    words = prose(side).summary.words
    rows = []
    for tie in form.program.chain[1:]:
        figure = words.figure(tie.name)
        rows.append(f"by the {figure}" if is_superlative(figure) and tie.extreme == "highest"
                    else f"by {words.best(tie.extreme, tie.name)}")
    if with_last and form.program.tied:
        rows.append(LAST[form.program.tied])
    return ", then ".join(rows) or "no rule breaks it"


def winner_spot(
    side: Side, clause: Clause, form: Form, cites: tuple[str, ...], *, with_last: bool = True
) -> Spot:
    """Who wins, and what breaks a tie, to the last step that the book has."""
    told = [prose(side).of(clause.at, 2 * MOST_SENTENCES)]
    last = LAST.get(form.program.tied, "")
    if with_last and last and last not in told[0]:
        told.append(f"if there is still a tie, {last}")
    return Spot(clause.at, f"{capital('; '.join(told))}.", cites)


def everyone(form: Form) -> str:
    found = form.program.everyone
    return f"if everyone is out, {found}" if found else "nothing is said about everyone being out"


def out(side: Side) -> str:
    """Who is out."""
    section = prose(side).summary.parts["elimination"]
    texts = [row.text.rstrip(".") for row in sentences([section])]
    return "; ".join(lower(text) for text in texts if not text.startswith("If that is everyone"))
