"""The formats of a comparison; each module has `render(comparisons) -> str`."""

from collections.abc import Callable, Sequence
from importlib import import_module

from variorum.comparison.model import Comparison

Renderer = Callable[[Sequence[Comparison]], str]
FORMATS = {
    "text": "variorum.comparison.formats.text",
    "markdown": "variorum.comparison.formats.markdown",
    "json": "variorum.comparison.formats.json_data",
    "html": "variorum.comparison.formats.html_page",
}


def renderer(name: str) -> Renderer:
    render: Renderer = import_module(FORMATS[name]).render
    return render
