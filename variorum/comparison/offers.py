"""Optional rules."""

from __future__ import annotations

from variorum.comparison.differences import made
from variorum.comparison.edited import Edited, answer, features, matched, options
from variorum.comparison.model import Difference, plainly, said
from variorum.comparison.pairing import Together, cites_of


def offered(together: Together) -> list[Difference]:
    """Optional rules that only one side has, or that are not the same."""
    a, b = together.counts[0]
    mine, theirs = options(together.left, a), options(together.right, b)
    pairs = matched(together, mine, theirs)
    found = [_offered(together, option, left=True) for option in mine
             if option.name not in pairs]
    found += [_offered(together, option, left=False) for option in theirs
              if option.name not in pairs.values()]
    for option in mine:
        other = next((o for o in theirs if o.name == pairs.get(option.name)), None)
        if other is not None and features(together, option, left=True) != features(
            together, other, left=False
        ):
            found.append(made(
                together, "option", said("{l0} / {r0}: not the same optional rule",
                                         (option.title, other.title)),
                together.left.spot(option.clause.at, cites_of(option.clause)),
                together.right.spot(other.clause.at, cites_of(other.clause)),
                (option.name, other.name), option.name,
                verdict="chosen", how="it is an optional rule",
            ))
    return found


def _offered(together: Together, option: Edited, *, left: bool) -> Difference:
    side, other = ((together.left, together.right) if left
                   else (together.right, together.left))
    spot = side.spot(option.clause.at, cites_of(option.clause))
    followed = answer(together, option, left=left)
    note = f"{other.label} always plays so" if followed == option.name else ""
    return made(together, "option", plainly(f"only {side.label} offers: {option.title}"),
                spot if left else None, None if left else spot,
                (option.name, "") if left else ("", option.name), option.name,
                verdict="chosen", how="it is an optional rule", note=note)
