SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS   += --no-builtin-rules --no-print-directory

# The same flags with which the landscape builds its binaries: with -trimpath a package compiles to the same result in
# vendor/ and in the module cache, so that tests, linters and binaries share one build cache. No C compiler is needed.
export CGO_ENABLED := 0
export GOFLAGS     := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)
export GOWORK      := off

GO        ?= go
LANDSCAPE := test/landscape
# Where the landscape keeps its binaries too. A clean checkout finds there what an earlier one has built.
CACHE     := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/shoot-flux

# Go sources that are not somebody else's.
GO_FILES = $(shell git ls-files --cached --others --exclude-standard -- '*.go' ':!vendor')

# The linter's version stands in hack/tools/go.mod. It refuses code newer than the Go that compiled it.
GOLANGCI_LINT_VERSION := $(shell sed -n 's,.*github.com/golangci/golangci-lint/v2 \(v[^ ]*\).*,\1,p' hack/tools/go.mod)
GOLANGCI_LINT = $(CACHE)/tools/golangci-lint-$(GOLANGCI_LINT_VERSION)-$(shell $(GO) env GOVERSION GOOS GOARCH | paste -sd-)

say = @printf '\n== %s\n'

.PHONY: help
help: ## Show this help
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 } /^##@ / { printf "\n%s\n", substr($$0, 5) }' Makefile

##@ Build

.PHONY: build
build: ## Build the extension into bin/
	$(GO) build -o bin/gardener-extension-shoot-flux ./cmd/gardener-extension-shoot-flux

.PHONY: generate
generate: ## Write the embedded Flux distributions anew from checksummed Go modules
	$(GO) run ./hack/distributions

.PHONY: format
format: golangci-lint ## Format the Go code of both modules
	$(GOLANGCI_LINT) fmt
	cd $(LANDSCAPE) && $(GOLANGCI_LINT) fmt --config ../../.golangci.yaml

.PHONY: vendor
vendor: ## Copy the main module's dependencies to vendor/
	$(GO) mod vendor

.PHONY: clean
clean: ## Remove what was built in this checkout; the caches of the user stay
	rm -rf bin

##@ Try

.PHONY: demo
demo: ## Start the local landscape and show a shoot that gets Flux; ONCE=1 ends when all is shown
	cd $(LANDSCAPE) && $(GO) run ./cmd/landscape demo $(if $(filter-out 0,$(ONCE)),--once)

##@ Test

.PHONY: test
test: ## Run all tests, one kind after the other
	@$(MAKE) test-unit
	@$(MAKE) test-integration
	@$(MAKE) test-e2e

.PHONY: test-unit
test-unit: ## Test the packages of the main module
	$(say) "unit tests"
	$(GO) test $$($(GO) list ./... | grep -v '/test/integration$$')

.PHONY: test-integration
test-integration: ## Test what needs a real kube-apiserver, and the parts of the local landscape
	$(say) "integration tests: against a kube-apiserver, which is built first if it is not there yet"
	assets=$$(cd $(LANDSCAPE) && $(GO) run ./cmd/landscape assets); \
	env $$assets $(GO) test ./test/integration
	$(say) "integration tests: the parts of the landscape"
	cd $(LANDSCAPE) && $(GO) test $$($(GO) list ./... | grep -v '/e2e$$')

.PHONY: test-e2e
test-e2e: ## Run the stories on the local landscape: real Gardener, real Flux
	$(say) "end-to-end tests: the first start builds the landscape's binaries, which takes minutes"
	cd $(LANDSCAPE) && $(GO) test -v -timeout 30m ./e2e -ginkgo.v $(if $(CI),-ginkgo.no-color)

##@ Verify

.PHONY: verify
verify: ## Check all that needs no running test
	@$(MAKE) verify-vendor
	@$(MAKE) verify-format
	@$(MAKE) verify-licences
	@$(MAKE) verify-generate
	@$(MAKE) vet
	@$(MAKE) lint

.PHONY: verify-vendor
verify-vendor: ## Check that vendor/ holds what go.mod and go.sum name
	$(say) "vendor/ against go.mod"
	@fresh=$$(mktemp -d); trap 'rm -rf "$$fresh"' EXIT; \
	$(GO) mod vendor -o "$$fresh/vendor"; \
	diff --recursive --brief vendor "$$fresh/vendor" || { echo "vendor/ differs from go.mod, run make vendor" >&2; exit 1; }

.PHONY: verify-generate
verify-generate: ## Check that generating changes nothing
	$(say) "generated files"
	@$(MAKE) generate
	@changed=$$(git status --porcelain -- pkg/flux/distributions); \
	if [[ -n $$changed ]]; then \
	  printf 'These generated files are not committed as they are generated; commit what make generate writes:\n%s\n' "$$changed" >&2; \
	  git --no-pager diff --stat -- pkg/flux/distributions >&2; \
	  exit 1; \
	fi

.PHONY: verify-format
verify-format: ## Check that the Go code is formatted
	$(say) "gofmt"
	@unformatted=$$(gofmt -l $(GO_FILES)); \
	if [[ -n $$unformatted ]]; then \
	  printf 'Not formatted, run make format:\n%s\n' "$$unformatted" >&2; \
	  exit 1; \
	fi

.PHONY: vet
vet: ## Run go vet on both modules
	$(say) "go vet"
	$(GO) vet ./...
	cd $(LANDSCAPE) && $(GO) vet ./...

.PHONY: lint
lint: golangci-lint ## Run golangci-lint on both modules
	$(say) "golangci-lint"
	$(GOLANGCI_LINT) run
	cd $(LANDSCAPE) && $(GOLANGCI_LINT) run --config ../../.golangci.yaml

.PHONY: verify-licences
verify-licences: ## Check that every file says its copyright and licence
	$(say) "copyright and licences"
	hack/reuse-lint

# Built once for all checkouts of a user, under another name until it is whole.
.PHONY: golangci-lint
golangci-lint:
	@if [[ ! -x $(GOLANGCI_LINT) ]]; then \
	  printf 'Building golangci-lint %s; this takes minutes, and happens once.\n' "$(GOLANGCI_LINT_VERSION)"; \
	  mkdir -p "$(dir $(GOLANGCI_LINT))"; \
	  $(GO) -C hack/tools build -mod=readonly -o "$(GOLANGCI_LINT).$$$$" github.com/golangci/golangci-lint/v2/cmd/golangci-lint; \
	  mv "$(GOLANGCI_LINT).$$$$" "$(GOLANGCI_LINT)"; \
	fi
