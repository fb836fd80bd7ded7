// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package kube

import (
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
)

var _ = Describe("Backoff", func() {
	now := time.Unix(1_800_000_000, 0)
	waits := func(count int, retryAfter time.Duration, random func(time.Duration) time.Duration) (waits []time.Duration) {
		var b Backoff
		for range count {
			b.Failed(now, retryAfter, random)
			waits = append(waits, b.Next.Sub(now))
		}
		return waits
	}

	It("allows the first attempt at once", func() {
		Expect(Backoff{}.Next.After(now)).To(BeFalse())
	})

	DescribeTable("doubles the time between attempts",
		func(retryAfter time.Duration, random func(time.Duration) time.Duration, want ...time.Duration) {
			Expect(waits(len(want), retryAfter, random)).To(Equal(want))
		},
		Entry("up to ten minutes, without overflow", time.Duration(0), func(time.Duration) time.Duration { return 0 },
			10*time.Second, 20*time.Second, 40*time.Second, 80*time.Second, 160*time.Second, 320*time.Second, 10*time.Minute, 10*time.Minute),
		Entry("with jitter of a quarter, so that projects do not retry together", time.Duration(0), func(below time.Duration) time.Duration { return below },
			12500*time.Millisecond, 25*time.Second),
		Entry("but waits at least as long as the other system asks for", 30*time.Second, func(time.Duration) time.Duration { return 0 },
			30*time.Second, 30*time.Second, 40*time.Second),
	)
})
