# The commands of the project. Everything runs in .venv, which `make env` builds from the hashed lock.

PYTHON ?= python3
BIN := .venv/bin
STAMP := .venv/installed
# `make env WHEELHOUSE=DIR` asks no index: everything comes from what `make wheelhouse` put into DIR.
WHEELHOUSE ?=
OFFLINE := $(if $(WHEELHOUSE),--no-index --find-links $(abspath $(WHEELHOUSE)))
# For another machine than this one, for example FOR="--platform manylinux_2_28_aarch64 --python-version 3.11".
FOR ?=
PIP := $(BIN)/python -m pip install -qq --disable-pip-version-check $(OFFLINE)

.DEFAULT_GOAL := help
.PHONY: help env wheelhouse demo check test bench peers sabotage requirements mutation nightly lock messages screens

help:
	@echo "make env           build .venv from requirements.lock"
	@echo "make wheelhouse    everything an installation without a network needs; make env WHEELHOUSE=DIR uses it"
	@echo "make demo          play a table on simulated hardware"
	@echo "make test          check, then every test"
	@echo "make check         ruff, mypy, import contracts"
	@echo "make bench         measure; ROWS=a,b chooses"
	@echo "make peers         install what some rows of bench compare with"
	@echo "make sabotage      break the code on purpose: every break must be caught"
	@echo "make requirements  write docs/requirements.md from the tests' markers"
	@echo "make mutation      mutate rules and settlement: what no test notices"
	@echo "make nightly       test, sabotage, mutation and the long property tests"
	@echo "make screens       take the pictures of every page for the documents"
	@echo "make messages      compile the translations"
	@echo "make lock          write requirements.lock anew (needs uv)"

env: $(STAMP)

$(STAMP): pyproject.toml requirements.lock
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "sabot needs Python 3.11 or newer, this is " + sys.version.split()[0] + ": make env PYTHON=python3.12")'
	@echo "building .venv"
	@$(PYTHON) -m venv --clear .venv
	@$(PIP) --require-hashes -r requirements.lock
	@$(PIP) --no-deps --no-build-isolation -e .
	@touch $@

wheelhouse: env
	$(BIN)/python -m pip download --disable-pip-version-check -q --only-binary :all: --require-hashes $(FOR) -r requirements.lock -d $(or $(WHEELHOUSE),wheelhouse)
	@echo "ready: $(or $(WHEELHOUSE),wheelhouse)"

demo: env
	@$(BIN)/sabot demo

check: env
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# PROGRAM:PACKAGE of what some tests need from the system.
WANTED := chromium:chromium umockdev-wrapper:umockdev,gir1.2-umockdev-1.0,python3-gi,libusb-1.0-0

test: check
	@$(BIN)/python -m tests.browser.prepare $(WANTED)
	$(BIN)/python -m pytest -n 2 --dist worksteal
	@$(BIN)/python -m tests.browser.prepare --say $(WANTED)

bench: env
	@$(BIN)/python -m bench $(ROWS)

peers: env
	@$(PIP) -r bench/peers.txt

sabotage: env
	@$(BIN)/python -m tests.sabotage.run

requirements: env
	@$(BIN)/python -m tests.requirements

mutation: env
	$(BIN)/mutmut run --max-children 2
	$(BIN)/mutmut results

nightly: test sabotage mutation
	SABOT_NIGHTLY=1 $(BIN)/python -m pytest -n 2 --dist worksteal --hypothesis-profile nightly --timeout 3600

# The build backend asks for `editables` only when it makes an editable install, so no dependency names it.
lock:
	@echo editables | uv pip compile --quiet --universal --generate-hashes --no-emit-index-url --no-emit-find-links --no-header --no-annotate --python-version 3.11 --extra dev --output-file requirements.lock pyproject.toml -

screens: env
	SABOT_SCREENS=$${SABOT_SCREENS:-/tmp/sabot-screens} $(BIN)/python -m pytest -q tests/browser/test_screens.py

messages: env
	@$(BIN)/python -m tests.unit.docs.messages
