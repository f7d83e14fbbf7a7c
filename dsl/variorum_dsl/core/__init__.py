"""Model to core: what every pass after lowering works on, as one vocabulary.

In comes nothing; `variorum_dsl.lowering` makes these records from a resolved game. See
`variorum_dsl.core.program` for the whole, and `variorum_dsl.core.walk` for going through it.
"""

from variorum_dsl.core.expressions import (
    And as And,
)
from variorum_dsl.core.expressions import (
    Attribute as Attribute,
)
from variorum_dsl.core.expressions import (
    BestCards as BestCards,
)
from variorum_dsl.core.expressions import (
    BestPlayers as BestPlayers,
)
from variorum_dsl.core.expressions import (
    Broken as Broken,
)
from variorum_dsl.core.expressions import (
    CardRank as CardRank,
)
from variorum_dsl.core.expressions import (
    CardsSuchThat as CardsSuchThat,
)
from variorum_dsl.core.expressions import (
    CardsWhose as CardsWhose,
)
from variorum_dsl.core.expressions import (
    Compare as Compare,
)
from variorum_dsl.core.expressions import (
    Comparison as Comparison,
)
from variorum_dsl.core.expressions import (
    Count as Count,
)
from variorum_dsl.core.expressions import (
    Difference as Difference,
)
from variorum_dsl.core.expressions import (
    DifferentCards as DifferentCards,
)
from variorum_dsl.core.expressions import (
    Direction as Direction,
)
from variorum_dsl.core.expressions import (
    Expression as Expression,
)
from variorum_dsl.core.expressions import (
    Extreme as Extreme,
)
from variorum_dsl.core.expressions import (
    ExtremeOfCards as ExtremeOfCards,
)
from variorum_dsl.core.expressions import (
    ExtremeOfPlayers as ExtremeOfPlayers,
)
from variorum_dsl.core.expressions import (
    Figure as Figure,
)
from variorum_dsl.core.expressions import (
    Flag as Flag,
)
from variorum_dsl.core.expressions import (
    IsEmpty as IsEmpty,
)
from variorum_dsl.core.expressions import (
    IsIn as IsIn,
)
from variorum_dsl.core.expressions import (
    IsKind as IsKind,
)
from variorum_dsl.core.expressions import (
    LeftOf as LeftOf,
)
from variorum_dsl.core.expressions import (
    Local as Local,
)
from variorum_dsl.core.expressions import (
    Member as Member,
)
from variorum_dsl.core.expressions import (
    Nobody as Nobody,
)
from variorum_dsl.core.expressions import (
    Not as Not,
)
from variorum_dsl.core.expressions import (
    Number as Number,
)
from variorum_dsl.core.expressions import (
    NumberRange as NumberRange,
)
from variorum_dsl.core.expressions import (
    OfKind as OfKind,
)
from variorum_dsl.core.expressions import (
    OneOf as OneOf,
)
from variorum_dsl.core.expressions import (
    Or as Or,
)
from variorum_dsl.core.expressions import (
    Otherwise as Otherwise,
)
from variorum_dsl.core.expressions import (
    Outside as Outside,
)
from variorum_dsl.core.expressions import (
    PlayerRank as PlayerRank,
)
from variorum_dsl.core.expressions import (
    Players as Players,
)
from variorum_dsl.core.expressions import (
    PlayersIf as PlayersIf,
)
from variorum_dsl.core.expressions import (
    PlayersSuchThat as PlayersSuchThat,
)
from variorum_dsl.core.expressions import (
    PlayersWhose as PlayersWhose,
)
from variorum_dsl.core.expressions import (
    PlayersWhoseEmpty as PlayersWhoseEmpty,
)
from variorum_dsl.core.expressions import (
    Product as Product,
)
from variorum_dsl.core.expressions import (
    Quotient as Quotient,
)
from variorum_dsl.core.expressions import (
    RightOf as RightOf,
)
from variorum_dsl.core.expressions import (
    Rounded as Rounded,
)
from variorum_dsl.core.expressions import (
    SameCards as SameCards,
)
from variorum_dsl.core.expressions import (
    Score as Score,
)
from variorum_dsl.core.expressions import (
    Seat as Seat,
)
from variorum_dsl.core.expressions import (
    Single as Single,
)
from variorum_dsl.core.expressions import (
    Sum as Sum,
)
from variorum_dsl.core.expressions import (
    TheOne as TheOne,
)
from variorum_dsl.core.expressions import (
    Top as Top,
)
from variorum_dsl.core.expressions import (
    TotalOfCards as TotalOfCards,
)
from variorum_dsl.core.expressions import (
    TotalOfPlayers as TotalOfPlayers,
)
from variorum_dsl.core.expressions import (
    Track as Track,
)
from variorum_dsl.core.expressions import (
    Typed as Typed,
)
from variorum_dsl.core.expressions import (
    Union as Union,
)
from variorum_dsl.core.expressions import (
    UniqueCards as UniqueCards,
)
from variorum_dsl.core.expressions import (
    UniquePlayers as UniquePlayers,
)
from variorum_dsl.core.expressions import (
    Without as Without,
)
from variorum_dsl.core.expressions import (
    Zone as Zone,
)
from variorum_dsl.core.expressions import (
    ZonesOf as ZonesOf,
)
from variorum_dsl.core.lines import (
    UNKNOWN as UNKNOWN,
)
from variorum_dsl.core.lines import (
    Call as Call,
)
from variorum_dsl.core.lines import (
    Case as Case,
)
from variorum_dsl.core.lines import (
    Cases as Cases,
)
from variorum_dsl.core.lines import (
    Chance as Chance,
)
from variorum_dsl.core.lines import (
    Choice as Choice,
)
from variorum_dsl.core.lines import (
    Decide as Decide,
)
from variorum_dsl.core.lines import (
    Effect as Effect,
)
from variorum_dsl.core.lines import (
    EndGame as EndGame,
)
from variorum_dsl.core.lines import (
    EndRound as EndRound,
)
from variorum_dsl.core.lines import (
    ForEachCard as ForEachCard,
)
from variorum_dsl.core.lines import (
    ForEachMember as ForEachMember,
)
from variorum_dsl.core.lines import (
    ForEachPlayer as ForEachPlayer,
)
from variorum_dsl.core.lines import (
    If as If,
)
from variorum_dsl.core.lines import (
    Limit as Limit,
)
from variorum_dsl.core.lines import (
    Line as Line,
)
from variorum_dsl.core.lines import (
    Move as Move,
)
from variorum_dsl.core.lines import (
    Nothing as Nothing,
)
from variorum_dsl.core.lines import (
    Origin as Origin,
)
from variorum_dsl.core.lines import (
    Pick as Pick,
)
from variorum_dsl.core.lines import (
    Repeat as Repeat,
)
from variorum_dsl.core.lines import (
    SetLocal as SetLocal,
)
from variorum_dsl.core.lines import (
    SetTrack as SetTrack,
)
from variorum_dsl.core.lines import (
    Show as Show,
)
from variorum_dsl.core.lines import (
    Shuffle as Shuffle,
)
from variorum_dsl.core.lines import (
    Together as Together,
)
from variorum_dsl.core.lines import (
    Traced as Traced,
)
from variorum_dsl.core.lines import (
    Turns as Turns,
)
from variorum_dsl.core.program import (
    NO_MEMBER as NO_MEMBER,
)
from variorum_dsl.core.program import (
    AttributeTable as AttributeTable,
)
from variorum_dsl.core.program import (
    Card as Card,
)
from variorum_dsl.core.program import (
    EndTable as EndTable,
)
from variorum_dsl.core.program import (
    EveryoneOut as EveryoneOut,
)
from variorum_dsl.core.program import (
    FigureTable as FigureTable,
)
from variorum_dsl.core.program import (
    OutTable as OutTable,
)
from variorum_dsl.core.program import (
    Program as Program,
)
from variorum_dsl.core.program import (
    PromiseTable as PromiseTable,
)
from variorum_dsl.core.program import (
    ScoreOperation as ScoreOperation,
)
from variorum_dsl.core.program import (
    ScoringTable as ScoringTable,
)
from variorum_dsl.core.program import (
    Sight as Sight,
)
from variorum_dsl.core.program import (
    Stage as Stage,
)
from variorum_dsl.core.program import (
    StageTable as StageTable,
)
from variorum_dsl.core.program import (
    StepTable as StepTable,
)
from variorum_dsl.core.program import (
    StillTied as StillTied,
)
from variorum_dsl.core.program import (
    Tie as Tie,
)
from variorum_dsl.core.program import (
    TrackTable as TrackTable,
)
from variorum_dsl.core.program import (
    ZoneTable as ZoneTable,
)
