"""Real editors, without a window, set up as docs/editors.md says: a code action mends a file, a
kind is renamed in all files, a game is played in a terminal."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.paths import ROOT
from tests.variorum.assist.conftest import CHILD, GAME

pytest.importorskip("pygls", reason="the extra lsp is not installed")
STORY = """
vim.o.hidden, vim.o.swapfile = true, false
vim.cmd("edit little.variant")
local buffer = vim.api.nvim_get_current_buf()
local function count() return #vim.diagnostic.get(buffer) end
assert(vim.wait(30000, function() return count() > 0 end), "no findings")
assert(vim.bo.filetype == "variant" and vim.bo.commentstring == "# %s")
local function ask(method, params)
  for _, answer in pairs(vim.lsp.buf_request_sync(buffer, method, params, 30000)) do
    return answer.result
  end
end
local here = { uri = vim.uri_from_bufnr(buffer) }
local found = vim.diagnostic.get(buffer)[1]
local place = { line = found.lnum, character = found.col }
local actions = ask("textDocument/codeAction", { textDocument = here,
  range = { start = place, ["end"] = place }, context = { diagnostics = {} } })
vim.lsp.util.apply_workspace_edit(actions[1].edit, "utf-16")
assert(vim.wait(30000, function() return count() == 0 end), "not mended")
local edit = ask("textDocument/rename", { textDocument = here,
  position = { line = 5, character = 3 }, newName = "stone" })
