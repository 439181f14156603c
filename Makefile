# `make serve` and `make test` set up all that they need in .venv by themselves.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STORE := .ruleloom
PYTEST := $(BIN)/python -m pytest -n 2

.PHONY: setup serve test test-slow test-all lint quality bench mutate originality clean

setup: $(VENV)/.ready

# The scripts of the pages are made by the way; without the npm registry, pages do without them.
WEB := hatch_build.py $(wildcard api/web/*.json api/web/*.ts api/web/src/*)

$(VENV)/.ready: pyproject.toml $(WEB)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "ruleloom needs Python 3.11 or newer; $(PYTHON) is `$(PYTHON) --version`. Try: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { echo "$(PYTHON) has no venv module; on Debian: apt-get install python3-venv" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -e '.[dev]'
	@[ -f api/static/built/site.js ] || echo "The pages have no scripts: npm or Vite failed. To see why: RULELOOM_WEB=require $(BIN)/python -m pip install -e ." >&2
	@touch $@

serve: setup
	$(BIN)/ruleloom build --store $(STORE)
	$(BIN)/ruleloom serve --store $(STORE)

test: setup
	$(PYTEST)

# What `make test` leaves out: whole editions, the wheel, a real browser, other servers.
test-slow: setup
	$(PYTEST) -m 'slow or browser or remote'

test-all: test test-slow

lint: setup
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

quality: setup
	$(BIN)/python benchmarks/quality.py
	$(BIN)/python benchmarks/quality_citations.py
	$(BIN)/python benchmarks/quality_lineage.py

bench: setup
	for file in benchmarks/bench_*.py; do $(BIN)/python $$file || exit 1; done

# Whether the scenarios notice when a program is wrong; less than a minute.
mutate: setup
	$(BIN)/python benchmarks/mutate.py

# Our texts restate the rules in our own words; needs the shared editions to compare with.
SHARED ?= $(or $(RULELOOM_SHARED),../shared)
originality:
	git ls-files '*.txt' '*.md' '*.py' '*.rq' '*.ttl' '*.html' '*.yaml' '*.yml' '*.jsonl' '*.csv' '*.program' '*.ts' '*.js' ':!LICENSE' ':!*/LICENSE' ':!tests/ontology/expected/*' | xargs $(PYTHON) $(SHARED)/tools/originality.py

clean:
	rm -rf $(VENV) $(STORE) api/static/built api/web/node_modules .pytest_cache .mypy_cache .ruff_cache .hypothesis
