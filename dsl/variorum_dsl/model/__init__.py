"""What a rule file says, as frozen records: a `Document` as it is written, and the `game.Game` that
comes out when its parents, options and readings have been worked in. `schema` has both as JSON."""

from variorum_dsl.diagnostics.diagnostic import NOWHERE as NOWHERE
from variorum_dsl.diagnostics.diagnostic import Place as Place
from variorum_dsl.model.clauses import *
from variorum_dsl.model.edits import *
from variorum_dsl.model.examples import *
from variorum_dsl.model.expressions import *
from variorum_dsl.model.lines import *
from variorum_dsl.model.node import BY_NODE as BY_NODE
from variorum_dsl.model.node import Node as Node
from variorum_dsl.model.node import children as children
from variorum_dsl.model.node import mapped as mapped
from variorum_dsl.model.node import members as members
from variorum_dsl.model.node import same as same
from variorum_dsl.model.node import walk as walk
from variorum_dsl.model.words import Cite as Cite
from variorum_dsl.model.words import Words as Words
from variorum_dsl.model.words import headings as headings
