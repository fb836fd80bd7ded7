// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package check_test

import (
	"compress/gzip"
	"os"
	"path/filepath"

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
})
