"""The shape of the tree: rooms of a size that one can look over, classes that are not chains."""

import ast
from pathlib import Path

import pytest

from tests.house.test_imports import PACKAGES, ROOT, modules, tree

DEEPEST = 3
MOST_IN_A_ROOM = 15
ONE_FILE_EACH = ("commands", "checks")  # rooms that are a list
MOST_ANY = 250


def bases() -> dict[str, list[str]]:
    return {
        node.name: [base.id for base in node.bases if isinstance(base, ast.Name)]
        for path in modules().values() for node in ast.walk(tree(path))
        if isinstance(node, ast.ClassDef)
    }


def test_no_class_chain_is_deeper_than_three() -> None:
    known = bases()

    def chain(name: str, *below: str) -> tuple[str, ...]:
        if name not in known or name in below:
            return ()
        return max(((name, *chain(base, name, *below)) for base in known[name]), key=len,
                   default=(name,))

    assert [found for name in known if len(found := chain(name)) > DEEPEST] == []


def rooms() -> list[Path]:
    return sorted({path.parent for path in modules().values()})


@pytest.mark.parametrize("room", rooms(), ids=lambda room: str(room.relative_to(ROOT)))
def test_every_room_says_what_it_is_for(room: Path) -> None:
    door = room / "__init__.py"
    assert ast.get_docstring(tree(door)), f"{door} has no docstring"
    if room.name not in ONE_FILE_EACH:
        assert len(list(room.glob("*.py"))) - 1 <= MOST_IN_A_ROOM


def test_types_carry_the_design() -> None:
    used = sum(
        1 for path in modules().values() for node in ast.walk(tree(path))
        if isinstance(node, ast.Name | ast.alias)
        and (node.id if isinstance(node, ast.Name) else node.name) == "Any"
    )
    assert used <= MOST_ANY


def test_packages_are_typed() -> None:
    assert all((folder / "py.typed").exists() for folder in PACKAGES.values())
