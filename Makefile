# Two commands do all the set-up: `make demo` and `make test`. They need Python 3.11 or newer and nothing else.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: demo test check bench wheel clean sync freeze

demo: $(STAMP)  ## import a real conversation into the embedded PostgreSQL and ask it questions
	$(BIN)/python examples/demo.py

test: $(STAMP)  ## everything that is tested, on a real PostgreSQL
	$(BIN)/python -m pytest

check: $(STAMP)  ## style, types, who imports whom, generated files, frozen migrations
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/gen_sync.py --check
	$(BIN)/python tools/freeze.py --check

bench: $(STAMP)  ## the tables of docs/benchmarks.md
	$(BIN)/python bench/startup.py

wheel: $(STAMP)
	$(BIN)/python -m build --outdir dist .

sync: $(STAMP)
	$(BIN)/python tools/gen_sync.py

freeze: $(STAMP)
	$(BIN)/python tools/freeze.py

# the first Python that is new enough makes the environment; Debian's needs python3-venv for that
$(STAMP): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "pgrecall needs Python 3.11 or newer: make PYTHON=/path/to/python3.12 $(MAKECMDGOALS)"; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade pip
	$(BIN)/python -m pip install --quiet --editable '.[remote]' --group dev
	@touch $(STAMP)

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis
