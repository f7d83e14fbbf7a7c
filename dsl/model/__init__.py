"""What a rule file says, as frozen records."""

from dsl.model.clauses import *  # noqa: F403
from dsl.model.edits import *  # noqa: F403
from dsl.model.examples import *  # noqa: F403
from dsl.model.expressions import *  # noqa: F403
from dsl.model.node import NOWHERE, Node, Place, children, same, walk  # noqa: F401
from dsl.model.play import *  # noqa: F403
from dsl.model.words import Cite, Words, plural  # noqa: F401
