# A fresh clone needs Python 3.11 to 3.13 and make. Everything is installed into .venv, exactly as the lock files say.

PYTHON ?= python3
GAME ?= tests/games/an-evening.game
# `make lock LOCKFLAGS=--upgrade` moves every pin to the newest version within its range in pyproject.toml.
LOCKFLAGS ?=
UV_VERSION := 0.13.7

VENV := .venv
RUN := $(VENV)/bin/python
PIP := $(RUN) -m pip --quiet --disable-pip-version-check
COMPILE := $(RUN) -m uv --quiet pip compile --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	--custom-compile-command "make lock" $(LOCKFLAGS)
COMPILED := $(VENV)/compiled
CODE := companion hardware tests
# The programs that tests start would compile everything again if nothing were kept.
TESTS := PYTHONDONTWRITEBYTECODE= $(RUN) -m pytest -p tests.cpu_time --numprocesses auto --maxprocesses 8 --dist worksteal

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.PHONY: help run story test test-long compiled test-compiled check format laws proof storm cuts soak typist hostile gestures calibration tournament mutants bench looks pictures tablets figures resolve lock dist install \
	install-test clean

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/make \1|\2/p' Makefile | awk -F'|' '{ printf "  %-17s %s\n", $$1, $$2 }'

run: $(VENV)/.run ## play: the Banker's console on a simulated table
	@$(VENV)/bin/companion play --simulated

story: $(VENV)/.run ## tell a recorded evening as a story
	@$(VENV)/bin/companion replay "$(GAME)"

test: $(VENV)/.dev ## run the tests
	$(TESTS) -m "not long_run"

compiled: $(COMPILED)/.made ## compile the rules and the automatic players, into .venv/compiled: simulations take a fifth less

test-compiled: $(COMPILED)/.made ## run the tests of the rules and the automatic players on what was compiled
	COMPANION_COMPILED=1 PYTHONPATH=$(COMPILED):. $(RUN) -P -m pytest --import-mode=append --numprocesses auto --maxprocesses 8 \
		--dist worksteal -m "not long_run" tests/rules tests/players tests/record tests/boards

# Pages on devices are tested in Chromium's engine alone where that will do. Here they are in the whole browser.
test-long thumbs tablets bench: export COMPANION_BROWSER := chromium

test-long: $(VENV)/.dev ## run the tests that take longer: whole evenings, larger worlds, more sizes
	$(TESTS) -m long_run

check: $(VENV)/.dev ## check lint, layout and types
	$(RUN) -m ruff check .
	$(RUN) -m ruff format --check .
	$(RUN) -m mypy --strict $(CODE)

format: $(VENV)/.dev ## fix the layout, and what lint can fix
	$(RUN) -m ruff check --fix .
	$(RUN) -m ruff format .

laws: $(VENV)/.dev ## check the laws of the game over many random games (takes long)
	HYPOTHESIS_PROFILE=long $(RUN) -m pytest tests/rules -m long

proof: $(VENV)/.dev ## ten thousand audited games and millions of rolls (takes long)
	$(RUN) -m tests.players.proof
	$(RUN) -m tests.players.proof --unruly --games 1800
	$(RUN) -m tests.players.proof --landing
	$(RUN) -m tests.players.proof --board gull-island --games 1000
	$(RUN) -m tests.players.proof --board gull-island --unruly --games 200
	$(RUN) -m tests.players.proof --board gull-island --landing

storm: $(VENV)/.run ## five thousand storms: kills, power cuts, full and lying disks (takes long)
	$(RUN) -m tests.storm --seeds 5000 --jobs 2

# About an hour on two cores. IMAGES=10000 opens fewer.
cuts: $(VENV)/.run ## open a million images of what power cuts leave on honest and on lying disks (takes long)
	$(RUN) -m tests.journal.power_cuts --images $(or $(IMAGES),1000000) --jobs 2

# About ten minutes. COMMANDS=10000 plays a shorter game.
soak: $(VENV)/.run ## a game of a hundred thousand commands, and moves on a slow card while a shelf of games is read (takes minutes)
	$(RUN) -m tests.benchmarks.slow_card
	$(RUN) -m tests.benchmarks.soak --commands $(or $(COMMANDS),100000)

typist: $(VENV)/.dev ## ten thousand bursts of keys at a console that stalls, while others move (takes minutes)
	$(RUN) -m tests.console.typist --bursts 10000

thumbs: $(VENV)/.dev ## two thousand careless taps on pages behind a slow line, while others move (takes half an hour)
	$(RUN) -m tests.web.thumbs --tries 2000 --real 52

hostile: $(VENV)/.dev ## a hundred thousand hostile inputs: over HTTP, on the socket, from a stick (takes minutes)
	$(RUN) -m tests.hostile --inputs 100000

gestures: $(VENV)/.run ## a hundred thousand gestures at a simulated table, on a calm disk (takes minutes)
	$(RUN) -m tests.storm --seeds 130 --calm-disk --jobs 2

# A quarter of an hour of one core. GAMES=200 takes a tenth of it.
calibration: $(VENV)/.run ## compare the odds of two thousand simulated games, stopped half way, with what came true (takes minutes)
	$(RUN) -m tests.odds.calibration $(if $(GAMES),--games $(GAMES))

