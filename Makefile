# Croupier. `make help` lists what there is.
SHELL := /bin/sh
VENV := .venv
BIN := $(VENV)/bin
SAM_VENV := .venv-sam
CLOUD_VENV := .venv-cloud
SCAN_VENV := .venv-scan
ASYNCAPI := .asyncapi
SAM := SAM_CLI_TELEMETRY=0 $(SAM_VENV)/bin/sam

# The first interpreter that answers, is 3.11 or newer and can make a virtual environment.
CANDIDATES := python3.13 python3.12 python3.11 python3.14 python3 /usr/bin/python3
PROBE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(firstword $(foreach python,$(CANDIDATES),$(shell $(python) -c '$(PROBE)' 2>/dev/null && echo $(python))))
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt

.DEFAULT_GOAL := help
.PHONY: help setup redrive demo test exhaust mutate check asyncapi bench build cloud e2e format scan template rounds schemas sites clean

help: ## What can be made
	@grep -hE '^[a-z][a-z0-9-]*:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z0-9-]+):.*## (.*)/  make \1|\2/' | column -t -s '|'

$(VENV)/.ready: constraints.txt shared/requirements.txt local/requirements.txt pyproject.toml
	@test -n "$(PYTHON)" || { echo "Croupier needs Python 3.11 or newer with venv; none of these answers: $(CANDIDATES)"; exit 1; }
	@echo "setting up $(VENV) with $$($(PYTHON) --version) ($(PYTHON))"
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) -r shared/requirements.txt -r local/requirements.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.tested: $(VENV)/.ready tests/requirements.txt
	@$(PIP) -r tests/requirements.txt
	@touch $@

setup: $(VENV)/.ready ## Install the croupier command in .venv/bin

redrive: $(VENV)/.ready ## Put failed events back on the bus: make redrive STACK=name [DRY_RUN=1] [ENDPOINT=url]
	@test -n "$(STACK)" || { echo "which stack? make redrive STACK=name"; exit 2; }
	@$(BIN)/croupier redrive --stack $(STACK) $(if $(DRY_RUN),--dry-run) $(if $(ENDPOINT),--endpoint $(ENDPOINT))

demo: $(VENV)/.ready ## Play a recorded round and tell what happens, card by card
	@$(BIN)/croupier demo

test: $(VENV)/.tested ## Run the tests
	$(BIN)/python -m pytest -n auto -m "not slow and not cloud and not e2e and not built"

exhaust: $(VENV)/.tested ## Run the tests that take longer: handlers killed at every request, every store on every round
	$(BIN)/python -m pytest -n auto -m slow

$(VENV)/.mutating: $(VENV)/.tested tests/mutants/requirements.txt
	@$(PIP) -r tests/mutants/requirements.txt
	@touch $@

mutate: $(VENV)/.mutating ## Break the rules, money and hands in every small way: a test must fail each time
	$(BIN)/python -m tests.mutants

check: $(VENV)/.tested ## Lint, types, formatting and the direction of imports
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: $(VENV)/.tested ## Report rulings and settled rounds a second
	@$(BIN)/python -m tests.bench

bench-finance: $(VENV)/.tested ## Close a million settlement entries: rows a second, peak memory
	@$(BIN)/python -m tests.finance.bench

format: $(VENV)/.tested ## Put the code in the house's format
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

$(SAM_VENV)/.ready: tests/template/requirements.txt tests/template/constraints.txt
	@python3.13 -c '$(PROBE)' || { echo "make template needs python3.13, the functions' runtime, on the path"; exit 1; }
	@echo "setting up $(SAM_VENV) with $$(python3.13 --version)"
	@python3.13 -m venv $(SAM_VENV)
	@$(SAM_VENV)/bin/python -m pip install --quiet --disable-pip-version-check \
		--constraint tests/template/constraints.txt -r tests/template/requirements.txt
	@touch $@

build: $(SAM_VENV)/.ready ## Build what is deployed, with the runtime's own bytecode (needs python3.13)
	$(SAM) build --cached
	@python3.13 -m compileall -q --invalidation-mode unchecked-hash .aws-sam/build

