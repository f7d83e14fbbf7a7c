"""The extension for VS Code: its parts fit together, its snippets are rules, it can be built."""

from __future__ import annotations

import json
import os
import re
import runpy
import shutil
import socket
import struct
import subprocess
import sys
import zipfile
import zlib
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.variorum.assist.conftest import GAME
from variorum.checker.check import check, read_bytes
from variorum.version import __version__

HERE = ROOT / "editors" / "vscode"
PACKAGE = json.loads((HERE / "package.json").read_text("utf-8"))
CONFIGURATION = json.loads((HERE / "language-configuration.json").read_text("utf-8"))
SNIPPETS: Mapping[str, Mapping[str, str | list[str]]] = json.loads(
    (HERE / "snippets.json").read_text("utf-8"))
EDITIONS = sorted([*ROOT.glob("variants/*.variant"), *ROOT.glob("tests/games/*.variant")])
# `require` as the editor has it, with a client that only says how it was called.
STORY = """
const module_ = require("module"), load = module_._load;
let said = [], middleware;
const saved = { uri: "file:///a%20b.variant", save: async () => said.push("saved") };
const vscode = {
  Uri: { parse: text => ({ toString: () => text, fsPath: decodeURI(text.slice(7)) }) },
  Task: class { constructor(...given) { this.given = given; } },
  TaskScope: { Workspace: 2 }, TaskPanelKind: { Dedicated: 2 },
  ProcessExecution: class { constructor(...given) { this.given = given; } },
  tasks: { executeTask: task => said.push(task.given[4].given) },
  workspace: {
    textDocuments: [saved],
    getConfiguration: part => ({ get: key => `${part}.${key}` }),
    createFileSystemWatcher: pattern => pattern },
  window: { showErrorMessage: text => said.push(text) } };
class LanguageClient {
  constructor(...given) { said.push(given); middleware = given[3].middleware; }
  async start() { if (process.argv[2] === "fails") throw new Error("ENOENT"); }
  stop() { said.push("stopped"); } }
module_._load = (name, ...rest) => name === "vscode" ? vscode
  : name === "vscode-languageclient/node" ? { LanguageClient } : load(name, ...rest);
const extension = require(process.argv[1]);
const plays = process.argv[2] === "plays", next = (...given) => said.push(given);
extension.activate()
  .then(() => plays && middleware.executeCommand("variorum.play", [saved.uri], next))
  .then(() => plays && middleware.executeCommand("variorum.compare", ["x"], next))
  .then(() => extension.deactivate())
  .then(() => console.log(JSON.stringify(said)));
"""


def typed(name: str) -> str:
    """What stands in the file when somebody chooses a snippet and accepts all that it proposes."""
    text = "\n".join(SNIPPETS[name]["body"])
    assert "\t" not in text
    return re.sub(r"\$\{\d+:([^}]*)\}|\$\d+", lambda found: found[1] or "", text).rstrip() + "\n"


def test_the_parts_are_there_and_name_one_language() -> None:
    offers = PACKAGE["contributes"]
    (language,), (grammar,), (snippets,) = (
        offers["languages"], offers["grammars"], offers["snippets"])
    for path in (PACKAGE["main"], PACKAGE["icon"], language["configuration"], grammar["path"],
                 snippets["path"]):
        assert (HERE / path).is_file(), path
    assert (language["id"], language["extensions"]) == ("variant", [".variant"])
    assert {grammar["language"], snippets["language"]} == {language["id"]}
    assert PACKAGE["activationEvents"] == [f"onLanguage:{language['id']}"]
    assert grammar["scopeName"] == json.loads(
        (HERE / grammar["path"]).read_text("utf-8"))["scopeName"]
    assert PACKAGE["version"] == __version__


def test_only_a_trusted_folder_says_which_program_is_started() -> None:
    assert PACKAGE["capabilities"]["untrustedWorkspaces"]["restrictedConfigurations"] == list(
        PACKAGE["contributes"]["configuration"]["properties"])


def test_the_icon_is_the_one_that_is_drawn() -> None:
    drawn = (HERE / PACKAGE["icon"]).read_bytes()
    assert struct.unpack(">II", drawn[16:24]) == (128, 128)
    data = drawn.index(b"IDAT") + 4
    (size,) = struct.unpack(">I", drawn[data - 8 : data - 4])
    assert zlib.decompress(drawn[data : data + size]) == runpy.run_path(
        str(HERE / "icon.py"))["rows"]()


@pytest.mark.parametrize("name", SNIPPETS)
def test_a_snippet_is_rules_without_a_finding(name: str) -> None:
    assert SNIPPETS[name]["prefix"] == name
    text, whole = typed(name), typed("edition")
    if name in ("scoring", "winner"):  # the small game has these already
        text = re.sub(rf"^{name}.*\n(?: .*\n)+", text, whole, flags=re.MULTILINE)
        assert text != whole or name == "winner"
    elif name not in ("edition", "variant"):
        text = f"{whole}\n{text}"
    found = check(read_bytes(text.encode(), f"{name}.variant"))
    assert [each.title for each in found] == []


def test_a_name_with_hyphens_is_one_word() -> None:
    assert re.findall(CONFIGURATION["wordPattern"], "move best-luxury to row-2, 3") == [
        "move", "best-luxury", "to", "row-2"]


