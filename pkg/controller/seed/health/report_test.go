// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package health

import (
	"context"
	"encoding/json"
	"net/http"
	"time"

	gardencorev1beta1 "github.com/gardener/gardener/pkg/apis/core/v1beta1"
	extensionsv1alpha1 "github.com/gardener/gardener/pkg/apis/extensions/v1alpha1"
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/seed/extensionstatus"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/support/controllertest"
)

// records modifies the recorded state of the Extension, as an operation does.
func (s *simulated) records(ctx context.Context, change func(*extensionstatus.State, *extensionsv1alpha1.Extension)) {
	GinkgoHelper()
	ex := s.extension(ctx)
	state, err := extensionstatus.ReadState(ex)
	Expect(err).NotTo(HaveOccurred())
	change(&state, ex)
	ex.Status.State = &runtime.RawExtension{Raw: controllertest.Must(json.Marshal(state))}
	Expect(s.Seed.Status().Update(ctx, ex)).To(Succeed())
}

var _ = Describe("Reported revision of a rollout", func() {
	var s *simulated

	gives := func(ctx context.Context, revision string, operation gardencorev1beta1.LastOperationState) {
		GinkgoHelper()
		s.records(ctx, func(state *extensionstatus.State, ex *extensionsv1alpha1.Extension) {
			state.Observed.Ring, state.Observed.Revision = "production", revision
			ex.Status.LastOperation.State = operation
		})
	}
	reported := func(ctx context.Context) string {
		observed := s.observed(ctx)
		if observed == nil {
			return ""
		}
		return observed.Revision
	}

	BeforeEach(func(ctx SpecContext) {
		s = newSimulated(ctx)
		s.governed()
		gives(ctx, "one", "Succeeded")
		s.check(ctx)
		Expect(reported(ctx)).To(Equal("one"))
		s.after(ctx, 20*time.Minute)
		s.server.readEverywhere()
	})

	It("changes with the first observation of all objects after the delivery", func(ctx SpecContext) {
		By("the revision is recorded before the delivery")
		gives(ctx, "two", "Processing")
		s.check(ctx)
		Expect(reported(ctx)).To(Equal("one"))

		s.server.readEverywhere()
		gives(ctx, "two", "Succeeded")
		s.check(ctx)
		Expect(s.server.readEverywhere()).To(HaveKeyWithValue("helmreleases", 1), "although the objects were read a moment ago")
		Expect(reported(ctx)).To(Equal("two"))

		By("the reported revision does not trigger another read")
		s.after(ctx, 20*time.Minute)
		s.server.readEverywhere()
		s.check(ctx)
		Expect(s.server.readEverywhere()).To(BeEmpty())
	})

	It("does not change if the objects cannot be read", func(ctx SpecContext) {
		s.server.change(func() {
			s.server.instead = func(w http.ResponseWriter, r *http.Request) {
				if r.URL.Path == "/apis/helm.toolkit.fluxcd.io/v2/helmreleases" {
					w.WriteHeader(http.StatusInternalServerError)
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
		gives(ctx, "two", "Succeeded")
		s.check(ctx)
		Expect(reported(ctx)).To(Equal("one"))
		s.server.change(func() { s.server.instead = nil })
		s.check(ctx)
		Expect(reported(ctx)).To(Equal("two"))
	})

	DescribeTable("stays the earlier one if the delivery is incomplete",
		func(ctx SpecContext, status gardencorev1beta1.ConditionStatus, reason string) {
			gives(ctx, "two", "Succeeded")
			s.records(ctx, func(_ *extensionstatus.State, ex *extensionsv1alpha1.Extension) {
				for i := range ex.Status.Conditions {
					if ex.Status.Conditions[i].Type == "FluxConfigured" {
						ex.Status.Conditions[i].Status, ex.Status.Conditions[i].Reason = status, reason
					}
				}
			})
			s.check(ctx)
			Expect(reported(ctx)).To(Equal("one"))
		},
		Entry("configuration error", gardencorev1beta1.ConditionFalse, "InvalidConfiguration"),
		Entry("unchanged installation", gardencorev1beta1.ConditionProgressing, "RolloutUnknown"),
	)

	It("stays the earlier one if the shoot does not respond", func(ctx SpecContext) {
		gives(ctx, "two", "Succeeded")
		s.server.change(func() { s.server.token = "lost" })
		s.check(ctx)
		Expect(reported(ctx)).To(Equal("one"))
	})

	It("is removed with the rollout", func(ctx SpecContext) {
		s.records(ctx, func(state *extensionstatus.State, _ *extensionsv1alpha1.Extension) {
			state.Observed.Ring, state.Observed.Revision = "", ""
		})
		s.check(ctx)
		Expect(reported(ctx)).To(BeEmpty())
	})
})