template: build $(VENV)/.tested ## Validate the template, and look into what was built
	$(SAM) validate --lint
	$(SAM_VENV)/bin/python tests/template/translate.py template.yaml .aws-sam/translated.json
	$(SAM_VENV)/bin/cfn-lint events/registry.json
	$(BIN)/python -m pytest -m built

$(SCAN_VENV)/.ready: tests/template/scan/requirements.txt tests/template/scan/constraints.txt
	@python3.13 -c '$(PROBE)' || { echo "make scan needs python3.13, the functions' runtime, on the path"; exit 1; }
	@echo "setting up $(SCAN_VENV) with $$(python3.13 --version)"
	@python3.13 -m venv $(SCAN_VENV)
	@$(SCAN_VENV)/bin/python -m pip install --quiet --disable-pip-version-check \
		--constraint tests/template/scan/constraints.txt -r tests/template/scan/requirements.txt
	@touch $@

scan: $(SCAN_VENV)/.ready ## Look for what must not be deployed; what is skipped says why in the template
	$(SCAN_VENV)/bin/checkov --file template.yaml --framework cloudformation --compact --quiet --skip-download

$(CLOUD_VENV)/.ready: tests/cloud/requirements.txt tests/cloud/constraints.txt
	@python3.13 -c '$(PROBE)' || { echo "this needs python3.13, the functions' runtime, on the path"; exit 1; }
	@echo "setting up $(CLOUD_VENV) with $$(python3.13 --version)"
	@python3.13 -m venv $(CLOUD_VENV)
	@$(CLOUD_VENV)/bin/python -m pip install --quiet --disable-pip-version-check \
		--constraint tests/cloud/constraints.txt -r tests/cloud/requirements.txt
	@touch $@

cloud: $(VENV)/.tested $(CLOUD_VENV)/.ready ## Race handlers on threads against an emulator of DynamoDB, started as a child
	$(BIN)/python -m pytest -m cloud

e2e: $(VENV)/.tested $(CLOUD_VENV)/.ready $(SAM_VENV)/.ready ## Deploy to an emulator, play a round, see it settled and published
	$(BIN)/python -m pytest -m e2e

schemas: $(VENV)/.tested ## Write what is generated from the models: schemas, samples, AsyncAPI, tables in docs
	$(BIN)/python -m local.schemas
	$(BIN)/python -m tests.samples
	$(BIN)/python -m local.asyncapi
	$(BIN)/python -m local.registry
	$(BIN)/python -m local.pages

# The lock file has every version and checksum and no addresses; nothing that a package brings is run to install it.
$(ASYNCAPI)/.ready: tests/asyncapi/package.json tests/asyncapi/package-lock.json
	@node -e 'process.exit(parseInt(process.versions.node) < 20 ? 1 : 0)' 2>/dev/null && npm --version >/dev/null 2>&1 || \
		{ echo "make asyncapi needs Node.js 20 or newer, with npm, on the path"; exit 1; }
	@mkdir -p $(ASYNCAPI)
	@cp tests/asyncapi/package.json tests/asyncapi/package-lock.json $(ASYNCAPI)
	@npm ci --prefix $(ASYNCAPI) --ignore-scripts --no-audit --no-fund --silent
	@touch $@

asyncapi: $(ASYNCAPI)/.ready ## Validate events/asyncapi.yaml with AsyncAPI's own parser (needs Node.js 20 and npm)
	@NODE_PATH=$(ASYNCAPI)/node_modules node tests/asyncapi/validate.cjs events/asyncapi.yaml

sites: $(VENV)/.ready ## Write the layer's sites.json and the bus policy anew from sites/
	$(BIN)/python -m local.sites

rounds: $(VENV)/.tested ## Write events/rounds anew from tests/rounds.py
	$(BIN)/python -m tests.rounds

clean: ## Remove what make has made
	rm -rf $(VENV) $(SAM_VENV) $(CLOUD_VENV) $(SCAN_VENV) $(ASYNCAPI) .aws-sam build mutants *.egg-info
