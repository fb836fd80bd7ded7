// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package noticeboard

import (
	"context"
	"errors"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	corev1 "k8s.io/api/core/v1"
	testclock "k8s.io/utils/clock/testing"

	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/noticeboard"
	"github.com/shoot-flux/gardener-extension-shoot-flux/pkg/garden/push"
)

// fixedTurns returns the same turns for each seed.
type fixedTurns struct {
	turns push.Turns
	asked bool
	err   error
}

func (f *fixedTurns) Turns(context.Context, string, string, time.Time) (push.Turns, bool, error) {
	return f.turns, f.asked, f.err
}

var _ = Describe("pushesTo", func() {
	var (
		now        = time.Date(2026, 11, 24, 12, 0, 0, 0, time.UTC)
		turns      *fixedTurns
		reader     *gardenReader
		reconciler *Reconciler
		projects   = map[string]noticeboard.Versions{"garden-one": {Config: "1"}}
	)
	BeforeEach(func() {
		turns = &fixedTurns{turns: push.Turns{First: time.Second, Period: time.Millisecond}, asked: true}
		reader = &gardenReader{pushes: map[string]time.Time{"garden-one": now.Add(-time.Second)}}
		reconciler = &Reconciler{Caches: reader, Pushes: turns, Clock: testclock.NewFakePassiveClock(now)}
	})
	pushes := func(ctx context.Context, posted map[string]string) map[string]push.Notice {
		GinkgoHelper()
		found, again, err := reconciler.pushesTo(ctx, "alpha", projects, posted)
		Expect(err).NotTo(HaveOccurred())
		Expect(again).To(BeZero())
		return found
	}
	board := func(pushes map[string]push.Notice) map[string]string {
		return noticeboard.Encode(projects, pushes)
	}

	It("notifies the seed of a push, with the turns of its Shoots", func(ctx SpecContext) {
		Expect(pushes(ctx, nil)).To(Equal(map[string]push.Notice{"garden-one": {PushedAt: now.Add(-time.Second), Turns: turns.turns}}))
	})

	It("keeps a push on the board until the next push", func(ctx SpecContext) {
		first := pushes(ctx, nil)
		turns.turns.Period = time.Hour
		Expect(pushes(ctx, board(first))).To(Equal(first))
		reader.pushes["garden-one"] = time.Time{}
		Expect(pushes(ctx, board(first))).To(Equal(first), "what says when it was is gone")
		reader.pushes["garden-one"] = now
		Expect(pushes(ctx, board(first))).To(Equal(map[string]push.Notice{"garden-one": {PushedAt: now, Turns: turns.turns}}))
	})

	DescribeTable("does not notify of",
		func(ctx SpecContext, change func()) {
			change()
			Expect(pushes(ctx, nil)).To(BeEmpty())
		},
		Entry("no push", func() { reader.pushes = nil }),
		Entry("an old push, because Shoots have polled since", func() { reader.pushes["garden-one"] = now.Add(-oldestPush - time.Second) }),
		Entry("a time in the future that a member of the project has written", func() { reader.pushes["garden-one"] = now.Add(time.Hour) }),
		Entry("a push without turns", func() { turns.asked = false }),
		Entry("a push of a project without Shoots on the seed", func() { reader.pushes = map[string]time.Time{"garden-two": now} }),
	)

	It("retries a push until the webhooks are known, and writes the board", func(ctx SpecContext) {
		turns.err = push.ErrNotKnown
		found, again, err := reconciler.pushesTo(ctx, "alpha", projects, nil)
		Expect(err).NotTo(HaveOccurred())
		Expect(found).To(BeEmpty())
		Expect(again).To(Equal(knownRetry))
	})

	It("returns errors of the caches and of the turns", func(ctx SpecContext) {
		turns.err = errors.New("no Shoots")
		_, _, err := reconciler.pushesTo(ctx, "alpha", projects, nil)
		Expect(err).To(MatchError(ContainSubstring("no Shoots")))
	})

	It("returns no pushes if the operator offers no webhooks", func(ctx SpecContext) {
		reconciler.Pushes = nil
		Expect(pushes(ctx, nil)).To(BeEmpty())
	})
})

var _ = Describe("pushOnly", func() {
	It("keeps the time of a push, and drops all other content", func() {
		kept, err := pushOnly(&corev1.ConfigMap{Data: map[string]string{"pushedAt": "2026-11-24T12:00:00.000Z", "more": "x"}, BinaryData: map[string][]byte{"more": nil}})
		Expect(err).NotTo(HaveOccurred())
		Expect(kept).To(Equal(&corev1.ConfigMap{Data: map[string]string{"pushedAt": "2026-11-24T12:00:00.000Z"}}))
	})
})
