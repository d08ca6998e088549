# Every target makes what it needs from nothing but python3, make and the package registries.
PYTHON ?= python3
VENV := .venv
BENCH := .bench-venv
PEERS := .peers-venv
DOCS := .docs-venv
INTEGRATIONS := .integrations-venv
DATA ?= ../shared/data
export PIP_DISABLE_PIP_VERSION_CHECK := 1
APT := { [ "$$(id -u)" = 0 ] && command -v apt-get && export DEBIAN_FRONTEND=noninteractive; } >/dev/null 2>&1
INSTALL := apt-get -qq install -y --no-install-recommends

.PHONY: demo core checked compiler test coverage changelog looks soak screenshots wheel chromium java lint format bench bench-check bench-peers integrations docs clean

CORE := $(wildcard src/honbun/_core/*.pyx src/honbun/_core/*.pxd)

# A stamp is newer than pyproject.toml exactly when what it asks for is installed.
$(VENV)/bin/python:
	$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and "honbun needs Python 3.11 or newer: make PYTHON=...")'
	$(PYTHON) -m venv $(VENV)

# What the demo shows, and nothing else; the core is compiled on the way.
$(VENV)/.demo: pyproject.toml setup.py $(CORE) | compiler $(VENV)/bin/python
	$(VENV)/bin/python -m pip install --quiet --no-compile --editable '.[similar]'
	touch $@

# Everything that tests, checks and tools need, in the same environment.
$(VENV)/.installed: pyproject.toml | compiler $(VENV)/bin/python
	$(VENV)/bin/python -m pip install --quiet --editable '.[dev]'
	touch $@

# The compiled core lies beside its sources, for this Python; every environment here uses it.
build/.core: $(CORE) setup.py $(VENV)/.installed
	$(VENV)/bin/python setup.py --quiet build_ext --inplace
	touch $@

core: build/.core

# The core with bounds checks and sanitizers, beside the other: `make soak` runs it.
build/.checked: $(CORE) setup.py $(VENV)/.installed $(wildcard src/honbun/*.py src/honbun/*/*.py src/honbun/*/*/*.py)
	HONBUN_CHECKED=1 $(VENV)/bin/python setup.py --quiet build
	touch $@

# Its kernels are fuzzed and hostile pages are read with it, for MINUTES=5.
checked: build/.checked
	$(VENV)/bin/python -m tests.soak checked --minutes $(or $(MINUTES),5)

# What building needs from the system: installed where we may, else said in one line.
compiler:
	@command -v $${CC:-cc} >/dev/null || command -v gcc >/dev/null \
	|| { $(APT) && apt-get -qq update && $(INSTALL) gcc libc6-dev; } >/dev/null 2>&1 \
	|| { echo "honbun needs a C compiler: install gcc or clang, or set CC" >&2; exit 1; }

$(BENCH)/.installed: pyproject.toml | compiler
	$(PYTHON) -m venv $(BENCH)
	$(BENCH)/bin/python -m pip install --quiet --editable '.[bench]'
	touch $@

$(PEERS)/.installed: pyproject.toml | compiler
	$(PYTHON) -m venv --upgrade-deps $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --editable '.[similar,peers]'
	touch $@

# In an environment for tests, nothing is installed for the demo.
demo: $(if $(wildcard $(VENV)/.installed),build/.core,$(VENV)/.demo)
	$(VENV)/bin/honbun demo

# One worker runs a module, and one all of Spark (tests/sharing.py). Commands that tests start use
# compiled modules, whatever the shell's environment says. TESTS='-m spark' selects tests.
test: export PYTHONDONTWRITEBYTECODE :=
test: build/.core chromium java
	$(VENV)/bin/python -m pytest -n 2 $(TESTS)

# Line and branch coverage with a floor (pyproject.toml); twice the time of `make test`.
coverage: build/.core chromium java
	$(VENV)/bin/python -m pytest -n 2 --cov --cov-report=term

# The fragments of changelog.d/ become a section of CHANGELOG.md. VERSION=0.2.0
changelog: $(VENV)/.installed
	$(VENV)/bin/towncrier build --yes --version $(VERSION)

