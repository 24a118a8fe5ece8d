# The front door. The two commands to know are `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

ENGINE := $(wildcard src/kolej/engine/*.py src/kolej/engine/*.pyi src/kolej/rules/*.py src/kolej/bots/*.py)

# Stamps: the environment exists; its packages are installed; the engine in it is up to date.
MADE := $(VENV)/.made
FILLED := $(VENV)/.filled
BUILT := $(VENV)/.built

define REQUIREMENTS
import tomllib
project = tomllib.load(open("pyproject.toml", "rb"))
print(*project["build-system"]["requires"], sep="\n")
print(*project["project"]["dependencies"], sep="\n")
print(*project["project"]["optional-dependencies"]["dev"], sep="\n")
endef
export REQUIREMENTS

.DELETE_ON_ERROR:
.PHONY: help setup play test prove bench lint clean

help:
	@echo 'make setup   make the virtual environment and build the engine'
	@echo 'make play    play a game in the terminal'
	@echo 'make test    lint, then run every test'
	@echo 'make prove   the long proofs, then coverage'
	@echo 'make bench   measure the speed of the engine'
	@echo 'make lint    style, types and layers only'
	@echo 'make clean   remove everything that was made here'

setup: $(BUILT)

play: $(BUILT)
	@$(BIN)/kolej play

test: lint
	@$(BIN)/python -m pytest -q -n 2

prove: $(BUILT)
	@$(BIN)/python -m tests.prove
	@$(BIN)/python -m tests.prove.bots
	@KOLEJ_PURE=1 $(BIN)/python -m coverage run -m pytest -q tests --ignore=tests/properties --ignore=tests/cli -m "not slow"
	@$(BIN)/python -m coverage report --fail-under=95

bench: $(BUILT)
	@$(BIN)/kolej bench

lint: $(BUILT)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo 'not formatted: run $(BIN)/ruff format'; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo >$(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }
	@echo 'lint: style, types and layers are in order'

clean:
	@rm -rf $(VENV) build dist htmlcov .coverage .coverage.* .hypothesis
	@rm -rf .mypy_cache .pytest_cache .ruff_cache .import_linter_cache
	@find src tests -name '*.so' -delete -o -name '*.pyd' -delete
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(MADE):
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo 'Kolej needs Python 3.11 or newer, and $(PYTHON) is not one.'; \
	  echo 'Name one that is, for example: make $(or $(MAKECMDGOALS),setup) PYTHON=python3.12'; exit 1; }
	@echo 'setup: making $(VENV)'
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); exit 1; }
	@touch $@

# librt has to be a wheel: the compiled engine and its fall-back both need it, compiler or not.
$(FILLED): pyproject.toml | $(MADE)
	@echo 'setup: installing packages'
	@$(BIN)/python -c "$$REQUIREMENTS" >$(VENV)/requirements.txt
	@$(PIP) install -qq --only-binary librt -r $(VENV)/requirements.txt
	@touch $@

# Dependencies are there already, so this takes as long as the compiler and no longer.
$(BUILT): $(FILLED) hatch_build.py $(ENGINE)
	@echo 'setup: building the engine'
	@$(PIP) install -v --no-deps --no-build-isolation -e . >$(VENV)/build.log 2>&1 || { \
	  cat $(VENV)/build.log; exit 1; }
	@sed -n 's/^ *kolej build: /setup: /p' $(VENV)/build.log
	@touch $@
