// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("The first rollout of a project whose Shoots have the configuration from before an edit", func() {
	It("gives the edited configuration to one ring after the other", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.state, s.Target = nil, revisionOf("edited", "v2.9.0")
		for i := range s.Members {
			// The seed does not deliver the edited configuration before the rollout is stored.
			s.Members[i].Status = StatusOf(&fluxv1alpha1.ShootStatus{UID: s.Members[i].UID, State: fluxv1alpha1.ShootProgressing, Reason: ReasonUnknown, Configuration: "first",
				Since: metav1.NewTime(s.Now.Add(-time.Hour)), ObservedAt: metav1.NewTime(s.Now), Removed: &fluxv1alpha1.RemovedObjects{Before: 10}})
		}
		has := func(name string) bool { return s.state.Permit(s.member(name).Identity).Revision == s.Target.ID() }
		s.decide()
		Expect(has("canary-0")).To(BeTrue())
		Expect(has("prod-0")).To(BeFalse())
		s.after(10 * time.Minute)
		Expect(has("prod-0")).To(BeFalse(), "the canary is not ready")

		By("the canary is ready")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootReady, "")
		s.member("canary-0").Status.Removals = []Removal{{Removed: &fluxv1alpha1.RemovedObjects{Before: 10}}}
		for range 10 {
			s.after(time.Minute)
			s.member("canary-0").Status.ObservedAt, s.member("canary-0").Status.Heard = metav1.NewTime(s.Now), metav1.NewTime(s.Now)
		}
		Expect(has("prod-0")).To(BeTrue())
	})

	It("does not begin if the Shoots report the present configuration", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.state = nil
		for i := range s.Members {
			s.Members[i].Status = StatusOf(&fluxv1alpha1.ShootStatus{UID: s.Members[i].UID, State: fluxv1alpha1.ShootReady, Configuration: s.Target.configurationID()})
		}
		s.decide()
		Expect(s.state.IsEverywhere()).To(BeTrue())
	})
})
