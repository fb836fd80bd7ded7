// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package metrics_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"github.com/prometheus/client_golang/prometheus"
	testclock "k8s.io/utils/clock/testing"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/report/metrics"
)

type answer func(*http.Request) (*http.Response, error)

func (a answer) RoundTrip(request *http.Request) (*http.Response, error) { return a(request) }

var _ = Describe("Requests to the garden", func() {
	const name = "shoot_flux_garden_requests_total"
	var (
		registry *prometheus.Registry
		measured *Metrics
	)

	BeforeEach(func() {
		registry = prometheus.NewRegistry()
		measured = New(registry, testclock.NewFakePassiveClock(time.Now()))
	})

	send := func(ctx context.Context, method, target string, status int, fails error) {
		GinkgoHelper()
		request := httptest.NewRequestWithContext(ctx, method, "https://garden.example.com"+target, nil)
		response, err := measured.Garden(answer(func(*http.Request) (*http.Response, error) {
			if fails != nil {
				return nil, fails
			}
			recorder := httptest.NewRecorder()
			recorder.WriteHeader(status)
			return recorder.Result(), nil
		})).RoundTrip(request)
		if fails != nil {
			Expect(err).To(BeIdenticalTo(fails))
			return
		}
		Expect(err).NotTo(HaveOccurred())
		Expect(response.Body.Close()).To(Succeed())
		Expect(response.StatusCode).To(Equal(status))
	}

	DescribeTable("are counted by verb and resource, without the project",
		func(ctx SpecContext, method, target, verb, resource string) {
			send(ctx, method, target, http.StatusOK, nil)
			Expect(value(registry, name, resource, "success", verb)).To(Equal(1.0))
		},
		Entry("the configuration of a project", "GET", "/api/v1/namespaces/garden-a/configmaps/flux-config", "get", "flux-config"),
		Entry("the configurations of all projects", "GET", "/api/v1/configmaps?fieldSelector=metadata.name%3Dflux-config&limit=500", "list", "flux-config"),
		Entry("changes of configurations", "GET", "/api/v1/configmaps?fieldSelector=metadata.name%3Dflux-config&watch=true", "watch", "flux-config"),
		Entry("the rollout of a project", "GET", "/api/v1/namespaces/garden-a/configmaps/flux-rollout", "get", "flux-rollout"),
		Entry("the rollouts of all projects", "GET", "/api/v1/configmaps?fieldSelector=metadata.name%3Dflux-rollout&limit=500", "list", "flux-rollout"),
		Entry("changes of rollouts", "GET", "/api/v1/configmaps?fieldSelector=metadata.name%3Dflux-rollout&watch=true", "watch", "flux-rollout"),
		Entry("the deploy key", "GET", "/api/v1/namespaces/garden-a/secrets/flux-source", "get", "flux-source"),
		Entry("a new deploy key", "PATCH", "/api/v1/namespaces/garden-a/secrets/flux-source?fieldManager=x", "patch", "flux-source"),
		Entry("changes of deploy keys", "GET", "/api/v1/secrets?fieldSelector=metadata.name%3Dflux-source&watch=true", "watch", "flux-source"),
		Entry("the status of a project", "GET", "/api/v1/namespaces/garden-a/configmaps/flux-status", "get", "flux-status"),
		Entry("the status of all projects", "GET", "/api/v1/configmaps?fieldSelector=metadata.name%3Dflux-status&limit=100", "list", "flux-status"),
		Entry("a new status", "PATCH", "/api/v1/namespaces/garden-a/configmaps/flux-status?force=true", "patch", "flux-status"),
		Entry("a Secret with a token", "GET", "/api/v1/namespaces/garden-a/secrets/flux-git-host", "get", "token"),
		Entry("an Event", "POST", "/apis/events.k8s.io/v1/namespaces/garden-a/events", "create", "event"),
		Entry("a repeated Event", "PATCH", "/apis/events.k8s.io/v1/namespaces/garden-a/events/e.1", "patch", "event"),
		Entry("a garden with a path in its URL", "GET", "/garden/api/v1/namespaces/garden-a/configmaps/flux-config", "get", "flux-config"),
		Entry("another ConfigMap", "GET", "/api/v1/namespaces/garden-a/configmaps/else", "other", "other"),
		Entry("another verb", "DELETE", "/api/v1/namespaces/garden-a/secrets/flux-source", "other", "other"),
		Entry("discovery", "GET", "/api", "other", "other"),
		Entry("discovery of a group", "GET", "/apis/events.k8s.io/v1", "other", "other"),
		Entry("an empty path", "GET", "/", "other", "other"),
	)

	DescribeTable("are counted by the response",
		func(ctx SpecContext, status int, fails error, result string) {
			send(ctx, "GET", "/api/v1/namespaces/garden-a/configmaps/flux-config", status, fails)
			Expect(value(registry, name, "flux-config", result, "get")).To(Equal(1.0))
		},
		Entry("a response", 200, nil, "success"),
		Entry("a missing object", 404, nil, "absent"),
		Entry("a conflict", 409, nil, "conflict"),
		Entry("a missing permission", 403, nil, "refused"),
		Entry("an invalid token", 401, nil, "refused"),
		Entry("too many requests", 429, nil, "throttled"),
		Entry("a server error", 503, nil, "failed"),
		Entry("no response", 0, errors.New("connection refused"), "unreachable"),
		Entry("no response in time", 0, context.DeadlineExceeded, "unreachable"),
	)

	It("are not counted if the caller has canceled them", func(ctx SpecContext) {
		send(ctx, "GET", "/api/v1/namespaces/garden-a/configmaps/flux-config", 0, context.Canceled)
		for _, result := range []string{"success", "unreachable", "failed"} {
			Expect(value(registry, name, "flux-config", result, "get")).To(BeZero())
		}
	})
})
