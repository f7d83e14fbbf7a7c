"""Rule files that ask for far more work than their length suggests.

Each family is a function from a size to a text; what a check says of it is beside the point: it
must say it soon. `bench.growth` measures them, and the tests check small ones.
"""

from __future__ import annotations

from collections.abc import Callable

_GAME = """\
edition hostile "Hostile"
players 2 to 3
kinds
  gem has value
  coin has worth
components
  in deck
    6 gem with value 1 to 6
  in purse of each player
{coins}
zones
  deck holds gem, hidden, in order
  shop holds gem, open
  bank holds coin, open
  purse of each player holds coin, open
  treasure of each player holds gem, open
tracks
  starter is a player
figures
  money-left is total worth of purse
setup
  shuffle deck
  chance picks 1 of players as first
  starter becomes first
rounds until deck is empty, using up deck
  move top of deck to shop
{lines}
  move shop to treasure of starter
  starter becomes left of starter
scoring points
  gems add total value of treasure
{steps}winner
  highest points
  then highest money-left
  then shared
{more}"""
_PAY = """\
  starter picks {} of purse of starter as price, such that {}
  move price to bank"""


def game(coins: str = "3 coin with worth 1 to 3", lines: str = "", steps: str = "",
         more: str = "") -> str:
    return _GAME.format(coins=f"    {coins}", lines=lines or _PAY.format(1, "true"), steps=steps,
                        more=more)


def _coins(values: list[int]) -> str:
    return f"{len(values)} coin with worth {', '.join(map(str, values))}"


def doubling_money(size: int) -> str:
    """Every set of coins comes to another total."""
    return game(_coins([1 << i for i in range(min(size, 29))]),
                _PAY.format("1 or more", "total worth of price is more than 3"))


def different_money(size: int) -> str:
    """Money values as an honest author may write them, all different."""
    return game(_coins([n * n + 1000 * n for n in range(1, size + 1)]),
                _PAY.format("1 or more", "total worth of price is at least 3"))


def unmet_condition(size: int) -> str:
    """A condition that no set of cards meets, and that is no bound of a total."""
    return game(f"{size} coin with worth 1 to {size}", _PAY.format(
        "any number", "count of different worth of price is count of price + 1"))


def nested_selections(size: int) -> str:
    """Selections inside selections, each over all cards."""
    cards = "purse of players"
    condition = "worth of c0 is 0"
    for i in range(size):
        condition = f"any (those c{i} in {cards} such that {condition})"
    condition = condition.replace("worth of c0 is 0", " + ".join(
        f"worth of c{i}" for i in range(size)) + " is 0")
    return game("60 coin with worth 1 to 60", _PAY.format(1, f"not {condition}"))


def huge_totals(size: int) -> str:
    return game(_coins([900_000_000 + 7919 * i * i for i in range(size)]), _PAY.format(
        "1 or more", "total worth of price is at most 999999999"))


def all_at_once(size: int) -> str:
    """Everybody picks any number of many."""
    return game(f"{size} coin with worth 1 to {size}",
                "  at the same time, each player p\n"
                "    p picks any number of purse of p as price, such that "
                "count of different worth of price is at most count of price\n"
                "    move price to bank")


def chained_edits(size: int) -> str:
    """A long scoring of which each line is put behind the one before."""
    first = '  change scoring points\n    after gems add s0 add 1\n'
    rest = "".join(f"    after s{i} add s{i + 1} add 1\n" for i in range(size))
    return game(more=f'option longer "Longer"\n{first}{rest}')


def chained_lines(size: int) -> str:
    """A long round of which each line is put behind the one before."""
    rest = "".join(f"    after n{i} add\n      n{i + 1}: nothing happens\n" for i in range(size))
    return game(more='option longer "Longer"\n  change rounds\n    after move-shop add\n'
                f"      n0: nothing happens\n{rest}")


def repeated_uses(size: int) -> str:
    return game().replace("kinds\n", "uses auctions\n" * size + "kinds\n", 1)


def scoring_steps(size: int) -> str:
    return game(steps="".join(f"  s{i} add 1\n" for i in range(size)))


def readings(size: int) -> str:
    return game(more='silent what "What?"\n  assume nothing "nothing"\n' + "".join(
        f'  or r{i} "r{i}"\n    change scoring points\n      last add s{i} add {i + 1}\n'
        for i in range(size)))


def silences(size: int) -> str:
    return game(more="".join(
        f'silent q{i} "What?"\n  assume nothing "nothing"\n  or r "r"\n'
        f"    change scoring points\n      last add s{i} add {i + 1}\n" for i in range(size)))


def kinds_below_kinds(size: int) -> str:
    return game(more="".join(f"add kinds\n  k{i + 1} under {f'k{i}' if i else 'gem'}\n"
                             for i in range(size))).replace("add kinds", "kinds")


def renames(size: int) -> str:
    return game(more='option other "Other"\n' + "".join(
        f"  rename {f'm{i}' if i else 'money-left'} to m{i + 1}\n" for i in range(size)))


def looping_examples(size: int) -> str:
    """Examples of a round with loops in it."""
    loop = """\
  for each player p
    for each card c in deck
      for each card d in deck
        for each card e in deck
          if money-left of p is value of c + value of d + value of e
            end the game
"""
    return game(lines=loop + _PAY.format(1, "true"), more="".join(f"""\
example e{i}
  players ann, bo
  when playing rounds
    ann: coin 1
  then
    the round has ended
""" for i in range(size)))


def many_or(size: int) -> str:
    return game(lines=_PAY.format(1, " or ".join(["true"] * size)))


