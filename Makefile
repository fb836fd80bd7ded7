SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help
MAKEFLAGS   += --no-builtin-rules --no-print-directory

# The same flags with which the landscape builds its binaries: with -trimpath a package compiles to the same result in
# vendor/ and in the module cache, so that tests, linters and binaries share one build cache. No C compiler is needed.
export CGO_ENABLED := 0
export GOFLAGS     := $(strip $(filter-out -trimpath,$(GOFLAGS)) -trimpath)
export GOWORK      := off
# How long tests poll a condition, unless they say how long. Gomega's second is too short for a busy machine.
export GOMEGA_DEFAULT_EVENTUALLY_TIMEOUT ?= 1m

GO        ?= go
# make lint runs go vet, with all its checks. go test would run a part of them again, on tests and all dependencies of
# each module, which takes minutes when nothing is cached.
GO_TEST   = $(GO) test -vet=off
LANDSCAPE := test/landscape
# What tests dashboard and alerts has Prometheus among its dependencies, which nothing else is to have.
MONITORING := test/monitoring
# What measures uses both the main module and the landscape's.
BENCHMARK := test/benchmark
# What Flux promises, in shoots on the landscape.
CONFORMANCE := test/conformance
# Where the landscape keeps its binaries too. A clean checkout finds there what an earlier one has built.
CACHE     := $(or $(XDG_CACHE_HOME),$(HOME)/.cache)/shoot-flux

# The linter's version stands in hack/tools/go.mod. It refuses code newer than the Go that compiled it.
GOLANGCI_LINT_VERSION := $(shell sed -n 's,.*github.com/golangci/golangci-lint/v2 \(v[^ ]*\).*,\1,p' hack/tools/go.mod)
GOLANGCI_LINT = "$(CACHE)/tools/golangci-lint-$(GOLANGCI_LINT_VERSION)-$(shell $(GO) env GOVERSION GOOS GOARCH | paste -sd-)"

