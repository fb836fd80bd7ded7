// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package landscape

import (
	"context"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	testclock "k8s.io/utils/clock/testing"
)

var _ = Describe("The start of a landscape", func() {
	var (
		clock    *testclock.FakeClock
		reported []string
		s        *steps
	)
	BeforeEach(func() {
		clock, reported = testclock.NewFakeClock(time.Now()), nil
		s = newSteps(clock, func(step string) { reported = append(reported, step) })
	})

	It("takes as long as its steps need", func(ctx SpecContext) {
		limited, end := s.limit(ctx)
		defer end()
		for range 20 {
			clock.Step(stepTimeout - time.Second)
			s.completed("a step")
		}
		clock.Step(stepTimeout - time.Second)
		s.moved("a part of a step")
		clock.Step(stepTimeout - time.Second)
		Expect(limited.Err()).NotTo(HaveOccurred())
		Expect(reported).To(HaveLen(20))
	})

	It("ends when no step completes, and names the last one", func(ctx SpecContext) {
		limited, end := s.limit(ctx)
		defer end()
		s.completed("garden ready")
		clock.Step(stepTimeout)
		Eventually(limited.Done()).Should(BeClosed())
		Expect(context.Cause(limited)).To(MatchError("no step of the landscape has completed for 5m0s; the last one: garden ready"))
	})

	It("has a limit of its own for each start", func(ctx SpecContext) {
		first, endFirst := s.limit(ctx)
		clock.Step(stepTimeout - time.Second)
		second, endSecond := s.limit(ctx)
		defer endSecond()
		endFirst()
		Expect(context.Cause(first)).To(MatchError(context.Canceled), "it is over")
		clock.Step(2 * time.Second)
		Expect(second.Err()).NotTo(HaveOccurred())
		s.completed("a step after the end of the first")
		Expect(clock.HasWaiters()).To(BeTrue())
		endSecond()
		Expect(clock.HasWaiters()).To(BeFalse(), "nothing waits any more")
	})
})
