# The commands of this repository. `make test` is everything that must pass.

GO       ?= go
BIN      := bin/svc
LDFLAGS  := -s -w
# Pinned so that the same code gives the same findings everywhere.
GOLANGCI := github.com/golangci/golangci-lint/v2/cmd/golangci-lint@v2.15.0
VALE     := github.com/errata-ai/vale/v3/cmd/vale@v3.15.2

.PHONY: build dist example test conformance crash lint bench generate update clean

build: dist ## one binary, no Node needed
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o $(BIN) ./cmd/svc

dist: ## rebuild sdk/dist if sdk/src has changed
	@$(GO) run -trimpath ./internal/bundle/sdkdist -stale

example: build ## the main job on the example app: check it, run a capability of it
	$(BIN) check examples/ledger-bridge
	$(BIN) dev invoke open-invoices --dir examples/ledger-bridge -i '{"companyId": "201"}'

test: node_modules dist ## everything: format, vet, Go, race detector, TypeScript, both hosts of the runtime
	@unformatted=$$(gofmt -l $$(git ls-files '*.go')); test -z "$$unformatted" || { echo "gofmt: $$unformatted"; exit 1; }
	$(GO) vet ./...
	$(GO) test ./...
	$(GO) test -race ./internal/... ./test/...
	npm test
	$(MAKE) --no-print-directory conformance
	$(MAKE) --no-print-directory crash SHARD=0/12

conformance: node_modules dist ## one suite of cases in both hosts of the runtime: goja and workerd
	$(GO) run ./test/conformance/run

crash: node_modules dist ## runs of a sync that die at every single point, in both hosts; SHARD=0/8 takes a part of the points
	$(GO) run ./test/crash/run -shard '$(SHARD)'

lint: ## slower checks of the Go code
	$(GO) run $(GOLANGCI) run ./...
	$(GO) run $(VALE) --output=line $$(git ls-files '*.md' '*.go' 'sdk/*.ts' 'examples/*.ts' 'internal/templates/*.ts' ':!sdk/dist')

bench: build node_modules ## check, invoke and start-up against the native esbuild binary, the runtime in workerd against a bare handler, the CRM client against an upstream
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o .bench/esbuild github.com/evanw/esbuild/cmd/esbuild
	$(GO) run ./test/bench/pair -svc $(BIN) -esbuild .bench/esbuild -dir .bench
	$(GO) test ./testscripts -run - -bench WatchRedraw -benchtime 10x
	$(GO) run ./test/bench/serve
	$(GO) run ./test/bench/edge
	$(GO) run ./test/bench/pacing

generate: node_modules ## the SDK's bundles and types, docs/rules.md, docs/cli
	npm run generate
	$(GO) generate ./...

update: ## rewrite golden files after reading their diff
	$(GO) test ./testscripts -update

node_modules: package-lock.json
	npm ci --no-audit --no-fund
	@touch node_modules

clean:
	rm -rf bin .bench
