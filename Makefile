# Every target makes what it needs from nothing but python3, make and the package registries.
PYTHON ?= python3
VENV := .venv
BENCH := .bench-venv
DATA ?= ../shared/data
export PIP_DISABLE_PIP_VERSION_CHECK := 1

.PHONY: demo test looks soak screenshots wheel chromium java lint format bench clean

# The stamp is newer than pyproject.toml exactly when what it asks for is installed.
$(VENV)/.installed: pyproject.toml
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "honbun needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)
	$(VENV)/bin/python -m pip install --quiet --editable '.[dev]'
	touch $@

$(BENCH)/.installed: pyproject.toml
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install --quiet --editable '.[bench]'
	touch $@

demo: $(VENV)/.installed
	$(VENV)/bin/honbun demo

# The Spark tests are one group: one worker runs them all, in one session.
test: $(VENV)/.installed chromium java
	$(VENV)/bin/python -m pytest -n 2 --dist loadgroup

# How marks, tags and placeholders look on all sorts of pages: half a minute of browser, apart.
looks: $(VENV)/.installed chromium
	$(VENV)/bin/python -m pytest -n 2 --dist loadgroup -m looks tests/web

# The pictures of the documentation; that of the report needs the data of evaluation.
screenshots: $(VENV)/.installed chromium
	$(VENV)/bin/python -m tests.web.screenshots docs/figures

# Long runs, ten minutes in all: fuzzing, kills and resumption, load, a cluster. PARTS="fuzz kill".
soak: $(VENV)/.installed java
	@$(VENV)/bin/python -m pip install --quiet --editable '.[soak]' 2>/dev/null || echo "no atheris for this Python: fuzzing without it"
	$(VENV)/bin/python -m tests.soak $(PARTS) --docs docs/soak.md

# What the browser tests need from the system: installed where we may, else said in one line.
chromium: $(VENV)/.installed
	@$(VENV)/bin/python -m tests.web.chromium 2>/dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -qq update \
	&& DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends chromium; } >/dev/null 2>&1 \
	|| $(VENV)/bin/python -m tests.web.chromium || true

# What the Spark tests need from the system, likewise.
java: $(VENV)/.installed
	@$(VENV)/bin/python -m tests.tables.java 2>/dev/null \
	|| { [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get -qq update \
	&& DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends default-jre-headless; } >/dev/null 2>&1 \
	|| $(VENV)/bin/python -m tests.tables.java || true

lint: $(VENV)/.installed
	$(VENV)/bin/ruff check --no-cache .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

format: $(VENV)/.installed
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

# The package as users get it, run in clean environments. PYTHONS="python3.11 python3.13".
wheel: $(VENV)/.installed
	$(VENV)/bin/python -m tests.release $(PYTHONS)

bench: $(BENCH)/.installed
	$(BENCH)/bin/python -m benchmarks $(DATA)/wcxb

clean:
	rm -rf $(VENV) $(BENCH)
