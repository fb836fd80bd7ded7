// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"compress/gzip"
	"os"
	"path/filepath"
	"slices"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history"
	"github.com/shoot-flux/gardener-extension-shoot-flux/test/history/check"
)

// recordedHistory returns a history that was recorded on the local landscape.
func recordedHistory(release, name string) []history.Observation {
	file, err := os.Open(filepath.Join("testdata", release, name+".jsonl.gz"))
	Expect(err).NotTo(HaveOccurred())
	defer func() { _ = file.Close() }()
	unpacked, err := gzip.NewReader(file)
	Expect(err).NotTo(HaveOccurred())
	observations, err := history.Read(unpacked)
	Expect(err).NotTo(HaveOccurred())
	return observations
}

var _ = Describe("Recorded histories", func() {
	DescribeTable("of commit 3c6fd0a4 show", func(name string, expected ...string) {
		var found []string
		for _, violation := range check.History(recordedHistory("3c6fd0a4", name)) {
			found = append(found, violation.Rule+": "+violation.Text)
		}
		Expect(found).To(ConsistOf(expected))
	},
		Entry("that the guard forgets a loss when the Shoot is hibernated", "guard",
			"guard-holds-losses: Shoot garden-bereft/production-0 of ring production got commit b707a99dcd5e after canary-0 of ring canary had lost 7 of 8 objects (1 Namespace, 6 ConfigMap) with it"),
		Entry("that an administrator of one project chooses the commit of the baseline for all later seeds", "baseline",
			"baseline-commit-has-two-witnesses: seed beta of ring rest got commit a279bc603632 of the baseline, which only garden-base-b of ring canary has reported"),
		Entry("that a soak counts time that nobody observed", "soak",
			"commit-after-ring-before: Shoot garden-soaking/production-0 of ring production got commit e563c9722e17 before ring canary had stayed ready with it for 23h55m0s: canary-0 was Ready with 5e8b872de9d6"),
		Entry("that the Shoots of a later ring follow a tag that is moved", "tag",
			"empty-ring-waits: Shoot garden-tagged/production-0 of ring production got commit 2e7c5929d239 although ring canary had no Shoot that was ready with it"),
		Entry("that a ring that never had its turn is not pinned", "pin",
			"later-rings-are-pinned: Shoot garden-adding/production-0 of ring production follows its source for 1m0s, and was ready with commit 55064d2a1fde before"),
	)

	DescribeTable("of a ring that a window, a freeze, a check and the operator's stop hold show",
		func(change func([]history.Observation) []history.Observation, expected ...string) {
			var found []string
			for _, violation := range check.History(change(recordedHistory("4255eb91", "holds"))) {
				found = append(found, violation.Rule+": "+violation.Text)
			}
			Expect(found).To(ConsistOf(expected))
		},
		Entry("nothing wrong", func(observations []history.Observation) []history.Observation { return observations }),
		Entry("that the ring begins outside of its window, if the window opens later", func(observations []history.Observation) []history.Observation {
			for _, o := range observations {
				if o.Config == nil || o.Config.Rollout == nil {
					continue
				}
				for _, ring := range o.Config.Rollout.Rings {
					for i := range ring.Windows {
						ring.Windows[i].Cron = "59 23 * * *"
					}
				}
			}
			return observations
		}, "held-rings-do-not-begin: Shoot garden-held/production-0 of ring production got revision 53617c770e1f outside of its windows"),
		Entry("that the ring begins during the freeze, if the approval is for another ring", func(observations []history.Observation) []history.Observation {
			for _, o := range approvals(observations) {
				o.Config.Operation = "approve-during-freeze=canary"
			}
			return observations
		}, "held-rings-do-not-begin: Shoot garden-held/production-0 of ring production got revision 53617c770e1f during freeze release"),
		Entry("that the ring begins during the stop, if the operator has stopped all rollouts before the approval", func(observations []history.Observation) []history.Observation {
			stop := &history.Stop{Number: 1, Stopped: true}
			approved := approvals(observations)[0].At
			observations = append(observations, history.Observation{At: approved.Add(-20 * time.Second), Observer: "garden", Facts: history.Facts{Stop: stop}},
				history.Observation{At: approved, Observer: "garden", Same: stop.Key()}, history.Observation{At: approved.Add(10 * time.Second), Observer: "garden", Same: stop.Key()})
			slices.SortStableFunc(observations, func(a, b history.Observation) int { return a.At.Compare(b.At) })
			return observations
		}, "stopped-landscape-holds: Shoot garden-held/production-0 got revision 53617c770e1f while all rollouts were stopped"),
	)
})

// approvals returns the observations of an approval of ring production during a freeze.
func approvals(observations []history.Observation) []history.Observation {
	return slices.DeleteFunc(slices.Clone(observations), func(o history.Observation) bool {
		return o.Config == nil || o.Config.Operation != "approve-during-freeze=production"
	})
}
