// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("A rollout whose State was lost", func() {
	It("proves the target again in a ring that began with it after the loss", func() {
		s := newScene(nil, "canary-0", "prod-0")
		s.report("prod-0", revisionOf("zero", "v2.9.0"), fluxv1alpha1.ShootReady)
		s.state = nil
		s.decide()
		Expect(s.have(s.Target)).To(ConsistOf("canary-0"))
		s.after(10 * time.Minute)
		Expect(s.have(s.Target)).To(ConsistOf("canary-0", "prod-0"))
		Expect(s.last.Progress.Phase).To(Equal(PhaseProgressing))
		s.report("prod-0", s.Target, fluxv1alpha1.ShootFailed)
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseStopped))
	})

	It("gives a new Shoot what its ring had before", func() {
		s := newScene(nil, "canary-0", "prod-0")
		zero := revisionOf("zero", "v2.9.0")
		s.report("prod-0", zero, fluxv1alpha1.ShootReady)
		s.state = nil
		s.decide()
		s.after(10 * time.Minute)
		Expect(s.have(s.Target)).To(ConsistOf("canary-0", "prod-0"))
		s.add("prod-1")
		Expect(s.state.Permit(s.member("prod-1").Identity).Revision).To(Equal(zero.ID()))
	})
})
