# `make demo` and `make test` need Python 3.11+, Rust and make; all else goes into .venv and target.
# PYTHON=/path/to/python3 names another interpreter.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PREFLIGHT := PYTHON="$(PYTHON)" sh requirements/preflight.sh
PIP_TOOLS := pip-tools==7.6.2

# maturin wants to know one environment only; naming the interpreter to PyO3 the way maturin does
# keeps clippy and maturin from rebuilding each other's work.
unexport CONDA_PREFIX PYTHONHOME
export VIRTUAL_ENV := $(CURDIR)/$(VENV)
export PYO3_PYTHON := $(CURDIR)/$(BIN)/python
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export CARGO_TERM_COLOR ?= auto

RUST_SOURCES := Cargo.toml Cargo.lock $(shell find rust -name '*.rs' -o -name Cargo.toml)
DEPS := $(VENV)/.deps-installed
BUILD := $(VENV)/.extension-built

.DEFAULT_GOAL := help
.NOTPARALLEL:
.DELETE_ON_ERROR:
.PHONY: help setup demo table test check lint-rust lint-python lint-types lint-stubs test-rust \
	test-python test-browser soak bench bench-check bench-rust plots docs stubs lock hooks clean preflight-test

help: ## list what make can do here
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-12s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

setup: $(BUILD) ## virtual environment, locked dependencies, optimised build (quick if done before)

demo: setup ## play one match to 1000 between four agents and show it
	@$(BIN)/tichu play --show

table: setup ## start the server with the table in the browser; it prints the address
	@$(BIN)/tichu serve

test: preflight-test setup check test-rust test-python ## everything: lints, types, Rust and Python tests

check: lint-rust lint-python lint-types lint-stubs ## all lints and type checks, no tests

lint-rust: setup ## rustfmt, clippy and rustdoc, warnings as errors
	cargo fmt --all --check
	cargo clippy --locked --workspace --all-targets -- -D warnings
	RUSTDOCFLAGS="-D warnings" cargo doc --locked --quiet -p tichu-core --no-deps

lint-python: setup ## ruff (lints and layout), the direction of imports, the shape of the tree
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/lint-imports
	$(BIN)/pytest -q tests/test_tree.py

lint-types: setup ## mypy --strict
	$(BIN)/mypy python/tichu tests/typing

lint-stubs: setup ## the committed stubs are current, and true of the built module
	$(BIN)/python rust/tichu-py/stubs.py --check
	$(BIN)/python -m mypy.stubtest tichu._core

test-rust: setup ## the tests of the Rust core
	cargo test --locked -p tichu-core

test-python: setup ## the tests of the Python package
	$(BIN)/pytest -n 2

test-browser: setup ## the page in a real Chromium, which is installed if this is Debian and root
	@sh requirements/chromium.sh
	$(BIN)/pytest tests/browser --timeout 600

soak: setup ## the long tests: many more rounds, hands and seeds
	$(BIN)/pytest -n 2 -m soak --hypothesis-profile=soak --timeout 7200
	@sh requirements/chromium.sh
	$(BIN)/pytest tests/browser -m soak --timeout 7200

bench: setup ## measure speed; YARDSTICK=DIR compares with the yardstick's run.sh there
	$(BIN)/python benches/speed.py

bench-check: setup ## count instructions under valgrind against benches/BUDGETS.toml; UPDATE=1 renews it
	$(BIN)/python benches/budgets.py $(if $(UPDATE),--update)

bench-rust: setup ## the criterion benches of the Rust core
	cargo bench --locked -p tichu-core

plots: setup ## measure how cost grows, and draw docs/performance/*.png anew
	$(BIN)/python benches/plots.py

docs: setup ## build the documentation of the Rust core (the rest is Markdown, in docs)
	cargo doc --locked -p tichu-core --no-deps
	@echo "see $(CURDIR)/target/doc/tichu_core/index.html and docs/"

stubs: setup ## generate python/tichu/_core.pyi anew from the binding
	$(BIN)/python rust/tichu-py/stubs.py

lock: ## lock the Python dependencies anew, in their newest allowed versions
	"$(PYTHON)" -m venv --clear target/lock-venv
	target/lock-venv/bin/python -m pip install --quiet "$(PIP_TOOLS)"
	cd requirements && for name in dev server; do CUSTOM_COMPILE_COMMAND="make lock" \
		../target/lock-venv/bin/pip-compile --quiet --upgrade --generate-hashes --strip-extras \
		--no-emit-index-url --no-emit-find-links --no-emit-trusted-host --no-emit-options \
		--output-file $$name.txt $$name.in || exit 1; done

hooks: ## let git run `make check` before each commit
	git config core.hooksPath .githooks

clean: ## remove what was built: .venv, target, caches
	rm -rf $(VENV) target dist .benchmarks .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	rm -f python/tichu/_core*.so
	find python tests benches -name __pycache__ -prune -exec rm -rf {} +

preflight-test:
	@$(PREFLIGHT) test

# A vanished interpreter (a dangling link in .venv) makes everything below it out of date.
$(BIN)/python:
	@$(PREFLIGHT) build
	@echo "making $(VENV)"
	@$(PREFLIGHT) venv $(VENV)

$(DEPS): requirements/dev.txt $(BIN)/python
	@echo "installing the locked Python dependencies"
	@$(BIN)/python -m pip install --quiet --require-hashes -r requirements/dev.txt
	@touch $@

$(BUILD): $(DEPS) pyproject.toml $(RUST_SOURCES)
	@$(PREFLIGHT) build
	@echo "building the extension, optimised (a minute or two the first time)"
	@PIP_QUIET=1 $(BIN)/maturin develop --release --locked --quiet
	@touch $@
