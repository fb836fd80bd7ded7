// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package dashboard

import (
	"strings"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"

	rolloutcommand "github.com/shoot-flux/gardener-extension-shoot-flux/pkg/cli/rollout"
)

var _ = DescribeTable("bounded leaves out what slows down a browser:",
	func(scope rolloutcommand.Scope, note string, diffs, shown []string) {
		d := &rolloutcommand.Diff{Ring: "canary"}
		for _, diff := range diffs {
			d.Values = append(d.Values, rolloutcommand.ValueDiff{Key: "a", Diff: diff})
		}
		note = "the rest is left out; to see it, run: kubectl shoot-flux rollout diff canary " + note
		for i, value := range bounded(d, scope).Values {
			Expect(value.Diff).To(Equal(shown[i]))
			if diffs[i] != shown[i] {
				Expect(value.Note).To(Equal(note))
			} else {
				Expect(value.Note).NotTo(Equal(note))
			}
		}
	},
	Entry("nothing of what fits", rolloutcommand.OfProject("garden-blue"), "-n garden-blue", []string{"+a\n", strings.Repeat("+b\n", 20_000)}, []string{"+a\n", strings.Repeat("+b\n", 20_000)}),
	Entry("the end of a long line", rolloutcommand.OfProject("garden-blue"), "-n garden-blue", []string{strings.Repeat("x", 1<<20)}, []string{strings.Repeat("x", 64<<10-len("…")) + "…"}),
	Entry("what follows, but no value without a diff", rolloutcommand.OfProject("garden-blue"), "-n garden-blue", []string{strings.Repeat("x", 64<<10), "+a\n", ""}, []string{strings.Repeat("x", 64<<10), "…", ""}),
	Entry("the end of a long line of the operator", rolloutcommand.OfLandscape()[1], "--landscape baseline", []string{strings.Repeat("x", 1<<20)}, []string{strings.Repeat("x", 64<<10-len("…")) + "…"}),
)
