// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package hostile_test

import (
	"context"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http/httptest"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/utils/clock"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/fake"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/health/observe"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/connection"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/shoot/toolkit"
)

// requestTimeout bounds a request. It is shorter than the timeout of the extension, so that the search can try more
// inputs.
const requestTimeout = 2 * time.Second

// requestRate is the number of requests to a shoot per second, and the burst.
const requestRate = 100

var fluxRoot = types.NamespacedName{Namespace: "flux-system", Name: "flux-system"}

func textOrError(text string, err error) (string, error) { return text, err }

// operations are the extension's operations in a shoot. Each returns the written bytes.
var operations = []struct {
	name string
	do   func(context.Context, *toolkit.Shoot) (string, error)
}{
	{"Survey", func(ctx context.Context, s *toolkit.Shoot) (string, error) { _, err := s.Survey(ctx); return "", err }},
	{"Installed", func(ctx context.Context, s *toolkit.Shoot) (string, error) {
		_, err := s.Installed(ctx)
		return "", err
	}},
	{"Migrate", func(ctx context.Context, s *toolkit.Shoot) (string, error) {
		_, err := s.Migrate(ctx, toolkit.NewMigrations(clock.RealClock{}), map[string][]string{definitionName(0): {"v1"}, definitionName(1): {"v1"}})
		return "", err
	}},
	{"Suspend", func(ctx context.Context, s *toolkit.Shoot) (string, error) {
		_, err := s.Suspend(ctx, fluxRoot)
		return "", err
	}},
	{"Prune", func(ctx context.Context, s *toolkit.Shoot) (string, error) { return s.Prune(ctx, fluxRoot) }},
	{"Release", func(ctx context.Context, s *toolkit.Shoot) (string, error) {
		remaining, err := s.UnblockDeletion(ctx, nil)
		return textOrError(remaining.Definitions+remaining.Blocked, err)
	}},
	{"SweepControllers", func(ctx context.Context, s *toolkit.Shoot) (string, error) {
		return s.SweepControllers(ctx, []string{"flux-system"})
	}},
	{"SweepConfig", func(ctx context.Context, s *toolkit.Shoot) (string, error) {
		return s.SweepConfig(ctx, []string{"flux-system"})
	}},
	{"DeleteNamespace", func(ctx context.Context, s *toolkit.Shoot) (string, error) {
		return s.DeleteNamespace(ctx, "flux-system")
	}},
	{"Taken", func(ctx context.Context, s *toolkit.Shoot) (string, error) { return s.Taken(ctx, "v2.9.3") }},
	{"Protect", func(ctx context.Context, s *toolkit.Shoot) (string, error) { return "", s.Protect(ctx) }},
	{"AllowCleanup", func(ctx context.Context, s *toolkit.Shoot) (string, error) { return "", s.AllowCleanup(ctx) }},
	{"HandledBy", func(ctx context.Context, s *toolkit.Shoot) (string, error) {
		return s.HandledBy(ctx, "source-controller")
	}},
	{"IsOwn", func(ctx context.Context, s *toolkit.Shoot) (string, error) {
		_, _, err := s.IsOwn(ctx, fluxRoot)
		return "", err
	}},
	{"health check", nil},
}

func changeShootAPI(random *rand.Rand, a shootAPI) shootAPI {
	a.odd = maps.Clone(a.odd)
	for range 1 + random.IntN(4) {
		switch random.IntN(12) {
		case 0, 1:
			a.operation = random.IntN(len(operations))
		case 2:
			a.groups, a.versions = scaled(random, 60_000), 0
		case 3:
			a.versions = scaled(random, 100_000)
		case 4:
			a.resources = scaled(random, 60_000)
		case 5:
			a.padding = scaled(random, 5000)
		case 6:
			a.aggregated = !a.aggregated
		case 7:
			a.definitions, a.definitionVersions = scaled(random, 200), scaled(random, 50_000)
		case 8:
			a.objects, a.pages = scaled(random, 50_000), random.IntN(5)
		case 9:
			a.metadata = randomFiller(random, metadataFillers)
		case 10:
			a.content = randomFiller(random, contentFillers)
		case 11:
			if a.odd == nil || random.IntN(2) == 0 {
				a.odd = map[request]oddAnswer{}
			}
			if random.IntN(3) > 0 {
				a.odd[requests[random.IntN(len(requests))]] = randomOdd(random)
			}
		}
	}
	return a
}