# How marks, tags and placeholders look on all sorts of pages, and all in other widths and colours:
# half a minute of browser, apart.
looks: build/.core chromium
	$(VENV)/bin/python -m pytest -n 2 -m looks tests/web

# The pictures of the documentation.
screenshots: build/.core chromium
	$(VENV)/bin/python -m tests.web.screenshots docs/figures

# Long runs, ten minutes in all: fuzzing, kills and resumption, load, a cluster. ONLY="fuzz kill".
soak: build/.core build/.checked java
	@$(VENV)/bin/python -m pip install --quiet --editable '.[soak]' 2>/dev/null || echo "no atheris for this Python: fuzzing without it"
	$(VENV)/bin/python -m tests.soak $(ONLY) --docs docs/soak.md

# What the browser tests need from the system: installed where we may, else said in one line. They
# take half as long in a Chromium without windows, which is got where that is a matter of seconds.
chromium: $(VENV)/.installed
	@command -v chromium-headless-shell >/dev/null || { $(APT) && $(INSTALL) chromium-headless-shell; } >/dev/null 2>&1 \
	|| $(VENV)/bin/python -m tests.web.chromium 2>/dev/null \
	|| { $(APT) && apt-get -qq update && { $(INSTALL) chromium-headless-shell || $(INSTALL) chromium; }; } >/dev/null 2>&1 \
	|| $(VENV)/bin/python -m tests.web.chromium || true

# What the Spark tests need from the system, likewise.
java: $(VENV)/.installed
	@$(VENV)/bin/python -m tests.engines.java 2>/dev/null \
	|| { $(APT) && apt-get -qq update && $(INSTALL) default-jre-headless; } >/dev/null 2>&1 \
	|| $(VENV)/bin/python -m tests.engines.java || true

lint: build/.core
	$(VENV)/bin/ruff check --no-cache .
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/mypy

format: $(VENV)/.installed
	$(VENV)/bin/ruff check --fix .
	$(VENV)/bin/ruff format .

# The core is compiled on the way, as for the demo.
$(INTEGRATIONS)/.installed: pyproject.toml setup.py $(CORE) | compiler
	$(PYTHON) -m venv $(INTEGRATIONS)
	$(INTEGRATIONS)/bin/python -m pip install --quiet --editable '.[integrations]'
	touch $@

# The examples with LangChain, LlamaIndex, datatrove and Hugging Face datasets, whose warnings are theirs.
integrations: $(INTEGRATIONS)/.installed
	$(INTEGRATIONS)/bin/python -m pytest -n 2 -o filterwarnings=default tests/integrations tests/test_examples.py

# The package as users get it, run in clean environments. PYTHONS="python3.11 python3.13".
wheel: $(VENV)/.installed
	$(VENV)/bin/python -m tests.release $(PYTHONS)

# Every stage as a multiple of resiliparse, in some minutes. ARGS="growth similar", or "all".
bench: $(BENCH)/.installed build/.core
	$(BENCH)/bin/python -m lab.bench $(DATA) $(ARGS)

# The same, and failure where a ratio exceeds its bound.
bench-check: $(BENCH)/.installed build/.core
	$(BENCH)/bin/python -m lab.bench $(DATA) --check $(ARGS)

# Other libraries on the same pages. ARGS="--model FOLDER" for held-out models.
bench-peers: $(PEERS)/.installed build/.core
	$(PEERS)/bin/python -m lab eval peers $(DATA) --cache $(PEERS)/texts $(ARGS)

$(DOCS)/.installed: pyproject.toml | compiler
	$(PYTHON) -m venv $(DOCS)
	$(DOCS)/bin/python -m pip install --quiet --editable '.[docs]'
	touch $@

# The documentation as a site of its own, in site/: a link that leads nowhere fails it.
docs: $(DOCS)/.installed build/.core
	NO_MKDOCS_2_WARNING=1 $(DOCS)/bin/mkdocs build --strict --quiet

clean:
	rm -rf $(VENV) $(BENCH) $(PEERS) $(DOCS) $(INTEGRATIONS) site build src/honbun/_core/*.so src/honbun/_core/*.pyd
