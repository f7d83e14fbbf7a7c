"""One page that works from disk: no scripts, nothing loaded from elsewhere, everything escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from dsl.cleaning import clean
from variorum.comparison.formats import parts
from variorum.comparison.model import Comparison, Difference, Spot, Told

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; display: block; overflow-x: auto; }
th, td { border: 1px solid; padding: .3rem .6rem; text-align: left; vertical-align: top; }
pre { overflow-x: auto; border-left: 3px solid; padding-left: .8rem; font-size: .85rem; }
article { margin: 1.5rem 0; }
article h4 { margin-bottom: .2rem; }
.id { font-family: monospace; font-size: .85rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
@media print { body { max-width: none; } pre { white-space: pre-wrap; } }
"""


def render(comparisons: Sequence[Comparison]) -> str:
    title = "Editions side by side"
    if len(comparisons) == 1:
        title = parts.heading(comparisons[0])
    body = [f"<h1>{shown(title)}</h1>"]
    if len(comparisons) > 1:
        body += _matrix(comparisons)
    for number, one in enumerate(comparisons):
        body += _one(one, number, alone=len(comparisons) == 1)
    return "\n".join([
        "<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{shown(title)}</title>", f"<style>{_STYLE}</style>", "</head>", "<body>", *body,
        "</body>", "</html>", "",
    ])


def shown(text: str) -> str:
    """Text that means nothing to HTML."""
    return escape(clean(text), quote=True)


def _matrix(comparisons: Sequence[Comparison]) -> list[str]:
    names = parts.editions(comparisons)
    where = {frozenset((one.left, one.right)): n for n, one in enumerate(comparisons)}
    rows = ["<p>Differences in the rules, and in parentheses how many can change who wins.</p>",
            "<table>",
            "".join(["<tr><td></td>", *(f'<th scope="col">{shown(name)}</th>' for name in names),
                     "</tr>"])]
    for row in names:
        cells = []
        for column in names:
            text = shown(parts.cell(comparisons, row, column))
            place = where.get(frozenset((row, column)))
            cells.append(f'<td><a href="#c{place}">{text}</a></td>'
                         if place is not None and row != column else f"<td>{text}</td>")
        rows.append(f'<tr><th scope="row">{shown(row)}</th>{"".join(cells)}</tr>')
    return [*rows, "</table>"]


def _one(one: Comparison, number: int, *, alone: bool) -> list[str]:
    lines = [f'<section id="c{number}">']
    if not alone:
        lines.append(f"<h2>{shown(parts.heading(one))}</h2>")
    lines.append(f"<p>{shown(parts.summary(one))}</p>")
    lines += [f"<p>{shown(note)}</p>" for note in one.notes]
    groups = parts.renamings(one)
    if groups:
        lines += [f"<h3>{parts.same_words(one)}</h3>", "<table>",
                  (f'<tr><th scope="col">{shown(one.left)}</th><th scope="col">'
                   f'{shown(one.right)}</th><th scope="col">how sure</th></tr>')]
        lines += [f"<tr><td>{shown(pair.left_words)}</td><td>{shown(pair.right_words)}</td>"
                  f"<td>{shown(parts.how_sure(pair))}</td></tr>"
                  for _, pairs in groups for pair in pairs]
        lines.append("</table>")
    if one.friends:
        lines += ["<h3>One word for different things</h3>", "<ul>"]
        lines += [f"<li><strong>{shown(each.word)}</strong>: in {shown(one.left)} "
                  f"{shown(each.left_meaning)}; in {shown(one.right)} "
                  f"{shown(each.right_meaning)}</li>" for each in one.friends]
        lines.append("</ul>")
    if one.shared:
        lines += ["<h3>What they share</h3>", "<ul>",
                  *(f"<li>{shown(rule.title)}</li>" for rule in one.shared), "</ul>"]
    for name, rows in parts.by_class(one):
        lines.append(f"<h3>{shown(name.capitalize())}</h3>")
        for each in rows:
            lines += _difference(one, each, number)
    return [*lines, "</section>"]


def _difference(one: Comparison, each: Difference, number: int) -> list[str]:
    lines = [f'<article id="c{number}-{shown(each.id)}">', f"<h4>{shown(each.title)}</h4>",
             f'<p class="id">{shown(each.id)}</p>']
    if each.players:
        lines.append(f"<p>Only with {', '.join(map(str, each.players))} players.</p>")
    spots = [row for row in (_spot(one.left, each.left), _spot(one.right, each.right)) if row]
    lines += ["<ul>", *spots, "</ul>"] if spots else []
    if each.note:
        lines.append(f"<p>{shown(each.note)}.</p>")
    lines.append(f"<p>{shown(parts.verdict(each))}</p>")
    witnessed = parts.witnessed(one, each)
    if witnessed:
        lines.append('<div class="sides">')
        for name, told in witnessed:
            lines += [f"<div><p><strong>{shown(name)}</strong>: {shown(parts.winners(told))}</p>",
                      _block(told), "</div>"]
        lines.append("</div>")
    return [*lines, "</article>"]


def _block(told: Told) -> str:
    return "<pre>" + "\n".join(
        shown(line) for line in (*told.lines, "", *parts.sheet(told))) + "</pre>"


def _spot(name: str, spot: Spot | None) -> str:
    if spot is None:
        return ""
    cites = f" ({shown(parts.cited(spot))})" if spot.cites else ""
    text = shown(parts.excerpt(spot))
    return f"<li>{shown(name)}, {shown(parts.place(spot))}: <code>{text}</code>{cites}</li>"