// connectTo returns clients for a shoot with the API server.
func connectTo(server *httptest.Server) *connection.Clients {
	config, err := json.Marshal(map[string]any{
		"apiVersion": "v1", "kind": "Config", "current-context": "c",
		"clusters": []any{map[string]any{"name": "c", "cluster": map[string]any{
			"server": server.URL, "certificate-authority-data": pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}),
		}}},
		"contexts": []any{map[string]any{"name": "c", "context": map[string]any{"cluster": "c", "user": "u"}}},
		"users":    []any{map[string]any{"name": "u", "user": map[string]any{"token": "t"}}},
	})
	Expect(err).NotTo(HaveOccurred())
	seed := fake.NewClientBuilder().WithObjects(&corev1.Secret{
		ObjectMeta: metav1.ObjectMeta{Namespace: shootNamespace, Name: "gardener-internal"}, Data: map[string][]byte{"kubeconfig": config},
	}).Build()
	return connection.NewClients(seed, seed, clock.RealClock{}, connection.Options{Timeout: requestTimeout, Recheck: time.Minute, Retry: time.Minute})
}

// checkHealth sends the requests of a health check.
func checkHealth(ctx context.Context, clients *connection.Clients) error {
	sync := observe.Sync{SourceKind: "GitRepository", Source: fluxRoot, Root: fluxRoot, DeployKey: true}
	return clients.Ask(ctx, shootNamespace, func(ctx context.Context, shoot client.Reader) error {
		observed, err := observe.ReadShoot(ctx, shoot, sync)
		if err != nil {
			return err
		}
		_, err = observe.ReadKey(ctx, shoot, sync, observed.Source)
		return err
	})
}

// firstAPIs are the first inputs of the search: each operation with a usual shoot and with a large discovery, and some
// with large objects.
func firstAPIs() []shootAPI {
	var first []shootAPI
	usual := shootAPI{definitions: 3, objects: 2, pages: 2}
	for i, operation := range operations {
		a := usual
		a.operation = i
		first = append(first, a)
		for _, aggregated := range []bool{false, true} {
			groups, versions, resources := a, a, a
			groups.aggregated, groups.groups = aggregated, 20_000
			versions.aggregated, versions.versions = aggregated, 10_000
			resources.aggregated, resources.resources, resources.groups = aggregated, 20_000, 1
			if slices.Contains([]string{"DeleteNamespace", "IsOwn", "Protect"}, operation.name) {
				first = append(first, groups, versions, resources)
			}
		}
		if !slices.Contains([]string{"Migrate", "Release", "health check"}, operation.name) {
			continue
		}
		for _, metadata := range metadataFillers {
			large := a
			large.metadata, large.objects = metadata, 1
			if metadata.part != "" {
				large.metadata.repeat = most(metadata.part) / 2
			}
			first = append(first, large)
		}
	}
	return first
}

// operate runs the operation for the shoot until its timeout.
func operate(ctx context.Context, server *httptest.Server, answers *shootServer, a shootAPI, time time.Duration) cost {
	answers.api.Store(&a)
	answers.asked.Store(0)
	clients := connectTo(server)
	defer clients.Drop(ctx, shootNamespace)
	shoot, err := clients.Connect(ctx, shootNamespace)
	Expect(err).NotTo(HaveOccurred())
	var written string
	c := measureAll(ctx, time, func(ctx context.Context) {
		operation := operations[a.operation]
		if operation.do == nil {
			err = checkHealth(ctx, clients)
			return
		}
		written, err = operation.do(ctx, shoot)
	})
	c.requests = int(answers.asked.Load())
	c.written = uint64(len(written))
	if err != nil {
		c.written = max(c.written, uint64(len(err.Error())))
	}
	return c
}

var _ = Describe("Responses of a shoot's API server", func() {
	It("are read within the budget of time and memory", func(ctx SpecContext) {
		server := &shootServer{}
		listening := httptest.NewUnstartedServer(server)
		listening.EnableHTTP2 = true
		listening.StartTLS()
		DeferCleanup(listening.Close)
		duration, _ := searchTime()
		limit := min(duration/3, time.Second)
		door[shootAPI]{
			// Heap and processor time include the server, which runs in this process. Decoding has no context.
			budget: cost{
				processor: 5 * time.Second, heap: 256 << 20, late: 5 * time.Second, requests: 10 * requestRate, written: 16 << 10,
			},
			start:  firstAPIs(),
			change: changeShootAPI,
			work:   func(a shootAPI) cost { return operate(ctx, listening, server, a, limit) },
			describe: func(a shootAPI) string {
				return fmt.Sprintf("%s: %+v", operations[a.operation].name, a)
			},
		}.search(searchSeed())
	})
})
