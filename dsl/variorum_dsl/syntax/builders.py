"""From the parser's reductions to the model, one function for each rule of the grammar.

The parser calls these while it reads, so no tree is built and nothing recurses: a function gets
the common place of the parts of its rule, and the parts (keywords left out, an absent optional
part as None).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from variorum_dsl.syntax.clause_builders import CLAUSES
from variorum_dsl.syntax.edit_builders import EDITS
from variorum_dsl.syntax.example_builders import EXAMPLES
from variorum_dsl.syntax.line_builders import EXPRESSIONS, STATEMENTS

BUILDERS: dict[str, Callable[..., Any]] = {
    **EXPRESSIONS, **STATEMENTS, **CLAUSES, **EDITS, **EXAMPLES
}