vim.lsp.util.apply_workspace_edit(edit, "utf-16")
vim.cmd("wall")
local lens = ask("codeLens/resolve", ask("textDocument/codeLens", { textDocument = here })[1])
assert(lens.command.command == "variorum.play")
vim.lsp.commands[lens.command.command](lens.command)
local game = vim.api.nvim_get_current_buf()
local function text() return table.concat(vim.api.nvim_buf_get_lines(game, 0, -1, false), "\\n") end
local asked = vim.wait(60000, function() return text():find("Your decision") ~= nil end)
vim.fn.writefile({ asked and "played" or text() }, "played.txt")
vim.cmd("qall!")
"""
EMACS = """
(setq eglot-confirm-server-initiated-edits nil eglot-sync-connect 30 make-backup-files nil)
(find-file "less.variant")
(find-file "little.variant")
(run-hooks 'post-command-hook)
(let* ((server (eglot-current-server))
       (uri (eglot--path-to-uri (buffer-file-name)))
       (start (list :line %(line)d :character %(column)d))
       (range (list :start start :end start))
       (actions (jsonrpc-request server :textDocument/codeAction
                 (list :textDocument (list :uri uri) :range range
                       :context (list :diagnostics [])))))
  (eglot--apply-workspace-edit (plist-get (aref actions 0) :edit))
  (eglot--signal-textDocument/didChange)
  (goto-char (point-min))
  (search-forward "gem \\"jewel")
  (goto-char (match-beginning 0))
  (eglot-rename "stone")
  (save-some-buffers t))
"""


def printed(editor: str, language: str) -> str:
    """What the page tells users of an editor to write."""
    page = (ROOT / "docs" / "editors.md").read_text("utf-8")
    part = re.split(r"(?m)^## ", page)
    (text,) = [each for each in part if each.startswith(editor)]
    (block,) = re.findall(rf"(?s)```{language}\n(.*?)```", text)
    return str(block)


def folder(tmp_path: Path) -> dict[str, str]:
    """An edition with a mistake and a variant of it; and an environment with our command."""
    (tmp_path / "little.variant").write_text(
        GAME.replace("total value of gem in", "total value of jem in"), "utf-8")
    (tmp_path / "less.variant").write_text(CHILD, "utf-8")
    command = tmp_path / "bin" / "variorum"
    command.parent.mkdir()
    command.write_text(f'#!/bin/sh\necho "$@" >> {tmp_path}/started\n'
                       f'exec "{sys.executable}" -m variorum "$@"\n', "utf-8")
    command.chmod(0o755)
    return {**os.environ, "PATH": f"{command.parent}{os.pathsep}{os.environ['PATH']}",
            "PYTHONPATH": str(ROOT)}


def holds(tmp_path: Path, said: str) -> None:
    text = (tmp_path / "little.variant").read_text("utf-8")
    assert "total value of stone in treasure" in text, said
    assert "jem" not in text
    assert "for each stone in treasure" in (tmp_path / "less.variant").read_text("utf-8"), said


def test_neovim(tmp_path: Path) -> None:
    if shutil.which("nvim") is None:
        pytest.skip("neovim is not installed")
    surroundings = folder(tmp_path)
    (tmp_path / "init.lua").write_text(printed("neovim", "lua"), "utf-8")
    (tmp_path / "story.lua").write_text(STORY, "utf-8")
    ran = subprocess.run(
        ["nvim", "--headless", "-u", "init.lua", "-c", "luafile story.lua", "-c", "qall!"],
        capture_output=True, text=True, timeout=180, check=False, cwd=tmp_path, env=surroundings)
    holds(tmp_path, ran.stderr)
    assert (tmp_path / "played.txt").read_text("utf-8") == "played\n", ran.stderr


def test_emacs(tmp_path: Path) -> None:
    if shutil.which("emacs") is None or subprocess.run(
        ["emacs", "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"],
        capture_output=True, check=False,
    ).returncode:
        pytest.skip("Emacs with eglot is not installed")
    surroundings = folder(tmp_path)
    text = (tmp_path / "little.variant").read_text("utf-8").split("\n")
    line = next(n for n, row in enumerate(text) if "jem" in row)
    (tmp_path / "init.el").write_text(printed("Emacs", "elisp"), "utf-8")
    (tmp_path / "story.el").write_text(
        EMACS % {"line": line, "column": text[line].index("jem") + 1}, "utf-8")
    ran = subprocess.run(
        ["emacs", "--batch", "-f", "package-initialize", "-l", "init.el", "-l", "eglot",
         "-l", "story.el"],
        capture_output=True, text=True, timeout=180, check=False, cwd=tmp_path, env=surroundings)
    holds(tmp_path, ran.stderr)


def test_kate(tmp_path: Path) -> None:
    """It opens the file at our server; what it shows then is Kate's."""
    if shutil.which("kate") is None or shutil.which("dbus-run-session") is None:
        pytest.skip("Kate is not installed")
    surroundings = folder(tmp_path)
    files = {
        "share/org.kde.syntax-highlighting/syntax/variant.xml": printed("Kate", "xml"),
        "config/kate/lspclient/settings.json": printed("Kate", "json"),
        "config/kate/anonymous.katesession": "[Kate Plugins]\nlspclientplugin=true\n",
        "config/katerc": "[Kate Plugins]\nlspclientplugin=true\n[lspclient]\n"
                         f"AllowedServerCommandLines={tmp_path}/bin/variorum lsp\n",
    }
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, "utf-8")
    (tmp_path / "bin" / "variorum").write_text(
        f'#!/bin/sh\ntee {tmp_path}/asked | "{sys.executable}" -m variorum "$@" '
        f"| tee {tmp_path}/answered\n", "utf-8")
    process = subprocess.Popen(
        ["dbus-run-session", "kate", "--startanon", "-b", str(tmp_path / "little.variant")],
        cwd=tmp_path, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        env={**surroundings, "QT_QPA_PLATFORM": "offscreen", "HOME": str(tmp_path),
             "XDG_DATA_HOME": str(tmp_path / "share"), "XDG_CONFIG_HOME": str(tmp_path / "config"),
             "XDG_CACHE_HOME": str(tmp_path / "cache"), "XDG_RUNTIME_DIR": str(tmp_path)})
    try:
        answered = tmp_path / "answered"
        for _ in range(240):
            if answered.exists() and b"unknown-name" in answered.read_bytes():
                break
            time.sleep(0.25)
        assert b"unknown-name" in answered.read_bytes()
        assert b"little.variant" in (tmp_path / "asked").read_bytes()
    finally:
        os.killpg(process.pid, 9)
        process.wait()
