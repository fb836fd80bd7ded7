// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package baselinerollout_test

import (
	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	configv1alpha1 "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/apis/config/v1alpha1"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/baselinerollout"
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
})
