# Runner only: what needs thought is in tools/. `make help` lists the targets.

SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help

VERSION ?= 0.1.0
T ?= 10s

# Without paths and without a word of the commit, so that the same sources give the same
# bytes anywhere. All commands have these settings and do without C, so that what one has
# compiled the others find in the cache.
export CGO_ENABLED := 0
export GOFLAGS := $(filter-out -trimpath -buildvcs=%,$(shell go env GOFLAGS 2>/dev/null)) -trimpath -buildvcs=false
GO_BUILD := go build -ldflags="-s -w -X main.version=$(VERSION)"
# `make gate-lint` vets everything, tests too, so that tests need not do it again. What
# runs them says last what failed.
GO_TEST := build/gotest -vet=off
# The core in the browser: calls are inlined only where they are many, which makes
# the file a tenth smaller to download.
CORE_BUILD := $(GO_BUILD) -gcflags=all=-l -gcflags=burrow/internal/tokens= -gcflags=burrow/internal/sqlite=
ON_JS := GOOS=js GOARCH=wasm
ON_WASI := GOOS=wasip1 GOARCH=wasm

# What Playwright makes of the tests is kept with the rest of what is built, not in a
# folder that all clones share.
export PLAYWRIGHT_TRANSFORM_CACHE_DIR := $(CURDIR)/build/transforms

# What is compiled to WebAssembly.
CORE_DIRS := wasm internal/chat internal/digest internal/document internal/fault internal/json internal/say internal/tokens internal/words internal/memory internal/prompt internal/claims internal/recall internal/understand internal/wire internal/sqlite internal/llm internal/store internal/transfer internal/condense internal/gather internal/lookup internal/docsource internal/faqsource internal/sqlsource internal/turn internal/ladder internal/rpc
READER_DIRS := wasm/reader internal/archive internal/document internal/foreign internal/chat internal/fault internal/json internal/say internal/tokens internal/wire internal/words
CORE := $(addprefix ./,$(CORE_DIRS))
READER := ./wasm/reader ./internal/foreign ./internal/document/read ./internal/document/pdf

# The packages with files that only WASI compiles: all others are looked at natively.
ONLY_WASI := ./wasm ./internal/rpc

# The packages whose tests also run in Chromium, compiled for it.
# Those whose tests are not the same as natively: other files, other transports.
OTHER_IN_BROWSER := store sqlite transfer rpc llm
IN_BROWSER := digest document docsource foreign json say wire words rpc sqlite llm store transfer tokens memory recall understand prompt claims gather condense turn

# What serves many at once, without tests that run other programs, into which the
# detector does not see, and those that kill one turn after another, which are slow
# under it and run nothing beside it.
#
# Nor does it look into SQLite, whose memory belongs to one connection: that makes the
# tests of turns four times as slow. The library around it is watched.
RACE := -gcflags='github.com/ncruces/go-sqlite3-wasm/v5/...=-race=false' -skip 'TestScripts|TestTranscripts(Native|WASI)|KilledAfterAnyCommit|AnyOrderGives' ./cmd/burrow ./internal/proxy ./internal/config ./internal/llm/... ./internal/condense ./internal/gather ./internal/turn ./internal/rpc ./internal/sqlagent/joingraph

# What decides whether something is lost or let through: nine of ten changes to it are
# to be noticed by its own tests before a release.
MUTATED := internal/turn internal/store internal/proxy internal/sqlagent/guard

# What a target cannot run without: it is left out with a sentence, and fails where CI
# is set, so that nothing passes there by being absent. As in .ci/run.
missing = if [ -n "$${CI:-}" ]; then echo "$(1) failed: $(2)." >&2; exit 1; else echo "$(1) skipped: $(2)."; fi
comma := ,

