# The README's two commands are `make demo` and `make test`; each sets itself up.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed

.PHONY: setup demo test check bench torture

setup: $(STAMP)

$(STAMP): pyproject.toml constraints.txt
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "senpu needs Python 3.11 or newer, found " + sys.version.split()[0])'
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	touch $(STAMP)

demo: setup
	$(BIN)/senpu demo

test: setup
	$(BIN)/python -m tests

check: setup
	$(BIN)/python -m tests --quick

bench: setup
	$(BIN)/python -m tests.speed

# What takes too long for `make test`: every figure in full. Root and strace for all of it.
torture: setup
	SENPU_TORTURE=1 $(BIN)/pytest -n 0 -s --timeout 0 tests/torture tests/store/test_verify.py tests/store/test_recovery.py tests/store/test_machine.py tests/games
