# The commands of this repository. `make test` is everything that must pass.

GO       ?= go
BIN      := bin/svc
LDFLAGS  := -s -w
# What svc version --json says. Without a repository, both are empty.
COMMIT    = $(shell git describe --always --dirty --abbrev=40 --exclude='*' 2>/dev/null)
DATE      = $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd 2>/dev/null)
STAMP     = -X github.com/appsvc/svc/internal/cmd/version.commit=$(COMMIT) -X github.com/appsvc/svc/internal/cmd/version.date=$(DATE)
# Without paths of this machine the build cache serves every clone.
export GOFLAGS := $(GOFLAGS) -trimpath
# As in the released binary, so that tests and the binary share the build cache.
export CGO_ENABLED := 0
# Pinned so that the same code gives the same findings everywhere. Each is built once, with its version in its name.
TOOLS    := .bench/tools
GOLANGCI := $(TOOLS)/golangci-lint-v2.15.0
VALE     := $(TOOLS)/vale-v3.15.2
# Debian's package. make browser installs it if it is missing.
CHROMIUM ?= /usr/bin/chromium
# Shells that complete by the scripts of svc completion. make go installs those that are missing.
SHELLS   := $(foreach shell,fish zsh,$(if $(shell command -v $(shell)),,/usr/bin/$(shell)))
# The limit of one package is for tests that hang: beside other load the scripts take longer than Go's 10 minutes.
GOTEST    = $(GO) test -vet=off -timeout 80m
# The parts of make test. The longest begin first, and those with time limits, which are not nice, run one at a time.
PARTS    := nice:go nice:unit hostile nice:race browser conformance nice:long crash nice:lint nice:types SHARD=0/12
# TypeScript 7, whose compiler is native. npx tsc is TypeScript 6, which takes eight times as long.
TSC       = node node_modules/typescript/bin/tsc
# The linker leaves a program in memory in small pages. A copy that is written at once, as by an installer, starts faster.
rewrite   = @dd if=$1 of=$1.copy bs=2097152 2>/dev/null && chmod 755 $1.copy && mv $1.copy $1
# Tests allocate much and keep little. With Go's default of 100 they collect garbage for a fifth of their time.
go hostile long race conformance crash: export GOGC := 400
# The tests of deploys sync thousands of small files, which takes half of their processor time on a disk.
long race: export TMPDIR = $(shell test/temporary)

.PHONY: build dist example test quick soak fuzz conformance crash browser lint go hostile long race types unit bench release generate update clean

build: dist ## one static binary, no Node and no dynamic loader needed
	$(GO) build -ldflags '$(LDFLAGS) $(STAMP)' -o $(BIN) ./cmd/svc
	$(call rewrite,$(BIN))

dist: ## rebuild sdk/dist if sdk/src has changed, and dashboard/dist
	@$(GO) run ./internal/bundle/sdkdist -stale
	@if [ -d node_modules/preact ]; then $(GO) run ./internal/bundle/dashboarddist; fi

example: build ## the main job on the example app: check it, run a capability of it and its fixtures
	$(BIN) check examples/ledger-bridge
	$(BIN) dev invoke open-invoices --dir examples/ledger-bridge -i '{"companyId": "201"}'
	$(BIN) test --dir examples/ledger-bridge

test: node_modules dist $(GOLANGCI) $(VALE) $(CHROMIUM) $(SHELLS) ## everything that must pass, four targets at a time
	@test/lanes 4 $(PARTS)

quick: node_modules dist ## format, vet and unit tests of what changed since main, and the main job of the binary
	@test/quick
	@$(MAKE) --no-print-directory example

soak: node_modules dist $(GOLANGCI) $(VALE) ## all parts of make test N times beside two busy loops, or one: make soak N=20 RUN='make race'
	test/soak $(or $(N),20) $(or $(RUN),test/lanes 4 $(PARTS))

fuzz: node_modules dist ## each fuzz target of the repository in turn: make fuzz FUZZTIME=1m
	test/fuzz $(or $(FUZZTIME),10s)

go: node_modules dist $(SHELLS) ## the Go tests, but those of hostile, race and long
	$(GOTEST) $$(test/runs plain)

