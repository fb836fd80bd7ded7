// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape_test

import (
	"fmt"
	"slices"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout"
	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/landscape"
)

var _ = Describe("VersionRelease", func() {
	held := VersionRelease{Version: "v2.9.1", From: "v2.8.6"}
	released := VersionRelease{Version: "v2.9.1", From: "v2.8.6", Released: rollout.All}

	DescribeTable("permits a version for a Shoot",
		func(release VersionRelease, delivered string, carried []string, expected VersionPermit) {
			Expect(release.Permit("1", delivered, func(version string) bool { return slices.Contains(carried, version) })).To(Equal(expected))
		},
		Entry("version released", released, "v2.8.6", []string{"v2.8.6", "v2.9.1"}, VersionPermit{Version: "v2.9.1"}),
		Entry("version already delivered", released, "v2.9.1", []string{"v2.8.6", "v2.9.1"}, VersionPermit{Version: "v2.9.1"}),
		Entry("version not released", held, "v2.8.6", []string{"v2.8.6", "v2.9.1"},
			VersionPermit{Version: "v2.8.6", Note: "Flux v2.9.1 is held until the operator's rollout reaches this Shoot"}),
		Entry("version not released, and the Shoot has a version before the previous one", held, "v2.7.5", []string{"v2.7.5", "v2.8.6", "v2.9.1"},
			VersionPermit{Version: "v2.7.5", Note: "Flux v2.9.1 is held until the operator's rollout reaches this Shoot"}),
		Entry("version not released, but already delivered", held, "v2.9.1", []string{"v2.8.6", "v2.9.1"}, VersionPermit{Version: "v2.9.1"}),
		Entry("version not released, and the extension no longer has the Shoot's version", held, "v2.7.5", []string{"v2.8.6", "v2.9.1"},
			VersionPermit{Staying: "the extension on this seed no longer has Flux v2.7.5, and a newer version is not released for this Shoot", Note: "Flux v2.9.1 is held until the operator's rollout reaches this Shoot"}),
		Entry("version released, and the extension on the seed is older", released, "v2.8.6", []string{"v2.8.6"},
			VersionPermit{Version: "v2.8.6", Note: "Flux v2.9.1 waits for the extension on this seed to be updated"}),
		Entry("version released, and the extension has neither version", released, "v2.7.5", []string{"v2.8.6"},
			VersionPermit{Staying: "the extension on this seed no longer has Flux v2.7.5, and a newer version is not released for this Shoot", Note: "Flux v2.9.1 waits for the extension on this seed to be updated"}),
		Entry("version released, and the Shoot has a newer one", released, "v2.9.5", []string{"v2.8.6", "v2.9.1", "v2.9.5"},
			VersionPermit{Version: "v2.9.5", Note: "Flux v2.9.5 stays, because Flux cannot be downgraded to the default version v2.9.1"}),
		Entry("new Shoot, version released", released, "", []string{"v2.8.6", "v2.9.1"}, VersionPermit{Version: "v2.9.1"}),
		Entry("new Shoot, version not released", held, "", []string{"v2.8.6", "v2.9.1"}, VersionPermit{Version: "v2.8.6"}),
		Entry("new Shoot, version not released, and the extension no longer has the previous version", held, "", []string{"v2.9.1"}, VersionPermit{}),
		Entry("new Shoot, no version released yet", VersionRelease{}, "", []string{"v2.9.1"}, VersionPermit{}),
		Entry("no version released yet", VersionRelease{}, "v2.8.6", []string{"v2.8.6", "v2.9.1"},
			VersionPermit{Version: "v2.8.6", Note: "No Flux version is released for this seed yet, so that Flux v2.8.6 stays"}),
	)

	It("permits the same Shoots on each seed", func() {
		position := PositionOf("1", "v2.9.1")
		carries := func(string) bool { return true }
		below, at := VersionRelease{Version: "v2.9.1", Released: position}, VersionRelease{Version: "v2.9.1", Released: position + 1}
		Expect(below.Permit("1", "v2.8.6", carries).Version).To(Equal("v2.8.6"))
		Expect(at.Permit("1", "v2.8.6", carries).Version).To(Equal("v2.9.1"))
		Expect(PositionOf("1", "v2.9.1")).NotTo(Equal(PositionOf("1", "v2.9.2")), "another order for another version: not the same Shoots are always the first")
	})

	It("is preserved by Line and ReadVersionRelease", func() {
		for _, r := range []VersionRelease{held, released, {Version: "v2.9.1"}, {Version: "v2.9.1", Released: 4711}} {
			Expect(ReadVersionRelease(r.Line())).To(Equal(r), r.Line()) // Expect also requires a nil error.
		}
		Expect(released.Line()).To(Equal("v2.9.1 released=100000000 from=v2.8.6"))
	})

	It("is zero without a line", func() { Expect(ReadVersionRelease("")).To(Equal(VersionRelease{})) })

	DescribeTable("refuses a line that could release more than its writer does:",
		func(line string) {
			release, err := ReadVersionRelease(line)
			Expect(err).To(HaveOccurred())
			Expect(release).To(Equal(VersionRelease{}))
		},
		Entry("no version", "released=100000000"),
		Entry("invalid version", "latest released=100000000"),
		Entry("position that is not a number", "v2.9.1 released=all"),
		Entry("position that is too large", "v2.9.1 released=100000001"),
		Entry("negative position", "v2.9.1 released=-1"),
		Entry("invalid former version", "v2.9.1 from=latest released=a"),
		Entry("truncated line", "v2.9.1 rele"),
		Entry("words that a newer version adds", "v2.9.1 only=x released=a"),
	)

	It("spreads the Shoots evenly", func() {
		count := 0
		for i := range 10_000 {
			if PositionOf(types.UID(fmt.Sprintf("0f9c2a7e-1d2b-4c3a-9e8f-%012d", i)), "v2.9.1") < rollout.All/4 {
				count++
			}
		}
		Expect(count).To(BeNumerically("~", 2500, 150))
	})
})

func FuzzReadVersionRelease(f *testing.F) {
	f.Add("v2.9.1 released=100000000 from=v2.8.6")
	f.Add(" \x00 = =")
	f.Fuzz(func(t *testing.T, line string) {
		if r, err := ReadVersionRelease(line); err == nil && r.Released > rollout.All || r.Version == "" && r != (VersionRelease{}) {
			t.Errorf("%q: %v", line, r)
		}
	})
}
