// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package baselinerollout_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	fluxv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/flux/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/baselinerollout"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/seedreport"
)

var _ = Describe("A change of the baseline over hours", func() {
	DescribeTable("counts the projects of a ring that hang or fail once, on whatever seeds they are",
		func(most int32, hang, fail []string, phase rollout.Phase) {
			configured := func(path string) *configv1alpha1.Baseline {
				return baselineWith(path, func(b *configv1alpha1.Baseline) { b.Rollout.MaxFailures = &most })
			}
			l := landscapeOf(configured("./one"), map[string][]string{
				"canary-1": {"a", "d"}, "canary-2": {"b", "d"}, "canary-3": {"c", "d"}, "other": {"e"},
			}).settle()
			for _, uid := range hang {
				l.hangs[uid] = true
			}
			for _, uid := range fail {
				l.breaks[uid] = true
			}
			l.Target = configured("./two")
			l.pass(180)
			Expect(l.last.Progress.Phase).To(Equal(phase), l.last.Progress.Message)
			Expect(l.revision("eother") == NewRevision(l.Target).ID()).To(Equal(phase == rollout.PhaseComplete))
		},
		Entry("one project hangs", int32(1), []string{"acanary-1"}, nil, rollout.PhaseComplete),
		Entry("three projects hang, each on another seed", int32(1), []string{"acanary-1", "bcanary-2", "ccanary-3"}, nil, rollout.PhaseStopped),
		Entry("two projects hang, each on another seed", int32(2), []string{"acanary-1", "bcanary-2"}, nil, rollout.PhaseComplete),
		Entry("one project hangs, and one fails on another seed", int32(1), []string{"acanary-1"}, []string{"bcanary-2"}, rollout.PhaseStopped),
		Entry("one project hangs on two seeds", int32(1), []string{"dcanary-1", "dcanary-2"}, nil, rollout.PhaseComplete),
		Entry("one project hangs on a seed, and fails on another", int32(1), []string{"dcanary-1"}, []string{"dcanary-2"}, rollout.PhaseComplete),
		Entry("no project may hang", int32(0), []string{"acanary-1"}, nil, rollout.PhaseStopped),
	)

	DescribeTable("begins at the canary seed with a change that is made together with the rollout",
		func(reported func(*configv1alpha1.Baseline) string) {
			one, two := baselineWith("./one", nil), baselineWith("./two", nil)
			l := newLandscape(two)
			for _, uid := range []string{"acanary", "bcanary", "aother", "cother"} {
				l.reports[uid] = &seedreport.Baseline{
					State: fluxv1alpha1.ShootReady, Revision: reported(one), AppliedRevision: "main@" + first, AttemptedRevision: "main@" + first, Removed: &fluxv1alpha1.RemovedObjects{Before: 10},
				}
			}
			l.breaks = map[string]bool{"acanary": true, "bcanary": true}
			l.decide("")
			l.pass(180)
			Expect(l.revision("acanary")).To(Equal(NewRevision(two).ID()))
			Expect(l.revision("cother")).To(Equal(reported(one)), "the canary has failed")
			Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseStopped), l.last.Progress.Message)
			l.breaks = nil
			l.pass(180)
			Expect(l.revision("cother")).To(Equal(NewRevision(two).ID()))
			Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseComplete), l.last.Progress.Message)
		},
		Entry("the seeds report the former revision", func(b *configv1alpha1.Baseline) string { return NewRevision(b).ID() }),
		Entry("the seeds report no revision", func(*configv1alpha1.Baseline) string { return "" }),
	)

	It("has passed all rings if the rollout is added without a change", func() {
		one := baselineWith("./one", nil)
		l := newLandscape(one)
		for _, uid := range []string{"acanary", "bcanary", "aother", "cother"} {
			l.reports[uid] = &seedreport.Baseline{
				State: fluxv1alpha1.ShootReady, Revision: NewRevision(one).ID(), AppliedRevision: "main@" + first, AttemptedRevision: "main@" + first, Removed: &fluxv1alpha1.RemovedObjects{Before: 10},
			}
		}
		l.decide("")
		for _, ring := range l.state.Rings {
			Expect(ring.Passed.Revision).To(Equal(NewRevision(one).ID()))
		}
		Expect(l.last.Events).To(BeEmpty())
	})

	It("names the project of a seed that has failed within maxFailures", func() {
		l := landscapeOf(baselineWith("./one", nil), map[string][]string{"canary": {"a"}, "other": {"c"}}).settle()
		l.breaks["acanary"] = true
		l.Target = baselineWith("./two", nil)
		l.pass(180)
		Expect(l.last.Progress.Phase).To(Equal(rollout.PhaseHolding))
		Expect(l.last.Progress.Message).To(Equal(
			"ring canary: a Shoot that proves the change: canary (its projects have failed, within maxFailures; Shoot garden-a/on-canary: the baseline is broken), or operation approve=canary"))
		Expect(l.revision("cother")).NotTo(Equal(NewRevision(l.Target).ID()))
	})
})