tournament: $(VENV)/.run ## let the temperaments of automatic players play against each other (takes minutes)
	$(RUN) -m tests.players.tournament $(if $(GAMES),--games $(GAMES))

# Takes about an hour and continues where it was stopped. MODULE=rent checks only that module.
mutants: $(VENV)/.mutation ## change the rules a little and see whether a test notices (takes long)
	$(RUN) -m mutmut run $(if $(MODULE),"companion.rules.$(MODULE).*")
	$(RUN) -m tests.rules.mutants $(MODULE)

bench: $(COMPILED)/.made ## run the benchmarks
	$(RUN) -m tests.benchmarks

# `make figures BEFORE=before.json` shows what `python -m tests.figures --json` printed for another state beside today's.
figures: $(VENV)/.dev ## measure the shape of the code: files, functions, names, cycles
	$(RUN) -m tests.figures $(if $(BEFORE),--before "$(BEFORE)")

# Wheels only, except for two that are compiled on the Pi. Debian 12 has glibc 2.36 and Python 3.11, Debian 13 Python 3.13.
resolve: $(VENV)/.made ## check that everything a Pi installs can be downloaded, for both of its Pythons
	$(PIP) install uv==$(UV_VERSION)
	for version in 3.11 3.13; do $(RUN) -m uv --quiet pip compile --extra pi --python-version $$version \
		--python-platform aarch64-manylinux_2_36 --only-binary :all: --no-binary spidev --no-binary rpi-gpio \
		--constraint requirements.txt --constraint requirements-pi.txt pyproject.toml >/dev/null || exit 1; done

looks: $(VENV)/.dev ## retake the pictures of the console's screens in the tests, to look at in the diff
	COMPANION_LOOKS=anew $(RUN) -m pytest -q tests/console/test_looks.py

pictures: $(VENV)/.dev ## retake the pictures in docs/pictures, and make the table card to print
	$(RUN) -m tests.docs.pictures
	$(RUN) -m tests.docs.card_page

# Needs Debian's chromium.
tablets: $(VENV)/.dev ## take pictures of the pages on tablets and phones, into docs/pictures/tablet
	mkdir -p docs/pictures/tablet
	COMPANION_PICTURES=docs/pictures/tablet $(RUN) -m pytest -q tests/web/test_browser.py

lock: $(VENV)/.made ## remake the lock files from pyproject.toml
	$(PIP) install uv==$(UV_VERSION)
	$(COMPILE) --extra build --output-file requirements.txt pyproject.toml
	$(COMPILE) --extra test --extra dev --constraint requirements.txt --output-file requirements-dev.txt pyproject.toml
	$(COMPILE) --extra mutation --constraint requirements-dev.txt --output-file requirements-mutation.txt pyproject.toml
	sed -n 's/^    "\(mfrc522.*\)",$$/\1/p' pyproject.toml | $(COMPILE) --no-deps --output-file requirements-pi.txt -

# The wheel is made from the source archive, so that whatever that lacks is noticed.
dist: $(VENV)/.run ## build a release into dist: the source archive and the wheel
	rm -rf dist && mkdir dist
	$(RUN) -c 'from setuptools.build_meta import build_sdist; build_sdist("dist")' >/dev/null
	$(PIP) wheel --no-deps --no-build-isolation --wheel-dir dist dist/*.tar.gz

install: ## on a Raspberry Pi, as root: install, repair or upgrade the companion
	systemd/install.sh

# Debian 12 by default; COMPANION_INSTALL_SUITE=trixie is 13. The first run downloads it and keeps it packed.
install-test: $(VENV)/.dev ## run the installer for real, in a complete Debian in a folder (as root, takes minutes)
	@$(RUN) -m tests.systemd.debian_root
	COMPANION_INSTALL_TEST=1 $(RUN) -m pytest --numprocesses 2 --dist loadfile \
		tests/systemd/test_install_for_real.py tests/systemd/test_under_systemd.py

clean: ## remove everything that make has made
	rm -rf $(VENV) build dist mutants *.egg-info .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(VENV)/.made:
	@$(PYTHON) -c 'import sys; sys.exit(not (3, 11) <= sys.version_info < (3, 14))' \
		|| { echo "$(PYTHON) is not Python 3.11 to 3.13; try: make PYTHON=/path/to/python3.11" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.run: $(VENV)/.made pyproject.toml requirements.txt
	$(PIP) install --require-hashes -r requirements.txt
	$(PIP) install --no-deps --no-build-isolation --editable .
	@touch $@

# mfrc522 without RPi.GPIO and spidev: the tests run the real driver on an emulated chip.
$(VENV)/.dev: $(VENV)/.run requirements-dev.txt requirements-pi.txt
	$(PIP) install --require-hashes -r requirements-dev.txt
	$(PIP) install --require-hashes --no-deps -r requirements-pi.txt
	@touch $@

# In place it would hide the modules that people change.
$(COMPILED)/.made: $(VENV)/.dev setup.py $(wildcard companion/*.py companion/*/*.py companion/*/*/*.py)
	rm -rf build $(COMPILED)
	COMPANION_COMPILED=1 $(PIP) install --no-deps --no-build-isolation --target $(COMPILED) .
	@touch $@

$(VENV)/.mutation: $(VENV)/.dev requirements-mutation.txt
	$(PIP) install --require-hashes -r requirements-mutation.txt
	@touch $@