hostile: node_modules dist ## projects that try to harm the machine that checks them
	$(GOTEST) ./test/hostile

long: node_modules dist ## the tests that race leaves out, without the detector
	$(GOTEST) $$(test/runs long)

race: node_modules dist ## the tests of packages with goroutines, with the race detector
	$(GOTEST) -race -short $$(test/runs race)

types: node_modules dist ## the SDK and its type tests under both compilers, its package, and the browser pages of svc dev
	npm run --silent test:types -w sdk
	test/published
	$(TSC) -p internal/devserver/cards/ui
	$(TSC) -p dashboard

unit: node_modules ## the SDK's unit tests
	npm run --silent test:unit -w sdk

conformance: node_modules dist ## one suite of cases in both hosts of the runtime: goja and workerd
	$(GO) run ./test/conformance/run

crash: node_modules dist ## runs of a sync that die at every single point, in both hosts; SHARD=0/8 takes a part of the points
	$(GO) run ./test/crash/run -shard '$(SHARD)'

browser: build node_modules $(CHROMIUM) ## cards and the dashboard in Chromium; PART=dashboard is one part, PICTURES=write writes docs/images
	CHROMIUM=$(CHROMIUM) node --test-reporter=spec test/browser/run.js

$(CHROMIUM) /usr/bin/fish /usr/bin/zsh:
	test/install-package $(@F)

lint: node_modules $(GOLANGCI) $(VALE) ## format and checks of Go, TypeScript, documents and comments
	$(GOLANGCI) run --allow-parallel-runners ./...
	GO=$(GO) test/platforms
	npx biome ci --colors=off
	$(VALE) --output=line $$(git ls-files '*.md' '*.go' 'sdk/*.ts' 'examples/*.ts' 'internal/templates/*.ts' ':!sdk/dist')

$(GOLANGCI): PACKAGE := github.com/golangci/golangci-lint/v2/cmd/golangci-lint
$(VALE): PACKAGE := github.com/errata-ai/vale/v3/cmd/vale
# The race detector and a parser of vale are in C.
race $(VALE): export CGO_ENABLED := 1
$(GOLANGCI) $(VALE):
	GOBIN=$(CURDIR)/$(TOOLS) $(GO) install $(PACKAGE)@$(lastword $(subst -v, v,$@))
	@mv $(TOOLS)/$(notdir $(PACKAGE)) $@

bench: build node_modules $(CHROMIUM) ## check, invoke and start-up against the native esbuild binary, svc dev against wrangler dev, the dashboard in Chromium, the runtime in workerd against a bare handler, the CRM client against an upstream
	$(GO) build -ldflags '$(LDFLAGS)' -o .bench/esbuild github.com/evanw/esbuild/cmd/esbuild
	$(call rewrite,.bench/esbuild)
	$(GO) run ./test/bench/pair -svc $(BIN) -esbuild .bench/esbuild -dir .bench
	$(GO) test ./testscripts -run - -bench WatchRedraw -benchtime 10x
	$(GO) run ./test/bench/serve
	$(GO) run ./test/bench/edge
	$(GO) run ./test/bench/pacing
	$(GO) run ./test/bench/dev -svc $(BIN)
	CHROMIUM=$(CHROMIUM) node test/browser/bench.js

# URL is where the artifacts will be, SVC_RELEASE_KEY the path of the key that signs them, ONLY=linux/amd64 one platform.
# The toolchain of go.mod, whichever Go is installed: another one makes other files.
release: export GOTOOLCHAIN := $(shell awk '$$1 == "toolchain" { print $$2 }' go.mod)
release: dist ## every artifact of a release in bin/release; publishes nothing
	$(GO) run ./internal/release/run -ldflags '$(LDFLAGS) $(STAMP)' -url '$(URL)' -only '$(ONLY)'

generate: node_modules ## the SDK's bundles and types, docs/rules.md, docs/cli, docs/sdk
	$(GO) generate ./internal/platform
	npm run generate
	$(GO) run ./internal/bundle/nodedist
	$(GO) generate ./...

update: ## rewrite golden files after reading their diff
	$(GO) test ./testscripts -update

node_modules: package-lock.json
	npm ci --no-audit --no-fund
	@touch node_modules

clean:
	rm -rf bin .bench
