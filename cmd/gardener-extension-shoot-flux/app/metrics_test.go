// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package app

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/gardener/gardener/pkg/client/kubernetes"
	"github.com/go-logr/logr"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/client-go/rest"
	clientmetrics "k8s.io/client-go/tools/metrics"
	fakeclient "sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/access"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/notification"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/push"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/controller/garden/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/flux/distributions"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/githost"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
)

// metric describes a metric, from the registry or from the document.
type metric struct {
	kind   string
	labels map[string][]string
}

// stateOf contains the states of projects.
type stateOf map[string]garden.State

func (s stateOf) State(_ context.Context, namespace string) (garden.State, bool, error) {
	state, ok := s[namespace]
	return state, ok, nil
}

func newRegistry(garden *rest.Config) *prometheus.Registry {
	GinkgoHelper()
	before := clientmetrics.RequestResult
	DeferCleanup(func() { clientmetrics.RequestResult = before })
	registry := prometheus.NewRegistry()
	o := &options{seedConfig: &rest.Config{Host: "https://seed.example.com"}, serverOptions: serverOptions{garden: &gardenOptions{config: garden}}}
	newMetrics(registry, o)
	newRegistrar(nil, registry)

	elected := make(chan struct{})
	close(elected)
	fleet := newFleet(fakeclient.NewClientBuilder().WithScheme(kubernetes.SeedScheme).Build(), stateOf{}, distributions.Embedded().Versions(), elected, logr.Discard())
	Expect(registry.Register(fleet)).To(Succeed())
	scheme, err := gardenScheme()
	Expect(err).NotTo(HaveOccurred())
	granted := &access.Metrics{Garden: fakeclient.NewClientBuilder().WithScheme(scheme).Build(), Log: logr.Discard(), Timeout: time.Second, Elected: elected}
	Expect(registry.Register(granted)).To(Succeed())
	rollout.NewPhases(registry)
	notification.NewMessageCounter(registry)
	push.NewRequestCounter(registry)
	metrics.NewPushes(registry)
	rollout.NewVersionPhase(registry)
	rollout.NewBaselinePhase(registry)
	rollout.NewHolds(registry)
	Expect(registry.Gather()).To(ContainElements(HaveField("GetName()", "shoot_flux_shoots"), HaveField("GetName()", "shoot_flux_seeds_without_access")))
	return registry
}

func registeredMetrics() map[string]metric {
	GinkgoHelper()
	families, err := newRegistry(&rest.Config{Host: "https://garden.example.com"}).Gather()
	Expect(err).NotTo(HaveOccurred())
	result := map[string]metric{}
	for _, family := range families {
		labels := map[string][]string{}
		for _, metric := range family.GetMetric() {
			for _, label := range metric.GetLabel() {
				labels[label.GetName()] = append(labels[label.GetName()], label.GetValue())
			}
		}
		for name, values := range labels {
			slices.Sort(values)
			labels[name] = slices.Compact(values)
		}
		result[family.GetName()] = metric{strings.ToLower(family.GetType().String()), labels}
	}
	return result
}

// documentedMetrics parses the page: a metric has a heading, its type, and a list of labels. In an item, semicolons
// separate values, and a colon precedes the meaning of a value; or the item refers to the same label of a metric
// above.
func documentedMetrics() map[string]metric {
	GinkgoHelper()
	page, err := os.ReadFile(filepath.Join("..", "..", "..", "docs", "operations", "monitoring.md"))
	Expect(err).NotTo(HaveOccurred())
	var (
		result = map[string]metric{}
		name   string
		quoted = regexp.MustCompile("`([^`]+)`")
		item   = regexp.MustCompile("^- `([a-z]+)`: (.+)$")
	)
	for line := range strings.Lines(string(page)) {
		line = strings.TrimSuffix(line, "\n")
		if heading, is := strings.CutPrefix(line, "### `"); is {
			name = strings.TrimSuffix(heading, "`")
			result[name] = metric{labels: map[string][]string{}}
			continue
		}
		if strings.HasPrefix(line, "## ") || strings.HasPrefix(line, "### ") {
			name = ""
		}
		if name == "" {
			continue
		}
		metric := result[name]
		if kind, _, is := strings.Cut(line, "."); is && metric.kind == "" {
			metric.kind = strings.ToLower(kind)
			result[name] = metric
		}
		if cells := item.FindStringSubmatch(line); cells != nil {
			var values []string
			if other, is := strings.CutPrefix(cells[2], "as for `"); is {
				values = slices.Clone(result[strings.TrimSuffix(other, "`")].labels[cells[1]])
				cells[2] = ""
			}
			for part := range strings.SplitSeq(cells[2], ";") {
				part, _, _ = strings.Cut(part, ":")
				for _, value := range quoted.FindAllStringSubmatch(part, -1) {
					values = append(values, value[1])
				}
				if strings.Contains(part, "the versions that the extension carries") {
					values = append(values, flux.NewCatalog(flux.NewLibrary(distributions.Embedded())).Versions()...)
				}
			}
			slices.Sort(values)
			metric.labels[cells[1]] = values
		}
	}
	return result
}