# The generators' versions stand in hack/generators/go.mod. One of them is written there.
GENERATORS_SUM := $(shell cat hack/generators/go.mod hack/generators/go.sum hack/generators/*/*.go | sha256sum | cut -c1-16)
GENERATORS = "$(CACHE)/tools/generators-$(GENERATORS_SUM)-$(shell $(GO) env GOVERSION GOOS GOARCH | paste -sd-)"
GENERATED := pkg/flux/distributions hack/distributions/modules.sum hack/distributions/versions imagevector/images.yaml \
             pkg/apis/*/*/zz_generated.*.go docs/api example/controller-registration.yaml example/operator-extension.yaml \
             charts/*/Chart.yaml charts/*/charts/*/Chart.yaml

# ko's version stands in hack/image/go.mod.
KO_VERSION := $(shell sed -n 's,.*github.com/google/ko \(v[^ ]*\).*,\1,p' hack/image/go.mod)
KO = "$(CACHE)/tools/ko-$(KO_VERSION)-$(shell $(GO) env GOVERSION GOOS GOARCH | paste -sd-)"

# Tools of a release, which renovate.json5 keeps up to date.
COSIGN_VERSION := v3.1.1
KREW_VERSION   := v0.5.0
COSIGN                 = "$(CACHE)/tools/cosign-$(COSIGN_VERSION)-$(shell $(GO) env GOVERSION GOOS GOARCH | paste -sd-)"
VALIDATE_KREW_MANIFEST = "$(CACHE)/tools/validate-krew-manifest-$(KREW_VERSION)-$(shell $(GO) env GOVERSION GOOS GOARCH | paste -sd-)"

say = @printf '\n== %s\n'
# Makes a target and says how long it took.
timed = +@SECONDS=0; $(MAKE) $(1); printf '== %s took %d s\n' $(1) "$$SECONDS"

.PHONY: help
help: ## Show this help
	@awk -F ':.*## ' '/^[a-z0-9-]+:.*## / { printf "  %-18s %s\n", $$1, $$2 } /^##@ / { printf "\n%s\n", substr($$0, 5) }' Makefile

##@ Build

.PHONY: build
build: ## Build the extension and the plugin of kubectl with its completion into bin/, with version, commit and the commit's date
	flags=$$(hack/build-flags); \
	$(GO) build -buildvcs=false -ldflags "$$flags" -o bin/ ./cmd/gardener-extension-shoot-flux ./cmd/kubectl-shoot_flux
	@printf '#!/bin/sh\nexec kubectl shoot-flux __complete "$$@"\n' >bin/kubectl_complete-shoot_flux
	@chmod +x bin/kubectl_complete-shoot_flux
	@echo "the plugin and its shell completion: cp bin/kubectl-shoot_flux bin/kubectl_complete-shoot_flux <a directory on the PATH>"

.PHONY: generate
generate: generators ## Write anew what follows from Flux's Go modules, from the API types, and from the charts
	$(GO) run ./hack/distributions
	hack/generate-api $(GENERATORS)
	$(GO) run ./hack/registration

.PHONY: format
format: golangci-lint ## Format the Go code of all modules
	$(GOLANGCI_LINT) fmt
	cd $(LANDSCAPE) && $(GOLANGCI_LINT) fmt --config ../../.golangci.yaml
	cd $(MONITORING) && $(GOLANGCI_LINT) fmt --config ../../.golangci.yaml
	cd $(BENCHMARK) && $(GOLANGCI_LINT) fmt --config ../../.golangci.yaml
	cd $(CONFORMANCE) && $(GOLANGCI_LINT) fmt --config ../../.golangci.yaml
	cd hack/generators && $(GOLANGCI_LINT) fmt --config ../../.golangci.yaml
	cd hack/image && $(GOLANGCI_LINT) fmt --config ../../.golangci.yaml

.PHONY: vendor
vendor: ## Copy the main module's dependencies to vendor/
	$(GO) mod vendor

.PHONY: clean
clean: ## Remove what was built in this checkout; the caches of the user stay
	rm -rf bin

##@ Try

# The program takes the place of the recipe's shell: a signal that ends make reaches it, as it would not through 'go run',
# and it can stop what it has started.
.PHONY: demo
demo: builder ## Start the local landscape and show a shoot that gets Flux; ONCE=1 ends when all is shown
	@cd $(LANDSCAPE) && exec ../../bin/builder --all
	@cd $(LANDSCAPE) && exec ../../bin/landscape demo $(if $(filter-out 0,$(ONCE)),--once)

.PHONY: landscape
landscape: builder
	@cd $(LANDSCAPE) && exec ../../bin/builder

# It has few dependencies: it is built within seconds, and reports the progress of all other builds, which take minutes the first time.
.PHONY: builder
builder:
	@[[ -d "$(CACHE)/bin" ]] || echo "building the builder of the landscape"
	@$(GO) -C $(LANDSCAPE) build -v -buildvcs=false -o ../../bin/builder ./cmd/builder 2>&1 | { packages=0; while IFS= read -r line; do \
	  if [[ $$line == *' '* ]]; then echo "$$line" >&2; elif (( ++packages % 10 == 0 )); then echo "  $$packages packages, $$line"; fi; \
	done; }

##@ Test

.PHONY: test
test: ## Run all tests, one kind after the other
	$(call timed,test-unit)
	$(call timed,test-integration)
	$(call timed,test-page)
	$(call timed,test-e2e)
	$(call timed,test-conformance)
	$(call timed,test-oracle)
	$(call timed,test-demo)

# On a busy machine, a package needs longer than the ten minutes that go test allows. Compilers, linkers and tests take a quarter to a
# third less processor time if they collect garbage less often.
.PHONY: test-unit
test-unit: ## Test the packages of the main module, and the chart's dashboard and alerts
	$(say) "unit tests"
	GOGC=400 $(GO_TEST) -timeout 30m $$($(GO) list ./... | grep -v '/test/integration$$')
	$(say) "unit tests: dashboard and alerts, with Prometheus' own parser and rule engine"
	cd $(MONITORING) && $(GO_TEST) ./...

.PHONY: fuzz
fuzz: ## Search for input of tenants that costs too much: FUZZ_FOR (10m) for each door; FUZZ_SEED; FUZZ_OUT names a directory for what is found
	$(say) "hostile input"
	FUZZ_FOR=$(or $(FUZZ_FOR),10m) $(GO_TEST) -count=1 -timeout 24h -v ./test/hostile -ginkgo.v $(if $(CI),-ginkgo.no-color) -ginkgo.fail-on-empty

# No part of make test: not every machine on which that runs lets its users make a network namespace. Continuous integration runs both.
.PHONY: test-offline
test-offline: ## Test without any network what renders Flux for a shoot; needs a network namespace: root, or user namespaces
	$(say) "rendering, with all connections refused"
	$(GO_TEST) -exec "$(CURDIR)/hack/offline" ./pkg/flux/... ./test/configuration
	$(GO_TEST) -exec "$(CURDIR)/hack/offline" ./pkg/cli/render ./pkg/cli/distributions -ginkgo.fail-on-empty -ginkgo.label-filter='!loopback'

# Results of these two kinds are never taken from Go's cache: it does not know the programs that they start.

.PHONY: test-integration
test-integration: landscape ## Test what needs a real kube-apiserver, and the parts of the local landscape
	$(say) "integration tests: against a kube-apiserver, which is built first if it is not there yet"
	assets=$$(cd $(LANDSCAPE) && exec ../../bin/landscape assets); \
	eval "$$assets"; \
	$(GO_TEST) -count=1 ./test/integration
	$(say) "integration tests: the parts of the landscape"
	cd $(LANDSCAPE) && $(GO_TEST) -count=1 $$($(GO) list ./... | grep -Ev '/(e2e|availability|page|operator|rehearsal)$$')
	$(say) "integration tests: what measures, with three Extensions"
	cd $(BENCHMARK) && $(GO_TEST) -count=1 ./report ./scale -ginkgo.label-filter='!long' -ginkgo.fail-on-empty
	$(say) "integration tests: the conformance cases and the page with their results"
	cd $(CONFORMANCE) && $(GO_TEST) -count=1 ./cases ./report

# In continuous integration, a machine that cannot run it is a failure.
.PHONY: test-page
test-page: ## Test the page of the command dashboard in a browser, on recorded answers: needs chromium and npm
	$(say) "the page of the command dashboard, in a browser"
	@axe=$$(hack/axe "$(CACHE)/tools") || { failed=$$?; \
	  if [[ $$failed == 3 && -z "$(CI)" ]]; then echo "== test-page was NOT run: the reason stands above"; exit; fi; exit $$failed; }; \
	$(GO) build -o bin/ ./cmd/kubectl-shoot_flux && cd $(LANDSCAPE) && \
	AXE="$$axe" PLUGIN="$(CURDIR)/bin/kubectl-shoot_flux" $(GO_TEST) -count=1 -timeout 20m ./page -ginkgo.v $(if $(CI),-ginkgo.no-color) -ginkgo.fail-on-empty

# Runs the stories with these labels. A label that no story has is a mistake, and no success.
stories = cd $(LANDSCAPE)/e2e && PROGRAMS="$(PROGRAMS)" ../../../bin/e2e.test -test.v -test.timeout $(2) -ginkgo.timeout $(2) -ginkgo.v $(if $(CI),-ginkgo.no-color) -ginkgo.label-filter='$(1)' -ginkgo.fail-on-empty

# Built beforehand, because what the tests themselves build counts against their time, and the stories with the real
# gardenlet run in a network namespace, in which no module can be downloaded.
PROGRAMS = $(CURDIR)/bin/programs
link = CGO_ENABLED=0 GOFLAGS=-buildvcs=false $(GO) build -trimpath -o "$(PROGRAMS)/"

.PHONY: e2e
e2e: builder
	$(say) "end-to-end tests: the landscape's binaries are built first, which takes minutes the first time"
	cd $(LANDSCAPE) && exec ../../bin/builder --all
	cd $(LANDSCAPE) && $(GO_TEST) -c -o ../../bin/e2e.test ./e2e
	$(link) ./cmd/gardener-extension-shoot-flux ./cmd/kubectl-shoot_flux

.PHONY: test-e2e
test-e2e: e2e ## Run the stories on the local landscape: real Gardener, real Flux
	$(call stories,!long && !gitea && !upgrade && !network && !gardenlet,30m)

.PHONY: test-baseline
test-baseline: e2e ## Run the same stories with a baseline of the operator in all Shoots
	export E2E_BASELINE=1; $(call stories,!long && !gitea && !upgrade && !network && !gardenlet,1h) -ginkgo.skip='aseline'

# Not every machine lets network namespaces be made: no part of make test.
gardenlet = cd $(LANDSCAPE)/e2e && PROGRAMS="$(PROGRAMS)" GARDENLET=real ../bridge/setup ../../../bin/e2e.test -test.v -test.timeout $(2) -ginkgo.timeout $(2) -ginkgo.v $(if $(CI),-ginkgo.no-color) -ginkgo.label-filter='$(1)' $(if $(STORY),-ginkgo.focus='$(STORY)') -ginkgo.fail-on-empty

.PHONY: gardenlet
gardenlet: e2e
	cd $(LANDSCAPE) && ../../bin/builder --gardenlet
	cd $(LANDSCAPE) && $(link) ./cmd/connectproxy ./cmd/etcdbackup ./cmd/metricsserver

.PHONY: test-gardenlet
test-gardenlet: gardenlet ## Run one story with the real gardenlet; needs a network namespace: root, or user namespaces
	$(call gardenlet,gardenlet && !long,20m)

.PHONY: test-gardenlet-long
test-gardenlet-long: gardenlet ## Run all stories with the real gardenlet; STORY names one
	$(call gardenlet,gardenlet || either,3h)

.PHONY: test-operator
test-operator: landscape ## Install the extension with gardener-operator's controllers, and remove it
	$(say) "the Extension of the release with gardener-operator's controllers"
	@SECONDS=0; cd $(LANDSCAPE) && $(GO_TEST) -count=1 -timeout 30m -v ./operator -ginkgo.v $(if $(CI),-ginkgo.no-color) -ginkgo.fail-on-empty && printf '== %s took %d s\n' test-operator "$$SECONDS"

# Runs the conformance cases with the Flux versions of CONFORMANCE_FLUX, each as it is and with its mutation.
conformance = $(GO) -C $(CONFORMANCE) test -vet=off -c -o ../../bin/conformance.test . && cd $(CONFORMANCE) && \
  PROGRAMS="$(PROGRAMS)" $(2) ../../bin/conformance.test -test.v -test.timeout $(1) -ginkgo.timeout $(1) -ginkgo.v $(if $(CI),-ginkgo.no-color) -ginkgo.fail-on-empty

.PHONY: test-conformance
test-conformance: e2e ## Run the fast conformance cases in a shoot with the newest Flux
	$(call conformance,30m,CONFORMANCE_CASES=fast)

# Runs the table of commits with the controllers of Flux and an API server, as far as the label filter says.
oracle = $(GO) build -o bin/ ./cmd/kubectl-shoot_flux && cd $(CONFORMANCE) && \
  PLUGIN="$(CURDIR)/bin/kubectl-shoot_flux" $(GO_TEST) -count=1 -timeout $(2) ./oracle -ginkgo.v $(if $(CI),-ginkgo.no-color) -ginkgo.label-filter='$(1)' -ginkgo.fail-on-empty

.PHONY: test-oracle
test-oracle: landscape ## Compare the plan of commits with what the real controllers of Flux do with them; ORACLE_CASES names some
	$(say) "what plan says, and what Flux does"
	$(call oracle,$(if $(ORACLE_CASES),,!long),20m)

.PHONY: conformance
conformance: e2e ## Run the conformance cases (all, or CASES=prune,…) with Flux versions (all, or FLUX=v2.9.3,…); update results and page
	cd $(LANDSCAPE) && exec ../../bin/builder --older-flux
	@rm -f bin/conformance.jsonl
	@$(call conformance,4h,CONFORMANCE_FLUX=$(or $(FLUX),$(shell paste -sd, hack/distributions/versions)) CONFORMANCE_CASES=$(CASES) CONFORMANCE_OUT=$(CURDIR)/bin/conformance.jsonl) || failed=$$?; \
	cd $(CURDIR) && $(MAKE) conformance-report NEW=../../bin/conformance.jsonl && exit $${failed:-0}

.PHONY: conformance-report
conformance-report: ## Generate the page with the verified Flux features from the conformance cases and their results
	@cd $(CONFORMANCE) && $(GO) run ./cmd/report $(NEW)

.PHONY: conformance-program
conformance-program: landscape
	@$(GO) -C $(CONFORMANCE) build -o ../../bin/conformance ./cmd/conformance

# With a C compiler, which the other targets do without. Without it, hack/race installs one, or says what to install.
.PHONY: test-race
test-race: landscape ## Run the race detector over every package that starts goroutines
	$(say) "the race detector"
	GO="$(GO)" hack/race

.PHONY: test-long
test-long: e2e ## Run the race detector, and the stories that make test leaves out, because they take long
	cd $(LANDSCAPE) && exec ../../bin/builder --prometheus
	$(call timed,test-race)
	$(say) "simulated landscapes with another seed each, and restarts and stale caches at writes"
	SIMULATION_LONG=1 SIMULATION_FOR=$(or $(FOR),10m) $(SIMULATION)
	$(say) "the benchmarks with ten shoots"
	cd $(BENCHMARK) && $(GO_TEST) -count=1 -timeout 20m ./gardencontroller ./phases ./scale ./steady -ginkgo.label-filter=long -ginkgo.fail-on-empty
	$(say) "what plan says, and what Flux does: the other commits"
	$(call oracle,long,1h)
	$(call stories,long && !gitea && !upgrade && !network && !gardenlet,3h)

# More in docs/development/simulation.md. The collector runs less often, because most garbage is short-lived.
SIMULATION = GOGC=400 $(GO_TEST) -count=1 -timeout 24h -v ./test/simulation

.PHONY: simulate
simulate: ## Run the controllers of garden and seeds for DAYS (0.25) simulated days with SEED (1); FOR repeats it with the next seeds; HISTORY is a file for the history; FAULT is a patch in testdata/faults to find
	SIMULATION_FAULT=$(FAULT) SIMULATION_SEED=$(or $(SEED),1) SIMULATION_DAYS=$(or $(DAYS),0.25) SIMULATION_FOR=$(FOR) SIMULATION_HISTORY=$(if $(HISTORY),"$(abspath $(HISTORY))") $(SIMULATION) -run '^$(if $(FAULT),TestFaultByChance,TestSimulation)$$'

# One mutant at a time, most of them for as long as the tests of one package take. More in docs/development/mutations.md.
.PHONY: mutate
mutate: ## Change N (60) places of engine, guard, permit, propagation and records, drawn with SEED (1), and report which test fails; SUBJECT and ONLY (a pattern of FILE:LINE:COLUMN) limit them; OUTPUT is a file for the output of failed tests
	$(GO) run ./test/mutation/cmd/mutate -n $(or $(N),60) -seed $(or $(SEED),1) $(if $(SUBJECT),-subject $(SUBJECT)) $(if $(ONLY),-only '$(ONLY)') $(if $(OUTPUT),-output "$(abspath $(OUTPUT))")

# With two processes of the extension and 200 simulated shoots; about five minutes on two cores.
.PHONY: test-availability
test-availability: landscape ## Kill and replace the process that leads while hundreds of shoots are reconciled: AVAILABILITY_SHOOTS (200)
	$(say) "availability with $(or $(AVAILABILITY_SHOOTS),200) shoots"
	cd $(LANDSCAPE) && $(GO_TEST) -count=1 -timeout 30m ./availability -ginkgo.v $(if $(CI),-ginkgo.no-color) -ginkgo.fail-on-empty

.PHONY: dashboard-pictures
dashboard-pictures: benchmark-program ## Take the pictures of the dashboard for the documentation: on recorded answers, and with 5,000 Shoots on the local landscape
	DASHBOARD_PICTURES="$(CURDIR)/docs/images" $(MAKE) test-page
	cd $(BENCHMARK) && ../../bin/benchmark dashboard --times 1 --pictures "$(CURDIR)/docs/images"

# The stories in which something happens that the dashboards show; about ten minutes. What was scraped stays in bin, to be drawn again.
.PHONY: monitoring-pictures
monitoring-pictures: e2e ## Draw the operators' dashboards for the documentation, over metrics of the local landscape
	cd $(LANDSCAPE)/e2e && METRICS_OUT="$(CURDIR)/bin/metrics.jsonl" ../../../bin/e2e.test -test.v -test.timeout 30m -ginkgo.v -ginkgo.seed 1 -ginkgo.focus 'A change of a project with rings|A new default Flux version|A push reaches|report a bootstrap that fails|Metrics has all' -ginkgo.fail-on-empty
	cd $(MONITORING) && $(GO) run ./cmd/picture --scrapes "$(CURDIR)/bin/metrics.jsonl"

.PHONY: alert-series
alert-series: e2e ## Record the series that the tests of the alerts use, in each situation on the local landscape
	cd $(LANDSCAPE)/e2e && ALERT_SERIES="$(CURDIR)/$(MONITORING)/testdata/series" ../../../bin/e2e.test -test.v -test.timeout 20m -ginkgo.v -ginkgo.focus 'series that alerts read' -ginkgo.fail-on-empty

.PHONY: test-registration
test-registration: e2e ## Run the stories with a real Git host's API: builds Gitea first, which needs a C compiler and takes minutes
	cd $(LANDSCAPE) && exec ../../bin/builder --gitea
	$(call stories,gitea,30m)

.PHONY: test-upgrades
test-upgrades: e2e ## Run the stories of Flux's upgrades: builds controllers of older Flux versions first, which takes minutes
	cd $(LANDSCAPE) && exec ../../bin/builder --older-flux
	$(if $(PROGRAMS_OUT),export PROGRAMS_OUT="$(abspath $(PROGRAMS_OUT))"; )$(call stories,upgrade,1h)

# In a network namespace of its own, which has a loopback interface and no other. A kube-apiserver refuses to start without a default
# route and an address on it: they lead to the loopback interface.
.PHONY: test-no-network
test-no-network: e2e ## Run the extension where no network can be reached, and show by strace what it connects to
	$(say) "in a network namespace without a way out"
	unshare --user --map-root-user --net -- bash -euo pipefail -c 'ip link set lo up; ip address add 192.0.2.1/32 dev lo; ip route add default dev lo; $(call stories,network,15m)'

.PHONY: test-faults
test-faults: e2e ## Break things at random moments, FAULT_RUNS times (100); SEED repeats a run
	export FAULT_RUNS=$(or $(FAULT_RUNS),100); $(call stories,faults,3h) $(if $(SEED),-ginkgo.seed=$(SEED))

.PHONY: test-demo
test-demo: ## Start the demo and end it when all is shown
	@$(MAKE) demo ONCE=1

.PHONY: test-documents
test-documents: e2e ## Follow the pages of the documentation on the local landscape; DOCUMENTS_OUT names a directory for what they show
	$(call stories,documents,1h)

##@ Measure

.PHONY: benchmark-program
benchmark-program:
	@$(GO) -C $(BENCHMARK) build -o ../../bin/benchmark ./cmd/benchmark

# What these print beside the lines of JSON goes to standard error.

.PHONY: benchmark
benchmark: benchmark-program ## Measure what N Extensions cost (300; several: N=1,100,300), a line of JSON for each N; ARGS are more flags
	@cd $(BENCHMARK) && exec ../../bin/benchmark scale --number $(or $(N),300) $(ARGS)

.PHONY: benchmark-phases
benchmark-phases: benchmark-program ## Measure what happens to N shoots (500) costs, a line of JSON for each phase; ARGS are more flags
	@cd $(BENCHMARK) && exec ../../bin/benchmark phases --shoots $(or $(N),500) $(ARGS)

.PHONY: benchmark-neighbour
benchmark-neighbour: benchmark-program ## Measure what N shoots (100) notice of as many of a project that does its worst; ARGS are more flags
	@cd $(BENCHMARK) && exec ../../bin/benchmark neighbour --shoots $(or $(N),100) $(ARGS)

.PHONY: benchmark-unconfigured
benchmark-unconfigured: benchmark-program ## Measure what N Shoots (1000) without configuration cost, a line of JSON for each phase; ARGS are more flags
	@cd $(BENCHMARK) && exec ../../bin/benchmark unconfigured --shoots $(or $(N),1000) $(ARGS)

.PHONY: benchmark-garden-controller
benchmark-garden-controller: benchmark-program ## Measure what the garden controller costs with N Shoots (10000), a line of JSON for each phase; ARGS are more flags
	@cd $(BENCHMARK) && exec ../../bin/benchmark garden-controller --shoots $(or $(N),10000) $(ARGS)

.PHONY: benchmark-rollout
benchmark-rollout: benchmark-program ## Measure a change of a project with N Shoots (1000) with and without rings, a line of JSON for each; ARGS are more flags
	@cd $(BENCHMARK) && exec ../../bin/benchmark rollout --shoots $(or $(N),1000) $(ARGS)

.PHONY: benchmark-push
benchmark-push: benchmark-program ## Measure pushes to a project with N Shoots (1000), and wrong requests, a line of JSON for each phase; ARGS are more flags
	@cd $(BENCHMARK) && exec ../../bin/benchmark push --shoots $(or $(N),1000) $(ARGS)

.PHONY: benchmark-healthy
benchmark-healthy: benchmark-program ## Measure pushes until all N Shoots (100) of a project are reported as ready with the commit, a line of JSON for each; ARGS are more flags
	@cd $(BENCHMARK) && exec ../../bin/benchmark healthy --shoots $(or $(N),100) $(ARGS)

.PHONY: benchmark-dashboard
benchmark-dashboard: benchmark-program ## Measure the page of the command dashboard in a browser with N Shoots (5000), a line of JSON; ARGS are more flags
	@cd $(BENCHMARK) && exec ../../bin/benchmark dashboard --shoots $(or $(N),5000) $(ARGS)

.PHONY: benchmark-idle
benchmark-idle: benchmark-program ## Measure what Flux takes in a shoot in which nothing happens, with each size, a line of JSON for each; ARGS are more flags
	@cd $(BENCHMARK) && exec ../../bin/benchmark idle $(ARGS)

.PHONY: benchmark-steady
benchmark-steady: benchmark-program ## Measure what N Shoots (1000) cost in which nothing happens, per Shoot and hour, a line of JSON; ARGS are more flags
	@cd $(BENCHMARK) && exec ../../bin/benchmark steady --shoots $(or $(N),1000) $(ARGS)

.PHONY: benchmark-rollout-model
benchmark-rollout-model: ## Check each of the three rollouts with N (100000) random sequences of changes; SEED repeats a run
	ROLLOUT_SEQUENCES=$(or $(N),100000) $(GO) test -count=1 -timeout 3h -v ./pkg/rollout ./pkg/rollout/landscape -ginkgo.v -ginkgo.focus 'random sequences' $(if $(SEED),-ginkgo.seed=$(SEED))

.PHONY: benchmark-rendering
benchmark-rendering: ## Measure what rendering Flux for a shoot costs, without any cluster
	cd $(BENCHMARK) && $(GO) test ./rendering -run '^$$' -bench . -count $(or $(COUNT),10) -benchtime 1x

.PHONY: benchmark-plan
benchmark-plan: ## Measure what a plan for 1,000 Shoots with 20 paths costs, without any cluster
	cd $(BENCHMARK) && $(GO) test ./planning -run '^$$' -bench . -count $(or $(COUNT),1) -benchtime 1x

.PHONY: benchmark-guard
benchmark-guard: ## Measure what a guard against removed objects adds to a health check, without any cluster
	cd $(BENCHMARK) && $(GO) test ./guard -run '^$$' -bench . -benchmem -count $(or $(COUNT),3)

.PHONY: benchmark-report
benchmark-report: benchmark-program ## Write tables and plot of test/benchmark/results from its figures.jsonl
	@cd $(BENCHMARK) && exec ../../bin/benchmark report

##@ Release

# What is released, and where image and charts are or will be. VERSION is exported: it is what the binary says too.
VERSION    := $(or $(VERSION),$(shell cat VERSION))
REPOSITORY ?= registry.example.com/shoot-flux
export VERSION

# A release is compiled with the very Go that go.mod names, whichever is installed: another one gives other bytes.
image release-artifacts: export GOTOOLCHAIN := $(or $(GOTOOLCHAIN),$(shell sed -n 's,^toolchain ,,p' go.mod))

# The base image is pulled from its registry, or from where BASE_IMAGE says.
.PHONY: image
image: ko ## Build the image for all platforms into bin/image, an OCI layout; PUSH=1 brings it to REPOSITORY
	@rm -rf bin/image
	@$(if $(BASE_IMAGE),KO_DEFAULTBASEIMAGE="$(BASE_IMAGE)") hack/image/build $(KO) "$(REPOSITORY)" --push=$(if $(filter-out 0,$(PUSH)),true,false) \
	  --oci-layout-path bin/image --sbom-dir bin/image-sbom $(if $(IMAGE_REFS),--image-refs "$(IMAGE_REFS)")

# PLUGIN_PLATFORMS are the platforms of the plugin, for a rehearsal that builds only that of this machine.
.PHONY: plugins
plugins: ## Build the plugin of kubectl for all platforms into bin/plugin
	@rm -rf bin/plugin; flags=$$(hack/build-flags); \
	for platform in $(or $(PLUGIN_PLATFORMS),linux-amd64 linux-arm64 darwin-amd64 darwin-arm64 windows-amd64 windows-arm64); do \
	  echo "  $$platform"; \
	  GOOS=$${platform%-*} GOARCH=$${platform#*-} CGO_ENABLED=0 $(GO) build -trimpath -buildvcs=false -ldflags "$$flags" -o "bin/plugin/$$platform/" ./cmd/kubectl-shoot_flux || exit 1; \
	done

.PHONY: release-artifacts
release-artifacts: build plugins ## Write the files of a release into OUT (bin/release); PUSH=1 brings charts and component descriptor to REPOSITORY
	@mkdir -p bin/sbom
	@for program in gardener-extension-shoot-flux kubectl-shoot_flux; do \
	  $(GO) -C hack/image run ./sbom --version "$(VERSION)" ../../bin/$$program >"bin/sbom/$$program-$(VERSION).cdx.json" || exit 1; \
	done
	@$(GO) run ./hack/release --out "$(or $(OUT),bin/release)" --version "$(VERSION)" --repository "$(REPOSITORY)" \
	  --commit "$${COMMIT:-$$(git rev-parse HEAD 2>/dev/null || true)}" \
	  $(if $(IMAGE_DIGEST),--image-digest "$(IMAGE_DIGEST)") $(if $(filter-out 0,$(PUSH)),--push) $(if $(filter-out 0,$(PLAIN_HTTP)),--plain-http) \
	  "bin/sbom/gardener-extension-shoot-flux-$(VERSION).cdx.json" "bin/sbom/kubectl-shoot_flux-$(VERSION).cdx.json"

# Image, charts and SHA256SUMS of the directory OUT. Without COSIGN_FLAGS, the identity is that of the workflow.
.PHONY: sign
sign: cosign ## Sign what release-artifacts has written into OUT (bin/release) and pushed, with cosign and COSIGN_FLAGS, such as --key
	@hack/release/sign $(COSIGN) "$(or $(OUT),bin/release)" $(COSIGN_FLAGS)

# Builds everything twice, the second time without what Go has cached: that takes minutes. WARM=1 does without that.
.PHONY: test-release
test-release: ko cosign validate-krew-manifest ## Test image, SBOM and release, that two builds give the same bytes, and signatures
	cd hack/image && KO=$(KO) COSIGN=$(COSIGN) VALIDATE_KREW_MANIFEST=$(VALIDATE_KREW_MANIFEST) $(GO) test -count=1 -v -timeout 1h ./... -ginkgo.v $(if $(CI),-ginkgo.no-color) -ginkgo.fail-on-empty

# install builds a program from a released module into the cache. Go's checksum database confirms the module.
install = if [[ ! -x $(1) ]]; then \
	  printf 'Building %s; this takes minutes, and happens once.\n' "$(2)"; \
	  fresh=$$(mktemp -d); \
	  GOBIN=$$fresh GOFLAGS= CGO_ENABLED=0 $(GO) install -trimpath $(2); \
	  mkdir -p "$(CACHE)/tools"; mv "$$fresh"/* $(1); rmdir "$$fresh"; \
	fi

.PHONY: cosign
cosign:
	@$(call install,$(COSIGN),github.com/sigstore/cosign/v3/cmd/cosign@$(COSIGN_VERSION))

.PHONY: validate-krew-manifest
validate-krew-manifest:
	@$(call install,$(VALIDATE_KREW_MANIFEST),sigs.k8s.io/krew/cmd/validate-krew-manifest@$(KREW_VERSION))

# The image comes from a registry of the landscape; Helm and ko are built first. With all platforms of image and plugin the first build takes
# long; WARM=1 builds those of this machine. GARDENLET=real installs with the real gardenlet. REHEARSAL_OUT names a directory for the table of artefacts.
.PHONY: rehearse-release
rehearse-release: $(if $(filter real,$(GARDENLET)),gardenlet,landscape) ko cosign ## Build a release and its successor, install, upgrade and roll back on the local landscape; WARM=1, GARDENLET=real
	$(say) "rehearsal of a release"
	cd $(LANDSCAPE) && $(GO) test -c -o ../../bin/rehearsal.test ./rehearsal
	cd $(LANDSCAPE)/rehearsal && COSIGN=$(COSIGN) $(if $(filter real,$(GARDENLET)),../bridge/setup) ../../../bin/rehearsal.test -test.v -test.timeout 3h -ginkgo.timeout 3h -ginkgo.v \
	  $(if $(CI),-ginkgo.no-color) -ginkgo.fail-on-empty -ginkgo.label-filter=rehearsal

.PHONY: ko
ko:
	@if [[ ! -x $(KO) ]]; then \
	  printf 'Building ko %s; this takes minutes, and happens once.\n' "$(KO_VERSION)"; \
	  mkdir -p "$(CACHE)/tools"; \
	  $(GO) -C hack/image build -mod=readonly -o $(KO).$$$$ github.com/google/ko; \
	  mv $(KO).$$$$ $(KO); \
	fi

##@ Verify

.PHONY: verify
verify: ## Check all that needs no running test
	$(call timed,verify-vendor)
	$(call timed,verify-format)
	$(call timed,verify-licences)
	$(call timed,verify-generate)
	$(call timed,lint)

.PHONY: verify-vendor
verify-vendor: ## Check that vendor/ holds what go.mod and go.sum name, and that the other modules name all they use
	$(say) "vendor/ against go.mod"
	@fresh=$$(mktemp -d); trap 'rm -rf "$$fresh"' EXIT; \
	$(GO) mod vendor -o "$$fresh/vendor"; \
	diff --recursive --brief vendor "$$fresh/vendor" || { echo "vendor/ differs from go.mod, run make vendor" >&2; exit 1; }
	$(say) "the other modules' go.mod and go.sum"
	@for module in $(LANDSCAPE) $(MONITORING) $(BENCHMARK) $(CONFORMANCE) hack/generators hack/image; do \
	  $(GO) -C "$$module" list -mod=readonly -deps -test ./... >/dev/null || { echo "run go mod tidy in $$module" >&2; exit 1; }; \
	done

.PHONY: verify-generate
verify-generate: ## Check that generating changes nothing
	$(say) "generated files"
	@$(MAKE) generate
	@changed=$$(git status --porcelain -- $(GENERATED)); \
	if [[ -n $$changed ]]; then \
	  printf 'These generated files are not committed as they are generated; commit what make generate writes:\n%s\n' "$$changed" >&2; \
	  git --no-pager diff --stat -- $(GENERATED) >&2; \
	  exit 1; \
	fi

.PHONY: verify-format
verify-format: ## Check that the Go code is formatted
	$(say) "gofmt"
	@files=$$(git ls-files --cached --others --exclude-standard -- '*.go' ':!vendor' | \
	  while IFS= read -r file; do if [[ -e $$file ]]; then echo "$$file"; fi; done); \
	[[ -n $$files ]] || { echo "git names no Go files" >&2; exit 1; }; \
	unformatted=$$(gofmt -l $$files); \
	if [[ -n $$unformatted ]]; then \
	  printf 'Not formatted, run make format:\n%s\n' "$$unformatted" >&2; \
	  exit 1; \
	fi

.PHONY: report-newest
report-newest: ## Report how the main module builds and tests with the newest Gardener, Kubernetes and controller-runtime, which changes and fails nothing
	@hack/newest

.PHONY: vet
vet: ## Run go vet on all modules, which is part of make lint
	$(say) "go vet"
	$(GO) vet ./...
	cd $(LANDSCAPE) && $(GO) vet ./...
	cd $(MONITORING) && $(GO) vet ./...
	cd $(BENCHMARK) && $(GO) vet ./...
	cd $(CONFORMANCE) && $(GO) vet ./...
	cd hack/generators && $(GO) vet ./...
	cd hack/image && $(GO) vet ./...

.PHONY: lint
lint: golangci-lint ## Run golangci-lint on all modules
	$(say) "golangci-lint"
	$(GOLANGCI_LINT) run
	cd $(LANDSCAPE) && $(GOLANGCI_LINT) run --config ../../.golangci.yaml
	cd $(MONITORING) && $(GOLANGCI_LINT) run --config ../../.golangci.yaml
	cd $(BENCHMARK) && $(GOLANGCI_LINT) run --config ../../.golangci.yaml
	cd $(CONFORMANCE) && $(GOLANGCI_LINT) run --config ../../.golangci.yaml
	cd hack/generators && $(GOLANGCI_LINT) run --config ../../.golangci.yaml
	cd hack/image && $(GOLANGCI_LINT) run --config ../../.golangci.yaml

.PHONY: verify-licences
verify-licences: ## Check that every file says its copyright and licence
	$(say) "copyright and licences"
	hack/reuse-lint

# Built once for all checkouts of a user, under another name until it is whole.
.PHONY: golangci-lint
golangci-lint:
	@if [[ ! -x $(GOLANGCI_LINT) ]]; then \
	  printf 'Building golangci-lint %s; this takes minutes, and happens once.\n' "$(GOLANGCI_LINT_VERSION)"; \
	  mkdir -p "$(CACHE)/tools"; \
	  $(GO) -C hack/tools build -mod=readonly -o $(GOLANGCI_LINT).$$$$ github.com/golangci/golangci-lint/v2/cmd/golangci-lint; \
	  mv $(GOLANGCI_LINT).$$$$ $(GOLANGCI_LINT); \
	fi

.PHONY: generators
generators:
	@if [[ ! -d $(GENERATORS) ]]; then \
	  mkdir -p $(GENERATORS).$$$$; \
	  $(GO) -C hack/generators build -mod=readonly -o $(GENERATORS).$$$$/ tool ./schema; \
	  mv -T $(GENERATORS).$$$$ $(GENERATORS) || rm -r $(GENERATORS).$$$$; \
	fi
