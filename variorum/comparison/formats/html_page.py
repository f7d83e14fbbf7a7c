"""One page that works from disk: no scripts, nothing loaded from elsewhere, everything escaped."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from variorum_dsl.diagnostics.sanitizer import clean

from variorum.comparison.formats import parts
from variorum.comparison.model import Comparison, Difference, Spot, Told

_STYLE = """
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 70rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
.scroll { overflow-x: auto; }
th, td { border: 1px solid; padding: .3rem .6rem; text-align: left; vertical-align: top; }
pre { overflow-x: auto; border-left: 3px solid; padding-left: .8rem; font-size: .85rem; }
article { margin: 1.5rem 0; }
article h4 { margin-bottom: .2rem; }
.id { font-family: monospace; font-size: .85rem; }
.sides { display: grid; grid-template-columns: repeat(auto-fit, minmax(20rem, 1fr)); gap: 1rem; }
@media print { body { max-width: none; } pre { white-space: pre-wrap; } }
"""
_OPEN = '<div class="scroll" role="group" tabindex="0" aria-label="{}"><table>'


def render(comparisons: Sequence[Comparison]) -> str:
    title = "Editions side by side"
    if len(comparisons) == 1:
        title = parts.heading(comparisons[0])
    body = [f"<h1>{shown(title)}</h1>"]
    if len(comparisons) > 1:
        body += _matrix(comparisons)
    for number, one in enumerate(comparisons):
        body += [f'<section id="c{number}">']
        if len(comparisons) > 1:
            body.append(f"<h2>{shown(parts.heading(one))}</h2>")
        body += [*section(one, f"c{number}-", 3 if len(comparisons) > 1 else 2), "</section>"]
    return document(shown(title), body)


def document(title: str, body: Sequence[str]) -> str:
    """A whole page around texts that are escaped already."""
    return "\n".join([
        "<!doctype html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">',
        f"<title>{title}</title>", f"<style>{_STYLE}</style>", "</head>", "<body>", *body,
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


def section(one: Comparison, prefix: str, level: int) -> list[str]:
    """Two editions, with headings from a level on; ids begin with a prefix."""
    h = f"h{level}"
    lines = [f"<p>{shown(parts.summary(one))}</p>"]
    lines += [f"<p>{shown(note)}</p>" for note in one.notes]
    if telling := parts.telling(one):
        lines += [f"<{h}>{parts.TELLING}</{h}>", "<ul>"]
        lines += [f'<li><a href="#{prefix}{shown(each.id)}">{shown(parts.title(one, each))}</a>'
                  "</li>" for each in telling]
        lines.append("</ul>")
    groups = parts.renamings(one)
    if groups:
        lines += [f"<{h}>{parts.same_words(one)}</{h}>", _OPEN.format(parts.same_words(one)),
                  (f'<tr><th scope="col">{shown(one.left)}</th><th scope="col">'
                   f'{shown(one.right)}</th><th scope="col">how sure</th></tr>')]
        lines += [f"<tr><td>{shown(pair.left_words)}</td><td>{shown(pair.right_words)}</td>"
                  f"<td>{shown(parts.how_sure(pair))}</td></tr>"
                  for _, pairs in groups for pair in pairs]
        lines.append("</table></div>")
    if one.friends:
        lines += [f"<{h}>One word for different things</{h}>", "<ul>"]
        lines += [f"<li><strong>{shown(each.word)}</strong>: in {shown(one.left)} "
                  f"{shown(each.left_meaning)}; in {shown(one.right)} "
                  f"{shown(each.right_meaning)}</li>" for each in one.friends]
        lines.append("</ul>")
    if one.shared:
        lines += [f"<{h}>What they share</{h}>", "<ul>",
                  *(f"<li>{shown(rule.title)}</li>" for rule in one.shared), "</ul>"]
    for name, rows in parts.by_class(one):
        lines.append(f"<{h}>{shown(name.capitalize())}</{h}>")
        for each in rows:
            lines += _difference(one, each, prefix, f"h{level + 1}")
    return lines


def _difference(one: Comparison, each: Difference, prefix: str, h: str) -> list[str]:
    title = shown(parts.title(one, each))
    lines = [f'<article id="{prefix}{shown(each.id)}">', f"<{h}>{title}</{h}>",
             f'<p class="id">{shown(each.id)}</p>']
    if each.players:
        lines.append(f"<p>Only with {', '.join(map(str, each.players))} players.</p>")
    spots = [row for row in (_spot(one.left, each.left), _spot(one.right, each.right)) if row]
    lines += ["<ul>", *spots, "</ul>"] if spots else []
    if each.note:
        lines.append(f"<p>{shown(parts.noted(each))}</p>")
    if parts.verdict(each):
        lines.append(f"<p>{shown(parts.verdict(each))}</p>")
    if parts.measured(one, each):
        lines.append(f"<p>{shown(parts.measured(one, each))}</p>")
    witnessed = parts.witnessed(one, each)
    if witnessed:
        lines.append('<div class="sides">')
        for name, told in witnessed:
            lines += [f"<div><p><strong>{shown(name)}</strong>: {shown(parts.winners(told))}</p>",
                      block(told), "</div>"]
        lines.append("</div>")
    return [*lines, "</article>"]


def block(told: Told) -> str:
    return "<pre>" + "\n".join(
        shown(line) for line in (*told.lines, "", *parts.sheet(told))) + "</pre>"


def _spot(name: str, spot: Spot | None) -> str:
    if spot is None:
        return ""
    cites = f" ({shown(parts.cited(spot))})" if spot.cites else ""
    text = shown(parts.excerpt(spot))
    return f"<li>{shown(name)}, {shown(parts.place(spot))}: <code>{text}</code>{cites}</li>"