@pytest.mark.parametrize("path", EDITIONS, ids=lambda path: path.stem)
def test_a_new_line_is_indented_where_a_block_begins_and_nowhere_else(path: Path) -> None:
    rules = [(re.compile(rule["beforeText"]), re.compile(rule.get("previousLineText", "")))
             for rule in CONFIGURATION["onEnterRules"]]
    lines = [line for line in path.read_text("utf-8").split("\n")
             if line.strip() and not line.lstrip().startswith("#")]
    wrong = []
    for above, line, below in zip(["", *lines], lines, [*lines[1:], ""], strict=False):
        block = len(below) - len(below.lstrip()) > len(line) - len(line.lstrip())
        indented = any(begins.search(line) and after.search(above) for begins, after in rules)
        # A promise that goes on in the next line is not a block; blocks inside are a help.
        begun = block and not line.startswith((" ", "always "))
        if (indented and not block) or (begun and not indented):
            wrong.append(line)
    assert wrong == []


@pytest.mark.parametrize("fails", [False, True])
def test_the_server_is_started(fails: bool) -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    ran = subprocess.run(
        ["node", "-e", STORY, str(HERE / "extension.js"), "fails" if fails else "starts"],
        capture_output=True, text=True, check=True, timeout=60)
    (_, _, server, client), last = json.loads(ran.stdout)
    assert server == {"command": "variorum.command", "args": ["lsp"]}
    assert client["documentSelector"] == [{"language": "variant"}]
    assert ("pip install 'variorum[lsp]'" in last) if fails else (last == "stopped")


def test_a_game_is_played_at_a_terminal_and_the_rest_is_left_to_the_server() -> None:
    if shutil.which("node") is None:
        pytest.skip("node is not installed")
    ran = subprocess.run(["node", "-e", STORY, str(HERE / "extension.js"), "plays"],
                         capture_output=True, text=True, check=True, timeout=60)
    _, *said = json.loads(ran.stdout)
    assert said == ["saved", ["variorum.command", ["play", "/a b.variant", "--human", "1"]],
                    ["variorum.compare", ["x"]], "stopped"]


def test_it_can_be_built(tmp_path: Path) -> None:
    if "VARIORUM_VSCODE" not in os.environ:
        pytest.skip("fetches packages: VARIORUM_VSCODE=1 runs it")
    if shutil.which("npm") is None:
        pytest.skip("npm is not installed")
    subprocess.run(["make", "vscode", f"VSIX={tmp_path / 'it.vsix'}"], cwd=ROOT, check=True,
                   capture_output=True, timeout=600)
    names = set(zipfile.ZipFile(tmp_path / "it.vsix").namelist())
    assert {f"extension/{name}" for name in (
        "extension.js", "icon.png", "snippets.json", "language-configuration.json",
        "syntaxes/variant.tmLanguage.json", "node_modules/vscode-languageclient/node.js")} <= names
    assert not [name for name in names if "vsce" in name or name.endswith(".py")]


def test_in_vscode_itself(tmp_path: Path) -> None:
    """A quick fix mends a file, and a lens starts a game in a terminal."""
    modules = os.environ.get("VARIORUM_CODE_SERVER")
    if modules is None:
        pytest.skip("VARIORUM_CODE_SERVER=FOLDER/node_modules with code-server, playwright-core")
    vsix, rules, command = tmp_path / "it.vsix", tmp_path / "rules", tmp_path / "variorum"
    subprocess.run(["make", "vscode", f"VSIX={vsix}"], cwd=ROOT, check=True, capture_output=True,
                   timeout=600)
    command.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/started\n'
                       f'exec "{sys.executable}" -m variorum "$@"\n', "utf-8")
    command.chmod(0o755)
    rules.mkdir()
    file = rules / "little.variant"
    file.write_text(GAME.replace("total value of gem in", "total value of jem in"), "utf-8")
    (tmp_path / "data" / "User").mkdir(parents=True)
    (tmp_path / "data" / "User" / "settings.json").write_text(json.dumps({
        "variorum.command": str(command), "security.workspace.trust.enabled": False,
        "workbench.startupEditor": "none"}), "utf-8")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    vscode = ["node", f"{modules}/code-server/out/node/entry.js", "--user-data-dir",
              str(tmp_path / "data"), "--extensions-dir", str(tmp_path / "extensions")]
    around = {**os.environ, "PYTHONPATH": str(ROOT), "HOME": str(tmp_path)}
    subprocess.run([*vscode, "--install-extension", str(vsix)], check=True, capture_output=True,
                   timeout=300, env=around)
    with subprocess.Popen([*vscode, "--auth", "none", "--bind-addr", f"127.0.0.1:{port}",
                           "--disable-telemetry", "--disable-update-check"], env=around,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as server:
        try:
            assert server.stdout is not None
            assert any("listening on http" in line for line in server.stdout)
            ran = subprocess.run(
                ["node", str(Path(__file__).parent / "in_vscode.js"), modules,
                 f"http://127.0.0.1:{port}/?folder={rules}", str(tmp_path / "started")],
                capture_output=True, text=True, timeout=400, check=False)
        finally:
            server.terminate()
    assert ran.stdout == "played\n", ran.stderr
    assert file.read_text("utf-8") == GAME
    assert (tmp_path / "started").read_text("utf-8").splitlines()[:2] == [
        "lsp", f"play {file} --human 1"]


def test_without_npm_the_build_is_left_out_and_says_so(tmp_path: Path) -> None:
    for tool in ("make", "sh", "awk"):
        if (found := shutil.which(tool)) is None:
            pytest.skip(f"{tool} is not installed")
        (tmp_path / tool).symlink_to(found)
    ran = subprocess.run(["make", "vscode"], cwd=ROOT, env={"PATH": str(tmp_path)}, text=True,
                         capture_output=True, check=False)
    assert (ran.returncode, ran.stdout) == (0, "make vscode needs npm (Node.js): skipped\n")