def chained_procedures(size: int) -> str:
    first = "procedure p0\n  nothing happens\n"
    return game(lines=f"  do p{size}\n{_PAY.format(1, 'true')}", more=first + "".join(
        f"procedure p{i + 1}\n  do p{i}\n" for i in range(size)))


def doubling_procedures(size: int) -> str:
    """Each procedure calls the one before twice."""
    first = "procedure p0\n  nothing happens\n"
    return game(lines=f"  do p{size}\n{_PAY.format(1, 'true')}", more=first + "".join(
        f"procedure p{i + 1}\n  do p{i}\n  do p{i}\n" for i in range(size)))


def choices(size: int) -> str:
    return game(lines="  starter chooses\n" + "".join(
        f"    c{i}\n      nothing happens\n" for i in range(size)))


def loops_in_loops(size: int) -> str:
    lines, indent = [], "  "
    for i in range(size):
        lines.append(f"{indent}for each card c{i} in deck")
        indent += "  "
    return game(lines="\n".join([*lines, f"{indent}nothing happens", _PAY.format(1, "true")]))


def figures_of_figures(size: int) -> str:
    return game(more="figures\n  f0 is money-left\n" + "".join(
        f"  f{i + 1} is f{i} + f{i}\n" for i in range(size)))


def sums_in_sums(size: int) -> str:
    """Sums over numbers inside sums over numbers."""
    inner = "1"
    for i in range(size):
        inner = f"({inner} for each number n{i} from 1 to 9)"
    return game(steps=f"  sums add {inner}\n")


def two_halves(size: int) -> str:
    """A pick that comes to as much as what is left."""
    return game(_coins([7 * i * i + 1 for i in range(size)]), _PAY.format(
        "1 or more", "total worth of price is total worth of (purse of starter except price)"))


def unused_figures(size: int) -> str:
    """Findings in their thousands, each with the edit that mends it."""
    return game(more="figures\n" + "".join(f"  f{i} is money-left + {i}\n" for i in range(size)))


def same_figures(size: int) -> str:
    return game(more="figures\n" + "  same is 1\n" * size)


def misspelt_names(size: int) -> str:
    """Names that are nearly those of thousands of others."""
    return game(steps="".join(f"  s{i} add figure-numbr-{i}\n" for i in range(size)),
                more="figures\n" + "".join(f"  figure-number-{i} is 1\n" for i in range(size)))


def long_chain_of_ties(size: int) -> str:
    return game().replace("  then highest money-left\n", "".join(
        f"  then highest x{i}\n" for i in range(size)))


def given_again(size: int) -> str:
    """An example that lays the same card down many times."""
    return game(more="example again\n  players ann, bo\n  given\n"
                + "    shop includes gem 3\n" * size + "  when the game ends\n"
                "  then\n    the game has ended\n")


def examples_inside(size: int) -> str:
    """Examples that begin at a line of the round."""
    return game(more="".join(f"""\
example e{i}
  players ann, bo
  given
    shop holds gem {i % 6 + 1}
    starter is ann
  when playing rounds from price
    ann: coin 1
  then
    the round has ended
""" for i in range(size)))


def own_words(size: int) -> str:
    """Sentences for rules, none of which fits its rule."""
    return game(more="figures\n" + "".join(
        f'  f{i} is money-left + {i} says "Add {i}." fits "80b1a547"\n' for i in range(size)))


def secret_numbers(size: int) -> str:
    return game(lines="".join(
        f"  starter picks a number from 0 to (held of starter) as n{i}\n"
        f"  subtract n{i} from held of starter\n" for i in range(size)) + _PAY.format(1, "true"),
        more="tracks\n  held of each player is a number, starting at 1, secret\n")


def options(size: int) -> str:
    return game(more="".join(
        f'option o{i} "O"\n  change scoring points\n    last add s{i} add {i + 1}\n'
        for i in range(size)))


def many_always(size: int) -> str:
    return game(more="".join(
        f'always a{i} "a": count of deck is at least 0\n' for i in range(size)))


def wide_components(size: int) -> str:
    """A line with a value for each of many components."""
    return game(_coins([1] * size))


def tabbed_lines(size: int) -> str:
    """Lines that are indented by a tab, the last ones of which cannot be read either."""
    return game(more="figures\n" + "\tsame is 1\n" * (size - size // 20) + "\tx\n" * (size // 20))


def unread_lines(size: int) -> str:
    """The same, indented by spaces."""
    return tabbed_lines(size).replace("\t", "  ")


# With the largest size that fits into 1 MB, or that says what the family is about.
FAMILIES: dict[str, tuple[Callable[[int], str], int]] = {
    each.__name__.replace("_", "-"): (each, most) for each, most in (
        (doubling_money, 29), (different_money, 30), (unmet_condition, 60),
        (nested_selections, 5), (huge_totals, 60), (all_at_once, 60),
        (chained_edits, 3_000), (chained_lines, 3_000), (repeated_uses, 20_000),
        (scoring_steps, 20_000), (readings, 2_000), (silences, 2_000),
        (kinds_below_kinds, 5_000), (renames, 20_000), (looping_examples, 1_000),
        (many_or, 400), (chained_procedures, 500), (doubling_procedures, 30), (choices, 5_000),
        (loops_in_loops, 12), (figures_of_figures, 60), (options, 2_000), (many_always, 10_000),
        (sums_in_sums, 20), (two_halves, 60), (unused_figures, 10_000), (same_figures, 10_000),
        (misspelt_names, 10_000), (long_chain_of_ties, 20_000), (given_again, 20_000),
        (examples_inside, 6_000), (own_words, 9_000), (secret_numbers, 2_000),
        (wide_components, 150_000), (tabbed_lines, 75_000), (unread_lines, 75_000),
    )
}
