// SPDX-FileCopyrightText: The gardener-extension-shoot-flux contributors
//
// SPDX-License-Identifier: Apache-2.0

package garden

import (
	"context"
	"fmt"
	"time"

	. "github.com/onsi/ginkgo/v2"
	. "github.com/onsi/gomega"
	"sigs.k8s.io/controller-runtime/pkg/reconcile"
)

// changedReports reports changes.
type changedReports struct{ changed func(namespace string) }

func (r *changedReports) Follow(_ context.Context, changed func(namespace string)) error {
	r.changed = changed
	return nil
}

// delayingQueue records what is added.
type delayingQueue struct {
	Queue

	added []string
}

func (q *delayingQueue) AddAfter(request reconcile.Request, after time.Duration) {
	q.added = append(q.added, fmt.Sprint(request.Name, " after ", after))
}

var _ = Describe("Pacing", func() {
	var pacing *Pacing[int]
	BeforeEach(func() {
		pacing = &Pacing[int]{Interval: 30 * time.Second, Pace: time.Second, Random: func(time.Duration) time.Duration { return 0 }}
	})

	It("keeps the value of a project until the project is forgotten", func() {
		*pacing.Of("garden-a") = 1
		Expect(*pacing.Of("garden-a")).To(Equal(1))
		Expect(*pacing.Of("garden-b")).To(BeZero())
		pacing.Forget("garden-a")
		Expect(*pacing.Of("garden-a")).To(BeZero())
	})

	It("reads many projects less often", func() {
		for i := range 30 {
			pacing.Of(fmt.Sprint(i))
		}
		Expect(pacing.wait()).To(Equal(30 * time.Second))
		for i := range 100 {
			pacing.Of(fmt.Sprint(i))
		}
		Expect(pacing.wait()).To(Equal(100 * time.Second))
		for i := range 90 {
			pacing.Forget(fmt.Sprint(i))
		}
		Expect(pacing.wait()).To(Equal(30 * time.Second))
	})

	It("requests its projects whose reports have changed", func(ctx SpecContext) {
		pacing.Of("garden-a")
		pacing.Of("garden-b")
		reports, queue := &changedReports{}, &delayingQueue{}
		Expect(pacing.Source(reports).Start(ctx, queue)).To(Succeed())
		for _, changed := range []string{"garden-a", "garden-other"} {
			reports.changed(changed)
		}
		Expect(queue.added).To(Equal([]string{"garden-a after 30s"}))
		reports.changed("")
		Expect(queue.added[1:]).To(ConsistOf("garden-a after 30s", "garden-b after 30s"), "after the first list")
	})

	It("spreads reads over a fifth of the time", func() {
		pacing.Random = func(below time.Duration) time.Duration { return below - 1 }
		Expect(pacing.wait()).To(Equal(24*time.Second + 1))
	})
})
