"""Real editors, without a window: a code action mends a file, a kind is renamed in all files."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.variorum.assist.conftest import CHILD, GAME

pytest.importorskip("pygls", reason="the extra lsp is not installed")
STORY = """
local folder, python = "%s", "%s"
vim.o.hidden, vim.o.swapfile = true, false
vim.cmd("edit " .. folder .. "/little.variant")
local buffer = vim.api.nvim_get_current_buf()
local command = { python, "-m", "variorum", "lsp" }
local client = vim.lsp.start_client({ name = "variorum", cmd = command })
vim.lsp.buf_attach_client(buffer, client)
local function count() return #vim.diagnostic.get(buffer) end
assert(vim.wait(30000, function() return count() > 0 end), "no findings")
local function ask(method, params)
  local answer = vim.lsp.buf_request_sync(buffer, method, params, 30000)
  return answer[client].result
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
vim.cmd("qall!")
"""
EMACS = """
(package-initialize)
(require 'eglot)
(define-derived-mode variant-mode prog-mode "Variant")
(add-to-list 'eglot-server-programs '(variant-mode . ("%(python)s" "-m" "variorum" "lsp")))
(setq eglot-confirm-server-initiated-edits nil eglot-sync-connect 30 make-backup-files nil)
(find-file "%(folder)s/less.variant")
(find-file "%(folder)s/little.variant")
(variant-mode)
(apply #'eglot (append (eglot--guess-contact) nil))
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


def folder(tmp_path: Path) -> None:
    (tmp_path / "little.variant").write_text(
        GAME.replace("total value of gem in", "total value of jem in"), "utf-8")
    (tmp_path / "less.variant").write_text(CHILD, "utf-8")


def holds(tmp_path: Path, said: str) -> None:
    text = (tmp_path / "little.variant").read_text("utf-8")
    assert "total value of stone in treasure" in text, said
    assert "jem" not in text
    assert "for each stone in treasure" in (tmp_path / "less.variant").read_text("utf-8"), said


def test_neovim(tmp_path: Path) -> None:
    if shutil.which("nvim") is None:
        pytest.skip("neovim is not installed")
    folder(tmp_path)
    story = tmp_path / "story.lua"
    story.write_text(STORY % (tmp_path, sys.executable), "utf-8")
    ran = subprocess.run(
        ["nvim", "--headless", "-u", "NONE", "-c", f"luafile {story}", "-c", "qall!"],
        capture_output=True, text=True, timeout=120, check=False)
    holds(tmp_path, ran.stderr)


def test_emacs(tmp_path: Path) -> None:
    if shutil.which("emacs") is None or subprocess.run(
        ["emacs", "--batch", "--eval", "(progn (package-initialize) (require 'eglot))"],
        capture_output=True, check=False,
    ).returncode:
        pytest.skip("Emacs with eglot is not installed")
    folder(tmp_path)
    text = (tmp_path / "little.variant").read_text("utf-8").split("\n")
    line = next(n for n, row in enumerate(text) if "jem" in row)
    story = tmp_path / "story.el"
    story.write_text(EMACS % {"folder": tmp_path, "python": sys.executable, "line": line,
                              "column": text[line].index("jem") + 1}, "utf-8")
    ran = subprocess.run(["emacs", "--batch", "-l", str(story)], capture_output=True, text=True,
                         timeout=120, check=False)
    holds(tmp_path, ran.stderr)
