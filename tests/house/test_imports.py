"""The direction of imports, and that everything in the packages is there for somebody who uses it.

Imports are read off the source, also those inside functions; a module that another one names in a
string (`variorum.commands.check:command`) counts as imported by it.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.paths import ROOT

PACKAGES = {"variorum_dsl": ROOT / "dsl" / "variorum_dsl",
            "variorum_engine": ROOT / "engine" / "variorum_engine",
            "variorum": ROOT / "variorum"}
# What each may import of ours: imports point one way.
ALLOWED = {
    "variorum_dsl": {"variorum_dsl"},
    "variorum_engine": {"variorum_dsl", "variorum_engine"},
    "variorum": {"variorum_dsl", "variorum_engine", "variorum"},
}
# Where people come in: the command line, `import variorum`, pytest and hypothesis.
ENTRANCES = ("variorum", "variorum.__main__", "variorum.cli", "variorum.pytest_plugin",
             "variorum.testing", "variorum.highlighting.pygments_lexer")
# Run by those who change the language, as CONTRIBUTING says.
TOOLS = {"variorum_dsl.syntax.grammar", "variorum.highlighting.textmate"}
# Documented for people's own Python (docs/simulate.md), or offered to editors: what may follow at a
# place, whether a part of a pick can be completed, a file's JSON read back.
OFFERED = {"variorum.simulation.compare", "variorum_dsl.syntax.completion",
           "variorum_dsl.syntax.incremental_reader", "completable", "from_json", "saved_stamp",
           "changed_winners", "VariantLexer"}
# Called by libraries: click, pytest and lark.
OVERRIDES = {"list_commands", "get_command", "format_commands", "reportinfo", "runtest", "lex"}
_NAMED = re.compile(r"variorum(?:_dsl|_engine)?(?:\.\w+)+")


@cache
def modules() -> dict[str, Path]:
    found = {}
    for package, folder in PACKAGES.items():
        for path in folder.rglob("*.py"):
            parts = [package, *path.relative_to(folder).with_suffix("").parts]
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imported(name: str) -> Iterator[str]:
    """The modules of ours that a module imports or names."""
    known = modules()
    for node in ast.walk(tree(known[name])):
        match node:
            case ast.Import(names=names):
                yield from (each.name for each in names)
            case ast.ImportFrom(module=str() as module, names=names):
                yield module
                yield from (f"{module}.{each.name}" for each in names)
            case ast.Constant(value=str() as text) if not text.count("\n"):
                yield from _NAMED.findall(text)


def closure(starts: tuple[str, ...]) -> set[str]:
    """The modules that these lead to, with the packages that they lie in."""
    known = modules()
    found: set[str] = set()
    waiting = list(starts)
    while waiting:
        name = waiting.pop()
        if name in found or name not in known:
            continue
        found.add(name)
        waiting.extend(imported(name))
        waiting.append(name.rpartition(".")[0])
    return found


@pytest.mark.parametrize("name", sorted(modules()))
def test_imports_point_one_way(name: str) -> None:
    package = name.split(".", maxsplit=1)[0]
    ours = {each.split(".")[0] for each in imported(name)} & set(PACKAGES)
    assert ours <= ALLOWED[package]


def test_everything_is_reached_from_the_command_line_or_the_public_names() -> None:
    runtime = {name for name in modules() if name.startswith("variorum_engine.runtime.")}
    reached = closure(ENTRANCES)
    # The code that all games share is put together by name, see the next test.
    assert set(modules()) - reached - TOOLS - OFFERED - runtime == set()


def test_the_runtime_is_put_together_from_its_own_modules() -> None:
    """Every module of the runtime is named by what puts a machine together."""
    home = "variorum_engine.runtime"
    names = {name.removeprefix(home) for name, path in modules().items()
             if name.startswith(f"{home}.") and path.name != "__init__.py"}
    texts = {
        node.value for name, path in modules().items() if name.startswith("variorum_engine.")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert names - texts - {".interface"} == set()


def test_functions_and_classes_are_used_somewhere_in_the_packages() -> None:
    """What only tests use belongs to the tests, what only measures to `bench/`."""
    used = {word for path in modules().values() for word in names_used(tree(path))}
    public = {  # offered by `import variorum` and `variorum.testing`
        node.name
        for name in ("variorum.edition", "variorum.testing") if name in modules()
        for top in tree(modules()[name]).body
        for node in ast.walk(top) if isinstance(node, ast.FunctionDef | ast.ClassDef)
    }
    unused = {
        f"{name}.{node.name}"
        for name, path in modules().items()
        for node in ast.walk(tree(path))
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and node.name not in used and not hooked(node)
        and node.name not in public | OFFERED | OVERRIDES
    }
    assert unused == set()


def names_used(module: ast.Module) -> Iterator[str]:
    """The names that code uses, and the words of its texts, by which others are called; what only
    a docstring, a comment or an import names is not used."""
    documents = {
        id(node.body[0].value) for node in ast.walk(module)
        if isinstance(node, ast.Module | ast.FunctionDef | ast.ClassDef)
        and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in ast.walk(module):
        match node:
            case ast.Name(id=name) | ast.Attribute(attr=name) | ast.keyword(arg=str() as name):
                yield name
            case ast.MatchClass(kwd_attrs=names):
                yield from names
            case ast.Constant(value=str() as text) if id(node) not in documents:
                yield from re.findall(r"\w+", text)


def hooked(node: ast.FunctionDef | ast.ClassDef) -> bool:
    """Called by name from outside: by Python itself, pytest, click, ast visitors, or as a
    registered function."""
    return (node.name.startswith(("__", "visit_", "pytest_")) or bool(node.decorator_list)
            or any(isinstance(base, ast.Attribute) for base in getattr(node, "bases", ())))
