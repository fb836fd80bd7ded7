// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package rollout

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/utils/ptr"

	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
)

var _ = Describe("Decide with a commit in doubt", func() {
	const one, two, three = "sha1:1111111111111111111111111111111111111111", "sha1:2222222222222222222222222222222222222222", "sha1:3333333333333333333333333333333333333333"

	It("holds the commit until it is approved, and the configuration that has another one does not wait", func() {
		s := newScene(func(r *fluxv1alpha1.Rollout) { r.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote) }, "canary-0", "prod-0")
		s.Source = Source{Kind: "GitRepository", Location: "https://git.example.com/a", Branch: "main"}
		for _, name := range []string{"canary-0", "canary-0", "prod-0"} {
			s.report(name, s.Target, fluxv1alpha1.ShootReady, one)
			s.decide()
			s.after(time.Minute)
		}
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))

		s.report("canary-0", s.Target, fluxv1alpha1.ShootReady, two)
		s.member("canary-0").Status.Doubt, s.member("canary-0").Status.DoubtWaits = "another report", true
		s.decide()
		s.after(time.Hour)
		Expect(s.last.Progress.Phase).To(Equal(PhaseProgressing))
		Expect(s.last.Progress.Message).To(Equal("ring canary: another report"))
		s.member("canary-0").Status.DoubtWaits = false
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseHolding))
		Expect(s.last.Progress.Message).To(Equal("ring canary: another report, or operation approve=canary"))
		Expect(s.reasons()).To(ConsistOf("RolloutHolds"))
		s.after(time.Hour)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))

		By("an approval is for this commit")
		s.operate("approve=canary")
		s.report("canary-0", s.Target, fluxv1alpha1.ShootReady, three)
		s.member("canary-0").Status.Doubt = "another report"
		s.decide()
		s.after(time.Hour)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(one))
		s.operate("approve=canary")
		s.after(time.Minute)
		s.after(time.Minute)
		Expect(s.state.Members["prod-0"].Commit).To(Equal(three))
		Expect(s.last.Progress.Rings[0].Phase).To(Equal(PhaseComplete), "a promoted commit is not in doubt")
	})

	It("holds no ring whose Shoots have the promoted commit again", func() {
		s := newScene(func(r *fluxv1alpha1.Rollout) { r.Source = ptr.To(fluxv1alpha1.RolloutSourcePromote) }, "canary-0", "prod-0")
		s.Source = Source{Kind: "GitRepository", Location: "https://git.example.com/a", Branch: "main"}
		for _, name := range []string{"canary-0", "canary-0", "prod-0"} {
			s.report(name, s.Target, fluxv1alpha1.ShootReady, one)
			s.decide()
			s.after(time.Minute)
		}
		s.report("canary-0", s.Target, fluxv1alpha1.ShootReady, two)
		s.member("canary-0").Status.Doubt = "another report"
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseHolding))
		s.report("canary-0", s.Target, fluxv1alpha1.ShootReady, one)
		s.decide()
		Expect(s.last.Progress.Phase).To(Equal(PhaseComplete))
	})
})
