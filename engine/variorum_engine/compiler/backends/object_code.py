"""Making machine code: the text of a game as assembly, and that as object code, by llvmlite."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping

from variorum_engine.compiler.backends.assembly import HEAD, Constants, assembled, tables
from variorum_engine.compiler.backends.prelude import machine_prelude

Entries = Mapping[str, tuple[bool, ...]]  # for each function: which arguments are rows
# What is made for numbers that wrap around, and is never told that they do.
WRAPPING = ("start", "below", "one", "luck", "luck_of_owner", "luck_below", "ticket")
SPEED = 2  # how hard LLVM tries, as in `-O2`
# Functions up to this weight are put where they are called. LLVM's own 225 makes code that is no
# quicker with bots that weigh their answers, and takes it a quarter longer.
INLINED = 60


def functions(text: str, wanted: Iterable[str]) -> list[ast.FunctionDef]:
    """The functions that are wanted and those that they call."""
    parsed = {part.name: part for part in ast.parse(text).body if isinstance(part, ast.FunctionDef)}
    found: dict[str, ast.FunctionDef] = {}
    waiting = [*wanted]
    while waiting:
        name = waiting.pop()
        if name in parsed and name not in found:
            found[name] = parsed[name]
            waiting += [node.func.id for node in ast.walk(parsed[name])
                        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    return list(found.values())


def constants_in(text: str, given: Constants) -> Constants:
    """Those that are given, and what stands between the functions."""
    found = dict(given)
    for part in ast.parse(text).body:
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                code = compile(ast.Expression(value), "<constant>", "eval")
                found[name] = eval(code, {"__builtins__": {}}, found)  # noqa: S307
    return found


def assembly(text: str, constants: Constants, entries: Entries, *, checked: bool) -> str:
    """The whole of a game; `checked`: its numbers may be too large, and that is noted."""
    given = given_text()
    known = constants_in(given + text, constants)
    wraps = {function.name for function in functions(given, WRAPPING)}
    parts, loops = [HEAD, tables(known)], 0
    for function in functions(given + text, entries):
        part = assembled(function, known, checked=checked and function.name not in wraps,
                         public=function.name in entries, first_loop=loops)
        parts.append(part.text)
        loops += part.unrolled
    return "\n\n".join(parts)


def machine_code(
    text: str, constants: Constants, entries: Entries, *, checked: bool = False
) -> bytes:
    """Object code for this processor."""
    import llvmlite.binding as llvm

    llvm.initialize_native_target()
    llvm.initialize_native_asmprinter()
    target = llvm.Target.from_default_triple().create_target_machine(
        cpu=llvm.get_host_cpu_name(), features=llvm.get_host_cpu_features().flatten(), opt=SPEED,
        codemodel="jitdefault", jit=True,
    )
    module = llvm.parse_assembly(assembly(text, constants, entries, checked=checked))
    module.triple, module.data_layout = target.triple, str(target.target_data)
    options = llvm.create_pipeline_tuning_options(speed_level=SPEED)
    options.inlining_threshold = INLINED
    builder = llvm.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = target.emit_object(module)
    return code


def given_text() -> str:
    """What the code is given on this processor."""
    import llvmlite.binding as llvm

    return machine_prelude(deposits=bool(llvm.get_host_cpu_features().get("bmi2")))
