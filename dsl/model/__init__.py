"""What a rule file says, as frozen records."""

from dsl.diagnostics import Place as Place
from dsl.model.clauses import *
from dsl.model.edits import *
from dsl.model.examples import *
from dsl.model.expressions import *
from dsl.model.node import NOWHERE as NOWHERE
from dsl.model.node import Node as Node
from dsl.model.node import children as children
from dsl.model.node import same as same
from dsl.model.node import walk as walk
from dsl.model.play import *
from dsl.model.words import Cite as Cite
from dsl.model.words import Words as Words
from dsl.model.words import is_superlative as is_superlative
from dsl.model.words import plural as plural
from dsl.model.words import ranked as ranked
