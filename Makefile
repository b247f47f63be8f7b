# One target per habit; `make help` lists them.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/installed-for-use
DEV_STAMP := $(VENV)/installed-for-development
DEMO := output/demo
SITE := output/site
EXAMPLES := output/examples
# Beside the runs, where docs/conf.py looks for them.
SAMPLES := $(EXAMPLES)/site/samples
EXTRAS := dev,docs
# Tests that start no process and compute for no seconds (tests/support/slow.py); and those whose lines are counted.
QUICK := -n 2 -m 'not slow and not thorough' tests/unit
COVERED := -n 2 -m 'not slow' tests/unit
# What runs all tests; continuous integration has a way of its own.
PYTEST := $(BIN)/pytest
# Installed by pip before the rest, e.g. FIRST=torch==2.13.0 where a build would be chosen that is gigabytes larger.
FIRST :=

.PHONY: help demo test quick quick-tests lint types layers unit format docs coverage loaders cluster label-studio bounds lowest newest wheel hooks bundle bundle-check clean

help: ## list the targets
	@grep -E '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 16

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "Python 3.11 or newer is needed; try: make PYTHON=python3.12 $(MAKECMDGOALS)"; exit 1; }
	$(PYTHON) -m venv $(VENV)

$(STAMP): $(BIN)/python pyproject.toml
	.ci/install $(BIN)/python --editable '.[all]'
	@touch $@

$(DEV_STAMP): $(BIN)/python pyproject.toml
	$(if $(FIRST),$(BIN)/python -m pip install --quiet --disable-pip-version-check $(FIRST))
	.ci/install $(BIN)/python --editable '.[$(EXTRAS)]'
	@touch $@ $(STAMP)

demo: $(STAMP) ## write a small benchmark over a bundled table, verify it, and show a question of it and a case
	@rm -rf $(DEMO)
	$(BIN)/company simulate wine --out $(DEMO)/run --limit 12
	$(BIN)/company export $(DEMO)/run --out $(DEMO)/benchmark
	$(BIN)/company verify $(DEMO)/benchmark
	@$(BIN)/company show $(DEMO)/benchmark
	@echo "The benchmark is in $(DEMO)/benchmark"

test: lint types layers unit ## every check: ruff, mypy, import contracts, pytest

quick: lint ## lint, types, and the unit tests that start no process and take no seconds: one to two minutes on two cores
	@$(MAKE) --no-print-directory --jobs 2 --output-sync=target types quick-tests

quick-tests: $(DEV_STAMP) ## the tests of `make quick` alone
	$(BIN)/pytest $(QUICK)

lint: $(DEV_STAMP) ## ruff: errors and form
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: $(DEV_STAMP) ## mypy, strict
	$(BIN)/mypy

layers: $(DEV_STAMP) ## imports run one way
	$(BIN)/lint-imports

unit: $(DEV_STAMP) ## pytest
	$(PYTEST)

format: $(DEV_STAMP) ## put the code in the house's form
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

docs: $(DEV_STAMP) ## build the documentation site, with samples to click through; a warning is an error
	$(BIN)/python docs/samples.py $(SAMPLES)
	$(BIN)/sphinx-build --quiet --fail-on-warning --keep-going --jobs 2 -d $(SITE)/.doctrees docs $(SITE)
	@echo "The site is in $(SITE)/index.html"

coverage: $(DEV_STAMP) ## which lines the unit tests that start no process run; too few are an error; COVERED=tests takes all (slow)
	$(BIN)/coverage erase
	$(BIN)/coverage run -m pytest $(COVERED)
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage report

loaders: $(DEV_STAMP) ## load an exported folder with datasets and mlcroissant, installed apart
	.ci/loaders $(BIN)/python

cluster: $(DEV_STAMP) ## runs on a cluster of Ray's, installed apart and started on this machine: what dies is made good
	.ci/cluster $(BIN)/python

label-studio: $(DEV_STAMP) ## review in Label Studio's own server, installed apart and started on this machine alone
	.ci/label-studio $(BIN)/python

bounds: lowest newest ## a telling part of the tests with the lowest versions that are allowed, and with the newest

lowest: ## the same with the lowest alone
	.ci/bounds lowest $(PYTHON)

newest: ## the same with the newest alone
	.ci/bounds newest $(PYTHON)

wheel: ## build sdist and wheel; with the wheel, verify and score a benchmark without extras, and make one without a network
	.ci/wheel $(PYTHON)

hooks: $(DEV_STAMP) ## have every commit checked by the tools in .venv
	$(BIN)/pre-commit install

bundle: bundle/node_modules ## build the review pages' scripts from npm packages (maintainers; needs Node)
	node bundle/build.mjs

bundle-check: bundle/node_modules ## build them elsewhere and compare with what is committed
	@folder=$$(mktemp -d) && node bundle/build.mjs $$folder && \
		{ diff -rq $$folder human_review/web/static/vendor && echo "the bundle is what its sources say"; }; \
		done=$$?; rm -rf $$folder; exit $$done

bundle/node_modules: bundle/package-lock.json
	cd bundle && npm ci --ignore-scripts --no-audit --no-fund
	@touch $@

clean: ## remove the environment and everything that was made
	rm -rf $(VENV) $(DEMO) $(SITE) $(EXAMPLES) output/bounds output/cluster output/label-studio output/loaders output/uv dist bundle/node_modules .mypy_cache .ruff_cache .pytest_cache .hypothesis
