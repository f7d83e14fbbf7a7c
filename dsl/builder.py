"""From the parser's reductions to the model, one function for each rule of the grammar.

The parser calls these while it reads, so no tree is built and nothing recurses: a function gets
the common place of the parts of its rule, and the parts (keywords left out, an absent optional
part as None).
"""

from __future__ import annotations

from collections.abc import Callable

from dsl.build_clauses import CLAUSES
from dsl.build_edits import EDITS
from dsl.build_examples import EXAMPLES
from dsl.build_play import EXPRESSIONS, STATEMENTS
from dsl.hints import Any

BUILDERS: dict[str, Callable[..., Any]] = {
    **EXPRESSIONS, **STATEMENTS, **CLAUSES, **EDITS, **EXAMPLES
}
