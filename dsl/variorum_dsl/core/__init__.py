"""The core: what every pass after lowering works on, as one vocabulary.

`variorum_dsl.lowering` makes these records from a resolved game; checker, interpreter, compiler,
comparison and fingerprint read them. Use them as `c.Move`, with `from variorum_dsl import core as
c`. `variorum_dsl.core.program` is the whole, `variorum_dsl.core.walk` goes through it;
`card_flow`, `intervals` and `certainty` say what can be known of a game without playing it.
"""

from variorum_dsl.core.expressions import *
from variorum_dsl.core.lines import *
from variorum_dsl.core.program import *
