# Everything needs only Python 3.11 or later, venv and make; what is missing is set up first.

PYTHON ?= python3
VENV   ?= .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
VSIX   ?= $(CURDIR)/dist/variorum.vsix

PLAY     := play osprey-2018 --players 3 --seed 47 --brief
DIFF     := diff osprey-2018 quick-start

# What plain `make` does after checking the editions: names of targets below.
SHOW ?= play diff next

.DEFAULT_GOAL := all
.PHONY: all check play diff next test lint types tests accept bench soak docs vscode clean help

all: check $(SHOW)  ## check the five editions, show a game, how two of them differ, what to do next

check: $(READY)  ## check the five editions
	$(BIN)/variorum check variants

play: $(READY)  ## watch three players at the table
	@echo
	$(BIN)/variorum $(PLAY)

diff: $(READY)  ## how two editions differ, and which difference can change who wins
	@echo
	$(BIN)/variorum $(DIFF)

next:  ## what to type next
	@echo
	@echo "Next:"
	@echo "  . $(BIN)/activate                          variorum is a command now"
	@echo "  variorum play osprey-2018 --human 1           play against bots yourself"
	@echo "  variorum new my-society --from osprey-2018    begin a variant of your own"
	@echo "  variorum diff osprey-2018 quick-start --full  what proves it"
	@echo "  variorum --help                               all that there is"
	@echo "and docs/tutorial.md: a variant with a new card in ten minutes."

test: lint types tests  ## style, types and tests

lint: $(READY)
	$(BIN)/ruff check .

types: $(READY)
	$(BIN)/mypy

tests: $(READY)
	$(BIN)/python -m pytest -q -n auto --dist worksteal

accept: $(READY)  ## write the golden transcripts again, to be looked at in the diff
	$(BIN)/python -m pytest -q tests/variorum/commands/test_play.py -k golden --accept

bench: $(READY)  ## measure the speed of the commands
	$(BIN)/python -m bench

soak: $(READY)  ## ten thousand random games of every way to play (hours)
	$(BIN)/python -m bench.soak

docs: $(READY)  ## write generated_docs/ again
	$(BIN)/variorum docs --prune

# Built beside the sources, so that nothing of npm's gets between them.
vscode:  ## build the extension for VS Code, dist/variorum.vsix (needs npm)
	@if ! command -v npm >/dev/null; then echo "make vscode needs npm (Node.js): skipped"; exit 0; fi; \
	set -e; mkdir -p build/vscode "$(dir $(VSIX))"; \
	find build/vscode -mindepth 1 -maxdepth 1 ! -name node_modules -exec rm -rf {} +; \
	cp -R editors/vscode/. LICENSE build/vscode/; cd build/vscode; \
	npm install --no-package-lock --no-audit --no-fund --loglevel=error || \
		{ echo "make vscode: npm could not fetch the packages that editors/vscode/package.json names"; exit 1; }; \
	npx --no-install vsce package --allow-missing-repository --out "$(VSIX)"

clean:  ## remove what the other targets made
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache .hypothesis build dist
	find dsl engine variorum tests bench -name __pycache__ -type d -prune -exec rm -rf {} + 2>/dev/null || true

help:  ## show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / { printf "make %-6s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Variorum needs Python 3.11 or later: make PYTHON=python3.12"; exit 1; }
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	@echo "Setting up $(VENV) (once; this takes a minute)"
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