var _ = Describe("Metrics", func() {
	It("are documented, with all values of all labels", func() {
		there, described := registeredMetrics(), documentedMetrics()
		Expect(len(there)).To(BeNumerically(">", 8))
		for name, metric := range there {
			Expect(described).To(HaveKeyWithValue(name, metric))
		}
		for name := range described {
			Expect(there).To(HaveKey(name), "the documented metric does not exist")
		}
	})

	It("count the requests to the garden for each client", func(ctx SpecContext) {
		config := &rest.Config{Host: "https://garden.invalid", Transport: nowhere{}}
		registry := newRegistry(config)
		client, err := newGardenClient(config)
		Expect(err).NotTo(HaveOccurred())
		_, err = garden.NewReader(client).Read(ctx, "garden-demo")
		Expect(err).To(HaveOccurred())
		Expect(registry.Gather()).To(ContainElement(And(
			HaveField("GetName()", "shoot_flux_garden_requests_total"),
			HaveField("GetMetric()", ContainElement(And(HaveField("GetCounter().GetValue()", 1.0), HaveField("GetLabel()", HaveExactElements(
				HaveField("GetValue()", "flux-config"), HaveField("GetValue()", "unreachable"), HaveField("GetValue()", "get")))))),
		)))
	})

	It("count the requests to all shoots under one name", func(ctx SpecContext) {
		counted := &hosts{}
		before := clientmetrics.RequestResult
		DeferCleanup(func() { clientmetrics.RequestResult = before })
		clientmetrics.RequestResult = counted
		boundHosts(&rest.Config{Host: "https://10.0.0.1"}, &rest.Config{Host: "api.garden.example.com:6443"})
		for _, host := range []string{"10.0.0.1", "api.garden.example.com:6443", "kube-apiserver.shoot--demo--one.svc", "api.two.demo.example.com"} {
			clientmetrics.RequestResult.Increment(ctx, "200", "GET", host)
		}
		Expect(counted.names).To(Equal([]string{"10.0.0.1", "api.garden.example.com:6443", "shoot", "shoot"}))
	})

	It("report the deploy keys in use, including keys of additional sources", func(ctx SpecContext) {
		created := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		projects := stateOf{
			"garden-none":    {},
			"garden-brought": {KeyVersion: "1", KeyCreated: created},
			"garden-rotated": {KeyVersion: "2", KeyCreated: created, KeyAnnotations: map[string]string{
				"flux.extensions.gardener.cloud/next-fingerprint": "SHA256:next", "flux.extensions.gardener.cloud/generated-at": "2026-02-01T00:00:00Z",
			}},
			"garden-sources": {KeyVersion: "1", KeyCreated: created, SourceKeys: garden.KeySecret{Version: "3", Created: created, Annotations: map[string]string{
				"apps.flux.extensions.gardener.cloud/fingerprint": "SHA256:a", "apps.flux.extensions.gardener.cloud/next-fingerprint": "SHA256:next",
				"apps.flux.extensions.gardener.cloud/generated-at": "2026-03-01T00:00:00Z",
				"left.flux.extensions.gardener.cloud/fingerprint":  "SHA256:b", "left.flux.extensions.gardener.cloud/unused": "true",
			}}},
		}
		for name, expected := range map[string][]metrics.Key{
			"garden-none":    nil,
			"garden-unknown": nil,
			"garden-brought": {{Phase: "InUse", Since: created}},
			"garden-rotated": {{Phase: "RotationPrepared", Since: created.AddDate(0, 1, 0)}},
			"garden-sources": {{Phase: "InUse", Since: created}, {Phase: "RotationPrepared", Since: created.AddDate(0, 2, 0)}},
		} {
			keys, err := keysOf(ctx, projects, name)
			Expect(err).NotTo(HaveOccurred())
			Expect(keys).To(Equal(expected), name)
		}
	})

	It("report the failure reasons of Git hosts", func(ctx SpecContext) {
		registry := prometheus.NewRegistry()
		registrar := newRegistrar(nil, registry)
		for _, failure := range []error{nil, &githost.Error{Reason: githost.ReasonConflict}, errors.New("anything else")} {
			registrar.Registrar = answering{failure}
			_, err := registrar.Ensure(ctx, githost.Repository{}, githost.Key{})
			if failure != nil {
				Expect(err).To(BeIdenticalTo(failure))
			} else {
				Expect(err).NotTo(HaveOccurred())
			}
			_, _ = registrar.Remove(ctx, githost.Repository{}, "")
		}
		families, err := registry.Gather()
		Expect(err).NotTo(HaveOccurred())
		var counted []string
		for _, family := range families {
			for _, metric := range family.GetMetric() {
				if metric.GetCounter().GetValue() == 1 {
					counted = append(counted, metric.GetLabel()[0].GetValue()+" "+metric.GetLabel()[1].GetValue())
				}
			}
		}
		Expect(counted).To(ConsistOf("register success", "register Conflict", "register Invalid", "remove success", "remove Conflict", "remove Invalid"))
	})
})

// nowhere is a network without connections.
type nowhere struct{}

func (nowhere) RoundTrip(*http.Request) (*http.Response, error) {
	return nil, errors.New("connection refused")
}

// hosts records the hosts of requests.
type hosts struct{ names []string }

func (h *hosts) Increment(_ context.Context, _, _, host string) { h.names = append(h.names, host) }

// answering is a Git host that always gives the same answer.
type answering struct{ err error }

func (a answering) Ensure(context.Context, githost.Repository, githost.Key) (githost.Registered, error) {
	return githost.Registered{}, a.err
}

func (a answering) Remove(context.Context, githost.Repository, string) (bool, error) {
	return false, a.err
}
