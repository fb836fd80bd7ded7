// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"net/http"
	"time"

	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

var _ = Describe("Hold", func() {
	var (
		s     *simulated
		state *rollout.State
		want  *fluxv1alpha1.HoldRequest
	)

	// holds creates the ConfigMap in the shoot, or changes it; nil deletes it.
	holds := func(data map[string]string) {
		s.server.change(func() {
			delete(s.server.objects, "configmaps/shoot-flux-hold")
			if data != nil {
				s.server.objects["configmaps/shoot-flux-hold"] = &corev1.ConfigMap{TypeMeta: metav1.TypeMeta{APIVersion: "v1", Kind: "ConfigMap"}, Data: data}
			}
		})
	}
	// reported checks the shoot, and returns what is reported.
	reported := func(ctx SpecContext) *fluxv1alpha1.HoldRequest {
		GinkgoHelper()
		s.check(ctx)
		return s.observed(ctx).Hold
	}
	requests := func() int {
		all, _ := s.server.asked()
		return all["configmaps"]
	}

	BeforeEach(func(ctx SpecContext) {
		s = newSimulated(ctx)
		state = s.governed()
		state.Rollout.ShootHold = &fluxv1alpha1.ShootHold{Max: metav1.Duration{Duration: time.Hour}}
		holds(map[string]string{"until": "2026-05-01T18:00:00Z", "reason": "load\ntest"})
		want = &fluxv1alpha1.HoldRequest{Until: metav1.NewTime(time.Date(2026, 5, 1, 18, 0, 0, 0, time.UTC).Local()), Reason: "load test"}
		Expect(reported(ctx)).To(Equal(want))
		Expect(requests()).To(Equal(1), "there is one request for each health check")
	})

	It("is written once while it stays the same", func(ctx SpecContext) {
		s.after(ctx, 5*time.Minute)
		s.writes = 0
		s.after(ctx, 5*time.Minute)
		Expect(s.writes).To(BeZero())
		Expect(s.observed(ctx).Hold).To(Equal(want))
	})

	It("ends if the ConfigMap does not exist", func(ctx SpecContext) {
		holds(nil)
		Expect(reported(ctx)).To(BeNil())
	})

	It("ends if the time is invalid, and explains that", func(ctx SpecContext) {
		holds(map[string]string{"until": "tomorrow", "reason": "load test"})
		Expect(reported(ctx)).To(Equal(&fluxv1alpha1.HoldRequest{Reason: "until of ConfigMap shoot-flux-hold is invalid; use a time such as 2026-12-18T18:00:00Z"}))
	})

	DescribeTable("stays if",
		func(ctx SpecContext, change func(SpecContext)) {
			holds(nil)
			change(ctx)
			Expect(reported(ctx)).To(Equal(want))
		},
		Entry("the shoot is unreachable", func(SpecContext) { s.server.change(func() { s.server.token = "lost" }) }),
		Entry("the ConfigMap alone cannot be read", func(SpecContext) {
			s.server.change(func() {
				s.server.instead = func(w http.ResponseWriter, r *http.Request) {
					if r.URL.Path == "/api/v1/namespaces/flux-system/configmaps/shoot-flux-hold" {
						w.WriteHeader(http.StatusForbidden)
						return
					}
					s.server.mutex.Lock()
					instead := s.server.instead
					s.server.instead = nil
					s.server.mutex.Unlock()
					s.server.serve(w, r)
					s.server.change(func() { s.server.instead = instead })
				}
			})
		}),
		Entry("the project is not known yet", func(SpecContext) { s.checker.Projects.(*controllertest.Projects).Unknown = true }),
		Entry("the rollout of a Shoot with a ring is not known yet", func(ctx SpecContext) {
			s.records(ctx, func(state *extensionstatus.State, _ *extensionsv1alpha1.Extension) { state.Observed.Ring = "canary" })
			s.checker.Projects.(*controllertest.Projects).States["garden-demo"] = garden.State{}
		}),
	)

	DescribeTable("is neither asked for nor reported",
		func(ctx SpecContext, change func()) {
			change()
			Expect(reported(ctx)).To(BeNil())
			Expect(requests()).To(BeZero())
		},
		Entry("if the rollout does not allow it", func() { state.Rollout.ShootHold = nil }),
		Entry("without rollout", func() { s.checker.Projects.(*controllertest.Projects).States["garden-demo"] = garden.State{} }),
	)
})
