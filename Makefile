# Two commands do all the set-up: `make demo` and `make test`. They need Python 3.11 or newer and nothing else.
VENV := .venv
BIN := $(VENV)/bin
# the newest Python that is new enough and can make environments; another one: make PYTHON=...
PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3 python; do \
  $$python -c 'import ensurepip, venv, sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 \
  && { echo $$python; break; }; done)
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check

.PHONY: help demo test check bench wheel sync schema freeze clean

help:  ## list these commands
	@sed -n 's/^\([a-z]*\):.*  ## /\1\t/p' Makefile | expand -t 10

demo: $(VENV)/.package  ## import 582 turns of a public benchmark into the embedded PostgreSQL, ask questions
	$(BIN)/python examples/demo.py

test: $(VENV)/.dev  ## everything that is tested, on a real PostgreSQL
	$(BIN)/python -m pytest

check: $(VENV)/.dev  ## style, types, who imports whom, generated files, frozen migrations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-logo
	$(BIN)/python tools/gen_sync.py --check
	$(BIN)/python tools/freeze.py --check

bench: $(VENV)/.dev  ## the tables of docs/benchmarks.md
	$(BIN)/python bench/startup.py
	$(BIN)/pgrecall bench longmemeval

wheel: $(VENV)/.dev  ## the files of a release, in dist/
	$(BIN)/python -m build --no-isolation --outdir dist .

sync: $(VENV)/.dev  ## write src/pgrecall/sync.py from memory.py
	$(BIN)/python tools/gen_sync.py

schema: $(VENV)/.dev  ## write tests/schema.sql from the migrations and functions
	$(BIN)/python tools/dump_schema.py

freeze: $(VENV)/.dev  ## at a release: no migration written so far changes any more
	$(BIN)/python tools/freeze.py

clean:  ## remove what these commands made
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis

# the package alone, for the demo; pip is renewed first, as an old one knows no dependency groups
$(VENV)/.package: pyproject.toml
	@test -n "$(PYTHON)" || { echo "pgrecall needs Python 3.11 or newer with venv (Debian: apt install python3-venv);" \
	  "if it is not on the path: make PYTHON=/path/to/python3.12 $(MAKECMDGOALS)"; exit 1; }
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(PIP) --upgrade pip
	$(PIP) --editable .
	@touch $@

# and what its development needs
$(VENV)/.dev: $(VENV)/.package
	$(PIP) --editable '.[remote]' --group dev
	@touch $@
