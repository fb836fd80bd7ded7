// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package versionrollout_test

import (
	"fmt"
	"slices"
	"testing"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"k8s.io/apimachinery/pkg/types"

	. "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/rollout/versionrollout"
)

var _ = Describe("Release", func() {
	held := Release{Version: "v2.9.1", From: "v2.8.6"}
	released := Release{Version: "v2.9.1", From: "v2.8.6", Released: All}

	DescribeTable("decides what a seed delivers to a Shoot that names no version,",
		func(release Release, delivered string, carried []string, expected Permit) {
			Expect(release.Permit("1", delivered, func(version string) bool { return slices.Contains(carried, version) })).To(Equal(expected))
		},
		Entry("released", released, "v2.8.6", []string{"v2.8.6", "v2.9.1"}, Permit{Version: "v2.9.1"}),
		Entry("had already", released, "v2.9.1", []string{"v2.8.6", "v2.9.1"}, Permit{Version: "v2.9.1"}),
		Entry("not released: it keeps what it has", held, "v2.8.6", []string{"v2.8.6", "v2.9.1"},
			Permit{Version: "v2.8.6", Note: "Flux v2.9.1 is held until the operator's rollout reaches this Shoot"}),
		Entry("not released, and older than the version before: it gets that when it is released", held, "v2.7.5", []string{"v2.7.5", "v2.8.6", "v2.9.1"},
			Permit{Version: "v2.7.5", Note: "Flux v2.9.1 is held until the operator's rollout reaches this Shoot"}),
		Entry("not released, but had already: a version is never taken back", held, "v2.9.1", []string{"v2.8.6", "v2.9.1"}, Permit{Version: "v2.9.1"}),
		Entry("not released, and the extension has that of the Shoot no more: Flux stays", held, "v2.7.5", []string{"v2.8.6", "v2.9.1"},
			Permit{Staying: "the extension on this seed does not have Flux v2.7.5 any more, and a newer one is not released for this Shoot", Note: "Flux v2.9.1 is held until the operator's rollout reaches this Shoot"}),
		Entry("released, and the extension on the seed is older", released, "v2.8.6", []string{"v2.8.6"},
			Permit{Version: "v2.8.6", Note: "Flux v2.9.1 waits for the extension on this seed to be updated"}),
		Entry("released, and the seed has neither", released, "v2.7.5", []string{"v2.8.6"},
			Permit{Staying: "the extension on this seed does not have Flux v2.7.5 any more, and a newer one is not released for this Shoot", Note: "Flux v2.9.1 waits for the extension on this seed to be updated"}),
		Entry("new and released", released, "", []string{"v2.8.6", "v2.9.1"}, Permit{Version: "v2.9.1"}),
		Entry("new and not released: the version before", held, "", []string{"v2.8.6", "v2.9.1"}, Permit{Version: "v2.8.6"}),
		Entry("new, and the extension has the version before no more: it is not kept waiting", held, "", []string{"v2.9.1"}, Permit{}),
		Entry("new, and no version was released yet", Release{}, "", []string{"v2.9.1"}, Permit{}),
		Entry("no version was released yet: it keeps what it has", Release{}, "v2.8.6", []string{"v2.8.6", "v2.9.1"},
			Permit{Version: "v2.8.6", Note: "No Flux version is released for this seed yet, so that Flux v2.8.6 stays"}),
	)

	It("permits the Shoots below its position, the same at each seed", func() {
		position := PositionOf("1", "v2.9.1")
		carries := func(string) bool { return true }
		below, at := Release{Version: "v2.9.1", Released: position}, Release{Version: "v2.9.1", Released: position + 1}
		Expect(below.Permit("1", "v2.8.6", carries).Version).To(Equal("v2.8.6"))
		Expect(at.Permit("1", "v2.8.6", carries).Version).To(Equal("v2.9.1"))
		Expect(PositionOf("1", "v2.9.1")).NotTo(Equal(PositionOf("1", "v2.9.2")), "another order for another version: not the same Shoots are always the first")
	})

	It("is read from a board as it was written", func() {
		for _, r := range []Release{held, released, {Version: "v2.9.1"}, {Version: "v2.9.1", Released: 4711}} {
			Expect(ReadLine(r.Line())).To(Equal(r), r.Line())
		}
		Expect(released.Line()).To(Equal("v2.9.1 released=100000000 from=v2.8.6"))
	})

	DescribeTable("releases nothing where a line is damaged,",
		func(line string, expected Release) { Expect(ReadLine(line)).To(Equal(expected)) },
		Entry("none", "", Release{}),
		Entry("no version", "released=100000000", Release{}),
		Entry("something else as a version", "latest released=100000000", Release{}),
		Entry("no number", "v2.9.1 released=all", Release{Version: "v2.9.1"}),
		Entry("a number that is too large", "v2.9.1 released=100000001", Release{Version: "v2.9.1"}),
		Entry("a negative one", "v2.9.1 released=-1", Release{Version: "v2.9.1"}),
		Entry("cut", "v2.9.1 rele", Release{Version: "v2.9.1"}),
		Entry("words of a later version", "v2.9.1 next=1 released=a", Release{Version: "v2.9.1", Released: 10}),
	)

	It("spreads the Shoots evenly", func() {
		count := 0
		for i := range 10_000 {
			if PositionOf(types.UID(fmt.Sprintf("0f9c2a7e-1d2b-4c3a-9e8f-%012d", i)), "v2.9.1") < All/4 {
				count++
			}
		}
		Expect(count).To(BeNumerically("~", 2500, 150))
	})
})

func FuzzReadLine(f *testing.F) {
	f.Add("v2.9.1 released=100000000 from=v2.8.6")
	f.Add(" \x00 = =")
	f.Fuzz(func(t *testing.T, line string) {
		if r := ReadLine(line); r.Released > All || r.Version == "" && r != (Release{}) {
			t.Errorf("%q: %v", line, r)
		}
	})
}
