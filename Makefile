# Theralog: `make serve` runs a clinic's server, `make demo` an invented clinic, `make test` proves everything.
# Fits Debian 12; elsewhere install what .ci/debian-packages names by hand.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.PHONY: serve demo test bench format packages test-packages swift

# What the build links, what the toolchain of swift.org needs to run, and what the server runs or draws with.
PACKAGES := git binutils gcc libc6-dev libstdc++-12-dev pkg-config libsqlite3-dev libcurl4-openssl-dev libcmark-dev libarchive-dev libzint-dev \
	libcurl4 libxml2-dev libncurses6 zlib1g-dev tzdata ca-certificates \
	weasyprint libvips-tools poppler-utils fonts-dejavu-core fonts-noto-core
TEST_PACKAGES := $(PACKAGES) python3-venv chromium qpdf zbar-tools curl openssl

RELEASE := .build/release/theralog
DEBUG := .build/debug/theralog
PYTHON := .venv/bin/python
OPTIONS := $(if $(LAN),--lan) $(if $(PORT),--port $(PORT)) $(if $(DATA),--data-dir "$(DATA)")

# Folders are listed too: a deleted file changes its folder.
SOURCES := Package.swift $(shell find Sources)

serve: packages $(RELEASE)
	@exec $(RELEASE) serve $(OPTIONS)

demo: packages $(RELEASE)
	@exec $(RELEASE) demo $(if $(LAN),--lan) $(if $(PORT),--port $(PORT))

# One debug build serves the Swift tests and, as the program, the browser's.
test: export WARNINGS_AS_ERRORS := 1
test: test-packages swift $(PYTHON)
	@.ci/phase "Format" swift format lint --strict --recursive Sources Tests Package.swift
	@.ci/phase "Build" swift build --build-tests --explicit-target-dependency-import-check error
	@.ci/phase "Swift tests" .ci/swift-tests
	@.ci/phase "Browser tests" $(PYTHON) -m pytest Tests/Browser --program=$(DEBUG) --numprocesses=2 --dist=worksteal
	@echo "All tests passed."

bench: packages $(RELEASE)
	swift build -c release --product Benchmarks
	@.build/release/Benchmarks $(RELEASE)

format: swift
	swift format --in-place --recursive Sources Tests Package.swift

packages:
	@.ci/debian-packages $(PACKAGES)

test-packages:
	@.ci/debian-packages $(TEST_PACKAGES)

swift:
	@.ci/require-swift

$(RELEASE): $(SOURCES) | packages
	@.ci/require-swift
	swift build -c release --product theralog
	@touch $@

$(PYTHON): Tests/Browser/requirements.txt | test-packages
	/usr/bin/python3 -m venv .venv
	$(PYTHON) -m pip install --quiet --requirement $<
	@touch $@