# Directories are listed beside files, so that a removed file counts as a change.
go_files = $(shell find $(1) -name testdata -prune -o \( -type d -o -name '*.go' ! -name '*_test.go' \) -print 2>/dev/null)
CORE_FILES := go.mod go.sum $(call go_files,$(CORE_DIRS))
PROGRAM_FILES = $(CORE_FILES) $(LANGUAGES) internal/recall/related.bin assets.go $(call go_files,cmd/burrow internal/proxy internal/config internal/encoder internal/gguf internal/sqlagent)
PAGE_FILES = $(LANGUAGES) $(wildcard internal/demo/manual/*.md) index.html internal/recall/related.bin web/tsconfig.json internal/proxy/bundle.go $(call go_files,tools/bundle) \
	$(shell find web/src web/static 2>/dev/null)

LANGUAGES := $(wildcard internal/understand/languages/*.txt) internal/memory/corrections.txt
VOCABULARIES := internal/tokens/vocab/cl100k_base.bin internal/tokens/vocab/o200k_base.bin
# All npm packages, and those alone that are in the page.
PACKAGES := web/node_modules/.all
PAGE_PACKAGES := web/node_modules/.package-lock.json
PAGE := web/dist/index.html
# What `make run` serves: the same page, compressed in a second, and the program without
# SQLite, which the page has no use for and which takes a minute to compile.
QUICK_PAGE := build/quick/page/index.html
QUICK := build/quick/burrow
# A job that fetches needs no processor.
# What `make test` runs, and what `make test-all` does.
GATE := setup gate-lint gate-go gate-page
ALL := setup lint test-go test-demodb test-race test-wasm test-clients test-browser test-firefox test-model test-kill test-mysql56 size
JOBS := $(shell echo $$(($$(nproc 2>/dev/null || echo 1) + 1)))
START := $(shell date +%s)
# Which questions eval-sql asks: open, kept or both.
HALF := both
STEP := @tools/step.sh
# What finds messages by meaning, for those who turn it on. Nothing waits for it.
FETCH_ENCODER := { nice -n 19 build/quick/localmodel -encoder build/models || echo "What finds messages by meaning could not be fetched: they are found by their words."; }
TSC := web/node_modules/.bin/tsc
PLAYWRIGHT := node_modules/.bin/playwright
# What the tests of the page load, beside the program: compiled before, since a test has a
# minute for all it does.
PAGE_TESTS := build/scriptedmodel build/test/markdown.js build/test/core-faults.wasm build/test/frames.jsonl build/test/modules/rpc/.compiled build/test/modules/tabs/.compiled

.PHONY: help run quick test test-all gate-lint gate-go gate-page test-ready setup build gen lint test-go test-mysql test-demodb test-worst test-tidb test-mysql56 test-race test-wasm test-clients test-browser test-firefox test-fresh model encoder test-model bench-local test-kill test-full test-outbox conformance fuzz mutate \
	bench-tokens bench-store bench-turn bench-documents bench-memory bench-understand bench-markdown bench-tabs bench-joins bench-guard bench-sql eval eval-tables eval-joins eval-guard eval-sql eval-routes eval-faq eval-claims eval-orders eval-sql-spider figures size screenshots film clean need-go need-node

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

run: need-go need-node ## set up what is missing, build, start the program and print its address; fetch what finds messages by meaning, without a key also a small model for the browser, without a database start the demo database
	@$(MAKE) --no-print-directory -j$(JOBS) quick
	@echo "Built in $$(($$(date +%s) - $(START))) s."
	@if [ -z "$${OPENAI_API_KEY:-}$${GOOGLE_API_KEY:-}$${ANTHROPIC_API_KEY:-}$${OPENAI_BASE_URL:-}" ] && \
		! grep -qsE '^(OPENAI_API_KEY|GOOGLE_API_KEY|ANTHROPIC_API_KEY|OPENAI_BASE_URL|BURROW_SERVER_[1-9]_URL)=.' .env; then \
		{ build/quick/localmodel -model build/models || echo "No key is set and no model could be fetched: questions will be looked up in your chats."; $(FETCH_ENCODER); } & \
	else \
		$(FETCH_ENCODER) & \
	fi; \
	if [ -z "$${DB_HOST:-}$${DB_PORT:-}$${DB_USER:-}$${DB_NAME:-}" ] && ! grep -qsE '^DB_(HOST|PORT|USER|NAME)=.' .env; then \
		{ mkdir -p build/demo && echo '{"state": "compiling"}' >build/demo/state.json && \
			nice -n 19 $(MAKE) --no-print-directory build/demodb && nice -n 5 build/demodb -with $$$$ -state build/demo/state.json || \
			echo "The demo database is not running: see above."; } & \
	fi; \
	$(QUICK) serve --page build/quick/page --models build/models --demo build/demo/state.json $(SERVE)

test: need-go need-node ## set up what is missing and run the gate, which every change must pass
	@go run ./tools/suites $(GATE)

test-all: need-go need-node ## run everything there is, go on after a failure, and print a table: less than an hour
	@go run ./tools/suites $(ALL)

setup: $(PACKAGES) $(VOCABULARIES) ## fetch the npm packages and pack the vocabularies

# As much as the first page needs.
quick: $(QUICK_PAGE) $(QUICK)

build: build/burrow ## build the program with its page: build/burrow

gen: need-go $(PAGE_PACKAGES) ## write the generated TypeScript types, the catalogue of sentences, the demo database's files and the notices
	go run ./tools/gents
	go run ./tools/sentences
	go run ./tools/gendemo
	go run ./tools/bundle -notices THIRD-PARTY-NOTICES

gate-lint: setup build/staticcheck ## check format, vet, staticcheck, types and generated files
	@files=$$(gofmt -l *.go cmd internal tests tools wasm); \
	if [ -n "$$files" ]; then echo "These files want gofmt:" $$files >&2; exit 1; fi
	go vet ./...
	build/staticcheck ./...
	go run ./tools/gents -check
	go run ./tools/sentences -check
	go run ./tools/gendemo -check
	$(TSC) -p web/tsconfig.json
	$(TSC) -p web/tsconfig.test.json

lint: gate-lint ## the same, and what only other targets and tags compile
	$(ON_JS) go vet $(CORE) $(READER)
	$(ON_WASI) go vet $(CORE)
	go vet -tags nosqlite ./internal/sqlite ./cmd/burrow
	go vet -tags gms_pure_go ./cmd/demodb
	$(ON_JS) build/staticcheck $(CORE) $(READER)
	$(ON_WASI) build/staticcheck $(ONLY_WASI)

# What decides which rows are private is tested in full.
gate-go: setup build/core.wasm build/reader.wasm build/gotest ## run the Go tests without the slow ones
	@go run ./tools/mariadb >/dev/null || true
	$(GO_TEST) -short ./...
	$(GO_TEST) ./internal/sqlagent/guard

test-ready: build $(PAGE_TESTS) build/next/burrow build/test/modelworker.js build/test/goworker.js ## build what single tests of the page need

# Nothing is compiled while tests run.
gate-page: $(QUICK_PAGE) $(PAGE_TESTS) build/test/burrow build/next/burrow build/test/modelworker.js build/test/goworker.js build/test/wasi.wasm $(OTHER_IN_BROWSER:%=build/test/%.test.wasm) ## run the journeys of web/test/gate.txt in headless Chromium, on a page that was compressed quickly
	CHROME_SHELL=$$(go run ./tools/browser -shell) && CHROME=$$(go run ./tools/browser) && export CHROME CHROME_SHELL && cd web && \
		GATE=1 BURROW_TEST_WORKERS=2 BURROW_TEST_PROGRAM="$(CURDIR)/build/test/burrow" BURROW_TEST_PAGE="$(CURDIR)/build/quick/page" $(PLAYWRIGHT) test --project=core --project=page --project=keeping

# What needs MariaDB says so itself: it is left out, or fails where CI is set.
test-go: build build/gotest ## run the Go tests
	@go run ./tools/mariadb >/dev/null || true
	@go run ./tools/localmodel -encoder build/models || true
	$(GO_TEST) ./...

test-mysql: need-go ## test what needs MariaDB: the demo database, and all that asks a database
	@go build -o build/mariadb ./tools/mariadb; code=0; mariadbd=$$(build/mariadb) || code=$$?; \
	if [ $$code -eq 3 ]; then \
		$(call missing,test-mysql,there is no MariaDB here: install mariadb-server-core$(comma) or set MARIADBD to the path of mariadbd); \
	elif [ $$code -ne 0 ]; then \
		exit $$code; \
	else \
		export MARIADBD="$$mariadbd"; go test -tags gms_pure_go ./cmd/demodb && go test ./internal/sqlagent/...; \
	fi

# As much of it as test-go leaves out: with the tag, all others would be tested again.
test-demodb: build/gotest ## test the demo database alone
	@go run ./tools/mariadb >/dev/null || true
	$(GO_TEST) -tags gms_pure_go ./cmd/demodb

test-worst: need-go ## send 50,000 queries past the guard to MariaDB and read its log, and let two people ask at once for a minute
	go build -o build/mariadb ./tools/mariadb
	MARIADBD=$$(build/mariadb) && export MARIADBD && BURROW_QUERIES=50000 BURROW_SOAK=1m go test -count=1 -v -run 'WorstModel|MariaDB/NoRowCrosses' ./internal/sqlagent/database

test-tidb: need-go ## build TiDB, which takes minutes, and test the connections to databases and the agent's answers with it
	TIDB=$$(go run ./tools/otherserver tidb) && export TIDB && go test -count=1 -timeout 20m -v -run TiDB ./internal/sqlagent/database && go test -count=1 -timeout 20m -v -tags gms_pure_go -run TiDB ./cmd/demodb

test-mysql56: need-node build/gotest ## fetch MySQL 5.6, the newest that a package registry has, and test the connections to databases with it
	MYSQLD=$$(go run ./tools/otherserver mysql) && export MYSQLD && $(GO_TEST) -count=1 -timeout 20m -v -run MySQL56 ./internal/sqlagent/database

test-race: build build/gotest ## run the packages that serve many at once under the race detector
	@if ! command -v "$$(go env CC)" >/dev/null; then \
		$(call missing,test-race,the race detector needs a C compiler: install gcc); \
	else \
		echo "$(GO_TEST) -race $(RACE)" && CGO_ENABLED=1 $(GO_TEST) -race $(RACE); \
	fi

test-wasm: setup build/gotest build/wazero-cli ## run a sample of the token tests under wazero
	$(ON_WASI) $(GO_TEST) -short -run '^Test' -exec "$$PWD/build/wazero-cli run -cachedir=$$PWD/build/wazero" ./internal/tokens

test-browser: build $(PAGE_TESTS) build/test/hostile/.made build/demodb build/next/burrow build/test/localworker.js build/test/modelworker.js build/test/goworker.js build/test/killworker.js build/test/killwriter.wasm $(IN_BROWSER:%=build/test/%.test.wasm) ## run the page, the transcripts and the core's own tests in headless Chromium
	CHROME_SHELL=$$(go run ./tools/browser -shell) && CHROME=$$(go run ./tools/browser) && export CHROME CHROME_SHELL && cd web && BURROW_TEST_WORKERS=2 $(PLAYWRIGHT) test --project=page --project=keeping --project=core

test-firefox: build $(PAGE_TESTS) ## run the page in Firefox after its server has gone
	@go build -o build/browser ./tools/browser; code=0; firefox=$$(build/browser -firefox) || code=$$?; \
	if [ $$code -eq 3 ]; then \
		$(call missing,test-firefox,there is no Firefox here: install firefox-esr$(comma) or set FIREFOX to its path); \
	elif [ $$code -ne 0 ]; then \
		exit $$code; \
	else \
		cd web && FIREFOX="$$firefox" $(PLAYWRIGHT) test --config playwright.firefox.config.ts; \
	fi

test-fresh: setup ## clone the project into an empty home, run it and ask it something without a key; slow
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && $(PLAYWRIGHT) test --config playwright.fresh.config.ts

screenshots: build $(PAGE_TESTS) build/demodb ## take the pictures of the documents: docs/*.png
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && $(PLAYWRIGHT) test --project=screenshots

film: build $(PAGE_TESTS) model ## take a picture of a first visit each second, without a key and with one, light and dark, wide and on a phone: build/film
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && $(PLAYWRIGHT) test --project=film

conformance: build $(PAGE_TESTS) build/test/goworker.js ## compare the token counter with its oracle over all scalars and files, natively and in Chromium
	go test -tags conformance -timeout 60m -v ./internal/tokens | grep -Ev '^=== '
	$(ON_JS) go test -c -tags conformance -o build/test/tokens.test.wasm ./internal/tokens
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && EXHAUSTIVE=1 $(PLAYWRIGHT) test --project=core -g 'of tokens'
	rm build/test/tokens.test.wasm

test-kill: build $(PAGE_TESTS) build/test/goworker.js build/test/killworker.js build/test/killwriter.wasm build/test/sqlite.test.wasm ## kill writers natively and in Chromium, fail each file operation in turn, and let tabs take over, many times
	KILLS=100 $(GO_TEST) -count=1 -timeout 30m -v ./tools/killwriter
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && KILLS=30 $(PLAYWRIGHT) test --project=keeping kill
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && EXHAUSTIVE=1 $(PLAYWRIGHT) test --project=core -g 'of sqlite'
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && TABS_ROUNDS=100 $(PLAYWRIGHT) test --project=keeping tabs

test-full: build $(PAGE_TESTS) ## fill a small disk under the browser RUNS=20 times and look what is left of the history; needs root
	@disk=$$(mktemp -d) && trap 'umount "$$disk/on"; rm -r "$$disk"' EXIT && mkdir "$$disk/on" && truncate -s 300M "$$disk/image" && \
		mkfs.ext4 -q -m 0 "$$disk/image" && mount -o loop "$$disk/image" "$$disk/on" && \
		CHROME=$$(go run ./tools/browser) && export CHROME && cd web && FULL_DISK="$$disk/on" FULL_RUNS=$${RUNS:-20} $(PLAYWRIGHT) test --project=keeping --retries=0 no-room

test-navigation: build $(PAGE_TESTS) ## go 200 times from page to page in a Chromium without Playwright's flags, with its back-forward cache
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && NAVIGATIONS=$${NAVIGATIONS:-200} $(PLAYWRIGHT) test --project=keeping navigation

test-outbox: build $(PAGE_TESTS) ## let questions wait in 200 random schedules over two tabs: offline and back, reloads, closed tabs, cancelled ones
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && OUTBOX_SEEDS=$${OUTBOX_SEEDS:-200} $(PLAYWRIGHT) test --project=keeping outbox

fuzz: setup ## run each fuzz target for T=10s
	@for package in $$(go list ./internal/... ./cmd/...); do \
		for name in $$(go test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
			echo "$$package $$name"; \
			go test -run '^$$' -fuzz "^$$name\$$" -fuzztime $(T) -fuzzminimizetime 3x $$package; \
		done; \
	done

mutate: $(VOCABULARIES) ## change a package in small ways and print what no test notices: make mutate PKG=internal/turn SAMPLE=150, or FILE=answer.go; without PKG, those that a release needs at 90 %
	go run ./tools/mutate -floor $(or $(FLOOR),$(if $(PKG),0,90)) -sample $(or $(SAMPLE),0) -seed $(or $(SEED),1) -for $(or $(FOR),0s) $(if $(FILE),-file $(FILE)) $(addprefix ./,$(or $(PKG),$(MUTATED)))

test-clients: build ## run the official OpenAI clients for Go, Python and JavaScript against /v1
	go run ./tests/clients

model: need-go ## put a small model for the browser where the program finds it: build/models
	@go run ./tools/localmodel -model build/models

encoder: need-go ## put a small sentence encoder where the program finds it, to recall what was said in other words: build/models
	@go run ./tools/localmodel -encoder build/models

test-model: build ## ask a real model through the proxy and the page
	@go build -o build/localmodel-server ./tools/localmodel; code=0; build/localmodel-server -fetch || code=$$?; \
	if [ $$code -eq 3 ]; then \
		$(call missing,test-model,the packages of the local model cannot be had: see above); \
	elif [ $$code -ne 0 ]; then \
		exit $$code; \
	else \
		build/localmodel-server -model build/models; \
		build/localmodel-server -encoder build/models; \
		CHROME=$$(go run ./tools/browser) && export CHROME && cd web && $(PLAYWRIGHT) test --config playwright.model.config.ts --project=model; \
	fi

bench-local: build model ## measure a model in the browser, on one thread and on two
	go build -o build/localmodel-server ./tools/localmodel
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && $(PLAYWRIGHT) test --config playwright.model.config.ts --project=bench

bench-tokens: setup ## measure the token counter beside other libraries
	go run ./tools/benchtokens

bench-store: build $(PAGE_TESTS) build/bench/storeworker.js build/bench/store.wasm ## measure the store beside SQLite's own JavaScript API, and how it grows
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && $(PLAYWRIGHT) test --project=bench store
	go run ./tools/benchstore

bench-turn: build $(PAGE_TESTS) ## measure what a turn costs beside LangGraph, and in Chromium with 10,000 messages; BESIDE=checkout measures its build too, in turns with this one
	go run ./tools/benchturn
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && BESIDE=$(BESIDE) $(PLAYWRIGHT) test --project=bench turn

bench-memory: setup ## measure what a long conversation still knows, beside LangChain's summaries
	go run ./tools/benchmemory

eval: build encoder ## measure recall of evidence on LoCoMo's conversations, with the sentence encoder and without: make eval DATA=directory
	go run ./tools/evalrecall -data "$(DATA)" -burrow build/burrow -encoder build/models

eval-tables: need-go ## measure which tables are found for the questions of Spider and BIRD: make eval-tables DATA=directory
	go run ./tools/evalgraph -data "$(DATA)" tables

eval-joins: need-go ## compare join plans with the gold queries of Spider and BIRD: make eval-joins DATA=directory
	go run ./tools/evalgraph -data "$(DATA)" joins

bench-joins: need-go ## measure paths between tables beside gonum's, and ranking tables
	go test -run '^$$' -bench . ./internal/sqlagent/joingraph ./internal/sqlagent/tables

eval-guard: need-go ## measure the guard of queries on Spider's and BIRD's: make eval-guard DATA=directory
	go run ./tools/evalguard -data "$(DATA)"

eval-sql: build build/demodb ## measure answers to questions about the demo database without a model, and how errors in queries are repaired: make eval-sql HALF=open
	go build -o build/evalsql ./tools/evalsql
	build/evalsql -half $(HALF)
	build/evalsql -half $(HALF) -repair

eval-routes: build/demodb build/test/burrow ## measure which questions an attached database gets and answers: make eval-routes HALF=open
	go run ./tools/evalroutes -half $(HALF)
	go run ./tools/evalroutes -half $(HALF) -burrow build/test/burrow
	go run ./tools/evalroutes -half $(HALF) -burrow build/test/burrow -model

eval-knowledge: need-go ## measure which passages of documents are found; beside plain FTS5 on Cranfield: make eval-knowledge DATA=directory
	go run ./tools/evalknowledge $(if $(DATA),-data "$(DATA)")

eval-faq: need-go ## measure which questions the FAQ answers, open and held out
	go run ./tools/evalfaq

eval-claims: need-go ## measure which altered sentences of answers are marked, and which true ones; URL=address MODEL=name has a model read them, too
	go run ./tools/evalclaims $(if $(URL),-url "$(URL)" -model "$(MODEL)")
	go run ./tools/evalclaims -data tools/evalclaims/testdata/places $(if $(URL),-url "$(URL)" -model "$(MODEL)")

eval-orders: need-go ## measure what text in documents causes when a model obeys it: make eval-orders DATA=directory
	go run ./tools/evalorders -data "$(DATA)"

eval-sql-spider: need-go ## measure reading questions without a model on Spider's schemas: make eval-sql-spider DATA=directory
	go run ./tools/evalsql -spider "$(DATA)"

bench-guard: need-go ## measure checking and rewriting a query, beside sqlglot
	go run ./tools/benchguard

bench-sql: build/demodb $(VOCABULARIES) ## ask the demo database through Burrow and through LangChain's SQL toolkit, with the same scripted model
	go run ./tools/benchsql

bench-understand: build $(PAGE_TESTS) build/test/goworker.js build/test/understand.test.wasm build/test/recall.test.wasm ## measure reading a question and ranking messages in Chromium
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && $(PLAYWRIGHT) test --project=bench understand

bench-markdown: build $(PAGE_TESTS) ## measure answers that grow in the page, and formulas that are made to take long
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && $(PLAYWRIGHT) test --project=bench markdown

bench-documents: build $(PAGE_TESTS) ## measure a PDF of 300 pages in the page, from drop to the first cited answer, and a search in 10,000 passages
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && $(PLAYWRIGHT) test --project=bench documents passages

bench-tabs: build $(PAGE_TESTS) ## measure how soon another tab answers when the one that leads is gone
	CHROME=$$(go run ./tools/browser) && export CHROME && cd web && $(PLAYWRIGHT) test --project=bench tabs

figures: build ## make again the figures of README and docs that any machine can make: DATA=directory for those of data, WRITE=1 to correct them
	@go run ./tools/figures -data "$(DATA)" $(if $(WRITE),-write)

size: $(PAGE) ## print what the page weighs and fail above the budgets of tools/size/budget.json
	@go run ./tools/size

clean: ## remove what was built
	rm -rf build $(VOCABULARIES)
	find web/dist -mindepth 1 ! -name .gitkeep -delete

need-go:
	@command -v go >/dev/null || { echo "Go is missing: install Go 1.26 or newer, https://go.dev/dl/" >&2; exit 1; }

# What Playwright asks for. SQLite's package asks for 22, but for Node.js: only its files
# for the browser are used, so npm's warning is left out.
NODE := 20
need-node:
	@command -v node >/dev/null && command -v npm >/dev/null && node -e 'process.exit(parseInt(process.versions.node) < $(NODE) ? 1 : 0)' \
		|| { echo "Node.js is missing or too old: install Node.js $(NODE) or newer with npm, https://nodejs.org/" >&2; exit 1; }

NPM_CI := npm --prefix web ci --no-audit --no-fund --no-engine-strict --loglevel=error
# A browser is found or fetched by tools/browser, when one is needed.
$(PACKAGES): export PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD := 1
$(PACKAGES): web/package.json web/package-lock.json | need-node
	$(STEP) "Fetching npm packages" $(NPM_CI)
	@touch $@ $(PAGE_PACKAGES)

$(PAGE_PACKAGES): web/package.json web/package-lock.json | need-node
	$(STEP) "Fetching the page's npm packages" $(NPM_CI) --omit=dev
	@touch $@

# One command makes both.
internal/tokens/vocab/cl100k_base.bin: go.sum internal/tokens/packed.go $(call go_files,tools/packvocab) | need-go
	$(STEP) "Packing the vocabularies" go run ./tools/packvocab

internal/tokens/vocab/o200k_base.bin: internal/tokens/vocab/cl100k_base.bin
	@[ -s $@ ] || go run ./tools/packvocab
	@touch $@

build/core.wasm: $(CORE_FILES) $(call go_files,tools/striplines) | need-go
	$(STEP) "Compiling the core" env $(ON_JS) $(CORE_BUILD) -o $@ ./wasm
	@go run ./tools/striplines $@

# What reads chats of other programs and documents is a module of its own: a first visit
# does not need it.
build/reader.wasm: go.mod go.sum $(call go_files,$(READER_DIRS) tools/striplines) | need-go
	$(STEP) "Compiling the reader of files" env $(ON_JS) $(CORE_BUILD) -o $@ ./wasm/reader
	@go run ./tools/striplines $@

$(PAGE): $(PAGE_FILES) $(PACKAGES) $(VOCABULARIES) build/core.wasm build/reader.wasm
	$(STEP) "Bundling and compressing the page" go run ./tools/bundle -version $(VERSION)

# The vocabularies are embedded, so they come before the program.
build/burrow: $(PROGRAM_FILES) $(VOCABULARIES) $(PAGE)
	$(STEP) "Compiling the program" $(GO_BUILD) -o $@ ./cmd/burrow

# One command compiles them: two at once would compile the same packages twice.
$(QUICK): $(PROGRAM_FILES) $(VOCABULARIES) $(call go_files,tools/bundle tools/localmodel tools/pythonenv tools/debian) | need-go
	@mkdir -p build/quick
	$(STEP) "Compiling the program that serves the page" $(GO_BUILD) -tags nosqlite -o build/quick/ ./cmd/burrow ./tools/bundle ./tools/localmodel

$(QUICK_PAGE): $(PAGE_FILES) $(PAGE_PACKAGES) $(VOCABULARIES) build/core.wasm build/reader.wasm $(QUICK)
	$(STEP) "Bundling the page" build/quick/bundle -quick build/quick/page -version $(VERSION)

# Its engine takes longer to compile than all the rest, so nothing else waits for it.
build/demodb: go.mod go.sum internal/demo/tables.txt $(call go_files,cmd/demodb internal/demo) | need-go
	$(STEP) "Compiling the demo database" $(GO_BUILD) -tags gms_pure_go -o $@ ./cmd/demodb

# Another version of page and program, for tests of updates: the page is bundled from
# the same sources by links, and the program is told where it is.
build/next/burrow: $(PROGRAM_FILES) $(PAGE_FILES) $(PACKAGES) $(VOCABULARIES) build/core.wasm build/reader.wasm
	mkdir -p build/next/web build/next/build build/next/internal/tokens build/next/internal/understand build/next/internal/recall build/next/internal/memory
	for name in index.html web/src web/static web/node_modules internal/tokens/vocab internal/understand/languages internal/memory/corrections.txt internal/recall/related.bin build/core.wasm build/reader.wasm; do ln -sfn "$$PWD/$$name" build/next/$$name; done
	go run ./tools/bundle -root build/next -quick build/next/web/dist -version 0.2.0
	go run ./tools/bundle -only web/src/service/worker.ts -o build/next/retire.js
	go build -ldflags="-s -w -X main.version=0.2.0" -o $@ ./cmd/burrow

# What the tests of the page are served by, beside a page of its own.
build/test/burrow: $(PROGRAM_FILES) $(VOCABULARIES)
	$(STEP) "Compiling the program under test" $(GO_BUILD) -o $@ ./cmd/burrow

build/scriptedmodel: $(CORE_FILES) $(call go_files,tools/scriptedmodel) | need-go
	go build -o $@ ./tools/scriptedmodel

# The core with methods that break it.
build/test/core-faults.wasm: $(CORE_FILES) | need-go
	$(ON_JS) $(GO_BUILD) -tags faults -o $@ ./wasm

build/test/wasi.wasm: $(CORE_FILES) | need-go
	$(ON_WASI) $(GO_BUILD) -o $@ ./wasm

build/test/frames.jsonl: $(CORE_FILES) $(call go_files,tools/gents) | need-go
	@mkdir -p $(@D)
	go run ./tools/gents -samples 60 >$@

build/test/markdown.js: $(shell find web/src web/test/markdown -name '*.ts' -o -name '*.tsx') $(call go_files,tools/bundle) $(PACKAGES)
	go run ./tools/bundle -only web/test/markdown/page.tsx -o $@

# Hostile files, and what comes of them natively: the page is tested with the same.
build/test/hostile/.made: $(shell find internal/document -name '*.go') $(PAGE_PACKAGES) | need-go
	rm -rf $(@D) && mkdir -p $(@D)
	go test -vet=off -count=1 -run '^TestWhatUnpacks/^(spaces_in_text|one_shared_text|rows)$$|^TestHostile|^TestCycles' ./internal/document/read -args -kept "$(CURDIR)/$(@D)"
	go test -vet=off -count=1 -run 'Lie|Trees|Forms|AnySize|Bombs|LongDocuments|BeFull' ./internal/document/pdf -args -kept "$(CURDIR)/$(@D)"
	@touch $@

# Modules that tests load into an empty page, a folder of them for each.
build/test/modules/%/.compiled: web/test/%/tsconfig.json $(shell find web/src web/test/rpc web/test/tabs -name '*.ts') $(PACKAGES)
	$(TSC) -p $< --outDir $(@D)
	@touch $@

# A package's tests for the browser; those of tokens hold the oracle and the
# vocabularies.
build/test/%.test.wasm: $(CORE_FILES) $(LANGUAGES) $(VOCABULARIES) $(foreach p,$(IN_BROWSER),$(wildcard internal/$(p)/*_test.go)) | need-go
	$(ON_JS) go test -c -o $@ ./internal/$*

build/test/goworker.js: web/test/go/worker.ts web/test/go/faults.ts web/src/core/sqlite.ts web/src/core/flags.ts $(call go_files,tools/bundle) $(PACKAGES)
	go run ./tools/bundle -only $< -o $@

build/test/killworker.js: web/test/kill/worker.ts web/src/core/sqlite.ts web/src/core/flags.ts $(call go_files,tools/bundle) $(PACKAGES)
	go run ./tools/bundle -only $< -o $@

build/test/killwriter.wasm: $(CORE_FILES) $(call go_files,tools/killwriter) | need-go
	$(ON_JS) $(GO_BUILD) -o $@ ./tools/killwriter

build/test/localworker.js: web/test/local/worker.ts web/test/local/inside.ts $(wildcard web/src/models/local/*.ts) web/src/core/relay.ts web/src/text/local.ts $(call go_files,tools/bundle) $(PACKAGES)
	go run ./tools/bundle -only $< -o $@

build/test/modelworker.js: web/test/local/modelworker.ts $(wildcard web/src/models/local/*.ts) web/src/core/relay.ts web/src/text/local.ts $(call go_files,tools/bundle) $(PACKAGES)
	go run ./tools/bundle -only $< -o $@

build/bench/storeworker.js: tools/benchstore/worker.ts web/src/core/sqlite.ts $(call go_files,tools/bundle) $(PACKAGES)
	go run ./tools/bundle -only $< -o $@

build/bench/store.wasm: $(CORE_FILES) $(call go_files,tools/benchstore) | need-go
	$(ON_JS) $(CORE_BUILD) -o $@ ./tools/benchstore/core

build/gotest: go.mod $(call go_files,tools/gotest tools/testresult) | need-go
	go build -o $@ ./tools/gotest

build/wazero-cli: go.mod | need-go
	go build -o $@ github.com/tetratelabs/wazero/cmd/wazero

# Built for this machine once, since `go tool` would build it for the GOOS it is
# to look at.
build/staticcheck: go.mod | need-go
	go build -o $@ honnef.co/go/tools/cmd/staticcheck
